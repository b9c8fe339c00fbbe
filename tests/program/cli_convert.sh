#!/bin/sh
# cli_convert.sh: problems in every format: conversion there and back, exchange with other programs,
# bad files; `solve` with many problems
#
#   tests/program/cli_convert.sh build/minisim2d/minisim2d   from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"
cp scenes/slope.scene scenes/pendulum.scene scenes/drop.scene "$dir"
cd "$dir" || exit 2

# none_left: succeeds if there is no temporary file
none_left() { [ -z "$(find "$dir" -name '.minisim2d*')" ]; }

# numbers that do not survive a conversion to fewer digits; -0, the smallest and the largest number
cat >lcp.lcp <<'EOF'
3
4 0.1 0.30000000000000004
1e-300 -0 1
4.94065645841247e-324 -1.7976931348623157e+308 3.141592653589793
-6 2.220446049250313e-16 2
EOF
cat >mixed.lcp <<'EOF'
4 1
4 1 0 0
2 4 1 0
0 1 4 0
0 0 0 1
7 -9 2 1
lo -inf -1 0 0.1
hi inf 1 inf 0.1
EOF
printf '0\n' >empty.lcp
printf '2\n2 1\n1 2\n-5 -6\n' >two.lcp

# ---- there and back ----
for name in lcp mixed empty; do
    for format in lcp mat mtx path siconos; do
        [ "$name $format" != 'mixed siconos' ] || continue
        run convert $name.lcp there --to $format && run convert there back.lcp --from $format
        [ "$status" -eq 0 ] && [ ! -s out ] && [ ! -s err ] && cmp -s $name.lcp back.lcp
        report $? "$name.lcp as $format, and back: every number is the same double"
    done
done
for ending in mat mtx path dat; do
    run convert two.lcp two.$ending
    run solve two.$ending --csv z.csv
    expect 0 out 'LCP of 2 unknowns, solver lemke' "solve two.$ending: the ending gives the format"
done
run convert mixed.lcp mixed.mtx
shows 'mLCP of 4 unknowns, 1 free' 'bounds and free unknowns are converted' solve mixed.mtx
"$program" convert - - --from mat --to path <two.mat >out 2>err
[ $? -eq 0 ] && cmp -s out two.path
report $? 'from standard input to standard output'
[ "$("$program" list formats | awk '{ print $1 $2 }' |
    tr '\n' ' ')" = 'lcp.lcp mat.mat mtx.mtx path.path siconos.dat ' ]
report $? 'list formats'

# Each format is written by hand. The matrix is not symmetric, so that exchanged rows and columns
# would show.
printf '2\n1 2\n3 4\n-5 -6\n' >skew.lcp
printf '2\n0\n2\n2\n2\t2\n1 3\n2 4\n-5 -6\n' >want.dat
printf '2 4\n1 1 1\n2 1 3\n1 2 2\n2 2 4\n-5\n-6\n0 1e+20\n0 1e+20\n' >want.path
for format in dat path; do
    run convert skew.lcp got.$format
    holds "a .$format agrees with its description" cmp -s got.$format want.$format
done
run convert skew.lcp got.mtx
printf '%s\n' '%%MatrixMarket matrix array real general' '% A of LCP(A, b): w = A z + b' '2 2' \
    1 3 2 4 | cmp -s - got.mtx &&
    [ "$(tail -n 2 got_hi.mtx | tr '\n' ' ')" = 'inf inf ' ]
report $? 'a .mtx agrees with its description'

# reads FILE TEXT NAME: checks that the file has the same problem as the text
reads() {
    printf "$2" >want.lcp
    run convert "$1" got.lcp
    [ "$status" -eq 0 ] && cmp -s got.lcp want.lcp
    report $? "$3"
}

# ---- files of other programs ----
printf '%s\n' '%%matrixmarket MATRIX Coordinate integer symmetric' '% a comment' '' '2 2 3' \
    '1 1 2 % end' '2 1 1' '2 2 2' |
    sed 's/matrixmarket/MatrixMarket/' >sparse.mtx
