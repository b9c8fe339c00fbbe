# embed.awk: page.html, with the files that its lines @@NAME@@ name, as an array of C strings
#
#   awk -f embed.awk -v folder=FOLDER page.html >page_text.c
function line(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    gsub(/\?\?/, "?\\?", text)                     # no trigraphs
    while (length(text) > 400) {                   # C99 guarantees strings of 4095 characters
        cut = 400
        while (substr(text, cut, 1) == "\\") cut--
        printf "    \"%s\",\n", substr(text, 1, cut)
        text = substr(text, cut + 1)
    }
    printf "    \"%s\\n\",\n", text
}
BEGIN {
    print "/* made by embed.awk */\nextern const char *const page_text[];"
    print "const char *const page_text[] = {"
}
/^@@[a-z]+[.][a-z]+@@$/ {
    file = folder "/" substr($0, 3, length($0) - 4)
    while ((status = (getline text < file)) > 0) line(text)
    if (status < 0) { print "embed.awk: cannot read " file > "/dev/stderr"; exit 1 }
    close(file)
    next
}
{ line($0) }
END { print "    0\n};" }
