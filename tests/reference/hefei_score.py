"""合肥麻将, the twin: shapes and waits, fans and totals, who pays, who deals next (HF-5, 7, 8, 9, 10)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .common import Element, Grouping, added, by_suit, groupings, is_chow, is_triplet, paid
from .hefei_options import COPIES, DECK, MULTIPLIERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Options = dict[str, Any]


@dataclass(frozen=True)
class Meld:
    """A claimed pung or a kong. `kind` is "pung", or the kind of the kong."""

    tile: str
    kind: str

    @property
    def is_kong(self) -> bool:
        return self.kind != "pung"


@dataclass(frozen=True)
class Win:
    """One seat's win: its hand, the winning tile included, and how it came about."""

    seat: int
    by: str  # "self", "discard", "rob"
    giver: int | None  # who discarded, or was robbed
    tile: str  # the winning tile
    concealed: tuple[str, ...]  # in the hand, `tile` included
    melds: tuple[Meld, ...]
    dealer: int
    streak: int
    sea: bool = False  # on a tile of the sea
    replacement: bool = False  # on a replacement draw
    after_kong: bool = False  # on the discard that follows a replacement draw
    first_fourteen: bool = False  # HF-7.22
    first_circle: bool = False  # HF-7.21, `earthly_break` observed


# ------------------------------------------------------------------ shapes and waits (HF-5)


def seven_pairs(concealed: Sequence[str], melds: Sequence[Meld]) -> bool:
    """七对: no melds at all; four of a kind are two pairs (HF-5.1)."""
    return not melds and len(concealed) == 14 and all(n % 2 == 0 for n in Counter(concealed).values())


def complete(concealed: Sequence[str], melds: Sequence[Meld]) -> bool:
    """HF-5.1: four sets and a pair, or seven pairs."""
    if len(concealed) != 14 - 3 * len(melds):
        return False
    return seven_pairs(concealed, melds) or bool(groupings(by_suit(concealed)))


def all_tiles(concealed: Sequence[str], melds: Sequence[Meld], options: Options) -> list[str]:
    """The tiles of the whole hand as HF-5.2, 支, 同 and 十同 count them: a kong stands `kong_tiles` times."""
    tiles = list(concealed)
    for meld in melds:
        tiles += [meld.tile] * (options["kong_tiles"] if meld.is_kong else 3)
    return tiles


def longest_suit(tiles: Sequence[str]) -> int:
    return max("".join(tiles).count(suit) for suit in "mps")


def enough_of_a_suit(concealed: Sequence[str], melds: Sequence[Meld], options: Options) -> bool:
    """HF-5.2."""
    need: int = options["min_suit_tiles"]
    return longest_suit(all_tiles(concealed, melds, options)) >= need


def own_copies(tile: str, concealed: Sequence[str], melds: Sequence[Meld]) -> int:
    """How many of this kind the seat itself holds: concealed, in pungs and in kongs."""
    melded = sum(4 if meld.is_kong else 3 for meld in melds if meld.tile == tile)
    return concealed.count(tile) + melded


def waits(concealed: Sequence[str], melds: Sequence[Meld], options: Options) -> frozenset[str]:
    """听口 (HF-5.6) of a hand that lacks one tile."""
    return _waits(by_suit(concealed), tuple(melds), options["min_suit_tiles"], options["kong_tiles"])


@lru_cache(maxsize=100_000)
def _waits(
    concealed: tuple[str, ...], melds: tuple[Meld, ...], min_suit_tiles: int, kong_tiles: int
) -> frozenset[str]:
    need = {"min_suit_tiles": min_suit_tiles, "kong_tiles": kong_tiles}
    return frozenset(
        tile
        for tile in DECK
        if own_copies(tile, concealed, melds) < COPIES
        and enough_of_a_suit((*concealed, tile), melds, need)
        and complete((*concealed, tile), melds)
    )


# ------------------------------------------------------------------ fans (HF-7)

SEVEN_PAIRS = ("seven_pairs", "luxury_seven_pairs", "double_luxury_seven_pairs", "triple_luxury_seven_pairs")


def _streak_count(win: Win, options: Options) -> int:
    """连庄数 (HF-7.5)."""
    return win.streak + int(options["dealer_count_from"])


