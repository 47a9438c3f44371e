"""``hupai simulate VARIANT``: plays hands and writes a run."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hupai.cli.arguments import HandsPerTable, OptionFiles, SeatNames, Seed, Sets, VariantName, Workers
from hupai.cli.frame import Screen, command
from hupai.cli.progress import hands_progress
from hupai.cli.tables import counted

if TYPE_CHECKING:
    from hupai.analysis.precision import Precision
    from hupai.ext.rules import Rules
    from hupai.simulate import Run


def register(app: typer.Typer) -> None:
    """Hang the command on `app`."""
    app.command("simulate")(simulate)


@command
def simulate(
    screen: Screen,
    variant: VariantName,
    hands: Annotated[
        int,
        typer.Option("--hands", metavar="N", help="Hands that the run is to have.", show_default=False),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="RUN", help="The run's folder.", show_default=False)],
    sets: Sets = None,
    options: OptionFiles = None,
    seats: SeatNames = "speed",
    seed: Seed = 1,
    hands_per_table: HandsPerTable = 16,
    workers: Workers = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="EXPR",
            help="Stop as soon as 95 % intervals are this narrow: win_rate±0.001 and points±0.2 (or +-).",
            show_default=False,
        ),
    ] = None,
    *,
    no_facts: Annotated[
        bool, typer.Option("--no-facts", help="Do not record what settling under other options needs.")
    ] = False,
) -> None:
    """Play hands and write them to a run.

    The same command goes on with a run where it stopped; a larger --hands adds to it. A run of other settings
    is left alone.
    """
    from hupai.ext.rules import rules_from_texts

    rules = rules_from_texts(variant, sets or [], options or [])
    judge = _judge(rules, until)
    words = ["hupai", "simulate", variant, "--hands", str(hands), "--out", str(out)]
    words += [word for text in sets or () for word in ("--set", text)]
    words += [word for file in options or () for word in ("--options", str(file))]
    words += ["--seats", seats] if seats != "speed" else []
    words += ["--seed", str(seed)] if seed != 1 else []
    words += ["--hands-per-table", str(hands_per_table)] if hands_per_table != 16 else []
    words += ["--workers", str(workers)] if workers is not None else []
    words += ["--until", until] if until is not None else []
    words += ["--no-facts"] if no_facts else []
    run = simulated(
        screen,
        rules,
        again=words,
        hands=hands,
        out=out,
        seats=seats,
        seed=seed,
        hands_per_table=hands_per_table,
        workers=workers,
        until=judge,
        facts=not no_facts,
    )
    _tell(screen, run, hands, judge)


def simulated(screen: Screen, rules: Rules, *, again: list[str], out: Path, **settings: Any) -> Run:
    """Play hands with progress on standard error.

    Parameters
    ----------
    screen
        Where progress goes.
    rules, out, settings
        As `hupai.simulate.simulate` takes them.
    again
        The words of the command that goes on after an interruption, which is told then.
    """
    from hupai.simulate import simulate as play

    try:
        with hands_progress(screen) as progress:
            return play(rules, out=out, progress=progress, **settings)
    except KeyboardInterrupt:
        command_line = shlex.join(again)
        raise KeyboardInterrupt(
            screen.say(
                zh=f"已中断；写好的部分都保留。继续：\n{command_line}",
                en=f"interrupted; the parts that are written stay. To go on:\n{command_line}",
            )
        ) from None


def _judge(rules: Rules, until: str | None) -> Precision | None:
    if until is None:
        return None
    from hupai.analysis.precision import Precision

    return Precision(rules, until)


def _tell(screen: Screen, run: Run, asked: int, judge: Precision | None) -> None:
    manifest = run.manifest
    told: dict[str, Any] = {
        "run": str(run.path),
        "variant": run.rules.name,
        "hands": manifest.hands,
        "parts": len(manifest.parts),
        "bytes": sum(file.bytes for part in manifest.parts for file in part.files.values()),
        "complete": manifest.complete,
    }
    reached = [] if judge is None else [(target, judge.estimate(target)) for target in judge.targets]
    if any(estimate.n for _, estimate in reached):
        told["until"] = [
            {
                "metric": target.metric,
                "wanted": target.half_width,
                "half_width": estimate.half_width,
                "value": estimate.value,
            }
            for target, estimate in reached
        ]
    if screen.json:
        screen.write_json(told)
        return
    size = f"{told['bytes'] / 1e6:,.1f} MB"
    hands, parts = counted(manifest.hands, "hand"), counted(told["parts"], "part")
    screen.line(
        screen.say(
            zh=f"{run.path}：{manifest.hands:,} 局，{told['parts']:,} 个部分，{size}，已完成",
            en=f"{run.path}: complete, {hands} in {parts}, {size}",
        )
    )
    for goal in told.get("until", ()):
        half = "∞" if goal["half_width"] is None else format(goal["half_width"], ".3g")
        metric, wanted = goal["metric"], f"≤ {goal['wanted']:g}"
        screen.line(screen.say(zh=f"{metric}：±{half}（要求 {wanted}）", en=f"{metric} ±{half} ({wanted})"))
    if told.get("until") and manifest.hands == asked and judge is not None and not judge.met:
        screen.remark(
            screen.say(
                zh="达到 --hands 时区间仍不够窄；加大 --hands 可继续。",
                en="the intervals are not yet this narrow; a larger --hands goes on.",
            )
        )
