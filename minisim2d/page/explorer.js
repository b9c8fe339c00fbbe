/* explorer.js: LCPs of two unknowns: cones in the plane of b, Lemke's path through them, iterates in the plane of z
 *
 * Every number comes from the kit's own solvers, by explorer.c; here they are only drawn. The address #A=a11,a12,a21,a22&b=b1,b2
 * (and z=, omega=, step=, with=) opens it. */

const PRESETS = [
  ["P-matrix: one solution for every b", [2, 1, 1, 2], [-5, -6]],
  ["P-matrix, not symmetric", [1, 3, 0, 1], [-4, -2]],
  ["not P: three solutions", [1, 2, 2, 1], [-3, -3.5]],
  ["not P: two solutions, or none", [-1, 0, 1, 1], [2, 1]],
  ["not P: four solutions, or none", [-2, -1, -1, -2], [2, 2]],
  ["a degenerate cone: infinitely many", [1, 1, 1, 1], [-2, -2]],
  ["no solution: Lemke ends on a ray", [1, -1, -1, 1], [-1, -2]],
  ["a ray, though there is a solution", [-1, 1, 3, -2], [2, -1]],
  ["Gauss-Seidel goes round in circles", [1, 1, -1, 1], [-3, -1]],
  ["Gauss-Seidel diverges, Lemke does not", [1, 3, -2, 1], [-4, 1]]
];

/* of each cone: its colour, dash, and how far out its arc is */
const CONES = [["c2", "", 0.5], ["c0", "7 3", 0.57], ["c3", "2 3", 0.64], ["c4", "9 3 2 3", 0.71]];

/* how a solver looks; others take what is left */
const LOOKS = { pgs: ["c2", "", "circle"], jacobi: ["c5", "5 3", "diamond"], "fischer-newton": ["c0", "8 3", "square"],
  "minmap-newton": ["c4", "3 3", "triangle"], "interior-point": ["c3", "9 3 2 3", "caret"], "fixed-point": ["c6", "2 2", "diamond"],
  dantzig: ["c1", "6 2 2 2", "square"], mine: ["c1", "", "caret"] };
/* those that are no iterations in the plane of z */
const NOT_IN_Z = ["lemke", "enumerate"];
const TOLERANCE = 1e-10, GRID = 73, MOST_DRAWN = 200, MOST_LISTED = 60;

const Explorer = { kit: null, A: [2, 1, 1, 2], b: [-5, -6], start: [0, 0], omega: 1, step: Infinity, solvers: [], shown: {}, runs: {},
  extent: 10, zbox: null, motion: "#" };