printf '%%%%MatrixMarket matrix array real general\n2 1\n-5\n-6\n' >sparse_b.mtx
reads sparse.mtx '2\n2 1\n1 2\n-5 -6\n' 'MatrixMarket: coordinate, symmetric, without bounds'
printf '%%%%MatrixMarket matrix array real skew-symmetric\n2 2\n3\n' >sk.mtx
cp sparse_b.mtx sk_b.mtx
printf '%%%%MatrixMarket matrix array real general\n2 1\n-1\n-inf\n' >sk_lo.mtx
reads sk.mtx \
    '2\n0 -3\n3 0\n-5 -6\nlo -1 -inf\n' 'MatrixMarket: skew-symmetric, with lower bounds alone'
printf '%%%%MatrixMarket matrix array real general\n3 1\n-7\n-8\n-9\n' >three_b.mtx
cp three_b.mtx half_b.mtx
printf '%%%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n' >three.mtx
reads three.mtx '3\n0 -1 -2\n1 0 -3\n2 3 0\n-7 -8 -9\n' 'MatrixMarket: skew-symmetric, n = 3'
printf '%%%%MatrixMarket matrix array integer symmetric\n3 3\n1 2 3\n4 5\n6\n' >half.mtx
reads half.mtx '3\n1 2 3\n2 4 5\n3 5 6\n-7 -8 -9\n' 'MatrixMarket: symmetric, n = 3'
printf '%%%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 1\n3 2 3\n' >three.mtx
reads three.mtx '3\n0 -1 0\n1 0 -3\n0 3 0\n-7 -8 -9\n' \
    'MatrixMarket: skew-symmetric, in coordinates'
printf '2   3 2 2 4  1 1 1 1 2 2 -5\n-6 -1e21 4 -3 inf' >free.path
reads free.path '2\n1 2\n0 4\n-5 -6\nlo -inf -3\nhi 4 inf\n' \
    'PATH: entries in any order; 1e20 and larger numbers are infinite'

# a MAT-file by hand, most significant byte first: A as doubles (type 1000), z, which is ignored,
# and b as whole numbers of two bytes (1030)
printf '\0\0\003\350\0\0\0\002\0\0\0\002\0\0\0\0\0\0\0\002A\0' >big.mat
printf '\077\360\0\0\0\0\0\0\100\010\0\0\0\0\0\0\100\0\0\0\0\0\0\0\100\020\0\0\0\0\0\0' >>big.mat
printf '\0\0\003\350\0\0\0\001\0\0\0\001\0\0\0\0\0\0\0\002z\0\177\370\0\0\0\0\0\0' >>big.mat
printf '\0\0\004\006\0\0\0\001\0\0\0\002\0\0\0\0\0\0\0\002b\0\377\373\377\372' >>big.mat
reads big.mat \
    '2\n1 2\n3 4\n-5 -6\n' \
    'MAT: the other byte order, b as a row of small whole numbers, and another variable'
# least significant first: A sparse (type 2) with entries (1,1) 1, (2,1) 3, (1,2) 2, (2,2) 4 and its
# size; b in single precision (10)
printf '\002\0\0\0\005\0\0\0\003\0\0\0\0\0\0\0\002\0\0\0A\0' >little.mat
for high in '\360\077' '\0\100' '\360\077' '\0\100' '\0\100' '\360\077' '\360\077' '\0\100' \
    '\0\100' '\0\100' '\360\077' '\010\100' '\0\100' '\020\100' '\0\0'; do
    printf "\\0\\0\\0\\0\\0\\0$high" >>little.mat
done
printf '\012\0\0\0\002\0\0\0\001\0\0\0\0\0\0\0\002\0\0\0b\0\0\0\240\300\0\0\300\300' >>little.mat
reads little.mat '2\n1 2\n3 4\n-5 -6\n' 'MAT: a sparse matrix, and a column in single precision'

