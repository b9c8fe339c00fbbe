/* seeds.h: the random numbers from which the cases of a test are made */
#ifndef SEEDS_H
#define SEEDS_H

#include "sha256.h"
#include "tests/check.h"

#include <inttypes.h>

#define DEFAULT_SEED UINT64_C(20140601)

/* case_numbers: those of case k of a test such as "02_pgs", "05"; seed = 0 if it is not seeded
 *
 * A submission sees the numbers of its own case and can work back from them to the generator's
 * state. That state is the beginning of SHA-256("seed lab test case"), so it says nothing about the
 * seed, nor about any other case.
 */
static inline rng case_numbers(const char *which, const char *test, uint64_t seed, int k)
{
    unsigned char digest[SHA256_BYTES];
    char text[200];
    sha256 s;
    rng r = { 0 };
    const int length = snprintf(text, sizeof text, "%" PRIu64 " %s %s %d", seed, which, test, k);

    sha256_start(&s);
    sha256_add(&s, text, (size_t)length);
    sha256_end(&s, digest);
    for (int i = 0; i < 8; i++) r.state = r.state << 8 | digest[i];
    return r;
}

#endif
