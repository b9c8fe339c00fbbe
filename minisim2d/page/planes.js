/* planes.js: the explorer's pictures: the plane of b with its cones, the plane of z, the residuals
 *
 * They show the state in Explorer, see explorer.js. */

/* of each cone: its colour, its dash, and the radius of its arc */
const CONES = [["c2", "", 0.5], ["c0", "7 3", 0.57], ["c3", "2 3", 0.64], ["c4", "9 3 2 3", 0.71]];

/* the style of a solver */
const LOOKS = {
  "pgs": ["c2", "", "circle"],
  "jacobi": ["c5", "5 3", "diamond"],
  "fischer-newton": ["c0", "8 3", "square"],
  "minmap-newton": ["c4", "3 3", "triangle"],
  "interior-point": ["c3", "9 3 2 3", "caret"],
  "fixed-point": ["c6", "2 2", "diamond"],
  "dantzig": ["c1", "6 2 2 2", "square"],
  "mine": ["c1", "", "caret"]
};
const OTHER_LOOK = ["c1", "1 3", "circle"];

/* the direction of an arrow key */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const TOLERANCE = 1e-10, GRID = 73, MOST_DRAWN = 200;

function look(name) {
  const [colour, dash, marker] = LOOKS[name] || OTHER_LOOK;
  return { name, colour, dash, marker, ink: "var(--" + colour + ")" };
}

/* An element over each of a picture's handles, so that a screen reader finds it, arrow keys move it, and a ring shows the focus:
 * it stays when the picture is drawn anew. list: [{ name, label, now, said, left, bottom }] */
function placeOver(view, title, list, key) {
  if (!view.hands) {
    view.hands = htmlNode(view.figure, "div", undefined, { class: "hands", role: "group", "aria-label": title });
    view.hands.addEventListener("keydown", key);
  }
  const old = new Map([...view.hands.children].map((n) => [n.dataset.hand, n]));
  for (const [name, node] of old) if (!list.some((h) => h.name === name)) node.remove();
  list.forEach((h, i) => {
    const node = old.get(h.name) || htmlNode(null, "span", undefined, { class: "hand", tabindex: 0, role: "slider",
      "data-hand": h.name, "aria-valuemin": -FAR, "aria-valuemax": FAR });
    if (view.hands.children[i] !== node) view.hands.insertBefore(node, view.hands.children[i] || null);
    node.setAttribute("aria-label", h.label);
    node.setAttribute("aria-valuenow", h.now);
    node.setAttribute("aria-valuetext", h.said);
    node.style.left = h.left;
    node.style.bottom = h.bottom.toFixed(1) + "px";
  });
}

/* ---- a square plane with a point that can be moved ---- */

class Plane {
  constructor(figure, names, drag) {
    this.figure = figure;
    this.names = names;
    this.drag = drag;
    this.tips = () => [];      /* [{ name, said, at, drag }]: the tips of arrows, which can also be
                                  moved */
    this.svg = svgNode(figure, "svg", { role: "application", tabindex: "0",
      "aria-roledescription": "picture with a point that the arrow keys move" });
    whileHeld(this.svg, (e, begins) => this.move(e, begins), settle);
    this.svg.addEventListener("keydown", (e) => this.key(e));
  }

  /* the tip of an arrow, if one is nearer than the movable point */
  tipAt(e) {
    const [x, y] = pointAt(this.svg, e, this.size), slack = e.pointerType === "touch" ? 26 : 14;
    const far = (p) => Math.hypot(this.x(p[0]) - x, this.y(p[1]) - y);
    const near = this.tips().filter((tip) => far(tip.at) < slack && far(tip.at) < far(this.point()));
    return near.sort((a, b) => far(a.at) - far(b.at))[0] || null;
  }

  /* in steps of round numbers, so that sides of cones can be hit */
  move(e, begins) {
    if (begins) this.tip = this.tipAt(e);
    if (begins && this.tip) return;
    const [x, y] = pointAt(this.svg, e, this.size), grain = powerOfTen(this.width / 200);
    const snap = (c) => Number((Math.round(c / grain) * grain).toPrecision(12));
    (this.tip || this).drag([snap(this.x0 + x / this.scale), snap(this.y1 - y / this.scale)]);
  }

