"""Options as users give them: validated, told apart, and never a traceback."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hupai.ext.errors import HupaiError, OptionError, UsageError
from hupai.ext.rules import Rules, definition, rules, rules_from_texts
from hupai.ext.rules.options import (
    BoolOption,
    IntOption,
    MapOption,
    NumberOption,
    Option,
    SeatsOption,
    WordOption,
)
from hupai.ext.rules.texts import parse_value, split_list

HEFEI = definition("hefei")
FILES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=10,
)
names = st.sampled_from([name for option in HEFEI.options for name in (option.name, option.zh)])


def values(option: Option) -> st.SearchStrategy[Any]:
    """Return all values that `option` takes, by their English names."""
    nothing = st.nothing() if option.null is None else st.none()
    match option:
        case IntOption(values=(_, *_)):
            return nothing | st.sampled_from(option.values)
        case IntOption():
            return nothing | st.integers(option.min, option.max)
        case BoolOption():
            return nothing | st.booleans()
        case NumberOption():
            return nothing | st.floats(option.min, option.max)
        case WordOption():
            return nothing | st.sampled_from([word.name for word in option.values])
        case SeatsOption():
            return st.lists(st.integers(option.min, option.max), min_size=4, max_size=4)
        case MapOption():
            entries = {key.name: st.integers(*option.limits(key)) for key in option.keys}
            return st.fixed_dictionaries({}, optional=entries)


def settings_of(*options: Option) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional={option.name: values(option) for option in options})


def in_chinese(given: dict[str, Any]) -> dict[str, Any]:
    """Return the same options with every name in 中文."""
    turned: dict[str, Any] = {}
    for name, value in given.items():
        option = HEFEI.option(name)
        assert option is not None
        match option:
            case MapOption():
                entries = {key.name: key.zh for key in option.keys}
                value = {entries[key]: entry for key, entry in value.items()}
            case WordOption():
                value = next(word.zh for word in option.values if word.name == value)
            case BoolOption():
                value = "是" if value else "否"
        turned[option.zh] = option.null.zh if value is None and option.null else value
    return turned


def in_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {in_toml(entry)}" for key, entry in value.items()) + "}"
    return json.dumps(value)


@given(settings_of(*HEFEI.options))
def test_what_differs_says_everything(given: dict[str, Any]) -> None:
    made = rules("hefei", given)
    assert rules("hefei", made.given) == made
    assert made.options == HEFEI.defaults | {
        name: HEFEI.defaults[name] | value if isinstance(value, dict) else value
        for name, value in given.items()
    }
    assert rules("合肥麻将", in_chinese(given)) == made
    assert json.loads(json.dumps(made.given)) == made.given
    assert made.hash == rules("hefei", made.options).hash


@given(settings_of(*HEFEI.options))
def test_a_command_line_says_the_same(given: dict[str, Any]) -> None:
    made = rules("hefei", given)
    plain = [f"{name}={in_toml(value)}" for name, value in given.items()]
    assert rules_from_texts("hefei", plain) == made
    assert rules_from_texts("hefei", [",".join(plain)] if plain else []) == made
    dotted = []
    for name, value in in_chinese(given).items():
        entries = value.items() if isinstance(value, dict) else [(None, value)]
        dotted += [f"{name}={entry}" if key is None else f"{name}.{key}={entry}" for key, entry in entries]
    assert rules_from_texts("hefei", dotted) == made


@FILES
@given(settings_of(*HEFEI.options))
def test_a_file_says_the_same(tmp_path: Path, given: dict[str, Any]) -> None:
    made = rules("hefei", given)
    english, chinese, objects = (tmp_path / name for name in ("a.toml", "b.TOML", "c.json"))
    flat = {name: value for name, value in given.items() if not isinstance(value, dict)}
    tables = {name: value for name, value in given.items() if isinstance(value, dict)}
    lines = [f"{name} = {in_toml('null' if value is None else value)}" for name, value in flat.items()]
    for name, table in tables.items():
        lines += [f"[{name}]", *(f"{key} = {in_toml(value)} # 注" for key, value in table.items())]
    english.write_text("\n".join(lines), encoding="utf-8")
    turned = in_chinese(given)
    inline = "\n".join(
        f"{name} = {in_toml(value) if not isinstance(value, str) else value}"
        for name, value in turned.items()
    )
    chinese.write_text(inline, encoding="utf-8-sig")
    objects.write_text(json.dumps(given, indent=1), encoding="utf-8")
    for file in (english, chinese, objects):
        assert rules_from_texts("hefei", [], [file]) == made, file.name


def refusal(*wanted: Any) -> str:
    """Return what `rules_from_texts`, or `rules` if only options are given, says against them; or nothing."""
    try:
        rules_from_texts("hefei", *wanted) if isinstance(wanted[0], list) else rules("hefei", wanted[0])
    except HupaiError as error:
        return error.message
    return ""


@given(st.dictionaries(names | st.text(), anything, max_size=4))
def test_anything_else_is_refused_in_one_paragraph(given: dict[str, Any]) -> None:
    assert refusal(given).isprintable()


@given(st.lists(st.builds("{}={}".format, names | st.text(), st.text()) | st.text(), max_size=3))
def test_no_text_is_a_traceback(texts: list[str]) -> None:
    assert refusal(texts).isprintable()


@FILES
@given(st.binary() | st.text().map(str.encode), st.sampled_from(["options.toml", "options.json"]))
def test_no_file_is_a_traceback(tmp_path: Path, written: bytes, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(written)
    message = refusal([], [file])
    assert message.isprintable()
    assert not message or name in message


@FILES
@given(st.dictionaries(names | st.text(), anything, max_size=3))
def test_no_json_is_a_traceback(tmp_path: Path, given: dict[str, Any]) -> None:
    file = tmp_path / "options.json"
    file.write_text(json.dumps(given), encoding="utf-8")
    assert refusal([], [file]).isprintable()


@given(
    st.sampled_from([option.name for option in HEFEI.options]),
    st.integers(0, 40),
    st.sampled_from("abcdefgh"),
)
def test_a_slip_of_the_pen_finds_the_nearest_name(name: str, place: int, letter: str) -> None:
    at = place % len(name)
    slipped = name[:at] + letter + name[at + 1 :]
    if HEFEI.option(slipped) is None and len(name) > 6:
        with pytest.raises(OptionError) as caught:
            rules("hefei", {slipped: 1})
        assert caught.value.nearest == name


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_suit_tiles": True}, r"min_suit_tiles cannot be true\. Allowed: a whole number from 5 to 14\."),
        ({"min_suit_tiles": 6.0}, r"min_suit_tiles cannot be 6\.0"),
        ({"min_suit_tiles": "8"}, r'min_suit_tiles cannot be "8"'),
        ({"min_suit_tiles": 15}, "from 5 to 14"),
        ({"kong_tiles": 5}, r"Allowed: 3, 4\."),
        ({"sea_stage": 1}, r"sea_stage cannot be 1\. Allowed: true, false\."),
        ({"cap_points": 0}, r"Allowed: a whole number from 1 to 1000000, null \(no cap\)\."),
        ({"dealer_rule": "winer"}, r'cannot be "winer"\. Did you mean winner\? Allowed: win_or_draw, win,'),
        ({"dealer_rule": "轮流做庄"}, r"Did you mean 轮流坐庄\?"),
        (
            {"fan_values": {"seven_pair": 1}},
            r'fan_values has no entry "seven_pair"\. Did you mean seven_pairs\?',
        ),
        ({"fan_values": {"七队": 1}}, r"Did you mean 七对\?"),
        (
            {"fan_values": {"kong_discard": 0}},
            r"fan_values\.kong_discard cannot be 0\. Allowed: .* 1 to 100\.",
        ),
        ({"fan_values": {"庄": 1}}, r'no entry "庄"'),
        ({"fan_values": {"坎": 1, "concealed_pung": 2}}, "given twice"),
        ({"base": 2, "基数": 2}, r"base \(基数\) is given twice"),
        ({"胡牌张": 9}, r"Did you mean 胡牌张数\?"),
        ({"Min-Suit-Tiles": 9}, r"Did you mean min_suit_tiles\?"),
        (
            {"seven_pairs": 50},
            r'no option "seven_pairs"\. Did you mean fan_values\.seven_pairs\? Allowed: what',
        ),
        ({"七对": 50}, r"Did you mean fan_values\.seven_pairs\?"),
        ({"坎": 2}, r"Did you mean fan_values\.concealed_pung\?"),
        ({"seven_pars": 50}, r"Did you mean fan_values\.seven_pairs\?"),
        ({"qqq": 9}, r"Allowed: base, fan_values, .*, pass_lock\."),
    ],
)
def test_an_error_says_what_is_allowed(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        rules("hefei", options)


def test_an_entry_of_several_mappings_is_told_of_each() -> None:
    wanted = r"Did you mean fan_values\.self_draw\? Allowed: fan_values\.self_draw, \w+\.self_draw\."
    with pytest.raises(OptionError, match=wanted):
        rules_from_texts("shengzhou105", ["self_draw=5"])


@pytest.mark.parametrize(
    ("meant", "words"),
    [
        (True, ["是", "yes", "on", "True", "true", "YES", '"yes"']),
        (False, ["否", "no", "off", "False", "false", "No", '"no"']),
    ],
    ids=["true", "false"],
)
def test_true_and_false_have_several_words(*, meant: bool, words: list[str]) -> None:
    for word in words:
        made = rules_from_texts("hefei", [f"sea_stage={word}"])
        assert made.options["sea_stage"] is meant
        assert rules("hefei", sea_stage=word.strip('"')) == made


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("合肥", "合肥麻将"),
        ("广东麻将", "广东100张"),
        ("嵊州", "嵊州105"),
        ("都匀麻將", "都匀麻将"),
        ("Hefei mahjong", "hefei"),
        ("HEFEI", "hefei"),
        ("麻将", None),
        ("", None),
    ],
)
def test_a_variant_is_found_by_its_place(written: str, meant: str | None) -> None:
    with pytest.raises(UsageError, match="There is no variant") as caught:
        definition(written)
    assert ("Did you mean" in str(caught.value)) == (meant is not None)
    assert meant is None or f"Did you mean {meant}?" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.toml", "base = 1\n\n[fan_values]\nseven_pair = 2\n", r"\(\S*a\.toml, line 4\) has no entry"),
        ("a.toml", "base = 1\nmin_suit_tile = 9\n", r"\(\S*a\.toml, line 2\)\. Did you mean min_suit_tiles"),
        ("a.toml", "fan_values.kong = 1\nfan_values.七对 = -1\n", r"line 2\) cannot be -1"),
        (
            "a.toml",
            "base = 1\ndealer_rule = rotate\n",
            r"a\.toml, line 2: .* invalid value \(words are put in",
        ),
        ("a.toml", "base = 1\nbase = 2\n", r"a\.toml, line 2: .*overwrite"),
        ("a.toml", "base = 1\n基数 = 2\n", r"基数 \(\S*a\.toml, line 2\) is given twice"),
        ("a.toml", "\n\n[base]\nx = 1\n", r"base is no mapping; base\.x \(\S*a\.toml, line 4\)"),
        ("a.toml", "\nfan_values = 3\n", r"line 2\) cannot be 3"),
        ("a.toml", "base = [1,\n", r"a\.toml, line \d: this is no TOML"),
        ("a.json", '{"base": 1,\n "kong_tile": 3}', r"a\.json, line 2\)\. Did you mean kong_tiles"),
        ("a.json", '{"fan_values": {"kong": 1,\n\n "七对": 1.5}}', r"a\.json, line 3\) cannot be 1\.5"),
        ("a.json", '{"base": 1,\n "base": 2}', r"a\.json, line 2: base is given twice, first in line 1"),
        ("a.json", '{"base": 1,\n}', r"a\.json, line \d: this is no JSON"),
        ("a.json", "[1]", r"a\.json, line 1: the file holds no object"),
    ],
)
def test_a_wrong_file_is_named_with_line_and_key(tmp_path: Path, name: str, text: str, message: str) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    with pytest.raises(HupaiError, match=message):
        rules_from_texts("hefei", [], [file])


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.toml cannot be read: No such file"):
        rules_from_texts("hefei", [], [tmp_path / "none.toml"])
    with pytest.raises(UsageError, match="cannot be read"):
        rules_from_texts("hefei", [], [tmp_path])
    latin = tmp_path / "latin.toml"
    latin.write_bytes("轮庄 = 1".encode("gbk"))
    with pytest.raises(UsageError, match=r"latin\.toml is no text in UTF-8"):
        rules_from_texts("hefei", [], [latin])


def test_what_stands_later_wins(tmp_path: Path) -> None:
    first, second = tmp_path / "first.toml", tmp_path / "second.json"
    first.write_text(
        "base = 2\nmin_suit_tiles = 7\n[fan_values]\nkong = 5\nseven_pairs = 20\n", encoding="utf-8"
    )
    second.write_text('{"base": 3, "番值": {"七对": 30}}', encoding="utf-8")
    made = rules_from_texts("hefei", ["base=4", "fan_values.kong=6", "基数=5"], [first, second])
    assert made.given == {"base": 5, "min_suit_tiles": 7, "fan_values": {"kong": 6, "seven_pairs": 30}}
    assert rules_from_texts("hefei", ["min_suit_tiles=8"], [first]).options["min_suit_tiles"] == 8


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9", 9),
        ("-1", -1),
        ("0.5", 0.5),
        ("true", True),
        ("null", None),
        (" rotate ", "rotate"),
        ('"rotate"', "rotate"),
        ("'null'", "null"),
        ("1-3-7", "1-3-7"),
        ("fixed:7z", "fixed:7z"),
        ("轮流坐庄", "轮流坐庄"),
        ("[1, 0, 2, 0]", [1, 0, 2, 0]),
        ("{七对 = 20, kong = 1}", {"七对": 20, "kong": 1}),
        ("", ""),
        ("1\nbase = 2", "1\nbase = 2"),
    ],
)
def test_a_value_is_toml_or_a_bare_word(text: str, value: object) -> None:
    assert parse_value(text) == value


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a=1,b=2", ["a=1", "b=2"]),
        ("a=[1,2], b={x=1,y=2}", ["a=[1,2]", "b={x=1,y=2}"]),
        ("a=\"x,y\",b='p,q'", ['a="x,y"', "b='p,q'"]),
        ("a", ["a"]),
        ("a=],b=1", ["a=]", "b=1"]),
    ],
)
def test_commas_inside_brackets_or_quotes_do_not_split(text: str, items: list[str]) -> None:
    assert split_list(text) == items


@pytest.mark.parametrize("text", ["base", "=3", "fan_values.=3", ".kong=1", "base=1,2", ""])
def test_a_set_needs_an_option_and_a_value(text: str) -> None:
    with pytest.raises(UsageError, match="is no OPTION=VALUE"):
        rules_from_texts("hefei", [text])


def test_rules_are_values() -> None:
    made = rules("hefei", min_suit_tiles=9, fan_values={"seven_pairs": 20, "kong": 4})
    assert made == rules("hefei", 胡牌张数=9, 番值={"七对": 20})
    assert repr(made) == "rules('hefei', fan_values={'seven_pairs': 20}, min_suit_tiles=9)"
    assert len({made, rules("hefei", made.given), rules("hefei")}) == 2
    assert pickle.loads(pickle.dumps(made)) == made
    assert made != "hefei"
    made.options["base"] = 7
    fan_values = made.options["fan_values"]
    assert isinstance(fan_values, dict)
    fan_values["kong"] = 9
    assert made.options["base"] == 1
    assert made == rules("hefei", made.given)


def test_the_hash_does_not_change_between_versions() -> None:
    # Manifests may hold it; a change of this value makes every earlier run foreign.
    assert rules("hefei").hash == "afe2b3f981f8374c"


def test_changed_rules_keep_the_rest() -> None:
    made = rules("hefei", min_suit_tiles=9, fan_values={"seven_pairs": 20, "kong": 6})
    other = made.changed(fan_values={"kong": 4, "ten_same": 50}, min_suit_tiles=8)
    assert other.given == {"fan_values": {"seven_pairs": 20, "ten_same": 50}}
    assert made.changed() == made
    with pytest.raises(OptionError, match="Did you mean base"):
        made.changed({"bas": 1})


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({}, set()),
        ({"base": 2}, {"score"}),
        ({"fan_values": {"heavenly_hand": 0}}, {"score"}),
        ({"min_suit_tiles": 7}, {"play"}),
        ({"dealer_rule": "rotate", "rob_pays": 3}, {"next", "score"}),
    ],
)
def test_rules_tell_which_kinds_differ(options: dict[str, Any], kinds: set[str]) -> None:
    default: Rules = rules("hefei")
    assert default.kinds(rules("hefei", options)) == kinds
    assert rules("hefei", options).kinds(default) == kinds


def test_numpy_integers_are_whole_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    assert rules("hefei", min_suit_tiles=numpy.int64(9)).given == {"min_suit_tiles": 9}
    with pytest.raises(OptionError, match="cannot be"):
        rules("hefei", min_suit_tiles=numpy.bool_(1))
