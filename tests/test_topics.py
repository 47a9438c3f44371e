"""What a report tells of one variant alone: declared, counted, written, held to plain counts of the rows."""

from __future__ import annotations

import re
from statistics import pstdev
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from recorded.made_up import make_up

from hupai.analysis import Balance, balance
from hupai.analysis.piece import Piece, sums
from hupai.analysis.topics import Values
from hupai.ext.rules import definition, rules, topics, variants
from hupai.ext.rules.expressions import Level, Sort, parse
from hupai.ext.rules.topic import HOLE, load_topics, names_of
from hupai.reports.answers import blocks, filled, in_force
from hupai.reports.blocks import Heading
from hupai.reports.words import LANGS, Words
from hupai.simulate import open_run, simulate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hupai.simulate import Run

    Row = dict[str, Any]
    OfHand = Callable[[Row], Any]
    OfSeat = Callable[[Row, int], Any]

HANDS = 3_200
SEATS = "speed,greedy,speed,random"
OPTIONS: dict[str, dict[str, Any]] = {
    "hefei": {},
    "guangdong100": {"pay_late_kong": False},
    "duyun": {"leave_rate": 0.002},
    "shengzhou105": {"stake_choice": [2, 1, 0, 2]},
}


class Played:
    """A run, its estimates, and its rows as plain Python."""

    def __init__(self, name: str, folder: Path) -> None:
        options = OPTIONS.get(name, {})
        simulate(rules(name, options), hands=HANDS, seed=11, seats=SEATS, workers=1, out=folder)
        self.run: Run = open_run(folder)
        self.balance: Balance = balance(self.run)
        self.frame = self.balance.topics.set_index(["topic", "table", "measure", "cell"])
        self.hands: list[Row] = self.run.hands.collect().to_dicts()
        wins: dict[int, list[Row]] = {}
        for win in self.run.wins.collect().to_dicts():
            wins.setdefault(win["hand"], []).append(win)
        for hand in self.hands:
            hand["wins"] = wins.get(hand["hand"], [])

    def value(self, where: str, cell: str = "all") -> float:
        topic, table, measure = where.split(".")
        value: Any = self.frame.loc[(topic, table, measure, cell), "value"]
        return float(value)

    def hold(self, where: str, over: Callable[[Row], Any], of: Callable[[Row], Any] | None = None) -> None:
        """Compare with a sum over hands ÷ a sum over hands."""
        below = sum(int(of(hand)) for hand in self.hands) if of else len(self.hands)
        assert below > 0, where
        cell = "all"
        if where.endswith("]"):
            where, cell = where[:-1].split("[")
        assert self.value(where, cell) == pytest.approx(sum(over(hand) for hand in self.hands) / below), where

    def hold_seats(
        self, where: str, over: Callable[[Row, int], Any], given: Callable[[Row, int], Any] = lambda *_: True
    ) -> None:
        """Compare with a mean over those seats' hands for which `given` holds."""
        self.hold(
            where,
            lambda hand: sum(int(over(hand, s)) for s in range(4) if given(hand, s)),
            lambda hand: sum(1 for s in range(4) if given(hand, s)),
        )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Played]:
    held: dict[str, Played] = {}

    def of(name: str) -> Played:
        if name not in held:
            held[name] = Played(name, tmp_path_factory.mktemp("topics") / name)
        return held[name]

    return of


def won(hand: Row, seat: int) -> bool:
    return any(win["seat"] == seat for win in hand["wins"])


def won_by(way: str) -> Callable[[Row, int], bool]:
    return lambda hand, seat: any(win["seat"] == seat and win["by"] == way for win in hand["wins"])


def gave(way: str) -> Callable[[Row, int], bool]:
    return lambda hand, seat: any(win["from"] == seat and win["by"] == way for win in hand["wins"])


def pay(hand: Row, seat: int) -> int:
    return int(hand[f"pay_{seat}"])


def at(name: str) -> Callable[[Row, int], Any]:
    return lambda hand, seat: hand[f"{name}_{seat}"]


def having(name: str, value: int) -> OfSeat:
    return lambda hand, seat: hand[f"{name}_{seat}"] == value


def dealing(streak: int) -> OfSeat:
    return lambda hand, seat: seat == hand["dealer"] and hand["streak"] == streak


