from hupai.ext.variant cimport Facts, Outcome


cdef int settle(const Facts *, const void *options, Outcome *) noexcept nogil
