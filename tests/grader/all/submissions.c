/* submissions.c: see all.h
 *
 * The files that the systems export, and their students:
 *
 *     Gradescope          submission_123/pgs.c                          submission_123
 *                         with the students in submission_metadata.yml
 *     Moodle              Ann Smith_4711_assignsubmission_file_/pgs.c   Ann Smith_4711
 *     since 4.1           Ann Smith_4711_assignsubmission_file/pgs.c    Ann Smith_4711
 *     Moodle, no folders  Ann Smith_4711_assignsubmission_file_pgs.c    Ann Smith_4711
 *     Canvas              smithann_LATE_4711_815_pgs-1.c                smithann_4711
 *     GitHub Classroom    lab-2-asmith/labs/02_pgs/pgs.c, a whole kit   lab-2-asmith
 *     a folder for each   asmith/pgs.c                                  asmith
 *     a file for each     asmith_pgs.c, or with one lab asmith.c        asmith
 *
 * A browser that already has a file of that name calls the next one `pgs (1).c`, and Canvas
 * pgs-1.c: both count as pgs.c. Links are never followed, and only regular files are opened. A file
 * with a lab's name is found in any folder; of the others only MOST_OTHERS are listed.
 */
#define _POSIX_C_SOURCE 200809L
#include "all.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OTHERS = 3000, LARGEST = 1000001, LONGEST_FILE_NAME = 150 };

/* ---- names that strangers have chosen: for people, for a file, for a CSV --------------------- */

static char *text_of(output_text *t)
{
    output_bytes(t, "", 0);
    if (t->failed) die("there is no memory");
    return t->data;
}

/* controls, line and paragraph ends, and characters that change the direction of writing */
static int invisible(unsigned long code)
{
    return code < ' ' || (code >= 127 && code < 160) || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

char *name_shown(const char *name)
{
    const size_t n = strlen(name);
    output_text t = { 0 };

    for (size_t at = 0, took; at < n; at += took) {
        unsigned long code;
        took = output_character(name + at, n - at, &code);
        if ((code == 0xfffd && took == 1) || invisible(code) || code == '\\') {
            for (size_t i = 0; i < took; i++)
                output_printf(&t, "\\x%02X", (unsigned)(unsigned char)name[at + i]);
        } else {
            output_bytes(&t, name + at, took);
        }
    }
    return text_of(&t);
}

char *name_of_file(const char *shown)
{
    output_text t = { 0 };
    unsigned char digest[SHA256_BYTES];
    char hex[SHA256_TEXT];
    sha256 s;

    for (size_t i = 0; shown[i]; i++) {
        const unsigned char c = (unsigned char)shown[i];
        if (c >= 128 || isalnum(c) || c == '_' || c == ' ' || c == '@' || c == '+' || c == ',' ||
            (i > 0 && (c == '.' || c == '-')))
            output_bytes(&t, shown + i, 1);
        else
            output_printf(&t, "%%%02X", c);
    }
    if (t.size > LONGEST_FILE_NAME) {
        size_t end = LONGEST_FILE_NAME;
        while (end > 0 && ((unsigned char)t.data[end] & 0xc0) == 0x80) end--;   /* a whole letter */
        t.size = end;
        sha256_start(&s);
        sha256_add(&s, shown, strlen(shown));
        sha256_end(&s, digest);
        sha256_text(digest, hex);
        output_printf(&t, "~%.12s", hex);
    }
    return text_of(&t);
}

/* `=1+1` is a formula; a name that begins with apostrophes before such a sign must stay distinct */
static int looks_like_formula(const char *text)
{
    while (*text == '\'') text++;
    return *text && strchr("=+-@", *text) != NULL;
}

void name_csv(output_text *out, const char *text)
{
    const int quoted = strpbrk(text, ",;\"") != NULL || looks_like_formula(text);

    if (quoted) output_string(out, "\"");
    if (looks_like_formula(text)) output_string(out, "'");
    for (; *text; text++) {
        if (*text == '"') output_string(out, "\"");
        output_bytes(out, text, 1);
    }
    if (quoted) output_string(out, "\"");
}

/* ---- names of entries ------------------------------------------------------------------------ */

/* files that systems leave in folders, and no student hands in */
static int is_litter(const char *name)
{
    static const char *const litter[] = { ".", "..", ".DS_Store", "__MACOSX", ".git", "Thumbs.db",
                                          "desktop.ini", "submission_metadata.yml" };

    for (size_t i = 0; i < sizeof litter / sizeof litter[0]; i++)
        if (strcmp(name, litter[i]) == 0) return 1;
    return strncmp(name, "._", 2) == 0;
}

static int ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);

    return n >= m && strcmp(text + n - m, end) == 0;
}

