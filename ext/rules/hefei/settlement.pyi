FANS: tuple[str, ...]
PARTS: tuple[str, ...]