  key(e, name) {
    const moved = this.tips().find((tip) => tip.name === name) || { at: this.point(), drag: this.drag };
    const way = WAYS[e.key], s = (e.shiftKey ? 1 : 0.1) * powerOfTen(this.width / 5);
    if (!way) return;
    e.preventDefault();
    moved.drag(moved.at.map((x, i) => Number((x + s * way[i]).toPrecision(12))));
    settle();
  }

  placeTips() {
    placeOver(this, "Tips of arrows", this.tips().map(({ name, at, said }) => ({ name, label: "tip of " + name, now: said[0],
      said: pair(said), left: this.x(at[0]).toFixed(1) + "px", bottom: this.size - this.y(at[1]) })),
      (e) => this.key(e, e.target.dataset.hand));
  }

  x(x) { return (x - this.x0) * this.scale; }
  y(y) { return (this.y1 - y) * this.scale; }
  /* things far outside are drawn only a little outside */
  to(p) {
    const far = (x) => clamp(x, -1e5, 1e5).toFixed(2);
    return far(this.x(p[0])) + " " + far(this.y(p[1]));
  }

  /* an empty frame for [x0, x0 + width] x [y0, y0 + width] */
  frame(x0, y0, width) {
    this.size = clamp(this.figure.clientWidth || 480, 240, 560);
    this.scale = this.size / width;
    Object.assign(this, { x0, y0, width, x1: x0 + width, y1: y0 + width });
    this.svg.setAttribute("viewBox", "0 0 " + this.size + " " + this.size);
    this.svg.style.maxWidth = this.size + "px";
    this.svg.textContent = "";
    this.words = new Words(this.svg, this.size, this.size, []);
    this.labels = [];
    this.across = ticks(x0, this.x1, 6);
    this.up = ticks(y0, this.y1, 6);
    const grid = { class: "grid" };
    for (const k of this.across.at) this.path("M" + this.x(k) + " 0V" + this.size, grid);
    for (const k of this.up.at) this.path("M0 " + this.y(k) + "H" + this.size, grid);
    this.path("M0 " + this.y(0) + "H" + this.size + "M" + this.x(0) + " 0V" + this.size,
              { class: "axis" });
  }

  /* the numbers of the ticks and the names of the axes, over everything drawn so far */
  numbers() {
    const inside = (x) => x > 12 && x < this.size - 12;
    const zero = (k) => Math.abs(k) < 1e-9 * this.width;
    const x0 = this.x(0), y0 = this.y(0);
    for (const k of this.across.at)
      if (!zero(k) && inside(this.x(k)))
        this.say(this.x(k), clamp(y0 + 15, 15, this.size - 4), this.across.label(k), "middle");
    for (const k of this.up.at)
      if (!zero(k) && inside(this.y(k)))
        this.say(clamp(x0 - 5, 26, this.size), this.y(k) + 4, this.up.label(k), "end");
    this.say(this.size - 4, clamp(y0 - 5, 12, this.size - 4), this.names[0], "end");
    this.say(clamp(x0 + 5, 4, this.size - 20), 13, this.names[1], "start");
  }

  path(d, attributes) { return pathNode(this.svg, d, attributes); }

  circle(p, r, attributes) { circleNode(this.svg, [this.x(p[0]), this.y(p[1])], r, attributes); }

  line(points, attributes) {
    const shown = points.filter((p) => p.every(Number.isFinite));
    if (shown.length) this.path("M" + shown.map((p) => this.to(p)).join("L"), { fill: "none", ...attributes });
  }

  say(x, y, text, anchor) {
    this.words.taken.push(...this.words.boxes([x, y, anchor], text));
    textNode(this.svg, x, y, anchor, text, { class: "halo" });
  }

  /* write() puts it at one of several places, lower ranks first; see Words.say */
  label(rank, places, text, fill, more) { this.labels.push([rank, places, text, fill || "var(--ink)", more]); }

  write() {
    for (const [, places, text, fill, more] of this.labels.sort((a, b) => a[0] - b[0])) this.words.say(places, text, fill, more);
  }

  mark(marker, p, size, ink) {
    if (!p.every(Number.isFinite)) return;
    const place = "translate(" + this.to(p) + ") scale(" + size + ")";
    drawMarker(this.svg, marker, 0, 0, { class: "body", stroke: ink, "stroke-width": 2.5, transform: place });
  }

