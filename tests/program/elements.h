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

#endif
