"""``hupai simulate VARIANT``: plays hands and writes a run."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hupai.cli.arguments import HandsPerTable, OptionFiles, SeatNames, Seed, Sets, VariantName, Workers
from hupai.cli.frame import Screen, command
from hupai.cli.progress import hands_progress

if TYPE_CHECKING:
    from hupai.ext.rules import Rules
    from hupai.simulate import Run


def register(app: typer.Typer) -> None:
    """Hang the command on `app`."""
    app.command("simulate")(simulate)


@command
def simulate(
    screen: Screen,
    variant: VariantName,
    hands: Annotated[int, typer.Option("--hands", metavar="N", help="Hands that the run is to have.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", metavar="RUN", help="The run's folder.", show_default=False)],
    sets: Sets = None,
    options: OptionFiles = None,
    seats: SeatNames = "speed",
    seed: Seed = 1,
    hands_per_table: HandsPerTable = 16,
    workers: Workers = None,
    *,
    no_facts: Annotated[bool, typer.Option("--no-facts", help="Do not record what settling again needs.")] = False,
) -> None:
    """Play hands and write them to a run.

    The same command goes on with a run where it stopped; a larger --hands adds to it. A run of other settings
    is left alone.
    """
    from hupai.ext.rules import rules_from_texts

    rules = rules_from_texts(variant, sets or [], options or [])
    run = simulated(
        screen, rules, hands=hands, out=out, seats=seats, seed=seed, hands_per_table=hands_per_table,
        workers=workers, facts=not no_facts,
    )  # fmt: skip
    if screen.json:
        screen.write_json(told(run))
    else:
        screen.line(str(run.path))


def simulated(screen: Screen, rules: Rules, *, out: Path, **settings: Any) -> Run:
    """Play hands with progress on standard error; an interruption says with which command to go on."""
    from hupai.simulate import simulate as play

    with hands_progress(screen) as progress:
        return play(rules, out=out, progress=progress, **settings)


def told(run: Run) -> dict[str, Any]:
    """Return what ``--json`` prints of a run."""
    return {"run": str(run.path), "variant": run.rules.name, "hands": run.manifest.hands}