const wantsExplorer = () => /(^#|&)A=/.test(location.hash);
Page.asleep = wantsExplorer();

/* ---- what the kit says ---- */

function kitText(at) {
  const bytes = new Uint8Array(Explorer.kit.memory.buffer);
  let out = "";
  for (; bytes[at]; at++) out += String.fromCharCode(bytes[at]);
  return out;
}

const kitNumbers = (at, count) => Array.from(new Float64Array(Explorer.kit.memory.buffer, at, count));

function give(b) {
  new Float64Array(Explorer.kit.memory.buffer).set([...Explorer.A, ...b, ...Explorer.start], Explorer.kit.explorer_given() / 8);
}

/* one solver on the problem: its trace and what came of it */
function solve(index) {
  const kit = Explorer.kit, sweeps = ["pgs", "jacobi", "mine"].includes(Explorer.solvers[index]);
  give(Explorer.b);
  const count = kit.explorer_solve(index, sweeps ? Explorer.omega : 0, 0), flat = kitNumbers(kit.explorer_rows(), 7 * count);
  const r = kitNumbers(kit.explorer_result(), 11), rows = [];
  for (let k = 0; k < count; k++) {
    const [iteration, residual, step, entering, leaving, z1, z2] = flat.slice(7 * k, 7 * k + 7);
    rows.push({ iteration, residual, step, entering, leaving, z: isNaN(z1) ? null : [z1, z2] });
  }
  return { rows, status: kitText(kit.explorer_status(r[0])), why: kitText(kit.explorer_text(r[0])), ok: r[0] === 0, refused: r[0] < 0,
    iterations: r[1], residual: r[2], z: r.slice(4, 6), w: r.slice(6, 8), ray: isNaN(r[8]) ? null : r.slice(8, 10), climb: r[10] };
}

/* all solutions at a b */
function solutions(b) {
  const kit = Explorer.kit;
  give(b);
  const count = kit.explorer_solutions(), r = kitNumbers(kit.explorer_result(), 5), flat = kitNumbers(kit.explorer_rows(), 6 * r[4]), list = [];
  for (let k = 0; k < r[4]; k++) list.push({ kind: flat[6 * k], z: flat.slice(6 * k + 1, 6 * k + 3), to: flat.slice(6 * k + 3, 6 * k + 5) });
  return { count, list, inside: r.slice(0, 4).map((x) => x % 2 === 1), flat: r.slice(0, 4).map((x) => x >= 2) };
}

/* Lemke's first path: the cones that it runs through, from z0 = infinity on; hidden: a lab's, which shows no pivots. Of later ones, with other covering vectors, the plane
 * of b + (1, 1) z0 has no picture. */
function lemkePath(run) {
  const legs = [{ cone: 0, from: Infinity }];
  let cone = 0, again = false;
  if (run.refused || run.rows.some((row) => row.entering < 0)) return { legs, ray: false, again, hidden: true };
  for (const row of run.rows) {
    if (row.entering === 4 && legs.length > 1) { again = true; break; }
    legs[legs.length - 1].to = row.residual;
    if (row.leaving === 4) return { legs, ray: false, again };
    cone ^= 1 << row.leaving % 2;
    legs.push({ cone, from: row.residual, pivot: row });
  }
  const last = legs[legs.length - 1];
  if (run.ok && legs.length === 1) { last.to = 0; return { legs, ray: false, again }; }      /* b >= 0: no pivot */
  last.to = last.from;
  const ray = run.ray !== null;
  if (ray && run.climb > 0) last.to = Infinity;
  return { legs, ray, again };
}

function computeAll() {
  const E = Explorer;
  E.runs = {};
  E.solvers.forEach((name, i) => { if (name === "lemke" || E.shown[name]) E.runs[name] = solve(i); });
  E.found = solutions(E.b);
  E.path = lemkePath(E.runs.lemke);
  E.steps = Math.max(E.path.legs.length - 1 + (E.path.ray ? 1 : 0),
    ...E.solvers.filter((s) => E.runs[s] && s !== "lemke").map((s) => Math.min(MOST_DRAWN, E.runs[s].iterations)));
}

/* ---- words ---- */

const pair = (v) => "(" + number(v[0], 5) + ", " + number(v[1], 5) + ")";
const variable = (v) => (v < 0 ? "-" : v === 4 ? "z0" : (v < 2 ? "z" : "w") + (v % 2 + 1));
const coneName = (c) => [0, 1].map((i) => (c >> i & 1 ? "z" : "w") + (i + 1)).join(" ");
const slackOf = (z) => [0, 1].map((i) => Explorer.A[2 * i] * z[0] + Explorer.A[2 * i + 1] * z[1] + Explorer.b[i]);

function sayAnswer() {
  const { count, list, inside } = Explorer.found, cones = [0, 1, 2, 3].filter((c) => inside[c]).map(coneName);
  const each = list.map((s) => s.kind === 0 ? "z = " + pair(s.z) + ", w = " + pair(slackOf(s.z).map((w) => (Math.abs(w) < 1e-12 ? 0 : w)))
    : s.kind === 1 ? "all z from " + pair(s.z) + " to " + pair(s.to) : s.kind === 2 ? "all z = " + pair(s.z) + " + s " + pair(s.to) + ", s >= 0" : "every z >= 0");
  const many = count < 0 ? "Infinitely many solutions" : ["No solution: b lies in no cone", "One solution", "Two solutions", "Three solutions", "Four solutions"][count];
  $("answer").textContent = many + (cones.length ? ", in the cone" + (cones.length > 1 ? "s " : " ") + cones.join(" and ") + ": " + each.join("; ") : "") + ".";
}

function sayAbout() {
  const [a, b, c, d] = Explorer.A, det = a * d - b * c, p = a > 0 && d > 0 && det > 0;
  const kinds = [p ? "a P-matrix: the cones cover the plane once" : "no P-matrix", b === c ? "symmetric" : "not symmetric"];
  $("about").textContent = "Principal minors " + [a, d, det].map((x) => number(x, 4)).join(", ") + ": " + kinds.join("; ") + ".";
}

function sayStep() {
  const E = Explorer, k = Math.min(E.step, E.steps), legs = E.path.legs, j = Math.min(k, legs.length - 1), leg = legs[j], run = E.runs.lemke;
  const row = leg.pivot;
  let said = row ? "Lemke, pivot " + row.iteration + ": " + variable(row.entering) + " enters, " + variable(row.leaving) + " leaves at z0 = " + number(row.residual, 5) + "; then the cone " + coneName(leg.cone)
    : "Lemke begins far out, in the cone w1 w2";
  if (E.path.hidden) said = "This Lemke does not show its pivots (" + run.status + ")";
  if (k < legs.length - 1 || E.path.hidden) said += ".";
  else if (run.ok && leg.to === 0) said += ", where z0 falls to 0: solved.";
  else said += (E.path.ray ? ", in which the path runs on without end: a ray. " : ". ") +
    (E.path.again ? "Other paths follow, with other covering vectors. " : "") + "In the end: " + run.status + ".";
  $("lit").textContent = said;
  $("at").textContent = "step " + k + " of " + E.steps;
  $("iteration").setAttribute("aria-valuetext", said);
}

/* ---- a square plane ---- */

class Plane {
  constructor(parent, label, names, drag) {
    this.figure = parent;
    this.label = label;
    this.names = names;
    this.drag = drag;
    this.svg = svgNode(parent, "svg", { role: "application", tabindex: "0", "aria-roledescription": "picture with a point that the arrow keys move" });
    this.svg.addEventListener("pointerdown", (e) => { capture(this.svg, e); this.held = e.pointerId; this.move(e); });
    this.svg.addEventListener("pointermove", (e) => { if (this.held === e.pointerId) this.move(e); });
    for (const type of ["pointerup", "pointercancel"]) this.svg.addEventListener(type, () => { if (this.held !== undefined) { this.held = undefined; settle(); } });
    this.svg.addEventListener("keydown", (e) => this.key(e));
  }

  move(e) {
    const r = this.svg.getBoundingClientRect(), s = this.size / r.width;
    const grain = Math.pow(10, Math.floor(Math.log10((this.x1 - this.x0) / 200)));
    const snap = (x) => Number((Math.round(x / grain) * grain).toPrecision(12));
    this.drag([snap(this.x0 + (e.clientX - r.left) * s / this.scale), snap(this.y0 + (this.size - (e.clientY - r.top) * s) / this.scale)]);
  }

  key(e) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key], s = (e.shiftKey ? 1 : 0.1) * Math.max(1e-6, Math.pow(10, Math.floor(Math.log10((this.x1 - this.x0) / 5))));
    if (!by) return;
    e.preventDefault();
    this.drag(this.point().map((x, i) => Number((x + s * by[i]).toPrecision(12))));
    settle();
  }

  x(x) { return (x - this.x0) * this.scale; }
  y(y) { return this.size - (y - this.y0) * this.scale; }
  to(p) { return this.x(p[0]).toFixed(2) + " " + this.y(p[1]).toFixed(2); }

  /* an empty frame for [x0, x0 + width] x [y0, y0 + width] */
  frame(x0, y0, width) {
    this.size = clamp(this.figure.clientWidth || 480, 240, 560);
    Object.assign(this, { x0, y0, x1: x0 + width, y1: y0 + width, scale: this.size / width });
    this.svg.setAttribute("viewBox", "0 0 " + this.size + " " + this.size);
    this.svg.style.maxWidth = this.size + "px";
    this.svg.textContent = "";
    const t = ticks(x0, x0 + width, 6);
    for (const k of t.at) svgNode(this.svg, "path", { class: "grid", d: "M" + this.x(k) + " 0V" + this.size });
    for (const k of ticks(y0, y0 + width, 6).at) svgNode(this.svg, "path", { class: "grid", d: "M0 " + this.y(k) + "H" + this.size });
    svgNode(this.svg, "path", { class: "axis", d: "M0 " + this.y(0) + "H" + this.size + "M" + this.x(0) + " 0V" + this.size });
    this.top = t;
  }

  /* over everything else: numbers at the ticks, names of the axes */
  numbers() {
    for (const k of this.top.at) {
      if (Math.abs(k) < 1e-9 * this.x1 || this.x(k) < 12 || this.x(k) > this.size - 12) continue;
      this.say(this.x(k), clamp(this.y(0) + 15, 15, this.size - 4), this.top.label(k), "middle");
    }
    for (const k of ticks(this.y0, this.y1, 6).at) {
      if (Math.abs(k) < 1e-9 * this.y1 || this.y(k) < 12 || this.y(k) > this.size - 12) continue;
      this.say(clamp(this.x(0) - 5, 26, this.size), this.y(k) + 4, this.top.label(k), "end");
    }
    this.say(this.size - 4, clamp(this.y(0) - 5, 12, this.size - 4), this.names[0], "end");
    this.say(clamp(this.x(0) + 5, 4, this.size - 20), 13, this.names[1], "start");
  }

  say(x, y, text, anchor) { return svgNode(this.svg, "text", { class: "halo", x, y, "text-anchor": anchor || "start" }, text); }
  line(points, attributes) { return svgNode(this.svg, "path", Object.assign({ d: "M" + points.map((p) => this.to(p)).join("L"), fill: "none" }, attributes)); }
  mark(look, p, size, extra) {
    const g = { moving: this.svg };
    View.prototype.marker.call(g, { marker: look }, 0, 0, Object.assign({ transform: "translate(" + this.to(p) + ") scale(" + size + ")" }, extra));
  }
}

