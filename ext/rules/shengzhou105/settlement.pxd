from hupai.ext.rules.shengzhou105.options cimport ShengzhouOptions
from hupai.ext.variant cimport Facts, Outcome


cdef int settle(const Facts *, const void *options, Outcome *) noexcept nogil
cdef int paid_as_liable(const Facts *, const ShengzhouOptions *, int seat) noexcept nogil
