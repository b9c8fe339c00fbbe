/* files.c: conflicts of outputs, or with the input, are found before the work; see commands.h */
#include "commands.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "../drawing/raster.h"
#include "../reading/problem.h"
#include "../writing/output.h"
#include "../writing/posix.h"

/* checks that the folder exists, can be written to, and holds no problems; 0, or 2 after a
 * message */
static int open_dump(const char *folder)
{
    const struct dirent *entry;
    DIR *dir;
    int status = 0;

    if (output_make_directory(folder, stderr) != 0) return 2;
    dir = opendir(folder);
    if (!dir || access(folder, W_OK | X_OK) != 0)
        status = refuse("cannot write to the folder %s: %s", folder, strerror(errno));
    while (dir && status == 0 && (entry = readdir(dir)) != NULL)
        if (lcp_file_is_step(entry->d_name))
            status = refuse("--dump-lcp: %s holds problems of an earlier run (%s): remove them, or "
                            "name another folder", folder, entry->d_name);
    if (dir) closedir(dir);
    return status;
}

/* could a dumped problem overwrite the file, or the file a problem? */
static int is_dumped(const output_file *f, const char *folder)
{
    struct stat status;

    return folder && f->name && lcp_file_is_step(f->name) && stat(folder, &status) == 0 &&
           f->place[0] == (unsigned long long)status.st_dev &&
           f->place[1] == (unsigned long long)status.st_ino;
}

#define OUTPUT(name, kind) { "--" #name, kind, offsetof(options, name), offsetof(files, name) }

/* the options that name outputs, and their offsets in options and files; kind: set for pictures and
 * pages, which are announced once they exist */
static const struct {
    const char *option, *kind;
    size_t path, file;
} outputs[] = { OUTPUT(csv, NULL), OUTPUT(svg, "picture"), OUTPUT(png, "picture"),
                OUTPUT(html, "page"), OUTPUT(mat, NULL), OUTPUT(frames, NULL),
                OUTPUT(summary, NULL), OUTPUT(energy, "picture") };

enum { OUTPUTS = (int)(sizeof outputs / sizeof outputs[0]) };

static output_file *file_of(files *f, int i)
{
    return (output_file *)(void *)((char *)f + outputs[i].file);
}

static int open_output(files *f, int i, const options *o, int n, const char *const *inputs)
{
    const char *path = *(const char *const *)(const void *)((const char *)o + outputs[i].path);
    output_file *file = file_of(f, i);

    if (!path) return 0;
    if (output_open(file, path, stderr) != 0) return 2;
    for (int k = 0; k < n; k++)
        if (output_is(file, inputs[k]))
            return refuse("%s %s would overwrite the input: name another file", outputs[i].option,
                          path);
    if (is_dumped(file, o->dump))
        return refuse("%s %s has the name of a problem of --dump-lcp: name another file",
                      outputs[i].option, path);
    return 0;
}

/* is it the file of one of the outputs before it? */
static int is_taken(files *f, int i)
{
    for (int k = 0; k < i; k++) {
        const output_file *before = file_of(f, k), *file = file_of(f, i);
        if (!output_same(before, file)) continue;
        return refuse("%s %s and %s %s are the same file: name another for one of them",
                      outputs[k].option, before->path, outputs[i].option, file->path);
    }
    return 0;
}

/* is the file of energies a PNG? */
static int is_png(const char *path)
{
    const size_t n = path ? strlen(path) : 0;

    return n > 4 && strcmp(path + n - 4, ".png") == 0;
}

/* checks that this program can make a PNG; 0, or 2 after a message */
static int check_png(const options *o)
{
    if ((!o->png && !is_png(o->energy)) || png_there()) return 0;
    return refuse("%s: this minisim2d was built without stb_image_write.h (Debian: libstb-dev, "
                  "then `make clean` and make);\nor write the SVG and use another program: "
                  "rsvg-convert -z 2 -o x.png x.svg", o->png ? "--png" : "--energy");
}

int files_open(files *f, const options *o, int n, const char *const *inputs)
{
    int status = check_png(o), to_stdout = 0;

    memset(f, 0, sizeof *f);
    if (status == 0 && o->dump) status = open_dump(o->dump);
    for (int i = 0; i < OUTPUTS && status == 0; i++) {
        status = open_output(f, i, o, n, inputs);
        if (status == 0) status = is_taken(f, i);
        to_stdout |= file_of(f, i)->stream == stdout;
    }
    if (status != 0) files_close(f, 0);
    f->words = to_stdout ? stderr : stdout;
    f->report = o->quiet ? NULL : f->words;
    return status;
}

int files_pictured(const files *f) { return f->svg.path || f->png.path; }

static void put_png(files *f, const output_text *svg, output_file *to)
{
    output_text png = { 0 };

    if (picture_png(svg, &png, stderr) != 0) f->failed = 1;
    else output_put(to, &png);
    output_free(&png);
}

void files_picture(files *f, output_text *svg)
{
    if (f->png.path) put_png(f, svg, &f->png);
    if (f->svg.path) output_put(&f->svg, svg);
    output_free(svg);
}

void files_energy(files *f, output_text *svg)
{
    if (is_png(f->energy.path)) put_png(f, svg, &f->energy);
    else output_put(&f->energy, svg);
    output_free(svg);
}

int files_close(files *f, int keep)
{
    int failed = 0;

    for (int i = 0; i < OUTPUTS; i++) {
        const char *path = file_of(f, i)->path;
        const int there = output_close(file_of(f, i), keep && !f->failed, stderr) == 0;
        failed |= !there;
        if (path && there && keep && !f->failed && outputs[i].kind && f->report &&
            strcmp(path, "-") != 0)
            fprintf(f->report, "%s: %s\n", outputs[i].kind, path);
    }
    return failed || f->failed ? -1 : 0;
}