/* ---- the plane of b ---- */

/* the vector of cone c on side i: e_i, or minus column i of A */
const side = (c, i) => (c >> i & 1 ? [0 - Explorer.A[i], 0 - Explorer.A[2 + i]] : [1 - i, i]);
const angleOf = (v) => Math.atan2(v[1], v[0]);

function drawCone(plane, c, lit) {
  const [colour, dash, part] = CONES[c], r = part * plane.size / 2, u = side(c, 0), v = side(c, 1), name = coneName(c);
  const at = (angle, radius) => (plane.x(0) + radius * Math.cos(angle)).toFixed(1) + " " + (plane.y(0) - radius * Math.sin(angle)).toFixed(1);
  const a = angleOf(u), turn = u[0] * v[1] - u[1] * v[0], b = angleOf(v);
  const shade = { class: "cone", "data-cone": name, "data-lit": lit ? 1 : 0, fill: "var(--" + colour + ")", stroke: "var(--" + colour + ")", "stroke-width": lit ? 5 : 2, "stroke-dasharray": dash };
  let middle = a;
  if (Explorer.found.flat[c]) {      /* a half-line, or a line */
    for (const w of [u, v]) if (w[0] || w[1]) svgNode(plane.svg, "path", Object.assign({}, shade, { d: "M" + at(0, 0) + "L" + at(angleOf(w), 2 * plane.size), fill: "none", "stroke-width": lit ? 8 : 5 }));
  } else {
    const sweep = turn > 0 ? 0 : 1, far = 2 * plane.size;
    let between = b - a;
    if (turn > 0 && between < 0) between += 2 * Math.PI;
    if (turn < 0 && between > 0) between -= 2 * Math.PI;
    middle = a + between / 2;
    svgNode(plane.svg, "path", { d: "M" + at(0, 0) + "L" + at(a, far) + "L" + at(middle, far) + "L" + at(b, far) + "Z", fill: shade.fill, "fill-opacity": lit ? 0.38 : 0.1 });
    svgNode(plane.svg, "path", Object.assign({}, shade, { d: "M" + at(a, r) + "A" + r + " " + r + " 0 0 " + sweep + " " + at(b, r), fill: "none" }));
  }
  return () => { const p = at(middle, r + 2).split(" ").map(Number); plane.say(p[0], p[1] + 4, name, "middle").setAttribute("font-weight", lit ? "bold" : "normal"); };
}

