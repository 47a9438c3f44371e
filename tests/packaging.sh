#!/usr/bin/env bash
# The sdist builds into a wheel, and the wheel, in a fresh environment, passes the tests from the clone's root.
#
#   tests/packaging.sh [pytest arguments]
#
# Without arguments: all tests but those marked slow, which `make test` runs.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=build/packaging
rm -rf "$folder"
mkdir -p "$folder"

# Isolated builds on purpose: they show that [build-system] names all that a build needs.
.venv/bin/python -m build --outdir "$folder" . >"$folder/build.log" 2>&1 || {
    tail -n 40 "$folder/build.log" >&2
    exit 1
}
wheel=("$folder"/*.whl)

.venv/bin/python - "${wheel[0]}" <<'EOF'
import sys
from zipfile import ZipFile

names = ZipFile(sys.argv[1]).namelist()
strays = [name for name in names if not name.startswith(("hupai/", "hupai-")) or name.endswith((".c", ".pyx"))]
# One of each kind of file that a wheel loses when package-data forgets it.
wanted = ["py.typed", "ext/tiles.pyi", "ext/tiles.pxd", "ext/philox.h", "ext/rules/hefei/variant.toml"]
missing = [name for name in wanted if f"hupai/{name}" not in names]
missing += [] if any(name.startswith("hupai/ext/tables/") and name.endswith(".bin") for name in names) else ["tables"]
if strays or missing:
    sys.exit(f"wheel: strays {strays}, missing {missing}")
EOF

python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip --disable-pip-version-check --quiet install \
    --constraint requirements.lock "${wheel[0]}[test]"
"$folder/venv/bin/python" - <<'EOF'
import sys

import hupai.ext.tiles

if "site-packages" not in hupai.ext.tiles.__file__ or "site-packages" not in hupai.__file__:
    sys.exit(f"hupai was imported from {hupai.ext.tiles.__file__}, not from the wheel")
EOF

if [ $# -eq 0 ]; then
    set -- -m "not slow"
fi
"$folder/venv/bin/python" -m pytest -p no:cacheprovider "$@"