/* one behind the digits before `end`, with an underscore before them; NULL if there are none */
static const char *before_number(const char *start, const char *end)
{
    const char *at = end;

    while (at > start && isdigit((unsigned char)at[-1])) at--;
    return at < end && at > start + 1 && at[-1] == '_' ? at - 1 : NULL;
}

/* name_USER_SUBMISSION_file: the name's end, the user's number, the file, and whether the name ends
 * with _LATE; 0 if the name has another form */
static int is_canvas(const char *entry, const char **end, char **user, const char **file, int *late)
{
    for (const char *at = strchr(entry, '_'); at; at = strchr(at + 1, '_')) {
        const char *second = before_number(entry, at);
        const char *first = second ? before_number(entry, second) : NULL;
        if (!first || !at[1]) continue;
        *user = copied(first + 1, (size_t)(second - first - 1));
        *file = at + 1;
        *late = first - entry > 5 && strncmp(first - 5, "_LATE", 5) == 0;
        if (*late) first -= 5;
        *end = first;
        return 1;
    }
    return 0;
}

/* `pgs-1.c` and `pgs (1).c`, numbered since the name was in use, are pgs.c, if that is a lab's */
static char *without_count(const char *file, const lab_list *labs)
{
    static const char *const counts[][2] = { { "-", ".c" }, { " (", ").c" } };

    for (int i = 0; i < 2 * labs->count; i++) {
        const char *const *count = counts[i % 2], *name = labs->lab[i / 2].file;
        const size_t n = strlen(name) - 2, m = strlen(count[0]);
        const char *at = file + n + m;
        if (strncmp(file, name, n) != 0 || strncmp(file + n, count[0], m) != 0 || *at < '1' ||
            *at > '9')
            continue;
        while (isdigit((unsigned char)*at)) at++;
        if (strcmp(at, count[1]) == 0) return copied(name, n + 2);
    }
    return copied(file, strlen(file));
}

/* asmith_pgs.c or asmith-pgs.c: the length of asmith; 0 if the name has another form */
static size_t before_lab(const char *entry, const lab_list *labs, const lab **which)
{
    size_t shortest = 0;

    for (int i = 0; i < labs->count; i++) {
        const char *file = labs->lab[i].file;
        const size_t n = strlen(entry), m = strlen(file);
        if (n <= m + 1 || !ends_with(entry, file) || !strchr("_-", entry[n - m - 1])) continue;
        if (shortest && shortest <= n - m - 1) continue;
        shortest = n - m - 1;
        *which = &labs->lab[i];
    }
    return shortest;
}

const lab *only_lab(const lab_list *labs)
{
    const lab *only = NULL;

    for (int i = 0; i < labs->count; i++) {
        if (!labs->lab[i].selected) continue;
        if (only) return NULL;
        only = &labs->lab[i];
    }
    return only;
}

/* ---- the list -------------------------------------------------------------------------------- */

static submission *find_or_add(submission_list *list, const char *name)
{
    char *shown = name_shown(name);
    submission *s;

    for (int i = 0; i < list->count; i++)
        if (strcmp(list->one[i].name, shown) == 0) return &list->one[i];
    list->one = resized(list->one, (size_t)(list->count + 1) * sizeof *list->one);
    s = &list->one[list->count++];
    *s = (submission){ .name = shown, .student = shown, .feedback = name_of_file(shown) };
    return s;
}

static int for_some_lab(const char *name, const lab_list *labs)
{
    for (int i = 0; i < labs->count; i++)
        if (strcmp(name, labs->lab[i].file) == 0) return 1;
    return 0;
}

/* add a file that counts as `name`, and whose path in the submission is `shown` */
static void add_file(submission *s, submitted f, const char *shown, const char *name,
                     const lab_list *labs)
{
    if (!for_some_lab(name, labs) && s->others++ >= MOST_OTHERS) {
        if (s->others == MOST_OTHERS + 1)
            fprintf(stderr, "grade-all: %s has more than %d files that are not called as a lab's; "
                            "the rest of these is ignored\n", s->name, MOST_OTHERS);
        return;
    }
    f.shown = name_shown(shown);
    f.name = copied(name, strlen(name));
    s->file = resized(s->file, (size_t)(s->nfile + 1) * sizeof *s->file);
    s->file[s->nfile++] = f;
}

