# figures.awk: the page of the figures, from their list and the values of the runs
#
#   awk -f figures.awk VALUES figures.txt index.html
#
# The lines @@cards@@, @@none@@ and @@figures@@ of index.html are replaced, then {{NAME}} by the
# value in a line NAME=VALUE of VALUES. A name without a value is an error.

# handles a line `key: value` of the entry, with its continuation lines
function end_of_item(    at, file, words) {
    if (key == "") return
    if (key == "title") title = value
    else if (key == "papers") papers[++count] = value
    else if (key == "verdict") verdict[count] = value
    else if (key == "says") says = value
    else if (key == "picture") {
        at = index(value, " ")
        file = substr(value, 1, at - 1)
        words = substr(value, at + 1)
        if (first == "") first = file
        pictures = pictures "<a class=\"picture\" href=\"" file "\"><img src=\"" file "\" alt=\"" \
            words "\"/></a>\n"
    }
    else if (key == "table") text = text end_of_list() table_of(value)
    else if (key == "note") text = text end_of_list() "<p>" value "</p>\n"
    else {
        text = text (list ? "" : "<dl>\n") "<dt>" key "</dt>\n<dd>" value "</dd>\n"
        list = 1
    }
    key = ""
}

# a table; one in HTML is left as it is
function table_of(lines,    n, line, i, body) {
    if (lines ~ /^</) return lines "\n"
    n = split(lines, line, "\n")
    for (i = 2; i <= n; i++) body = body (line[i] ~ / [|] / ? row_of(line[i], "td") : line[i])
    return "<div class=\"table\"><table>\n<thead>" row_of(line[1], "th") "</thead>\n<tbody>" body \
        "</tbody>\n</table></div>\n"
}

function row_of(line, kind) {
    gsub(/ [|] /, "</" kind "><" kind ">", line)
    return "<tr><" kind ">" line "</" kind "></tr>"
}

function end_of_list(    was) {
    was = list
    list = 0
    return was ? "</dl>\n" : ""
}

function end_of_figure(    i, verdicts) {
    end_of_item()
    if (id == "") return
    if (title == "" || says == "") {
        print "make figures: figure " id " has no title, or no says:" >"/dev/stderr"
        exit failed = 1
    }
    text = text end_of_list()
    for (i = 1; i <= count; i++) verdicts = verdicts "<span>" papers[i] ": " verdict[i] "</span>"
    if (!count) verdicts = "<span>the kit’s own</span>"
    cards = cards "<li><a href=\"#" id "\">" \
        (first == "" ? "" : "<img src=\"" first "\" alt=\"\" loading=\"lazy\"/>") \
        "<strong>" says "</strong>" verdicts "</a></li>\n"
    figures = figures "<h3 id=\"" id "\">" title "</h3>\n<p class=\"says\">" says "</p>\n" \
        (pictures == "" ? "" : "<div class=\"pictures\">\n" pictures "</div>\n") text "\n"
    id = title = says = pictures = first = text = ""
    count = 0
}

# prints text in which {{NAME}} stands for a value
function put(text,    from, rest, name) {
    while ((from = index(text, "{{")) > 0) {
        rest = substr(text, from + 2)
        name = substr(rest, 1, index(rest, "}}") - 1)
        if (values[name] == "") {
            print "make figures: no value for {{" name "}} of the page" >"/dev/stderr"
            exit failed = 1
        }
        printf "%s%s", substr(text, 1, from - 1), values[name]
        text = substr(rest, length(name) + 3)
    }
    print text
}

FNR == 1 { file++ }
file == 1 { at = index($0, "="); values[substr($0, 1, at - 1)] = substr($0, at + 1); next }
file == 2 && /^#/ { next }
file == 2 && /^section / { end_of_figure(); figures = figures "<h2>" substr($0, 9) "</h2>\n"; next }
file == 2 && /^figure / { end_of_figure(); id = $2; next }
file == 2 && /^none / {
    end_of_figure()
    at = index($0, ": ")
    none = none "<tr><td>" substr($0, 6, at - 6) "</td><td>" substr($0, at + 2) "</td></tr>\n"
    next
}
file == 2 && /^ / { sub(/^ +/, ""); value = value (key == "table" ? "\n" : " ") $0; next }
file == 2 && /: / {
    end_of_item()
    at = index($0, ": ")
    key = substr($0, 1, at - 1)
    value = substr($0, at + 2)
    next
}
file == 2 { end_of_item(); next }
/^@@cards@@$/ { put("<ul class=\"cards\">\n" cards "</ul>"); next }
/^@@none@@$/ {
    put("<div class=\"table\"><table class=\"verdicts\"><tbody>\n" none "</tbody></table></div>")
    next
}
/^@@figures@@$/ { sub(/\n$/, "", figures); put(figures); next }
{ put($0) }
END { if (failed) exit 1 }