  handle(p, r, what) {
    if (p.every(Number.isFinite)) this.circle(p, r, { class: "b", "data-handle": what });
  }
}

const powerOfTen = (x) => Math.pow(10, Math.floor(Math.log10(x)));

/* ---- the plane of b ---- */

/* the vector of cone c on side i: e_i, or minus column i of A */
const side = (c, i) => (c >> i & 1 ? [0 - Explorer.A[i], 0 - Explorer.A[2 + i]] : [1 - i, i]);
const angleOf = (v) => Math.atan2(v[1], v[0]);
const someLength = (v) => v[0] !== 0 || v[1] !== 0;

/* a point of the picture, this many pixels from the origin */
function polar(plane, angle, radius) {
  return [plane.x(0) + radius * Math.cos(angle), plane.y(0) - radius * Math.sin(angle)];
}

/* a cone */
function drawCone(plane, c, lit) {
  const [colour, dash, part] = CONES[c], ink = "var(--" + colour + ")", name = coneName(c);
  const u = side(c, 0), v = side(c, 1), a = angleOf(u), turn = u[0] * v[1] - u[1] * v[0];
  const radius = part * plane.size / 2, far = 2 * plane.size;
  const at = (angle, r) => polar(plane, angle, r).map((x) => x.toFixed(1)).join(" ");
  const rim = (d, width) => plane.path(d, { class: "cone", fill: "none", stroke: ink,
    "stroke-width": width, "stroke-dasharray": dash, "data-cone": name, "data-lit": lit ? 1 : 0 });
  let middle = a, round = 0;

  if (Explorer.found.flat[c]) {      /* a half-line, or a line */
    for (const w of [u, v].filter(someLength))
      rim("M" + at(0, 0) + "L" + at(angleOf(w), far), lit ? 8 : 5);
  } else {
    let between = angleOf(v) - a;
    if (turn > 0 && between < 0) between += 2 * Math.PI;
    if (turn < 0 && between > 0) between -= 2 * Math.PI;
    middle = a + between / 2;
    round = between;
    plane.path("M" + [at(0, 0), at(a, far), at(middle, far), at(a + between, far)].join("L") + "Z",
               { fill: ink, "fill-opacity": lit ? 0.38 : 0.1 });
    rim("M" + at(a, radius) + "A" + radius + " " + radius + " 0 0 " + (turn > 0 ? 0 : 1) + " " +
        at(a + between, radius), lit ? 5 : 2);
  }
  const places = [2, -18, 22].flatMap((out) => [0, 0.14, -0.14, 0.28, -0.28, 0.4, -0.4].map((f) =>
    polar(plane, middle + f * round, radius + out)));
  plane.label(4, places.map(([x, y]) => [x, y + 4, "middle"]), name, "", { "font-weight": lit ? "bold" : "normal" });
}

/* between the sides, at the edge: the number of overlapping cones there */
function drawCounts(plane) {
  const round = 2 * Math.PI, vectors = [[1, 0], [0, 1], side(3, 0), side(3, 1)].filter(someLength);
  const angles = vectors.map((v) => Number(((angleOf(v) + round) % round).toFixed(9)));
  const sorted = [...new Set(angles)].sort((a, b) => a - b);

  sorted.forEach((a, i) => {
    const next = sorted[(i + 1) % sorted.length], width = (next - a + round) % round || round;
    const middle = a + width / 2, c = Math.cos(middle), s = Math.sin(middle);
    if (width < 0.12) return;
    const { count } = solutions([c, s]);
    const words = count < 0 ? "many" : count + (count === 1 ? " cone" : " cones");
    const places = [0, 0.2, -0.2, 0.35, -0.35].map((f) => middle + f * width).map((angle) => polar(plane, angle,
      (plane.size / 2 - 30) / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)))));
    plane.label(5, places.map(([x, y]) => [x, y + 5, "middle"]), words, "", { "data-count": count });
  });
}

/* [px]: least length of arrows, and least distance of their tips from the frame, so that these can
 * be grasped; length of the longest of the four, as part of half the picture: only their directions
 * make the cones, and b has its own scale */
const SHORT = 34, RIM = 14, LONGEST_SIDE = 0.74;

