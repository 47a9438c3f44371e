"""The columns of a run's tables: names, types, and their meaning in both languages.

A column's unit and meaning travel in the Parquet footer, as metadata of its Arrow field under the keys
``zh``, ``en``, ``unit_zh`` and ``unit_en``. docs/run-folder.md lists them all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hupai.ext.rules import Rules
    from hupai.ext.rules.options import Option, Value

SEATS = 4
ENDS = ("win", "draw", "leave")
"""How a hand ends, by the engine's code."""
WAYS = ("discard", "self", "rob")
"""How a hand is won, by the engine's code."""
ROOM = 100
"""By how much options may raise amounts, over those under the defaults, before amounts take 64 bits."""

WORD = pa.dictionary(pa.int8(), pa.string())
"""A column of few words, stored by their number."""

Unit = tuple[str, str]
HANDS: Unit = ("局", "hands")
DRAWS: Unit = ("次", "draws")
TILES: Unit = ("张", "tiles")
MELDS: Unit = ("个", "melds")
STAKE: Unit = ("底分", "base stakes")


@dataclass(frozen=True, slots=True)
class Column:
    """One column."""

    name: str
    type: pa.DataType
    zh: str
    en: str
    unit: Unit | None = None
    null: bool = False

    @property
    def field(self) -> pa.Field:
        """The column as Arrow has it."""
        said = {"zh": self.zh, "en": self.en}
        if self.unit is not None:
            said |= {"unit_zh": self.unit[0], "unit_en": self.unit[1]}
        return pa.field(self.name, self.type, nullable=self.null, metadata=said)


def amount_type(rules: Rules) -> pa.DataType:
    """Return the type of amounts under `rules`: int32, or int64 where an option can make them large.

    At the defaults no variant comes near two million in a hand. Each option of kind score raises amounts at
    most by the factor that lies between its value and its default (from 1 on), a mapping by its largest such
    factor, or by their product where its entries multiply. Past a hundredfold in all, amounts take 64 bits.
    """
    force, factor = rules.options, 1.0
    multiplying = {fan.id for fan in rules.definition.fans if fan.how in ("multiply", "factor")}
    for option in rules.definition.options:
        if "score" in option.kinds:
            factor *= _raised(option, force[option.name], multiplying)
    return pa.int32() if factor <= ROOM else pa.int64()


def _raised(option: Option, value: Value, multiplying: set[str]) -> float:
    default = option.default
    if isinstance(value, dict):
        defaults = default if isinstance(default, dict) else {}
        factor, largest = 1.0, 1.0
        for key, entry in value.items():
            ratio = _ratio(entry, defaults.get(key))
            if key in multiplying:
                factor *= ratio
            else:
                largest = max(largest, ratio)
        return factor * largest
    if isinstance(value, list):
        return max((_ratio(entry, None) for entry in value), default=1.0)
    return _ratio(value, default)


