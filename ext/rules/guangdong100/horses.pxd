from hupai.ext.variant cimport Facts


cdef void draw_lots(Facts *, const void *options) noexcept nogil
cdef int seat_hit(const Facts *, int tile) noexcept nogil
