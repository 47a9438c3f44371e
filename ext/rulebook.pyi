from typing import Any

class RuleBook:
    seat_as_it_stands: bool
    name: str
    prefix: str
    fans: tuple[str, ...]
    parts: tuple[str, ...]
    columns: tuple[str, ...]
    given: dict[str, Any]
    reasons: dict[str, str]
    @property
    def deck(self) -> tuple[int, ...]: ...
    def clause(self, code: int) -> str: ...
    def log_head(self, lots: list[int]) -> dict[str, Any]: ...
    def log_tail(self, lots: list[int], won: bool) -> list[dict[str, Any]]: ...
