/* run_as.c: runs a command as another user, or as on a system without namespaces: for the tests of
 * the grader
 *
 *     run_as [-u UID] [-n | -y] COMMAND [ARGUMENT]...
 *
 *   -u   as this user and group; needs root
 *   -n   unshare, and clone with a new namespace, fail with EPERM, as in many containers (a seccomp
 *   filter)
 *   -y   only where this user can have namespaces
 *
 * Exit status 77: not possible here. Otherwise the command's. */
#if defined(__linux__)
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_HERE = 77 };

/* clone3 hides its flags from a filter; without it (ENOSYS) the C library takes clone */
static int deny_namespaces(void)
{
    const unsigned flags =
        CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS | CLONE_NEWUTS;
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unshare, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, flags, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = { sizeof program / sizeof program[0], program };

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

static int have_namespaces(void)
{
    const int others = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC;
    const pid_t child = fork();
    int status = 1;

    if (child == 0) _exit(unshare(geteuid() == 0 ? others : CLONE_NEWUSER | others) != 0);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(int argc, char **argv)
{
    int i = 1;

    if (i + 1 < argc && strcmp(argv[i], "-u") == 0) {
        const unsigned uid = (unsigned)atoi(argv[i + 1]);
        if (setgroups(0, NULL) != 0 || setgid(uid) != 0 || setuid(uid) != 0) return NOT_HERE;
        i += 2;
    }
    if (i < argc && strcmp(argv[i], "-n") == 0) {
        if (!deny_namespaces()) return NOT_HERE;
        i++;
    } else if (i < argc && strcmp(argv[i], "-y") == 0) {
        if (!have_namespaces()) return NOT_HERE;
        i++;
    }
    if (i < argc) execvp(argv[i], argv + i);
    return NOT_HERE;
}
#else
int main(void) { return 77; }
#endif
