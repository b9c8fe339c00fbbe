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

# mtx NAME TEXT: writes a MatrixMarket file, whose first line the text continues
mtx() { printf "%%%%MatrixMarket matrix $2" >"$1.mtx"; }

# ---- files of other programs; test_problem.c has the MAT-files ----
printf '%s\n' '%%matrixmarket MATRIX Coordinate integer symmetric' '% a comment' '' '2 2 3' \
    '1 1 2 % end' '2 1 1' '2 2 2' |
    sed 's/matrixmarket/MatrixMarket/' >sparse.mtx
mtx sparse_b 'array real general\n2 1\n-5\n-6\n'
reads sparse.mtx '2\n2 1\n1 2\n-5 -6\n' 'MatrixMarket: coordinate, symmetric, without bounds'
mtx sk 'array real skew-symmetric\n2 2\n3\n'
cp sparse_b.mtx sk_b.mtx
mtx sk_lo 'array real general\n2 1\n-1\n-inf\n'
reads sk.mtx \
    '2\n0 -3\n3 0\n-5 -6\nlo -1 -inf\n' 'MatrixMarket: skew-symmetric, with lower bounds alone'
mtx three_b 'array real general\n3 1\n-7\n-8\n-9\n'
while IFS='|' read -r text rows; do
    mtx three "$text"
    reads three.mtx "3\n$rows\n-7 -8 -9\n" "MatrixMarket: ${text%%\\n*}, n = 3"
done <<'END'
array real skew-symmetric\n3 3\n1\n2\n3\n|0 -1 -2\n1 0 -3\n2 3 0
array integer symmetric\n3 3\n1 2 3\n4 5\n6\n|1 2 3\n2 4 5\n3 5 6
coordinate real skew-symmetric\n3 3 2\n2 1 1\n3 2 3\n|0 -1 0\n1 0 -3\n0 3 0
END
printf '2   3 2 2 4  1 1 1 1 2 2 -5\n-6 -1e21 4 -3 inf' >free.path
reads free.path '2\n1 2\n0 4\n-5 -6\nlo -inf -3\nhi 4 inf\n' \
    'PATH: entries in any order; 1e20 and larger numbers are infinite'

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
# a line: the format, the text of a file, and the only message about it, without the file's name; a
# MatrixMarket file, marked by >, begins with the words that all have
while IFS='|' read -r ending text message; do
    [ "$ending" != '>' ] || text="%%%%MatrixMarket matrix $text" ending=mtx
    printf "$text" >bad.$ending
    run convert bad.$ending x.lcp
    [ "$status" -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] &&
        grep -qF "bad.$ending:$message" err
    report $? "$ending: $message"
