"""The report in a real browser: nothing sticks out, nothing fails, tables sort, and it prints."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from hupai.ext.rules import definition, rules, variants
from hupai.reports import report
from hupai.reports.words import LANGS
from hupai.simulate import simulate

if TYPE_CHECKING:
    from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next((path for name in BROWSERS if (path := shutil.which(name))), None)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine"),
]

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--enable-logging=stderr",
    "--virtual-time-budget=4000",
)

WATCH = """<script>
window.faults = [];
addEventListener("error", event => faults.push(event.message || String(event.target.tagName)), true);
addEventListener("securitypolicyviolation", event => faults.push(event.violatedDirective));
</script>"""

MEASURE = """<script>
addEventListener("load", async () => {
  await document.fonts.ready;
  const root = document.documentElement;
  const within = node => node.closest(".scroll, nav") !== null;
  const wide = [...document.querySelectorAll("body *")].filter(node =>
    node.getBoundingClientRect().right > innerWidth + 0.5 && !within(node) && !node.closest("svg"));
  const table = document.querySelector("#table-fans table");
  const head = [...table.tHead.rows[0].cells].at(-1);
  const last = row => Number(row.cells[row.cells.length - 1].dataset.order);
  const shares = () => [...table.tBodies[0].rows].map(last);
  head.querySelector("button").click();
  const down = shares();
  head.querySelector("button").click();
  const up = shares();
  document.querySelector("button.copy").click();
  await new Promise(done => setTimeout(done, 300));
  parent.postMessage(JSON.stringify({
    width: innerWidth, scroll: root.scrollWidth, faults, down, up,
    wide: wide.slice(0, 5).map(node => node.outerHTML.slice(0, 120)),
    charts: [...document.querySelectorAll("figure svg")].map(svg => svg.getBoundingClientRect().width),
    small: Math.min(...[...document.querySelectorAll("p, td, th, dd, dt, li")]
      .map(node => parseFloat(getComputedStyle(node).fontSize))),
    scrolled: [...document.querySelectorAll(".table .scroll")]
      .filter(box => box.scrollWidth > box.clientWidth).map(box => box.closest(".table").id),
    copied: document.querySelector("button.copy").textContent,
  }), "*");
});
</script>"""


# A window cannot be as narrow as a phone; a frame in it can.
FRAME = """<!DOCTYPE html>
<body style="margin: 0">
<script>
addEventListener("message", event => {
  const told = document.createElement("pre");
  told.id = "told";
  told.textContent = event.data;
  document.body.append(told);
});
</script>
<iframe style="border: 0; height: 900px; width: WIDTHpx" srcdoc="PAGE"></iframe>
"""


@pytest.fixture(scope="module", params=variants())
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    name: str = request.param
    fans = {fan.id: 20 for fan in definition(name).fans if fan.id == "seven_pairs"}
    played = rules(name, {"fan_values": fans} if fans else {})
    run = simulate(
        played, hands=1_600, seats="speed,greedy,speed,random", out=tmp_path_factory.mktemp("run") / name
    )
    out = tmp_path_factory.mktemp("report")
    for lang in LANGS:
        report(run, out, lang=lang)
    return out


def browse(folder: Path, page: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    profile = folder / f"profile-{page.stem}-{len(arguments)}"
    command = [str(BROWSER), *FLAGS, f"--user-data-dir={profile}", *arguments, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("lang", LANGS)
def test_page_fits_and_works(folder: Path, tmp_path: Path, lang: str, width: int) -> None:
    text = (folder / f"report.{lang}.html").read_text(encoding="utf-8")
    page = tmp_path / f"watched-{lang}-{width}.html"
    watched = text.replace("<head>", "<head>" + WATCH, 1).replace("</body>", MEASURE + "</body>", 1)
    frame = FRAME.replace("WIDTH", str(width)).replace("PAGE", html.escape(watched))
    page.write_text(frame, encoding="utf-8")
    done = browse(tmp_path, page, "--window-size=1300,1000", "--dump-dom")
    told = told_by(done.stdout)
    assert told["width"] == width
    assert told["scroll"] <= width, told["wide"]
    assert told["wide"] == []
    assert width == 390 or told["scrolled"] == []
    assert told["faults"] == []
    assert [line for line in done.stderr.splitlines() if ":CONSOLE" in line] == []
    assert told["down"] == sorted(told["down"], reverse=True)
    assert told["up"] == sorted(told["up"])
    assert told["copied"] in {"Copied", "已复制"}
    assert told["small"] >= 11
    assert min(told["charts"]) > (330 if width == 390 else 450)


def told_by(page: str) -> dict[str, Any]:
    found = re.search(r'<pre id="told">(.*?)</pre>', page, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(html.unescape(found[1]))
    return told


@pytest.mark.parametrize("lang", LANGS)
def test_page_prints_to_a4(folder: Path, tmp_path: Path, lang: str) -> None:
    page, printed = folder / f"report.{lang}.html", tmp_path / "report.pdf"
    browse(tmp_path, page, f"--print-to-pdf={printed}", "--no-pdf-header-footer")
    content = printed.read_bytes()
    assert content.startswith(b"%PDF-")
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([0-9.]+) ([0-9.]+)\s*\]", content)
    assert boxes
    assert all(abs(float(w) - 595) < 2 and abs(float(h) - 842) < 2 for w, h in boxes)
    # A report of some twenty tables and ten charts is read on a dozen sheets or so, not on fifty.
    assert len(boxes) <= 22
