"""The golden cases, legal and illegal, and that they show every fan and every option."""

from __future__ import annotations

from typing import Any

import pytest

from handlogs.settings import VARIANTS, golden
from hupai.ext.errors import IllegalLog
from hupai.ext.reading import read_log
from hupai.ext.rules import definition, rules

CASES = [pytest.param(log, id=f"{name}-{case}") for name in VARIANTS for case, log in golden(name).items()]


@pytest.mark.parametrize("log", CASES)
def test_case(log: dict[str, Any]) -> None:
    if "illegal" not in log:
        computed = read_log(log)
        assert computed["result"] == log["result"]
        assert computed["next"] == log.get("next", computed["next"])
        return
    with pytest.raises(IllegalLog) as refused:
        read_log(log)
    error = refused.value
    assert {"event": error.event, "seat": error.seat, "rule": error.rule} == log["illegal"]
    assert error.reason


def winners(variant: str) -> list[dict[str, Any]]:
    legal = [log["result"] for log in golden(variant).values() if "result" in log]
    return [winner for result in legal for winner in result["winners"]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_fan_counts_in_a_case_and_not_in_another(variant: str) -> None:
    won = [set(winner["fans"]) for winner in winners(variant)]
    listed = [fan.id for fan in definition(variant).fans if fan.listed]
    assert [fan for fan in listed if not any(fan in fans for fans in won)] == []
    assert [fan for fan in listed if all(fan in fans for fans in won)] in ([], listed[:1])
    assert {fan for fans in won for fan in fans} <= set(listed)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_option_stands_away_from_its_default_in_a_case(variant: str) -> None:
    legal = [log for log in golden(variant).values() if log.get("illegal", {}).get("event") != -1]
    shown = {name for log in legal for name in rules(variant, log.get("options", {})).given}
    assert shown == {option.name for option in definition(variant).options}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_part_pays_in_a_case(variant: str) -> None:
    legal = [log["result"]["parts"] for log in golden(variant).values() if "result" in log]
    paid = {name for parts in legal for name, amounts in parts.items() if any(amounts)}
    assert paid == {part.key for part in definition(variant).parts}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_declaration_is_what_is_compiled(variant: str) -> None:
    known, book = definition(variant), rules(variant).book()
    assert book.name == known.name == variant
    assert book.prefix == known.variant.prefix
    assert book.fans == tuple(fan.id for fan in known.fans)
    assert book.parts == tuple(part.key for part in known.parts)
    assert book.columns == tuple(field for column in known.columns for field in column.fields)
    assert len(book.deck) == known.variant.deck.tiles
    assert list(book.deck) == sorted(book.deck)
    assert all(book.deck.count(kind) <= 4 for kind in book.deck)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_clause_of_a_refusal_has_a_reason(variant: str) -> None:
    broken = {log["illegal"]["rule"] for log in golden(variant).values() if "illegal" in log}
    assert broken <= set(definition(variant).clauses)
