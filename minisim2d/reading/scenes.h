/* scenes.h: scenes by name: `hills` for scenes/hills.scene, wherever the program was started */
#ifndef SCENES_H
#define SCENES_H

#include "scene.h"

/* scenes_open: reads the scene with this name: a path, - for the standard input, or a path without
 * its ending; or a name in the folder scenes, here or beside the program, which was started as
 * argv[0]
 *
 *   path     out     the file read, to be freed; set only on success
 *
 * Returns 0; or 2 after messages, with a suggested name.
 */
int scenes_open(const char *name, const char *program, char **path, scene *s);

/* scenes_list: prints the scenes with titles; 0, or after a message 1 without memory, 2 if none is
 * found */
int scenes_list(const char *program);

#endif
