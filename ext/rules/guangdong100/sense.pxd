from hupai.ext.variant cimport Game


cdef int respond(Game *, int seat, int bits) noexcept nogil
