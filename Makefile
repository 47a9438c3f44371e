# Every target does all of its own set-up; the stamps make it quick the second time.
#
#   make demo     play 100,000 hands of each variant and report on them
#   make test     the tests
#   make bench    the speed of the engine and of whole runs
#   make lint     style and types
#   make build    only the environment and the compiled modules
#   make lock     resolve the newest releases afresh into requirements.lock
#   make clean    remove what was built (distclean: the environment too)

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check --quiet

CREATED := $(VENV)/created.stamp
LOCKED := $(VENV)/locked.stamp
INSTALLED := $(VENV)/installed.stamp
BUILT := build/built.stamp

# The folders that hold sources; names with blanks are not used.
SOURCES := $(shell find ext -name '*.pyx' -o -name '*.pxd' -o -name '*.h') $(shell find ext/tables -name '*.py' 2>/dev/null)

.PHONY: build demo test bench lint lock clean distclean

build: $(BUILT)

demo: $(BUILT)
	$(VENV)/bin/hupai demo

test: $(BUILT)
	$(RUN) -m pytest

bench: $(BUILT)
	$(RUN) benchmarks/run.py

lint: $(BUILT)
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(RUN) -m mypy --explicit-package-bases tests

$(CREATED):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "hupai needs Python 3.11 or later; PYTHON=… names one. $(PYTHON) is $$($(PYTHON) --version)." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(LOCKED): requirements.lock $(CREATED)
	$(PIP) install -r requirements.lock
	@touch $@

# An editable install: only the name and the entry point; the modules are compiled in place, below. The path file
# lets type checkers find the package, and keeps a folder that happens to be called hupai from hiding it: setuptools'
# finder of editable packages is asked after the path.
$(INSTALLED): pyproject.toml setup.py $(LOCKED)
	PYTHONWARNINGS=ignore $(PIP) install --no-deps --no-build-isolation --editable .
	@$(RUN) -c 'import pathlib, sysconfig; \
	    pathlib.Path(sysconfig.get_path("purelib"), "hupai_sources.pth").write_text("$(CURDIR)/build/include\n")'
	@touch $@

$(BUILT): $(SOURCES) $(INSTALLED)
	$(RUN) setup.py --quiet build_ext --inplace
	@mkdir -p build && touch $@

lock:
	rm -rf build/lock-venv && $(PYTHON) -m venv build/lock-venv
	build/lock-venv/bin/python -m pip --quiet install --upgrade setuptools Cython numpy
	build/lock-venv/bin/python -m pip --quiet install --no-build-isolation '.[test,lint]'
	{ sed -n '/^#/p' requirements.lock; \
	  build/lock-venv/bin/python -m pip freeze --all --exclude pip --exclude hupai; } > build/requirements.lock
	mv build/requirements.lock requirements.lock && rm -rf build/lock-venv

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find ext simulate analysis reports src \( -name '*.so' -o -name '*.c' -o -name '*.bin' \) -delete
	rm -f $(INSTALLED)

distclean: clean
	rm -rf $(VENV)
