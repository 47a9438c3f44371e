from hupai.ext.rules.hefei.options cimport HefeiOptions
from hupai.ext.variant cimport Facts, Outcome


cdef int settle(const Facts *, const void *options, Outcome *) noexcept nogil
