"""Counter-based random streams, bit-identical to ``numpy.random.Philox``.

The stream of (seed, stream, hand) is ``Philox(key=[seed, stream], counter=[0, hand, 0, 0])``. The engine draws from
them in C (``streams.pxd``); the functions here show what it draws.
"""

from libc.stdlib cimport free, malloc

STREAM_VERSION = 1
STREAM_NAMES = {
    "wall": WALL,
    "strategy": STRATEGY,
    "horses": HORSES,
    "stakes": STAKES,
    "leaving": LEAVING,
}


def raw(uint64_t seed, uint64_t stream, uint64_t hand, int n):
    """Return the first `n` 64-bit words of a stream."""
    cdef Stream state
    stream_open(&state, seed, stream, hand)
    return [next64(&state) for _ in range(n)]


def halves(uint64_t seed, uint64_t stream, uint64_t hand, int n):
    """Return the first `n` 32-bit halves of a stream, the low one of each word first."""
    cdef Stream state
    stream_open(&state, seed, stream, hand)
    return [next32(&state) for _ in range(n)]


def units(uint64_t seed, uint64_t stream, uint64_t hand, int n):
    """Return the first `n` numbers in [0, 1) of a stream."""
    cdef Stream state
    stream_open(&state, seed, stream, hand)
    return [unit(&state) for _ in range(n)]


def choices(uint64_t seed, uint64_t stream, uint64_t hand, bounds):
    """Return one unbiased draw from 0 … b − 1 for each b of `bounds` (each at least 1), in order."""
    cdef Stream state
    cdef uint32_t bound
    stream_open(&state, seed, stream, hand)
    drawn = []
    for wanted in bounds:
        bound = wanted
        if bound == 0:
            raise ValueError("a bound is at least 1")
        drawn.append(below(&state, bound))
    return drawn


def mixed(uint64_t seed, uint64_t stream, uint64_t hand, str draws):
    """Return what a stream gives to `draws`, a word such as ``"3136d"``: 6 for 64 bits, 3 for 32, d for [0, 1)."""
    cdef Stream state
    stream_open(&state, seed, stream, hand)
    drawn = []
    for kind in draws:
        if kind == "6":
            drawn.append(next64(&state))
        elif kind == "3":
            drawn.append(next32(&state))
        elif kind == "d":
            drawn.append(unit(&state))
        else:
            raise ValueError(f"{kind!r} is no draw: 6, 3 or d")
    return drawn


def picked(uint32_t word, uint32_t n):
    """Return what a 32-bit `word` chooses among `n` (at least 1), or None where the word is thrown away."""
    if n == 0:
        raise ValueError("n is at least 1")
    choice = pick_word(word, n)
    return None if choice < 0 else choice


def shuffled(uint64_t seed, uint64_t stream, uint64_t hand, deck):
    """Return the kinds of `deck` in the order in which the stream shuffles them."""
    cdef Stream state
    cdef int n = len(deck)
    cdef int i
    cdef int8_t *tiles = <int8_t *>malloc(n + 1)
    if tiles == NULL:
        raise MemoryError
    try:
        for i in range(n):
            tiles[i] = deck[i]
        stream_open(&state, seed, stream, hand)
        shuffle(&state, tiles, n)
        return [tiles[i] for i in range(n)]
    finally:
        free(tiles)


def shuffle_many(uint64_t seed, uint64_t first, uint64_t hands, int size):
    """Shuffle `hands` walls of `size` tiles (at most 144), as a block of hands does; return a check sum.

    What `benchmarks/` times, and what statistical checks over many walls are built on.
    """
    cdef Stream state
    cdef int8_t tiles[144]
    cdef uint64_t total = 0
    cdef uint64_t hand
    cdef int i
    if not 1 <= size <= 144:
        raise ValueError("a wall has 1 to 144 tiles")
    with nogil:
        for hand in range(first, first + hands):
            for i in range(size):
                tiles[i] = <int8_t>i
            stream_open(&state, seed, WALL, hand)
            shuffle(&state, tiles, size)
            total += <uint64_t>tiles[0]
    return total