def known(name: str) -> Callable[[Row, int], bool]:
    return lambda hand, seat: hand[f"{name}_{seat}"] is not None


def total(name: str) -> Callable[[Row], int]:
    return lambda hand: sum(hand[f"{name}_{seat}"] for seat in range(4))


def moved(*names: str) -> Callable[[Row], int]:
    return lambda hand: sum(max(hand[f"{name}_{seat}"], 0) for name in names for seat in range(4))


def test_hefei(played: Callable[[str], Played]) -> None:
    held = played("hefei")
    ready = known("hf_ready")
    held.hold_seats("ready.who.declared", ready)
    held.hold_seats("ready.who.when", at("hf_ready"), ready)
    held.hold_seats("ready.who.win", won, ready)
    held.hold_seats("ready.who.fed", gave("discard"), ready)
    held.hold_seats("ready.who.score[position_0]", pay, lambda h, s: ready(h, s) and s == h["dealer"])
    held.hold_seats("ready.who.declared[seat_2]", lambda h, s: ready(h, s) and s == 2, lambda _, s: s == 2)
    held.hold_seats("ready.turns.win[3]", won, lambda h, s: h[f"hf_ready_{s}"] == 3)
    held.hold_seats("ready.turns.score[8]", pay, lambda h, s: (h[f"hf_ready_{s}"] or 0) >= 8)
    held.hold_seats("ready.turns.share[4]", lambda h, s: h[f"hf_ready_{s}"] == 4, ready)
    held.hold_seats("ready.kinds.score[never]", pay, lambda h, s: h[f"ready_{s}"] is None)
    declared: OfHand = lambda h: sum(ready(h, s) for s in range(4))  # noqa: E731
    held.hold("ready.number.share[2]", lambda h: declared(h) == 2)
    held.hold(
        "ready.number.drawn[1]", lambda h: declared(h) == 1 and h["end"] == "draw", lambda h: declared(h) == 1
    )
    held.hold("kongs.kinds.number[melded]", total("hf_melded"))
    held.hold_seats("kongs.kinds.win[concealed]", won, lambda h, s: h[f"hf_concealed_{s}"] > 0)
    held.hold("kongs.hand.bloom", lambda h: any("out_with_replacement" in w["fans"] for w in h["wins"]))
    held.hold("sea.hand.opened", lambda h: h["hf_sea"])
    held.hold("sea.hand.won", lambda h: h["hf_sea"] and h["end"] == "win", lambda h: h["hf_sea"])
    held.hold("rob.hand.risk", lambda h: h["hf_robbed"], lambda h: total("hf_added")(h) + h["hf_robbed"])
    held.hold_seats("rob.seat.cost", pay, gave("rob"))


