"""The tables of a balance report, made from the document alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hupai.reports import numbers
from hupai.reports.blocks import (
    Cell,
    Column,
    Table,
    amount_cell,
    count_cell,
    one_in_cell,
    share_cell,
    words_cell,
)
from hupai.reports.charts import need_label

if TYPE_CHECKING:
    from hupai.analysis.document import Document, Estimate, Fan, Option, Own, Place, Quantile
    from hupai.reports.words import Words

HEADLINE_SHARES = ("win_rate", "draw_rate", "self_draw_rate", "discard_rate", "rob_rate", "several_rate")
PLACE_SHARES = (
    "win_rate",
    "self_draw_rate",
    "discard_rate",
    "rob_rate",
    "fed_rate",
    "robbed_rate",
    "ready_rate",
)


def headline(document: Document, words: Words) -> Table:
    """How hands end, and what a win is like."""
    measures = {measure.key: measure.estimate for measure in [*document.headline, *document.claims]}
    keys = [*HEADLINE_SHARES, "several_share", "self_draw_share", "streak_rate"]
    if measures["leave_rate"].events:
        keys.insert(2, "leave_rate")
    rows = [[_named("measure", key, words), share_cell(measures[key])] for key in keys]
    means = ["points", "gain", "moved", "length", "win_turn"]
    means += [kind for kind in ("chows", "pungs", "kongs") if measures[kind].value]
    rows += [[_named("measure", key, words), amount_cell(measures[key])] for key in means]
    columns = [
        Column.words(words("column.measure"), "measure"),
        Column.estimate(words("column.value"), "value"),
    ]
    return Table("headline", words("table.headline"), columns, rows, wide=False)


def positions(document: Document, words: Words) -> Table:
    """Rates by position relative to the dealer."""
    return _places("positions", document.positions, words)


def seats(document: Document, words: Words) -> Table:
    """Rates by seat, with who sat there."""
    return _places("seats", document.seats, words)


def scores(document: Document, words: Words) -> Table:
    """Expected score and standard deviation by position and seat."""
    unit = words("unit.money")
    rows = []
    for kind, places in (("position", document.positions), ("seat", document.seats)):
        for place in places:
            score, spread = place.estimates["score"], place.estimates["spread"]
            rows.append(
                [
                    words_cell(place_label(kind, place, words), raw=f"{kind} {place.place}"),
                    amount_cell(score, plus=True, strong=True),
                    amount_cell(spread),
                    share_cell(place.estimates["lost_rate"]),
                ]
            )
    columns = [
        Column.words(words("column.place"), "place"),
        Column.estimate(words("column.score", unit=unit), "score"),
        Column.estimate(words("column.spread", unit=unit), "spread"),
        Column.estimate(words("column.lost"), "lost_rate"),
    ]
    return Table("scores", words("table.scores"), columns, rows, note=words("note.scores"))


def _places(key: str, places: list[Place], words: Words) -> Table:
    kind = key.removesuffix("s")
    shares = [name for name in PLACE_SHARES if any(place.estimates[name].events for place in places)]
    rows = [
        [
            words_cell(place_label(kind, place, words), raw=f"{kind} {place.place}"),
            *(share_cell(place.estimates[name]) for name in shares),
            amount_cell(place.estimates["score"], plus=True, strong=True),
        ]
        for place in places
    ]
    columns = [
        Column.words(words(f"column.{kind}"), kind),
        *(Column.estimate(words(f"column.{name}"), name) for name in shares),
        Column.estimate(words("column.score", unit=words("unit.money")), "score"),
    ]
    return Table(key, words(f"table.{key}"), columns, rows, note=words(f"note.{key}"))


def place_label(kind: str, place: Place, words: Words) -> str:
    """Write a position, or a seat with who sat there."""
    if kind == "position":
        return words(f"position.{place.place}")
    return words("seat.long", seat=place.place, strategy=place.strategy)


def money(document: Document, words: Words) -> Table:
    """Where the money comes from and goes to, by position; the last row is the expected score."""
    lines = [line for line in document.ways if any(estimate.value for estimate in line.positions)]
    rows = [
        [
            words_cell(words(f"way.{line.key}"), raw=line.key),
            *(amount_cell(e, plus=True) for e in line.positions),
        ]
        for line in lines
    ]
    total = [
        words_cell(words("way.sum"), raw="total"),
        *(amount_cell(e, plus=True, strong=True) for e in document.total.positions),
    ]
    return Table(
        "money", words("table.money", unit=words("unit.money")), _position_columns(words), rows,
        note=words("note.money"), total=total,
    )  # fmt: skip


def parts(document: Document, words: Words) -> Table:
    """The same money by cause: received, paid and net of each part, by position."""
    rows = []
    for line in document.parts:
        part, flow = line.key.rsplit("/", 1)
        if line.title is None or not any(estimate.value for estimate in line.positions):
            continue
        label = words("part.line", part=words.of(line.title), flow=words(f"flow.{flow}"))
        estimates = [amount_cell(e, plus=True, strong=flow == "net") for e in line.positions]
        rows.append([words_cell(label, raw=f"{part} {flow}"), *estimates])
    total = [
        words_cell(words("way.sum"), raw="total"),
        *(amount_cell(e, plus=True, strong=True) for e in document.total.positions),
    ]
    return Table(
        "parts", words("table.parts", unit=words("unit.money")), _position_columns(words), rows,
        note=words("note.parts"), total=total,
    )  # fmt: skip


def _position_columns(words: Words) -> list[Column]:
    return [
        Column.words(words("column.line"), "line"),
        *(Column.estimate(words(f"position.{place}"), f"position_{place}") for place in range(4)),
    ]


def fans(document: Document, words: Words) -> Table:
    """The fan table."""
    unit = words.of(document.rules.unit)
    rows = [
        [
            words_cell(words.of(fan.title), small=fan.id, raw=fan.id),
            Cell(worth(fan), raw=(fan.value,)),
            count_cell(fan.count),
            share_cell(fan.rate),
            one_in_cell(fan.rate),
            share_cell(fan.of_wins),
            amount_cell(fan.times),
            amount_cell(fan.points),
            share_cell(fan.share, strong=True),
        ]
        for fan in document.fans
    ]
    other = [
        words_cell(words("fan.other"), raw="other"),
        *_blank((1, 1, 4, 4, 4, 4, 4)),
        share_cell(document.fan_other),
    ]
    columns = [
        Column.words(words("column.fan"), "fan"),
        Column.count(words("column.fan_value"), "value"),
        Column.count(words("column.count"), "count"),
        Column.estimate(words("column.rate"), "rate"),
        Column.estimate(words("column.one_in"), "one_in"),
        Column.estimate(words("column.of_wins"), "of_wins"),
        Column.estimate(words("column.times"), "times"),
        Column.estimate(words("column.fan_points", unit=unit), "points"),
        Column.estimate(words("column.share"), "share"),
    ]
    return Table("fans", words("table.fans"), columns, rows, note=words("note.fans"), total=other)


def worth(fan: Fan) -> str:
    """Write what a fan is worth: an amount, or a factor."""
    return f"×{fan.value}" if fan.how in ("multiply", "factor") else numbers.whole(fan.value)


def _blank(widths: tuple[int, ...]) -> list[Cell]:
    return [Cell("", raw=(None,) * width) for width in widths]


def quantiles(document: Document, words: Words) -> Table:
    """Quantiles of a win's points and of a seat's result in a hand."""
    units = {"points": words.of(document.rules.unit), "result": words("unit.money")}
    points = {q.share: q for q in document.points.quantiles}
    results = {q.share: q for q in document.results.quantiles}
    rows = [
        [
            Cell(f"{100 * share:g}%", raw=(share,)),
            _quantile_cell(points.get(share)),
            _quantile_cell(results[share]),
        ]
        for share in results
    ]
    columns = [
        Column.count(words("column.quantile"), "share"),
        *(
            Column(words(f"column.quantile_{of}", unit=unit), (of, f"{of}_low", f"{of}_high"))
            for of, unit in units.items()
        ),
    ]
    return Table(
        "quantiles", words("table.quantiles"), columns, rows, note=words("note.quantiles"), wide=False
    )


def _quantile_cell(quantile: Quantile | None) -> Cell:
    if quantile is None:
        return Cell(numbers.NOTHING, raw=(None, None, None))
    small = "" if quantile.low == quantile.high else _span(quantile.low, quantile.high)
    return Cell(numbers.whole(quantile.value), small, (quantile.value, quantile.low, quantile.high))


def histogram(document: Document, words: Words) -> Table:
    """Wins by their points, in bins."""
    n = document.points.n
    rows = [
        [
            Cell(_span(held.low, held.high), raw=(held.low, held.high)),
            count_cell(held.count),
            Cell(f"{100 * held.count / n:.2f}%", raw=(held.count / n,)),
        ]
        for held in document.points.bins
    ]
    columns = [
        Column(words("column.points_bin", unit=words.of(document.rules.unit)), ("low", "high")),
        Column.count(words("column.count_wins"), "count"),
        Column.count(words("column.share_wins"), "share"),
    ]
    return Table("points", words("table.points"), columns, rows, wide=False, folded=True)


def _span(low: int, high: int) -> str:
    if low == high:
        return numbers.whole(low)
    return f"{numbers.whole(low)}{' … ' if low < 0 else '–'}{numbers.whole(high)}"


def turns(document: Document, words: Words) -> Table:
    """Wins by the winner's own draws, seats by the draw that first made them ready."""
    held = {way: {b.low: b.count for b in bins} for way, bins in document.win_turns.items()}
    ready = {b.low: b.count for b in document.ready_turns}
    every = sorted({turn for counts in [*held.values(), ready] for turn in counts})
    wins = sum(sum(counts.values()) for counts in held.values())
    gone = 0
    rows = []
    for turn in every:
        here = [held[way].get(turn, 0) for way in held]
        gone += sum(here)
        rows.append(
            [
                count_cell(turn),
                *(count_cell(often) for often in here),
                Cell(
                    f"{100 * gone / wins:.1f}%" if wins else numbers.NOTHING,
                    raw=(gone / wins if wins else None,),
                ),
                count_cell(ready.get(turn, 0)),
            ]
        )
    columns = [
        Column.count(words("column.turn"), "turn"),
        *(Column.count(words(f"by.{way}"), way) for way in held),
        Column.count(words("column.won_so_far"), "won_so_far"),
        Column.count(words("column.first_ready"), "first_ready"),
    ]
    return Table("turns", words("table.turns"), columns, rows, wide=False, folded=True)