/* a file's path, or what else it is; 1 for a folder */
static int is_folder(const char *path, submitted *f)
{
    struct stat st;

    *f = (submitted){ .kind = "out of reach" };
    if (lstat(path, &st) != 0) return 0;
    f->path = S_ISREG(st.st_mode) ? copied(path, strlen(path)) : NULL;
    f->kind = S_ISLNK(st.st_mode) ? "a symbolic link" : S_ISFIFO(st.st_mode) ? "a pipe"
                                                                            : "not a file";
    return S_ISDIR(st.st_mode);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **read_folder(const char *path, int *count)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    char **name = NULL;

    *count = dir ? 0 : -1;
    while (dir && (entry = readdir(dir)) != NULL) {
        if (is_litter(entry->d_name)) continue;
        name = resized(name, (size_t)(*count + 1) * sizeof *name);
        name[(*count)++] = copied(entry->d_name, strlen(entry->d_name));
    }
    if (dir) closedir(dir);
    if (*count > 0) qsort(name, (size_t)*count, sizeof *name, by_text);
    return name;
}

/* everything below a submission's folder; inner is the path inside of it, or "" */
static void add_folder(submission *s, const char *path, const char *inner, const lab_list *labs)
{
    int count;
    char **entry = read_folder(path, &count);
    submitted f = { .kind = "a folder that can't be read" };

    if (count < 0) add_file(s, f, *inner ? inner : ".", "", labs);
    for (int i = 0; i < count; i++) {
        char *full = format_text("%s/%s", path, entry[i]);
        char *shown = *inner ? format_text("%s/%s", inner, entry[i]) : entry[i];
        if (is_folder(full, &f)) add_folder(s, full, shown, labs);
        else add_file(s, f, shown, without_count(entry[i], labs), labs);
    }
}

/* Ann Smith_4711_assignsubmission_file_REST: where the name ends, and REST, which is empty for a
 * folder; NULL if the name has another form */
static const char *moodle_rest(const char *entry, const char **end)
{
    static const char mark[] = "_assignsubmission_";
    const char *rest;

    *end = strstr(entry, mark);
    if (!*end || *end == entry) return NULL;
    rest = strchr(*end + sizeof mark - 1, '_');
    return rest ? rest + 1 : strcmp(*end, "_assignsubmission_file") == 0 ? "" : NULL;
}

/* The submission that Moodle calls NAME_NUMBER. Its upload of feedback takes NAME_NUMBER_x_y_REST,
 * split at underscores: the name may have none. */
static submission *moodle_submission(submission_list *list, const char *entry, const char *end)
{
    submission *s = find_or_add(list, copied(entry, (size_t)(end - entry)));
    char *text = name_of_file(s->name), *last = strrchr(text, '_');

    for (char *at = text; last && at < last; at++)
        if (*at == '_') *at = ' ';
    s->feedback = format_text("%s_assignfeedback_file_feedback", text);
    return s;
}

static void add_folder_entry(submission_list *list, const char *path, const char *entry,
                             const lab_list *labs)
{
    const char *end, *rest = moodle_rest(entry, &end);

    add_folder(rest && !*rest ? moodle_submission(list, entry, end) : find_or_add(list, entry),
               path, "", labs);
}

static void add_file_entry(submission_list *list, submitted f, const char *entry,
                           const lab_list *labs)
{
    const char *end, *file = moodle_rest(entry, &end);
    const lab *which = NULL;
    char *user;
    size_t n;
    int late;

    if (file && *file) {
        add_file(moodle_submission(list, entry, end), f, entry, without_count(file, labs), labs);
    } else if (is_canvas(entry, &end, &user, &file, &late)) {
        submission *s =
            find_or_add(list, format_text("%.*s_%s", (int)(end - entry), entry, user));
        s->late |= late;
        add_file(s, f, entry, without_count(file, labs), labs);
    } else if ((n = before_lab(entry, labs, &which)) > 0) {
        add_file(find_or_add(list, copied(entry, n)), f, entry, which->file, labs);
    } else if (ends_with(entry, ".c") && strlen(entry) > 2) {
        const char *name = only_lab(labs) ? only_lab(labs)->file : entry;
        add_file(find_or_add(list, copied(entry, strlen(entry) - 2)), f, entry, name, labs);
    } else {
        add_file(find_or_add(list, entry), f, entry, entry, labs);
    }
}

/* ---- Gradescope's list of students ----------------------------------------------------------- */

