"""What is there of a run, and what is missing, damaged or foreign."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hupai.simulate import journal
from hupai.simulate.files import digest
from hupai.simulate.layout import TABLES, Layout, part_name
from hupai.simulate.manifest import read_manifest

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from hupai.simulate.layout import Table
    from hupai.simulate.manifest import FileRecord, Manifest

Trouble = Literal["missing", "damaged", "foreign"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A file that is not as it should be."""

    file: str
    """Its path within the run's folder, with slashes."""
    what: Trouble
    why: str
    why_zh: str
    """The same in Chinese."""
    part: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the fault as plain values, the reason in English."""
        return {"file": self.file, "what": self.what, "why": self.why, "part": self.part}

    def __str__(self) -> str:
        return f"{self.what}: {self.file}: {self.why}"


@dataclass(frozen=True, slots=True)
class Status:
    """What is there of a run.

    Attributes
    ----------
    path
        The run's folder.
    manifest
        What the run is, with the parts that the journal adds.
    files
        How many files its parts have.
    bytes
        Their sizes together, as the manifest has them.
    checked
        Whether every file was re-read against its checksum (`verify`), or only looked for (`status`).
    faults
        What is missing, damaged or foreign: each with its ``file`` (a path within the folder), ``what`` of
        these three it is, ``why`` (``why_zh`` in Chinese), and the number of its ``part`` if it is of one.
    complete
        Whether all hands are there and nothing is wrong with any file.
    parts_in_all
        Parts that the run has when it is complete.
    """

    path: Path
    manifest: Manifest
    files: int
    bytes: int
    checked: bool
    faults: tuple[Fault, ...] = field(default=())

    @property
    def complete(self) -> bool:
        """Whether all hands are there and nothing is wrong with any file."""
        return self.manifest.complete and not self.faults

    @property
    def parts_in_all(self) -> int:
        """Parts that the run has when it is complete."""
        from hupai.simulate.plan import part_plans

        return sum(1 for _ in part_plans(self.manifest.hands, self.manifest.hands_per_table))

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain values."""
        manifest = self.manifest
        return {
            "run": str(self.path),
            "variant": manifest.variant,
            "given": manifest.given,
            "seats": [seat.model_dump() for seat in manifest.seats],
            "seed": manifest.seed,
            "hands_per_table": manifest.hands_per_table,
            "facts": manifest.facts,
            "versions": manifest.versions.model_dump(),
            "hands": manifest.hands,
            "hands_there": manifest.reached,
            "parts": self.parts_in_all,
            "parts_there": len(manifest.parts),
            "files": self.files,
            "bytes": self.bytes,
            "checked": self.checked,
            "complete": self.complete,
            "faults": [fault.to_json() for fault in self.faults],
        }


def status(path: str | os.PathLike[str]) -> Status:
    """Look which files of a run are there, by name and size.

    Parameters
    ----------
    path
        The run's folder; a run that is being written may be looked at too.

    Returns
    -------
    Status
        What is there; what is wrong is in its ``faults``, and raises nothing.

    Raises
    ------
    RunError
        If `path` is no run, or its manifest is broken.
    """
    return survey(Path(path), checked=False)


def verify(path: str | os.PathLike[str], *, progress: Callable[[int, int], None] | None = None) -> Status:
    """Re-read every file of a run against its checksum.

    Parameters
    ----------
    path
        The run's folder.
    progress
        Is told how many files have been read, of how many.

    Returns
    -------
    Status
        What is there; what is wrong is in its ``faults``, and raises nothing.

    Raises
    ------
    RunError
        If `path` is no run, or its manifest is broken.
    """
    return survey(Path(path), checked=True, progress=progress)


def survey(root: Path, *, checked: bool, progress: Callable[[int, int], None] | None = None) -> Status:
    """Compare the files of a run with its manifest and journal."""
    layout = Layout(root)
    # In this order: what a run that is being written gains in the meantime is then listed, not foreign.
    there = _entries(layout)
    manifest = _held(layout)
    faults: list[Fault] = []
    listed = [
        (part.part, table, record) for part in manifest.parts for table, record in sorted(part.files.items())
    ]
    for done, (index, table, record) in enumerate(listed):
        fault = _file_fault(layout, index, table, record, checked=checked)
        if fault is not None:
            faults.append(fault)
        if progress is not None:
            progress(done + 1, len(listed))
    faults += _foreign(layout, manifest, there)
    size = sum(record.bytes for _, _, record in listed)
    return Status(root, manifest, len(listed), size, checked, tuple(faults))


def _file_fault(
    layout: Layout, index: int, table: Table, record: FileRecord, *, checked: bool
) -> Fault | None:
    file = layout.part(table, index)
    name = file.relative_to(layout.root).as_posix()
    try:
        size = file.stat().st_size
        if size != record.bytes:
            why = f"it has {size:,} bytes instead of {record.bytes:,}"
            return Fault(name, "damaged", why, f"应为 {record.bytes:,} 字节，实有 {size:,} 字节", index)
        if checked and digest(file) != record.sha256:
            why = "its bytes are not those that were written (SHA-256)"
            return Fault(name, "damaged", why, "内容与写入时不同（SHA-256）", index)
    except FileNotFoundError:
        return Fault(name, "missing", "the manifest lists it", "清单中列有此文件", index)
    except OSError as error:
        why, why_zh = f"it cannot be read ({error.strerror})", f"无法读取：{error.strerror}"
        return Fault(name, "damaged", why, why_zh, index)
    return None


def _held(layout: Layout) -> Manifest:
    """Read the manifest with the parts that the journal adds.

    A writer that finishes replaces the one and removes the other; both are read again then.
    """
    while True:
        manifest = read_manifest(layout)
        if manifest.complete:
            return manifest
        parts = journal.extended(layout, manifest.parts)
        if read_manifest(layout) == manifest:
            return manifest.with_parts(parts)


def _entries(layout: Layout) -> list[Path]:
    """List what stands under data/ and in the folders of the tables."""
    folders = [layout.parts, *(layout.parts / table for table in TABLES)]
    return [entry for folder in folders if folder.is_dir() for entry in sorted(folder.iterdir())]


def _foreign(layout: Layout, manifest: Manifest, there: list[Path]) -> list[Fault]:
    """Find what else stood under data/; the part may that was being put there when a run was killed."""
    tables = TABLES if manifest.facts else TABLES[:2]
    own = {layout.parts / table for table in tables}
    own |= {layout.part(table, part.part) for part in manifest.parts for table in part.files}
    if not manifest.complete:
        own |= {layout.parts / table / part_name(len(manifest.parts)) for table in tables}
    others = {layout.parts / table for table in TABLES[len(tables) :]}
    return [
        Fault(
            entry.relative_to(layout.root).as_posix(),
            "foreign",
            "it is no file of this run",
            "运行中没有此文件",
        )
        for entry in there
        if entry not in own and entry.parent not in others
    ]
