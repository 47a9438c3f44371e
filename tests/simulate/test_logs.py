"""Hands of a run replayed, read back and settled again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import hupai as hp
from handlogs.settings import VARIANTS, values_of
from hupai.cli import main
from hupai.ext.engine import FACT_ROW, STRATEGIES, Engine
from hupai.ext.errors import OptionError, RunError, UsageError
from hupai.ext.rules import definition
from hupai.ext.seats import parse_seats
from hupai.simulate import replays
from hupai.simulate.facts import fact_rows
from hupai.simulate.plan import PartPlan
from hupai.simulate.replaying import hand_ranges
from hupai.simulate.writer import Work, play_part
from simulate.folders import SMALL

if TYPE_CHECKING:
    from pathlib import Path

    from hupai.simulate import Run

HANDS = 2 * SMALL + 100
SEATS = "speed,greedy,random,speed:slip=0.2"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """One run of each variant, under its defaults."""
    folder = tmp_path_factory.mktemp("runs")
    return {
        name: hp.simulate(hp.rules(name), hands=HANDS, out=folder / name, seats=SEATS, seed=9)
        for name in VARIANTS
    }


@pytest.fixture(scope="module")
def run(runs: dict[str, Run]) -> Run:
    return runs["hefei"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_replayed_hand_is_the_hand_that_was_played(runs: dict[str, Run], variant: str) -> None:
    run = runs[variant]
    for hand in (0, 17, SMALL, HANDS - 1):
        log = hp.replay(run, hand)
        row = run.hands.filter(pl.col("hand") == hand).collect().row(0, named=True)
        assert log["result"]["payments"] == [row[f"pay_{seat}"] for seat in range(4)]
        assert (log["dealer"], log["streak"]) == (row["dealer"], row["streak"])
        assert hp.check(log) == log["result"]
    assert hp.replay(str(run.path), 17) == hp.replay(run, 17)


def test_ranges_of_hands(run: Run) -> None:
    assert hand_ranges("3") == [range(3, 4)]
    assert hand_ranges("3, 5:8,0") == [range(3, 4), range(5, 8), range(1)]
    logs = list(replays(run, hand_ranges("40,2:4")))
    assert logs == [hp.replay(run, hand) for hand in (40, 2, 3)]
    for wrong in ("", "x", "3:", "5:5", "-1", "3:2", "1.5", "2,,3"):
        with pytest.raises(UsageError, match="names no hands"):
            hand_ranges(wrong)
    with pytest.raises(UsageError, match=f"no hand {HANDS}"):
        hp.replay(run, HANDS)
    with pytest.raises(UsageError, match="hand cannot be"):
        hp.replay(run, "3")  # type: ignore[arg-type]


def test_replay_on_the_command_line(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "logs.jsonl"
    assert main(["replay", str(run.path), "--hand", "5,10:12", "--out", str(out)]) == 0
    assert [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] == [
        hp.replay(run, hand) for hand in (5, 10, 11)
    ]
    assert main(["replay", str(run.path), "--hand", "5"]) == 0
    assert main(["replay", str(run.path), "--hand", "5", "--pretty"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert json.loads(said[1]) == json.loads("".join(said[2:])) == hp.replay(run, 5)
    assert main(["replay", str(run.path), "--hand", f"0:{HANDS + 1}", "--out", str(out)]) == 2
    assert main(["replay", str(tmp_path / "none"), "--hand", "0"]) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["logs.jsonl"]


def changes(variant: str) -> list[Any]:
    """Every option of kind score with another value."""
    found = []
    for option in definition(variant).options:
        if set(option.kinds) == {"score"}:
            others = [value for value in values_of(option) if value != option.default]
            found += [pytest.param(variant, {option.name: value}) for value in others[:2]]
    return found


@pytest.mark.parametrize(("variant", "change"), [case for name in VARIANTS for case in changes(name)])
def test_settling_is_playing(
    runs: dict[str, Run], tmp_path: Path, variant: str, change: dict[str, Any]
) -> None:
    run = runs[variant]
    try:
        rules = run.rules.changed(change)
    except OptionError:
        pytest.skip("not alone: another option bounds it")
    if "play" in run.rules.kinds(rules):
        pytest.skip("it is played otherwise")
    played = hp.simulate(rules, hands=HANDS, out=tmp_path / "run", seats=SEATS, seed=9)
    settled = hp.settle(run, change, transfers=True)
    assert settled.rules == rules
    assert_frame_equal(settled.hands.collect(), played.hands.collect())
    assert_frame_equal(settled.wins.collect(), played.wins.collect())
    assert settled.transfers is not None
    check_transfers(settled.transfers, played.hands.collect())


def check_transfers(transfers: pl.DataFrame, hands: pl.DataFrame) -> None:
    """Nets are sums of transfers."""
    assert (transfers["amount"] > 0).all()
    assert (transfers["payer"] != transfers["receiver"].fill_null(-1)).all()
    for seat in range(4):
        paid = transfers.filter(payer=seat).group_by("hand").agg(pl.col("amount").sum().alias("paid"))
        got = transfers.filter(receiver=seat).group_by("hand").agg(pl.col("amount").sum().alias("got"))
        nets = (
            hands.select("hand", f"pay_{seat}")
            .join(paid, on="hand", how="left")
            .join(got, on="hand", how="left")
        )
        nets = nets.fill_null(0)
        assert (nets["got"] - nets["paid"] == nets[f"pay_{seat}"]).all()


def test_what_changes_play_is_not_settled(run: Run, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"min_suit_tiles .*Simulate a run under it"):
        hp.settle(run, min_suit_tiles=9)
    with pytest.raises(OptionError, match="dealer_rule"):
        hp.settle(run, dealer_rule="rotate")
    alone = hp.simulate(run.rules, hands=64, out=tmp_path / "run", hands_per_table=1)
    assert hp.settle(alone, dealer_rule="rotate").hands.collect().height == 64


def test_balances_take_what_is_settled(run: Run) -> None:
    doubled = hp.settle(run, base=2)
    before, after = hp.balance(run), hp.balance(doubled)
    assert after.positions["score"].tolist() == pytest.approx((2 * before.positions["score"]).tolist())
    assert (after.fans["count"].dropna() == before.fans["count"].dropna()).all()


@pytest.mark.parametrize("variant", VARIANTS)
def test_facts_come_back_as_they_were(variant: str) -> None:
    rules = hp.rules(variant)
    seats = parse_seats(SEATS, STRATEGIES)
    work = Work(root=None, rules=rules, seats=seats, seed=2**63, hands_per_table=5, facts=True)  # type: ignore[arg-type]
    block = Engine(rules.book(), seats, seed=2**63, hands_per_table=5).play(10, 600)
    table = play_part(work, PartPlan(0, 10, 610))["facts"]
    found = fact_rows(table, seed=2**63, hands_per_table=5)
    assert block.facts is not None
    for name in FACT_ROW.names or ():
        if name not in ("lots", "n_lots"):
            assert (found[name] == block.facts[name]).all(), name
    assert len(fact_rows(table.slice(0, 0), seed=1, hands_per_table=5)) == 0
    part = fact_rows(table.slice(100, 7), seed=2**63, hands_per_table=5)
    assert (part == found[100:107]).all()


def test_facts_of_another_hand_are_refused(run: Run) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(run.files("facts")[0])
    for name, wrong in (
        ("tiles_0", b"\x40"),
        ("melds", b"\x7f"),
        ("melds", b"\x00\x3f"),
        ("tiles_1", bytes(20)),
    ):
        column = pa.array([wrong] * table.num_rows, pa.binary())
        broken = table.set_column(table.schema.get_field_index(name), name, column)
        with pytest.raises(RunError, match="facts of the run are damaged"):
            fact_rows(broken, seed=9, hands_per_table=16)


def test_columns_tell_what_they_mean(run: Run) -> None:
    import pyarrow.parquet as pq

    for table in ("hands", "wins", "facts"):
        schema = pq.read_schema(run.files(table)[0])
        assert json.loads(schema.metadata[b"hupai"])["table"] == table
        for field in schema:
            assert {b"zh", b"en"} <= set(field.metadata), field.name


def test_amounts_take_64_bits_only_where_options_make_them_large() -> None:
    from hupai.simulate.schema import amount_type

    def wide(**options: Any) -> bool:
        return bool(amount_type(hp.rules("hefei", options)).bit_width == 64)

    assert not wide()
    assert not wide(base=100)
    assert not wide(fan_values={"seven_pairs": 1000})
    assert wide(base=101)
    assert wide(base=20, fan_values={"seven_pairs": 100})
    assert wide(fan_values={"out_with_replacement": 100, "kong_discard": 100})


def test_the_largest_amounts_are_kept(tmp_path: Path) -> None:
    rules = hp.rules("hefei", base=1_000_000, fan_values={"win_base": 100_000})
    run = hp.simulate(rules, hands=64, out=tmp_path / "run")
    assert run.wins.select(pl.col("gain").max()).collect().item() >= 10**11
