/* scenes.h: scenes by name: `hills` for scenes/hills.scene, wherever the program was started */
#ifndef SCENES_H
#define SCENES_H

#include "scene.h"

/* scenes_open: read the scene of that name: a path, - for the standard input, or a path without its
 * ending; or a name in the folder scenes, here or beside the program, which was started as argv[0]
 *
 *   path     out     the file that was read, to be freed; set only on success
 *
 * Returns 0; or 2 after messages, with the name that may have been meant.
 */
int scenes_open(const char *name, const char *program, char **path, scene *s);

/* scenes_list: print what there is, with titles; 0, or after a message 1 without memory, 2 if
 * nothing can be found */
int scenes_list(const char *program);

#endif
