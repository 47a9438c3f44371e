"""A run made by drawing lots: hands of one table depend on each other, and every sum is in order.

No hand is played. Positions, tables, payments, parts and fans hang together as a real run's do, and `tilt`
moves chances from table to table, so that intervals that took hands for independent would be too narrow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from hupai.analysis.credit import ADDING, MULTIPLYING, FanWorth
from hupai.ext.rules import rules as rules_of
from hupai.simulate import Run
from hupai.simulate.manifest import Manifest, Seated, Versions

if TYPE_CHECKING:
    from pathlib import Path


class MadeUp(Run):
    """A run whose tables are in memory."""

    def __init__(self, path: Path, manifest: Manifest, hands: pl.DataFrame, wins: pl.DataFrame) -> None:
        super().__init__(path, manifest)
        self.hands = hands.lazy()
        self.wins = wins.lazy()


def make_up(
    folder: Path,
    *,
    variant: str = "hefei",
    hands: int = 4_000,
    hands_per_table: int = 16,
    seed: int = 1,
    tilt: float = 0.4,
    strategies: tuple[str, ...] = ("speed",) * 4,
    **options: Any,
) -> MadeUp:
    rules = rules_of(variant, options)
    rng = np.random.default_rng(seed)
    worth = FanWorth.of(rules)
    listed = [i for i, fan in enumerate(rules.definition.fans) if fan.listed]
    adding = [i for i in listed if worth.hows[i] in ADDING]
    factors = [i for i in listed if worth.hows[i] in MULTIPLYING]
    rows: list[dict[str, Any]] = []
    won: list[dict[str, Any]] = []
    parts = [part.key for part in rules.definition.parts]
    dealer = streak = 0
    lean = 0.0
    for hand in range(hands):
        table, round_ = divmod(hand, hands_per_table)
        if round_ == 0:
            dealer, streak, lean = table % 4, 0, float(rng.normal(0, tilt))
        chances = np.exp([0.3, 0, 0, 0]) * np.exp(lean * np.array([1, 0, -1, 0]))
        draws = int(rng.integers(8, 33))
        pay = np.zeros(4, dtype=int)
        winners: list[tuple[int, str, int | None]] = []
        end = "draw" if rng.random() < 0.12 / (1 + np.exp(-lean)) * 2 else "win"
        if end == "win":
            first = (dealer + int(rng.choice(4, p=chances / chances.sum()))) % 4
            way = str(rng.choice(["self", "discard", "rob"], p=[0.4, 0.58, 0.02]))
            source = None if way == "self" else (first + 1 + int(rng.integers(3))) % 4
            winners = [(first, way, source)]
            second = (first + 1 + int(rng.integers(3))) % 4
            if way == "discard" and second != source and rng.random() < 0.08:
                winners.append((second, way, source))
        for seat, way, source in winners:
            has = {adding[0]: 1}
            for i in adding[1:]:
                if rng.random() < min(0.4, 1.2 / max(1, worth.values[i]) ** 1.3):
                    has[i] = 1 + int(rng.random() < 0.2)
            has |= {i: 1 for i in factors if rng.random() < 0.03}
            points = sum(int(worth.values[i]) * times for i, times in has.items() if i in adding)
            points *= int(np.prod([worth.values[i] for i in has if i in factors]))
            payers = [s for s in range(4) if s != seat] if source is None else [source]
            for payer in payers:
                pay[payer] -= points
                pay[seat] += points
            fans = sorted(worth.identifiers[i] for i, times in has.items() for _ in range(times))
            won.append(
                {
                    "hand": hand, "seat": seat, "position": (seat - dealer) % 4, "by": way, "from": source,
                    "turn": max(1, draws // 4), "tile": "5m", "points": points, "gain": points * len(payers),
                    "fans": fans,
                }
            )  # fmt: skip
        row: dict[str, Any] = {
            "hand": hand, "table": table, "round": round_, "dealer": dealer, "streak": streak, "end": end,
            "winners": len(winners), "draws": draws, "wall_left": 32 - draws,
        }  # fmt: skip
        winning = {seat for seat, _, _ in winners}
        for seat in range(4):
            ready = seat in winning or rng.random() < 0.4
            row |= {
                f"pay_{seat}": int(pay[seat]), f"chows_{seat}": 0, f"pungs_{seat}": int(rng.binomial(2, 0.3)),
                f"kongs_{seat}": int(rng.random() < 0.05), f"need_{seat}": 2 + int(rng.binomial(4, 0.5)),
                f"ready_{seat}": int(rng.integers(0, max(1, draws // 4) + 1)) if ready else None,
            }  # fmt: skip
            for index, part in enumerate(parts):
                name = "part_stakes" if part == "stakes" else part
                row[f"{name}_{seat}"] = int(pay[seat]) if index == 0 else 0
        for column in rules.definition.columns:
            for name in column.fields:
                value: int | None = int(rng.random() < 0.1)
                if column.nullable:
                    value = int(rng.integers(1, 8)) if rng.random() < 0.35 else None
                row[name] = value
        rows.append(row)
        stays = end == "draw" or dealer in winning
        dealer, streak = (dealer, streak + 1) if stays else ((dealer + 1) % 4, 0)
    seated = [Seated(strategy=name, parameters={"slip": 0.0}) for name in strategies]
    manifest = Manifest(
        variant=variant,
        options=rules.options,
        given=rules.given,
        rules_hash=rules.hash,
        seats=(seated[0], seated[1], seated[2], seated[3]),
        seed=seed,
        hands_per_table=hands_per_table,
        facts=False,
        hands=hands,
        versions=Versions.here(),
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(manifest.text(), encoding="utf-8")
    return MadeUp(
        folder,
        manifest,
        pl.DataFrame(rows, infer_schema_length=None),
        pl.DataFrame(won, infer_schema_length=None, schema_overrides={"from": pl.Int8}),
    )
