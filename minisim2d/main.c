/* main.c: minisim2d, the program around mbsim.h: scenes in, trajectories and pictures out
 *
 * The program consists of the rooms (folders) below. Each includes headers of its own and of rooms
 * further down, never of one above. A module is NAME.c, declared in NAME.h or in the header of its
 * room: commands.h, study.h, chart.h and figure.h, scene.h and reader.h, output.h.
 *
 *     main         the commands, and their help
 *     commands/    commands     a file each: run_command, compare_command, solve_command (and
 *                               convert), study_command, calibrate_command, replay_command,
 *                               chart_command, list_command
 *                  options      the command line: one table of all options
 *                  files        the files that a command writes
 *                  jobs         scripts that run a study in parts
 *     python/      door         the functions that other languages call: mbsim.py is Python's side
 *     page/        page         a page that replays runs in a browser (page.html, .css, .js,
 *                               view.js); with live.js, story.js and wasm/ the kit itself is in it
 *                               (page.sh, make page)
 *                  page_run     a run in progress, as numbers
 *     figures/     figures.sh   the papers' figures, and a page of them (make figures)
 *     study/       study        what the others offer:
 *                  perform      random starts, and the errors of all formulations at all steps
 *                  record       these as CSV, in parts or whole, and back
 *                  summary      medians, quartiles, orders: a table and a picture
 *                  quantiles    quantiles of numbers in a file
 *                  replay       recorded steps solved again
 *                  calibrate    parameters from measured tracks
 *     drawing/     figure       a scene and its runs
 *                  ground       obstacles and half-spaces; in a window steps, and half-spaces with
 *                               their numbers
 *                  marks        times along the paths, and events of the exact motion
 *                  mechanism    its bodies, joints and contact impulses
 *                  chart        lines over two axes, and energy against time
 *                  map          a number over two others
 *                  svg          the parts of both: frame, axes, curves, markers, legend
 *                  picture      that SVG as a PNG, from
 *                  raster       ... outlines and strokes in pixels
 *                  letters      ... and an alphabet of strokes
 *     truth/       exact        the event-driven reference; measure: errors against it
 *     motion/      simulate     a scene driven through mb_sim, or through mb_world: settings,
 *                               results, depth of particles in solids, edges that push
 *                  worlds       ... a scene with bodies; joints corrected after the step instead of
 *                               in it
 *                  recorder     ... the steps of a run as problems, recorded
 *                  trajectory   the record of a run, to tables and pictures; a path in fewer points
 *     solving/     mbsim        the header's implementation
 *                  more         three more solvers for mbsim.h's table
 *                  convex       two more formulations for that table: Gauss, two-phase
 *                  cone         friction of supports as discs
 *                  attempt      a problem, a solver by name, and the result: its errors, the
 *                               solver's iterations, why it failed
 *                  mine         placeholder that a lab replaces with the student's solver or
 *                               formulation
 *     reading/     scene        the scene file
 *                  scene_bodies, scene_joints, scene_starts: bodies, joints and supports,
 *                               and checks of them
 *                  parser       its statements: lines, labels, numbers
 *                  scenes       scenes by name
 *                  shape        checks of obstacles, and of points inside them
 *                  problem      the problem file, in and out; its formats are problem_lcp,
 *                               problem_mat, problem_mtx, problem_plain (.path, .dat)
 *                  frame        a recorded step, in and out
 *                  table        columns of a CSV file
 *                  lines        numbers from a text file, and sparse matrices
 *                  reader       common to all: words, numbers, messages
 *     writing/     text         text that grows, numbers in it, and variables for a MAT-file
 *                  output       files, written whole or not at all
 *                  png          a picture file, if stb_image_write.h is installed
 *                  progress     the clock, and a bar on the terminal
 *                  posix        functions of the system (posix_windows: for Windows)
 *     bodies/      world        rigid bodies and joints: needs only mbsim.h
 *                  shapes       masses, checks of shapes, cosine and sine
 *                  contact_rows the rows of contacts and joints, without their matrix: in units of
 *                               unit mass, test of z, and solvers: projected Gauss-Seidel,
 *                  contact_newton  ... Newton's method in velocities, with sparse LU
 *                  island       shared by the files behind mb_world_step:
 *                  world_step   the loop over islands, which share a problem each; steps in parts;
 *                               memory
 *                  collision    pairs near each other, and the rows of contacts
 *                  outline      bodies and the terrain's chains as facets and corners
 *                  narrow       the contacts of a pair, and the choice of the leading facet
 *                  rows         an island's rows of velocities
 *                  joints       errors of joints, and their rows
 *                  step         its velocities: accurate, half, safe; restitution; limit of their
 *                               energy; the facets of PEG that matter
 *                  solve        the methods that solve the rows
 *                  direct       ... as mb_dynamics, dense
 *                  positions    closes its joints, and separates its bodies
 *                  example/     a program that uses nothing but this room and mbsim.h
 *
 * How to add
 *   a solver,        see TO ADD A SOLVER at the head of mbsim.h; one that few need is a row of
 *   a formulation    solving/more.h or convex.h. Tests whose tables list every formulation, and
 *                    scenes/hills.svg, then fail until they list it as well
 *   a lab            labs/ADDING.md
 *   a command        commands/NAME_command.c with command_NAME(), its line in
 *                    commands/commands.h and its row in the table below; its options: FOR_NAME
 *                    there, rows of options.c
 *   a scene keyword  with numbers only: a member of scene in reading/scene.h, a row at the end of
 *                    `singles` in scene.c; with a form of its own: a row of `statements` there and
 *                    its function; a line in scenes/README.md, and the word in the lists of
 *                    tests/data/bad_scenes.txt
 *   a format         reading/problem_NAME.c with its problem_format; the extern line in problem.h,
 *                    the row in problem.c
 *   a picture        drawing/NAME.c over svg.h, and NAME_svg() in chart.h; the command that draws
 *                    it passes the text to files_picture
 *   and its module   in the map above. The Makefile finds new files by itself.
 *
 * Results go to stdout, messages to stderr. Exit status: 0 done; 1 the simulation or the solver
 * failed; 2 usage, bad input, or an output that can't be written.
 */
