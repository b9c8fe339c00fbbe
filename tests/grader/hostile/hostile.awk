# hostile.awk: writes each submission of the list as a file
#
#     awk -v solution=solutions/02_pgs.c -v out=OUT -f hostile.awk submissions.txt
#
# One of them, which goes to OUT/exit.c:
#
#     = exit: ends the program       its name, and its attack
#     points: 0                      the points that it must get; `5 or does not build`, for
#                                    instance
#     says: error                    what the report must contain (a regular expression), and
#     never: owned                   what it must not
#     head: system                   the piece that comes before it
#     rest: attack sweep             the pieces that come after it; `solution` is the solution
#     static void attack(void) { exit(0); }
#
# At the end of the text, `attack:` stands for the head of that function, before its lines; `sweep:`
# for that of lab_jacobi_sweep.
#
# Keys come before the text. Behind a line with --- they are defaults for all that follow it. A piece
# is the text behind a line `== NAME`.
# @TOP@ in the text stands for the path of the kit, which an attacker may know, and @GRADER@ for the
# grader: the user of the file inserts them.
BEGIN {
    sweep = "mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, " \
            "const double *z, double *z_next)"
}
/^(== |--- )/ {
    finish()
    part = $1 == "==" ? $2 : ""
    split("", preset)
    next
}
/^= / {
    finish()
    part = ""
    name = substr($0, 3, index($0, ":") - 3)
    for (key in preset) value[key] = preset[key]
    value["hostile"] = substr($0, index($0, ":") + 2)
    next
}
!text && !part && /^(points|says|never|head|rest):/ {
    key = $0
    sub(/:.*/, "", key)
    if (name) value[key] = substr($0, length(key) + 3)
    else preset[key] = substr($0, length(key) + 3)
    next
}
name && /^(attack|sweep):$/ {
    text = text ($1 == "attack:" ? "static void attack(void)\n{\n" : sweep "\n{\n")
    inside = 1
    next
}
inside && !NF { blank = blank "\n"; next }
inside { text = text blank $0 "\n"; blank = ""; next }
name { text = text $0 "\n" }
part { piece[part] = piece[part] $0 "\n" }
END { finish() }

function copy(file,  line)
{
    while ((getline line <file) > 0) print line >target
    close(file)
}

function finish(  i, n, rest)
{
    if (inside) text = text "}\n"
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
    name = text = blank = ""
    inside = 0
    split("", value)
}