def test_guangdong100(played: Callable[[str], Played]) -> None:
    held = played("guangdong100")
    parts = ("win", "horses", "kong", "follow")
    held.hold("horses.hand.moved", moved("horses"))
    held.hold("horses.hand.share", moved("horses"), moved(*parts))
    held.hold_seats(
        "horses.seat.received[seat_1]", lambda h, s: max(h[f"horses_{s}"], 0), lambda _, s: s == 1
    )
    third: OfSeat = lambda h, s: (s - h["dealer"]) % 4 == 3  # noqa: E731
    held.hold_seats("horses.seat.hit[position_3]", at("gd_hit"), third)
    scores = [(h[f"pay_{s}"], h[f"pay_{s}"] - h[f"horses_{s}"]) for h in held.hands for s in range(4)]
    assert held.value("horses.seat.with") == pytest.approx(pstdev(x for x, _ in scores))
    assert held.value("horses.seat.without") == pytest.approx(pstdev(x for _, x in scores))
    for jokers in range(4):
        here = having("gd_dealt_jokers", jokers)
        held.hold_seats(f"jokers.dealt.win[{jokers}]", won, here)
        held.hold_seats(f"jokers.dealt.score[{jokers}]", pay, here)
        held.hold_seats(f"jokers.end.win[{jokers}]", won, having("gd_jokers", jokers))
    points = {(w["hand"], w["seat"]): w["points"] for h in held.hands for w in h["wins"]}
    held.hold_seats(
        "jokers.dealt.points[1]",
        lambda h, s: points[h["hand"], s],
        lambda h, s: won(h, s) and h[f"gd_dealt_jokers_{s}"] == 1,
    )
    unpaid: OfHand = lambda h: total("gd_passed")(h) + total("gd_late")(h)  # noqa: E731
    income: dict[str, OfHand] = {
        "melded": lambda h: 3 * total("gd_melded")(h),
        "added": lambda h: 3 * (total("gd_added")(h) - unpaid(h)),
        "concealed": lambda h: 6 * total("gd_concealed")(h),
    }
    every: OfHand = lambda h: sum(one(h) for one in income.values())  # noqa: E731
    for kind, one in income.items():
        held.hold(f"kongs.kinds.income[{kind}]", one)
        held.hold(f"kongs.kinds.share[{kind}]", one, every)
    held.hold("kongs.kinds.number[late]", total("gd_late"))
    held.hold("kongs.hand.unpaid", unpaid)
    held.hold("follow.hand.rate", lambda h: h["gd_follow"])
    held.hold("follow.hand.mean", moved("follow"))
    liable: OfHand = lambda h: h["gd_liable"] is not None  # noqa: E731
    cost: OfHand = lambda h: (  # noqa: E731
        max(-h[f"win_{h['gd_liable']}"] - h[f"horses_{h['gd_liable']}"], 0) if liable(h) else 0
    )
    held.hold("liability.hand.rate", liable)
    held.hold("liability.hand.paid", cost, liable)
    held.hold("liability.kinds.rate[bloom]", lambda h: h["gd_liability"] in (4, 6))
    held.hold("liability.kinds.mean[rob]", lambda h: cost(h) if h["gd_liability"] == 1 else 0)


def test_duyun(played: Callable[[str], Played]) -> None:
    held = played("duyun")
    parts = ("win", "kong", "transfer", "draw", "refund", "leave")

    def beans(h: Row, s: int) -> int:
        return int(6 * (h[f"dy_melded_{s}"] + 3 * h[f"dy_added_{s}"] + 6 * h[f"dy_concealed_{s}"]))

    def income(h: Row) -> int:
        return sum(beans(h, s) for s in range(4))

    def back(h: Row) -> int:
        return sum(beans(h, s) for s in range(4) if h[f"dy_waiting_{s}"] == 0)

    held.hold("beans.hand.income", income)
    held.hold("beans.hand.returned", back, income)
    held.hold("beans.hand.passed", lambda h: any(h[f"transfer_{s}"] for s in range(4)))
    held.hold("beans.hand.share", moved("kong"), moved(*parts))
    held.hold("beans.kinds.share[concealed]", lambda h: 36 * total("dy_concealed")(h), income)
    held.hold_seats("beans.bean.discard[bean]", won_by("discard"), lambda h, s: h[f"kongs_{s}"] > 0)
    drawn: OfHand = lambda h: h["end"] == "draw"  # noqa: E731
    held.hold("check.hand.paid", lambda h: drawn(h) and moved("draw")(h) > 0, drawn)
    held.hold_seats(
        "check.seat.cost", lambda h, s: max(-h[f"draw_{s}"], 0), lambda h, s: h[f"dy_waiting_{s}"] == 0
    )
    held.hold_seats("check.seat.late", lambda h, s: h[f"dy_waiting_{s}"] == 0, lambda h, _: drawn(h))
    ready: OfHand = lambda h: sum(h[f"dy_waiting_{s}"] or 0 for s in range(4))  # noqa: E731
    held.hold("check.number.moved[3]", lambda h: moved("draw")(h) if drawn(h) and ready(h) == 3 else 0,
              lambda h: drawn(h) and ready(h) == 3)  # fmt: skip
    for streak in range(3):
        here = dealing(streak)
        held.hold_seats(f"streaks.dealer.score[{streak}]", pay, here)
    held.hold("streaks.dealer.share[5]", lambda h: h["streak"] >= 5)
    held.hold_seats("ready.kinds.score[declared]", pay, known("dy_ready"))
    held.hold_seats("ready.kinds.fed[declared]", gave("discard"), known("dy_ready"))
    held.hold("leaving.hand.rate", lambda h: h["end"] == "leave")
    held.hold_seats("leaving.seat.cost", lambda h, s: -h[f"leave_{s}"], lambda h, s: h["dy_left"] == s)


