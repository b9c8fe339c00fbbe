/* posix.h: the program's needs of the system beyond C: POSIX's headers or, for Windows, their
 * replacement by posix_windows.c
 *
 * Only the functions in use, with POSIX's names, as far as they are used. Missing on Windows:
 *
 *   permissions      fchmod() does nothing, and all users count as one
 *   links, sockets   none
 *   signals          ^C and SIGTERM are caught; they can't be blocked while a temporary file is
 *                    made
 */
#ifndef POSIX_H
#define POSIX_H

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef _WIN32

#include <stdlib.h>
#include <time.h>

typedef int uid_t, posix_signals;

/* missing signals: others that also end the program, or none */
enum { SIGHUP = SIGINT, SIGQUIT = SIGINT, SIGPIPE = SIGTERM, SIGXFSZ = 0 };
enum { SIG_BLOCK = 0, SIG_SETMASK = 0, SA_RESETHAND = 0, F_GETFD = 0, S_ISVTX = 0 };

struct sigaction { void (*sa_handler)(int); int sa_flags; posix_signals sa_mask; };

/* a file is identified by its volume and index, which the C library's stat() does not give */
struct posix_stat { unsigned long long st_dev, st_ino; unsigned st_mode; uid_t st_uid; };

int posix_sigaction(int number, const struct sigaction *act, struct sigaction *old);
int posix_stat(const char *path, struct posix_stat *out);
int posix_fstat(int fd, struct posix_stat *out);
int posix_access(const char *path, int mode);
int posix_fcntl(int fd);
int posix_rename(const char *from, const char *to);
int posix_mkdir(const char *path);
long posix_readlink(const char *path, char *to, size_t size);
char *posix_realpath(const char *path);
void posix_clock(struct timespec *t);

#define sigset_t posix_signals
#define sigaction(number, act, old) posix_sigaction(number, act, old)
#define sigemptyset(set) ((void)(*(set) = 0))
#define sigaddset(set, number) ((void)(set), (void)(number))
#define sigprocmask(how, set, old) ((void)(set), (void)(old))
#define stat posix_stat
#undef fstat
#define fstat posix_fstat
#define access posix_access
#define fcntl(fd, command) posix_fcntl(fd)
#define rename posix_rename
#define mkdir(path, mode) posix_mkdir(path)
#define readlink posix_readlink
#define realpath(path, to) posix_realpath(path)
#define fchmod(fd, mode) ((void)(fd), (void)(mode), 0)
#define fsync _commit
#define clock_gettime(clock, t) posix_clock(t)
#define geteuid() 0
#define S_ISSOCK(mode) 0

#endif
#endif
