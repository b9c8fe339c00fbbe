/* islands.c: bodies that touch or are joined, and so share a problem
 *
 * Union-find over the dynamic bodies; static and driven bodies belong to no island, as contacts do
 * not change their motion.
 */
#include "island.h"

void *mbw_take(mb_arena *arena, int count, size_t size)
{
    const size_t each = (size + sizeof(double) - 1) / sizeof(double);
    const size_t doubles = each * (size_t)(count > 0 ? count : 0);

    return doubles > 0x7fffffff ? NULL : mb_arena_doubles(arena, (int)doubles);
}

/* The root of i. A parent is never above its child, so that roots are the least of their sets. */
static int find(int *parent, int i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/* unites the sets of bodies a and b, if both are dynamic */
static void unite(int *parent, int a, int b)
{
    if (a < 0 || b < 0 || parent[a] < 0 || parent[b] < 0) return;
    a = find(parent, a);
    b = find(parent, b);
    if (a < b) parent[b] = a;
    else parent[a] = b;
}

int mb_world_islands(const mb_world *world, const mb_body_contact *contact, int ncontact,
                     int *island)
{
    int count = 0;

    for (int i = 0; i < world->nbody; i++) island[i] = world->body[i].kind == MB_DYNAMIC ? i : -1;
    for (int i = 0; i < ncontact; i++) unite(island, contact[i].a, contact[i].b);
    for (int i = 0; i < world->njoint; i++) unite(island, world->joint[i].a, world->joint[i].b);
    for (int i = 0; i < world->nbody; i++)
        if (island[i] >= 0) island[i] = find(island, i);
    for (int i = 0; i < world->nbody; i++) {                   /* a root precedes its set */
        if (island[i] == i) island[i] = count++;
        else if (island[i] >= 0) island[i] = island[island[i]];
    }
    return count;
}

/* the island of a contact or joint between bodies a and b, or -1 */
static int island_of(const int *island, int a, int b)
{
    if (a >= 0 && island[a] >= 0) return island[a];
    return b >= 0 ? island[b] : -1;
}

/* Sorts objects 0 .. n-1 by island, stably, without those of none (-1): island k has
 * order[first[k]] .. order[first[k + 1] - 1]. 0: no room. */
static int sort(int n, const int *of, int count, int **order, int **first, mb_arena *arena)
{
    int *at;

    *order = mb_arena_ints(arena, n);
    *first = at = mb_arena_ints(arena, count + 2);
    if (!*order || !at) return 0;
    for (int k = 0; k < count + 2; k++) at[k] = 0;
    for (int i = 0; i < n; i++)
        if (of[i] >= 0) at[of[i] + 2]++;
    for (int k = 0; k < count; k++) at[k + 2] += at[k + 1];
    for (int i = 0; i < n; i++)                                /* at[k + 1]: k's next place */
        if (of[i] >= 0) (*order)[at[of[i] + 1]++] = i;
    return 1;
}

int mbw_partition(const mb_world *w, const mb_body_contact *contact, int ncontact,
                  mb_island **out, mb_arena *arena)
{
    int *island = mb_arena_ints(arena, w->nbody), *of_joint = mb_arena_ints(arena, w->njoint);
    int *of_contact = mb_arena_ints(arena, ncontact), count, *order, *body, *joint, *first[3];
    mb_body_contact *sorted = (mb_body_contact *)mbw_take(arena, ncontact, sizeof *sorted);

    if (!island || !of_joint || !of_contact || !sorted) return -1;
    count = mb_world_islands(w, contact, ncontact, island);
    for (int i = 0; i < w->njoint; i++)
        of_joint[i] = island_of(island, w->joint[i].a, w->joint[i].b);
    for (int i = 0; i < ncontact; i++)
        of_contact[i] = island_of(island, contact[i].a, contact[i].b);
    *out = (mb_island *)mbw_take(arena, count, sizeof **out);
    if (!*out || !sort(w->nbody, island, count, &body, &first[0], arena) ||
        !sort(w->njoint, of_joint, count, &joint, &first[1], arena) ||
        !sort(ncontact, of_contact, count, &order, &first[2], arena))
        return -1;
    for (int i = 0; i < first[2][count]; i++) sorted[i] = contact[order[i]];
    for (int k = 0; k < count; k++) {
        mb_island *to = *out + k;
        to->body = body + first[0][k];
        to->nbody = first[0][k + 1] - first[0][k];
        to->joint = joint + first[1][k];
        to->njoint = first[1][k + 1] - first[1][k];
        to->contact = sorted + first[2][k];
        to->ncontact = first[2][k + 1] - first[2][k];
    }
    return count;
}
