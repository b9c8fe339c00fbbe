# core.awk: mbsim.h for the labs' workers: only the functions that a lab may call
#
#     awk -v hidden='mb_residual ...' -f core.awk mbsim.h
#
# May be called: what mbsim.h declares before its problems (status, arena, dense algebra), and mb_residual; in a lab that is about one
# of these, tests/labs/NN_name/hide names it. All others become static, so that the compiler leaves out those that none of the
# former needs: what is not in a worker can't be found there by its address either.
BEGIN {
    split(hidden, list, " ")
    for (i in list) is_hidden[list[i]] = 1
    open = 1
}
/^\/\* ---- problems and residuals/ { open = 0 }
/^MBSIM_API const [^(]*;/ { print ""; next }           # an array or a number: its definition does
/^const [^(]*=/ { print "static " $0; next }
/^MBSIM_API/ {
    name = $0
    sub(/[(;].*/, "", name)
    sub(/.*[ *]/, "", name)
    if ((!open && name != "mb_residual") || name in is_hidden) sub(/^MBSIM_API/, "static")
}
{ print }
