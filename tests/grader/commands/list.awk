# list.awk: labs, tests and points from the tables in their READMEs, for systems without a grader
#
#     awk -f list.awk labs/01_lcp/README.md ...
FNR == 1 { name = FILENAME; sub(/^labs\//, "", name); sub(/\/README.md$/, "", name); on = 0 }
/^# Lab/ { sub(/^# Lab [0-9]+: /, ""); printf "%s  %s\n", name, $0 }
/^## / { on = $0 == "## The tests" }
on && /^\| [0-9][0-9] \|/ {
    split($0, cell, " *[|] *")
    printf "    %s           %-70s %d point%s\n", cell[2], cell[3], cell[4], cell[4] == 1 ? "" : "s"
}
