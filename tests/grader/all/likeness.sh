#!/bin/sh
# likeness.sh GRADE_ALL [OPTION...]: how alike are the submissions of a folder, pair by pair?
#
# The options are grade-all's: --folder FOLDER --labs LABS. sim_c, of Debian's similarity-tester,
# compares every file with every other, after the stub's own lines have been removed. In the
# environment: MOST=, the number of pairs shown; KNOWN=, folders whose files are compared with the
# submissions and not with each other: solutions, last year's submissions.
LC_ALL=C
export LC_ALL
grade_all=$1
shift
if ! command -v sim_c >/dev/null 2>&1; then
    echo 'likeness: sim_c is not installed; in Debian it is in the package similarity-tester.' >&2
    echo '          solutions/README.md describes the use of JPlag' >&2
    exit 2
fi
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT INT TERM

# the lines `1.c consists for 80 % of 2.c material` as pairs, the most alike first
pairs() {
    awk -v most="${MOST:-40}" -v names="$1/names" '
        BEGIN { while ((getline line <names) > 0) { name[++files] = line;
            submissions += !known(files) } }
        function known(k) { return name[k] ~ /^KNOWN / }
        function root(k) { while (k in up) k = up[k]; return k }
        / consists for / {
            a = $1 + 0; b = $(NF - 1) + 0
            part[a, b] = $4
        }
        END {
            for (a = 1; a <= files; a++) for (b = a + 1; b <= files; b++) {
                if (known(a) && known(b)) continue
                x = part[a, b] + 0; y = part[b, a] + 0
                pairs++
                alike = int((x + y) / 2)
                up_to[alike]++
                if (alike) print alike, x, y, a, b | sort
            }
            close(sort)
            printf "%d submissions, %d pairs. ", submissions, pairs
            for (p = 0; p <= 100 && !half; p++) if (2 * (sum += up_to[p]) >= pairs) half = "yes"
            middle = p - 1
            for (; p <= 100 && 20 * sum < 19 * pairs; p++) sum += up_to[p]
            printf "Half of the pairs are below or at %d %%, 95 of 100 at %d %%.\n\n", middle, p - 1
            print "  alike   of the first   of the second"
            for (k = 0; k < most && (getline line <sorted) > 0; k++) {
                split(line, f, " ")
                printf "  %3d %%         %3d %%           %3d %%      %s   %s\n", f[1], f[2], f[3],
                    name[f[4]], name[f[5]]
                if (2 * f[1] <= middle + 100) continue                  # nearer to the usual
                a = root(f[4]); b = root(f[5])
                if (a != b) up[b] = a
                joined[f[4]]; joined[f[5]]
            }
            for (k = 1; k <= files; k++) {
                a = root(k)
                if (k in joined) group[a] = group[a] (group[a] == "" ? "" : ", ") name[k]
            }
            print "\n  groups: who is nearer to 100 % than to the half with somebody in them"
            for (k = 1; k <= files; k++) if (k in group) print "    " group[k]
        }' sort="sort -k1,1nr -k4,4n -k5,5n >'$dir/sorted'" sorted="$dir/sorted"
}

# gather FOLDER OPTION...: FOLDER/LAB/1.c, 2.c, ... with the submissions' lines that are not the
# stub's. Blanks and names don't count: a line of the stub with renamed parameters is still one of
# the stub. Lines without a name, such as braces, stay.
gather() {
    into=$1
    shift
    "$grade_all" --gather "$into" "$@" || exit 2
    for lab in "$into"/*; do
        name=${lab##*/}
        for file in "$lab"/*.whole; do
            [ ! -f "$file" ] || awk '
                { shape = $0; names = gsub(/[A-Za-z0-9_]+/, "x", shape)
                  gsub(/[ \t\r\f\v]/, "", shape) }
                NR == FNR { stub[shape]; next }
                !(names && shape in stub)' "labs/$name/${name#*_}.c" "$file" >"${file%whole}c"
        done
    done
}

gather "$dir/files" "$@"
cat <<'TEXT'
How much of a submission stands in another: the part of its tokens that are in runs of 24 or more
which both have; `alike` is the mean of both ways. Names, numbers, comments and layout do not count,
and the lines of the stub were taken out. The labs are short, and much in them has one natural way
to be written: alike is not copied. A pair that is far above all others is worth reading side by
side. Nothing else follows.
TEXT
for folder in ${KNOWN:-}; do
    gather "$dir/known" "$@" --folder "$folder"
    for lab in "$dir/known"/*; do
        into=$dir/files/$(basename "$lab")
        k=0
        while read -r name; do
            k=$((k + 1)) count=$(($(wc -l <"$into/names") + 1))
            cp "$lab/$k.c" "$into/$count.c" &&
                echo "KNOWN $(basename "$folder")/$name" >>"$into/names"
        done <"$lab/names"
    done
    rm -rf "$dir/known"
done
for lab in "$dir/files"/*; do
    count=$(grep -c . "$lab/names")
    [ "$count" -ge 2 ] || continue
    printf '\n%s: ' "$(basename "$lab")"
    (cd "$lab" && for k in $(awk -v n="$count" 'BEGIN { for (k = 1; k <= n; k++) print k }'); do
        echo "$k.c"
    done | sim_c -T -p -e -a -t 1 -i 2>/dev/null) | pairs "$lab"
done
