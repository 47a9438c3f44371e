# Random streams. One is named by (seed, stream, hand) and costs nothing to open; see philox.h.

from libc.stdint cimport int8_t, int64_t, uint32_t, uint64_t

cdef enum:
    WALL = 0
    STRATEGY = 1        # seat s draws from STRATEGY + s
    HORSES = 5
    STAKES = 6
    LEAVING = 7

cdef extern from "hupai/ext/philox.h" nogil:
    ctypedef struct Stream "PhiloxStream":
        pass

    # = numpy.random.Philox(key=[seed, stream], counter=[0, hand, 0, 0])
    void stream_open "philox_open"(Stream *stream, uint64_t seed, uint64_t name, uint64_t hand) noexcept

    # The next 64 bits; the next 32 (low half of a word, then its high half).
    uint64_t next64 "philox_next64"(Stream *stream) noexcept
    uint32_t next32 "philox_next32"(Stream *stream) noexcept

    # Uniform in 0 … n − 1, without bias; n ≥ 1.
    uint32_t below "philox_below"(Stream *stream, uint32_t n) noexcept

    # What one word chooses among n: 0 … n − 1, or −1 for a word that `below` throws away.
    int64_t pick_word "philox_pick"(uint32_t word, uint32_t n) noexcept

    # Uniform in [0, 1), 53 bits.
    double unit "philox_unit"(Stream *stream) noexcept

    # Every order of tiles[0:n] equally likely.
    void shuffle "philox_shuffle"(Stream *stream, int8_t *tiles, int n) noexcept
