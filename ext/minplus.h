/* Min-plus arithmetic over the ten lanes of a shape entry, and the lookup of tile masks by lane.
 *
 * A lane L = 2*m + p stands for "m sets and p pairs" (m = 0..4, p = 0 or 1); 3*m + 2*p grows with L, so "at
 * least n tiles" is a threshold on L. Two lanes may be joined if not both have a pair, and then their lanes
 * simply add.
 *
 * Vectors hold gains: gain = LANES_BASE - tiles needed, 0 = impossible. A saturating subtraction of the other
 * side's need then joins two lanes, zeros shifted in stay impossible, and no fill or overflow has to be
 * thought of.
 *
 * An entry keeps its needs twice, forwards (to be joined) and backwards (to be matched): for a total T, lane
 * L of the rest goes with lane T - L of the entry, which is an unaligned load from the backward copy. The
 * masks lie backwards for the same reason. The order of the fields keeps every such load inside the entry's
 * cache line.
 *
 * There are two twins of everything: SSE2, which any x86-64 has, and plain C for the others. SHAPES_PORTABLE
 * forces the latter. */
#ifndef HUPAI_MINPLUS_H
#define HUPAI_MINPLUS_H

#include <stdint.h>
#include <string.h>

#define LANES_BASE 99
#define LANES_LAST 9

typedef struct ShapeEntry {
    uint8_t back[12];    /* back[k] is the need of lane 9 - k; two bytes of padding */
    uint16_t keeps[10];  /* keeps[k], bit r: lane 9 - k needs no more after one tile of rank r is lost */
    uint16_t lowers[10]; /* lowers[k], bit r: lane 9 - k needs one tile less after one more of rank r */
    uint8_t need[12];    /* need[L]; the last two are infinite */
} ShapeEntry;

#if (defined(__SSE2__) || defined(_M_X64)) && !defined(SHAPES_PORTABLE)

#include <emmintrin.h>
#define LANES_TWIN "sse2"

typedef __m128i lanes_t;                              /* 16 gains of 8 bits */
typedef __m128i words_t;                              /* 8 masks of 16 bits */

/* lanes_within(n) has lanes 0..n set (n = -1..9), at LANES_WITHIN + 15 - n. */
static const uint8_t LANES_WITHIN[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                         255, 255, 255, 255, 255, 255, 255, 255};

static inline __m128i lanes_within(int n) {
    return _mm_loadu_si128((const __m128i *)(LANES_WITHIN + 15 - n));
}

/* The load begins four bytes early to end with the cache line. */
static inline __m128i lanes_need(const ShapeEntry *e) {
    return _mm_srli_si128(_mm_loadu_si128((const __m128i *)(e->lowers + 8)), 4);
}

static inline lanes_t lanes_gain(const ShapeEntry *e) {
    return _mm_subs_epu8(_mm_set1_epi8(LANES_BASE), lanes_need(e));
}

static inline lanes_t lanes_from(lanes_t gain, int floor) {
    return _mm_andnot_si128(lanes_within(floor - 1), gain);
}

/* Broadcasts of lanes 0..9 of the need, four a register, for want of _mm_shuffle_epi8 in SSE2. */
#define LANES_SPREAD(need)                                                                        \
    const __m128i spread_lo = _mm_unpacklo_epi8(need, need);                                      \
    const __m128i spread_hi = _mm_unpackhi_epi8(need, need);                                      \
    const __m128i spread0 = _mm_unpacklo_epi16(spread_lo, spread_lo);                             \
    const __m128i spread4 = _mm_unpackhi_epi16(spread_lo, spread_lo);                             \
    const __m128i spread8 = _mm_unpacklo_epi16(spread_hi, spread_hi);

static inline lanes_t lanes_join(const ShapeEntry *e, lanes_t rest) {
    const __m128i need = lanes_need(e);
    const __m128i bare = _mm_and_si128(rest, _mm_set1_epi16(0xff)); /* the rest without a pair */
    LANES_SPREAD(need)
    __m128i a = _mm_subs_epu8(rest, _mm_shuffle_epi32(spread0, 0x00));
    __m128i b = _mm_subs_epu8(_mm_slli_si128(bare, 1), _mm_shuffle_epi32(spread0, 0x55));
#define LANES_STEP(acc, from, lane, spread, imm) \
    acc = _mm_max_epu8(acc, _mm_subs_epu8(_mm_slli_si128(from, lane), _mm_shuffle_epi32(spread, imm)));
    LANES_STEP(a, rest, 2, spread0, 0xaa)
    LANES_STEP(b, bare, 3, spread0, 0xff)
    LANES_STEP(a, rest, 4, spread4, 0x00)
    LANES_STEP(b, bare, 5, spread4, 0x55)
    LANES_STEP(a, rest, 6, spread4, 0xaa)
    LANES_STEP(b, bare, 7, spread4, 0xff)
    LANES_STEP(a, rest, 8, spread8, 0x00)
    LANES_STEP(b, bare, 9, spread8, 0x55)
#undef LANES_STEP
    return _mm_max_epu8(a, b);
}

