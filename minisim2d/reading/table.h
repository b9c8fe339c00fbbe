/* table.h: two columns of a CSV file, such as this program writes, as curves
 *
 *     table t;
 *     if (table_read("run.csv", "t", "energy", NULL, NULL, &t, stderr) == 0)
 *         t.series[0].xy[2*i] ...
 *     table_free(&t);
 *
 * The first line names the columns. A field may stand in quotes, "" in them being one; an empty
 * one, -, nan and inf are no number, and so a gap in the curve. A line that begins with # is a
 * comment.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdio.h>

enum { TABLE_NAME = 64, TABLE_SERIES = 32 };

typedef struct {
    char name[TABLE_NAME];        /* what its rows have in the column `by`; "" without one */
    int npoint, room;
    double *xy;                   /* xy[2*npoint] */
    double *t;                    /* t[npoint]: its column `time`; 0 without one */
} table_series;

typedef struct {
    int nseries;
    table_series series[TABLE_SERIES];        /* in the order in which they first appear */
} table;

/* table_read: the columns with the names x and y, a series for each value that stands in the column
 * `by`, or one in all if that is NULL; with the times in the column `time`, if there is one by
 * that name, or NULL
 *
 * Returns 0; or -1 after the lines `name:line:column: what is wrong` on messages. table_free may
 * follow either way.
 */
int table_read(const char *path, const char *x, const char *y, const char *by, const char *time,
               table *t, FILE *messages);
void table_free(table *t);

#endif
