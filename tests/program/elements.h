/* elements.h: reads the elements of an SVG, one after the other, for tests of pictures */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct { const char *at, *end; } element;      /* from its `<` to its `>` */

/* moves e to the next element that begins with this, such as `<text `; 0: there is none. Start with
 * { text, text }. */
static inline int next_element(element *e, const char *begin)
{
    const char *at = e->end ? strstr(e->end, begin) : NULL;

    if (!at) return 0;
    e->at = at;
    e->end = strchr(at, '>');
    return e->end != NULL;
}

/* 1 if the text is in the element: part of an attribute, or all of it */
static inline int has(const element *e, const char *text)
{
    const char *at = strstr(e->at, text);

    return at && at < e->end;
}

/* the value of the attribute ` x="`, named with its blank and quote; HUGE_VAL: there is none */
static inline double number(const element *e, const char *attribute)
{
    const char *at = strstr(e->at, attribute);

    return at && at < e->end ? strtod(at + strlen(attribute), NULL) : HUGE_VAL;
}

/* does a begin as b does? Numbers may differ by so much, and by a rounding */
static inline int texts_agree(const char *a, const char *b, double by)
{
    while (*b) {
        char *end_a, *end_b;
        const double x = strtod(a, &end_a), y = strtod(b, &end_b);
        if (end_b > b && end_a > a && strchr("-.0123456789", *b)) {
            if (!(fabs(x - y) <= by + 1e-14 * fabs(y))) return 0;
            a = end_a, b = end_b;
        } else if (*a++ != *b++) {
            return 0;
        }
    }
    return 1;
}

#endif
