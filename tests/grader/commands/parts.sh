#!/bin/sh
# parts.sh: how a lab's own file becomes a part of the program; prints words for the compiler
#
#   parts.sh mine LAB             flags of as_mine.c: the function that lab.h declares
#                                 as the solver that the lab is called after, as formulations, and
#                                 as groups; nothing if there is nothing that can be called mine
#   parts.sh yours LAB            flags of a lab that replaces the kit's own: functions with names
#                                 that other labs also have get names of their own; none of these is
#                                 called by mbsim.h
#   parts.sh page [LAB [TOO]]     the sources of the page beside the kit's, each as
#                                 FLAGS -- FILES; : LAB, whose file is $PLOT_FILE, as mine, with
#                                 TOO's solver; and the labs in $YOURS
LC_ALL=C
export LC_ALL
commands=tests/grader/commands

mine() {
    [ ! -f "labs/$1/lab.h" ] || sed -n \
        -e "s/^mb_lcp_solver \(lab_${1#*_}\);/-DLAB_SOLVER=\1 -DLAB_SCRATCH=\1_scratch/p" \
        -e 's/^mb_lcp_formulation \(lab_[a-z_]*\);/-DLAB_LCP=\1/p' \
        -e 's/^mb_mlcp_formulation \(lab_[a-z_]*\);/-DLAB_MLCP=\1/p' \
        -e 's/^mb_status lab_group.*/-DLAB_GROUPS/p' "labs/$1/lab.h" | tr '\n' ' '
}

yours() {
    printf '%s ' "-Ilabs/$1" -DLAB_YOURS $(grep -o '^mb_status lab_group' "labs/$1/lab.h" |
        sed 's/.*/-DLAB_GROUPS/')
    {
        for lab in labs/*/lab.h; do
            [ "$lab" = "labs/$1/lab.h" ] || grep -o 'lab_[a-z_0-9]*' "$lab" | sed 's/^/other /'
        done
        grep -o 'lab_[a-z_0-9]*' "labs/$1/lab.h" | sort -u
    } | awk -v number="${1%%_*}" '
        $1 == "other" { other[$2]; next }
        $1 in other { printf "-D%s=%s_%s ", $1, $1, number }'
}

# the file of a lab
file() { echo "labs/$1/${1#*_}.c"; }

page() {
    if [ -n "$1" ]; then
        echo "-Ilabs/$1 -- $PLOT_FILE;"
        echo "-Ilabs/$1 $(mine "$1") ${2:+-include labs/$2/lab.h $(mine "$2")}" \
            "-- $commands/as_mine.c;"
        [ -z "$2" ] || echo "-Ilabs/$2 -- $TOO_FILE;"
    else
        echo '-- minisim2d/solving/mine.c;'
    fi
    for lab in $YOURS; do
        case $lab in "$1" | "$2") continue ;; esac
        echo "$(yours "$lab") -- $(file "$lab") $commands/as_mine.c;"
    done
}

"$@"
