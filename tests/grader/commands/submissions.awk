# submissions.awk: writes each mistake of a lab's list as a complete lab file, the solution with
# some changes; with -v right=1 instead the other correct ways, which name no tests
#
#     awk -v solution=solutions/02_pgs.c -v out=DIR -f submissions.awk \
#         tests/labs/02_pgs/submissions.txt
#
# With -v only=NAME only that one. DIR/list has their heads.
# A mistake in the list, which goes to DIR/b_missing.c:
#
#     = b_missing [lcp.01] b was left out    its name, the tests that must find it, the text for a
#                                            student who makes it
#     readme: |w_i|. It is                   optional: words of its item in the README
#         w[i] = p->b[i]; => w[i] = 0.0;     after a blank: a text that occurs once in the
#                                            solution, and the text that replaces it
#         lab_slack: i < p->n => i < n       the same in one function
#
# Whole lines are replaced in the order in which they stand:
#
#     @ *f = sum;                    optional: search from the next line that holds this text; the
#                                    text before `=>` must occur once from there to the end of the
#                                    function
#     & w[i] = p->b[i];              the next line that holds this text
#     -    w[i] = p->b[i];           the next place that has these lines; -... stands for any
#     +    w[i] = 0.0;               the lines that replace them
#
# Lines with + that replace none are inserted: directly below an @, before the line that it found;
# below & or `old => new`, after that line.
#
# Blanks around a line are not compared. An empty line separates two places of which the first has
# no new lines. Lines with # are remarks.
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
    for (i = 1; i <= lines; i++) {
        now[i] = original[i] "\n"
        before[i] = behind[i] = ""
    }
    at = first = 1
    found = changed = 0
    last = lines
    next
}
/^readme:/ { next }
/^@/ { replace(); go_to(trim(substr($0, 2))); next }
/^&/ { replace(); at = 1 + (changed = next_line(trim(substr($0, 2)))); found = 0; next }
/^-/ { if (added) replace(); found = changed = 0; old[++removed] = substr($0, 2); next }
/^\+/ { fresh[++added] = substr($0, 2); next }
/^ / { replace(); exchange(trim($0)); next }
{ fail("what is this line? " $0) }
END { if (!failed) finish() }

function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }

function fail(why)
{
    print FILENAME ":" FNR ": " name ": " why >"/dev/stderr"
    failed = 1
    exit 1
}

# the next line that holds the text; in_head: as the head of a function
function next_line(anchor, in_head,  i)
{
    for (i = at; i <= lines; i++)
        if (index(original[i], anchor) && !(in_head && original[i] ~ /^[ #\/]|;$/)) break
    if (i > lines) fail("no line below line " at " holds: " anchor)
    return i
}

function go_to(anchor, in_head)
{
    at = found = first = next_line(anchor, in_head)
    changed = 0
    for (last = first; last < lines && original[last] !~ /^}/; last++) ;
}

# change: OLD => NEW, or FUNCTION: OLD => NEW
function exchange(change,  from, to, arrow, i, place, line)
{
    if (match(change, /^[a-z_0-9]+: /)) {
        go_to(substr(change, 1, RLENGTH - 2) "(", 1)
        change = substr(change, RLENGTH + 1)
    }
    arrow = index(change, " => ")
    if (!arrow) fail("old => new, not: " change)
    from = trim(substr(change, 1, arrow))
    to = trim(substr(change, arrow + 4))
    for (i = first; i <= last; i++) {
        if (!index(original[i], from)) continue
        if (place || index(substr(original[i], index(original[i], from) + 1), from))
            fail("occurs more than once in lines " first " to " last " of the solution: " from)
        place = i
    }
    if (!place) fail("does not occur in lines " first " to " last " of the solution: " from)
    line = index(now[place], from)
    if (!line || index(substr(now[place], line + 1), from))
        fail("line " place " of the solution was changed before: " from)
    now[place] = substr(now[place], 1, line - 1) to substr(now[place], line + length(from))
    changed = changes = place
    found = 0
}

# the line behind the block of removed lines, if it occurs at line i; otherwise 0
function end_at(i,  k)
{
    for (k = 1; k <= removed; k++) {
        if (old[k] == "...") while (i < lines && trim(original[i]) != trim(old[k + 1])) i++
        else if (trim(original[i++]) != trim(old[k])) return 0
    }
    return i
}

function replace(  i, k, end, text)
{
    if (!removed && !added) return
    for (k = 1; k <= added; k++) text = text fresh[k] "\n"
    if (removed) {
        for (i = at; i <= lines && !(end = end_at(i)); i++) ;
        if (i > lines) fail("not found below line " at ": " old[1])
        before[i] = before[i] text
        for (at = i; at < end; at++) now[at] = ""
    } else if (found) before[found] = before[found] text
    else if (changed) behind[changed] = behind[changed] text
    else fail("lines to insert, and no @, & or => above them")
    removed = added = 0
    changes = 1
}

function finish(  i, text)
{
    replace()
    if (name != "") {
        if (hint == "" || !changes) fail("needs a hint, and a line to change")
        if ((only == "" || only == name) && (kills == "") == !!right) {
            for (i = 1; i <= lines; i++) text = text before[i] now[i] behind[i]
            printf "/* kills: %s  hint: %s */\n%s", kills, hint, text >(out "/" name ".c")
            close(out "/" name ".c")
            print head >(out "/list")
        }
    }
    name = ""
    removed = added = changes = 0
}