/* `:email: 'a@b.c'`: the value for this key, or NULL */
static char *yaml_value(const char *line, const char *key)
{
    const char *at = strstr(line, key), *end;

    if (!at) return NULL;
    at += strlen(key);
    at += strspn(at, " ");
    end = at + strlen(at);
    if (end > at + 1 && strchr("'\"", *at) && end[-1] == *at) at++, end--;
    return end > at ? copied(at, (size_t)(end - at)) : NULL;
}

/* the first of the lines under `:submitters:` that identifies the student: the address if there is
 * one, otherwise the number, otherwise the name; several students are one group */
static void take_submitter(submission *s, char *who[3])
{
    const char *one = who[0] ? who[0] : who[1] ? who[1] : who[2];

    if (one && s) {
        char *shown = name_shown(one);
        s->student = s->student == s->name ? shown : format_text("%s; %s", s->student, shown);
    }
    who[0] = who[1] = who[2] = NULL;
}

/* `:created_at: 2026-01-01 10:20:30.5 Z`, or with +01:00 in the place of Z, in seconds since 1970;
 * 0 if it has another form */
static long long created_at(const char *line)
{
    char *text = yaml_value(line, ":created_at:"), *zone = text ? strrchr(text, ' ') : NULL;
    int year, month, day, hour, minute, second, off_hour = 0, off_minute = 0;
    long long days;

    if (!text || sscanf(text, "%d-%d-%d%*1[ T]%d:%d:%d", &year, &month, &day, &hour, &minute,
                        &second) != 6)
        return 0;
    if (zone && strchr("+-", zone[1]) && sscanf(zone + 2, "%d:%d", &off_hour, &off_minute) == 2 &&
        zone[1] == '-') {
        off_hour = -off_hour;
        off_minute = -off_minute;
    }
    if (month < 3) year--, month += 12;                        /* the year begins with March */
    days = 365LL * year + year / 4 - year / 100 + year / 400 + (153 * month - 457) / 5 + day -
           719469;
    return 86400 * days + 3600LL * (hour - off_hour) + 60LL * (minute - off_minute) + second;
}

static void read_students(submission_list *list, const char *path)
{
    static const char *const keys[] = { ":email:", ":sid:", ":name:" };
    output_text text = { 0 };
    submission *s = NULL;
    char *who[3] = { NULL, NULL, NULL };
    int inside = 0;

    if (!read_file(path, 64u << 20, &text)) return;
    for (char *line = strtok(text.data, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        const size_t indent = strspn(line, " ");
        if (inside && (indent < 2 || (indent == 2 && line[2] == ':') || strstr(line, "- :"))) {
            take_submitter(s, who);
            inside = indent >= 2 && line[indent] == '-';
        }
        if (indent == 0 && ends_with(line, ":")) {
            char *name = name_shown(copied(line, strlen(line) - 1));
            s = NULL;
            for (int i = 0; i < list->count; i++)
                if (strcmp(list->one[i].name, name) == 0) s = &list->one[i];
        }
        if (strstr(line, ":submitters:")) inside = 1;
        if (s && indent == 2 && strncmp(line + 2, ":created_at:", 12) == 0)
            s->handed_in = created_at(line);
        for (int k = 0; inside && k < 3; k++)
            if (!who[k]) who[k] = yaml_value(line, keys[k]);
    }
    if (inside) take_submitter(s, who);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const submission *)a)->name, ((const submission *)b)->name);
}

submission_list submissions_read(const char *folder, const lab_list *labs)
{
    submission_list list = { 0 };
    int count;
    char **entry = read_folder(folder, &count);

    if (count < 0) die("can't read the folder %s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        char *path = format_text("%s/%s", folder, entry[i]);
        submitted f;
        if (is_folder(path, &f)) add_folder_entry(&list, path, entry[i], labs);
        else add_file_entry(&list, f, entry[i], labs);
    }
    read_students(&list, format_text("%s/submission_metadata.yml", folder));
    if (list.count > 0) qsort(list.one, (size_t)list.count, sizeof *list.one, by_name);
    return list;
}

/* ---- which file is for a lab ----------------------------------------------------------------- */

/* .c at the end, or something near it: pgs.C, pgs.cpp, pgs.c.txt, pgs.c~ */
static int like_c(const char *name)
{
    for (const char *at = strchr(name, '.'); at; at = strchr(at + 1, '.'))
        if ((at[1] == 'c' || at[1] == 'C') && (!at[2] || strchr("cCpPxX+.~-_( ", at[2]))) return 1;
    return 0;
}

