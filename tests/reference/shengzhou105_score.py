"""嵊州105, the settlement (SZ-5.8, SZ-6): result = (牌型番 × 买庄 + 炮子数 × 炮子分) × 承包倍数 + 杠分."""

from __future__ import annotations

from typing import Any

from .shengzhou105_play import SEATS, Hand, Win

FLIGHTS = ("", "flying_bird", "double_flying_bird", "triple_flying_bird")
PARTS = ("win", "stakes", "forfeit", "kong")


class Settlement:
    """The accounts of one finished hand."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.values = hand.values
        self.parts = {part: [0, 0, 0, 0] for part in PARTS}
        self.winners: list[dict[str, Any]] = []

    def result(self) -> dict[str, Any]:
        """SZ-6.12."""
        win = self.hand.win
        if win is not None:
            self.pay_win(win)
        self.pay_kongs()
        return {
            "end": "draw" if win is None else "win",
            "winners": self.winners,
            "payments": [sum(self.parts[part][seat] for part in PARTS) for seat in SEATS],
            "parts": self.parts,
        }

    def pay(self, part: str, payer: int, receiver: int, amount: int) -> None:
        self.parts[part][payer] -= amount
        self.parts[part][receiver] += amount

    # ---- the win ----

    def pay_win(self, win: Win) -> None:
        failed = [seat for seat in SEATS if seat != win.seat and self.hand.seats[seat].flights]
        if failed and self.hand.options["flight_forfeit"] != "off":
            fans, points = self.pay_forfeits(win, failed)
        elif win.by == "discard":
            fans, points = self.pay_discard_win(win)
        elif win.by == "rob":
            fans, points = self.pay_rob(win)
        else:
            fans, points = self.pay_self_draw(win)
        how = {"seat": win.seat, "by": win.by, "from": win.source}
        self.winners = [how | {"fans": sorted(fans), "points": points}]

    def pay_self_draw(self, win: Win) -> tuple[list[str], int]:
        """SZ-6.3."""
        fans, value, stake = self.self_drawn_fans(win)
        for payer in others(win.seat):
            points, stakes = self.owed(win.seat, payer, value, stake)
            self.pay("win", payer, win.seat, points)
            self.pay("stakes", payer, win.seat, stakes)
        return fans, value

    def self_drawn_fans(self, win: Win) -> tuple[list[str], int, int]:
        """SZ-5.8: the fans that count, their value and their 炮子分."""
        fan, stake = self.values.fan, self.values.stake
        flights = self.hand.seats[win.seat].flights
        bird = FLIGHTS[flights] or ("joker_bird" if win.bird_wait else "")
        kong = "out_with_replacement" if win.replacement else ""
        if bird and kong:
            if self.hand.options["kong_stack"] == "multiply":
                return [bird, kong], 2 * fan[bird], stake[bird]
            best = bird if fan[bird] >= fan[kong] else kong
        else:
            best = bird or kong or "self_draw"
        return [best], fan[best], stake[best]

    def owed(self, winner: int, payer: int, value: int, stake: int) -> tuple[int, int]:
        """What a payer owes by self draw, 承包 included: for the pattern, and for 炮子."""
        times = self.liability(winner, payer)
        pattern = value * self.streak_factor(winner, payer)
        stakes = self.stake_count(winner, payer) * stake
        return pattern * times, stakes * times

    def stake_count(self, winner: int, payer: int) -> int:
        """SZ-6.5 炮子数."""
        return self.hand.stakes[winner] + self.hand.stakes[payer]

    def in_streak(self, winner: int, payer: int) -> bool:
        """SZ-6.4: whether the hand counts as 连庄 between the two."""
        between_all = self.hand.options["streak_scope"] == "all"
        return self.hand.streak >= 1 and (between_all or self.hand.dealer in (winner, payer))

    def streak_factor(self, winner: int, payer: int) -> int:
        """SZ-6.4 买庄."""
        return int(self.hand.options["streak_factor"]) if self.in_streak(winner, payer) else 1

    # ---- liability 承包 ----

    def bound(self, claimer: int, fed_by: int) -> bool:
        """SZ-6.6: whether one seat has claimed enough discards of the other."""
        return self.hand.seats[claimer].claims_from[fed_by] >= int(self.hand.options["liability_claims"])

    def is_mutual(self, a: int, b: int) -> bool:
        """SZ-6.7 互相承包."""
        return self.bound(a, b) and self.bound(b, a)

    def is_liable(self, a: int, b: int) -> bool:
        return self.bound(a, b) or self.bound(b, a)

    def liability(self, winner: int, payer: int) -> int:
        """SZ-6.6, 6.7 承包倍数: 0 where a liable seat pays in this one's place."""
        options = self.hand.options
        if self.is_liable(winner, payer):
            mutual = options["mutual_multiplier"] if self.is_mutual(winner, payer) else 1
            return int(options["liability_multiplier"] * mutual)
        covered = any(self.is_liable(winner, seat) for seat in others(winner))
        return 0 if covered and options["liability_others"] == "free" else 1

    # ---- other ways to win ----

    def pay_discard_win(self, win: Win) -> tuple[list[str], int]:
        """SZ-6.2."""
        for payer in others(win.seat):
            discarder = payer == win.source
            share = self.discard_share(discarder=discarder, streak=self.in_streak(win.seat, payer))
            # SZ-6.2: 炮子, if a designer gives them a value, only from those who have a share.
            stakes = self.stake_count(win.seat, payer) * self.values.stake["discard_win"] if share else 0
            times = 1
            if self.hand.options["liability_on_discard"]:
                times = self.liability(win.seat, payer)
                if discarder:
                    times = max(times, 1)  # SZ-6.6: the discarder pays its share in any case
            self.pay("win", payer, win.seat, share * times)
            self.pay("stakes", payer, win.seat, stakes * times)
        return ["discard_win"], self.values.discard["other"]

    def discard_share(self, *, discarder: bool, streak: bool) -> int:
        """The table of SZ-6.2."""
        points = self.values.discard
        if self.values.solo_pay and not streak:
            return points["solo"] if discarder else 0
        how = self.hand.options["solo_in_streak"]
        if self.values.solo_pay and how == "sum":
            return points["streak_discarder"] + 2 * points["streak_other"] if discarder else 0
        if self.values.solo_pay and how == "double":
            return int(self.hand.options["streak_factor"]) * points["solo"] if discarder else 0
        if streak:
            return points["streak_discarder"] if discarder else points["streak_other"]
        return points["discarder"] if discarder else points["other"]

    def pay_rob(self, win: Win) -> tuple[list[str], int]:
        """SZ-6.8: the robbed seat pays alone."""
        assert win.source is not None
        robbed = win.source
        value = self.values.fan["robbing_the_kong"]
        times = self.values.rob_multiplier
        if self.is_mutual(win.seat, robbed):
            times *= int(self.hand.options["mutual_multiplier"])
        stakes = self.stake_count(win.seat, robbed) * self.values.stake["robbing_the_kong"]
        self.pay("win", robbed, win.seat, value * self.streak_factor(win.seat, robbed) * times)
        self.pay("stakes", robbed, win.seat, stakes * times)
        return ["robbing_the_kong"], value

    def pay_forfeits(self, win: Win, failed: list[int]) -> tuple[list[str], int]:
        """SZ-6.9 飞鸟赔付: each failed flier pays what it would have won."""
        points = 0
        for flier in failed:
            fan = FLIGHTS[self.hand.seats[flier].flights]
            value, stake = self.values.fan[fan], self.values.stake[fan]
            owing = [win.seat] if self.hand.options["flight_forfeit"] == "share" else others(flier)
            total = sum(sum(self.owed(flier, payer, value, stake)) for payer in owing)
            self.pay("forfeit", flier, win.seat, total)
            points += value
        return ["flight_forfeit"] * len(failed), points

    # ---- kongs ----

    def pay_kongs(self) -> None:
        """SZ-6.10 杠分."""
        how, win = self.hand.options["kong_pay"], self.hand.win
        if how != "always" and win is None:
            return
        for owner in SEATS:
            if how == "winner_only" and win is not None and owner != win.seat:
                continue
            for meld in self.hand.seats[owner].melds:
                if meld.kind in ("melded", "added", "concealed"):
                    self.pay_kong(owner, meld.kind, meld.source)

    def pay_kong(self, owner: int, kind: str, feeder: int | None) -> None:
        feeder_alone = kind == "melded" or (
            kind == "added" and self.hand.options["added_kong_solo"] == "pung_feeder"
        )
        if self.values.solo_pay and feeder_alone and feeder is not None:
            self.pay("kong", feeder, owner, self.values.kong["melded_solo"])
        else:
            for payer in others(owner):
                self.pay("kong", payer, owner, self.values.kong[kind])


def others(seat: int) -> list[int]:
    """The other three, in turn order."""
    return [(seat + step) % 4 for step in (1, 2, 3)]


def settle(hand: Hand) -> dict[str, Any]:
    """The result object of a hand that is over."""
    return Settlement(hand).result()
