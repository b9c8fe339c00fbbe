# mistakes.awk: writes each mistake of a lab's list as a complete lab file, the solution with some
# lines changed
#
#     awk -v solution=solutions/02_pgs.c -v out=DIR -f mistakes.awk tests/labs/02_pgs/mistakes.txt
#
# With -v only=NAME that one alone. DIR/list has their heads.
# A mistake in the list, which goes to DIR/b_missing.c:
#
#     = b_missing [lcp.01] b was left out     its name, the tests that must find it (none in
#                                             right.txt), what a student with the same is told
#     readme: |w_i|. It is           if need be: words of the common mistake in README that it is
#     @ lab_slack(                   if need be: go on to the next line that holds this text
#     -    w[i] = p->b[i];           the next place where these lines stand is replaced
#     +    w[i] = 0.0;               by these
#
# Several places are changed in the order in which they stand; an empty line ends one, where two
# only take lines away. Blanks around a line are not compared. Lines with # are remarks.
BEGIN {
    while ((getline line < solution) > 0) original[++lines] = line
    if (!lines) fail("can't read " solution)
}

/^#/ { next }
/^ *$/ { replace(); next }
/^=/ {
    finish()
    head = $0
    name = $2
    if (!match($0, /^= [a-z_0-9]+ \[[a-z_0-9. ]*\] /)) fail("= NAME [TESTS] HINT, not " $0)
    hint = trim(substr($0, RLENGTH))
    kills = substr($0, length(name) + 5, RLENGTH - length(name) - 6)
    next
}
/^readme:/ { next }
/^@/ { replace(); go_to(trim(substr($0, 2))); next }
/^-/ { if (added) replace(); old[++removed] = substr($0, 2); next }
/^\+/ { fresh[++added] = substr($0, 2); next }
{ fail("what is this line? " $0) }
END { if (!failed) finish() }

function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }

function fail(why)
{
    print FILENAME ":" FNR ": " name ": " why >"/dev/stderr"
    failed = 1
    exit 1
}

# copy the solution's lines before number `end`
function copy(end) { while (at < end) text = text original[at++] "\n" }

function go_to(anchor,  i)
{
    for (i = at; i <= lines && !index(original[i], anchor); i++) ;
    if (i > lines) fail("no line below line " at " holds: " anchor)
    copy(i)
}

# does the block of removed lines stand at line i?
function stands_at(i,  k)
{
    for (k = 1; k <= removed; k++) if (trim(original[i + k - 1]) != trim(old[k])) return 0
    return 1
}

function replace(  i)
{
    if (!removed && !added) return
    if (!removed) fail("lines to add, and none to replace by them")
    for (i = at; i + removed - 1 <= lines && !stands_at(i); i++) ;
    if (i + removed - 1 > lines) fail("not found below line " at ": " old[1])
    copy(i)
    for (i = 1; i <= added; i++) text = text fresh[i] "\n"
    at += removed
    removed = added = 0
    changed = 1
}

function finish()
{
    replace()
    if (name != "") {
        if (hint == "" || !changed) fail("needs a hint, and a line to change")
        copy(lines + 1)
        if (only == "" || only == name) {
            printf "/* kills: %s  hint: %s */\n%s", kills, hint, text >(out "/" name ".c")
            close(out "/" name ".c")
            print head >(out "/list")
        }
    }
    name = text = ""
    at = 1
    removed = added = changed = 0
}
