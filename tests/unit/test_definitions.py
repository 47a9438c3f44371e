"""What the variants declare, and what the models refuse to be declared."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from hupai.ext.errors import OptionError, UsageError
from hupai.ext.rules import Definition, definition, ruleset, variants
from hupai.ext.rules.options import MapOption
from hupai.ext.rules.ruleset import accept, settled

CASES = Path(__file__).parents[1] / "cases"

# name, default, kind: the options table of the page, in its order.
HEFEI_OPTIONS = """
base 1 score; fan_values - score; cap_points null score; dealer_rule "win_or_draw" next;
min_suit_tiles 8 play; kong_tiles 4 play; same_number_free 4 score; same_number_scope "every" score;
ten_same_min 11 score; kan_by_discard false score; concealed_kong_is_kan false score;
four_concealed_counts_kan true score; dealer_count_from 1 score; dealer_fan_scope "winner" score;
discard_needs_ready true play;
rob_needs_ready false play; rob_pays 1 score; multi_win "all" play; ready_kong true play;
earthly_break "none" score; limit_takes_best false score; sea_stage true play; pass_lock "none" play
"""

HEFEI_FANS = """
win_base 15, long_suit 1, same_number 1, concealed_pung 1, dealer_by_discard 1, dealer_by_self 2,
one_voided_suit 2, open_pure_double_chow 2, closed_pure_double_chow 4, single_wait 4, tile_hog 4, kong 4,
seven_pairs 10, luxury_seven_pairs 50, double_luxury_seven_pairs 100, triple_luxury_seven_pairs 150,
full_flush 100, ten_same 100, pure_shifted_pungs 100, four_concealed_pungs 100, last_tile_draw 15,
out_with_replacement 2, kong_discard 2, robbing_the_kong 2, earthly_hand 150, heavenly_hand 200
"""

HEFEI_REFUSALS = """
1.2 1.3 1.4 1.5 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 3.1 3.2 3.3 3.5 3.6 3.7 3.8 3.9 3.10 4.2 4.3 4.4 4.5 4.6
4.7 5.1 5.2 5.4 5.5 6.2 6.3 6.4 6.6
"""

# What the variants to come declare beside what Hefei does.
OTHER_NEEDS = """
[variant]
name = "other"
short = "ot"
prefix = "OT"
zh = "别的麻将"
en = "Another mahjong"
deck = { tiles = 136, zh = "全副", en = "all tiles" }
sources = { zh = "无", en = "none" }
unit = { zh = "番", en = "fans" }

[[option]]
name = "joker"
zh = "鬼牌"
clause = "OT-1"
kind = "play"
type = "string"
default = "flip"
values = [{ name = "flip", zh = "翻鬼", en = "turned over" }, { name = "none", zh = "无鬼", en = "none" }]
patterns = [{ prefix = "fixed:", zh = "定鬼:", en = "a fixed kind", tiles = ["1m", "7z"] }]
meaning = { zh = "鬼", en = "the joker" }

[[option]]
name = "fan_values"
zh = "番值"
clause = "OT-2"
kind = "score"
type = "map"
keys = "fans"
zero_is_play = true
meaning = { zh = "番", en = "fans" }

[[option]]
name = "stake_values"
zh = "炮子分"
clause = "OT-3"
kind = "score"
type = "map"
keys = ["chicken_hand", "all_pungs"]
derived = true
max = 100_000
meaning = { zh = "炮子", en = "stakes" }

[[option]]
name = "kong_points"
zh = "杠分"
clause = "OT-4"
kind = "score"
type = "map"
keys = [{ name = "melded", zh = "明杠", default = 3 }, { name = "added", zh = "补杠", default = 1, min = 1 }]
meaning = { zh = "杠", en = "kongs" }

[[option]]
name = "solo_pay"
zh = "独赔"
clause = "OT-5"
kind = "score"
type = "bool"
null = { zh = "随模式", en = "as the mode has it" }
default = "null"
meaning = { zh = "独赔", en = "pays alone" }

