from hupai.ext.rules.guangdong100.options cimport GuangdongOptions
from hupai.ext.variant cimport Facts, Outcome

cdef enum:                              # kinds of liability (GD-10), bits
    NOBODY_LIABLE = 0
    ROB_LIABLE = 1                      # 抢杠
    TWELVE_LIABLE = 2                   # 12张落地
    BLOOM_LIABLE = 4                    # 杠爆


cdef int liability_in_force(const Facts *, const GuangdongOptions *, int winner, int *seat) noexcept nogil
cdef int settle(const Facts *, const void *options, Outcome *) noexcept nogil
