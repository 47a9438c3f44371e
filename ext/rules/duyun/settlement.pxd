from libc.stdint cimport int8_t, int32_t

from hupai.ext.variant cimport Facts, Outcome


cdef int settle(const Facts *, const void *options, Outcome *) noexcept nogil
cdef void succeed(const Facts *, const void *options, int8_t *dealer, int32_t *streak) noexcept nogil