/* the end of a vector's arrow in the picture; the factor from it to the true length */
function tipOf(plane, v) {
  const size = Math.hypot(v[0], v[1]), most = plane.size / 2 - RIM, far = Math.max(Math.abs(v[0]), Math.abs(v[1]));
  const shown = clamp(LONGEST_SIDE * plane.size / 2 * size / Explorer.longest, SHORT, most * size / far),
    factor = size * plane.scale / shown;
  return { at: v.map((x) => x / factor), factor };
}

/* the columns and d as arrows whose tips can be dragged */
function planeTips(plane) {
  const E = Explorer, column = (i) => {
    const v = side(3, i);
    if (!someLength(v)) return [];
    const { at, factor } = tipOf(plane, v);
    return [{ name: ["-a1", "-a2"][i], said: v, at, drag: (p) => {
      if (someLength(p)) setColumn(i, p.map((x) => 0 - shortNumber(x * factor)));
    } }];
  };
  return [...column(0), ...column(1), { name: "d", said: E.d, at: coverTip(plane), drag: (p) =>
    setCover(p.map((x, i) => x - E.b[i])) }];
}

const shortNumber = (x) => Number(x.toPrecision(4));

/* the tip of d, drawn from b on */
function coverTip(plane) {
  const { b, d } = Explorer, size = Math.hypot(d[0], d[1]) * plane.scale;
  return b.map((x, i) => x + d[i] * 70 / size);
}

/* the vectors that span the cones, as arrows, extended to the frame */
function drawSides(plane) {
  const x = plane.x(0), y = plane.y(0), far = 2 * plane.size;
  const sides = [[[1, 0], "e1"], [[0, 1], "e2"], [side(3, 0), "-a1"], [side(3, 1), "-a2"]];

  sides.forEach(([v, name], i) => {
    if (!someLength(v)) return;
    const { at } = tipOf(plane, v), tx = plane.x(at[0]), ty = plane.y(at[1]), size = Math.hypot(tx - x, ty - y),
      ux = (tx - x) / size, uy = (ty - y) / size;
    plane.path("M" + x + " " + y + "l" + far * ux + " " + far * uy, { class: "path", "stroke-width": 1 });
    plane.path(arrowPath(x, y, tx, ty), { stroke: "var(--ink)", fill: "var(--ink)", "stroke-width": 2 });
    if (i > 1) circleNode(plane.svg, [tx, ty], 7, { class: "tip", "data-handle": name });
    plane.words.take(tx - 8, ty - 8, 16, 16);
    plane.label(1, [[tx - 18 * uy, ty + 18 * ux + 4, "middle"], [tx + 18 * uy, ty - 18 * ux + 4, "middle"],
      ...around(tx, ty)], name);
  });
}

/* b = w - A z: the two vectors of its cone, one after the other */
function drawSum(plane) {
  const s = Explorer.found.list[0];
  if (!s || s.kind !== 0) return;
  const parts = [0, 1].map((i) => (s.z[i] > 0
    ? ["z" + (i + 1) + " (-a" + (i + 1) + ")", side(3, i).map((x) => x * s.z[i])]
    : ["w" + (i + 1) + " e" + (i + 1), [1 - i, i].map((x) => x * s.w[i])])).filter(([, v]) => someLength(v));
  let from = [0, 0];
  for (const [name, v] of parts) {
    const to = from.map((x, i) => x + v[i]), [x, y, tx, ty] = [plane.x(from[0]), plane.y(from[1]), plane.x(to[0]),
      plane.y(to[1])];
    plane.path(arrowPath(x, y, tx, ty), { class: "sum", "data-sum": name });
    const size = Math.hypot(tx - x, ty - y), u = tx < x ? [(x - tx) / size, (y - ty) / size] : [(tx - x) / size, (ty - y) / size];
    const places = [0.5, 0.35, 0.65].flatMap((f) => [14, -14].map((off) =>
      [x + f * (tx - x) - off * u[1], y + f * (ty - y) + off * u[0], "along", u]));
    if (size > 40) plane.label(3, places, name, "var(--c0)");
    from = to;
  }
}

/* b + d z0; only as far as it is visible */
function onPath(z0) {
  const far = Math.min(z0, 4 * Explorer.extent / Math.min(...Explorer.d));
  return Explorer.b.map((b, i) => b + far * Explorer.d[i]);
}

