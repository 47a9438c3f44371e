"""广东100张: players are never stuck with jokers, win 鸡胡 by self draw only, choose waits by the rule."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from handlogs.settings import LINE_UPS, engine, replays, settings
from hupai.ext.rules import definition, rules
from reference.guangdong100_options import KINDS
from reference.guangdong100_score import Win, is_any_wait, is_winning_shape, pattern_fans

ON_DISCARDS = 3
SELF_DRAW, BY_DISCARD = 1, 0


@pytest.mark.parametrize("setting", settings("guangdong100"), ids=str)
@pytest.mark.parametrize("line_up", LINE_UPS)
def test_nobody_is_stuck(setting: Any, line_up: str) -> None:
    """A seat with nothing to do, or one that does what it may not, ends a block with a fault."""
    block = engine(setting.rules, line_up, seed=3).play(0, 1_600)
    assert len(block.hands) == 1_600


@pytest.mark.parametrize("line_up", LINE_UPS)
def test_chicken_hands_win_by_self_draw_only(line_up: str) -> None:
    wins = engine(rules("guangdong100"), line_up, seed=4).play(0, 8_000).wins
    place = definition("guangdong100").fan_index["chicken_hand"]
    chickens = wins["fans"][:, place] > 0
    assert chickens.sum() > 200
    assert (wins["by"][chickens] == SELF_DRAW).all()
    assert (wins["by"] == BY_DISCARD).sum() > 200


def chances(rest: tuple[str, ...], melds: tuple[Any, ...], log: Any, table: Counter[str]) -> int | None:
    """Unseen tiles that win, those that win on discards too counted three times; None: not ready."""
    options: Any = rules("guangdong100").options
    values, joker = options["fan_values"], log["joker"]
    complete = [kind for kind in KINDS if is_winning_shape((*rest, kind), melds, joker, values)]
    if not complete:
        return None
    any_wait = is_any_wait(rest, melds, joker, values)
    total = 0
    for kind in complete:
        unseen = max(0, 4 - table[kind] - rest.count(kind))
        by_discard = Win((*rest, kind), melds, joker, "discard")
        wins_on_discards = kind != joker and not any_wait and unseen and pattern_fans(by_discard, options)
        total += unseen * (ON_DISCARDS if wins_on_discards else 1)
    return total


def test_the_wait_is_chosen_by_its_tiles() -> None:
    """Wherever a discard can leave the hand ready and no kong can be declared."""
    chosen = differing = 0
    for log in replays(rules("guangdong100"), "greedy", 60, seed=8):
        hands = [list(hand) for hand in log["deal"]]
        melds: list[list[tuple[str, str]]] = [[], [], [], []]
        table = Counter([log["indicator"]])
        tile = ""
        for event in log["events"]:
            seat, do = event.get("seat"), event["do"]
            if do == "draw":
                hands[seat].append(event["tile"])
            elif do == "discard":
                tile = event["tile"]
                own, laid = hands[seat], tuple(melds[seat])
                kongs = any(own.count(kind) == 4 for kind in own if kind != log["joker"])
                kongs |= any(kind in own for _, kind in laid)
                if not kongs and own.count(log["joker"]) < 4:
                    waits = {
                        kind: chances(without(own, kind), laid, log, table)
                        for kind in {*own} - {log["joker"]}
                    }
                    ready = [value for value in waits.values() if value is not None]
                    if ready:
                        assert waits[tile] == max(ready), (own, laid, log["joker"], waits, tile)
                        chosen += 1
                        differing += len(set(ready)) > 1
                own.remove(tile)
                table[tile] += 1
            elif do in ("pung", "kong"):
                kind = event.get("tile", tile)
                laid_down = {"pung": 2, "melded": 3, "concealed": 4, "added": 1}[event.get("kind", "pung")]
                for _ in range(laid_down):
                    hands[seat].remove(kind)
                table[kind] += laid_down
                if event.get("kind") == "added":
                    melds[seat][melds[seat].index(("pung", kind))] = ("kong", kind)
                else:
                    melds[seat].append(("pung" if do == "pung" else "kong", kind))
    assert chosen > 100
    assert differing > 30


def without(tiles: list[str], kind: str) -> tuple[str, ...]:
    rest = list(tiles)
    rest.remove(kind)
    return tuple(rest)