#include <limits.h>
#include <string.h>

#include "commands/commands.h"
#include "reading/reader.h"
#include "writing/posix.h"

static const struct {
    const char *name, *operand;
    int code;
    int least, most;              /* operands */
    int (*run)(const options *);
    const char *summary;          /* a line in the list of commands */
    const char *takes;            /* the words that the operand may be, if few */
    const char *help;
} commands[] = {
    { "run", "SCENE", FOR_RUN, 1, 1, command_run, "simulate a scene with one formulation", NULL,
      "simulate a scene, from its first step to its end or to the first step that can't be solved\n\n"
      "With bodies the CSV has a row for each body and step: its state; contacts, unknowns, iterations, residual and time of\n"
      "its island, and how it was stepped: `way` (0 accurate, 1 half, 2 safe, 3 unsolved), `parts`; energy, momentum (px, py, lz),\n"
      "penetration and joint error of all. Memory does not grow with the number of steps." },
    { "compare", "SCENE", FOR_COMPARE, 1, 1, command_compare,
      "every formulation and the exact reference over each other, with errors", NULL,
      "run every formulation, and measure them against the exact reference" },
    { "solve", "FILE...", FOR_SOLVE, 1, INT_MAX, command_solve,
      "complementarity problems from files", NULL,
      "find z >= 0 with w = A z + b >= 0 and z'w = 0; with bounds lo <= z <= hi and free unknowns "
      "as well.\nFor one FILE everything is printed; for several, or with --list, a table with a row for "
      "each: "
      "file,n,status,iterations,residual,seconds\n\nA .lcp holds numbers in rows: first `n`, or "
      "`n nfree` if the first nfree unknowns are free; then n rows of A and one row\nwith b; then, "
      "if wanted, bounds: a row `lo ...` and a row `hi ...`. # begins a comment; - is the standard "
      "input. Other\nformats: `minisim2d list formats`." },
    { "convert", "IN OUT", FOR_CONVERT, 2, 2, command_convert,
      "a problem from one format into another", NULL,
      "read the problem in the file IN and write it to OUT, each in the format given by its ending or "
      "an option;\nevery number stays the same double. - is the standard input or output. "
      "Formats: `minisim2d list formats`." },
    { "study", "SCENE", FOR_STUDY, 1, INT_MAX, command_study,
      "error against step length, over many random starts", NULL,
      "draw starts at random, run every formulation from each with step lengths that are halved "
      "again and again, and\nmeasure the runs against the exact reference: medians, quartiles, "
      "orders of convergence\n\nA run's error is the median over its steps; a run that failed "
      "has an infinite error. A start in a solid, or whose\nmotion exact can't follow, is "
      "drawn again, and counted. The CSV has the same bits for any number of parts, so the\n"
      "solver's time is only in the table.\n\nWith bodies a run with the finest "
      "h of all, swept with 1/16 of the shortest step, is the reference, and a step's error\nthe "
      "greatest distance of a centre from it. The start of one --body is drawn; if a joint "
      "holds it, only its\nvelocity. Without ranges there is one run, from the scene's start.\n\n"
      "study --merge CSV... merges the parts of --shard." },
    { "calibrate", "SCENE...", FOR_CALIBRATE, 1, INT_MAX, command_calibrate,
      "parameters of scenes from measured tracks", NULL,
      "find the parameters with which scenes best follow their measured tracks\n\nThe track of "
      "push.scene is push.csv beside it, with the columns t, x, y and angle of a body, at times "
      "that are steps of\nthe scene. The error of parameters is the mean over tracks of the mean "
      "over rows of |q - q_measured|^2, with q = (x, y, L\nangle) and L = --length: in square "
      "metres in the CSV, in square millimetres in the table. All points of the grid are\ntried, or "
      "with --coarse some, and with --best each until its error is greater than that of another. "
      "Runs are shared by all\nvalues of a coefficient whose contact has not pushed yet. The picture "
      "has a curve for each parameter through the best\npoint; of two parameters, varied or named by "
      "--x and --y, it is a map: blank where a point was not tried or "
      "a run failed.\n\ncalibrate --merge CSV... merges the parts of --shard.\n\nexample: minisim2d "
      "calibrate build/grasp/push0*.scene --vary object.tripod.radius=.005:.1:.005 --vary "
      "pusher.mu=0:1:.1" },
    { "replay", "FRAMES", FOR_REPLAY, 1, 1, command_replay,
      "recorded steps, solved again by every solver", NULL,
      "solve the steps that `run --frames` has recorded again, each by every solver of the form or "
      "by the one named, and print\ntheir errors and times. Total error: the residual, "
      "scaled so that it has no unit; 1e-10 counts as solved.\nNormal and friction error: the same "
      "over the rows of p_n, limits and c, and over those of p_f, motors and s. Other v+:\nsolutions "
      "whose velocity differs from the recorded one (in another formulation, from the first "
      "solver's) by more than\n1e-6 of the greatest one, or of its change by forces in the step: "
      "there are several solutions. Medians are over all\nproblems; - where there was no z.\n\n"
      "A file is text, a step after the other; words in capitals stand for words and whole numbers, small letters for\n"
      "numbers, the same doubles as in the run:\n\n"
      "  frames 1                                   first line; # begins a comment\n"
      "  step K t h particle|island NUMBER FORMULATION FORM SOLVER\n"
      "  size BODIES CONTACTS JOINTS LIMITS MOTORS MASSES    numbers of lines of each kind, in this order\n"
      "  body NUMBER m J  x y angle  vx vy spin  px py pz    p: impulse of the forces; J = 0: does not turn; m = 0: driven\n"
      "  contact A B psi mu  nx ny  x y  GROUP FACET (bias)  0 = the world; n points from A to B; bias replaces psi/h [m/s]\n"
      "  joint phi (COLUMN value ...)               a row of Jb\n"
      "  limit psi (COLUMN value ...)               a row of Jl\n"
      "  motor speed effort (COLUMN value ...)      a row of Jm\n"
      "  shared speed (COLUMN value ...)            the same, with the effort of the row before\n"
      "  mass ROW COLUMN value                      an entry of M that springs have changed\n"
      "  solution STATUS ITERATIONS STICK total (normal friction)\n"
      "  z (value ...)                              in FORM, in the order of mb_layout\n"
      "  end STEPS                                  last line\n\n"
      "Columns are the velocities of the bodies in this order, from 1: vx, vy and, if J > 0, the spin; a driven body has none.\n"
      "A contact's row is (n, (x - xB) x n) for B and its negative, with xA, for A; friction's rows have t, which is n turned\n"
      "by +90 degrees, and -t. Facets of one GROUP are adjacent, the primary first. STICK has a letter for each contact:\n"
      "o without impulse, s sticks, l slides; or is -. A bias (of restitution, of curves, of gaps below 0, which count as 0)\n"
      "holds in every formulation. A step in which nothing touches has no frame; large islands, which are solved by sweeps,\n"
      "have no z.\n\n"
      "Exit status: 0 even if solvers have failed; but 1 if the one named by --solver has." },
    { "chart", "CSV", FOR_CHART, 1, 1, command_chart, "a picture of a table's columns", NULL,
      "draw two columns of a CSV file against each other: charts of the other commands' output, "
      "or of measurements; with\n--over, paths in the plane of a scene. The table's first line "
      "names its columns; - is the standard input.\n\nexample: minisim2d chart run.csv --x t "
      "--y energy --svg energy.svg" },
    { "list", "TOPIC", FOR_LIST, 1, 1, command_list, "solvers, formulations, scenes or formats",
      "solvers|formulations|scenes|formats",
      "print the available solvers, formulations, scenes or formats" },
};