/* all of b + d z0 dotted, the part that Lemke has followed thick, the present leg thickest */
function drawPath(plane, k) {
  const { legs, hidden, ray } = Explorer.path, j = Math.min(k, legs.length - 1);
  const walk = (leg, width) => plane.line([onPath(leg.from), onPath(leg.to)],
    { class: "path", "stroke-width": width });

  plane.line([onPath(0), onPath(Infinity)],
             { class: "path", "stroke-width": 1.5, "stroke-dasharray": "3 4" });
  if (hidden) return;
  legs.slice(0, j).forEach((leg) => walk(leg, 2));
  walk(legs[j], 5);
  for (const leg of legs.slice(1, j + 1)) {
    const p = onPath(leg.from);
    plane.mark("circle", p, 0.7, "var(--ink)");
    plane.words.take(plane.x(p[0]) - 6, plane.y(p[1]) - 6, 12, 12);
    plane.label(2, around(plane.x(p[0]), plane.y(p[1])), String(leg.pivot.iteration));
  }
  if (k >= legs.length && ray) drawRay(plane, onPath(legs[j].from));
}

/* an arrow out of the frame, along d; or, where only z goes on, its name alone */
function drawRay(plane, from) {
  const { d } = Explorer, size = Math.hypot(d[0], d[1]), ux = d[0] / size, uy = -d[1] / size;
  const x = plane.x(from[0]), y = plane.y(from[1]), room = Math.min((plane.size - x) / ux, y / -uy) - 6;
  const moves = Explorer.runs.lemke.climb > 0, tip = [x + room * ux, y + room * uy];

  if (moves && room > 20) plane.path(arrowPath(...tip.map((t, i) => t - 14 * [ux, uy][i]), ...tip), { fill: "var(--ink)" });
  const [tx, ty] = moves && room > 20 ? [tip[0] - 18, tip[1] + 14] : [x - 8, y - 8];
  plane.label(1, [[tx, ty, "end"], ...around(x, y)], moves ? "ray" : "ray: z grows, z0 stays", "", { "data-ray": 1 });
}

/* d, from b on */
function drawCover(plane) {
  const b = Explorer.b, tip = coverTip(plane), [x, y, tx, ty] = [plane.x(b[0]), plane.y(b[1]), plane.x(tip[0]), plane.y(tip[1])];
  plane.path(arrowPath(x, y, tx, ty), { stroke: "var(--ink)", fill: "var(--ink)", "stroke-width": 2 });
  circleNode(plane.svg, [tx, ty], 7, { class: "tip", "data-handle": "d" });
  plane.words.take(tx - 8, ty - 8, 16, 16);
  plane.label(1, around(tx, ty), "d");
}

function drawCones() {
  const E = Explorer, plane = E.bplane, k = stepNow(), { legs, hidden } = E.path;
  const lit = hidden ? -1 : legs[Math.min(k, legs.length - 1)].cone;

  plane.frame(-E.extent, -E.extent, 2 * E.extent);
  for (let c = 0; c < 4; c++) if (c !== lit) drawCone(plane, c, false);
  if (lit >= 0) drawCone(plane, lit, true);
  drawSides(plane);
  plane.numbers();
  drawPath(plane, k);
  drawSum(plane);
  drawCover(plane);
  drawCounts(plane);
  plane.placeTips();
  plane.handle(E.b, 8, "b");
  plane.words.take(plane.x(E.b[0]) - 8, plane.y(E.b[1]) - 8, 16, 16);
  plane.label(0, [[plane.x(E.b[0]) - 10, plane.y(E.b[1]) + 18, "end"], ...around(plane.x(E.b[0]), plane.y(E.b[1]))], "b");
  plane.write();
  plane.svg.setAttribute("aria-label",
    "Plane of b. b = " + pair(E.b) + ". " + $("answer").textContent + " " + $("lit").textContent);
}

/* ---- the plane of z ---- */

/* the points at which the sides of the square at corner (i, j) cross a level; f: the values at its
 * corners */
function crossings(f, level, i, j) {
  const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]], cuts = [];

  for (let e = 0; e < 4; e++) {
    const [x, y] = corners[e], [X, Y] = corners[(e + 1) % 4];
    const p = f[e] - level, q = f[(e + 1) % 4] - level, s = p / (p - q);
    if (p < 0 !== q < 0) cuts.push([x + s * (X - x), y + s * (Y - y)]);
  }
  return cuts;
}