/* is the file one of the kit's own, in a submission that is a copy of the kit? */
static int of_the_kit(const char *shown, const char *root, const char *top)
{
    const size_t n = strlen(root);

    return strncmp(shown, root, n) == 0 &&
           access(format_text("%s/%s", top, shown + n), F_OK) == 0;
}

static int same_file(const char *a, const char *b)
{
    output_text one = { 0 }, two = { 0 };
    int same = read_file(a, LARGEST, &one) && read_file(b, LARGEST, &two);

    same = same && one.size == two.size && memcmp(one.data, two.data, one.size) == 0;
    output_free(&one);
    output_free(&two);
    return same;
}

/* up to five files that may be the student's own work, other than those for a lab */
static char *list_others(const submission *s, const lab_list *labs, const char *root,
                         const char *top, int only_c)
{
    enum { MOST = 5 };
    output_text t = { 0 };
    int count = 0;

    for (int i = 0; i < s->nfile; i++) {
        const submitted *f = &s->file[i];
        if (for_some_lab(f->name, labs) && f->path) continue;
        if ((only_c && !like_c(f->name)) || of_the_kit(f->shown, root, top)) continue;
        if (count++ >= MOST) continue;
        output_printf(&t, "%s%s", t.size ? ", " : "", f->shown);
        if (!f->path) output_printf(&t, " (%s)", f->kind);
    }
    if (count > MOST) output_printf(&t, " and %d more", count - MOST);
    return text_of(&t);
}

/* Where the copy of the kit in a submission begins ("" or "lab-2/"), if the file is in its place in
 * the kit; otherwise "" */
static char *root_of(const char *shown, const lab *l)
{
    const char *place = format_text("labs/%s/%s", l->name, l->file);

    return copied(shown, ends_with(shown, place) ? strlen(shown) - strlen(place) : 0);
}

found_file submission_file(const submission *s, const lab *l, const lab_list *labs, const char *top)
{
    const char *place = format_text("labs/%s/%s", l->name, l->file), *root = "";
    found_file found = { NULL, NULL, copied("", 0), copied("", 0) };
    const submitted *first = NULL, *other = NULL;
    int in_place = 0;

    for (int i = 0; i < s->nfile; i++)
        in_place |= s->file[i].path && ends_with(s->file[i].shown, place);
    for (int i = 0; i < s->nfile; i++) {
        const submitted *f = &s->file[i];
        if (strcmp(f->name, l->file) != 0) continue;
        if (!f->path) {
            other = f;
            continue;
        }
        if (in_place && !ends_with(f->shown, place)) continue;
        if (!first) {
            first = f;
        } else if (!same_file(first->path, f->path)) {
            found.outcome = "several files";
            found.remark = format_text("%s and %s are different", first->shown, f->shown);
            return found;
        }
    }
    if (first) root = root_of(first->shown, l);
    found.others = list_others(s, labs, root, top, first != NULL);
    if (first && access(first->path, R_OK) != 0) {
        found.outcome = "not readable";
        found.remark = format_text("%s: %s", first->shown, strerror(errno));
    } else if (first) {
        found.path = first->path;
    } else if (other) {
        found.outcome = "not readable";
        found.remark = format_text("%s is %s: hand in the file itself", other->shown, other->kind);
    } else if (found.others[0]) {
        found.outcome = "wrong name";
        found.remark = format_text("there is no %s, but %s", l->file, found.others);
    } else {
        found.outcome = "not handed in";
        found.remark = format_text("there is no %s", l->file);
    }
    return found;
}

/* ---- for a comparison of all with all -------------------------------------------------------- */

void gather(const char *folder, const submission_list *list, const lab_list *labs, const char *top)
{
    for (int l = 0; l < labs->count; l++) {
        const lab *which = &labs->lab[l];
        char *place = format_text("%s/%s", folder, which->name);
        output_text names = { 0 };
        int count = 0;
        if (!which->selected) continue;
        make_folder(place);
        for (int i = 0; i < list->count; i++) {
            const found_file f = submission_file(&list->one[i], which, labs, top);
            output_text text = { 0 };
            if (!f.path) continue;
            if (!read_file(f.path, LARGEST, &text)) die("can't read %s", f.path);
            save(format_text("%s/%d.whole", place, ++count), &text);
            output_free(&text);
            output_printf(&names, "%s\n", list->one[i].name);
        }
        save(format_text("%s/names", place), &names);
    }
}
