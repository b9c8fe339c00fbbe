# chromium.sh: helpers shared by the tests of pages, which read it with `.`, after tap.sh
#
# $browser is Chromium, or empty if it is not installed.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

# look HASH: opens hills.html in Chromium; the rendered page is in out, messages of the console in
# err
look() {
    "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$dir/profile" \
        --enable-logging=stderr --virtual-time-budget=5000 --dump-dom "file://$dir/hills.html#$1" \
        >"$dir/out" 2>"$dir/log" </dev/null
    grep CONSOLE "$dir/log" >"$dir/err"
}

# add_scripts PAGE SCRIPT... CALL: writes hills.html, which look opens: the page, with these scripts
# of tests/program and the call at its end. Frames are simulated by a timer, because there is no
# screen. Chromium's virtual time runs on while other threads prepare the module, so each frame also
# takes some real time.
add_scripts() {
    wait='for (let i = 0; i < 1e5 \&\& !document.body.dataset.ready; i++);'
    clock="(f) => setTimeout(() => { $wait f(performance.now()); }, 16)"
    clock="<head><script>window.requestAnimationFrame = $clock;</script>"
    sed "s|^<head>|$clock|; /^<\\/body>/,\$d" "$1" >"$dir/hills.html"
    shift
    { echo '<script>'
      while [ $# -gt 1 ]; do cat "tests/program/$1"; shift; done
      echo "$1</script></body></html>"; } >>"$dir/hills.html"
}

# accessible COUNT NAME: checks that page_access.js made COUNT measurements in look's output and
# found no fault
accessible() {
    sed -n '/<pre class="access">/,/<\/pre>/p' "$dir/out" >"$dir/err"
    [ "$(grep -c '<pre class="access">.* 0 wrong$' "$dir/err")" -eq "$1" ]
    report $? "$2: contrast by WCAG AA in light and dark, names and order of focusable elements"
}
