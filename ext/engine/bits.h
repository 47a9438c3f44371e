/* Sets of kinds as 64-bit masks. */
#ifndef HUPAI_BITS_H
#define HUPAI_BITS_H
#include <stdint.h>

static inline int bits_count(uint64_t set)
{
    set -= (set >> 1) & 0x5555555555555555ULL;
    set = (set & 0x3333333333333333ULL) + ((set >> 2) & 0x3333333333333333ULL);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)((set * 0x0101010101010101ULL) >> 56);
}

static inline int bits_lowest(uint64_t set) { return __builtin_ctzll(set); }

#endif