/* how many cones lie over each other, written at the edge between the sides */
function drawCounts(plane) {
  const angles = [0, Math.PI / 2, ...[0, 1].map((i) => side(3, i)).filter((v) => v[0] || v[1]).map(angleOf)].map((a) => (a + 2 * Math.PI) % (2 * Math.PI));
  const sorted = [...new Set(angles.map((a) => Number(a.toFixed(9))))].sort((a, b) => a - b);
  sorted.forEach((a, i) => {
    const width = ((sorted[(i + 1) % sorted.length] - a) + 2 * Math.PI) % (2 * Math.PI) || 2 * Math.PI, m = a + width / 2;
    if (width < 0.12) return;
    const count = solutions([Math.cos(m), Math.sin(m)]).count, r = (plane.size / 2 - 30) / Math.max(Math.abs(Math.cos(m)), Math.abs(Math.sin(m)));
    plane.say(plane.x(0) + r * Math.cos(m), plane.y(0) - r * Math.sin(m) + 5, count < 0 ? "many" : count + (count === 1 ? " cone" : " cones"), "middle").setAttribute("data-count", count);
  });
}

function drawSides(plane) {
  const sides = [[[1, 0], "e1"], [[0, 1], "e2"], [side(3, 0), "-a1"], [side(3, 1), "-a2"]];
  for (const [v, name] of sides) {
    const size = Math.hypot(v[0], v[1]), r = 0.4 * plane.size / 2, u = [v[0] / size, v[1] / size];
    if (!size) continue;
    const x = plane.x(0), y = plane.y(0), far = 2 * plane.size;
    svgNode(plane.svg, "path", { class: "path", "stroke-width": 1, d: "M" + x + " " + y + "l" + far * u[0] + " " + -far * u[1] });
    svgNode(plane.svg, "path", { fill: "var(--ink)", d: "M" + (x + r * u[0]) + " " + (y - r * u[1]) + "l" + (-10 * u[0] - 4 * u[1]) + " " + (10 * u[1] - 4 * u[0]) + "l" + 8 * u[1] + " " + 8 * u[0] + "Z" });
    plane.say(x + (r + 4) * u[0] + 8 * u[1], y - (r + 4) * u[1] + 8 * u[0] + 4, name, "middle");
  }
}

/* the path so far: a dashed line for all of it, a thick one for the leg that is lit */
function drawPath(plane, k) {
  const E = Explorer, legs = E.path.legs, far = 4 * E.extent, j = Math.min(k, legs.length - 1), at = (z0) => [E.b[0] + Math.min(z0, far), E.b[1] + Math.min(z0, far)];
  plane.line([at(0), at(far)], { class: "path", "stroke-width": 1.5, "stroke-dasharray": "3 4" });
  const ends = (leg) => [at(leg.from), at(leg.to)];
  legs.slice(0, j).forEach((leg) => plane.line(ends(leg), { class: "path", "stroke-width": 2 }));
  if (!E.path.hidden) plane.line(ends(legs[j]), { class: "path", "stroke-width": 5, "data-leg": j });
  legs.slice(1, j + 1).forEach((leg) => {
    const p = at(leg.from);
    plane.mark("circle", p, 0.7, { class: "body", stroke: "var(--ink)", "stroke-width": 3 });
    plane.say(plane.x(p[0]) + 8, plane.y(p[1]) + 14, String(leg.pivot.iteration));
  });
  if (k >= legs.length && E.path.ray) {
    const from = plane.to(at(legs[j].from)).split(" ").map(Number), room = Math.min(plane.size - from[0], from[1]) - 6;
    if (room > 20) {
      svgNode(plane.svg, "path", { fill: "var(--ink)", "data-ray": 1, d: "M" + (from[0] + room) + " " + (from[1] - room) + "l-14 5l9 9Z" });
      plane.say(from[0] + room - 18, from[1] - room + 14, E.runs.lemke.climb > 0 ? "ray" : "ray of z", "end");
    }
  }
}

