# pictures.awk: are two pictures the same, number by number?
#
#     awk -f tests/pictures.awk drawn.svg kept.svg
#
# Text other than numbers must be the same. Numbers may differ by a little more than the last of the
# two decimals that a picture has, because sines of C libraries differ. The first element that
# differs is printed in both spellings; exit status 1 if there is one.

# the numbers of a line in number[], in their order; returns the line without them
function parts(line, number,    n, plain) {
    plain = ""
    for (n = 0; match(line, /-?[0-9]*[.]?[0-9]+/); n++) {
        plain = plain substr(line, 1, RSTART - 1) "#"
        number[n] = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
    }
    number["n"] = n
    return plain line
}

function same(a, b,    x, y, i, d) {
    if (a == b) return 1
    if (parts(a, x) != parts(b, y)) return 0
    for (i = 0; i < x["n"]; i++) {
        d = x[i] - y[i]
        if (d < -0.0151 || d > 0.0151) return 0
    }
    return 1
}

function differs() {
    print "line " FNR ", drawn: " drawn[FNR]
    print "line " FNR ", kept:  " $0
    bad = 1
    exit
}

FNR == NR { drawn[++lines] = $0; next }
{ last = FNR }
!same(drawn[FNR], $0) { differs() }
END {
    if (!bad && (lines != last || lines == 0)) {
        print lines + 0 " lines are drawn, " last + 0 " kept"
        bad = 1
    }
    exit bad
}
