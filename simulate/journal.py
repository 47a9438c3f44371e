"""The journal of a run that is not finished: which parts came since its manifest was written.

A line is added when a part's files stand in their place. The manifest could be rewritten instead, but a run
of thousands of parts would spend its time on that. A line that was cut off by a kill does not count: its part
is played again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from hupai.simulate.manifest import PartRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hupai.simulate.layout import Layout


def append(layout: Layout, part: PartRecord) -> None:
    """Note that a part is there."""
    with layout.journal.open("a", encoding="utf-8") as file:
        file.write(part.model_dump_json() + "\n")


def extended(layout: Layout, parts: Sequence[PartRecord]) -> tuple[PartRecord, ...]:
    """Return the parts of a manifest and those that the journal adds to them, in a row."""
    known = list(parts)
    try:
        lines = layout.journal.read_text(encoding="utf-8").split("\n")
    except (FileNotFoundError, UnicodeDecodeError):
        return tuple(known)
    for line in lines[:-1]:
        try:
            part = PartRecord.model_validate_json(line)
        except ValidationError:
            break
        if part.part == len(known) and part.first == (known[-1].stop if known else 0):
            known.append(part)
    return tuple(known)