@pytest.mark.parametrize(
    ("name", "short", "added", "concealed"), [("guangdong100", "gd", 1, 2), ("duyun", "dy", 6, 12)]
)
def test_kongs_bring_what_their_kinds_say(
    name: str, short: str, added: int, concealed: int, played: Callable[[str], Played]
) -> None:
    seen = 0
    for hand in played(name).hands:
        if any(hand[f"{short}_melded_{seat}"] for seat in range(4)):
            continue  # who fed it is not in the rows
        unpaid = [hand.get(f"{short}_passed_{s}", 0) + hand.get(f"{short}_late_{s}", 0) for s in range(4)]
        each = [
            added * (hand[f"{short}_added_{s}"] - unpaid[s]) + concealed * hand[f"{short}_concealed_{s}"]
            for s in range(4)
        ]
        assert [hand[f"kong_{s}"] for s in range(4)] == [4 * each[s] - sum(each) for s in range(4)]
        seen += any(each)
    assert seen > 100


def test_duyun_says_which_streaks_the_table_cuts(played: Callable[[str], Played]) -> None:
    held = played("duyun")
    pairs = list(zip(held.hands, held.hands[1:], strict=False))
    goes_on = [(one, two) for one, two in pairs if one["table"] == two["table"]]
    stays = sum(two["streak"] > 0 for _, two in goes_on)
    found = held.balance.topics
    frame = found[(found["topic"] == "streaks") & (found["table"] == "cut")].set_index("measure")
    every, cut = frame.loc["stays"], frame.loc["cut"]
    # What stays after each hand is seen in the next one, but for the last hands of tables.
    assert every["events"] - cut["events"] == stays
    assert cut["n"] == held.run.manifest.hands / held.run.manifest.hands_per_table


def test_shengzhou105(played: Callable[[str], Played]) -> None:
    held = played("shengzhou105")
    parts = ("win", "part_stakes", "forfeit", "kong")

    def paid(h: Row, s: int) -> int:
        return max(-int(h[f"win_{s}"] + h[f"part_stakes_{s}"]), 0)

    every: OfHand = lambda h: sum(paid(h, s) for s in range(4))  # noqa: E731
    fed = gave("discard")
    held.hold_seats("mode.lines.loss[feeder]", paid, fed)
    held.hold("mode.lines.money[feeder]", lambda h: sum(paid(h, s) for s in range(4) if fed(h, s)), every)
    held.hold_seats("birds.seat.bird", known("sz_bird"))
    held.hold_seats("birds.seat.bird_win", won, known("sz_bird"))
    held.hold(
        "birds.flights.landed[first]",
        lambda h: sum(h[f"sz_flight_end_{s}"] == 1 for s in range(4)),
        total("sz_flights_first"),
    )
    held.hold(
        "birds.flights.beaten[first]",
        lambda h: sum(h[f"sz_flight_end_{s}"] == 11 for s in range(4)),
        total("sz_flights_first"),
    )
    held.hold_seats("birds.waits.score[flew]", pay, lambda h, s: h[f"sz_flights_first_{s}"] > 0)
    held.hold("birds.hand.mean", moved("forfeit"))
    held.hold("birds.hand.share", moved("forfeit"), moved(*parts))
    for jokers in range(3):
        held.hold_seats(f"jokers.dealt.win[{jokers}]", won, having("sz_jokers", jokers))
    held.hold("stakes.hand.moved", moved("part_stakes"))
    held.hold_seats("stakes.seat.stakes[position_0]", at("sz_stakes"), lambda h, s: s == h["dealer"])
    held.hold_seats("stakes.number.score[2]", pay, lambda h, s: s != h["dealer"] and h[f"sz_stakes_{s}"] == 2)
    held.hold("streaks.hand.moved[streak]", lambda h: moved("pay")(h) if h["streak"] else 0,
              lambda h: h["streak"] > 0)  # fmt: skip
    claims = ("next", "opposite", "previous")
    held.hold(
        "liability.hand.bound",
        lambda h: any(h[f"sz_claims_{who}_{s}"] >= 3 for who in claims for s in range(4)),
    )
    liable: OfHand = lambda h: any(h[f"sz_liable_{s}"] for s in range(4))  # noqa: E731
    held.hold("liability.hand.rate", liable)
    held.hold("liability.hand.paid",
              lambda h: sum(paid(h, s) for s in range(4) if h[f"sz_liable_{s}"]), liable)  # fmt: skip


