"""Hand logs read back: the head, then every event."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hupai.ext.errors import IllegalLog, UsageError
from hupai.ext.rules import definition, rules, variants
from hupai.ext.rules.catalog import nearest_variant
from hupai.ext.rules.options import quoted

if TYPE_CHECKING:
    from hupai.ext.engine.reader import Reading
    from hupai.ext.rules.heads import Fault

UNKNOWN_VARIANT = "HL-1"
"""The clause of docs/hand-log.md that a log of no known variant breaks."""


def open_log(log: dict[str, Any]) -> Reading:
    """Return the hand that a log begins, before its first event.

    Parameters
    ----------
    log
        One hand log (docs/hand-log.md); keys that it does not know at the top level are left alone.

    Raises
    ------
    IllegalLog
        If the head may not be as it is.
    UsageError
        If it is no hand log at all: no object, or without a list of events.
    """
    from hupai.ext.engine.reader import Reading

    if not isinstance(log, dict):
        raise UsageError("A hand log is a JSON object.")
    name = log.get("variant")
    if not isinstance(name, str) or name not in variants():
        near = nearest_variant(name) if isinstance(name, str) else None
        hint = f" (did you mean {near}?)" if near else ""
        reason = f"there is no variant {quoted(name)}{hint}; there are {', '.join(variants())}"
        raise IllegalLog(event=-1, seat=None, rule=UNKNOWN_VARIANT, reason=reason)
    fault: Fault | None = import_module(f"hupai.ext.rules.{name}.head").head_fault(log)
    if fault is not None:
        clause, seat = fault
        raise IllegalLog(event=-1, seat=seat, rule=clause, reason=definition(name).reason(clause))
    if not isinstance(log.get("events"), list):
        raise UsageError("A hand log has a list of events under the key events.")
    return Reading(rules(name, log.get("options", {})).book(), log)


def read_log(log: dict[str, Any]) -> dict[str, Any]:
    """Return what a hand log comes to.

    Parameters
    ----------
    log
        One hand log, as `open_log` takes it.

    Returns
    -------
    dict
        ``{"result": …, "next": {"dealer": …, "streak": …}}``.

    Raises
    ------
    IllegalLog
        If the head, an event or the end may not stand where it stands.
    UsageError
        If it is no hand log at all: no object, or without a list of events.
    """
    reading = open_log(log)
    for event in log["events"]:
        reading.apply(event)
    return reading.result()
