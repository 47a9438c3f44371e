from typing import Any

from hupai.ext.rulebook import RuleBook

COLUMNS: tuple[str, ...]

class HefeiBook(RuleBook):
    def __init__(self, options: dict[str, Any]) -> None: ...
