# base64.awk: bytes in hexadecimal, as od prints them, to one line of base64
BEGIN { digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" }
function digit(i) { return substr(digits, i + 1, 1) }
function value(hex) { return 16 * (index("0123456789abcdef", substr(hex, 1, 1)) - 1) + index("0123456789abcdef", substr(hex, 2, 1)) - 1 }
{
    for (i = 1; i <= NF; i++) {
        three[n++] = value($i)
        if (n == 3) {
            printf "%s%s%s%s", digit(int(three[0] / 4)), digit(three[0] % 4 * 16 + int(three[1] / 16)), \
                digit(three[1] % 16 * 4 + int(three[2] / 64)), digit(three[2] % 64)
            n = 0
        }
    }
}
END {
    if (n == 1) printf "%s%s==", digit(int(three[0] / 4)), digit(three[0] % 4 * 16)
    if (n == 2) printf "%s%s%s=", digit(int(three[0] / 4)), digit(three[0] % 4 * 16 + int(three[1] / 16)), digit(three[1] % 16 * 4)
}
