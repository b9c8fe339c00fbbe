#!/bin/sh
# student.sh: commands for students
#
#   student.sh hint LAB TEST          the next stage of a lab's hints
#   student.sh watch LAB TEST         runs the tests again each time the lab's file is saved
#   student.sh debug LAB TEST         one test's worker under gdb
#   student.sh progress [--end] LAB...   where the student is in the course, and the next step; with
#                                     --end only the message at the end of the course
#   student.sh ending LAB...          the end of the course: the student's code at work
#   student.sh list README...         labs, tests and points from the tables in their READMEs, for
#                                     systems without a grader
#
# In the environment: GRADE, another folder than build/grade.
LC_ALL=C
export LC_ALL
GRADE=${GRADE:-build/grade}

# the first test of $lab after $test that does not pass, starting again from the beginning after
# the last; none if all pass
next_test() {
    "$GRADE/grader" --build "$GRADE" --lab "$lab" --no-likely --tap 2>/dev/null |
        awk -v test="$test" '
            /^not ok / || /^ok .*# SKIP/ {
                sub(/^.* - [^.]*\./, "")
                if (first == "") first = $1
                if ($1 + 0 > test + 0) { after = $1; exit }
            }
            END { print after != "" ? after : first }'
}

# The stages of labs/LAB/hints.txt start with a line `## TEST[ TEST...]`. Lines of handout.sh are
# not shown. Without TEST: the stages of the first test that does not pass yet. The stage reached is
# kept in build/grade/hints.
hint() {
    lab=$1 test=${2##*.}
    name=${lab#*_}
    file=labs/$lab/hints.txt
    if [ ! -f "$file" ]; then echo "hint: $file is missing" >&2; exit 2; fi
    if [ -z "$test" ]; then
        sh tests/grader/worker/build.sh mine "$lab" >/dev/null 2>&1
        test=$(next_test)
        if [ -z "$test" ]; then echo "$name: every test passes"; return; fi
    fi
    case $test in ?) test=0$test ;; esac

    mkdir -p "$GRADE/hints"
    state=$GRADE/hints/$lab.$test
    seen=0
    if [ -f "$state" ]; then seen=$(cat "$state"); fi
    # the number of stages for this test; then the next one, or the last again
    stages=$(awk -v t="$test" '
        /^## / { for (i = 2; i <= NF; i++) if ($i == t) n++ }
        END { print n + 0 }' "$file")
    if [ "$stages" -eq 0 ]; then
        if "$GRADE/grader" --list --lab "$lab" | grep -q "^ *$test "; then
            echo "hint: no hint for $name.$test; the README has the equations"
            return
        fi
        echo "hint: there is no test $name.$test; make list LAB=$name shows them" >&2
        exit 2
    fi
    stage=$((seen + 1))
    if [ "$stage" -gt "$stages" ]; then stage=$stages; fi
    echo "$name.$test  hint $stage of $stages"
    awk -v t="$test" -v want="$stage" '
        /^## / { on = 0; for (i = 2; i <= NF; i++) if ($i == t) { n++; on = n == want } next }
        /^(BEGIN|END) SOLUTION/ { next }
        on' "$file" | sed -e '/./,$!d' | sed 's/^/  /'
    if [ "$stage" -lt "$stages" ]; then echo "  (once more: the next hint says more)"; fi
    echo "$stage" >"$state"
}

# with that test's requests on its standard input, no limits and no sandbox
debug() {
    lab=$1 test=$2
    if [ -z "$test" ]; then echo "debug: which test? make debug LAB=${lab#*_} T=05" >&2; exit 2; fi
    sh tests/grader/worker/build.sh mine "$lab" || exit 2
    worker=$GRADE/mine/$lab/worker-static
    [ -f "$worker" ] || worker=$GRADE/mine/$lab/worker
    if [ ! -f "$worker" ]; then cat "$GRADE/mine/$lab/error"; exit 1; fi
    requests=$GRADE/$lab.$test.requests
    "$GRADE/grader" --build "$GRADE" --lab "$lab" --test "$test" --dump "$requests" || exit 2
    breakpoints=$(sed -n 's/^mb_status \(lab_[a-z_0-9]*\)(.*/\1/p' "labs/$lab/${lab#*_}.c" |
        sed "s/.*/-ex 'break &'/" | tr '\n' ' ')
    if command -v gdb >/dev/null 2>&1; then
        eval exec gdb -q -ex "'directory labs/$lab'" "$breakpoints" \
            -ex "'run <\"$requests\" 3>/dev/null'" "$worker"
    fi
    echo "gdb is not installed; this runs the test as it is, and prints what your code prints:"
    echo "    $worker <$requests 3>/dev/null"
    "$worker" <"$requests" 3>/dev/null
}

# From build/grade/progress, a line `points possible next-test its-title` for each lab.
progress() {
    folder=$GRADE/progress
    only_end= end=
    if [ "$1" = --end ]; then only_end=yes; shift; fi
    # an instructor who has not begun does not count as a student
    if [ -d solutions ] && ! grep -qs '^[1-9]' "$folder"/*; then return; fi
    if [ ! -d "$folder" ]; then
        echo "your course begins in labs/README.md, and with make test LAB=${1#*_}"
        return
    fi

    line= resume= unfinished=
    for lab in "$@"; do
        [ -f "$folder/$lab" ] || { resume=${resume:-$lab}; continue; }
        read -r points possible test title <"$folder/$lab"
        line="$line${line:+, }${lab#*_} $points/$possible"
        [ "$test" != - ] || continue
        resume=${resume:-$lab}
        if [ "$points" -gt 0 ]; then unfinished=yes; fi
    done
    # the course ends when lab 9 and all other labs that were begun are passed, because not
    # everybody needs all of them
    if [ -z "$unfinished" ] && grep -qs -e ' - -$' "$folder/09_peg"; then
        end='that was the last of the labs that you began: make ending'
    fi
    if [ -n "$only_end" ]; then
        [ -z "$end" ] || echo "$end"
        return
    fi
    echo "your labs: $line"
    [ -z "$end" ] || echo "$end"
    [ -n "$resume" ] || return 0
    # the lab that was tested last, unless it is passed
    for lab in $(ls -t "$folder"); do
        read -r points possible test title <"$folder/$lab"
        [ "$test" = - ] || resume=$lab
        break
    done
    if [ -f "$folder/$resume" ]; then
        read -r points possible test title <"$folder/$resume"
        echo "next:      make test LAB=${resume#*_} T=$test      $title"
    else
        echo "next:      make test LAB=${resume#*_}      labs/$resume/README.md"
    fi
}

# ---- watch ---------------------------------------------------------------------------------------

show() {
    [ ! -t 1 ] || clear
    sh tests/grader/worker/build.sh mine "$lab"
    "$GRADE/grader" --build "$GRADE" --lab "$lab" --progress "$GRADE/progress" \
        ${test:+--test "$test"}
    (progress --end $(ls tests/labs))
    printf '\nwatching %s; %s\n' "$file" "${keys:-Ctrl-C to end}"
}

# one key, or nothing after a second
key() {
    if [ -n "$keys" ]; then dd bs=1 count=1 2>/dev/null; else sleep 1; fi
}

# Keys, on a terminal: h the next hint; n the next test that does not pass, alone; a all tests; q or
# Ctrl-C ends it. The terminal's settings are restored at the end.
watch() {
    lab=$1 test=$2
    file=labs/$lab/${lab#*_}.c
    keys=
    if [ -t 0 ] && terminal=$(stty -g 2>/dev/null); then
        keys='h hint, n next test, a all tests, q quit'
        trap 'stty "$terminal"' EXIT
        trap 'exit 130' HUP INT TERM
        stty -icanon -echo min 0 time 10
    fi
    last=
    while :; do
        now=$(cksum "$file" 2>/dev/null)
        if [ "$now" != "$last" ]; then
            last=$now
            show
        fi
        case $(key) in
        h) (hint "$lab" "$test") ;;
        n) test=$(next_test) && show ;;
        a) test= && show ;;
        q) return ;;
        esac
    done
}

# ---- the end of the course -----------------------------------------------------------------------

# is the lab passed?
passed() {
    [ -f "$GRADE/progress/$1" ] && read -r _ _ test _ <"$GRADE/progress/$1" && [ "$test" = - ]
}

# drive LAB: hills.scene with the lab's formulation and the student's solver: a CSV in $dir/LAB;
# without such a solver by one of the kit's, some of which a copy may lack
drive() {
    ${MAKE:-make} -s mine LAB="$1" ${solver:+SOLVER="$solver"} LAB_DIR="$dir" >"$dir/log" 2>&1 ||
        return 1
    if [ -n "$solver" ]; then by=mine; else by='lemke fischer-newton pgs'; fi
    for with in $by; do
        "$dir/minisim2d" run scenes/hills.scene --formulation mine --form lcp --solver "$with" \
            --quiet --csv "$dir/$1" >"$dir/log" 2>&1 && return 0
    done
    return 1
}

# From build/grade/progress as well; PROGRAM is the kit's.
ending() {
    dir=$(dirname "$GRADE")/ending
    mkdir -p "$dir" || exit 2
    if ! passed 09_peg; then
        echo "the ending comes when lab 9 is passed, and every other lab that you have begun"
        exit 1
    fi
    for solver in 03_lemke 04_newton ''; do
        if [ -z "$solver" ] || passed "$solver"; then break; fi
    done
    drive 09_peg || { cat "$dir/log"; exit 1; }
    curves=$dir/09_peg
    st=06_stewart_trinkle
    if passed $st && drive $st; then curves="$dir/$st $curves"; else st=; fi

    echo
    awk -F , '
        BEGIN { WIDE = 78; HIGH = 14; dx = 11.5 / WIDE; dy = 2.1 / HIGH
                for (c = 0; c < WIDE; c++) {                       # semicircles of radius 1
                    x = (c + 0.5) * dx; u = x - 2 * int(x / 2) - 1
                    for (r = 0; r < HIGH; r++) {
                        y = (r + 0.5) * dy
                        at[r, c] = u * u + y * y < 1 ? ":" : " "
                    }
                } }
        FNR > 1 && FILENAME ~ /peg$/ { at[int($5 / dy), int($4 / dx)] = "o"; x = $4; y = $5 }
        FILENAME !~ /peg$/ { hung = int($5 / dy) SUBSEP int($4 / dx) }
        END { if (hung) at[hung] = "+"
              for (r = HIGH - 1; r >= 0; r--) {
                  line = ""
                  for (c = 0; c < WIDE; c++) line = line at[r, c]
                  sub(/ +$/, "", line); print line
              }
              printf "\no  your PEG, which ends at (%.2f, %.2f); ", x, y
              print "the exact motion at (10.28, 1.07)" }' $curves
    [ -z "$st" ] || echo '+  your Stewart-Trinkle, which hangs between the first two hills'
    case $solver in
    '') echo "   each step solved by the kit's $with: lab 3 would make that yours, too" ;;
    *) echo "   each step solved by your ${solver#*_}" ;;
    esac
    echo
    count=0 points=0
    for lab in "$@"; do
        passed "$lab" || continue
        read -r got _ <"$GRADE/progress/$lab"
        count=$((count + 1)) points=$((points + got))
    done
    echo "$count of $# labs passed, $points points."
    cat labs/ending.txt
}

list() {
    awk '
    FNR == 1 { name = FILENAME; sub(/^labs\//, "", name); sub(/\/README.md$/, "", name); on = 0 }
    /^# Lab/ { sub(/^# Lab [0-9]+: /, ""); printf "%s  %s\n", name, $0 }
    /^## / { on = $0 == "## The tests" }
    on && /^\| [0-9][0-9] \|/ {
        split($0, cell, " *[|] *")
        printf "    %s           %-70s %d point%s\n", cell[2], cell[3], cell[4],
            cell[4] == 1 ? "" : "s"
    }' "$@"
}

"$@"
