/* scenes.c: searches for scenes, and suggests one for an unknown name; see scene.h */
#define _XOPEN_SOURCE 700             /* realpath */

#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "../writing/output.h"
#include "../writing/posix.h"

#define ENDING ".scene"

enum { LONGEST_PATH = 4096, LEVELS = 4 };     /* folders above the program in which scenes are
                                                 sought */

/* ---- names ---- */

/* The names of the scene files of some folders, without their ending. */
typedef struct {
    int count, room;
    int failed;                   /* 1: memory ran out; some are missing */
    char **name;
} names;

static void names_free(names *n)
{
    for (int i = 0; i < n->count; i++) free(n->name[i]);
    free(n->name);
    n->name = NULL;
    n->count = 0;
}

/* a new string of the parts; NULL without memory */
static char *joined(const char *a, const char *b, const char *c)
{
    output_text t = { 0 };

    output_printf(&t, "%s%s%s", a, b, c);
    if (t.failed) output_free(&t);
    return t.data;
}

static int has_ending(const char *name)
{
    const size_t n = strlen(name), ending = sizeof ENDING - 1;

    return n > ending && strcmp(name + n - ending, ENDING) == 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* adds the scenes of a folder, sorted; none if it can't be read */
static void names_add(names *n, const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir)) != NULL) {
        char *name;
        if (!has_ending(entry->d_name)) continue;
        n->failed = output_grow(&n->name, n->count, &n->room, sizeof *n->name) != 0;
        name = n->failed ? NULL : joined(entry->d_name, "", "");
        if (!name) {
            n->failed = 1;
            break;
        }
        name[strlen(name) - (sizeof ENDING - 1)] = '\0';
        n->name[n->count++] = name;
    }
    if (dir) closedir(dir);
    if (n->count > 0) qsort(n->name, (size_t)n->count, sizeof *n->name, by_name);
}

/* ---- folders ---- */

/* the folder scenes beside the program or above it; a new string, or NULL */
static char *program_folder(const char *program)
{
    char at[LONGEST_PATH] = "", *real, *found = NULL;
    const ssize_t n = readlink("/proc/self/exe", at, sizeof at - 1);

    if (n <= 0 && strchr(program, '/') && (real = realpath(program, NULL)) != NULL) {
        snprintf(at, sizeof at, "%s", real);
        free(real);
    }
    for (int level = 0; level < LEVELS && !found; level++) {
        names held = { 0 };
        char *slash = strrchr(at, '/');
        if (!slash || slash == at) break;
        *slash = '\0';
        found = joined(at, "/scenes", "");
        if (found) names_add(&held, found);
        if (held.count == 0) {
            free(found);
            found = NULL;
        }
        names_free(&held);
    }
    return found;
}

static int same_folder(const char *a, const char *b)
{
    struct stat s, t;

    return stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

/* ---- opening ---- */

static int is_there(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0;
}

static int is_file(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && !S_ISDIR(status.st_mode);
}

/* folder/name, or folder/name.scene, if there is such a file; a new string, or NULL */
static char *file_in(const char *folder, const char *name)
{
    char *path = joined(folder, name, "");

    if (path && is_file(path)) return path;
    free(path);
    path = joined(folder, name, ENDING);
    if (path && is_file(path)) return path;
    free(path);
    return NULL;
}

/* the file for a name: a new string; NULL if there is none */
static char *find(const char *name, const char *program)
{
    char *found = file_in("", name), *folder;

    if (found || strchr(name, '/')) return found;
    found = file_in("scenes/", name);
    folder = found ? NULL : program_folder(program);
    if (folder) {
        char *with_slash = joined(folder, "/", "");
        found = with_slash ? file_in(with_slash, name) : NULL;
        free(with_slash);
    }
    free(folder);
    return found;
}

/* suggests a name on stderr */
static void suggest(const char *name, const char *program)
{
    char folder[LONGEST_PATH], *own = program_folder(program);
    const char *slash = strrchr(name, '/'), *word = slash ? slash + 1 : name;
    int length = (int)strlen(word), closest;
    names known = { 0 };

    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - name) + 1 : 0, name);
    if (has_ending(word)) length -= (int)sizeof ENDING - 1;
    if (slash) {
        names_add(&known, folder);
    } else {
        names_add(&known, ".");
        names_add(&known, "scenes");
        if (own) names_add(&known, own);
    }
    closest = reader_closest(word, length, (const char *const *)known.name, known.count,
                             READER_NEAR, 0);
    if (closest >= 0)
        fprintf(stderr, "minisim2d: did you mean %s%s?\n", folder, known.name[closest]);
    else if (!slash)
        fprintf(stderr, "minisim2d: `minisim2d list scenes` lists all\n");
    names_free(&known);
    free(own);
}

int scenes_open(const char *name, const char *program, char **path, scene *s)
{
    const int standard_input = strcmp(name, "-") == 0;
    char *found = standard_input ? NULL : find(name, program);
    char *file = found ? found : joined(name, "", "");

    if (!file) {
        fprintf(stderr, "minisim2d: no memory\n");
        return 2;
    }
    if (scene_read(file, s, stderr) == 0) {
        *path = file;
        return 0;
    }
    if (!found && !standard_input && !is_there(name)) suggest(name, program);
    free(file);
    return 2;
}

/* ---- the list ---- */

/* the scenes of a folder, a line each; returns how many, or -1 without memory */
static int list_folder(const char *folder)
{
    names known = { 0 };
    int count;

    names_add(&known, folder);
    for (int i = 0; i < known.count; i++) {
        char *in = joined(folder, "/", known.name[i]), *path = in ? joined(in, ENDING, "") : NULL;
        scene s;
        if (!path) known.failed = 1;
        if (path && scene_read(path, &s, stderr) == 0) {
            printf("  %-20s %-32s %s\n", known.name[i], s.title, path);
            scene_free(&s);
        }
        free(path);
        free(in);
    }
    count = known.failed ? -1 : known.count;
    names_free(&known);
    return count;
}

int scenes_list(const char *program)
{
    char *own = program_folder(program);
    const int here = list_folder("scenes");
    const int there = own && !same_folder("scenes", own) ? list_folder(own) : 0;

    free(own);
    if (here < 0 || there < 0) {
        fprintf(stderr, "minisim2d: no memory for the list of scenes\n");
        return 1;
    }
    if (here + there > 0) return 0;
    fprintf(stderr, "minisim2d: no folder scenes here or near the program\n");
    return 2;
}
