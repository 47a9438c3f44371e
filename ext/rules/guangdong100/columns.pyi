COLUMNS: tuple[str, ...]
