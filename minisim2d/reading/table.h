/* table.h: two columns of a CSV file, such as this program writes, as curves
 *
 *     table t;
 *     if (table_read("run.csv", "t", "energy", NULL, NULL, &t, stderr) == 0)
 *         t.series[0].xy[2*i] ...
 *     table_free(&t);
 *
 * The first line names the columns. A field may be in quotes, where "" stands for one; empty
 * fields, -, nan and inf are not numbers, and make a gap in the curve. A line that begins with # is
 * a comment.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdio.h>

enum { TABLE_NAME = 64, TABLE_SERIES = 32 };

typedef struct {
    char name[TABLE_NAME];        /* its rows' value in the column `by`; "" without one */
    int npoint, room;
    double *xy;                   /* xy[2*npoint] */
    double *t;                    /* t[npoint]: its column `time`; 0 without one */
} table_series;

typedef struct {
    int nseries;
    table_series series[TABLE_SERIES];        /* in the order in which they first appear */
} table;

/* table_read: the columns with the names x and y, a series for each value in the column `by`, or a
 * single one if that is NULL; with the times in the column `time`, if that is not NULL and exists
 *
 * Returns 0; or -1 after the lines `name:line:column: error` on messages. table_free may be called
 * in any case.
 */
int table_read(const char *path, const char *x, const char *y, const char *by, const char *time,
               table *t, FILE *messages);
void table_free(table *t);

#endif
