/* hostile: catches every signal and goes on
 * points: 5
 * rest: attack sweep */
#define _GNU_SOURCE
#include "lab.h"

#include <signal.h>
#include <string.h>

static void again(int sig) { (void)sig; }

static void attack(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = again;
    for (int sig = 1; sig < 64; sig++) sigaction(sig, &action, NULL);
    *(volatile int *)8 = 1;                                    /* over and over */
}