function drawCones() {
  const E = Explorer, plane = E.bplane, k = Math.min(E.step, E.steps), j = Math.min(k, E.path.legs.length - 1), labels = [];
  plane.frame(-E.extent, -E.extent, 2 * E.extent);
  const lit = E.path.hidden ? -1 : E.path.legs[j].cone;
  for (let c = 0; c < 4; c++) if (c !== lit) labels.push(drawCone(plane, c, false));
  if (lit >= 0) labels.push(drawCone(plane, lit, true));
  drawSides(plane);
  plane.numbers();
  drawPath(plane, k);
  labels.forEach((draw) => draw());
  drawCounts(plane);
  svgNode(plane.svg, "circle", { class: "b", cx: plane.x(E.b[0]), cy: plane.y(E.b[1]), r: 8, "data-handle": "b" });
  plane.say(plane.x(E.b[0]) - 10, plane.y(E.b[1]) + 18, "b", "end");
  plane.svg.setAttribute("aria-label", "Plane of b. b = " + pair(E.b) + ". " + $("answer").textContent + " " + $("lit").textContent);
}

/* ---- the plane of z ---- */

/* lines of equal merit, by marching through the squares of the grid */
function drawContours(plane) {
  const kit = Explorer.kit, m = GRID, width = plane.x1 - plane.x0, h = width / (m - 1);
  give(Explorer.b);
  kit.explorer_merit(plane.x0, plane.y0, width, m);
  const f = kitNumbers(kit.explorer_grid(), m * m), top = Math.max(...f);
  for (let level = Math.log10(top) - 0.3, count = 0; count < 9; count++, level -= count < 4 ? 0.4 : 0.7) {
    const c = Math.pow(10, level);
    let d = "";
    for (let j = 0; j + 1 < m; j++) for (let i = 0; i + 1 < m; i++) {
      const corner = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]], v = corner.map(([x, y]) => f[y * m + x] - c), cuts = [];
      for (let e = 0; e < 4; e++) {
        const p = v[e], q = v[(e + 1) % 4];
        if (p < 0 === q < 0) continue;
        const s = p / (p - q), [x, y] = corner[e], [X, Y] = corner[(e + 1) % 4];
        cuts.push(plane.to([plane.x0 + h * (x + s * (X - x)), plane.y0 + h * (y + s * (Y - y))]));
      }
      for (let n = 0; n + 1 < cuts.length; n += 2) d += "M" + cuts[n] + "L" + cuts[n + 1];
    }
    if (d) svgNode(plane.svg, "path", { class: "contour", d });
  }
}

/* where w_i = 0, and on which side it is negative */
function drawZeroLine(plane, i) {
  const n = [Explorer.A[2 * i], Explorer.A[2 * i + 1]], size = Math.hypot(n[0], n[1]);
  if (!size) return;
  const p = [-n[0] * Explorer.b[i] / size / size, -n[1] * Explorer.b[i] / size / size], far = 4 * (plane.x1 - plane.x0) + Math.hypot(p[0], p[1]), t = [n[1] / size, -n[0] / size];
  const at = (s) => [p[0] + s * t[0], p[1] + s * t[1]];
  plane.line([at(-far), at(far)], { class: "path", "stroke-width": 2, "stroke-dasharray": i ? "10 4" : "" });
  /* its name, where the line is furthest inside of the frame */
  const inside = [];
  for (let s = -200; s <= 200; s++) {
    const q = at(s * far / 200), edge = Math.min(q[0] - plane.x0, plane.x1 - q[0], q[1] - plane.y0, plane.y1 - q[1]);
    if (edge > 0.06 * (plane.x1 - plane.x0)) inside.push(q);
  }
  if (!inside.length) return;
  const q = inside[i ? inside.length - 1 : 0], right = plane.x(q[0]) > plane.size / 2, away = [n[0] / size, n[1] / size];
  plane.say(plane.x(q[0]) + 14 * away[0], plane.y(q[1]) - 14 * away[1] + 4, "w" + (i + 1) + " = 0", right ? "end" : "start");
}

/* the points of a run up to step k; Gauss-Seidel by way of its corners */
function iterates(name, k) {
  const run = Explorer.runs[name], points = [Explorer.start];
  for (const row of run.rows) {
    if (row.iteration > Math.min(k, MOST_DRAWN) || !row.z) break;
    if (row.iteration === 0) continue;
    if (name === "pgs") points.push([row.z[0], points[points.length - 1][1]]);
    points.push(row.z);
  }
  return points;
}

function drawRun(plane, name, k) {
  const [colour, dash, marker] = look(name), points = iterates(name, k), ink = "var(--" + colour + ")";
  plane.line(points, { stroke: ink, "stroke-width": 2, "stroke-dasharray": name === "pgs" ? "" : dash, "data-run": name });
  points.forEach((p, i) => { if (name !== "pgs" || i % 2 === 0) plane.mark(marker, p, i === points.length - 1 ? 0.9 : 0.55, { class: "body", stroke: ink, "stroke-width": 2 }); });
}

