"""The kinds of option that a variant may declare, and what each of them accepts.

An option's value is plain Python: an integer, number, bool, string or None; a mapping of integers; or four
whole numbers, one a seat. `Declared.accept` turns what a user gave into that value, 中文 names into English
ones, or raises an `OptionError` that says what is allowed.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from hupai.ext.errors import OptionError, nearest

Kind = Literal["play", "score", "next"]
"""What a change of the option touches: what a hand does, what things are worth, who deals next."""

Lang = Literal["zh", "en"]

Value: TypeAlias = "int | float | bool | str | dict[str, int] | list[int] | None"
"""A value in force."""

LARGEST = 1_000_000
"""The upper limit of an integer for which a variant's page names none.

It keeps amounts within 64 bits; where a product of several options could leave them all the same, a variant
declares narrower limits.
"""

SHOWN = 120
"""The most characters of a wrong value that an error repeats."""

TRUTH = {
    "是": True, "yes": True, "on": True, "true": True,
    "否": False, "no": False, "off": False, "false": False,
}  # fmt: skip
"""The words for true and false, in any case."""


class Model(BaseModel):
    """Base of all declarations: closed and frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Text(Model):
    """A text in both languages."""

    zh: str
    en: str

    def say(self, lang: Lang) -> str:
        """Return the text in `lang`."""
        return self.zh if lang == "zh" else self.en


class Choice(Model):
    """One of the words that an option takes."""

    name: str
    zh: str
    en: str

    def say(self, lang: Lang) -> str:
        """Return the word's meaning in `lang`."""
        return self.zh if lang == "zh" else self.en


class Pattern(Model):
    """Words made of a fixed beginning and a tile, such as ``fixed:7z``."""

    prefix: str
    zh: str
    """The 中文 beginning that is as good, such as ``定鬼:``."""
    en: str
    tiles: tuple[str, ...] = Field(strict=False)
    """The tiles that may follow."""

    @property
    def form(self) -> str:
        """The pattern as it is shown, such as ``fixed:<tile>``."""
        return f"{self.prefix}<tile>"

    def read(self, word: str) -> str | None:
        """Return `word` in its English form, or None if it is no such word."""
        for prefix in (self.prefix, self.zh, self.zh.replace(":", "：")):
            if word.startswith(prefix) and word[len(prefix) :].strip() in self.tiles:
                return self.prefix + word[len(prefix) :].strip()
        return None


class Key(Model):
    """One entry of a mapping option."""

    name: str
    zh: str
    default: int | None = None
    """None where the variant's own code fills it in."""
    min: int | None = None
    """Narrows the option's own limit."""
    max: int | None = None


def shown(value: object) -> str:
    """Return `value` as an options file would have it, on one line and not too long; None as ``null``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # What cannot be printed (a lone surrogate from a terminal, a line break) must not break the message.
        return _shortened("".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in value))
    if isinstance(value, Mapping):
        return _shortened(
            "{" + ", ".join(f"{shown(key)} = {shown(entry)}" for key, entry in value.items()) + "}"
        )
    if isinstance(value, Sequence):
        return _shortened("[" + ", ".join(shown(entry) for entry in value) + "]")
    if isinstance(value, int) and abs(value) >= 10**40:
        return f"a number of {int(math.log10(abs(value))) + 1} digits"
    return shown(str(value))


def _shortened(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def whole(value: object) -> int | None:
    """Return `value` if it is a whole number of Python's or numpy's (not true, not 6.0), else None."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:  # also of an array, which has the method all the same
        return None


class Declared(Model):
    """What all kinds of option declare."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    zh: str = Field(pattern=r"^[^\s.,=;:：，]+$")
    clause: str
    kind: Kind
    meaning: Text
    null: Text | None = None
    """Present where the option takes null, and what null means."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that a change of the option may touch."""
        return (self.kind,)

    def accept(self, value: object, *, key: str | None = None, place: str = "") -> Value:
        """Return the value in force for the given `value`.

        Parameters
        ----------
        value
            What the user gave.
        key
            The option as the user wrote it; by default its name.
        place
            Where it was written, such as `` (house.toml, line 3)``; goes into the error.

        Raises
        ------
        OptionError
            If the option does not take the value.
        """
        written = self.name if key is None else key
        if self.null is not None and (
            value is None or (isinstance(value, str) and value in ("null", self.null.zh))
        ):
            return None
        return self._read(value, written, place)

    def allowed(self, lang: Lang = "en") -> tuple[str, ...]:
        """Return what the option takes: words, or one phrase such as ``a whole number from 5 to 14``."""
        plain = self._allowed(lang)
        if self.null is None:
            return plain
        return (*plain, f"null（{self.null.zh}）" if lang == "zh" else f"null ({self.null.en})")

    def _read(self, value: object, key: str, place: str) -> Value:
        raise NotImplementedError

    def _allowed(self, lang: Lang) -> tuple[str, ...]:
        raise NotImplementedError

    def _refuse(self, value: object, key: str, place: str, near: str | None = None) -> OptionError:
        return OptionError(
            f"{key}{place} cannot be {quoted(value)}", key=key, allowed=self.allowed(), nearest=near
        )


