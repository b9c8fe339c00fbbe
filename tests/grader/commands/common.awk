# common.awk: does every item under "Common mistakes" in a lab's README have a known mistake?
#
#     awk -f common.awk labs/02_pgs/README.md tests/labs/02_pgs/submissions.txt
#
# A mistake is for an item if its `readme:` quotes words of it. Prints the items that no mistake is
# for, and the quotations that are from no item.
FNR == 1 { file++ }
file == 1 && /^## / { listed = /^## Common mistakes/; next }
file == 1 && listed && /^- / { item[++items] = substr($0, 3); next }
file == 1 && listed && items && NF { sub(/^ +/, ""); item[items] = item[items] " " $0 }
file == 2 && /^= / { name = $2 }
file == 2 && /^readme: / {
    words = substr($0, 9)
    found = 0
    for (i = 1; i <= items; i++) if (index(item[i], words)) known[i] = found = 1
    if (!found) print name ": no common mistake in README has the words: " words
}
END {
    for (i = 1; i <= items; i++) if (!known[i]) print "no known mistake is for: " item[i]
    if (!items) print "README lists no common mistakes"
}
