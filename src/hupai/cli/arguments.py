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
        help="Set an option, or one entry: fan_values.seven_pairs=20. Goes before a file; the last counts.",
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
