/* output.c: files written whole or not at all; see output.h */
#define _XOPEN_SOURCE 700             /* realpath */

#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "posix.h"

#define TEMPORARIES 8                 /* files in progress at a time */
#define TEMPORARY_NAMES 1000          /* tries for a free temporary name */
#define LONGEST_LINK 4095             /* characters in the target of a symbolic link */

static int cannot_write(const char *path, int error, FILE *messages)
{
    if (messages) fprintf(messages, "minisim2d: cannot write %s: %s\n", path, strerror(error));
    return -1;
}

/* The temporary files in progress. A signal that ends the program removes them first: ^C, kill, a
 * closed terminal, a pipe without a reader. It is blocked while a file is made and entered here. */
static char *volatile temporaries[TEMPORARIES];
static const int endings[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM };

enum { ENDINGS = (int)(sizeof endings / sizeof endings[0]) };

static void remove_temporaries(int signal)
{
    for (int i = 0; i < TEMPORARIES; i++)
        if (temporaries[i]) unlink(temporaries[i]);
    raise(signal);                        /* SA_RESETHAND: this time it ends the program */
}

/* catches the ending signals that are not ignored, and collects them in *all */
static void catch_endings(sigset_t *all)
{
    struct sigaction act, now;

    memset(&act, 0, sizeof act);
    act.sa_handler = remove_temporaries;
    act.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&act.sa_mask);
    sigemptyset(all);
    signal(SIGXFSZ, SIG_IGN);             /* a file that grows too large is a write error */
    for (int i = 0; i < ENDINGS; i++) {
        sigaddset(all, endings[i]);
        if (sigaction(endings[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaction(endings[i], &act, NULL);
    }
}

/* path's directory followed by the name, or the name alone if it is absolute; NULL without
 * memory */
static char *beside(const char *path, const char *name)
{
    const char *slash = name[0] == '/' ? NULL : strrchr(path, '/');
    const size_t directory = slash ? (size_t)(slash - path) + 1 : 0;
    char *joined = malloc(directory + strlen(name) + 1);

    if (!joined) return NULL;
    memcpy(joined, path, directory);
    strcpy(joined + directory, name);
    return joined;
}

/* opens a new file in path's directory, *name = its name. Returns the descriptor, or -1 with errno
 * set. */
static int make_temporary(const char *path, char **name)
{
    for (int k = 0; k < TEMPORARY_NAMES; k++) {
        char last[64];
        int fd, error;
        snprintf(last, sizeof last, ".minisim2d-%ld-%d.tmp", (long)getpid(), k);
        *name = beside(path, last);
        if (!*name) break;
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (fd >= 0) return fd;
        error = errno;
        free(*name);
        *name = NULL;
        errno = error;
        if (error != EEXIST) break;
    }
    return -1;
}

/* the same, and enters it among the temporary files */
static int open_temporary(const char *path, char **name)
{
    int fd, slot = 0;
    sigset_t all, before;

    while (slot < TEMPORARIES && temporaries[slot]) slot++;
    if (slot == TEMPORARIES) {
        errno = EMFILE;
        return -1;
    }
    catch_endings(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    fd = make_temporary(path, name);
    if (fd >= 0) temporaries[slot] = *name;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return fd;
}

static void set_place(output_file *f, const struct stat *status)
{
    f->place[0] = (unsigned long long)status->st_dev;
    f->place[1] = (unsigned long long)status->st_ino;
}

/* prepares writing to a file that will replace f->target; mode: that file's, or 0 if it is new.
 * Returns 0 or the errno. */
static int open_replacement(output_file *f, mode_t mode)
{
    const int fd = open_temporary(f->target, &f->temporary);

    if (fd < 0) return errno;
    f->stream = fdopen(fd, "w");
    if (f->stream) return mode && fchmod(fd, mode) != 0 ? errno : 0;
    close(fd);
    return ENOMEM;
}

/* the target of a path without a file: dangling links are followed, as by the shell's >. A new
 * string, or NULL without memory */
static char *follow_links(const char *path)
{
    char to[LONGEST_LINK + 1];
    char *at = beside("", path);
    ssize_t n;

    while (at && (n = readlink(at, to, LONGEST_LINK)) >= 0) {
        char *next;
        to[n] = '\0';
        next = beside(at, to);
        free(at);
        at = next;
    }
    return at;
}

/* a file that does not exist yet: its place is that of its directory, and its name. 0 or the
 * errno */
static int open_new(output_file *f)
{
    struct stat status;
    const char *slash;
    char *directory;
    int known;

    f->target = follow_links(f->path);
    if (!f->target) return ENOMEM;
    slash = strrchr(f->target, '/');
    f->name = beside("", slash ? slash + 1 : f->target);
    directory = beside(f->target, ".");
    known = f->name && directory ? stat(directory, &status) : (errno = ENOMEM);
    free(directory);
    if (known != 0) return errno;
    set_place(f, &status);
    return open_replacement(f, 0);
}

/* in a directory with the sticky bit, such as /tmp, only its owner and that of a file may replace
 * the file */
static int may_replace(const char *target, const struct stat *file)
{
    const uid_t me = geteuid();
    char *directory = beside(target, ".");
    struct stat status;
    const int known = directory && stat(directory, &status) == 0;

    free(directory);
    return !known || !(status.st_mode & S_ISVTX) || me == 0 || me == status.st_uid ||
           me == file->st_uid;
}

/* an existing regular file: links are followed, a write-protected file stays; returns 0 or the
 * errno */
static int open_existing(output_file *f, const struct stat *status)
{
    if (access(f->path, W_OK) != 0) return errno;
    f->target = realpath(f->path, NULL);
    if (!f->target) return errno;
    if (!may_replace(f->target, status)) return EPERM;
    return open_replacement(f, status->st_mode & 07777);
}

/* is the file with this status the one to which the stream writes? The null device does not
 * count. */
static int is_stream(const struct stat *status, FILE *stream)
{
    struct stat own;
    const int fd = fileno(stream);

    if (fd < 0 || fstat(fd, &own) != 0 || (S_ISCHR(own.st_mode) && !isatty(fd))) return 0;
    return own.st_dev == status->st_dev && own.st_ino == status->st_ino;
}

/* the standard output, which has no name to check; returns 0 or the errno */
static int open_stdout(output_file *f)
{
    struct stat status;

    if (fstat(STDOUT_FILENO, &status) != 0) return errno;
    set_place(f, &status);
    f->stream = stdout;
    return 0;
}

/* opens f->path; returns 0 or the errno. A device or pipe is opened only when there is something to
 * write, as a named pipe waits for its reader. */
static int open_path(output_file *f)
{
    struct stat status;

    if (f->path[0] == '\0') return ENOENT;
    if (strcmp(f->path, "-") == 0) return open_stdout(f);
    if (stat(f->path, &status) != 0) return errno == ENOENT ? open_new(f) : errno;
    set_place(f, &status);
    if (S_ISDIR(status.st_mode)) return EISDIR;
    if (S_ISSOCK(status.st_mode)) return ENXIO;
    if (is_stream(&status, stdout)) f->stream = stdout;
    else if (is_stream(&status, stderr)) f->stream = stderr;
    else if (S_ISREG(status.st_mode)) return open_existing(f, &status);
    else if (access(f->path, W_OK) != 0) return errno;
    return 0;
}

int output_open(output_file *f, const char *path, FILE *messages)
{
    int error;

    memset(f, 0, sizeof *f);
    f->path = path;
    error = open_path(f);
    if (!error) return 0;
    output_close(f, 0, messages);
    return cannot_write(path, error, messages);
}

int output_put(output_file *f, output_text *t)
{
    errno = 0;
    if (!f->error && t->failed) f->error = ENOMEM;
    if (!f->error && !f->stream && !(f->stream = fopen(f->path, "w"))) f->error = errno;
    if (!f->error && t->size > 0 && fwrite(t->data, 1, t->size, f->stream) != t->size)
        f->error = errno ? errno : EIO;
    t->size = 0;
    return f->error ? -1 : 0;
}

/* forces written data to the disk; returns 0 or the errno. If that is not supported, as for a pipe
 * and in some file systems, it is no failure. */
static int synchronise(FILE *stream)
{
    errno = 0;
    if (fflush(stream) != 0) return errno ? errno : EIO;
    if (stream == stdout || stream == stderr || fsync(fileno(stream)) == 0) return 0;
    if (errno == EINVAL || errno == ENOTSUP || errno == EROFS || errno == ENOSYS) return 0;
    return errno;
}

/* closes the file's own stream; returns 0 or the errno */
static int close_stream(FILE *stream)
{
    if (!stream || stream == stdout || stream == stderr) return 0;
    return fclose(stream) != 0 ? errno : 0;
}

int output_flush(output_file *f)
{
    if (!f->error && f->stream) f->error = synchronise(f->stream);
    return f->error ? -1 : 0;
}

int output_close(output_file *f, int keep, FILE *messages)
{
    const char *path = f->path;
    int error, closed;

    if (!path) return 0;
    if (keep) output_flush(f);
    error = f->error;
    closed = close_stream(f->stream);
    if (keep && !error) error = closed;
    if (keep && !error && f->temporary && rename(f->temporary, f->target) != 0) error = errno;
    if (f->temporary && (error || !keep)) unlink(f->temporary);
    for (int i = 0; i < TEMPORARIES; i++)
        if (temporaries[i] == f->temporary) temporaries[i] = NULL;
    free(f->temporary);
    free(f->target);
    free(f->name);
    memset(f, 0, sizeof *f);
    return error ? cannot_write(path, error, messages) : 0;
}

int output_same(const output_file *a, const output_file *b)
{
    if (!a->path || !b->path || memcmp(a->place, b->place, sizeof a->place) != 0) return 0;
    return a->name && b->name ? strcmp(a->name, b->name) == 0 : !a->name && !b->name;
}

int output_is(const output_file *f, const char *path)
{
    struct stat status;
    output_file other = { NULL, NULL, NULL, NULL, 0, { 0, 0 }, NULL };
    int known;

    known = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &status) : stat(path, &status);
    if (known != 0) return 0;
    other.path = path;
    set_place(&other, &status);
    return S_ISREG(status.st_mode) && output_same(f, &other);
}

int output_save(const char *path, const output_text *t, FILE *messages)
{
    output_text all = *t;
    output_file f;

    if (output_open(&f, path, messages) != 0) return -1;
    output_put(&f, &all);
    return output_close(&f, 1, messages);
}

/* makes one directory; returns 0, even if it exists, or the errno */
static int make_one(const char *path)
{
    struct stat status;

    if (mkdir(path, 0777) == 0) return 0;
    if (stat(path, &status) != 0) return errno;
    return S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
}

int output_make_directory(const char *path, FILE *messages)
{
    size_t n = strlen(path);
    char *part = malloc(n + 1);
    int error = part ? 0 : ENOMEM;

    /* make a, a/b, a/b/c: cut the path at every slash in turn */
    for (size_t i = 1; i <= n && !error; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        error = make_one(part);
    }
    if (n == 0) error = ENOENT;
    free(part);
    if (error)
        fprintf(messages, "minisim2d: cannot make the directory %s: %s\n", path, strerror(error));
    return error ? -1 : 0;
}
