/* test_sha256.c: the grader's checksums, with the examples of FIPS 180-4 and RFC 4231 */
#include "check.h"
#include "grader/sha256.c"

#include <string.h>

static char text[SHA256_TEXT];

/* the checksum of a message that is repeated so many times */
static const char *checksum(const char *message, int times)
{
    unsigned char digest[SHA256_BYTES];
    sha256 s;

    sha256_start(&s);
    for (int i = 0; i < times; i++) sha256_add(&s, message, strlen(message));
    sha256_end(&s, digest);
    sha256_text(digest, text);
    return text;
}

static const char *hmac(const char *key, const char *message)
{
    unsigned char digest[SHA256_BYTES];

    hmac_sha256(key, strlen(key), message, strlen(message), digest);
    sha256_text(digest, text);
    return text;
}

static void says(const char *got, const char *want, const char *name)
{
    if (!check(strcmp(got, want) == 0, "%s", name)) note("got %s, expected %s", got, want);
}

int main(void)
{
    char key[132];

    says(checksum("", 1), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
         "the empty message");
    says(checksum("abc", 1), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
         "one block");
    says(checksum("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1),
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
         "a message whose length is in a second block");
    says(checksum("a", 1000000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
         "a million letters, one by one");

    memset(key, 0x0b, 20);
    key[20] = '\0';
    says(hmac(key, "Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
         "HMAC");
    says(hmac("Jefe", "what do ya want for nothing?"),
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", "HMAC, a short key");
    memset(key, 0xaa, 131);
    key[131] = '\0';
    says(hmac(key, "Test Using Larger Than Block-Size Key - Hash Key First"),
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
         "HMAC, a key longer than a block");
    return check_done();
}
