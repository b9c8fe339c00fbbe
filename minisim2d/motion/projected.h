/* projected.h: joints corrected after the step, as in [RPI] after Bender and Schmitt 2006
 *
 * The step's rows are those of free joints, J v+ = 0, by which joints drift apart. After it
 *
 *     while max |phi(q)| > 1e-5:   q -= M^-1 J' (J M^-1 J')^-1 phi
 *     once:                        v -= M^-1 J' (J M^-1 J')^-1 J v
 *
 * with the bilateral rows of all joints. Contacts and limits are ignored: joined bodies may be
 * pushed into others. That is why the kit's own step corrects positions together with its contacts.
 */
#ifndef PROJECTED_H
#define PROJECTED_H

#include "../bodies/world.h"

/* projected_size: doubles that world->projection needs
 * projected_update: the mb_world.update that does this, memory[projected_size] */
size_t projected_size(const mb_world *world);
void projected_update(const mb_world *world, const double *v_next, double *q, double *v,
                      double *memory);

#endif
