/* posix_windows.c: posix.h for Windows; nothing elsewhere */
#include "posix.h"

#ifdef _WIN32

#undef stat
#undef fstat
#undef access
#undef rename
#undef mkdir
#undef sigaction

#include <direct.h>
#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

/* line ends as on other systems: the program's output is the same everywhere */
__attribute__((constructor)) static void write_bytes(void)
{
    _fmode = _O_BINARY;
    for (int fd = 0; fd < 3; fd++) _setmode(fd, _O_BINARY);
}

static void turn_slashes(char *path)
{
    for (; *path; path++)
        if (*path == '\\') *path = '/';
}

/* the handler is removed when its signal comes, as with SA_RESETHAND */
int posix_sigaction(int number, const struct sigaction *act, struct sigaction *old)
{
    if (old) old->sa_handler = SIG_DFL;
    return act && signal(number, act->sa_handler) == SIG_ERR ? -1 : 0;
}

/* the file's place, which a device does not have */
static void handle_stat(HANDLE handle, struct posix_stat *out)
{
    BY_HANDLE_FILE_INFORMATION info;

    if (!GetFileInformationByHandle(handle, &info)) return;
    out->st_dev = info.dwVolumeSerialNumber;
    out->st_ino = (unsigned long long)info.nFileIndexHigh << 32 | info.nFileIndexLow;
}

int posix_stat(const char *path, struct posix_stat *out)
{
    struct _stat64 status;
    HANDLE handle;

    memset(out, 0, sizeof *out);
    if (_stat64(path, &status) != 0) return -1;
    out->st_mode = status.st_mode;
    handle = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                         OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE) return 0;
    handle_stat(handle, out);
    CloseHandle(handle);
    return 0;
}

int posix_fstat(int fd, struct posix_stat *out)
{
    struct _stat64 status;

    memset(out, 0, sizeof *out);
    if (_fstat64(fd, &status) != 0) return -1;
    out->st_mode = status.st_mode;
    handle_stat((HANDLE)_get_osfhandle(fd), out);
    return 0;
}

/* does not test whether a folder may be searched */
int posix_access(const char *path, int mode)
{
    return _access(path, mode & ~X_OK);
}

int posix_fcntl(int fd)
{
    return _get_osfhandle(fd) == -1 ? -1 : 0;
}

/* also replaces an existing file */
int posix_rename(const char *from, const char *to)
{
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING)) return 0;
    errno = EACCES;
    return -1;
}

int posix_mkdir(const char *path)
{
    return _mkdir(path);
}

/* the program's own name is the only link */
long posix_readlink(const char *path, char *to, size_t size)
{
    DWORD n;

    errno = EINVAL;
    if (strcmp(path, "/proc/self/exe") != 0) return -1;
    n = GetModuleFileNameA(NULL, to, (DWORD)size);
    if (n == 0 || n >= size) return -1;
    turn_slashes(to);
    return (long)n;
}

char *posix_realpath(const char *path)
{
    char *full = _fullpath(NULL, path, 0);

    if (full) turn_slashes(full);
    return full;
}

void posix_clock(struct timespec *t)
{
    LARGE_INTEGER now, rate;

    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&rate);
    t->tv_sec = (time_t)(now.QuadPart / rate.QuadPart);
    t->tv_nsec = (long)(1000000000 * (now.QuadPart % rate.QuadPart) / rate.QuadPart);
}

#endif
