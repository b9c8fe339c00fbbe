/* sha256.h: the checksum of FIPS 180-4, which draws the cases of a test and detects unchanged work,
 * and HMAC (RFC 2104) on it, which makes a student's seed from the course's secret */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64, SHA256_TEXT = 2 * SHA256_BYTES + 1 };

typedef struct {
    uint32_t state[8];
    uint64_t size;                       /* bytes so far */
    unsigned char block[SHA256_BLOCK];   /* the last size % 64 of them */
} sha256;

void sha256_start(sha256 *s);
void sha256_add(sha256 *s, const void *data, size_t n);
void sha256_end(sha256 *s, unsigned char digest[SHA256_BYTES]);

/* sha256_text: the digest as 64 hexadecimal digits */
void sha256_text(const unsigned char digest[SHA256_BYTES], char text[SHA256_TEXT]);

void hmac_sha256(const void *key, size_t nkey, const void *data, size_t n,
                 unsigned char digest[SHA256_BYTES]);

#endif
