# core.awk: mbsim.h for the labs' workers: only the functions that a lab may call
#
#     awk -f core.awk [tests/labs/NN_name/worker.c] mbsim.h
#
# A lab may call the functions that mbsim.h declares before its problems (status, arena, dense
# algebra), and mb_residual. If the lab is about one of these, a line of worker.c names it:
#
#     /* hidden from submissions: mb_residual */
#
# All others become static, so that the compiler leaves out those that none of the former needs:
# a function that is not in a worker can't be found there by its address either.
BEGIN { open = 1 }
FILENAME ~ /worker\.c$/ {
    if (/^\/\* hidden from submissions: /) for (i = 5; i < NF; i++) is_hidden[$i] = 1
    next
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
