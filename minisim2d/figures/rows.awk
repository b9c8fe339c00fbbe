# rows.awk: precedes an awk program on CSV files: $c["NAME"] is the field of that column
FNR == 1 {
    for (i = 1; i <= NF; i++) c[$i] = i
    next
}

# {{NAME}} on the page stands for the value
function set(name, format, value) { printf "%s=" format "\n", name, value }

function cell(format, value) { return sprintf("<td>" format "</td>", value) }

# the square root, by Newton's method: some awks have no functions
function root(x,    r, k) {
    r = x > 1 ? x : 1
    for (k = 0; k < 60 && x > 0; k++) r = (r + x / r) / 2
    return x > 0 ? r : 0
}

# sine and cosine, by their series, for the same reason
function sine(x,    term, sum, k) {
    x -= 6.283185307179586 * int(x / 6.283185307179586)
    sum = term = x
    for (k = 1; k < 20; k++) {
        term *= -x * x / (2 * k * (2 * k + 1))
        sum += term
    }
    return sum
}

function cosine(x) { return sine(x + 1.5707963267948966) }
