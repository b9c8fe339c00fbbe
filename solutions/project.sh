#!/bin/sh
# project.sh: the tracks of labs/grasp.md, which `make handout` puts into a copy, and their numbers: what students are to find
#
#   solutions/project.sh build/minisim2d/minisim2d OUT        another class: another seed, other numbers (README.md has the answer)
PROJECT=1 exec sh scenes/grasp/make.sh "$1" "$2" 11 0.4 0.3 0.2 0.055      # seed; pusher, fingers, table; R [m]
