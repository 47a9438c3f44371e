"""Looks up the report's words, which stand in `messages.toml`, in one of its two languages."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from hupai.analysis.document import Document, Text

Lang = Literal["zh", "en"]
LANGS: tuple[Lang, ...] = ("zh", "en")


@cache
def messages() -> dict[str, dict[str, str]]:
    """Return every message: its key -> language -> text, with holes written ``{name}``."""
    held = files("hupai.reports").joinpath("messages.toml").read_text(encoding="utf-8")
    return tomllib.loads(held)


class Words:
    """The report's words in one language.

    Parameters
    ----------
    lang
        ``zh`` or ``en``.
    """

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a message with its holes filled.

        Raises
        ------
        KeyError
            If there is no such message, or a hole that nothing fills: the report's fault, found by its tests.
        """
        return messages()[key][self.lang].format_map(values)

    def of(self, text: Text) -> str:
        """Return the variant's own text in this language."""
        return text.zh if self.lang == "zh" else text.en

    def listing(self, items: list[str]) -> str:
        """Return names one after another."""
        return self("list.separator").join(items)


def need_label(need: int, document: Document, words: Words) -> str:
    """Write a number of tiles needed; the last one stands for more, too."""
    return words("or_more", n=need) if need == document.last_need else str(need)
