"""Finds the packages and the Cython modules, and builds the tables that they read.

Nothing is listed by hand: each folder with an ``__init__.py`` below the five mapped ones is a package, each
``ext/**/*.pyx`` is a module.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import tomllib
from pathlib import Path

import numpy
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError

try:
    import fcntl
except ImportError:  # no such locks on Windows
    fcntl = None

ROOT = Path(__file__).resolve().parent
INCLUDE = Path("build", "include")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAPPING: dict[str, str] = PROJECT["tool"]["setuptools"]["package-dir"]
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": True,
}


class Module(Extension):
    """An extension that can be put into a set, where Cython keeps those that it refuses."""

    __hash__ = object.__hash__


def packages() -> list[str]:
    """Return the import names of all packages under the mapped folders."""
    found = []
    for name, folder in MAPPING.items():
        for marker in sorted(Path(folder).rglob("__init__.py")):
            inner = marker.parent.relative_to(folder).parts
            found.append(".".join((name, *inner)))
    return found


def module_name(source: Path) -> str:
    """Return the import name of the Cython module at `source`, a path below ``ext/``."""
    return ".".join(("hupai", *source.with_suffix("").parts))


def extensions() -> list[Module]:
    """Return one extension for each ``.pyx`` below ``ext/``."""
    unix = os.name == "posix"
    headers = [str(path) for path in sorted(Path("ext").rglob("*.h"))]
    return [
        Module(
            module_name(source),
            [str(source)],
            include_dirs=[str(INCLUDE), numpy.get_include()],
            depends=headers,
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
            # No -march: a wheel runs on any machine of its platform. No -g: it doubles the wheel for lines of
            # generated C.
            extra_compile_args=["-O3", "-g0"] if unix else ["/O2"],
        )
        for source in sorted(Path("ext").rglob("*.pyx"))
    ]


def place(link: Path, target: Path) -> None:
    """Make `link` a relative link to `target`, or a copy of it where links are not to be had."""
    if link.is_symlink() and link.resolve() == target.resolve():
        return
    if link.is_symlink() or link.is_file():
        link.unlink()
    elif link.is_dir():
        shutil.rmtree(link)
    try:
        link.symlink_to(os.path.relpath(target, link.parent), target_is_directory=target.is_dir())
    except (OSError, NotImplementedError):
        if target.is_dir():
            shutil.copytree(target, link)
        else:
            shutil.copy2(target, link)


def lay_out() -> None:
    """Lay the mapped folders out under their import names, where Cython and mypy look names up."""
    front = INCLUDE / "hupai"
    front.mkdir(parents=True, exist_ok=True)
    wanted = {path.name: path for path in Path(MAPPING["hupai"]).iterdir() if path.name != "__pycache__"}
    for name, folder in MAPPING.items():
        if name != "hupai":
            wanted[name.removeprefix("hupai.")] = Path(folder)
    for stale in front.iterdir():
        if stale.is_symlink() and stale.name not in wanted:
            stale.unlink()
    for name, target in wanted.items():
        if target.exists():
            place(front / name, target)


def make_tables() -> None:
    """Bring the tables under ``ext/tables`` up to date, so that they are installed with the package."""
    generator = Path("ext", "tables", "generate.py")
    if not generator.exists():
        return
    spec = importlib.util.spec_from_file_location("hupai_tables_generate", generator)
    if spec is None or spec.loader is None:
        raise RuntimeError(f"{generator} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.generate(generator.parent)


class BuildModules(build_ext):
    """Compiles the Cython modules; the ``.so`` files land beside their sources with ``--inplace``.

    A module that Cython refuses does not keep the others from being built, but the build fails in the end.
    """

    def run(self) -> None:
        """Generate what the compiler needs, then compile what is out of date; one build at a time."""
        INCLUDE.mkdir(parents=True, exist_ok=True)
        with Path("build", "lock").open("w", encoding="utf-8") as lock:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            self._build()

    def _build(self) -> None:
        from Cython.Build import cythonize

        lay_out()
        make_tables()
        workers = os.cpu_count() or 1
        self.parallel = self.parallel or workers
        generated = cythonize(
            self.extensions,
            include_path=[str(INCLUDE)],
            compiler_directives=DIRECTIVES,
            nthreads=workers if os.name == "posix" else 0,
            force=bool(self.force),
            exclude_failures=True,
            quiet=True,
        )
        # Only here, not when setup is read: an sdist holds the .pyx and needs no C.
        by_name = {extension.name: extension for extension in generated}
        names = [module_name(Path(extension.sources[0])) for extension in self.extensions]
        refused = [name for name in names if name not in by_name]
        self.extensions = [ext for ext, name in zip(self.extensions, names, strict=True) if name in by_name]
        for extension in self.extensions:
            source = by_name[module_name(Path(extension.sources[0]))]
            extension.sources, extension.depends = source.sources, source.depends
        super().run()
        if refused:
            raise CompileError(f"Cython refused {', '.join(refused)}")


class BuildPackages(build_py):
    """Collects Python files and package data, tables included."""

    def run(self) -> None:
        """Make the tables first: the list of package data is a look at the folders."""
        make_tables()
        super().run()


if __name__ == "__main__":
    os.chdir(ROOT)
    setup(
        packages=packages(),
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildModules, "build_py": BuildPackages},
    )
