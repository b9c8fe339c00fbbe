# fill.awk: a page in which {{NAME}} stands for a value
#
#   awk -f fill.awk VALUES PAGE        VALUES: lines NAME=VALUE
#
# A name without a value is an error.
FNR == NR {
    at = index($0, "=")
    value[substr($0, 1, at - 1)] = substr($0, at + 1)
    next
}
{
    line = $0
    while ((from = index(line, "{{")) > 0) {
        rest = substr(line, from + 2)
        name = substr(rest, 1, index(rest, "}}") - 1)
        if (value[name] == "") {
            print "make figures: no value for {{" name "}}, line " FNR " of the page" >"/dev/stderr"
            exit 1
        }
        printf "%s%s", substr(line, 1, from - 1), value[name]
        line = substr(rest, length(name) + 3)
    }
    print line
}
