# mutate.awk: lists small changes to a C file that a test should notice, one per line: FILE, LINE,
# KIND and the new line, separated by tabs
#
#   awk -f tests/mutate.awk FILE.c
#
#   comparison   < becomes <= or >=, == becomes !=, && becomes ||, and so on
#   sign         + becomes -, * becomes /, += becomes -=, ++ becomes --; a unary - or ! is removed
#   constant     an integer becomes one more and one less; 0.0 becomes 1.0, others are doubled
#   index        one of i, j and k in brackets becomes another
#   statement    an expression, return, break or continue on its own line is removed
#   arguments    two adjacent ones in a call are exchanged
#
# It knows the layout of the kit's code, not C: a body of a function begins and ends with a brace in
# the first column, or stands on one line; operators of two values have spaces around them. Its
# errors do not compile, and then do not count.
BEGIN {
    OFS = "\t"
    pairs = "< <=,< >=,<= <,<= >,> >=,> <=,>= >,>= <,== !=,!= ==,&& ||,|| &&"
    comparisons = split(pairs, pair, ",")
    symmetric = "(fmin|fmax|hypot|dot|exact_distance|mbi_min|mbi_max)$"
    signs = split("+ -,- +,* /,/ *,+= -=,-= +=,*= /=,/= *=", sign, ",")
}

# the line with comments and strings blanked out, so that positions in it are positions in the line
function code_of(line,   out, c, two, i, skip) {
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1); two = substr(line, i, 2)
        skip = 1
        if (comment) { if (two == "*/") { comment = 0; skip = 2 } }
        else if (two == "/*") { comment = 1; skip = 2 }
        else if (quote) { if (c == "\\") skip = 2; else if (c == quote) quote = "" }
        else if (c == "\"" || c == "'") quote = c
        else { out = out c; continue }
        out = out substr("  ", 1, skip)
        i += skip - 1
    }
    return out
}

function put(kind, at, size, text) {
    print FILENAME, FNR, kind, substr($0, 1, at - 1) text substr($0, at + size)
}

# each place in the code where the operator stands between spaces
function operator_at(from, to, kind,   at, start) {
    for (start = 1; (at = index(substr(code, start), " " from " ")) > 0; start += at)
        put(kind, start + at, length(from), to)
}

# calls `change` for each match of a pattern in the code
function each(pattern, which,   start, at, size) {
    for (start = 1; match(substr(code, start), pattern); start = at + size) {
        at = start + RSTART - 1; size = RLENGTH
        change(which, at, size, substr(code, at, size))
    }
}

function change(which, at, size, found,   comma, k) {
    if (which == "number" || which == "index")  # the character before it does not belong to it
        if (found !~ /^[0-9]/) { at++; size--; found = substr(found, 2) }
    if (which == "number" && found ~ /[.eE]/) {
        put("constant", at, size, found + 0 == 0 ? "1.0" : "(2.0 * " found ")")
    } else if (which == "number") {
        if (found != 1) put("constant", at, size, found + 1)        # 1 is mostly "yes", and so is 2
        if (found > 0) put("constant", at, size, found - 1)
    } else if (which == "index") {
        if (!in_brackets(at) || substr(code, at + 1, 1) ~ /[a-z_0-9]/) return
        for (k = 1; k <= 3; k++)
            if (found != substr("ijk", k, 1)) put("index", at, 1, substr("ijk", k, 1))
    } else if (which == "unary") {
        put("sign", at + size - 1, 1, "")
    } else if (which == "step") {
        put("sign", at, 2, found == "++" ? "--" : "++")
    } else if (which == "arguments" && substr(code, 1, at - 1) !~ symmetric) {
        comma = index(found, ",")
        put(which, at + 1, size - 2,
            substr(found, comma + 2, size - comma - 2) ", " substr(found, 2, comma - 2))
    }
}

# is a place between brackets?
function in_brackets(at,   before) {
    before = substr(code, 1, at)
    return gsub(/\[/, "", before) > gsub(/\]/, "", before)
}

{ code = code_of($0) }
/^\{/ { body = 1; next }
/^\}/ { body = 0; next }
/^#/ || !(body || code ~ /^[a-z].*\) \{.*\}$/) { next }
{
    for (o = 1; o <= comparisons; o++) {
        split(pair[o], word, " ")
        operator_at(word[1], word[2], "comparison")
    }
    for (o = 1; o <= signs; o++) {
        split(sign[o], word, " ")
        operator_at(word[1], word[2], "sign")
    }
    if (code !~ /^ *(static |const )*(int|double|char|size_t|mb_[a-z]+)[ *]+[a-z_A-Z]+\[/)
        each("[^A-Za-z0-9_.][0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]+)?", "number")
    each("[^A-Za-z0-9_.>][ijk]", "index")
    each("([(=,?:<>&|+*/-] ?|return )[-!]", "unary")
    each("\\+\\+|--", "step")
    each("\\([^(),]+, [^(),]+[,)]", "arguments")
    if (code ~ /^ +(return|break|continue|goto|[a-z_A-Z>*.(]+[^;{}]*=|[a-z_0-9]+\()[^{}]*;$/ &&
        code !~ /^ +(static|const|for|while|if|else|do)|^ +[a-z_]+ \**[a-z_A-Z]+( =|;|\[)/)
        put("statement", 1, length($0), "    ;")
}