def ready(document: Document, words: Words) -> Table:
    """How many seats become ready, when, and what comes of it."""
    rows = [
        [
            _named("ready", m.key, words),
            amount_cell(m.estimate) if m.key == "ready_turn" else share_cell(m.estimate),
        ]
        for m in document.ready
    ]
    columns = [
        Column.words(words("column.measure"), "measure"),
        Column.estimate(words("column.value"), "value"),
    ]
    return Table("ready", words("table.ready"), columns, rows, wide=False)


def needs(document: Document, words: Words) -> Table:
    """What hands begin with, and what becomes of them."""
    rows = [
        [
            Cell(need_label(place.place, document, words), raw=(place.place,)),
            share_cell(place.estimates["rate"]),
            share_cell(place.estimates["win_rate"]),
            amount_cell(place.estimates["score"], plus=True),
        ]
        for place in document.needs
    ]
    columns = [
        Column.count(words("column.need"), "need"),
        Column.estimate(words("column.need_rate"), "rate"),
        Column.estimate(words("column.win_rate"), "win_rate"),
        Column.estimate(words("column.score", unit=words("unit.money")), "score"),
    ]
    return Table("needs", words("table.needs"), columns, rows, wide=False)


def streaks(document: Document, words: Words) -> Table:
    """How often the dealer had dealt in a row before."""
    rows = []
    for measure in document.streaks:
        length = int(measure.key)
        last = length == len(document.streaks) - 1
        label = words("or_more", n=length) if last else str(length)
        rows.append([Cell(label, raw=(length,)), share_cell(measure.estimate)])
    columns = [
        Column.count(words("column.streak"), "streak"),
        Column.estimate(words("column.share_of_hands"), "rate"),
    ]
    note = words("note.streaks", hands=document.origin.hands_per_table)
    return Table("streaks", words("table.streaks"), columns, rows, note=note, wide=False)


