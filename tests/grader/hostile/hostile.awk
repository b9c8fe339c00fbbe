# hostile.awk: writes each submission of the lists as a file
#
#     awk -v parts=parts.list -v solution=solutions/02_pgs.c -v out=OUT -f hostile.awk LIST...
#
# One in a list, which goes to OUT/exit.c:
#
#     = exit: ends the program       its name, and its attack
#     points: 0                      the points that it must get; `5 or does not build`, for
#                                    instance
#     says: error                    what the report must contain (a regular expression), and
#     never: owned                   what it must not
#     head: system                   the piece of parts.list that comes before it
#     rest: attack sweep             the pieces that come after it; `solution` is the solution
#     static void attack(void) { exit(0); }
#
# Keys come before the text. Keys before the first submission of a list are defaults for all of it.
# @TOP@ in the text stands for the path of the kit, which an attacker may know, and @GRADER@ for the
# grader: the user of the file inserts them.
BEGIN {
    while ((getline line <parts) > 0)
        if (line ~ /^== /) part = substr(line, 4)
        else piece[part] = piece[part] line "\n"
}
FNR == 1 {
    finish()
    split("", preset)
}
/^= / {
    finish()
    name = substr($0, 3, index($0, ":") - 3)
    for (key in preset) value[key] = preset[key]
    value["hostile"] = substr($0, index($0, ":") + 2)
    next
}
!text && /^(points|says|never|head|rest):/ {
    key = $0
    sub(/:.*/, "", key)
    if (name) value[key] = substr($0, length(key) + 3)
    else preset[key] = substr($0, length(key) + 3)
    next
}
name { text = text $0 "\n" }
END { finish() }

function copy(file,  line)
{
    while ((getline line <file) > 0) print line >target
    close(file)
}

function finish(  i, n, rest)
{
    if (name) {
        target = out "/" name ".c"
        print "/* hostile: " value["hostile"] >target
        print " * points: " value["points"] >target
        if (value["says"]) print " * says: " value["says"] >target
        if (value["never"]) print " * never: " value["never"] >target
        print " */" >target
        if (value["head"]) printf "%s", piece[value["head"]] >target
        printf "%s", text >target
        n = split(value["rest"], rest, " ")
        for (i = 1; i <= n; i++)
            if (rest[i] == "solution") copy(solution)
            else printf "%s", piece[rest[i]] >target
        close(target)
    }
    name = text = ""
    split("", value)
}