static inline lanes_t lanes_match(const ShapeEntry *e, lanes_t rest, int total, int last) {
    return _mm_subs_epu8(_mm_and_si128(rest, lanes_within(last)),
                         _mm_loadu_si128((const __m128i *)(e->back + LANES_LAST - total)));
}

static inline lanes_t lanes_max(lanes_t a, lanes_t b) { return _mm_max_epu8(a, b); }

static inline int lanes_top(lanes_t v) {
    v = _mm_max_epu8(v, _mm_srli_si128(v, 8));
    v = _mm_max_epu8(v, _mm_srli_epi64(v, 32));
    v = _mm_max_epu8(v, _mm_srli_epi64(v, 16));
    v = _mm_max_epu8(v, _mm_srli_epi64(v, 8));
    return _mm_cvtsi128_si32(v) & 0xff;
}

static inline words_t lanes_pick(lanes_t v, int top, const uint16_t *masks, int total) {
    uint32_t last;
    const __m128i hit = _mm_cmpeq_epi8(v, _mm_set1_epi8((char)top));
    const __m128i words = _mm_loadu_si128((const __m128i *)(masks + LANES_LAST - total));
    memcpy(&last, masks + 8, 4); /* lanes 8 and 9 of the rest can only be hit where the total is 9 */
    return _mm_or_si128(_mm_and_si128(_mm_unpacklo_epi8(hit, hit), words),
                        _mm_and_si128(_mm_unpackhi_epi8(hit, hit), _mm_cvtsi32_si128((int)last)));
}

static inline words_t words_none(void) { return _mm_setzero_si128(); }

static inline uint64_t words_fold(words_t a, words_t b, words_t c, words_t d) {
    uint64_t out;
    const __m128i ab = _mm_or_si128(_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b));
    const __m128i cd = _mm_or_si128(_mm_unpacklo_epi16(c, d), _mm_unpackhi_epi16(c, d));
    const __m128i abcd = _mm_or_si128(_mm_unpacklo_epi32(ab, cd), _mm_unpackhi_epi32(ab, cd));
    _mm_storel_epi64((__m128i *)&out, _mm_or_si128(abcd, _mm_srli_si128(abcd, 8)));
    return out;
}

#else /* portable C */

#define LANES_TWIN "portable"

typedef struct lanes_t { uint8_t v[16]; } lanes_t;
typedef struct words_t { uint16_t v; } words_t;

static inline uint8_t lanes_sub(uint8_t a, uint8_t b) { return (uint8_t)(a > b ? a - b : 0); }

static inline lanes_t lanes_gain(const ShapeEntry *e) {
    lanes_t out;
    memset(&out, 0, sizeof out);
    for (int lane = 0; lane <= LANES_LAST; lane++) out.v[lane] = lanes_sub(LANES_BASE, e->need[lane]);
    return out;
}

static inline lanes_t lanes_from(lanes_t gain, int floor) {
    for (int lane = 0; lane < floor; lane++) gain.v[lane] = 0;
    return gain;
}

/* By sets, and by who has the pair. The bounds are constants, so that it all unrolls into registers. */
static inline lanes_t lanes_join(const ShapeEntry *e, lanes_t rest) {
    lanes_t out;
    memset(&out, 0, sizeof out);
    for (int sets = 0; sets <= 4; sets++) {
        int bare = 0, pair = 0;
        for (int own = 0; own <= sets; own++) {
            const int need = e->need[2 * own], need_pair = e->need[2 * own + 1];
            const int gain = rest.v[2 * (sets - own)], gain_pair = rest.v[2 * (sets - own) + 1];
            bare = bare > gain - need ? bare : gain - need;
            pair = pair > gain_pair - need ? pair : gain_pair - need;
            pair = pair > gain - need_pair ? pair : gain - need_pair;
        }
        out.v[2 * sets] = (uint8_t)bare;
        out.v[2 * sets + 1] = (uint8_t)pair;
    }
    return out;
}

static inline lanes_t lanes_max(lanes_t a, lanes_t b) {
    for (int i = 0; i < 16; i++) a.v[i] = a.v[i] > b.v[i] ? a.v[i] : b.v[i];
    return a;
}

static inline lanes_t lanes_match(const ShapeEntry *e, lanes_t rest, int total, int last) {
    lanes_t out;
    memset(&out, 0, sizeof out);
    for (int lane = 0; lane <= last; lane++)
        out.v[lane] = lanes_sub(rest.v[lane], e->back[LANES_LAST - total + lane]);
    return out;
}

static inline int lanes_top(lanes_t v) {
    int top = 0;
    for (int i = 0; i < 16; i++) top = top > v.v[i] ? top : v.v[i];
    return top;
}

static inline words_t lanes_pick(lanes_t v, int top, const uint16_t *masks, int total) {
    words_t out = {0};
    for (int lane = 0; lane <= total; lane++)
        if (v.v[lane] == top) out.v |= masks[LANES_LAST - total + lane];
    return out;
}

static inline words_t words_none(void) {
    const words_t out = {0};
    return out;
}

static inline uint64_t words_fold(words_t a, words_t b, words_t c, words_t d) {
    return (uint64_t)a.v | (uint64_t)b.v << 16 | (uint64_t)c.v << 32 | (uint64_t)d.v << 48;
}

#endif
#endif
