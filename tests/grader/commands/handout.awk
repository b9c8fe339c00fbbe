# handout.awk: turns a file of the kit into that of a student's copy, without the parts between
# markers
#
#     awk -v file=mbsim.h -v labs='03_lemke 09_peg' -v known='lcp lemke peg' -v cut=FILE \
#         -f handout.awk mbsim.h
#
# A marker is a line with nothing else except the signs of a comment around it:
#
#     BEGIN INSTRUCTOR        ... END INSTRUCTOR     is left out of every copy
#     BEGIN SOURCE            ... END SOURCE         is left out with -v hidden=1: text about
#                                                    sources that such a copy has compiled; as
#                                                    SOURCE lemke also if that lab is among `labs`
#     BEGIN SOLUTION lemke    ... END SOLUTION       is cut out if that lab is among `labs`;
#                                                    otherwise only the markers go
#
# `known` are the labs that may have regions, by the names in the markers.
#
# The text that replaces a lab's regions is in commands/yours.txt: for each of them in order a line
# `== lemke FILE` and the text, which may be empty. The text above all labs comes before the solvers
# of mbsim.h. Text that was cut out is added to the file `cut`.
BEGIN {
    number = split(labs, named, " ")
    for (i = 1; i <= number; i++) {
        sub(/^[^_]*_/, "", named[i])
        is_named[named[i]]
    }
    number = split(known, names, " ")
    for (i = 1; i <= number; i++) is_known[names[i]]
    read_texts("tests/grader/commands/yours.txt")
}

function fail(why)
{
    print "handout: " file ":" FNR ": " why >"/dev/stderr"
    failed = 1
    exit 2
}

# the texts for this file: text[name, 1], text[name, 2], ...; and `first`
function read_texts(list,  line, head, mine)
{
    while ((getline line <list) > 0) {
        if (line ~ /^== /) {
            split(line, head, " ")
            mine = head[2] in is_named && head[3] == file
            if (mine) text[head[2], ++texts[head[2]]] = ""
        } else if (!(2 in head)) {
            first = first line "\n"
        } else if (mine) {
            text[head[2], texts[head[2]]] = text[head[2], texts[head[2]]] line "\n"
        }
    }
    close(list)
}

function marker(line)
{
    gsub(/\/\*|\*\/|<!--|-->|^ *#|^[ \t]+|[ \t]+$/, "", line)
    gsub(/^ +| +$/, "", line)
    return line
}

/(BEGIN|END) (SOLUTION|INSTRUCTOR|SOURCE)/ {
    word = marker($0)
    if (word ~ /^BEGIN (INSTRUCTOR|SOURCE( [a-z_0-9]+)?|SOLUTION [a-z_0-9]+)$/) {
        if (region != "") fail("a region begins inside of the one from line " from)
        region = word
        from = FNR
        kind = region ~ /INSTRUCTOR/ ? "INSTRUCTOR" : region ~ /SOURCE/ ? "SOURCE" : "SOLUTION"
        name = region
        if (!sub(/^BEGIN [A-Z]+ /, "", name)) name = ""
        if (name != "" && !(name in is_known)) fail("there is no lab " name " to cut out")
        gone = kind == "INSTRUCTOR" || (kind == "SOURCE" && hidden) || name in is_named
        if (kind == "SOLUTION" && gone) put(name)
    } else if (word ~ /^END (INSTRUCTOR|SOURCE|SOLUTION)$/) {
        if (region == "") fail("a region ends that did not begin")
        if (word != "END " kind) fail("the region from line " from " is to end with END " kind)
        region = ""
        closes = 1
    } else {
        fail("this is no marker: " word)
    }
    next
}

region != "" && gone { if (kind == "SOLUTION") print >>cut; next }

file == "mbsim.h" && labs != "" && /^\/\* ==== solvers/ {
    print first
}

# no second empty line where there was a region
closes && $0 == "" && last == "" { next }
{ print; last = $0; closes = 0 }

function put(name)
{
    if (++used[name] > texts[name]) fail("there is no text for this region of " name)
    printf "%s", text[name, used[name]]
}

END {
    if (failed) exit 2
    if (region != "") fail("the region from line " from " does not end")
    for (name in texts)
        if (used[name] < texts[name]) fail("no region of " name " for its text " used[name] + 1)
}
