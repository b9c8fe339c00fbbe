/* all.h: the interfaces between grade-all's parts
 *
 *   grade_all.c      options; the work to do and the work done already; the results
 *   submissions.c    a folder of submissions: their students, and the file for each lab
 *   nurse.c          parallel commands, none of which outlives this program
 *   marks.c          the rows of results, a marker's additions, and tables of other systems
 *   summary.c        what one student reads, and what the instructor reads
 *
 * Memory is not given back before the end: a course's worth of names and rows is little. When there
 * is none, or a file can't be read or written, `die` says so and ends the program; what was graded
 * until then is kept, and the same command goes on from there.
 */
#ifndef ALL_H
#define ALL_H

#include "minisim2d/writing/output.h"
#include "tests/grader/sha256.h"

/* ---- grade_all.c ----------------------------------------------------------------------------- */

/* `grade-all: ...` on stderr, and exit status 2 */
void die(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2), noreturn))
#endif
    ;

/* memory, or the end of the program: resized as by realloc; count elements of zeros; a copy of the
 * first n bytes of a text; a text formatted as by printf */
void *resized(void *memory, size_t n);
void *zeros(int count, size_t size);
char *copied(const char *text, size_t n);
char *format_text(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* writes the text to the file at path; or leaves the file unchanged and ends the program */
void save(const char *path, const output_text *text);

/* make a folder that may exist already */
void make_folder(const char *path);

/* the entries of a folder in the order of their names, without what systems leave there; their
 * number in *count, -1 if it can't be read */
char **read_folder(const char *path, int *count);

/* append at most `most` bytes of the file at path to the text; 0 if it can't be read */
int read_file(const char *path, size_t most, output_text *text);

/* ---- the kit's labs -------------------------------------------------------------------------- */

typedef struct { char *id, *title; int points; } lab_test;

typedef struct {
    char *name, *file;                   /* "02_pgs", and the file to hand in: "pgs.c" */
    int selected;
    lab_test *test;
    int ntest;
} lab;

typedef struct { lab *lab; int count; } lab_list;

/* pgs, 02_pgs, 02 and 2 are names of a lab; only_lab: the only one that was asked for, or NULL */
int names_lab(const char *text, const lab *l);
const lab *only_lab(const lab_list *labs);

/* ---- submissions.c --------------------------------------------------------------------------- */

/* name_shown: for people and for every report: valid UTF-8 on one line. Control characters and
 * bytes that are not UTF-8 become \x0A and the like, a backslash \x5C, so that different names stay
 * different. */
char *name_shown(const char *name);

/* name_of_file: of a name_shown, as the name of a file: no character that is special to a shell or
 * another system, and not too long */
char *name_of_file(const char *shown);

/* name_csv: append a field, with an apostrophe before what a spreadsheet takes for a formula */
void name_csv(output_text *out, const char *text);

typedef struct {
    char *path;                          /* the path to open; NULL: it is not a regular file, */
    const char *kind;                    /* but "a symbolic link", for instance */
    char *shown;                         /* its path in the submission */
    char *name;                          /* the lab's file for which it counts: "pgs.c" */
} submitted;

typedef struct {
    char *name;                          /* of the export's folder or file, without what changes
                                            from one export to the next; name_shown */
    char *student;                       /* the same, or the student by Gradescope's list */
    char *feedback;                      /* the name of a file for the student, without .txt */
    submitted *file;
    int nfile, others;                   /* files; how many have no lab's name */
    long long handed_in;                 /* seconds since 1970; 0: the export does not say it */
    int late;                            /* Canvas says that it is late */
} submission;

typedef struct { submission *one; int count; } submission_list;

/* submissions_read: everything in the folder, by name. Says on stderr what it leaves out. */
submission_list submissions_read(const char *folder, const lab_list *labs);

/* A submission's file for a lab */
typedef struct {
    const char *path;                    /* the file; NULL: there is none, and then */
    const char *outcome;                 /* "wrong name", "several files", "not readable" or
                                            "not handed in" */
    char *remark;                        /* the files found instead; name_shown */
    char *others;                        /* other C files, which are ignored; "" if none */
} found_file;

found_file submission_file(const submission *s, const lab *l, const lab_list *labs,
                           const char *top);

/* gather: for each selected lab the submissions as FOLDER/LAB/1.whole, 2.whole, ..., and in
 * FOLDER/LAB/names a line for each */
void gather(const char *folder, const submission_list *list, const lab_list *labs, const char *top);

/* ---- marks.c --------------------------------------------------------------------------------- */

typedef struct {
    const char *submission, *student, *lab, *test, *title, *outcome;
    const char *remark;                  /* the likely mistake, or why there was nothing to grade */
    const char *broken;                  /* the condition that does not hold, or "" */
    int points, possible;
} row;

typedef struct { row *row; int count; } table;

void table_add(table *t, row r);

/* table_read: append the rows of a CSV that table_write made */
void table_read(table *t, const char *path);
void table_write(const table *t, const char *path);

typedef struct {
    const char *student, *comment;
    int lab, points, line;
} override;

typedef struct {
    double weight, penalty;              /* of full marks; per cent of the points, for a day */
    long long due;                       /* 0: never */
} marking;

typedef struct { const char *student, *name; } membership;

typedef struct {
    override *override;
    membership *section;                  /* of each student who has one */
    int noverride, nsection, weighted;
    marking *lab;                        /* for each lab */
} marks;

/* marks_read: overrides.csv, marking.csv, sections.csv of the folder, if they exist; sections come
 * from Canvas's gradebook if there is one. marks_check: each student of the first is in the list */
marks marks_read(const char *folder, const lab_list *labs, const char *gradebook);
void marks_check(const marks *m, const submission_list *list);

/* marks_add: rows for late days and for points set by hand, after the rows of a lab, which begin at
 * `first`. handed_in is 0 where nothing could be late. */
void marks_add(const marks *m, table *t, int first, int which, const submission *s,
               long long handed_in);

/* is_mark: is it such a row? is_student: does this name mean that submission, by its own name, the
 * student's, or the number at its end? section_of: a row's section, or "" */
int is_mark(const row *r);
int is_student(const char *name_of_submission, const char *student, const char *name);
const char *section_of(const marks *m, const row *r);

/* table_points: a line for each submission, with its points in each lab; where labs have weights,
 * also the weighted sum */
void table_points(const table *t, const lab_list *labs, const marks *m, const char *path);

/* table_canvas: the gradebook that Canvas exported, with the points of those whose submissions end
 * with the number in its column ID, in a form that Canvas imports. Students without a file that
 * could be graded keep the mark in the gradebook. Lists these on stderr, and those who are not in
 * it. */
void table_canvas(const table *t, const lab_list *labs, const char *gradebook, const char *path);

/* table_moodle: the grading worksheet of Moodle's assignment for the only lab, with its grades */
void table_moodle(const table *t, const lab_list *labs, const char *worksheet, const char *path);

/* table_sort: by submission; the rows of one stay in their order */
void table_sort(table *t);

/* is_ungraded: was there a submission that could not be graded? */
int is_ungraded(const row *r);

/* table_end: one past the last row of the submission that begins at `first` */
int table_end(const table *t, int first);

/* ---- summary.c ------------------------------------------------------------------------------- */

/* feedback_write: BASE.txt and BASE.html from a submission's rows [first, end) of the table;
 * report[i], for each selected lab in turn, is the grader's output, or NULL */
void feedback_write(const char *base, const table *t, int first, int end,
                    const output_text *const *report);

/* summary_write: FOLDER/summary.txt, FOLDER/summary.html, FOLDER/who.txt and FOLDER/LAB.svg */
void summary_write(const char *folder, const table *t, const lab_list *labs, const marks *m);

/* ---- nurse.c --------------------------------------------------------------------------------- */

enum { MAX_JOBS = 64 };

/* jobs_prepare: once. with_parent: end when the process that started this one has gone */
void jobs_prepare(int with_parent);

/* job_start: run a command with the environment that it has now, its stderr in the file log; it is
 * ended after the given seconds. job_wait: the next that has ended: its number, and 1 in *ok for
 * exit status 0; or -1 if none ended for a moment. A signal that ends the program ends them all
 * first. */
void job_start(int number, char *const argv[], const char *log, int seconds);
int job_wait(int *ok);

#endif