done <<'END'
dat||1:1: the file ends before n
dat|2\n1\n2\n2\n2 2\n1 2 3 4\n5 6\n|2:1: '1' for the storage of A, expected 0
dat|2\n0\n2\n3\n2 2\n1 2 3 4\n5 6\n|4:1: '3' for the columns of A, expected 2
dat|2\n0\n2\n2\n3\n|5:1: '3' for the rows of A, expected 2
dat|2\n0\n2\n2\n2 3\n|5:3: '3' for the columns of A, expected 2
dat|2\n0\n2\n2\n2 2\n1 2 3\n|7:1: the file ends after 3 of the 4 numbers of A
dat|1\n0\n1\n1\n1 1\nnan\n2\n|6:1: 'nan' in A is not finite
dat|1\n0\n1\n1\n1 1\n1\n2 3\n|7:3: '3' after b, expected the end of the file
path|2 5\n|1:3: '5' for the number of entries of A, expected a whole number from 0 to 4
path|2 1\n3 1 1\n|2:1: '3' for the row of an entry of A, expected a whole number from 1 to 2
path|2 2\n1 1 1\n1 1 2\n0 0\n0 1\n0 1\n|3:1: a second entry in row 1 and column 1, expected only one
path|1 1\n1 1 1\n0\n2 1\n|4:1: lo = 2 and hi = 1 of z1, expected lo <= hi
path|1 1\n1 1 1\n0\n1e20 inf 3\n|4:10: '3' after the bounds, expected the end of the file
path|1 1\n1 1 1\n0\nnan 0\n|4:1: 'nan' in lo, expected a finite number or -inf
mtx|2 2\n1 2\n3 4\n|1:1: no MatrixMarket file, expected one that begins with %%MatrixMarket
mtx|%%%%MatrixMarket vector array\n|1:16: 'vector' on the first line, expected matrix
>|array complex general\n|1:29: 'complex' on the first line, expected real or integer
>|list real general\n|1:23: 'list' on the first line, expected array or coordinate
>|array real hermitian\n|1:34: 'hermitian' on the first line, expected general or symmetric or skew
>|array real general\n2 3\n|2:3: '3' for the columns, expected 2
>|array real general\n1 1\ninf\n|3:1: 'inf' in A is not finite
>|array real symmetric\n2 2\n1\n2\n|5:1: the file ends after 2 of the 3 numbers of A
>|array real skew-symmetric\n3 3\n1\n2\n3\n4\n|6:1: '4' after A, expected the end of the file
>|coordinate real symmetric\n2 2 1\n1 2 1\n|3:1: an entry above the diagonal
>|coordinate real symmetric\n2 2 3\n1 1 1\n2 1 1\n2 1 1\n|5:1: a second entry in row 2 and column 1
>|coordinate real general\n2 2 2\n1 2 1\n1 2 1\n|4:1: a second entry in row 1 and column 2
END
mtx e14 'array real general\n1 1\n1\n'
for part in b lo hi; do
    mtx e14_b 'array real general\n1 1\n1\n'
    for words in 'coordinate real general' 'array real symmetric'; do
        mtx e14_$part "$words\n1 1\n1\n"
        run convert e14.mtx x.lcp
        [ "$status" -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] &&
            grep -q "^e14_$part.mtx:1:[0-9]*: .* on the first line, expected" err
        report $? "MatrixMarket: $part as $words"
    done
    rm -f e14_$part.mtx
done
mtx e6 'array real general\n2 2\n1\n2\n3\n4\n'
refused 'e6_b.mtx: cannot read: No such file' 'MatrixMarket: A without b' convert e6.mtx x.lcp
cp sparse_b.mtx e6_b.mtx
mtx e6_lo 'array real general\n2 1\n1\n2\n'
mtx e6_hi 'array real general\n3 1\n1\n2\n3\n'
refused "e6_hi.mtx:2:1: '3' for the rows, expected 2" 'MatrixMarket: bounds of another size' \
    convert e6.mtx x.lcp
mtx e6_hi 'array real general\n2 1\n1\n1\n'
refused 'e6.mtx: lo = 2 and hi = 1 of z2, expected lo <= hi' \
    'MatrixMarket: a lower bound above the upper one' convert e6.mtx x.lcp

# mat TYPE ROWS COLUMNS NAME: prints the head of a variable in a MAT-file; all numbers below 256
mat() {
    head='\\%03o\\0\\0\\0\\%03o\\0\\0\\0\\%03o\\0\\0\\0\\0\\0\\0\\0\\002\\0\\0\\0%s\\0'
    printf "$(printf "$head" "$1" "$2" "$3" "$4")"
}
one='\0\0\0\0\0\0\360\077'
{ mat 0 1 1 A; printf "$one"; } >headless.mat
{ cat headless.mat; mat 0 2 1 b; printf "$one$one"; } >long.mat
{ mat 0 1 2 A; printf "$one$one"; mat 0 1 1 b; printf "$one"; } >wide.mat
{ cat headless.mat; mat 0 1 1 A; } >again.mat
printf '%064d' 7 >text.mat
printf '\0\0\0\0\001\0\0\0\001\0\0\0\002\0\0\0\002\0\0\0A\0' >parts.mat
printf '\0\0\0\0\001\0\0\0\001\0\0\0\0\0\0\0\0\0\0\0A\0' >nameless.mat
{ mat 2 1 3 A; printf '\0\0\0\0\0\240\346\100\0\0\0\0\0\240\346\100\0\0\0\0\0\0\0\0'; mat 0 1 1 b
  printf "$one"; } >sparse.mat
