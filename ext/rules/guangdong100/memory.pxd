from hupai.ext.variant cimport Event, Facts, Game


cdef void open_wall(Game *) noexcept nogil
cdef void begin(Game *) noexcept nogil
cdef void closed(Game *, const Event *) noexcept nogil
cdef void after(Game *, const Event *) noexcept nogil
cdef void mark(const Game *, Facts *) noexcept nogil
