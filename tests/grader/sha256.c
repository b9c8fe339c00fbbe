/* sha256.c: see sha256.h */
#include "sha256.h"

#include <stdio.h>
#include <string.h>

static const uint32_t constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t x, int by) { return x >> by | x << (32 - by); }

/* the 16 words of a block, and 48 more made from them */
static void make_schedule(const unsigned char *block, uint32_t w[64])
{
    for (int i = 0; i < 16; i++) {
        const unsigned char *b = block + 4 * i;
        w[i] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    }
    for (int i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
}

static void add_block(sha256 *s, const unsigned char *block)
{
    uint32_t w[64], v[8];

    make_schedule(block, w);
    memcpy(v, s->state, sizeof v);
    for (int i = 0; i < 64; i++) {
        const uint32_t a = v[0], b = v[1], c = v[2], e = v[4], f = v[5], g = v[6];
        const uint32_t one = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                             ((e & f) ^ (~e & g)) + constant[i] + w[i];
        const uint32_t two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
                             ((a & b) ^ (a & c) ^ (b & c));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++) s->state[i] += v[i];
}

void sha256_start(sha256 *s)
{
    static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

    memset(s, 0, sizeof *s);
    memcpy(s->state, start, sizeof start);
}

void sha256_add(sha256 *s, const void *data, size_t n)
{
    const unsigned char *at = data;

    for (size_t i = 0; i < n; i++) {
        s->block[s->size++ % SHA256_BLOCK] = at[i];
        if (s->size % SHA256_BLOCK == 0) add_block(s, s->block);
    }
}

void sha256_end(sha256 *s, unsigned char digest[SHA256_BYTES])
{
    static const unsigned char one = 0x80, zero = 0;
    const uint64_t bits = 8 * s->size;
    unsigned char length[8];

    for (int i = 0; i < 8; i++) length[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha256_add(s, &one, 1);
    while (s->size % SHA256_BLOCK != SHA256_BLOCK - 8) sha256_add(s, &zero, 1);
    sha256_add(s, length, 8);
    for (int i = 0; i < SHA256_BYTES; i++)
        digest[i] = (unsigned char)(s->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_text(const unsigned char digest[SHA256_BYTES], char text[SHA256_TEXT])
{
    for (int i = 0; i < SHA256_BYTES; i++) snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

/* H(key ^ pad | data) */
static void keyed(const unsigned char key[SHA256_BLOCK], unsigned char pad, const void *data,
                  size_t n, unsigned char digest[SHA256_BYTES])
{
    unsigned char start[SHA256_BLOCK];
    sha256 s;

    for (int i = 0; i < SHA256_BLOCK; i++) start[i] = key[i] ^ pad;
    sha256_start(&s);
    sha256_add(&s, start, sizeof start);
    sha256_add(&s, data, n);
    sha256_end(&s, digest);
}

void hmac_sha256(const void *key, size_t nkey, const void *data, size_t n,
                 unsigned char digest[SHA256_BYTES])
{
    unsigned char block[SHA256_BLOCK] = { 0 }, inner[SHA256_BYTES];
    sha256 s;

    if (nkey > sizeof block) {
        sha256_start(&s);
        sha256_add(&s, key, nkey);
        sha256_end(&s, block);
    } else {
        memcpy(block, key, nkey);
    }
    keyed(block, 0x36, data, n, inner);
    keyed(block, 0x5c, inner, sizeof inner, digest);
}
