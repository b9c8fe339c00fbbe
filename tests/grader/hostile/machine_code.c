/* hostile: calls the kernel's 32-bit interface in machine code of its own
 * points: 5
 * rest: attack sweep
 * never: owned */
#include "lab.h"

#include <stdio.h>

/* mov $20, %eax (getpid there); int $0x80; ret */
__attribute__((section(".text"), used)) static const unsigned char code[] = { 0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3 };

static void attack(void)
{
#if defined(__x86_64__)
    int (*const call)(void) = (int (*)(void))(unsigned long)code;
    if (call() > 0) fprintf(stderr, "owned\n");
#endif
}