# ---- files for other programs ----
for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy, scipy.io' 2>/dev/null && break
    python=
done
"$program" run slope --csv run.csv --mat run.mat --quiet
"$program" run slope --formulation exact --csv exact.csv --mat exact.mat --quiet
"$program" run pendulum --csv bodies.csv --mat bodies.mat --quiet
"$program" solve mixed.lcp --csv z.csv --mat z.mat --quiet
for name in lcp mixed; do for ending in mat mtx; do "$program" convert $name.lcp \
    $name.$ending; done; done
if [ -n "$python" ]; then
    cat >read.py <<'EOF'
import numpy as np, scipy.io as io, scipy.sparse as sparse
same = lambda x, y: np.asarray(x, float).tobytes() == np.asarray(y, float).tobytes()
rows = np.loadtxt('lcp.lcp', skiprows=1, max_rows=4, ndmin=2)
A, b = rows[:-1], rows[-1]
m = io.loadmat('lcp.mat')
print('loadtxt', same(A, m['A']) and same(b, m['b'].ravel())
      and repr(A[0, 2]) == '0.30000000000000004')
print('mmread', same(io.mmread('lcp.mtx'), A) and same(io.mmread('lcp_b.mtx').ravel(), b))
m = io.loadmat('mixed.mat')
print('bounds', same(m['lo'].ravel(), [-np.inf, -1, 0, .1])
      and same(m['hi'].ravel(), [np.inf, 1, np.inf, .1])
      and same(io.mmread('mixed_lo.mtx'), m['lo']) and same(io.mmread('mixed_hi.mtx'), m['hi']))
for name in 'run', 'exact', 'bodies':
    m, c = io.loadmat(name + '.mat'), np.genfromtxt(name + '.csv', delimiter=',', names=True)
    if name == 'bodies':
        c['body'] = 1                                   # the CSV has its name
    print(name, len(c) > 100 and all(m[k].shape == (len(c), 1) and same(m[k].ravel(), c[k])
                                     for k in c.dtype.names))
m, c = io.loadmat('z.mat'), np.genfromtxt('z.csv', delimiter=',', names=True)
print('solution', same(m['z'].ravel(), c['z']) and same(m['w'].ravel(), c['w'])
      and np.allclose(m['A'] @ m['z'] + m['b'], m['w']))
A, b = np.array([[1, 2.], [3, 4]]), np.array([-5, -6])
io.savemat('s1.mat', dict(A=A, b=b, name='text', c=1j), format='4')
io.savemat('s2.mat', dict(A=sparse.csc_matrix(A), b=b.astype('f')), format='4')
io.savemat('s5.mat', dict(A=A, b=b))
io.mmwrite('s3.mtx', A), io.mmwrite('s3_b.mtx', b[:, None])
io.mmwrite('s4.mtx', sparse.coo_matrix(A)), io.mmwrite('s4_b.mtx', b[:, None])
EOF
    "$python" read.py >said 2>err
    for what in loadtxt mmread bounds run exact bodies solution; do
        holds "scipy and numpy read the same doubles: $what" grep -q "^$what True$" said
    done
    for file in s1.mat s2.mat s3.mtx s4.mtx; do
        reads $file '2\n1 2\n3 4\n-5 -6\n' "a file written by scipy: $file"
    done
    refused \
        "byte 1: a MAT-file of a later level, expected level 4: Octave's save -v4" \
        'a MAT-file of level 5 is refused with advice' convert s5.mat x.lcp
else
    skip 'scipy and numpy read and write the same' 'python3 with scipy is not installed'
