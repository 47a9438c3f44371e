"""What each variant is tested under: `variant_settings/<variant>.toml`, golden cases, line-ups."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hupai.ext.engine import STRATEGIES, Engine
from hupai.ext.rules import Rules, rules, variants
from hupai.ext.rules.options import BoolOption, IntOption, MapOption, NumberOption, SeatsOption, WordOption
from hupai.ext.seats import parse_seats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hupai.ext.rules.options import Option

TESTS = Path(__file__).parents[1]
VARIANTS = variants()
LINE_UPS = ("speed", "speed,greedy,random,speed", "random", "greedy:slip=0.3")

Log = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """Options of a variant that the engine's tests play under."""

    variant: str
    name: str
    rules: Rules
    suits: tuple[str, ...]
    """Suits that are interchangeable under these options."""
    indicator_back: bool
    """The tile turned over goes back into the wall, in the place of any of its tiles."""

    def __str__(self) -> str:
        return f"{self.variant}-{self.name}"


@cache
def declared(variant: str) -> dict[str, Any]:
    """The settings file of a variant: `suits`, perhaps `dealt`, and one `setting` for each setting."""
    file = TESTS / "variant_settings" / f"{variant}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def settings(variant: str) -> tuple[Setting, ...]:
    file = declared(variant)
    return tuple(
        Setting(
            variant,
            entry["name"],
            rules(variant, plain(entry["options"])),
            tuple(entry.get("suits", file["suits"])),
            entry.get("indicator_back", False),
        )
        for entry in file["setting"]
    )


def plain(options: dict[str, Any]) -> dict[str, Any]:
    """Options as they stand in a file, where null is a word."""
    return {name: None if value == "null" else value for name, value in options.items()}


ALL_SETTINGS = [setting for variant in VARIANTS for setting in settings(variant)]


@cache
def golden(variant: str) -> dict[str, Log]:
    """The golden cases of a variant by name, legal and illegal."""
    folder = TESTS / "cases" / variant
    cases = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))
    }
    with (folder / "random.jsonl").open(encoding="utf-8") as lines:
        cases |= {f"random-{number}": json.loads(line) for number, line in enumerate(lines, start=1)}
    return cases


def engine(played: Rules, line_up: str, *, seed: int = 1, hands_per_table: int = 16) -> Engine:
    seats = parse_seats(line_up, STRATEGIES)
    return Engine(played.book(), seats, seed=seed, hands_per_table=hands_per_table)


def replays(played: Rules, line_up: str, hands: int, *, seed: int = 1, first: int = 0) -> Iterator[Log]:
    """The logs of `hands` hands, as a run's replay gives them."""
    return engine(played, line_up, seed=seed).replay(first, first + hands)


def values_of(option: Option) -> list[Any]:
    """Values that an option takes, some of each sort."""
    if isinstance(option, BoolOption):
        return [False, True]
    if isinstance(option, IntOption):
        low, high = option.min, option.max
        if low is None or high is None:
            values = list(option.values)
        else:
            around = low + 9 if option.default is None else option.default
            values = [value for value in (low, around - 1, around + 1, around + 2) if low <= value <= high]
        return values if option.null is None else [*values, None]
    if isinstance(option, NumberOption):
        return [option.min, (option.min + option.max) / 2]
    if isinstance(option, WordOption):
        return [choice.name for choice in option.values]
    if isinstance(option, SeatsOption):
        return [*(choice.name for choice in option.values), [option.min, option.min + 1] * 2]
    return list(other_maps(option))


def other_maps(option: MapOption) -> Iterator[dict[str, int]]:
    """Every entry changed at once, upwards and downwards, without touching what is 0."""
    for step in (3, -1):
        entries = {}
        for key in option.keys:
            low, high = option.limits(key)
            value = 6 if key.default is None else key.default
            entries[key.name] = value if value == 0 else min(max(value + step, low, 1), high)
        yield entries