[[option]]
name = "stake_max"
zh = "最多炮子"
clause = "OT-6"
kind = "score"
type = "int"
min = 0
max = 100
default = 2
meaning = { zh = "最多", en = "most" }

[[option]]
name = "stake_dealer_min"
zh = "庄家最少炮子"
clause = "OT-7"
kind = "score"
type = "int"
min = 0
max = 100
default = 1
meaning = { zh = "最少", en = "fewest" }

[[option]]
name = "stake_choice"
zh = "想挂炮子"
clause = "OT-8"
kind = "score"
type = "seats"
default = [0, 0, 0, 0]
values = [{ name = "random", zh = "随机", en = "drawn" }]
meaning = { zh = "想挂", en = "wishes" }

[[option]]
name = "leave_rate"
zh = "逃跑率"
clause = "OT-9"
kind = "play"
type = "number"
min = 0
max = 1
default = 0
meaning = { zh = "逃跑", en = "chance of leaving" }

[[constraint]]
lower = "stake_dealer_min"
upper = "stake_max"
clause = "OT-7"

[[fan]]
id = "chicken_hand"
zh = "鸡胡"
en = "Chicken hand"
value = 2
min = 1
how = "pattern"
clause = "OT-10"
meaning = { zh = "其他", en = "all others" }

[[fan]]
id = "all_pungs"
zh = "碰碰胡"
en = "All pungs"
value = 4
how = "pattern"
clause = "OT-11"
meaning = { zh = "四刻", en = "four pungs" }

[[part]]
key = "win"
zh = "胡"
en = "Win"