@pytest.mark.parametrize("name", variants())
class TestEveryVariant:
    def test_every_number_lies_in_its_interval(self, name: str, played: Callable[[str], Played]) -> None:
        frame = played(name).frame
        assert len(frame) > 50
        told = frame.dropna(subset=["value", "low", "high"])
        assert len(told) > 0.6 * len(frame)
        assert (told["low"] <= told["value"] + 1e-9).all()
        assert (told["value"] <= told["high"] + 1e-9).all()

    def test_rows_share_all_there_is(self, name: str, played: Callable[[str], Played]) -> None:
        held = played(name)
        for topic in topics(name):
            for table in topic.tables:
                # Where rows are the values of an expression they leave nothing out.
                for measure in table.measures if table.by else ():
                    if measure.kind == "share":
                        where = f"{topic.key}.{table.key}.{measure.key}"
                        shares = [held.value(where, row.key) for row in table.lines]
                        assert sum(shares) == pytest.approx(1), where

    @pytest.mark.parametrize("lang", LANGS)
    def test_every_sentence_is_filled(self, name: str, lang: Any, played: Callable[[str], Played]) -> None:
        words = Words(lang)
        document = played(name).balance.document
        for topic in document.topics:
            said = filled(topic.says, topic, words)
            assert "） " not in said, topic.key
            assert "{" not in said
            assert re.search(r"\d", said)
            assert not topic.options or "{" not in in_force(topic.options, words)
        headings = [block for block in blocks(document, {}, words) if isinstance(block, Heading)]
        assert [heading.key for heading in headings] == [topic.key for topic in topics(name)]

    def test_both_languages_ask_for_the_same_numbers(self, name: str) -> None:
        for topic in topics(name):
            for said in topic.sentences:
                assert sorted(HOLE.findall(said.zh)) == sorted(HOLE.findall(said.en)), topic.key


class TestDeclaration:
    def declared(self, folder: Path, text: str) -> Path:
        file = folder / "report.toml"
        file.write_text(text, encoding="utf-8")
        return file

    def topic(self, measure: str, *, per: str = "seat", says: str = "{t.m}", more: str = "") -> str:
        return (
            f'[[topic]]\nkey = "a"\nzh = "甲"\nen = "A"\nsays = {{ zh = "{says}", en = "{says}" }}\n'
            f'[[topic.table]]\nkey = "t"\nzh = "乙"\nen = "B"\nper = "{per}"\n{more}\n'
            f'[[topic.table.measure]]\nkey = "m"\nzh = "丙"\nen = "C"\n{measure}\n'
        )

    def test_a_new_topic_is_a_file_alone(self, tmp_path: Path) -> None:
        file = self.declared(tmp_path, self.topic('rate = "won and hf_melded > 0"'))
        (topic,) = load_topics(file, definition("hefei"))
        assert topic.table("t").cells == ("all",)

    @pytest.mark.parametrize(
        ("measure", "fault"),
        [
            ('rate = "no_such"', "there is no no_such"),
            ('rate = "won +"', "no expression"),
            ('rate = "won / 2"', "not of the language"),
            ('rate = "__import__(won)"', "is no function"),
            ('rate = "pay.real"', "pay.real is not known"),
            ('rate = "option.no_such"', "there is no option.no_such"),
            ('rate = "any(drawn)"', "takes a value of each seat"),
            ('rate = "not pay"', "neither true nor false"),
            ('mean = "pay"\ngiven = "pay"', "neither true nor false"),
            ('mean = "pay"\nof = "pay"', "can be negative"),
            ('mean = "pay"\nrate = "won"', "one of rate, share, mean and spread"),
            ('mean = "max(pay)"', "takes 2 arguments"),
        ],
    )
    def test_a_slip_is_found_when_it_is_read(self, tmp_path: Path, measure: str, fault: str) -> None:
        with pytest.raises(ValueError, match=re.escape(fault)):
            load_topics(self.declared(tmp_path, self.topic(measure)), definition("hefei"))

    @pytest.mark.parametrize(
        ("asked", "fault"),
        [
            ({"per": "hand"}, "value of each seat"),
            ({"says": "{t.other}"}, "no t.other"),
            ({"says": "{t.m[seat_0]}"}, r"no t.m[seat_0]"),
            ({"says": "{m}"}, "a hole that is none"),
            ({"more": "values = [1]"}, "rows, or by and values"),
            ({"more": 'by = "streak"\nvalues = [1, 1]', "says": "{t.m[1]}"}, "declared twice"),
            ({"more": 'chart = ["m"]'}, "needs rows"),
            ({"more": 'let = { won = "dealing" }'}, "stands for something already"),
        ],
    )
    def test_tables_and_sentences_that_contradict_themselves(
        self, tmp_path: Path, asked: dict[str, str], fault: str
    ) -> None:
        file = self.declared(tmp_path, self.topic('rate = "won"', **asked))
        with pytest.raises(ValueError, match=re.escape(fault)):
            load_topics(file, definition("hefei"))


