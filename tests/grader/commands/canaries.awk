# canaries.awk: which lines of the solutions, or of the text that was cut out, are still in a copy?
#
#     awk -f canaries.awk SECRET... kit=1 SOURCE... kit=2 FILE...
#
# SECRET are the solutions and the text that was cut out; SOURCE the C files of the copy that are
# not for students to edit, FILE all others. A canary is a statement of a secret, too long to be
# written independently; one that is also in a SOURCE is common code, but many of one solution in
# one SOURCE are not an accident.
BEGIN { LONG = 32; MANY = 8; cut = "secret/mbsim.h" }

function statement(line)
{
    if (line !~ /^[ \t]/) return ""
    sub(/\/\*.*/, "", line)
    gsub(/[ \t]+/, " ", line)
    gsub(/^ | $/, "", line)
    return length(line) >= LONG && line ~ /;$/ ? line : ""
}

function found(secret)
{
    if (secret == cut) secret = "what is cut out of mbsim.h"
    sub(/^secret/, "solutions", secret)
    print "handout: " FILENAME ":" FNR ": a line of " secret >"/dev/stderr"
    bad = 1
}

{ line = kit == 2 ? $0 : statement($0) }
!kit && line != "" { canary[line] = FILENAME; next }
kit == 1 && line in canary && !((FILENAME, line) in seen) {
    seen[FILENAME, line]
    common[line]
    if (canary[line] != cut && ++count[FILENAME, canary[line]] == MANY) found(canary[line])
}
kit == 2 && /;/ {
    gsub(/[ \t]+/, " ", line)
    for (each in canary)
        if (!(each in common) && index(line, each)) { found(canary[each]); break }
}
END { exit bad }