def own(document: Document, words: Words) -> Table:
    """What the variant records of its own, over all seats, and what came of it."""
    rows = []
    for column in document.own:
        after: list[Estimate | None] = [column.win_rate, column.fed_rate]
        rows.append(
            [
                words_cell(words.of(column.title), small=column.name, raw=column.name),
                words_cell(words("per.seat" if column.per_seat else "per.hand")),
                count_cell(column.count),
                share_cell(column.rate),
                _mean_cell(column, words),
                *(Cell("", raw=(None,) * 4) if e is None else share_cell(e) for e in after),
                Cell("", raw=(None,) * 4) if column.score is None else amount_cell(column.score, plus=True),
            ]
        )
    columns = [
        Column.words(words("column.own"), "column"),
        Column.words(words("column.per"), "per"),
        Column.count(words("column.count"), "count"),
        Column.estimate(words("column.happened"), "rate"),
        Column.estimate(words("column.mean"), "mean"),
        Column.estimate(words("column.won_after"), "win_rate"),
        Column.estimate(words("column.fed_after"), "fed_rate"),
        Column.estimate(words("column.score_after", unit=words("unit.money")), "score"),
    ]
    return Table("own", words("table.own"), columns, rows, note=words("note.own"))


def _mean_cell(column: Own, words: Words) -> Cell:
    """Write a mean with its unit; codes have none."""
    if column.mean is None or column.unit is None:
        return Cell("", raw=(None,) * 4)
    cell = amount_cell(column.mean)
    shown = cell.shown if column.mean.value is None else f"{cell.shown} {words.of(column.unit)}"
    return Cell(shown, cell.small, cell.raw)