[clause]
"OT-1" = { zh = "不可", en = "not allowed" }
"""


def declared(**changes: Any) -> dict[str, Any]:
    return tomllib.loads(OTHER_NEEDS) | changes


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Definition:
    class Package:
        @staticmethod
        def resolve(options: dict[str, Any]) -> dict[str, Any]:
            stakes = {"chicken_hand": 0, "all_pungs": options["kong_points"]["melded"]}
            return options | {"stake_values": stakes | options["stake_values"]}

    known = Definition.model_validate(declared())
    monkeypatch.setattr(ruleset, "_variant_module", lambda _: Package)
    monkeypatch.setattr(ruleset, "definition", lambda _: known)
    return known


def test_hefei_has_the_options_of_its_page_in_their_order() -> None:
    expected = [item.split() for item in HEFEI_OPTIONS.replace("\n", " ").split(";")]
    known = definition("hefei")
    assert [(option.name, option.kind) for option in known.options] == [
        (name, kind) for name, _, kind in expected
    ]
    defaults = {name: json.loads(value) for name, value, _ in expected if value != "-"}
    assert {name: known.defaults[name] for name in defaults} == defaults
    assert [option.clause for option in known.options] == [f"HF-11.{place}" for place in range(1, 24)]


def test_hefei_has_the_fans_of_its_page_in_their_order() -> None:
    expected = [item.split() for item in HEFEI_FANS.split(",")]
    known = definition("hefei")
    assert [(fan.id, fan.value) for fan in known.fans] == [(name, int(value)) for name, value in expected]
    assert known.defaults["fan_values"] == {name: int(value) for name, value in expected}
    assert {fan.id for fan in known.fans if fan.how == "multiply"} == {
        "out_with_replacement",
        "kong_discard",
        "robbing_the_kong",
    }
    assert {fan.id for fan in known.fans if fan.how == "replace"} == {"earthly_hand", "heavenly_hand"}


def test_hefei_declares_its_parts_and_columns() -> None:
    known = definition("hefei")
    assert [part.key for part in known.parts] == ["win", "dealer"]
    fields = [field for column in known.columns for field in column.fields]
    kinds = ("ready", "melded", "added", "concealed")
    assert fields == [*(f"hf_{kind}_{seat}" for kind in kinds for seat in range(4)), "hf_sea", "hf_robbed"]
    assert [column.name for column in known.columns if column.nullable] == ["hf_ready"]


def test_hefei_gives_a_reason_for_every_refusal() -> None:
    known = definition("hefei")
    assert set(known.clauses) == {f"HF-{clause}" for clause in HEFEI_REFUSALS.split()}
    logs = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((CASES / "hefei").glob("*.json"))]
    broken = {log["illegal"]["rule"] for log in logs if "illegal" in log}
    assert broken
    assert broken <= set(known.clauses)
    assert known.reason("HF-3.1", "zh") == "不可以吃"


def test_hefei_amounts_stay_within_64_bits_whatever_the_options() -> None:
    known = definition("hefei")
    fan_values, base = known.option("fan_values"), known.option("base")
    assert isinstance(fan_values, MapOption)
    assert base is not None
    assert base.type == "int"
    most = {key.name: fan_values.limits(key)[1] for key in fan_values.keys}
    # How often a fan can count at most; 庄 once a hand of the longest table, all others at most 18 times.
    streak = 10_000
    added = sum(
        value * (streak if name.startswith("dealer_") else 18)
        for name, value in most.items()
        if name != "dealer_by_self" and (fan := known.fan(name)) is not None and fan.how == "add"
    )
    times = max(value for name, value in most.items() if (fan := known.fan(name)) and fan.how == "multiply")
    winners, shares = 3, 3
    assert added * times * (base.max or 0) * winners * shares < 2**63


@pytest.mark.parametrize("name", variants())
def test_every_variant_says_everything_in_both_languages(name: str) -> None:
    def texts(value: Any) -> list[dict[str, Any]]:
        if isinstance(value, dict):
            return [value] * ("zh" in value) + [text for item in value.values() for text in texts(item)]
        return [text for item in value for text in texts(item)] if isinstance(value, list | tuple) else []

    for text in texts(definition(name).model_dump()):
        assert text["zh"].strip(), text
        assert "name" in text or text["en"].strip(), text


@pytest.mark.parametrize("name", variants())
def test_every_variant_gives_what_the_logs_name(name: str) -> None:
    known = definition(name)
    for path in sorted((CASES / name).glob("*.json")):
        log = json.loads(path.read_text(encoding="utf-8"))
        if log.get("illegal", {}).get("event") != -1:
            rules = settled(known, accept(known, log.get("options", {})))
            assert rules.given == log.get("options", {}), path.name


def test_a_variant_is_found_by_either_name() -> None:
    assert definition("合肥麻将") is definition("hefei")
    with pytest.raises(UsageError, match=r'no variant "hefe"\. Did you mean hefei\?'):
        definition("hefe")
    with pytest.raises(UsageError, match="Did you mean 合肥麻将"):
        definition("合肥")


def test_a_word_may_name_a_tile(other: Definition) -> None:
    assert settled(other, accept(other, {"joker": "fixed:7z"})).given == {"joker": "fixed:7z"}
    assert settled(other, accept(other, {"joker": "定鬼：7z"})).given == {"joker": "fixed:7z"}
    assert settled(other, accept(other, {"鬼牌": "无鬼"})).given == {"joker": "none"}
    with pytest.raises(OptionError, match="fixed:<tile> of 1m 7z"):
        accept(other, {"joker": "fixed:9z"})


def test_entries_follow_from_other_options(other: Definition) -> None:
    default = settled(other, {})
    assert default.options["stake_values"] == {"chicken_hand": 0, "all_pungs": 3}
    changed = settled(
        other, accept(other, {"kong_points": {"melded": 7}, "stake_values": {"chicken_hand": 1}})
    )
    assert changed.options["stake_values"] == {"chicken_hand": 1, "all_pungs": 7}
    assert changed.given == {"kong_points": {"melded": 7}, "stake_values": {"chicken_hand": 1}}


def test_null_is_a_value_of_its_own(other: Definition) -> None:
    assert settled(other, accept(other, {"solo_pay": True})).given == {"solo_pay": True}
    for null in (None, "null", "随模式"):
        assert settled(other, accept(other, {"solo_pay": null})).given == {}
    with pytest.raises(OptionError, match="Allowed: a whole number from 0 to 100"):
        accept(other, {"stake_max": None})


def test_a_pair_of_options_keeps_its_order(other: Definition) -> None:
    with pytest.raises(OptionError, match="stake_dealer_min = 3 exceeds stake_max = 2"):
        settled(other, accept(other, {"stake_dealer_min": 3}))
    assert settled(other, accept(other, {"stake_dealer_min": 3, "stake_max": 3}))


def test_four_seats_or_a_word(other: Definition) -> None:
    assert settled(other, accept(other, {"stake_choice": (1, 0, 2, 0)})).given == {
        "stake_choice": [1, 0, 2, 0]
    }
    assert settled(other, accept(other, {"stake_choice": "随机"})).given == {"stake_choice": "random"}
    wrong: object
    for wrong in ([1, 2, 3], [1, 2, 3, -1], [1, 2, 3, True], "1111", "randon", 4, {}):
        with pytest.raises(OptionError, match="stake_choice cannot be"):
            accept(other, {"stake_choice": wrong})


def test_numbers_need_not_be_whole(other: Definition) -> None:
    assert settled(other, accept(other, {"leave_rate": 0.25})).given == {"leave_rate": 0.25}
    assert settled(other, accept(other, {"leave_rate": 0})).given == {}
    for wrong in (True, "0.1", 1.5, float("nan"), float("inf"), 10**400):
        with pytest.raises(OptionError, match="a number from 0"):
            accept(other, {"leave_rate": wrong})


def test_a_value_that_becomes_or_stops_being_0_changes_play(other: Definition) -> None:
    def rules(**options: Any) -> ruleset.Rules:
        return settled(other, accept(other, options))

    assert rules().kinds(rules(fan_values={"all_pungs": 8})) == {"score"}
    assert rules().kinds(rules(fan_values={"all_pungs": 0})) == {"score", "play"}
    assert rules(fan_values={"all_pungs": 0}).kinds(rules(fan_values={"all_pungs": 0})) == set()
    assert rules().kinds(rules(kong_points={"melded": 0})) == {"score"}


def test_an_entry_has_limits_of_its_own(other: Definition) -> None:
    with pytest.raises(OptionError, match=r"fan_values.鸡胡 cannot be 0\. Allowed: a whole number from 1"):
        accept(other, {"fan_values": {"鸡胡": 0}})
    with pytest.raises(OptionError, match="from 0 to 100000"):
        accept(other, {"stake_values": {"all_pungs": 100_001}})


def _spoilt(section: str, place: int, **changes: Any) -> dict[str, Any]:
    spoilt = declared()
    spoilt[section][place] = spoilt[section][place] | changes
    return spoilt


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        (_spoilt("option", 0, default="turn"), "cannot be"),
        (_spoilt("option", 0, colour="red"), "Extra inputs"),
        (_spoilt("option", 0, clause="HF-1"), "must begin with OT-"),
        (_spoilt("option", 2, keys=["no_such_fan"]), "no fan"),
        (_spoilt("option", 3, keys=[{"name": "melded", "zh": "明杠"}]), "no default for melded"),
        (_spoilt("option", 5, name="joker"), "declared twice: joker"),
        (_spoilt("option", 5, zh="鬼牌"), "declared twice: 鬼牌"),
        (_spoilt("option", 5, zh="最多 炮子"), "pattern"),
        (_spoilt("option", 5, default=101), "cannot be 101"),
        (_spoilt("option", 5, max=None), "min and max"),
        (_spoilt("constraint", 0, upper="joker"), "no integer option"),
        (_spoilt("fan", 0, zh="碰碰胡"), "fan declared twice"),
        (_spoilt("fan", 0, how="sometimes"), "how"),
        (
            declared(column=[{"name": "hf_x", "per_seat": True, "type": "int8", "zh": "甲", "en": "x"}]),
            "must begin with ot_",
        ),
    ],
)
def test_a_declaration_that_contradicts_itself_is_refused(spoilt: dict[str, Any], why: str) -> None:
    with pytest.raises((ValidationError, OptionError), match=why):
        Definition.model_validate(spoilt)
