/* hostile: makes every call of the kernel that a computation does not need
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _GNU_SOURCE
#include "lab.h"

#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
/* harmless, or the end of the process */
static const int others[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_lseek, SYS_fstat, SYS_exit, SYS_exit_group, SYS_execve, SYS_brk, SYS_mmap,
    SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_futex, SYS_set_tid_address, SYS_set_robust_list, SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_sigaltstack, SYS_getpid, SYS_getppid, SYS_gettid, SYS_getuid,
    SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_times, SYS_gettimeofday, SYS_clock_gettime,
    SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_sched_yield, SYS_sched_getaffinity, SYS_restart_syscall, SYS_arch_prctl,
    SYS_getrlimit, SYS_prlimit64, SYS_time, SYS_pause, SYS_getrandom, SYS_set_thread_area, 334 /* rseq */, 335, 336 /* only signals */
};

/* where the C library can't be linked statically, the dynamic linker needs these: Landlock holds them to its libraries */
static const int opening[] = {
    SYS_open, SYS_openat, SYS_pread64, SYS_readlinkat, SYS_faccessat, SYS_getcwd, SYS_personality, SYS_newfstatat, SYS_stat, SYS_lstat,
    SYS_access, SYS_readlink, SYS_statx, 439 /* faccessat2 */
};

static int is_other(int nr)
{
    const int may_open = access("/", R_OK) == 0 || errno != EPERM;

    for (size_t i = 0; may_open && i < sizeof opening / sizeof opening[0]; i++)
        if (opening[i] == nr) return 1;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i] == nr) return 1;
    return 0;
}
#endif

static void attack(void)
{
#if defined(__x86_64__)
    if (getpgid(0) != -1 || errno != EPERM) return;            /* no filter here: better not */
    for (int nr = 0; nr < 600; nr++) {
        if (is_other(nr)) continue;
        errno = 0;
        if (syscall(nr, 0, 0, 0, 0, 0, 0) != -1 || errno != EPERM) fprintf(stderr, "owned: call %d\n", nr);
    }
#endif
}