/* a square around the start, the solutions and the first iterates; those that run away are left outside */
function zExtent() {
  const E = Explorer, rows = Object.values(E.runs).map((run) => run.rows.filter((r) => r.z).slice(0, 8).map((r) => r.z));
  const anchors = [E.start, ...E.found.list.flatMap((s) => (s.kind === 1 ? [s.z, s.to] : [s.z])), ...rows.flatMap((r) => r.slice(0, 2))].flat();
  const size = 2.5 * Math.max(...anchors.map(Math.abs)) || 1, inside = rows.flat(2).concat(anchors).filter((x) => Math.abs(x) <= size);
  const most = Math.max(...inside), least = Math.min(0, ...inside), width = most - least || 1;
  return { lo: least - 0.22 * width, width: 1.5 * width };
}

function drawZ() {
  const E = Explorer, plane = E.zplane, k = Math.min(E.step, E.steps), { lo, width } = E.zbox;
  plane.frame(lo, lo, width);
  drawContours(plane);
  svgNode(plane.svg, "path", { class: "axis", d: "M" + plane.x(0) + " 0V" + plane.y(0) + "H" + plane.size, "stroke-width": 3 });
  drawZeroLine(plane, 0);
  drawZeroLine(plane, 1);
  plane.numbers();
  for (const s of E.found.list) {
    const far = s.kind === 2 ? s.z.map((x, i) => x + 10 * width * s.to[i]) : s.to;
    if (s.kind === 1 || s.kind === 2) plane.line([s.z, far], { stroke: "var(--ink)", "stroke-width": 7, "stroke-linecap": "round", "data-solution": s.kind });
    svgNode(plane.svg, "circle", { cx: plane.x(s.z[0]), cy: plane.y(s.z[1]), r: 9, fill: "none", stroke: "var(--ink)", "stroke-width": 3, "data-solution": 0 });
  }
  for (const name of E.solvers) if (E.runs[name] && !NOT_IN_Z.includes(name)) drawRun(plane, name, k);
  svgNode(plane.svg, "circle", { class: "b", cx: plane.x(E.start[0]), cy: plane.y(E.start[1]), r: 6, "data-handle": "start" });
  plane.svg.setAttribute("aria-label", "Plane of z. Start " + pair(E.start) + ". " + E.solvers.filter((s) => E.runs[s] && !NOT_IN_Z.includes(s)).map((s) => {
    const at = iterates(s, k);
    return s + " at step " + k + ": z = " + pair(at[at.length - 1]);
  }).join("; "));
}

/* ---- residuals and tables ---- */

function look(name) { return LOOKS[name] || ["c1", "1 3", "circle"]; }

function drawResiduals() {
  const E = Explorer, svg = E.chart, width = clamp($("residuals").clientWidth || 480, 240, 700), height = 250, k = Math.min(E.step, E.steps);
  const shown = E.solvers.filter((s) => E.runs[s] && !NOT_IN_Z.includes(s)), most = Math.max(1, ...shown.map((s) => Math.min(MOST_DRAWN, E.runs[s].iterations)));
  const left = 44, right = 10, bottom = height - 30, X = (i) => left + (width - left - right) * i / most;
  const Y = (r) => 8 + (bottom - 8) * clamp(-Math.log10(Math.max(r, 1e-17)), 0, 17) / 17;
  svg.setAttribute("viewBox", "0 0 " + width + " " + height);
  svg.textContent = "";
  for (let e = 0; e >= -16; e -= 4) {
    svgNode(svg, "path", { class: "grid", d: "M" + left + " " + Y(Math.pow(10, e)) + "H" + (width - right) });
    svgNode(svg, "text", { x: left - 4, y: Y(Math.pow(10, e)) + 4, "text-anchor": "end" }, e ? "1e" + e : "1");
  }
  for (const t of ticks(0, most, Math.min(6, most)).at) if (Number.isInteger(t)) svgNode(svg, "text", { x: X(t), y: bottom + 14, "text-anchor": "middle" }, String(t));
  svgNode(svg, "text", { x: width - right, y: height - 3, "text-anchor": "end" }, "iteration");
  svgNode(svg, "path", { class: "path", "stroke-width": 1, "stroke-dasharray": "4 4", d: "M" + left + " " + Y(TOLERANCE) + "H" + (width - right) });
  svgNode(svg, "text", { class: "halo", x: width - right - 2, y: Y(TOLERANCE) - 4, "text-anchor": "end" }, "solved below");
  for (const name of shown) {
    const [colour, dash, marker] = look(name), rows = E.runs[name].rows.filter((r) => r.iteration <= MOST_DRAWN && isFinite(r.residual));
    if (!rows.length) continue;
    svgNode(svg, "path", { d: "M" + rows.map((r) => X(r.iteration).toFixed(1) + " " + Y(r.residual).toFixed(1)).join("L"), fill: "none", stroke: "var(--" + colour + ")", "stroke-width": 2, "stroke-dasharray": dash });
    const now = rows.filter((r) => r.iteration <= k).pop() || rows[0];
    View.prototype.marker.call({ moving: svg }, { marker }, X(now.iteration), Y(now.residual), { class: "body", stroke: "var(--" + colour + ")", "stroke-width": 2 });
  }
  svg.setAttribute("aria-label", "Residuals at the end: " + shown.map((s) => s + " " + number(E.runs[s].residual, 3) + " after " + E.runs[s].iterations).join(", "));
}

