from libc.stdint cimport int8_t

from hupai.ext.variant cimport Event, Game


cdef int refuse(Game *, const Event *, int8_t *seat) noexcept nogil
cdef int unfinished(Game *, int8_t *seat) noexcept nogil
