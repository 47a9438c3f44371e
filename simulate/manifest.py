"""The manifest: everything that is needed to make a run again, and a checksum of each of its files.

Nothing in it tells time, host, workers or rate: the same run has the same manifest, byte for byte.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from hupai.ext.errors import HupaiError, RunError
from hupai.ext.rules import Rules, rules
from hupai.simulate.files import write_whole
from hupai.simulate.layout import TABLES, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hupai.simulate.layout import Layout

SCHEMA_VERSION = 1
"""Names the layout of a run: its folders, tables, columns and their meaning."""

MOST_HANDS = 2**53
MOST_PER_TABLE = 10_000


class Model(BaseModel):
    """Base of what a manifest is made of: closed and frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FileRecord(Model):
    """One Parquet file of a part."""

    rows: int = Field(ge=0)
    bytes: int = Field(ge=1)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class PartRecord(Model):
    """A part: the hands from `first` up to, not including, `stop`."""

    part: int = Field(ge=0)
    first: int = Field(ge=0)
    stop: int = Field(ge=1)
    files: dict[Table, FileRecord]
    """Table -> its file."""


class Seated(Model):
    """Who sits in a seat."""

    strategy: str
    parameters: dict[str, float] = {}


class Versions(Model):
    """What wrote the run; each names what could make its bytes differ."""

    program: str
    schema_: int = Field(alias="schema")
    stream: int

    model_config = ConfigDict(serialize_by_alias=True, populate_by_name=True)

    @classmethod
    def here(cls) -> Self:
        """Return the versions of this program."""
        from importlib.metadata import version

        from hupai.ext.streams import STREAM_VERSION

        return cls(program=version("hupai"), schema=SCHEMA_VERSION, stream=STREAM_VERSION)


class Settings(Model):
    """What decides every byte of a run but the number of its hands.

    Attributes
    ----------
    variant
        The variant.
    options
        Every option in force.
    given
        Of them those that were given and differ from the defaults.
    rules_hash
        Names variant and options (`Rules.hash`).
    seats
        Seats 0 to 3.
    seed
        Key of all random streams.
    hands_per_table
        Hands of a sitting.
    facts
        Whether facts are recorded.
    """

    variant: str
    options: dict[str, Any]
    given: dict[str, Any]
    rules_hash: str
    seats: tuple[Seated, Seated, Seated, Seated]
    seed: int = Field(ge=0, lt=2**64)
    hands_per_table: int = Field(ge=1, le=MOST_PER_TABLE)
    facts: bool

    def rules(self) -> Rules:
        """Return the rules of the run.

        Raises
        ------
        RunError
            If this program knows no such rules, or gives them another meaning.
        """
        try:
            made = rules(self.variant, self.given)
        except HupaiError as error:
            raise RunError(f"The run's rules are not those of this program: {error}") from None
        if made.options != self.options or made.hash != self.rules_hash:
            raise RunError(
                f"The run's rules are not those of this program: {self.variant} has other defaults now."
            )
        return made


class Manifest(Settings):
    """Settings, versions, the number of hands, and the parts that are there.

    While a run is not finished, `parts` does not reach up to `hands`; parts that came since the manifest was
    written stand in the journal.
    """

    hands: int = Field(ge=1, le=MOST_HANDS)
    versions: Versions
    parts: tuple[PartRecord, ...] = ()

    @property
    def settings(self) -> Settings:
        """What decides every byte but the number of hands."""
        return Settings(**{name: getattr(self, name) for name in Settings.model_fields})

    @property
    def reached(self) -> int:
        """Hands that are there."""
        return self.parts[-1].stop if self.parts else 0

    @property
    def complete(self) -> bool:
        """Whether all hands are there."""
        return self.reached == self.hands

    def with_parts(self, parts: Sequence[PartRecord], *, hands: int | None = None) -> Manifest:
        """Return the manifest with other parts, and another number of hands where it is given."""
        return self.model_copy(
            update={"parts": tuple(parts), "hands": self.hands if hands is None else hands}
        )

    @property
    def checksum(self) -> str:
        """The SHA-256 of everything else in the manifest: a value changed by hand does not go unnoticed."""
        everything = json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(everything.encode()).hexdigest()

    def text(self) -> str:
        """Return the manifest as it is written: one line a part."""
        head = self.model_dump(mode="json", exclude={"parts"})
        order = ("variant", "hands", "hands_per_table", "seed", "seats", "facts", "versions", "rules_hash")
        head = {key: head[key] for key in (*order, "given", "options")}
        head["checksum"] = self.checksum
        lines = [json.dumps(part.model_dump(mode="json"), separators=(", ", ": ")) for part in self.parts]
        listed = "[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]"
        return json.dumps(head, ensure_ascii=False, indent=2)[:-2] + f',\n  "parts": {listed}\n}}\n'

    @model_validator(mode="after")
    def _parts_in_a_row(self) -> Self:
        reached = 0
        tables = set(TABLES if self.facts else TABLES[:2])
        for index, part in enumerate(self.parts):
            if set(part.files) != tables:
                raise ValueError(f"part {index} does not list one file of each table")
            if part.part != index or part.first != reached or part.stop <= part.first:
                raise ValueError(f"part {index} does not follow the one before")
            reached = part.stop
        if reached > self.hands:
            raise ValueError("the parts hold more hands than the run")
        return self


def read_manifest(layout: Layout) -> Manifest:
    """Read the manifest of a run.

    Raises
    ------
    RunError
        If the folder is no run, or the manifest is broken.
    """
    file = layout.manifest
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        what = (
            "There is no folder" if not layout.root.exists() else "There is no manifest.json, so no run, in"
        )
        raise RunError(f"{what} {layout.root}.") from None
    except NotADirectoryError:
        raise RunError(f"{layout.root} is a file, no run folder.") from None
    except UnicodeDecodeError:
        raise RunError(f"{file} is damaged: it is no UTF-8 text.") from None
    try:
        held = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RunError(f"{file} is damaged: {error}.") from None
    versions = held.get("versions") if isinstance(held, dict) else None
    schema = versions.get("schema") if isinstance(versions, dict) else None
    if isinstance(schema, int) and schema != SCHEMA_VERSION:
        raise RunError(f"{file} is of schema {schema}; this program reads schema {SCHEMA_VERSION}.")
    checksum = held.pop("checksum", None) if isinstance(held, dict) else None
    try:
        manifest = Manifest.model_validate(held)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(place) for place in first["loc"])
        reason = first["msg"].removeprefix("Value error, ")
        raise RunError(f"{file} is damaged{f', at {where}' if where else ''}: {reason}.") from None
    if checksum != manifest.checksum:
        fault = (
            "it states no checksum" if checksum is None else "its values do not give the checksum it states"
        )
        raise RunError(
            f"{file} is not as it was written: {fault}. A run is what its manifest says; to play under other "
            f"settings, choose another --out."
        )
    return manifest


def write_manifest(layout: Layout, manifest: Manifest) -> None:
    """Write the manifest whole, in place of the one before."""
    layout.unfinished.mkdir(exist_ok=True)
    write_whole(layout.manifest, manifest.text().encode(), staged=layout.unfinished / "manifest.json")