/* lines of equal merit */
function drawContours(plane) {
  const { kit } = Live, h = plane.width / (GRID - 1);

  give(Explorer.b);
  kit.explorer_merit(plane.x0, plane.y0, plane.width, GRID);
  const merit = kitNumbers(kit.explorer_grid(), GRID * GRID), top = Math.max(...merit);
  const levels = [2, 5, 12.5, 31, 79, 395, 2e3, 1e4, 5e4].map((part) => top / part);
  const lines = levels.map(() => "");
  const at = ([x, y]) => plane.to([plane.x0 + h * x, plane.y0 + h * y]);
  for (let j = 0; j + 1 < GRID; j++)
    for (let i = 0; i + 1 < GRID; i++) {
      const k = j * GRID + i, f = [merit[k], merit[k + 1], merit[k + GRID + 1], merit[k + GRID]];
      const least = Math.min(...f), most = Math.max(...f);
      levels.forEach((level, n) => {
        if (!(least < level && level <= most)) return;
        const cuts = crossings(f, level, i, j).map(at);
        for (let c = 0; c + 1 < cuts.length; c += 2) lines[n] += "M" + cuts[c] + "L" + cuts[c + 1];
      });
    }
  for (const d of lines) if (d) plane.path(d, { class: "contour" });
}

/* the line w_i = 0, with its name well inside the frame */
function drawZeroLine(plane, i) {
  const n = Explorer.A.slice(2 * i, 2 * i + 2), size = Math.hypot(n[0], n[1]);
  if (!size) return;
  const u = n.map((x) => x / size), p = u.map((x) => -x * Explorer.b[i] / size);
  const far = 4 * plane.width + Math.hypot(p[0], p[1]);
  const at = (s) => [p[0] + s * far * u[1], p[1] - s * far * u[0]];
  plane.line([at(-1), at(1)],
             { class: "path", "stroke-width": 2, "stroke-dasharray": i ? "10 4" : "" });

  const margin = 0.06 * plane.width, inside = [];
  for (let s = -200; s <= 200; s++) {
    const [x, y] = at(s / 200);
    const room = Math.min(x - plane.x0, plane.x1 - x, y - plane.y0, plane.y1 - y);
    if (room > margin) inside.push([plane.x(x), plane.y(y)]);
  }
  if (!inside.length) return;
  const places = (i ? inside.reverse() : inside).filter((_, k) => k % 4 === 0).flatMap(([x, y]) => [1, -1].map((way) =>
    [x + 14 * way * u[0], y - 14 * way * u[1] + 4, way * (u[0] || 1) > 0 ? "start" : "end"]));
  plane.label(1, places, "w" + (i + 1) + " = 0");
}

/* the points of a run up to step k; Gauss-Seidel by way of its corners */
function iterates(name, k) {
  const points = [Explorer.start];

  for (const row of Explorer.runs[name].rows) {
    if (row.iteration > Math.min(k, MOST_DRAWN) || !row.z) break;
    if (row.iteration === 0) continue;
    if (name === "pgs") points.push([row.z[0], points[points.length - 1][1]]);
    points.push(row.z);
  }
  return points;
}

function drawRun(plane, name, k) {
  const { dash, marker, ink } = look(name), points = iterates(name, k), last = points.length - 1;

  plane.line(points, { stroke: ink, "stroke-width": 2, "stroke-dasharray": dash });
  points.forEach((p, i) => {
    const corner = name === "pgs" && i % 2 === 1;
    if (!corner) plane.mark(marker, p, i === last ? 0.9 : 0.55, ink);
  });
}

function drawSolution(plane, s) {
  const ends = { 1: s.to, 2: s.z.map((x, i) => x + 10 * plane.width * s.to[i]) };

  if (ends[s.kind]) plane.line([s.z, ends[s.kind]],
    { stroke: "var(--ink)", "stroke-width": 7, "stroke-linecap": "round" });
  plane.circle(s.z, 9, { fill: "none", stroke: "var(--ink)", "stroke-width": 3 });
}