def _dealer_fan(win: Win) -> str:
    """庄: by rob it is 点炮胡 too (HF-7.5)."""
    return "dealer_by_self" if win.by == "self" else "dealer_by_discard"


def _whole_hand_fans(win: Win, options: Options) -> list[str]:
    """The fans that every reading of the hand has alike."""
    fans = ["win_base"]  # HF-7.1
    tiles = all_tiles(win.concealed, win.melds, options)

    # HF-7.2 支: the longest suit beyond what a win needs.
    fans += ["long_suit"] * (longest_suit(tiles) - options["min_suit_tiles"])

    # HF-7.14 十同, and HF-7.3 同, which does not count beside it.
    numbers = Counter(tile[0] for tile in tiles)
    if max(numbers.values()) >= options["ten_same_min"]:
        fans.append("ten_same")
    else:
        beyond = [max(0, n - options["same_number_free"]) for n in numbers.values()]
        fans += ["same_number"] * (max(beyond) if options["same_number_scope"] == "most" else sum(beyond))

    # HF-7.5 庄.
    if win.seat == win.dealer:
        fans += [_dealer_fan(win)] * _streak_count(win, options)

    # HF-7.6 缺门, HF-7.13 清一色.
    suits = {tile[1] for tile in tiles}
    if len(suits) == 2:
        fans.append("one_voided_suit")
    if len(suits) == 1:
        fans.append("full_flush")

    # HF-7.9 活: all four in the concealed hand and pungs, not konged.
    konged = {meld.tile for meld in win.melds if meld.is_kong}
    own = {tile for tile in DECK if own_copies(tile, win.concealed, win.melds) == COPIES}
    fans += ["tile_hog"] * len(own - konged)

    # HF-7.10 杠: melded, added and concealed alike.
    fans += ["kong"] * len(konged)

    if win.sea:  # HF-7.20 海底捞月
        fans.append("last_tile_draw")
    if win.replacement:  # HF-7.17 杠开
        fans.append("out_with_replacement")
    if win.after_kong:  # HF-7.18 杠炮
        fans.append("kong_discard")
    if win.by == "rob":  # HF-7.19 抢杠
        fans.append("robbing_the_kong")
    return fans


def _seven_pairs_fans(win: Win) -> list[str]:
    """HF-7.11, HF-7.12: the degree is the number of kinds that stand four times; 卡 always (HF-7.8)."""
    fours = sum(1 for n in Counter(win.concealed).values() if n == 4)
    return [SEVEN_PAIRS[fours], "single_wait"]


def _grouping_fans(win: Win, options: Options, grouping: Grouping, won: Element) -> list[str]:
    """The fans of one grouping of the concealed tiles, the winning tile standing in `won` (HF-8.2)."""
    fans = []
    triplets = [element[0] for element in grouping if is_triplet(element)]
    concealed_kongs = [meld.tile for meld in win.melds if meld.kind == "concealed"]

    # HF-7.4 坎: a triplet that another seat's tile completed was not 在手.
    self_drawn = list(triplets)
    if win.by != "self" and is_triplet(won):
        self_drawn.remove(won[0])
    kan = triplets if options["kan_by_discard"] else self_drawn
    if options["concealed_kong_is_kan"]:
        kan = kan + concealed_kongs
        self_drawn = self_drawn + concealed_kongs

    # HF-7.15 三连坎: once; no 坎 counts beside it.
    sequences = [{f"{n}{suit}", f"{n + 1}{suit}", f"{n + 2}{suit}"} for suit in "mps" for n in range(2, 7)]
    shifted = any(sequence <= set(kan) for sequence in sequences)
    if shifted:
        fans.append("pure_shifted_pungs")
    # HF-7.16 四暗刻: never with another seat's tile in a triplet.
    four = len(self_drawn) == 4
    if four:
        fans.append("four_concealed_pungs")
    if not shifted and (options["four_concealed_counts_kan"] or not four):
        fans += ["concealed_pung"] * len(kan)

    # HF-7.7 双铺子.
    for chow, times in Counter(element for element in grouping if is_chow(element)).items():
        pairs = times // 2
        opened = 1 if chow == won and times % 2 == 0 else 0
        fans += ["open_pure_double_chow"] * opened
        fans += ["closed_pure_double_chow"] * (pairs - opened)

    # HF-7.8 卡: one kind only was waited for.
    before = list(win.concealed)
    before.remove(win.tile)
    if len(waits(before, win.melds, options)) == 1:
        fans.append("single_wait")
    return fans


