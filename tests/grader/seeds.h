/* seeds.h: which random numbers the cases of a test are made from */
#ifndef SEEDS_H
#define SEEDS_H

#include "tests/check.h"

#define DEFAULT_SEED UINT64_C(20140601)

/* FNV-1a over a text: so that each test has cases of its own, whatever else is run */
static inline uint64_t hash_text(uint64_t h, const char *text)
{
    for (; *text; text++) h = (h ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return h;
}

/* case_numbers: those of case k of a test such as "02_pgs", "05"; seed = 0 if it is not seeded */
static inline rng case_numbers(const char *which, const char *test, uint64_t seed, int k)
{
    const uint64_t h = hash_text(hash_text(UINT64_C(14695981039346656037), which), test);
    rng r = { (h ^ seed) + (uint64_t)k * UINT64_C(0x632be59bd9b4e019) };

    rng_next(&r);
    return r;
}

#endif
