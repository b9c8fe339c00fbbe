/* hostile: tries whatever is not its business, and says what it could do
 * points: 5
 * rest: attack sweep */
#define _GNU_SOURCE
#include "lab.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int opens(const char *path, int how)
{
    const int fd = open(path, how, 0600);

    if (fd >= 0) close(fd);
    return fd >= 0;
}

/* any process but this one and its ancestors in a namespace of their own, which are 1 and 2 */
static int signals_others(void)
{
    for (int pid = 3; pid < 100000; pid++)
        if (pid != (int)getpid() && kill(pid, 0) == 0) return 1;
    return 0;
}

static int reads_parent(void)
{
    static char byte;
    const struct iovec here = { &byte, 1 }, there = { &byte, 1 };
    char path[60];

    snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
    return opens(path, O_RDONLY) || process_vm_readv(getppid(), &here, 1, &there, 1, 0) == 1 || errno == EFAULT ||
           ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0;
}

/* the text somewhere in /proc/<any>/NAME */
static int finds(const char *text, const char *name)
{
    static char bytes[1 << 16];
    DIR *all = opendir("/proc");
    struct dirent *entry;
    int found = 0;

    while (all && (entry = readdir(all)) != NULL) {
        char path[300];
        int fd;
        ssize_t got;
        snprintf(path, sizeof path, "/proc/%s/%s", entry->d_name, name);
        fd = atoi(entry->d_name) > 0 ? open(path, O_RDONLY) : -1;
        got = fd < 0 ? 0 : read(fd, bytes, sizeof bytes);
        for (ssize_t i = 0; i + (ssize_t)strlen(text) <= got; i++) found |= memcmp(bytes + i, text, strlen(text)) == 0;
        if (fd >= 0) close(fd);
    }
    if (all) closedir(all);
    return found;
}

static int starts_process(void)
{
    const pid_t child = fork();

    if (child == 0) _exit(0);
    return child > 0;
}

/* is refused at a port where nobody listens: in an empty network of its own it could not even ask */
static int uses_network(void)
{
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in here;
    int ok;

    memset(&here, 0, sizeof here);
    here.sin_family = AF_INET;
    here.sin_port = htons(1);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ok = fd >= 0 && (connect(fd, (struct sockaddr *)&here, sizeof here) == 0 || errno == ECONNREFUSED);
    if (fd >= 0) close(fd);
    return ok;
}

static int has_descriptors(void)
{
    for (int fd = 4; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) >= 0) return 1;
    return 0;
}

static int executes(void)
{
    static char *const nothing[] = { NULL };

    execve("/no/such/program", nothing, nothing);
    return errno == ENOENT || errno == ENOTDIR;
}

static void tell(const char *what, int could)
{
    if (could) fprintf(stderr, " %s;", what);
}

static void attack(void)
{
    static int called;
    struct stat st;

    if (called++) return;
    fprintf(stderr, "could:");
    tell("use the descriptors of others", has_descriptors());
    tell("read the kit", opens("@TOP@/mbsim.h", O_RDONLY));
    tell("read the system", opens("/etc/passwd", O_RDONLY));
    tell("see names", stat("@TOP@/mbsim.h", &st) == 0);
    tell("write to the kit", opens("@TOP@/build/grade/owned", O_WRONLY | O_CREAT));
    tell("write to /tmp", opens("/tmp/mbsim-owned", O_WRONLY | O_CREAT) && unlink("/tmp/mbsim-owned") == 0);
    tell("create a file", opens("here", O_WRONLY | O_CREAT));
    tell("find the seed in an environment", finds("SEED=271828182", "environ"));
    tell("find the seed in a command line", finds("SEED=271828182", "cmdline"));
    tell("read its parent", reads_parent());
    tell("signal others", signals_others());
    tell("fork", starts_process());
    tell("use the network", uses_network());
    tell("exec", executes());                                  /* the last: it may be the end */
}
