/* page.h: a page that replays runs in a browser: one self-contained HTML file
 *
 *     page_run run;
 *     page_run_init(&run, &scene, planned, reference or NULL);
 *     with.watch = page_run_watch, with.user = &run;         the contacts of a step
 *     take each row with page_run_row(&run, row);            the state after it
 *     page_write(&page, &text);
 *     page_run_free(&run);
 *
 * The page is page.html, page.css, page.js and view.js, which the build puts into page_text; this
 * module writes the data, described in page.js. For long runs only every k-th step is kept, so that
 * a page has at most PAGE_MAX_FRAMES of them, and fewer with many bodies: PAGE_MAX_PLACES.
 */
#ifndef PAGE_H
#define PAGE_H

#include "../motion/trajectory.h"
#include "../reading/scene.h"
#include "../truth/exact.h"
#include "../../mbsim.h"

#define PAGE_MAX_FRAMES 20000
#define PAGE_MAX_PLACES 1000000       /* of all bodies in all frames */

/* the numbers of a frame, before x, y and angle of every body: of a particle's contact with the
 * terrain: particle, half-space, gap, p_n, p_t, group; of bodies that touch: a, b, p, n, gap, p_n,
 * p_t */
enum {
    PAGE_ENERGY, PAGE_ERROR, PAGE_SIZE, PAGE_ITERATIONS, PAGE_RESIDUAL,
    PAGE_CONTACTS,                /* numbers of contacts up to and including this frame */
    PAGE_FRAME,
    PAGE_CONTACT = 6, PAGE_TOUCH = 9
};

/* One run, recorded while it goes on (page_run.c). */
typedef struct {
    const char *name, *title;     /* "st", "ST" */
    int style;                    /* SVG_STYLE_... */
    const char *failed;           /* NULL, or the reason why it stopped */
    const scene *scene;
    const reference *reference;   /* NULL: errors are not known */
    int every;                    /* steps from frame to frame */
    double *frame, *contact;      /* frame[frames*width], contact[contacts*contact_width] */
    int frames, width, frame_room, contacts, contact_width, contact_room;
    int solved;                   /* 1: the numbers on problems are meaningful */
    int reaches;                  /* 1: its contacts are those within epsilon */
    int lost;                     /* 1: no memory for a contact */
} page_run;

/* page_every: steps from frame to frame
 * page_run_init: the names, the style and `failed` are the caller's to set */
int page_every(const scene *s, int planned);
void page_run_init(page_run *run, const scene *s, int planned, const reference *r);
void page_run_free(page_run *run);

/* page_run_watch: for settings.watch; user is the run; page_run_watch_bodies: for watch_bodies
 * page_run_row: a trajectory_fn; user is the run */
void page_run_watch(void *user, const mb_sim *sim, const mb_step *step);
void page_run_watch_bodies(void *user, const mb_world *world, const mb_island_step *step);
int page_run_row(void *user, const trajectory_row *row);

typedef struct {
    const scene *scene;
    const char *subtitle;
    double h, time, epsilon;
    const double *view;           /* xmin ymin xmax ymax */
    int nrun;
    page_run *run;                /* runs without frames are left out */
} page;

/* page_write: append the page to out
 * page_scene: its data on the scene only, as members of a JSON object
 * page_look: name, title, colour, line and marker of a run, and whether its contacts are those
 * within epsilon, as JSON */
void page_write(const page *p, output_text *out);
void page_scene(const scene *s, output_text *out);
void page_look(const char *name, const char *title, int style, int reaches, output_text *out);

/* the page itself, a line each, NULL at the end; a line @@data@@ stands for the data */
extern const char *const page_text[];

#endif