def quoted(value: object) -> str:
    """Return `value` as `shown`, a text in quotes."""
    return f'"{shown(value)}"' if isinstance(value, str) else shown(value)


def _span(low: int | float, high: int | float, what: Text, lang: Lang) -> str:
    return f"{low} 至 {high} 的{what.zh}" if lang == "zh" else f"{what.en} from {low} to {high}"


_INTEGER = Text(zh="整数", en="a whole number")
_NUMBER = Text(zh="数", en="a number")


class IntOption(Declared):
    """A whole number within limits, or one of a few."""

    type: Literal["int"]
    min: int | None = None
    max: int | None = None
    values: tuple[int, ...] = Field(default=(), strict=False)
    default: int | None

    @model_validator(mode="after")
    def _limited(self) -> Self:
        if (self.min is None or self.max is None) == (not self.values):
            raise ValueError(f"{self.name} needs either min and max, or values")
        return self

    def _read(self, value: object, key: str, place: str) -> int:
        number = whole(value)
        if number is None or not self._fits(number):
            raise self._refuse(value, key, place)
        return number

    def _fits(self, number: int) -> bool:
        if self.min is None or self.max is None:
            return number in self.values
        return self.min <= number <= self.max

    def _allowed(self, lang: Lang) -> tuple[str, ...]:
        if self.min is None or self.max is None:
            return tuple(str(value) for value in self.values)
        return (_span(self.min, self.max, _INTEGER, lang),)


class NumberOption(Declared):
    """A finite number within limits; whole numbers are taken too."""

    type: Literal["number"]
    min: float
    max: float
    default: float | None

    def _read(self, value: object, key: str, place: str) -> float:
        if isinstance(value, bool | str) or not hasattr(value, "__float__"):
            raise self._refuse(value, key, place)
        try:
            number = float(value)
        except (OverflowError, TypeError, ValueError):
            raise self._refuse(value, key, place) from None
        if not math.isfinite(number) or not self.min <= number <= self.max:
            raise self._refuse(value, key, place)
        return number + 0.0  # −0.0 is 0.0: equal settings must have equal bytes

    def _allowed(self, lang: Lang) -> tuple[str, ...]:
        return (_span(self.min, self.max, _NUMBER, lang),)


class BoolOption(Declared):
    """True or false, or a word for them: 是 or 否, yes or no, on or off."""

    type: Literal["bool"]
    default: bool | None

    def _read(self, value: object, key: str, place: str) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in TRUTH:
            return TRUTH[value.lower()]
        raise self._refuse(value, key, place)

    def _allowed(self, lang: Lang) -> tuple[str, ...]:
        return ("true（是）", "false（否）") if lang == "zh" else ("true", "false")


class WordOption(Declared):
    """One of a few words, or a word of a pattern."""

    type: Literal["string"]
    values: tuple[Choice, ...] = Field(strict=False)
    patterns: tuple[Pattern, ...] = Field(default=(), strict=False)
    default: str | None

    def _read(self, value: object, key: str, place: str) -> str:
        if not isinstance(value, str):
            raise self._refuse(value, key, place)
        word = read_word(value, self.values)
        if word is not None:
            return word
        for pattern in self.patterns:
            fitting = pattern.read(value)
            if fitting is not None:
                return fitting
        raise self._refuse(value, key, place, near_word(value, self.values))

    def _allowed(self, lang: Lang) -> tuple[str, ...]:
        words = [f"{choice.name}（{choice.zh}）" if lang == "zh" else choice.name for choice in self.values]
        for pattern in self.patterns:
            tiles = " ".join(pattern.tiles)
            words.append(
                f"{pattern.form}（{pattern.zh}{tiles}）" if lang == "zh" else f"{pattern.form} of {tiles}"
            )
        return tuple(words)


