# paste.awk: makes a submission from the sources of a copy of the kit, as described by paste.list
#
#     awk -v kit=FOLDER -v lab=05_contact -f paste.awk paste.list FOLDER/labs/05_contact/contact.c
#
# The stub, with its functions replaced by those that could be pasted.
function functions_of(path,  line, name, text, on)
{
    if (path in is_read) return
    is_read[path]
    while ((getline line <(kit "/" path)) > 0) {
        if (!on && line ~ /^[a-z].*[ *][a-z_0-9]+\(/ && line !~ /;[ \t]*$/) {
            name = line
            sub(/\(.*/, "", name)
            sub(/.*[ *]/, "", name)
            text = ""
            on = 1
        }
        if (on) text = text line "\n"
        if (on && line ~ /;[ \t]*$/ && text !~ /\n[{]/ && text !~ /[{].*[}]/) on = 0       # a declaration
        if (on && (line ~ /^}/ || line ~ /^[a-z].*[{].*}$/)) { source[path, name] = text; on = 0 }
    }
    close(kit "/" path)
}

# mbsim.h's functions under other names: declarations, then the implementation
function all_of_mbsim(  line, state, text, name, at, rest)
{
    while ((getline line <(kit "/mbsim.h")) > 0) {
        if (line ~ /^#ifdef MBSIM_IMPLEMENTATION/) state = 1
        if (line ~ /^#define MBI_MORE_IMPLEMENTATION/ || line ~ /^#endif .* MBSIM_IMPLEMENTATION_DONE/) state = 2
        if (state == 1 && line !~ /^#(ifdef|ifndef|define) MBSIM_IMPLEMENTATION/) body = body line "\n"
        if (!state && line ~ /^MBSIM_API/) on = 1
        if (on) text = text line "\n"
        if (line ~ /;/) on = 0
    }
    rest = text
    while (match(rest, /mb_[a-z_0-9]+[,;(\[]/)) {
        renamed[substr(rest, RSTART, RLENGTH - 1)]
        rest = substr(rest, RSTART + RLENGTH)
    }
    gsub(/MBSIM_API/, "extern", text)
    print "#include <float.h>\n#include <limits.h>\n#include <string.h>\n#include <stdlib.h>\n#include <math.h>"
    rename(text)
    rename(body)
}

function rename(text,  name)
{
    while (match(text, /[A-Za-z_0-9]+/)) {
        name = substr(text, RSTART, RLENGTH)
        printf "%s%s", substr(text, 1, RSTART - 1),
            name in renamed || (name "_lcp") in renamed ? "my" substr(name, 3) : name
        text = substr(text, RSTART + RLENGTH)
    }
    printf "%s", text
}

FILENAME ~ /paste.list$/ && /^== / { piece = $2; next }
FILENAME ~ /paste.list$/ && /^= / { piece = ""; mine = $2 == lab; if (mine) { function_name = $3; order[++count] = $3; here[$3] = 1 } next }
FILENAME ~ /paste.list$/ && piece { pieces[piece] = pieces[piece] $0 "\n"; next }
FILENAME ~ /paste.list$/ && !mine { next }
FILENAME ~ /paste.list$/ && /^@ / {
    functions_of($2)
    for (i = 3; i <= NF; i++) {
        if (!(($2, $i) in source)) here[function_name] = 0
        else if ($2 == "mbsim.h") whole[function_name]
        else before[function_name] = before[function_name] source[$2, $i]
    }
    next
}
FILENAME ~ /paste.list$/ && /^! / { first[function_name] = pieces[$2]; next }
FILENAME ~ /paste.list$/ { own[function_name] = own[function_name] $0 "\n"; next }

# the stub
!begun++ {
    print "#include \"lab.h\"\n#include <math.h>"
    for (i = 1; i <= count; i++) if (here[order[i]] && order[i] in whole) needed = 1
    if (needed) all_of_mbsim()
}
/^[a-z].*[ *]lab_[a-z_]+\(/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    gone = here[name]
    if (gone) printf "%s%s%s", first[name], before[name], own[name]
}
!gone { print }
/^}/ { gone = 0 }