def _ratio(value: object, default: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 1.0
    base = default if isinstance(default, int | float) and not isinstance(default, bool) else 1
    return max(1.0, abs(value) / max(1, abs(base)))


@lru_cache(maxsize=64)
def hand_schema(rules: Rules) -> pa.Schema:
    """Return the schema of the table `hands`: one row a hand."""
    return _schema(rules, "hands", _hand_columns(rules))


@lru_cache(maxsize=64)
def win_schema(rules: Rules) -> pa.Schema:
    """Return the schema of the table `wins`: one row a winner."""
    return _schema(rules, "wins", _win_columns(rules))


@lru_cache(maxsize=64)
def fact_schema(rules: Rules) -> pa.Schema:
    """Return the schema of the table `facts`: one row a hand."""
    return _schema(rules, "facts", _fact_columns())


def part_column(key: str) -> str:
    """Return how a part's columns begin; `stakes` would read like the stakes themselves."""
    return "part_stakes" if key == "stakes" else key


def _schema(rules: Rules, table: str, columns: Iterable[Column]) -> pa.Schema:
    said = {"hupai": json.dumps({"table": table, "variant": rules.name, "rules": rules.hash})}
    return pa.schema([column.field for column in columns], metadata=said)


def _by_seat(
    name: str, kind: pa.DataType, zh: str, en: str, unit: Unit | None, *, null: bool = False
) -> list[Column]:
    return [
        Column(f"{name}_{seat}", kind, f"座位{seat}：{zh}", f"seat {seat}: {en}", unit, null)
        for seat in range(SEATS)
    ]


def _hand_columns(rules: Rules) -> Iterable[Column]:
    small, amount = pa.int8(), amount_type(rules)
    yield Column("hand", pa.int64(), "局号，从0起", "number of the hand in the run, from 0")
    yield Column("table", pa.int64(), "桌号，从0起", "number of the table in the run, from 0")
    yield Column("round", pa.int16(), "本桌第几局，从0起", "number of the hand at its table, from 0")
    yield Column("dealer", small, "庄家座位", "seat of the dealer")
    yield Column(
        "streak", pa.int16(), "庄家此前连庄局数", "hands in a row this dealer dealt before this one", HANDS
    )
    yield Column("end", WORD, "结局：win 胡牌，draw 流局，leave 逃跑", "how it ended: win, draw, leave")
    yield Column("winners", small, "胡牌家数", "number of winners")
    yield Column("draws", small, "发牌后摸牌张数", "tiles drawn after the deal", TILES)
    yield Column("wall_left", small, "结束时牌墙余张", "tiles left in the wall at the end", TILES)
    yield from _by_seat("pay", amount, "本局净得", "net result of the hand", STAKE)
    for part in rules.definition.parts:
        yield from _by_seat(part_column(part.key), amount, f"其中“{part.zh}”", f"of it “{part.en}”", STAKE)
    yield from _by_seat("chows", small, "吃的副数", "chows melded", MELDS)
    yield from _by_seat("pungs", small, "碰的副数", "pungs melded", MELDS)
    yield from _by_seat("kongs", small, "杠的副数", "kongs melded or concealed", MELDS)
    yield from _by_seat("need", small, "起手时距胡牌还需几张", "tiles needed when dealt", TILES)
    yield from _by_seat(
        "ready", small, "首次听牌时自己已摸次数；从未听牌为空",
        "own draws so far when it first held a ready hand; null if never", DRAWS, null=True,
    )  # fmt: skip
    for own in rules.definition.columns:
        kind = getattr(pa, own.type)()
        unit = None if own.unit is None else (own.unit.zh, own.unit.en)
        if own.per_seat:
            yield from _by_seat(own.name, kind, own.zh, own.en, unit, null=own.nullable)
        else:
            yield Column(own.name, kind, own.zh, own.en, unit, own.nullable)


def _win_columns(rules: Rules) -> Iterable[Column]:
    small, amount = pa.int8(), amount_type(rules)
    unit = (rules.definition.variant.unit.zh, rules.definition.variant.unit.en)
    fans = pa.list_(pa.field("element", WORD, nullable=False))
    yield Column("hand", pa.int64(), "局号", "number of the hand in the run")
    yield Column("seat", small, "胡牌座位", "seat of the winner")
    yield Column("position", small, "相对庄家的位置：0为庄家，1为A2……", "position: 0 the dealer, 1 A2, …")
    yield Column(
        "by", WORD, "方式：discard 点炮，self 自摸，rob 抢杠", "how: by discard, self draw, robbing a kong"
    )
    yield Column(
        "from",
        small,
        "点炮或被抢的座位；自摸为空",
        "seat that discarded or was robbed; null by self draw",
        None,
        null=True,
    )
    yield Column("turn", small, "赢家自己已摸次数", "the winner's own draws so far", DRAWS)
    yield Column("tile", WORD, "所胡的牌", "winning tile")
    yield Column("points", amount, "每家应付的单位分", "unit score, before it is multiplied by payers", unit)
    yield Column(
        "gain", amount, "赢家在胡牌一项中的所得", "the winner's share of what is paid for wins", STAKE
    )
    yield Column("fans", fans, "番种，计几次列几次，按字母排序", "fans, each as often as it counts, sorted")


def _fact_columns() -> Iterable[Column]:
    small = pa.int8()
    yield Column("hand", pa.int64(), "局号", "number of the hand in the run")
    yield Column("dealer", small, "庄家座位", "seat of the dealer")
    yield Column(
        "streak", pa.int16(), "庄家此前连庄局数", "hands in a row this dealer dealt before this one", HANDS
    )
    yield Column("end", WORD, "结局", "how it ended: win, draw, leave")
    yield Column("by", WORD, "胡牌方式；无人胡为空", "how it was won; null where nobody did", None, null=True)
    yield Column(
        "from",
        small,
        "点炮、被抢或离开的座位；没有为空",
        "seat that discarded, was robbed or left; null where none",
        None,
        null=True,
    )
    yield Column("tile", WORD, "所胡的牌；没有为空", "winning tile; null where none", None, null=True)
    yield Column("joker", WORD, "鬼牌；没有为空", "joker kind; null where none", None, null=True)
    yield Column("winners", pa.uint8(), "胡牌座位，位掩码", "winners: bit s for seat s")
    yield Column("declared", pa.uint8(), "报听座位，位掩码", "seats that declared 报听: bit s for seat s")
    yield from _by_seat("turns", small, "自己已摸次数", "own draws so far", DRAWS)
    yield from _by_seat(
        "tiles", pa.binary(), "结算要用的暗牌（不含所胡的牌），编码见文档；不需要为空",
        "concealed tiles that settlement needs, without the winning tile, coded; null where it needs none",
        None, null=True,
    )  # fmt: skip
    yield Column("melds", pa.binary(), "四家的副露，按时间，编码见文档", "melds of all seats by age, coded")
    yield Column(
        "meld_times", pa.binary(), "副露与补杠的先后，编码见文档；无补杠为空",
        "when melds were made and kongs added, coded; null where it follows from their order", null=True,
    )  # fmt: skip
    yield Column(
        "meld_marks", pa.binary(), "玩法给副露的标记，每副一字节；全为零则为空",
        "the variant's marks of melds, one byte each; null where all are 0", null=True,
    )  # fmt: skip
    yield Column(
        "marks",
        pa.uint64(),
        "玩法的标记，各位含义见规则模块",
        "the variant's marks; its rules module says what each bit means",
    )
