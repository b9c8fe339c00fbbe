#!/bin/sh
# bad_scenes.sh: bad scenes: the exact messages on stderr, nothing on stdout, exit status 2
#
#   tests/program/bad_scenes.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
#
# Every message of the reader is in tests/data/bad_scenes.txt, which test_scene.c checks.
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# verdict NAME PATH EXPECTED: runs the program on PATH, and compares its messages
verdict() {
    run run "$2"
    if [ "$status" -eq 2 ] && [ ! -s "$dir/out" ] && [ "$(cat "$dir/err")" = "$3" ]; then
        report 0 "$1"
    else
        report 1 "$1"
        printf '%s\n' "exit status $status, expected 2, nothing on stdout, and:" "$3" |
            sed 's/^/# /'
    fi
}

bad=$dir/bad.scene
printf '%s\n' 'gravty 0 -9.81' 'step 0.01' 'time 1' 'epsilon 0.1' 'particle mass 1 position 0 5' \
    'step 0.02' >"$bad"
verdict 'a scene with two errors' "$bad" \
    "$bad:1:1: unknown statement 'gravty', did you mean 'gravity'?
$bad:6:1: second 'step', expected only one; the first is on line 2"

# ---- files that cannot be read as a text ----

verdict 'a file that does not exist' "$dir/none.scene" \
    "$dir/none.scene: cannot read: No such file or directory"
verdict 'a folder' "$dir" "$dir: cannot read: Is a directory"

printf 'step 1\n' >"$dir/locked.scene"
chmod 000 "$dir/locked.scene"
locked='a file that may not be read'
denied="$dir/locked.scene: cannot read: Permission denied"
if [ ! -r "$dir/locked.scene" ]; then
    verdict "$locked" "$dir/locked.scene" "$denied"
elif command -v setpriv >/dev/null 2>&1 &&
    setpriv --reuid=65534 --clear-groups true 2>/dev/null; then
    # root may read anything, so the program runs as another user
    everyone=$program program=$dir/as_nobody
    printf '#!/bin/sh\nexec setpriv --reuid=65534 --clear-groups "%s" "$@"\n' "$everyone" \
        >"$program"
    chmod 755 "$dir" "$program"
    verdict "$locked" "$dir/locked.scene" "$denied"
    program=$everyone
else
    skip "$locked" 'this user may read anything'
fi

# a file that is one byte too large, with a hole before that byte where the file system supports it
dd if=/dev/zero of="$dir/huge.scene" bs=1 count=1 seek=16777216 2>/dev/null
verdict 'a huge file' "$dir/huge.scene" \
    "$dir/huge.scene: cannot read: larger than 16777216 bytes, expected a scene file"
verdict 'an endless device' /dev/zero \
    '/dev/zero: cannot read: larger than 16777216 bytes, expected a scene file'

finish
