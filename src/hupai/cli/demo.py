"""``hupai demo``: the main job in one go."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hupai.cli.frame import Screen, command
from hupai.cli.report import reported
from hupai.cli.simulate import simulated

HANDS = 100_000


def register(app: typer.Typer) -> None:
    """Hang the command on `app`."""
    app.command("demo")(demo)


@command
def demo(
    screen: Screen,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where runs and reports go.")] = Path(
        "hupai-demo"
    ),
) -> None:
    """Play 100,000 hands of each variant, write Parquet and one HTML report each, and print where."""
    from hupai.ext.rules import definition, rules, variants

    made = []
    for name in variants():
        variant = definition(name).variant
        screen.remark(screen.say(zh=f"{variant.zh}：{HANDS:,} 局", en=f"{variant.en}: {HANDS:,} hands"))
        again = ["hupai", "demo", "--out", str(out)]
        run = simulated(screen, rules(name), again=again, hands=HANDS, out=out / name / "run")
        files = reported(screen, run, out / name / "report", formats=("html",))
        made.append({"variant": name, "run": str(run.path), "report": str(files[0])})
        if not screen.json:
            screen.line(str(run.path))
            screen.line(str(files[0]))
    if screen.json:
        screen.write_json(made)
