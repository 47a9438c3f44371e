from hupai.ext.variant cimport Choice, Game, Menu


cdef int sense(Game *, int seat, const Menu *, Choice *) noexcept nogil
cdef int respond(Game *, int seat, int bits) noexcept nogil