printf '\0\0\0\0\377\377\377\177\377\377\377\177\0\0\0\0\002\0\0\0c\0' >huge.mat
# without unknowns b is empty if either of its sizes is 0
for size in '0 0' '5 0' '0 5'; do
    { mat 0 0 0 A; mat 0 $size b; } >empty.mat
    run convert empty.mat empty.lcp
    [ "$status" -eq 0 ] && [ "$(sed -n '/^[^#]/{p;q;}' empty.lcp)" = 0 ]
    report $? "MAT: no unknowns, and b of $size"
done
{ mat 0 0 0 A; mat 0 1 1 b; printf "$one"; } >empty.mat
each refused <<'END'
convert headless.mat x.lcp => headless.mat: byte 31: the file ends without a variable b
convert long.mat x.lcp => long.mat: byte 53: b has 2 rows and 1 columns, expected a row or column
convert empty.mat x.lcp => b has 1 rows and 1 columns, expected a row or column of 0
convert wide.mat x.lcp => A has 1 rows and 2 columns, expected as many
convert again.mat x.lcp => again.mat: byte 53: a second A
convert text.mat x.lcp => text.mat: byte 1: no MAT-file of level 4
convert parts.mat x.lcp => byte 1: a variable of 1 rows and 1 columns with a name of 2
convert nameless.mat x.lcp => byte 1: a variable of 1 rows and 1 columns with a name of 0
convert sparse.mat x.lcp => A has 46336 rows, expected as many as b has numbers, 1
convert huge.mat x.lcp => huge.mat: byte 23: the file ends within a variable
END
{ cat headless.mat; mat 0 1 1 b; printf "$one"; } >plain.mat
taken=
for bytes in $(awk -v n="$(wc -c <plain.mat)" 'BEGIN { for (i = 0; i < n; i++) print i }'); do
    head -c "$bytes" plain.mat >cut.mat
    "$program" solve cut.mat >out 2>err
    [ $? -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] &&
        grep -q '^cut.mat: byte [0-9]*: the file ends w' err ||
        taken="$taken $bytes"
done
holds "a MAT-file that ends anywhere before its end is refused (but for:$taken)" [ -z "$taken" ]
printf '46340\n0\n46340\n46340\n46340 46340\n1\n' >huge.dat
printf '46340 0\n' >huge.path
limit=40000
if (ulimit -v $limit && "$program" --version) >/dev/null 2>&1; then
    for file in huge.dat huge.path sparse.mat huge.mat; do
        (ulimit -v $limit; "$program" convert $file x.lcp) >out 2>err
        [ $? -eq 2 ] && ! grep -q memory err
        report $? "$file: a huge size before little data is refused in 40 MB"
    done
fi

# ---- problems that a format cannot hold, and files that cannot be written ----
printf '1\n1\n1\nhi 1e21\n' >far.lcp
mkdir folder
each refused <<'END'
convert mixed.lcp x.dat => the format siconos cannot hold free unknowns and bounds
convert far.lcp x.path => the format path cannot hold finite bounds of 1e20
convert two.lcp - --to mtx => the format mtx takes 4 files, not the standard output
convert - x.lcp --from mtx => the format mtx takes 4 files, not the standard input
convert two.lcp x --to mps => --to takes lcp, mat, mtx, path or siconos, not
convert two.lcp => convert needs two arguments
convert two.lcp ./two.lcp => would overwrite the input
convert two.lcp x.foo => no format has the ending .foo: there are .lcp, .mat, .mtx, .path, .dat; or
convert two.lcp no/such/x.mat => cannot write
convert two.lcp no/such/x.mtx => cannot write
convert two.lcp folder => cannot write
convert two.lcp two.lcp/x.dat => cannot write
run drop --mat no/such/x.mat => cannot write
END
run convert two.lcp x.foo --to lcp
[ "$status" -eq 0 ] && run solve x.foo --from lcp && [ "$status" -eq 0 ]
report $? 'with --to any name is accepted'
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

finish
