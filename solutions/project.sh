#!/bin/sh
# project.sh: makes the tracks of labs/grasp.md, which `make handout` puts into a copy. Students are
# to find the numbers below
#
#   solutions/project.sh build/minisim2d/minisim2d OUT        for another class: another seed, other
#                                                             numbers (README.md has the answer)
PROJECT=1 exec sh scenes/grasp/make.sh "$1" "$2" 11 0.4 0.3 0.2 0.055      # seed; pusher, fingers, table; R [m]