fi
if command -v octave-cli >/dev/null 2>&1; then
    octave-cli -q --no-history \
        --eval "r = dlmread('run.csv', ',', 1, 0); s = load('run.mat'); p = load('lcp.mat');
        c = {'step', 't', 'particle', 'x', 'y', 'vx', 'vy', 'contacts', 'size', ...
             'iterations', 'residual', 'seconds', 'energy'};
        ok = rows(r) > 100; for k = 1:13, ok = ok && isequal(s.(c{k}), r(:,k)); end
        printf('run %d\n', ok);
        q = dlmread('lcp.lcp', ' ', 1, 0);
        printf('problem %d\n', isequal(p.A, q(1:3,:)) && isequal(p.b', q(4,:)));
        A = [1 2; 3 4]; b = [-5 -6]; save('-v4', 'o1.mat', 'A', 'b');
        A = sparse(A); b = b'; save('-v4', 'o2.mat', 'b', 'A')" >said 2>err
    for what in run problem; do
        holds "Octave reads the same doubles: $what" grep -q "^$what 1$" said
    done
    reads o1.mat '2\n1 2\n3 4\n-5 -6\n' 'a file written by Octave: b as a row'
    reads o2.mat '2\n1 2\n3 4\n-5 -6\n' 'a file written by Octave: a sparse matrix'
else
    skip 'Octave reads and writes the same' 'octave-cli is not installed'
fi
cat >siconos.c <<'EOF'
#include <stdio.h>
#include "LinearComplementarityProblem.h"
#include "NumericsMatrix.h"
int main(void)
{
    LinearComplementarityProblem *p = newLCP();
    FILE *out = fopen("siconos.dat", "w");
    linearComplementarity_newFromFilename(p, "lcp.dat");
    printf("%d\n", p->size);
    for (int i = 0; i < p->size; i++)
        for (int j = 0; j < p->size; j++) printf("%.17g\n", NM_get_value(p->M, i, j));
    for (int i = 0; i < p->size; i++) printf("%.17g\n", p->q[i]);
    linearComplementarity_printInFile(p, out);
    return fclose(out);
}
EOF
"$program" convert lcp.lcp lcp.dat
if ${CC:-cc} -o siconos siconos.c -I/usr/include/siconos -I/usr/include/siconos/numerics \
    -lsiconos_numerics 2>/dev/null; then
    ./siconos >said 2>err
    { echo 3; sed 1d lcp.lcp | tr ' ' '\n'; } | awk '{ printf "%.17g\n", $1 }' | cmp -s - said
    report $? "Siconos' linearComplementarity_newFromFilename reads the same doubles"
    run convert siconos.dat back.lcp
    [ "$status" -eq 0 ] && cmp -s back.lcp lcp.lcp
    report $? "a file written by Siconos' linearComplementarity_printInFile has the same doubles"
else
    skip "Siconos' linearComplementarity_newFromFilename reads the same doubles" \
        'libsiconos-numerics-dev is not installed'
fi

# ---- bad files ----
# bad NAME.ENDING TEXT MESSAGE: checks that convert refuses the file with that message
bad() {
    printf "$2" >"$1"
    refused "$1:$3" "$1: ${3#*: }" convert "$1" x.lcp
    [ "$(wc -l <err)" -eq "${4:-1}" ] || report 1 "$1: ${4:-1} line"
}
bad e1.dat '' '1:1: the file ends before n'
bad e2.dat '2\n1\n2\n2\n2 2\n1 2 3 4\n5 6\n' "2:1: '1' for the storage of A, expected 0"
bad e3.dat '2\n0\n2\n3\n2 2\n1 2 3 4\n5 6\n' "4:1: '3' for the columns of A, expected 2"
bad e4.dat '2\n0\n2\n2\n2 2\n1 2 3\n' '7:1: the file ends after 3 of the 4 numbers of A'
bad e5.dat '1\n0\n1\n1\n1 1\nnan\n2\n' "6:1: 'nan' in A is not finite"
bad e6.dat '1\n0\n1\n1\n1 1\n1\n2 3\n' "7:3: '3' after b, expected the end of the file"
bad e7.dat '46340\n0\n46340\n46340\n46340 46340\n1\n' \
    '7:1: the file ends after 1 of the 2147395600 numbers of A'
bad e8.dat '1\n0\n1\n1\n1 1\n# 1\n2\n' "6:1: '#' in A is not a decimal number" 2
bad e1.path '2 5\n' "1:3: '5' for the number of entries of A, expected a whole number from 0 to 4"
bad e2.path '2 1\n3 1 1\n' \
    "2:1: '3' for the row of an entry of A, expected a whole number from 1 to 2"
bad e3.path '2 2\n1 1 1\n1 1 2\n0 0\n0 1\n0 1\n' \
    '3:1: a second entry in row 1 and column 1, expected only one'
bad e4.path '1 1\n1 1 1\n0\n2 1\n' '4:1: lo = 2 and hi = 1 of z1, expected lo <= hi'
bad e5.path '1 1\n1 1 1\n0\n1e20 inf 3\n' "4:10: '3' after the bounds, expected the end of the file"
bad e6.path '46340 0\n' '2:1: the file ends after 0 of the 46340 numbers of b'
bad e7.path '1 1\n1 1 1\n0\nnan 0\n' "4:1: 'nan' in lo, expected a finite number or -inf"
bad e9.dat '2\n0\n2\n2\n3\n' "5:1: '3' for the rows of A, expected 2"
bad e10.dat '2\n0\n2\n2\n2 3\n' "5:3: '3' for the columns of A, expected 2"
bad e1.mtx '2 2\n1 2\n3 4\n' \
    '1:1: no MatrixMarket file, expected one that begins with %%MatrixMarket'
bad e2.mtx '%%%%MatrixMarket matrix array complex general\n' \
    "1:29: 'complex' on the first line, expected real or integer"
bad e3.mtx '%%%%MatrixMarket matrix array real general\n2 3\n' \
    "2:3: '3' for the columns, expected 2"
bad e4.mtx '%%%%MatrixMarket matrix array real general\n1 1\ninf\n' "3:1: 'inf' in A is not finite"
bad e5.mtx '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n' \
    '3:1: an entry above the diagonal'
bad e7.mtx '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 1\n2 1 1\n2 1 1\n' \
    '5:1: a second entry in row 2 and column 1, expected only one'
bad e8.mtx '%%%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 1\n1 2 1\n' \
    '4:1: a second entry in row 1 and column 2, expected only one'
bad e9.mtx '%%%%MatrixMarket vector array real general\n1 1\n1\n' \
    "1:16: 'vector' on the first line, expected matrix"
bad e10.mtx '%%%%MatrixMarket matrix list real general\n1 1\n1\n' \
    "1:23: 'list' on the first line, expected array or coordinate"
bad e11.mtx '%%%%MatrixMarket matrix array real hermitian\n1 1\n1\n' \
    "1:34: 'hermitian' on the first line, expected general or symmetric or skew-symmetric"
bad e12.mtx '%%%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n' \
    '5:1: the file ends after 2 of the 3 numbers of A'
bad e13.mtx '%%%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n4\n' \
    "6:1: '4' after A, expected the end of the file"
printf '%%%%MatrixMarket matrix array real general\n1 1\n1\n' >e14.mtx
for part in b lo hi; do
    printf '%%%%MatrixMarket matrix array real general\n1 1\n1\n' >e14_b.mtx
    for word in 'coordinate real general' 'array real symmetric'; do
        printf "%%%%MatrixMarket matrix $word\n1 1\n1\n" >e14_$part.mtx
        run convert e14.mtx x.lcp
        [ "$status" -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] &&
            grep -q "^e14_$part.mtx:1:[0-9]*: .* on the first line, expected" err
        report $? "MatrixMarket: $part as $word"
    done
    rm -f e14_$part.mtx
done
printf '%%%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n' >e6.mtx
refused 'e6_b.mtx: cannot read: No such file' 'MatrixMarket: A without b' convert e6.mtx x.lcp
cp sparse_b.mtx e6_b.mtx
printf '%%%%MatrixMarket matrix array real general\n2 1\n1\n2\n' >e6_lo.mtx
printf '%%%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n' >e6_hi.mtx
refused "e6_hi.mtx:2:1: '3' for the rows, expected 2" 'MatrixMarket: bounds of another size' \
    convert e6.mtx x.lcp
printf '%%%%MatrixMarket matrix array real general\n2 1\n1\n1\n' >e6_hi.mtx
refused 'e6.mtx: lo = 2 and hi = 1 of z2, expected lo <= hi' \
    'MatrixMarket: a lower bound above the upper one' \
    convert e6.mtx x.lcp

# mat TYPE ROWS COLUMNS NAME: prints the head of a variable in a MAT-file; all numbers below 256
mat() {
    head='\\%03o\\0\\0\\0\\%03o\\0\\0\\0\\%03o\\0\\0\\0\\0\\0\\0\\0\\002\\0\\0\\0%s\\0'
    printf "$(printf "$head" "$1" "$2" "$3" "$4")"
}
one='\0\0\0\0\0\0\360\077' nan='\0\0\0\0\0\0\370\177'
{ mat 0 1 1 A; printf "$one"; mat 0 1 1 b; printf "$nan"; } >e1.mat
refused 'e1.mat: byte 53: b(1, 1) is nan, expected a finite number' 'NaN in a MAT-file' \
    convert e1.mat x.lcp
{ mat 0 1 1 A; printf "$one"; } >e2.mat
refused 'e2.mat: byte 31: the file ends without a variable b' 'a MAT-file without b' \
    convert e2.mat x.lcp
{ mat 0 1 1 A; printf "$one"; mat 0 2 1 b; printf "$one$one"; } >e3.mat
refused 'e3.mat: byte 53: b has 2 rows and 1 columns, expected a row or column of 1' \
    'MAT: b is too long' \
    convert e3.mat x.lcp
# without unknowns b is empty if either of its sizes is 0
for size in '0 0' '5 0' '0 5' '1 0' '0 1'; do
    { mat 0 0 0 A; mat 0 $size b; } >empty.mat
    run convert empty.mat empty.lcp
    [ "$status" -eq 0 ] && [ "$(sed -n '/^[^#]/{p;q;}' empty.lcp)" = 0 ]
    report $? "MAT: no unknowns, and b of $size"
done
for size in '1 1' '2 3'; do
    five=$one$one$one$one$one
    { mat 0 0 0 A; mat 0 $size b; printf "$one"; [ "$size" = '1 1' ] || printf "$five"; } >empty.mat
    refused "b has ${size% *} rows and ${size#* } columns, expected a row or column of 0" \
        "MAT: no unknowns, but b of $size" convert empty.mat x.lcp
done
{ mat 0 1 2 A; printf "$one$one"; mat 0 1 1 b; printf "$one"; } >e4.mat
refused 'A has 1 rows and 2 columns, expected as many' 'MAT: A is not square' convert e4.mat x.lcp
{ cat e2.mat; mat 0 1 1 A; } >e5.mat
refused 'e5.mat: byte 53: a second A' 'MAT: A is there twice' convert e5.mat x.lcp
mat 1 1 1 A >e6.mat
refused 'A is text, expected real numbers' 'MAT: A is text' convert e6.mat x.lcp
printf '%064d' 7 >e7.mat
refused 'e7.mat: byte 1: no MAT-file of level 4' 'a text is not a MAT-file' convert e7.mat x.lcp
printf '\0\0\0\0\001\0\0\0\001\0\0\0\002\0\0\0\002\0\0\0A\0' >parts.mat
refused 'parts.mat: byte 1: a variable of 1 rows and 1 columns with a name of 2' \
    'MAT: a variable neither real nor complex' convert parts.mat x.lcp
printf '\0\0\0\0\001\0\0\0\001\0\0\0\0\0\0\0\0\0\0\0A\0' >nameless.mat
refused 'nameless.mat: byte 1: a variable of 1 rows and 1 columns with a name of 0' \
    'MAT: a variable without a name' convert nameless.mat x.lcp
{ mat 2 1 3 A; printf '\0\0\0\0\0\240\346\100\0\0\0\0\0\240\346\100\0\0\0\0\0\0\0\0'; mat 0 1 1 b
  printf "$one"; } >e8.mat
refused 'A has 46336 rows, expected as many as b has numbers, 1' \
    'MAT: a huge sparse matrix and a small b' convert e8.mat x.lcp
printf '\0\0\0\0\377\377\377\177\377\377\377\177\0\0\0\0\002\0\0\0c\0' >e9.mat
refused 'e9.mat: byte 23: the file ends within a variable' 'MAT: a huge variable without data' \
    convert e9.mat x.lcp
taken=
for bytes in $(awk -v n="$(wc -c <big.mat)" 'BEGIN { for (i = 0; i < n; i++) print i }'); do
    head -c "$bytes" big.mat >cut.mat
    "$program" solve cut.mat >out 2>err
    [ $? -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] &&
        grep -q '^cut.mat: byte [0-9]*: the file ends w' err ||
        taken="$taken $bytes"
done
holds "a MAT-file that ends anywhere before its end is refused (but for:$taken)" [ -z "$taken" ]
limit=40000
if (ulimit -v $limit && "$program" --version) >/dev/null 2>&1; then
    for file in e7.dat e6.path e8.mat e9.mat; do
        (ulimit -v $limit; "$program" convert $file x.lcp) >out 2>err
        [ $? -eq 2 ] && ! grep -q memory err
        report $? "$file: a huge size before little data is refused in 40 MB"
    done
fi

# ---- problems that a format cannot hold ----
refused 'the format siconos cannot hold free unknowns and bounds' 'bounds for Siconos' \
    convert mixed.lcp x.dat
printf '1\n1\n1\nhi 1e21\n' >far.lcp
refused 'the format path cannot hold finite bounds of 1e20' 'a large bound for PATH' \
    convert far.lcp x.path
refused 'the format mtx takes 4 files, not the standard output' 'four files on one stream' \
    convert two.lcp - --to mtx
refused 'the format mtx takes 4 files, not the standard input' 'four files from one stream' \
    convert - x.lcp --from mtx
refused '--to takes lcp, mat, mtx, path or siconos, not' 'an unknown format' \
    convert two.lcp x --to mps
refused 'convert needs two arguments' 'one file for convert' convert two.lcp
refused 'would overwrite the input' 'a file converted to itself' convert two.lcp ./two.lcp
mkdir folder plain.mtx_b.mtx 2>/dev/null
for to in no/such/x.mat no/such/x.mtx folder two.lcp/x.dat; do
    refused 'cannot write' "$to" convert two.lcp $to
done
echo old >set.mtx
mkdir set_hi.mtx
refused 'cannot write set_hi.mtx: Is a directory' 'one of four files is a folder' \
    convert two.lcp set.mtx
[ "$(cat set.mtx)" = old ] && [ ! -e set_b.mtx ] && none_left
report $? 'one of four files is a folder: the others are unchanged'
if [ -w /dev/full ]; then
    for format in lcp mat path siconos; do
        refused 'cannot write /dev/full: ' "$format on a full disk" \
            convert two.lcp /dev/full --to $format
    done
    run run drop --mat /dev/full
    expect 2 err 'cannot write /dev/full: ' 'run --mat on a full disk'
fi
refused 'cannot write' 'run --mat in a missing folder' run drop --mat no/such/x.mat
[ ! -e x.lcp ] && [ ! -e x.dat ] && [ ! -e x.path ] && none_left
report $? 'refused outputs leave no file'

# ---- many problems ----
printf '2\n1 -1\n-1 1\n-1 -1\n' >'crush, "hard".lcp'
cat >want <<'EOF'
file,n,status
two.lcp,2,MB_OK
no.lcp,,unreadable
"crush, ""hard"".lcp",2,MB_RAY
two.mat,2,MB_OK
mixed.lcp,4,MB_OK
EOF
columns() { sed 's/,[^,]*,[^,]*,[^,]*$//' out; }
run solve two.lcp no.lcp 'crush, "hard".lcp' two.mat mixed.lcp
[ "$status" -eq 2 ] && columns | cmp -s want - &&
    grep -q '^no.lcp: cannot read: No such file' err &&
    grep -q '^3 of 5 problems solved, 1 not tried$' err
report $? 'several files: a row for each, and a missing file does not stop the others'
printf '%s\n' two.lcp no.lcp 'crush, "hard".lcp' '' two.mat mixed.lcp >list
"$program" solve --list - <list >out 2>err
[ $? -eq 2 ] && columns | cmp -s want -
report $? 'a list of files on the standard input gives the same rows'
run solve --list list --csv rows.csv
[ "$status" -eq 2 ] && [ "$(cut -d, -f1 rows.csv | tail -n 1)" = mixed.lcp ] &&
    grep -q '^3 of 5' out
report $? 'a list in a file, with the rows in another file'
printf 'crush, "hard".lcp\r\n\r\ntwo.lcp' >list
run solve --list list two.mat
[ "$status" -eq 1 ] &&
    [ "$(sed 1d out | awk -F, '{ print $(NF - 3) }' | tr '\n' ' ')" = 'MB_OK MB_RAY MB_OK ' ]
report $? \
    'exit status 1 if one is not solved; operands precede the list, whose lines may end in CR LF'
run solve two.lcp two.mat --quiet
[ "$status" -eq 0 ] && [ ! -s err ] && [ "$(wc -l <out)" -eq 3 ]
report $? 'exit status 0 if all problems are solved'
run solve two.lcp mixed.lcp two.mat mixed.lcp --solver jacobi
[ "$status" -eq 2 ] && [ "$(grep -c ',refused,' out)" -eq 2 ] &&
    [ "$(grep -c "not 'jacobi'" err)" -eq 1 ] && grep -q '^2 of 4' err
report $? 'a solver that cannot solve some of the problems is reported once'
refused '--svg is for one problem' 'a chart of several' solve two.lcp two.mat --svg x.svg
refused '--trace is for one problem' 'a trace of several' solve two.lcp two.mat --trace
cp two.lcp keep.lcp
run solve two.mat keep.lcp --csv keep.lcp
[ "$status" -eq 2 ] && grep -q 'would overwrite the problem keep.lcp' err &&
    cmp -s keep.lcp two.lcp && none_left
report $? 'the table would overwrite a problem'
refused 'would overwrite the input' 'the table would overwrite the list' \
    solve --list list --csv list
"$program" solve --list /dev/zero >out 2>err
[ $? -eq 2 ] && grep -q 'a line that is not the name of a file' err
report $? 'a file that is not a list'
awk 'BEGIN { for (i = 0; i < 20000; i++) print "two.lcp" }' >list
limit=16000
if (ulimit -v $limit && "$program" --version) >/dev/null 2>&1; then
    (ulimit -v $limit; "$program" solve --list list --csv rows.csv) >out 2>err
    [ $? -eq 0 ] && grep -q '^20000 of 20000 problems solved$' out &&
        [ "$(wc -l <rows.csv)" -eq 20001 ]
    report $? '20 000 problems in 16 MB'
else
    skip '20 000 problems in 16 MB' 'the program does not run in 16 MB of address space'
fi
printf '2\n2 1\n1 2\n-5 -6\n' >"$dir/two.lcp"
refused \
    'no format has the ending .foo: there are .lcp, .mat, .mtx, .path, .dat; or say --to FORMAT' \
    'convert to an ending that no format has' convert "$dir/two.lcp" "$dir/x.foo"
run convert "$dir/two.lcp" "$dir/x.foo" --to lcp
[ "$status" -eq 0 ] && run solve "$dir/x.foo" --from lcp && [ "$status" -eq 0 ]
report $? 'with --to any name is accepted'

finish
