from libc.stdint cimport int32_t

from hupai.ext.variant cimport Facts, Game


cdef void own_columns(const Game *, const Facts *, int32_t *columns) noexcept nogil
cdef void settled_columns(const Facts *, const void *options, int32_t *columns) noexcept nogil