const nine = (x) => (isFinite(x) ? String(Number(x.toPrecision(9))) : "-");

function fillOutcomes() {
  const rows = Explorer.solvers.filter((s) => Explorer.runs[s]).map((name) => {
    const r = Explorer.runs[name];
    return { failed: !r.ok, cells: [name, r.status, r.refused ? "-" : String(r.iterations), r.refused ? "-" : number(r.residual, 3), r.refused ? "-" : pair(r.z), r.ok ? "" : r.why] };
  });
  tableOf($("outcomes"), ["solver", "status", "iter.", "residual", "z", ""], rows);
  const parent = $("traces");
  parent.textContent = "";
  for (const name of Explorer.solvers) {
    const r = Explorer.runs[name];
    if (!r || !r.rows.length) continue;
    const table = htmlNode(parent, "table", undefined, { id: "trace-" + name }), lemke = name === "lemke", rows = r.rows.slice(0, MOST_LISTED);
    tableOf(table, lemke ? ["pivot", "entering", "leaving", "ratio", "z0"] : ["iteration", "residual", "step", "z1", "z2"], rows.map((t) => ({
      cells: lemke ? [t.iteration, variable(t.entering), variable(t.leaving), nine(t.step), nine(t.residual)]
        : [t.iteration, number(t.residual, 7), number(t.step, 7), t.z ? nine(t.z[0]) : "-", t.z ? nine(t.z[1]) : "-"] })));
    table.insertBefore(htmlNode(null, "caption", name + (r.rows.length > rows.length ? ", the first " + rows.length + " of " + r.rows.length : "")), table.firstChild);
  }
}

/* ---- the problem as text ---- */

function lcpText() {
  const E = Explorer;
  return "2\n" + E.A[0] + " " + E.A[1] + "\n" + E.A[2] + " " + E.A[3] + "\n" + E.b[0] + " " + E.b[1] + "\n";
}

function fillFile() {
  $("file").textContent = lcpText();
  $("native").textContent = "--solver pgs" + (Explorer.omega === 1 ? "" : " --omega " + Explorer.omega) + " --trace";
}

async function copyFile() {
  try {
    await navigator.clipboard.writeText(lcpText());
    $("copied").textContent = "copied";
  } catch (refused) {      /* a page from a file may not: mark it, and Ctrl-C does it */
    const range = document.createRange();
    range.selectNodeContents($("file"));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    $("copied").textContent = "marked: copy it with Ctrl-C";
  }
}

/* ---- changes ---- */

function drawAll() {
  sayAbout();
  sayAnswer();
  $("iteration").max = Explorer.steps;
  $("iteration").value = Math.min(Explorer.step, Explorer.steps);
  sayStep();
  drawCones();
  drawZ();
  drawResiduals();
  fillOutcomes();
  fillFile();
}

function fit() {
  const E = Explorer, z0 = E.path.legs.map((l) => l.from).filter(isFinite);
  const far = 1.3 * Math.max(...E.b.map(Math.abs), ...z0.flatMap((z) => E.b.map((b) => Math.abs(b + z))), 1e-6), power = Math.pow(10, Math.floor(Math.log10(far)));
  E.extent = [1, 2, 5, 10].map((k) => k * power).find((x) => x >= far);
  E.zbox = zExtent();
}

/* while dragging the frames stay as they are */
function renew() {
  computeAll();
  drawAll();
}

function settle() {
  computeAll();
  fit();
  showFields();
  drawAll();
  saveExplorer();
}

function showFields() {
  const E = Explorer;
  E.A.forEach((x, i) => { $("A" + i).value = x; });
  E.b.forEach((x, i) => { $("b" + i).value = x; });
  E.start.forEach((x, i) => { $("z" + i).value = x; });
  $("omega").value = E.omega;
  $("omega-value").textContent = E.omega.toFixed(2);
  $("preset").value = PRESETS.findIndex((p) => String([p[1], p[2]]) === String([E.A, E.b]));
}

function goTo(k) {
  Explorer.step = clamp(k, 0, Explorer.steps);
  drawAll();
  saveExplorer();
}

/* ---- controls ---- */

function field2(id, set) {
  $(id).addEventListener("change", () => {
    const x = $(id).valueAsNumber;
    if (isFinite(x)) { set(x); Explorer.step = Infinity; }
    settle();
  });
}

