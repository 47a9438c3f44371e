from typing import Any

STRATEGIES: dict[str, dict[str, Any]]
