KONGS: dict[str, int]
WINS: dict[str, int]
PLAIN: dict[str, int]