class TestExpressions:
    @pytest.mark.parametrize(
        ("text", "level", "sort"),
        [
            ("3", Level.RUN, Sort.COUNT),
            ("streak >= 5", Level.HAND, Sort.TRUTH),
            ("known(hf_ready) and not won", Level.SEAT, Sort.TRUTH),
            ("any(known(hf_ready))", Level.HAND, Sort.TRUTH),
            ("sum(hf_melded)", Level.HAND, Sort.COUNT),
            ("sum(pay)", Level.HAND, Sort.SIGNED),
            ("max(0 - pay, 0)", Level.SEAT, Sort.COUNT),
            ("min(pay, 0)", Level.SEAT, Sort.SIGNED),
            ("abs(part_dealer)", Level.SEAT, Sort.COUNT),
            ("won + fed", Level.SEAT, Sort.COUNT),
            ("pay if dealing else 0", Level.SEAT, Sort.SIGNED),
            ("option.sea_stage", Level.RUN, Sort.TRUTH),
            ("option.fan_values.kong * streak", Level.HAND, Sort.COUNT),
            ("moved(pay)", Level.HAND, Sort.COUNT),
        ],
    )
    def test_types(self, text: str, level: Level, sort: Sort) -> None:
        found = parse(text, names_of(definition("hefei"))).type
        assert (found.level, found.sort) == (level, sort)

    def test_a_name_may_stand_for_an_expression(self) -> None:
        names = names_of(definition("hefei"))
        lets = {"n": parse("hf_melded + hf_added", names)}
        assert parse("2 * n", names, lets).text == "2 * (hf_melded + hf_added)"


HUGE = 2**40


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("pay * points", lambda pay, points: pay * points),
        ("pay * points * 2 - pay", lambda pay, points: pay * points * 2 - pay),
        ("pay * pay * points + 1", lambda pay, points: pay * pay * points + 1),
        ("min(pay * pay, points * points)", lambda pay, points: min(pay * pay, points * points)),
    ],
)
def test_products_of_amounts_are_exact(tmp_path: Path, text: str, counted: Callable[[int, int], int]) -> None:
    made = make_up(tmp_path, hands=64)
    pays = [pl.col(f"pay_{seat}").cast(pl.Int64) * HUGE for seat in range(4)]
    hands = made.hands.lazy().with_columns(*pays).collect()
    wins = made.wins.lazy().with_columns(pl.col("points").cast(pl.Int64) * HUGE).collect()
    rule_set = rules("hefei")
    piece = Piece(hands, wins, [fan.id for fan in rule_set.definition.fans])
    values = Values(piece, rule_set.options)
    shape = values.shape(seats=True)
    names = names_of(rule_set.definition)
    found = values.full(parse(text, names), shape)
    wanted = [
        counted(int(pay), int(points))
        for pay, points in zip(piece.pay.ravel(), values.full(parse("points", names), shape), strict=True)
    ]
    assert max(map(abs, wanted)) > 2**63
    assert [int(value) for value in found] == wanted
    summed = sums(values.places("seat", shape), found, 4 * piece.tables)
    assert int(summed.sum()) == sum(wanted)
    over = values.full(parse(f"sum({text})", names), values.shape(seats=False))
    assert sum(map(int, over)) == sum(wanted)
    mask = values.full(parse(f"{text} > 0", names), shape).astype(bool)
    assert int(mask.sum()) == sum(value > 0 for value in wanted)