function drawZ() {
  const E = Explorer, plane = E.zplane, k = stepNow(), { lo, width } = E.zbox, shown = shownInZ();

  plane.frame(lo, lo, width);
  drawContours(plane);
  plane.path("M" + plane.x(0) + " 0V" + plane.y(0) + "H" + plane.size,
             { class: "axis", "stroke-width": 3 });
  drawZeroLine(plane, 0);
  drawZeroLine(plane, 1);
  plane.numbers();
  E.found.list.forEach((s) => drawSolution(plane, s));
  shown.forEach((name) => drawRun(plane, name, k));
  plane.handle(E.start, 6, "start");
  plane.write();
  const words = (name) => name + " at step " + k + ": z = " + pair(iterates(name, k).pop());
  plane.svg.setAttribute("aria-label",
    "Plane of z. Start " + pair(E.start) + ". " + shown.map(words).join("; "));
}

/* a square around start, solutions and first iterates; divergent iterates are left outside */
function zExtent() {
  const E = Explorer, runs = Object.values(E.runs).map((run) => run.rows.filter((r) => r.z));
  const first = (count) => runs.flatMap((rows) => rows.slice(0, count).flatMap((r) => r.z));
  const ends = E.found.list.flatMap((s) => (s.kind === 1 ? [...s.z, ...s.to] : s.z));
  const anchors = [...E.start, ...ends, ...first(2)];
  const size = 2.5 * Math.max(...anchors.map(Math.abs)) || 1;
  const inside = anchors.concat(first(8)).filter((x) => Math.abs(x) <= size);
  const least = Math.min(0, ...inside), width = Math.max(...inside) - least || 1;
  return { lo: least - 0.22 * width, width: 1.5 * width };
}

/* ---- the residuals ---- */

/* rows of sweeps begin after the first iteration, Newton's with the start */
function fromStart({ rows, first }) {
  const begins = rows.length && rows[0].z && rows[0].iteration === 1;
  return begins ? [{ iteration: 0, residual: first }, ...rows] : rows;
}

function drawResiduals() {
  const E = Explorer, svg = E.chart, k = stepNow(), shown = shownInZ();
  const width = clamp($("residuals").clientWidth || 480, 240, 700), height = 250, left = 44;
  const right = width - 10, bottom = height - 30, decades = 17, least = Math.pow(10, -decades);
  const most = Math.max(1, ...shown.map((s) => Math.min(MOST_DRAWN, E.runs[s].iterations)));
  const X = (i) => left + (right - left) * i / most;
  const Y = (r) => 8 + (bottom - 8) * clamp(-Math.log10(Math.max(r, least)), 0, decades) / decades;
  const across = (y, attributes) => pathNode(svg, "M" + left + " " + y + "H" + right, attributes);
  const say = (x, y, anchor, words) => textNode(svg, x, y, anchor, words, { class: "halo" });

  svg.setAttribute("viewBox", "0 0 " + width + " " + height);
  svg.textContent = "";
  for (let e = 0; e >= -16; e -= 4) {
    const y = Y(Math.pow(10, e));
    across(y, { class: "grid" });
    say(left - 4, y + 4, "end", e ? "1e" + e : "1");
  }
  for (const t of ticks(0, most, Math.min(6, most)).at)
    if (Number.isInteger(t)) say(X(t), bottom + 14, "middle", String(t));
  say(right, height - 3, "end", "iteration");
  across(Y(TOLERANCE), { class: "path", "stroke-width": 1, "stroke-dasharray": "4 4" });
  say(right - 2, Y(TOLERANCE) - 4, "end", "tolerance");
  for (const name of shown) {
    const style = look(name);
    const rows = fromStart(E.runs[name])
      .filter((r) => r.iteration <= MOST_DRAWN && isFinite(r.residual));
    if (!rows.length) continue;
    const at = (r) => X(r.iteration).toFixed(1) + " " + Y(r.residual).toFixed(1);
    const now = rows.filter((r) => r.iteration <= k).pop() || rows[0];
    curve(svg, "M" + rows.map(at).join("L"), style, 2);
    drawMarker(svg, style.marker, X(now.iteration), Y(now.residual),
      { class: "body", stroke: style.ink, "stroke-width": 2 });
  }
  const words = (s) => s + " " + number(E.runs[s].residual, 3) + " after " + E.runs[s].iterations;
  svg.setAttribute("aria-label", "Residuals at the end: " + shown.map(words).join(", "));
}
