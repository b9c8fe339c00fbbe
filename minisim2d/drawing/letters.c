/* letters.c: the alphabet; see raster.h
 *
 * A letter is a few lines, two digits a point: x from 0 to the right, y upwards; 2 is the base
 * line, 7 the height of an x, 9 that of an X. After ~ the corners between a line's ends are
 * rounded; if the ends are one point, this corner also is.
 */
#include "raster.h"

#include <math.h>
#include <string.h>

#include "../writing/output.h"

#define UNIT 0.1                  /* of the digits [em] */
#define BASE 2.0
#define SIDES 2.0                 /* space beside a letter, half of it on either side */
#define RAISED 0.6                /* size of a raised letter */
#define RAISED_BY 3.6

static const char *const ascii[95] = {
    "", "0905 0202", "0907 2927", "1219 3239 0444 0747",                              /*   ! " # */
    "~483919080716364543321203 2129", "0249 ~1908172819 ~3423324334",                 /* $ % */
    "~421718293837150403122345", "0907", "~19080311", "~09181301",                    /* & ' ( ) */
    "2925 0648 0846", "2327 0545", "1200", "0535", "0202", "0129",              /* * + , - . / */
    "~193948433212030819", "072922 0242", "~081939484702 0242",                       /* 0 1 2 */
    "~08193948473626 ~26364543321203", "32390444", "490906 ~06364543321203",        /* 3 4 5 */
    "~483919080312324345361605", "094912", "~193948473616070819 ~163645433212030516", /* 6 7 8 */
    "~031232434839190806153546", "0202 0606", "1200 1616", "480542", "0444 0646",   /* 9 : ; < = */
    "084502", "~08193948472524 2222", "~4332120308193948453525263637",                /* > ? @ */
    "022942 1434", "0209 ~093948473606 ~063645433202", "~4839190803123243",           /* A B C */
    "0209 ~092947442202", "49090242 0636", "490902 0636",                             /* D E F */
    "~483919080312324345 4525", "0209 4249 0646", "0209", "~3933221203",              /* G H I J */
    "0209 4905 1642", "090242", "0209254942", "02094249",                             /* K L M N */
    "~194958534212030819", "0209 ~093948463505", "~194958534212030819 3451",          /* O P Q */
    "0209 ~093948463505 2542", "~483919080716364543321203", "0949 2922",              /* R S T */
    "~090312324349", "092249", "0912273249", "0249 0942", "092549 2522",         /* U V W X Y */
    "09490242", "19090111", "0931", "09191101", "072947", "0141", "0918",     /* Z [ \ ] ^ _ ` */
    "~0617374644 4442 ~45150403123243", "0902 ~0617374643321203",                     /* a b */
    "~4637170603123243", "4942 ~4637170603123243", "0545 ~454637170603123243",        /* c d e */
    "~29191815 1512 0727", "4742 ~4637170603123243 ~4241301001",                      /* f g */
    "0902 ~0617374644 4442", "0702 0909", "1712 ~121100 1919",                        /* h i j */
    "0902 3704 1542", "0902", "0702 ~0617273634 3432 ~3647576664 6462",               /* k l m */
    "0702 ~0617374644 4442", "~173746433212030617", "0700 ~0617374643321203",         /* n o p */
    "4740 ~4637170603123243", "0702 ~05162737", "~46371706153443321203",              /* q r s */
    "1914 ~14132232 0737", "0705 ~0503123243 4742", "072247", "0712263247",         /* t u v w */
    "0247 0742", "0722 4710", "07470242", "~29191605141121", "0901",                /* x y z { | */
    "~09191625141101", "~05163445"                                                    /* } ~ */
};

static const struct {
    unsigned long code;
    const char *lines;
} others[] = {
    { 0x2212, "0545" }, { 0xB7, "0505" }, { 0xD7, "0347 0743" }, { 0xB0, "~1908172819" },
    { 0xB1, "2428 0646 0242" }, { 0xB5, "0700 ~0503123243 4742" },
    { 0x3BC, "0700 ~0503123243 4742" }, { 0x2013, "0545" }, { 0x2014, "0545" }, { 0x2019, "0907" }
};

