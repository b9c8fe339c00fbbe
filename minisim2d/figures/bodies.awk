# bodies.awk: from all steps of every formulation to a row of a table for each
#
#   awk -F, -v scene=push|tip|stacks -f rows.awk -f bodies.awk RUNS        prints SCENE_rows=...
{
    f = $c["formulation"]; body = $c["body"]
    step = $c["step"]; t = $c["t"]; x = $c["x"]; y = $c["y"]
    if (!(f in steps)) order[++count] = f
    steps[f] = step
    if ($c["penetration"] > depth[f] + 0) depth[f] = $c["penetration"]
    add_time(f, step, $c["seconds"])
}
# one is pushed until it has 1 m/s, the other starts with that and coasts from x = 2
scene == "push" && body == "pushed" && !(f in fast) && $c["vx"] >= 1 - 1e-9 { fast[f] = t }
scene == "push" && body == "coasts" { way[f] = x - 2 }
# one slides from x = 0, the other tips
scene == "tip" && body == "slides" && t < 0.5 + 1e-9 { way[f] = x }
scene == "tip" && body == "tips" { angle[f] = $c["angle"] }
# nothing moves, neither along x nor along y
scene == "stacks" && step == 0 { x0[f, body] = x; y0[f, body] = y }
scene == "stacks" {
    dx = x - x0[f, body]; dy = y - y0[f, body]
    way[f] = max(way[f], max(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy))
    size[f] = max(size[f], $c["size"])
}
END {
    for (k = 1; k <= count; k++) {
        f = order[k]
        table = table "<tr>" cell("%s", f)
        if (scene == "push")
            table = table cell("%.2f", fast[f]) cell("%.4f", way[f]) \
                cell("%+.4f", way[f] - 0.509684)
        if (scene == "tip") table = table cell("%.5f", way[f]) cell("%.3f", angle[f])
        if (scene == "stacks") table = table cell("%.2g", way[f]) cell("%d", size[f])
        table = table cell("%.2g", depth[f]) cell("%.3g", 1e6 * seconds[f, 1]) \
            cell("%.3g", 1e6 * median(f)) "</tr>"
    }
    set(scene "_rows", "%s", table)
}

function max(a, b) { return a + 0 > b + 0 ? a : b }

# a body's row has the time of its island: equal ones are the same island's
function add_time(f, step, s) {
    if ((f, step, s) in met) return
    met[f, step, s] = 1
    seconds[f, step] += s
}

# of the time of all islands, over the steps
function median(f,    n, k, i, sorted) {
    n = steps[f]
    for (k = 1; k <= n; k++) {
        for (i = k; i > 1 && sorted[i - 1] > seconds[f, k]; i--) sorted[i] = sorted[i - 1]
        sorted[i] = seconds[f, k]
    }
    return sorted[int((n + 1) / 2)]
}