enum { COMMANDS = (int)(sizeof commands / sizeof commands[0]) };

static const char usage_end[] =
    "  help COMMAND       its purpose and options; the same as COMMAND --help\n"
    "\n"
    "  --help, --version\n"
    "\n"
    "example: minisim2d compare hills --svg hills.svg\n"
    "SCENE is a file, or the name of one in the folder scenes (`list scenes`); scenes/README.md\n"
    "describes the format. Steps, particles, edges and unknowns count from 1; step 0 is the start.\n"
    "Outputs are written whole or not at all; - is the standard output: words then go to stderr.\n"
    "Exit status: 0 done, 1 not solved, 2 usage, bad input, or a file that can't be written.\n";

static void print_usage(FILE *to)
{
    fprintf(to, "usage: minisim2d COMMAND ...\n\n");
    for (int i = 0; i < COMMANDS; i++) {
        char left[32];
        snprintf(left, sizeof left, "%s %s", commands[i].name, commands[i].operand);
        fprintf(to, "  %-18s %s\n", left, commands[i].summary);
    }
    fputs(usage_end, to);
}

/* the command's operands */
static const char *operand_of(int i)
{
    return commands[i].takes ? commands[i].takes : commands[i].operand;
}

/* the index of the command, -1 after a message */
static int find_command(const char *word)
{
    const char *names[COMMANDS + 1] = { "help" };
    int closest;

    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(word, commands[i].name) == 0) return i;
        names[i + 1] = commands[i].name;
    }
    closest = reader_closest(word, (int)strlen(word), names, COMMANDS + 1, READER_NEAR, 0);
    if (closest >= 0) {
        refuse("unknown command '%s': did you mean %s?", word, names[closest]);
    } else {
        refuse("unknown command '%s'\n", word);
        print_usage(stderr);
    }
    return -1;
}

