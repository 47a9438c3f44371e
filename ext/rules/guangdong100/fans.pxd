from libc.stdint cimport uint32_t, uint64_t

from hupai.ext.shapes cimport Blocks, Hand
from hupai.ext.variant cimport Facts, Seat

cdef struct View:               # a hand as the patterns of GD-6.4 look at it, melds included
    const Blocks *blocks
    Hand hand                   # concealed tiles, the winning one among them
    uint64_t melds              # kinds of the pungs and kongs
    int sets                    # still to be made of the concealed tiles
    int kongs
    int pair_groups             # bit q: seven pairs with q groups are a winning shape
    # -- what `view_read` finds
    uint64_t kinds              # natural kinds and those of the melds
    int standard                # four sets and a pair can be made (GD-5.1)
    int groups                  # bit q: seven pairs with q groups can be made (GD-5.2)
    int free_groups             # bit q: likewise with a pair of jokers alone, of a kind that nothing else is of
    int pungs                   # four pungs or kongs and a pair can be made


cdef void view_of_seat(View *, const Blocks *, const Seat *, int pair_groups) noexcept nogil
cdef void view_of_winner(View *, const Blocks *, const Facts *, int seat, int pair_groups) noexcept nogil
cdef void view_add(View *, int tile) noexcept nogil
cdef bint view_read(View *) noexcept nogil
cdef bint holds(const View *, int fan) noexcept nogil
cdef bint any_fan(View *, uint32_t fans) noexcept nogil
