/* list.c: `minisim2d list`: what there is to choose from */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "solvers.h"
#include "words.h"

static int list_solvers(void)
{
    for (int mixed = 0; mixed < 2; mixed++) {
        printf(mixed ? "for --form mlcp and box\n" : "for --form lcp\n");
        for (int i = 0; solvers_at(mixed, i); i++) printf("  %-16s %s\n", solvers_at(mixed, i)->name, solvers_at(mixed, i)->summary);
    }
    return EXIT_DONE;
}

static int list_formulations(void)
{
    printf("  st      Stewart-Trinkle: every contact in reach keeps its gap open; extended half-spaces can trap a particle\n"
           "  ap      Anitescu-Potra: st with every gap in reach taken as closed; stays about epsilon away\n"
           "  peg     Polyhedral Exact Geometry: one half-space of each convex run is enforced\n"
           "  swept   Stewart-Trinkle on the edges that the path of the step enters (default)\n"
           "  exact   the event-driven reference: no step length, exact to rounding\n");
    return EXIT_DONE;
}

static int is_scene(const char *name)
{
    const size_t n = strlen(name);

    return n > 6 && strcmp(name + n - 6, ".scene") == 0;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* the names of the scene files in a directory, sorted; -1 without memory */
static int scene_names(DIR *dir, char ***names)
{
    int n = 0;

    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        char **more;
        if (!is_scene(entry->d_name)) continue;
        more = realloc(*names, ((size_t)n + 1) * sizeof **names);
        if (!more) return -1;
        *names = more;
        more[n] = malloc(strlen(entry->d_name) + 1);
        if (!more[n]) return -1;
        strcpy(more[n++], entry->d_name);
    }
    if (n > 0) qsort(*names, (size_t)n, sizeof **names, by_name);
    return n;
}

/* the scenes of the folder `scenes` below the current one, with their titles */
static int list_scenes(void)
{
    DIR *dir = opendir("scenes");
    char **names = NULL, path[512];
    int n;

    if (!dir) {
        fprintf(stderr, "minisim2d: cannot read the folder scenes: %s; run this where scenes/ is\n", strerror(errno));
        return EXIT_USAGE;
    }
    n = scene_names(dir, &names);
    for (int i = 0; i < n; i++) {
        scene s;
        snprintf(path, sizeof path, "scenes/%s", names[i]);
        if (scene_read(path, &s, stderr) == 0) {
            printf("  %-32s %s\n", path, s.title);
            scene_free(&s);
        }
        free(names[i]);
    }
    free(names);
    closedir(dir);
    if (n < 0) fprintf(stderr, "minisim2d: no memory\n");
    return n < 0 ? EXIT_FAILED : EXIT_DONE;
}

int command_list(const options *o)
{
    static const char *const topics[] = { "solvers", "formulations", "scenes" };
    int closest;

    if (strcmp(o->operand, "solvers") == 0) return list_solvers();
    if (strcmp(o->operand, "formulations") == 0) return list_formulations();
    if (strcmp(o->operand, "scenes") == 0) return list_scenes();
    closest = words_closest(o->operand, (int)strlen(o->operand), topics, 3, NEAR_WORD, 0);
    fprintf(stderr, "minisim2d: list takes solvers, formulations or scenes, not '%s'%s%s%s\n", o->operand, closest < 0 ? "" : ": did you mean ",
            closest < 0 ? "" : topics[closest], closest < 0 ? "" : "?");
    return EXIT_USAGE;
}
