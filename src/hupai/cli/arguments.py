"""Arguments and options that several commands have alike."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

VariantName = Annotated[
    str, typer.Argument(metavar="VARIANT", help="The variant's name, in English or 中文.", show_default=False)
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="Set an option, or one entry: fan_values.seven_pairs=20. True may be yes, on or 是; false no, "
        "off or 否. Goes before a file; the last counts.",
        show_default=False,
    ),
]
OptionFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--options",
        metavar="FILE",
        help="A TOML or JSON file of options. Of several the last counts.",
        show_default=False,
    ),
]

RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The run's folder.", show_default=False)]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Key of all random streams, 0 to 2^64 - 1.")]
SeatNames = Annotated[
    str,
    typer.Option(
        "--seats",
        metavar="SEATS",
        help="One strategy for all four seats, or four: speed:slip=0.05,greedy,greedy,random.",
    ),
]
HandsPerTable = Annotated[
    int, typer.Option("--hands-per-table", metavar="K", help="Hands of a sitting, 1 to 10,000.")
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", metavar="W", help="Threads; by default the number of processors.", show_default=False
    ),
]
