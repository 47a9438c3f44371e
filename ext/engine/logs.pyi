from typing import Any

from hupai.ext.errors import IllegalLog
from hupai.ext.rulebook import RuleBook

def refusal(book: RuleBook, event: int, seat: Any, code: int) -> IllegalLog: ...
def read_hand(book: RuleBook, log: dict[str, Any]) -> dict[str, Any]: ...
