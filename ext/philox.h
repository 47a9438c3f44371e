/* Counter-based random streams: Philox4x64-10, the same bits as numpy.random.Philox.
 *
 * Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11. A stream is named by
 * (seed, stream, hand) and equals Philox(key=[seed, stream], counter=[0, hand, 0, 0]): opening one costs
 * nothing, so that every hand starts its own and any hand can be dealt again alone.
 *
 * The lowest word of the counter is not carried into the next: no hand draws 2^66 numbers.
 */
#ifndef HUPAI_PHILOX_H
#define HUPAI_PHILOX_H

#include <stdint.h>

#if !defined(__SIZEOF_INT128__) && defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

#define PHILOX_BLOCK 4
/* Blocks worked out together: one alone leaves the multiplier idle, more than two were no faster. */
#define PHILOX_AHEAD 2
#define PHILOX_WORDS (PHILOX_BLOCK * PHILOX_AHEAD)

typedef struct {
    uint64_t seed;
    uint64_t stream;
    uint64_t hand;
    uint64_t block;                  /* counter of the last block in `words` */
    uint64_t words[PHILOX_WORDS];
    int position;                    /* words of `words` that are used up */
    int has_half;                    /* `half` has not been used yet */
    uint32_t half;                   /* the high half of the last word that was split */
} PhiloxStream;

static inline uint64_t philox_multiply(uint64_t a, uint64_t b, uint64_t *high)
{
#if defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#elif defined(_MSC_VER) && defined(_M_X64)
    return _umul128(a, b, high);
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t carry = a0 * b1 + (uint32_t)middle;
    *high = a1 * b1 + (middle >> 32) + (carry >> 32);
    return a * b;
#endif
}

static inline void philox_block(uint64_t seed, uint64_t stream, uint64_t block, uint64_t hand, uint64_t *words)
{
    uint64_t c0 = block, c1 = hand, c2 = 0, c3 = 0;
    int round;
    for (round = 0; round < 10; round++) {
        uint64_t high0, high1;
        uint64_t low0 = philox_multiply(UINT64_C(0xD2E7470EE14C6C93), c0, &high0);
        uint64_t low1 = philox_multiply(UINT64_C(0xCA5A826395121157), c2, &high1);
        c0 = high1 ^ c1 ^ seed;
        c1 = low1;
        c2 = high0 ^ c3 ^ stream;
        c3 = low0;
        seed += UINT64_C(0x9E3779B97F4A7C15);
        stream += UINT64_C(0xBB67AE8584CAA73B);
    }
    words[0] = c0;
    words[1] = c1;
    words[2] = c2;
    words[3] = c3;
}

static inline void philox_open(PhiloxStream *s, uint64_t seed, uint64_t stream, uint64_t hand)
{
    s->seed = seed;
    s->stream = stream;
    s->hand = hand;
    s->block = 0;
    s->position = PHILOX_WORDS;
    s->has_half = 0;
    s->half = 0;
}

static inline void philox_refill(PhiloxStream *s)
{
    int i;
    /* numpy counts up before it computes: the first block of a stream is number 1. */
    for (i = 0; i < PHILOX_AHEAD; i++)
        philox_block(s->seed, s->stream, s->block + 1 + i, s->hand, s->words + PHILOX_BLOCK * i);
    s->block += PHILOX_AHEAD;
    s->position = 0;
}

static inline uint64_t philox_next64(PhiloxStream *s)
{
    if (s->position == PHILOX_WORDS)
        philox_refill(s);
    return s->words[s->position++];
}

/* The low half of a word, then its high half; a 64-bit draw in between leaves the half where it is. */
static inline uint32_t philox_next32(PhiloxStream *s)
{
    uint64_t word;
    if (s->has_half) {
        s->has_half = 0;
        return s->half;
    }
    word = philox_next64(s);
    s->has_half = 1;
    s->half = (uint32_t)(word >> 32);
    return (uint32_t)word;
}

/* What a 32-bit word chooses among n things: 0 to n - 1, or -1 where the word must be thrown away so that all
 * are equally likely (2^32 mod n words are). Lemire, "Fast random integer generation in an interval", 2019. */
static inline int64_t philox_pick(uint32_t word, uint32_t n)
{
    uint64_t product = (uint64_t)word * n;
    uint32_t low = (uint32_t)product;
    if (low < n && low < (uint32_t)(0 - n) % n)
        return -1;
    return (int64_t)(product >> 32);
}

/* Uniform in 0 to n - 1; n is at least 1, and n = 1 uses a draw as any other does. */
static inline uint32_t philox_below(PhiloxStream *s, uint32_t n)
{
    int64_t choice;
    do
        choice = philox_pick(philox_next32(s), n);
    while (choice < 0);
    return (uint32_t)choice;
}

/* Uniform in [0, 1), 53 bits. */
static inline double philox_unit(PhiloxStream *s)
{
    return (double)(philox_next64(s) >> 11) * (1.0 / 9007199254740992.0);
}

static inline void philox_swap(int8_t *tiles, int64_t one, int64_t other)
{
    int8_t tile = tiles[one];
    tiles[one] = tiles[other];
    tiles[other] = tile;
}

/* Fisher and Yates, from the end: what a loop of philox_below draws, two draws from a word at a time. */
static inline void philox_shuffle(PhiloxStream *s, int8_t *tiles, int n)
{
    int last = n - 1;
    while (last > 0) {
        uint64_t word;
        int64_t chosen;
        if (s->has_half) {
            philox_swap(tiles, last, philox_below(s, (uint32_t)last + 1));
            last--;
            continue;
        }
        word = philox_next64(s);
        chosen = philox_pick((uint32_t)word, (uint32_t)last + 1);
        if (chosen >= 0) {
            philox_swap(tiles, last, chosen);
            last--;
        }
        if (chosen < 0 || last == 0) {
            s->has_half = 1;
            s->half = (uint32_t)(word >> 32);
            continue;
        }
        chosen = philox_pick((uint32_t)(word >> 32), (uint32_t)last + 1);
        if (chosen >= 0) {
            philox_swap(tiles, last, chosen);
            last--;
        }
    }
}

#endif
