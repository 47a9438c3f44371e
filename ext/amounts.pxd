"""Arithmetic on amounts that says when it leaves 64 bits; 0 is good."""
from libc.stdint cimport int64_t


cdef extern from * nogil:
    """
    #define hupai_multiply(a, b, out) __builtin_mul_overflow((int64_t)(a), (int64_t)(b), (int64_t *)(out))
    #define hupai_add(a, b, out) __builtin_add_overflow((int64_t)(a), (int64_t)(b), (int64_t *)(out))
    """
    bint multiply "hupai_multiply"(int64_t, int64_t, int64_t *) noexcept
    bint plus "hupai_add"(int64_t, int64_t, int64_t *) noexcept


cdef inline bint add_to(int64_t *total, int64_t amount) noexcept nogil:
    return plus(total[0], amount, total)
