from hupai.ext.rulebook import RuleBook
from hupai.ext.rules.options import Value

class GuangdongBook(RuleBook):
    def __init__(self, options: dict[str, Value]) -> None: ...
