"""Sets of kinds as 64-bit masks: bit k stands for kind k."""
from libc.stdint cimport uint64_t


cdef extern from "hupai/ext/engine/bits.h" nogil:
    int bits_count(uint64_t) noexcept
    int bits_lowest(uint64_t) noexcept


cdef inline uint64_t bit(int kind) noexcept nogil:
    return (<uint64_t> 1) << kind


cdef inline int bits_nth(uint64_t kinds, int n) noexcept nogil:
    """The n-th (from 0) lowest kind of a set."""
    while n > 0:
        kinds &= kinds - 1
        n -= 1
    return bits_lowest(kinds)


cdef inline int bits_pop(uint64_t *kinds) noexcept nogil:
    """Takes the lowest kind out of a set and returns it."""
    cdef int lowest = bits_lowest(kinds[0])
    kinds[0] &= kinds[0] - 1
    return lowest
