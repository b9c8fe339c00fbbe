/* files.c: outputs in each other's or the input's way are found before the work; see files.h */
#include "files.h"

#include <errno.h>
#include <string.h>

#include "../reading/problem.h"
#include "../writing/posix.h"

/* the folder is there, can be written to, and holds no problems; 0, or 2 after a message */
static int open_dump(const char *folder)
{
    const struct dirent *entry;
    DIR *dir;
    int status = 0;

    if (output_make_directory(folder, stderr) != 0) return 2;
    dir = opendir(folder);
    if (!dir || access(folder, W_OK | X_OK) != 0) {
        fprintf(stderr, "minisim2d: cannot write to the folder %s: %s\n", folder, strerror(errno));
        status = 2;
    }
    while (dir && status == 0 && (entry = readdir(dir)) != NULL) {
        if (!lcp_file_is_step(entry->d_name)) continue;
        fprintf(stderr, "minisim2d: --dump-lcp: %s holds problems of an earlier run (%s): "
                "remove them, or name another folder\n", folder, entry->d_name);
        status = 2;
    }
    if (dir) closedir(dir);
    return status;
}

/* could a dumped problem overwrite the file, or it a problem? */
static int is_dumped(const output_file *f, const char *folder)
{
    struct stat status;

    return folder && f->name && lcp_file_is_step(f->name) && stat(folder, &status) == 0 &&
           f->place[0] == (unsigned long long)status.st_dev &&
           f->place[1] == (unsigned long long)status.st_ino;
}

static int open_file(output_file *f, const char *option, const char *path, const char *input,
                     const char *folder)
{
    if (!path) return 0;
    if (output_open(f, path, stderr) != 0) return 2;
    if (output_is(f, input)) {
        fprintf(stderr, "minisim2d: %s %s would overwrite the input: name another file\n", option,
                path);
        return 2;
    }
    if (is_dumped(f, folder)) {
        fprintf(stderr, "minisim2d: %s %s has the name of a problem of --dump-lcp: name another "
                "file\n", option, path);
        return 2;
    }
    return 0;
}

int files_open(files *f, const options *o, const char *input)
{
    int status = o->dump ? open_dump(o->dump) : 0;

    memset(f, 0, sizeof *f);
    if (status == 0) status = open_file(&f->csv, "--csv", o->csv, input, o->dump);
    if (status == 0) status = open_file(&f->svg, "--svg", o->svg, input, o->dump);
    if (status == 0 && output_same(&f->csv, &f->svg)) {
        fprintf(stderr, "minisim2d: --csv %s and --svg %s are the same file: name another for one "
                "of them\n", o->csv, o->svg);
        status = 2;
    }
    if (status != 0) files_close(f, 0);
    f->words = f->csv.stream == stdout || f->svg.stream == stdout ? stderr : stdout;
    f->report = o->quiet ? NULL : f->words;
    return status;
}

int files_close(files *f, int keep)
{
    const int csv = output_close(&f->csv, keep, stderr), svg = output_close(&f->svg, keep, stderr);

    return csv != 0 || svg != 0 ? -1 : 0;
}