/* the letters from U+00C0 on, without their accents */
static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy";

/* the lines of a character, and whether it is raised */
static const char *lines_of(unsigned long code, int *raised)
{
    static const char low[] = "\xB9\xB2\xB3";        /* raised 1, 2, 3 are not next to the others */
    const char *found = code > 0 && code < 256 ? strchr(low, (int)code) : NULL;

    *raised = 1;
    if (found) return ascii['1' - ' ' + (found - low)];
    if (code >= 0x2070 && code <= 0x2079) return ascii['0' - ' ' + code - 0x2070];
    if (code == 0x207B) return "0545";
    *raised = 0;
    if (code >= ' ' && code <= '~') return ascii[code - ' '];
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].code == code) return others[i].lines;
    if (code >= 0xC0 && code < 0xC0 + sizeof latin - 1) return ascii[latin[code - 0xC0] - ' '];
    return "0209494202";
}

enum { MOST_POINTS = 96 };

/* cuts the corners of a line at a quarter of its sides (Chaikin); returns the number of points */
static int cut_corners(int n, double (*xy)[2])
{
    const int closed = xy[0][0] == xy[n - 1][0] && xy[0][1] == xy[n - 1][1];
    double cut[MOST_POINTS][2];
    int count = 0;

    for (int i = 0; i + 1 < n; i++)
        for (int end = 0; end < 2; end++) {
            const int keeps = !closed && (end == 0 ? i == 0 : i + 2 == n);
            const double share = keeps ? end : 0.25 + 0.5 * end;
            for (int k = 0; k < 2; k++)
                cut[count][k] = xy[i][k] + share * (xy[i + 1][k] - xy[i][k]);
            count++;
        }
    if (closed) memcpy(cut[count++], cut[0], sizeof cut[0]);
    memcpy(xy, cut, (size_t)count * sizeof cut[0]);
    return count;
}

/* reads one line; returns the text after it */
static const char *read_line(const char *at, int *n, double (*xy)[2])
{
    const int round = *at == '~';

    *n = 0;
    for (at += round; *at && *at != ' '; at += 2) {
        xy[*n][0] = at[0] - '0';
        xy[(*n)++][1] = at[1] - '0';
    }
    for (int k = 0; round && k < 2; k++) *n = cut_corners(*n, xy);
    return at + (*at == ' ');
}

/* [units] */
static double advance(unsigned long code)
{
    int raised;
    const char *lines = lines_of(code, &raised);
    double width = code == ' ' ? 1.0 : 0.3;           /* at least: i, l, . */

    for (; *lines; lines++) {
        if (*lines == '~' || *lines == ' ') continue;
        width = fmax(width, *lines++ - '0');
    }
    return (width + SIDES) * (raised ? RAISED : 1.0);
}

double letters_width(const char *text, size_t n)
{
    unsigned long code;
    double width = 0.0;

    for (size_t i = 0; i < n; ) {
        i += output_character(text + i, n - i, &code);
        width += UNIT * advance(code);
    }
    return width;
}

void letters_path(raster *r, const double x[2], const double along[2], const char *text, size_t n)
{
    double at = 0.0;                                      /* units from x */

    for (size_t i = 0; i < n; ) {
        unsigned long code;
        int raised, points;
        const char *lines;

        i += output_character(text + i, n - i, &code);
        lines = lines_of(code, &raised);
        while (*lines) {
            const double size = raised ? RAISED : 1.0, lift = raised ? RAISED_BY : 0.0;
            double xy[MOST_POINTS][2];
            lines = read_line(lines, &points, xy);
            for (int k = 0; k < points; k++) {
                const double u = UNIT * (at + size * (0.5 * SIDES + xy[k][0]));
                const double w = UNIT * (lift + size * (xy[k][1] - BASE));
                const double px = x[0] + u * along[0] + w * along[1];
                const double py = x[1] + u * along[1] - w * along[0];
                if (k == 0) raster_move(r, px, py);
                else raster_line(r, px, py);
            }
        }
        at += advance(code);
    }
}
