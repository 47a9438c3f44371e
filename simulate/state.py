"""A run's folder while it is written: how it is begun, gone on with, added to and finished.

A kill at any moment leaves a run that can be gone on with: what is being written stands under
``unfinished/``, parts come one after another, in order, each by renaming, and a line of the journal follows.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from hupai.ext.engine import STRATEGIES
from hupai.ext.errors import RunError
from hupai.ext.seats import format_seats
from hupai.simulate import journal
from hupai.simulate.files import sync_folder
from hupai.simulate.layout import TABLES, Layout
from hupai.simulate.manifest import Manifest, Settings, Versions, read_manifest, write_manifest
from hupai.simulate.plan import part_size
from hupai.simulate.survey import survey

if TYPE_CHECKING:
    from pathlib import Path

    from hupai.simulate.manifest import PartRecord, Seated
    from hupai.simulate.survey import Fault


class State:
    """What is there of a run that is to have `hands` hands.

    Parameters
    ----------
    root
        The run's folder, held by this process alone.
    settings, hands
        What is wanted.

    Attributes
    ----------
    manifest
        Of the parts that can stay.
    missing
        Numbers of parts that are listed and gone; they are to be played again.
    finished
        Whether the manifest on the disk is that of a complete run; else what is there may be in the journal.

    Raises
    ------
    RunError
        If the folder is no run, or one of other settings, or damaged. Nothing is changed.
    """

    def __init__(self, root: Path, settings: Settings, hands: int) -> None:
        self.layout = Layout(root)
        self.missing: list[int] = []
        self.finished = False
        wanted = Manifest(**dict(settings), hands=hands, versions=Versions.here())
        if not self._begun():
            self.manifest = wanted
            return
        held = read_manifest(self.layout)
        _compare(self.layout, held, wanted)
        found = survey(root, checked=True)
        bad = [fault for fault in found.faults if fault.what != "missing"]
        if bad:
            raise RunError(_told(root, bad))
        self.missing = sorted({fault.part for fault in found.faults if fault.part is not None})
        self.manifest = found.manifest
        self.finished = held.complete and not self.missing

    def open(self, hands: int) -> None:
        """Make the folder ready for parts of a run of `hands` hands: from here on something is written."""
        for table in TABLES if self.manifest.facts else TABLES[:2]:
            (self.layout.parts / table).mkdir(parents=True, exist_ok=True)
        self.layout.unfinished.mkdir(exist_ok=True)
        self.sweep()
        size = part_size(self.manifest.hands_per_table)
        kept = [part for part in self.manifest.parts if part.stop % size == 0 or part.stop == hands]
        self.manifest = self.manifest.with_parts(kept, hands=hands)
        self.missing = [index for index in self.missing if index < len(kept)]
        write_manifest(self.layout, self.manifest)
        self.layout.journal.unlink(missing_ok=True)

    def add(self, part: PartRecord) -> None:
        """Put the next part in its place."""
        self._place(part)
        journal.append(self.layout, part)
        self.manifest = self.manifest.with_parts((*self.manifest.parts, part))

    def put_back(self, part: PartRecord) -> None:
        """Put a part in its place that was missing.

        Raises
        ------
        RunError
            If it is not what the manifest lists.
        """
        if part != self.manifest.parts[part.part]:
            raise RunError(
                f"Part {part.part} of {self.layout.root} was missing, and played again it is not what the "
                f"manifest lists: the run was made by another program. Nothing was put in its place."
            )
        self._place(part)
        self.missing.remove(part.part)

    def finish(self, hands: int) -> None:
        """Write the manifest of the complete run of `hands` hands, and leave nothing else behind."""
        self.manifest = self.manifest.with_parts(self.manifest.parts, hands=hands)
        for table in self.layout.parts.iterdir():
            sync_folder(table)
        sync_folder(self.layout.parts)
        write_manifest(self.layout, self.manifest)
        self.clean()

    def sweep(self) -> None:
        """Remove parts that were staged and not put in their places."""
        if self.layout.unfinished.is_dir():
            for file in self.layout.unfinished.glob("*.parquet"):
                file.unlink(missing_ok=True)

    def clean(self) -> None:
        """Remove what a complete run does not have."""
        shutil.rmtree(self.layout.unfinished, ignore_errors=True)

    def _place(self, part: PartRecord) -> None:
        for table in part.files:
            self.layout.staged(table, part.part).replace(self.layout.part(table, part.part))

    def _begun(self) -> bool:
        """Whether there is a manifest; a folder that holds anything else is none of ours."""
        layout = self.layout
        if layout.manifest.exists():
            return True
        there = {entry.name for entry in layout.root.iterdir()}
        # What a kill leaves behind before the first manifest stands: folders, and the manifest being written.
        ours = {layout.parts.name, layout.unfinished.name}
        if there <= ours and not any(file.is_file() for file in layout.parts.rglob("*")):
            return False
        raise RunError(
            f"{layout.root} is not empty and has no manifest.json: it is no run. "
            f"Nothing was touched; choose another --out."
        )


def _compare(layout: Layout, there: Manifest, wanted: Manifest) -> None:
    """Make sure that a run is of the settings that are wanted, and can be gone on with."""
    differ = []
    for name in ("variant", "seed", "hands_per_table", "facts"):
        old, new = getattr(there, name), getattr(wanted, name)
        if old != new:
            differ.append(f"{name} ({_word(old)} there, {_word(new)} asked for)")
    for seat, (sits, asked) in enumerate(zip(there.seats, wanted.seats, strict=True)):
        if sits != asked:
            differ.append(f"seat {seat} ({_seated(sits)} there, {_seated(asked)} asked for)")
    if there.variant == wanted.variant:
        for name in sorted({*there.options, *wanted.options}):
            old, new = there.options.get(name), wanted.options.get(name)
            if old != new:
                differ.append(_option(name, old, new))
    if differ:
        raise RunError(
            f"{layout.root} is a run of other settings: {'; '.join(differ)}. Nothing was touched; "
            f"choose another --out."
        )
    if there.versions != wanted.versions:
        raise RunError(
            f"{layout.root} was written by {_versions(there.versions)}; this is "
            f"{_versions(wanted.versions)}. A run is written by one version, so that it can be "
            f"made again. Nothing was touched."
        )
    if wanted.hands < there.hands:
        raise RunError(
            f"{layout.root} is a run of {there.hands:,} hands, more than the {wanted.hands:,} asked for. "
            f"Nothing was touched; choose another --out."
        )


def _option(name: str, old: object, new: object) -> str:
    if isinstance(old, dict) and isinstance(new, dict):
        return "; ".join(
            _option(f"{name}.{key}", old.get(key), new.get(key))
            for key in sorted({*old, *new})
            if old.get(key) != new.get(key)
        )
    return f"{name} ({_word(old)} there, {_word(new)} asked for)"


def _word(value: object) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _seated(seat: Seated) -> str:
    return format_seats([(seat.strategy, seat.parameters)], STRATEGIES)


def _versions(versions: Versions) -> str:
    return f"hupai {versions.program} (schema {versions.schema_}, stream {versions.stream})"


def _told(root: Path, faults: list[Fault]) -> str:
    listed = "; ".join(str(fault) for fault in faults[:5])
    more = f"; and {len(faults) - 5} more" if len(faults) > 5 else ""
    how = "Move such files away; a part that is missing is played again, the same bytes, by the same command."
    return f"{root} is not as its manifest says: {listed}{more}. Nothing was touched. {how}"