static int print_help(int i)
{
    printf("usage: minisim2d %s %s [options]\n\n", commands[i].name, operand_of(i));
    options_wrap(commands[i].help, 0, 0, stdout);
    options_help(commands[i].code, stdout);
    return EXIT_DONE;
}

static int run_command(int i, int argc, char **argv)
{
    options o;

    if (options_parse(argc, argv, 2, commands[i].code, &o) != 0) return EXIT_USAGE;
    o.program = argv[0];
    if (o.help) return print_help(i);
    if (o.noperand < commands[i].least && !o.list)
        return refuse("%s needs %s: minisim2d %s %s", commands[i].name,
                      commands[i].least > 1 ? "two arguments" : "an argument", commands[i].name,
                      operand_of(i));
    if (o.noperand > commands[i].most)
        return refuse("%s takes %s, '%s' is too many", commands[i].name, operand_of(i),
                      o.operands[commands[i].most]);
    return commands[i].run(&o);
}

/* `help`, `help COMMAND` */
static int help(int argc, char **argv)
{
    int i;

    if (argc == 2 || (argc == 3 && strcmp(argv[2], "help") == 0)) {
        print_usage(stdout);
        return EXIT_DONE;
    }
    if (argc > 3)
        return refuse("help takes one command, '%s' is too many", argv[3]);
    i = find_command(argv[2]);
    return i < 0 ? EXIT_USAGE : print_help(i);
}

/* the next file opened would get the number of a closed stream: hold that number, opened in the
 * wrong direction so that its use fails */
static void hold_streams(void)
{
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            return;
}

int main(int argc, char **argv)
{
    int status = EXIT_USAGE, i;

    hold_streams();
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("minisim2d %s\n", MB_VERSION);
        status = EXIT_DONE;
    } else if (strcmp(argv[1], "help") == 0) {
        status = help(argc, argv);
    } else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        status = help(2, argv);
    } else if ((i = find_command(argv[1])) >= 0) {
        status = run_command(i, argc, argv);
    }
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_DONE)
        return refuse("cannot write to the standard output");
    return status;
}