def readings(win: Win, options: Options) -> Iterator[list[str]]:
    """The fans of every way to read the hand (HF-8.1) and to place the winning tile (HF-8.2)."""
    common = _whole_hand_fans(win, options)
    if seven_pairs(win.concealed, win.melds):
        yield sorted(common + _seven_pairs_fans(win))
    for grouping in groupings(by_suit(win.concealed)):
        for won in set(grouping):
            if win.tile in won:
                yield sorted(common + _grouping_fans(win, options, grouping, won))


# ------------------------------------------------------------------ the total (HF-8)


def total_of(fans: Sequence[str], values: dict[str, int], more: int = 0) -> int:
    """HF-8.3: (sum of what is added, and `more`) x (product of what multiplies)."""
    total = more + sum(values[fan] for fan in fans if fan not in MULTIPLIERS)
    for fan in fans:
        if fan in MULTIPLIERS:
            total *= values[fan]
    return total


def capped(total: int, options: Options) -> int:
    """HF-8.6."""
    cap = options["cap_points"]
    return total if cap is None else min(total, cap)


def score(win: Win, options: Options) -> tuple[list[str], int]:
    """The fans that count, sorted, and the total before the cap."""
    values = options["fan_values"]
    # HF-8.1 the largest total; HF-8.4 of equal ones the list that comes first.
    total, fans = min((-total_of(fans, values), fans) for fans in readings(win, options))
    total = -total
    # HF-8.5 天胡, 地胡: alone, unless its value is 0, or the ordinary reading is larger and may count.
    for limit, is_it in (("heavenly_hand", win.first_fourteen), ("earthly_hand", win.first_circle)):
        if is_it and values[limit] > 0 and not (options["limit_takes_best"] and total > values[limit]):
            return [limit], values[limit]
    return fans, total


# ------------------------------------------------------------------ payments (HF-9)


def settle(wins: Sequence[Win], options: Options) -> dict[str, Any]:
    """The result of a hand; several winners are scored and paid each by itself (HF-9.5)."""
    winners = []
    part_win, part_dealer = [0] * 4, [0] * 4
    for win in wins:
        fans, total = score(win, options)
        points = capped(total, options)
        winners.append({"seat": win.seat, "by": win.by, "from": win.giver, "fans": fans, "points": points})

        # HF-9.2 by self draw the three others pay, HF-9.3 the discarder alone, HF-9.4 the robbed seat alone,
        # `rob_pays` times.
        payers = [seat for seat in range(4) if seat != win.seat] if win.giver is None else [win.giver]
        share = options["base"] * (options["rob_pays"] if win.by == "rob" else 1)
        part_win = added(part_win, paid(win.seat, payers, share * points))

        # HF-9.9 庄 also in what the dealer pays.
        scope = options["dealer_fan_scope"]
        if scope == "winner_and_payer" and win.dealer in payers and fans != ["earthly_hand"]:
            more = _streak_count(win, options) * options["fan_values"][_dealer_fan(win)]
            raised = capped(total_of(fans, options["fan_values"], more), options)
            part_dealer = added(part_dealer, paid(win.seat, [win.dealer], share * (raised - points)))
    return {
        "end": "win" if wins else "draw",
        "winners": winners,
        "payments": added(part_win, part_dealer),
        "parts": {"win": part_win, "dealer": part_dealer},  # HF-9.10
    }


# ------------------------------------------------------------------ the next hand (HF-10)


def next_hand(
    rule: str, dealer: int, streak: int, winners: Sequence[int], giver: int | None
) -> dict[str, int]:
    """Who deals next under `dealer_rule`, and with which streak. `giver` discarded or was robbed."""
    drawn = not winners
    following = (dealer + 1) % 4
    if rule == "win_or_draw":
        after = dealer if drawn or dealer in winners else following
    elif rule == "win":
        after = dealer if dealer in winners else following
    elif rule == "winner" and drawn:
        after = dealer
    elif rule == "winner":
        after = winners[0] if len(winners) == 1 or giver is None else giver  # several winners have one giver
    else:  # "rotate"
        after = following
    return {"dealer": after, "streak": streak + 1 if after == dealer else 0}