def own_values(document: Document, words: Words) -> Table | None:
    """How often each code of what the variant records occurs; a plain mark needs no such lines."""
    rows = [
        [
            words_cell(words.of(column.title), small=column.name, raw=column.name),
            count_cell(int(measure.key)),
            count_cell(measure.estimate.events),
            share_cell(measure.estimate),
        ]
        for column in document.own
        for measure in column.values
        if column.nullable or not {measure.key for measure in column.values} <= {"0", "1"}
    ]
    if not rows:
        return None
    columns = [
        Column.words(words("column.own"), "column"),
        Column.count(words("column.code"), "code"),
        Column.count(words("column.count"), "count"),
        Column.estimate(words("column.happened"), "rate"),
    ]
    return Table("own_values", words("table.own_values"), columns, rows, wide=False, folded=len(rows) > 12)


def own_places(document: Document, words: Words) -> Table | None:
    """What the variant records of each seat, by position and by seat."""
    columns_of = [column for column in document.own if column.per_seat]
    if not columns_of:
        return None
    rows = []
    for column in columns_of:
        for which in column.positions[0]:
            estimates = [place[which] for place in (*column.positions, *column.seats)]
            write = share_cell if which == "rate" else amount_cell
            label = words("own.line", column=words.of(column.title), which=words(f"own.{which}"))
            rows.append([words_cell(label, raw=f"{column.name} {which}"), *map(write, estimates)])
    columns = [
        Column.words(words("column.own"), "column"),
        *(Column.estimate(words(f"position.{place}"), f"position_{place}") for place in range(4)),
        *(Column.estimate(words("seat.short", seat=seat), f"seat_{seat}") for seat in range(4)),
    ]
    return Table("own_places", words("table.own_places"), columns, rows)