function makeExplorerControls() {
  const E = Explorer;
  htmlNode($("preset"), "option", "your own", { value: -1 });
  PRESETS.forEach((p, i) => htmlNode($("preset"), "option", p[0], { value: i }));
  $("preset").addEventListener("change", () => {
    const p = PRESETS[$("preset").value];
    if (p) { E.A = p[1].slice(); E.b = p[2].slice(); E.start = [0, 0]; E.step = Infinity; settle(); }
  });
  for (let i = 0; i < 4; i++) field2("A" + i, (x) => { E.A[i] = x; });
  for (let i = 0; i < 2; i++) { field2("b" + i, (x) => { E.b[i] = x; }); field2("z" + i, (x) => { E.start[i] = x; }); }
  $("omega").addEventListener("input", () => { E.omega = Number($("omega").value); $("omega-value").textContent = E.omega.toFixed(2); renew(); });
  $("omega").addEventListener("change", settle);
  $("iteration").addEventListener("input", () => goTo(Number($("iteration").value)));
  const now = () => Math.min(E.step, E.steps);
  for (const [id, to] of [["first", () => 0], ["less", () => now() - 1], ["more", () => now() + 1], ["last", () => E.steps]]) $(id).addEventListener("click", () => goTo(to()));
  for (const name of E.solvers.filter((s) => !NOT_IN_Z.includes(s))) {
    const label = htmlNode($("methods"), "label"), box = htmlNode(label, "input", undefined, { type: "checkbox", id: "with-" + name }), key = htmlNode(label, "span", undefined, { class: "key" });
    const [colour, dash, marker] = look(name);
    key.appendChild(sample({ name, colour, dash, marker }));
    label.appendChild(document.createTextNode(" " + name));
    box.checked = E.shown[name];
    box.addEventListener("change", () => { E.shown[name] = box.checked; settle(); });
  }
  $("copy").addEventListener("click", copyFile);
}

/* ---- the address ---- */

function explorerAddress() {
  const E = Explorer, parts = ["A=" + E.A, "b=" + E.b];
  if (E.start[0] || E.start[1]) parts.push("z=" + E.start);
  if (E.omega !== 1) parts.push("omega=" + E.omega);
  parts.push("with=" + Object.keys(E.shown).filter((s) => E.shown[s]));
  if (E.step < E.steps) parts.push("step=" + E.step);
  return "#" + parts.join("&");
}

let savingExplorer = 0;

function saveExplorer() {
  clearTimeout(savingExplorer);
  savingExplorer = setTimeout(() => {
    if (!Page.asleep) return;
    history.replaceState(null, "", explorerAddress());
    $("to-explorer").href = explorerAddress();
  }, 100);
}

function restoreExplorer() {
  const E = Explorer, given = new Map(location.hash.slice(1).split("&").map((s) => s.split("=")));
  const list = (key, count) => {
    const x = decodeURIComponent(given.get(key) || "").split(",");
    return x.length === count && x.every((s) => s.trim() !== "" && isFinite(s) && Math.abs(s) < 1e100) ? x.map(Number) : null;
  };
  E.A = list("A", 4) || E.A;
  E.b = list("b", 2) || E.b;
  E.start = list("z", 2) || [0, 0];
  const omega = list("omega", 1), step = list("step", 1);
  E.omega = omega && omega[0] > 0 && omega[0] < 2 ? omega[0] : 1;
  E.step = step && step[0] >= 0 ? Math.round(step[0]) : Infinity;
  if (given.has("with")) for (const s of E.solvers) E.shown[s] = decodeURIComponent(given.get("with")).split(",").includes(s);
}

/* ---- the page ---- */

function showExplorer(on) {
  Page.asleep = on;
  $("explorer").hidden = !on;
  document.querySelector("main:not(#explorer)").hidden = on;
  $("to-motion").toggleAttribute("aria-current", !on);
  $("to-explorer").toggleAttribute("aria-current", on);
  for (const [id, current] of [["to-motion", !on], ["to-explorer", on]]) if (current) $(id).setAttribute("aria-current", "page");
  if (on) {
    play(false);
    $("title").textContent = "LCP explorer";
    $("subtitle").textContent = "two unknowns: where b lies, how many solutions there are, and how each method finds one";
    document.title = "LCP explorer - mbsim";
    restoreExplorer();
    for (const s of Explorer.solvers) if ($("with-" + s)) $("with-" + s).checked = Explorer.shown[s];
    settle();
  } else {
    $("title").textContent = Page.data.title;
    $("subtitle").textContent = Page.data.subtitle;
    document.title = "mbsim, live";
    build();
  }
}

/* before page.js listens: it is to find out first who is asleep */
window.addEventListener("hashchange", () => { if (Explorer.kit) showExplorer(wantsExplorer()); });

function startExplorer(kit) {
  const E = Explorer;
  E.kit = kit;
  for (let i = 0, name; (name = kitText(kit.explorer_solver(i))); i++) E.solvers.push(name);
  for (const s of E.solvers) E.shown[s] = ["pgs", "fischer-newton", "mine"].includes(s);
  E.bplane = new Plane($("cones"), "b", ["b1", "b2"], (b) => { E.b = b; E.step = Infinity; showFields(); renew(); });
  E.bplane.point = () => E.b;
  E.zplane = new Plane($("zplane"), "z", ["z1", "z2"], (z) => { E.start = z; showFields(); renew(); });
  E.zplane.point = () => E.start;
  E.chart = svgNode($("residuals"), "svg", { role: "img" });
  makeExplorerControls();
  window.addEventListener("resize", () => { if (Page.asleep) drawAll(); });
  $("to-motion").addEventListener("click", () => { clearTimeout(savingExplorer); });
  showExplorer(wantsExplorer());
}