class MapOption(Declared):
    """A mapping of known keys to whole numbers; it may be given in part."""

    type: Literal["map"]
    keys: tuple[Key, ...] = Field(strict=False)
    min: int = 0
    max: int = LARGEST
    zero_is_play: bool = False
    """A value that becomes or stops being 0 can change what is legal."""
    derived: bool = False
    """Entries without a default are filled in by the variant's `resolve`."""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        missing = [key.name for key in self.keys if key.default is None]
        if missing and not self.derived:
            raise ValueError(f"{self.name} has no default for {', '.join(missing)}")
        return self

    @property
    def default(self) -> dict[str, int]:
        """The entries in force where none is given."""
        return {key.name: key.default for key in self.keys if key.default is not None}

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that a change of the option may touch."""
        return (self.kind, "play") if self.zero_is_play and self.kind != "play" else (self.kind,)

    def limits(self, key: Key) -> tuple[int, int]:
        """Return the least and the largest value of the entry `key`."""
        return (self.min if key.min is None else key.min, self.max if key.max is None else key.max)

    def key(self, written: str) -> Key | None:
        """Return the entry of that English or 中文 name.

        What stands in brackets in a 中文 name may be left out where that leaves no doubt: 坎 for 坎（暗刻）.
        """
        for key in self.keys:
            if written in (key.name, key.zh):
                return key
        begun = [key for key in self.keys if written == key.zh.partition("（")[0]]
        return begun[0] if len(begun) == 1 else None

    def _read(self, value: object, key: str, place: str) -> dict[str, int]:
        if not isinstance(value, Mapping):
            raise self._refuse(value, key, place)
        entries: dict[str, int] = {}
        for written, given in value.items():
            name, number = self.accept_entry(written, given, key=key, place=place)
            if name in entries:
                raise OptionError(f"{key}.{written}{place} is given twice", key=f"{key}.{written}")
            entries[name] = number
        return entries

    def accept_entry(
        self, written: object, value: object, *, key: str | None = None, place: str = ""
    ) -> tuple[str, int]:
        """Return the English name and the value of one entry, or raise `OptionError`."""
        option = self.name if key is None else key
        entry = self.key(written) if isinstance(written, str) else None
        if entry is None:
            near = near_word(str(written), self.keys)
            raise OptionError(
                f'{option}{place} has no entry "{shown(written)}"',
                key=f"{option}.{written}",
                allowed=() if near else [known.name for known in self.keys],
                nearest=near,
            )
        low, high = self.limits(entry)
        number = whole(value)
        if number is None or not low <= number <= high:
            raise OptionError(
                f"{option}.{written}{place} cannot be {quoted(value)}",
                key=f"{option}.{written}",
                allowed=_span(low, high, _INTEGER, "en"),
            )
        return entry.name, number

    def _allowed(self, lang: Lang) -> tuple[str, ...]:
        span = _span(self.min, self.max, _INTEGER, lang)
        limits = {key.name: self.limits(key) for key in self.keys}
        narrower = [
            f"{name} {low}–{high}"
            for name, (low, high) in limits.items()
            if (low, high) != (self.min, self.max)
        ]
        plain = f"名称 → {span}" if lang == "zh" else f"a mapping of names to {span}"
        return (plain, *narrower)


class SeatsOption(Declared):
    """Four whole numbers for seats 0–3, or one of a few words."""

    type: Literal["seats"]
    min: int = 0
    max: int = LARGEST
    values: tuple[Choice, ...] = Field(default=(), strict=False)
    default: list[int] | str

    def _read(self, value: object, key: str, place: str) -> str | list[int]:
        if isinstance(value, str):
            word = read_word(value, self.values)
            if word is None:
                raise self._refuse(value, key, place, near_word(value, self.values))
            return word
        if isinstance(value, Mapping) or not isinstance(value, Sequence) or len(value) != 4:
            raise self._refuse(value, key, place)
        numbers = [number for entry in value if (number := whole(entry)) is not None]
        if len(numbers) != 4 or not all(self.min <= number <= self.max for number in numbers):
            raise self._refuse(value, key, place)
        return numbers

    def _allowed(self, lang: Lang) -> tuple[str, ...]:
        four = (
            f"[座位 0–3 各一个 {self.min} 至 {self.max} 的整数]"
            if lang == "zh"
            else f"[four whole numbers from {self.min} to {self.max}, for seats 0–3]"
        )
        return (four, *(f"{word.name}（{word.zh}）" if lang == "zh" else word.name for word in self.values))


Option = Annotated[
    IntOption | NumberOption | BoolOption | WordOption | MapOption | SeatsOption, Field(discriminator="type")
]
"""Any kind of option, told apart by ``type``."""


def read_word(written: str, words: Sequence[Choice]) -> str | None:
    """Return the English name of the word written in either language, or None."""
    return next((word.name for word in words if written in (word.name, word.zh)), None)


def near_word(written: str, words: Sequence[Choice | Key | Declared]) -> str | None:
    """Return the name most like the one written, in the language in which it was written."""
    return nearest(written, [name for word in words for name in (word.name, word.zh)])