def options(document: Document, words: Words) -> Table:
    """Every option in force; those changed first come to the eye."""
    rows = []
    for option in document.rules.options:
        value, default = written(option, words), written_default(option, words)
        said = "" if option.said is None else words.of(option.said)
        label = words.of(option.title) if words.lang == "zh" else option.name
        rows.append(
            [
                words_cell(label, small=option.clause, raw=option.name),
                words_cell(value, strong=option.changed, code=True, small=said, raw=_json(option.value)),
                words_cell(default if option.changed else "", code=option.changed, raw=_json(option.default)),
                words_cell(words(f"kind.{option.kind}"), raw=option.kind),
                words_cell(words.of(option.meaning)),
                words_cell(words("option.changed") if option.changed else "", raw=option.changed),
            ]
        )
    columns = [
        Column.words(words(f"column.{name}"), name)
        for name in ("option", "in_force", "default", "kind", "meaning", "changed")
    ]
    return Table("options", words("table.options"), columns, rows)


def written(option: Option, words: Words) -> str:
    """Write an option's value in force; of a mapping only what was given."""
    if isinstance(option.value, dict):
        given = option.given or {}
        return ", ".join(f"{key} = {_json(entry)}" for key, entry in given.items()) or words(
            "option.as_declared"
        )
    return _plain(option.value)


def written_default(option: Option, words: Words) -> str:
    """Write an option's default; of a mapping that it is as declared."""
    return words("option.as_declared") if isinstance(option.default, dict) else _plain(option.default)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def replays(document: Document, words: Words) -> Table:
    """Hands worth a look, with the command that shows each."""
    titles = {fan.id: words.of(fan.title) for fan in document.fans}
    unit = words.of(document.rules.unit)
    rows = []
    for replay in document.replays:
        why = words(
            f"replay.{replay.why}",
            fan=titles.get(replay.fan or "", ""),
            amount=numbers.whole(replay.amount),
            seat=replay.seat,
            unit=unit,
            money=words("unit.money"),
        )
        command = document.origin.replay.replace(" N", f" {replay.hand}") + " --pretty"
        rows.append([words_cell(why), count_cell(replay.hand), words_cell(command, code=True)])
    columns = [
        Column.words(words("column.why"), "why"),
        Column.count(words("column.hand"), "hand"),
        Column.words(words("column.command"), "command"),
    ]
    return Table("replays", words("table.replays"), columns, rows)


def provenance(document: Document, words: Words) -> Table:
    """What made the numbers."""
    source = document.origin
    facts: list[tuple[str, str]] = [
        ("variant", f"{words.of(document.rules.title)} ({document.rules.variant})"),
        ("deck", words.of(document.rules.deck)),
        ("sources", words.of(document.rules.sources)),
        ("hash", document.rules.hash),
        ("hands", numbers.whole(source.hands)),
        (
            "tables",
            words("provenance.tables_of", n=numbers.whole(source.tables), hands=source.hands_per_table),
        ),
        ("wins", numbers.whole(source.wins)),
        ("line_up", ", ".join(source.seats)),
        ("seed", str(source.seed)),
        ("versions", ", ".join(f"{name} {version}" for name, version in source.versions.items())),
        ("manifest", source.manifest_sha256),
    ]
    rows = [
        [
            words_cell(words(f"provenance.{key}"), raw=key),
            words_cell(text, code=key in ("hash", "manifest", "line_up")),
        ]
        for key, text in facts
    ]
    columns = [Column.words(words("column.what"), "what"), Column.words(words("column.value"), "value")]
    return Table("provenance", words("table.provenance"), columns, rows)


def _named(kind: str, key: str, words: Words) -> Cell:
    return words_cell(words(f"{kind}.{key}"), raw=key)
