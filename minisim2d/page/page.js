"use strict";
/* page.js: replays recorded runs: one step at a time, several runs over or beside each other.
 *
 * The data (page.c writes them):
 *   title, subtitle, view [x0 y0 x1 y1], step, time
 *   obstacles  [{ closed, xy }]                facets  a row of 6 each: p, q, n of an edge; p = q is
 *                                              an open end
 *   bodies     [{ name, shape (core, flat), radius, moves }]
 *   joints     [{ kind, a, b, p (anchors on a, then b, flat) }]; body -1 is the world
 *   runs       [{ name, colour, dash, marker, reaches (are its contacts those within epsilon?), failed,
 *                 q [body][3 * frame], v [body][3 * frame], energy, error, size, iterations, residual,
 *                 contacts [frame]: rows of 6: body, facet, gap, p_n, p_t, group;
 *                 touches [frame]: rows of 9: a, b, p, n, gap, p_n, p_t }]
 * Frame 0 is the start; frame k comes of step k, from (k - 1) h to k h. */

const NS = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);
const on = (id, type, act) => $(id).addEventListener(type, act);

function svgNode(parent, name, attributes, text) {
  const node = document.createElementNS(NS, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  if (parent) parent.appendChild(node);
  return node;
}

const pathNode = (parent, d, attributes) => svgNode(parent, "path", Object.assign({ d }, attributes));
const circleNode = (parent, [cx, cy], r, attributes) => svgNode(parent, "circle", Object.assign({ cx, cy, r }, attributes));
const textNode = (parent, x, y, anchor, words, attributes) =>
  svgNode(parent, "text", Object.assign({ x, y, "text-anchor": anchor }, attributes), words);

function htmlNode(parent, name, text, attributes) {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  for (const key in attributes || {}) node.setAttribute(key, attributes[key]);
  if (parent) parent.appendChild(node);
  return node;
}

const clamp = (x, lo, hi) => Math.min(hi, Math.max(lo, x));

/* the place of a pointer in a picture that is `width` wide */
function pointAt(svg, e, width) {
  const r = svg.getBoundingClientRect(), s = width / r.width;
  return [(e.clientX - r.left) * s, (e.clientY - r.top) * s];
}

/* The width of an element, and what covers a view: queried once, as the browser must lay out the
 * page to know it */
const widths = new Map();
function widthOf(node, otherwise) {
  if (!widths.has(node)) widths.set(node, node.clientWidth);
  return widths.get(node) || otherwise;
}

/* things further away than this [m] are not drawn */
const FAR = 1e12;
/* places on all trails of a view, and contacts in the table: more would take seconds to draw */
const MOST_PLACES = 200000, MOST_LISTED_CONTACTS = 300;

const drawable = (x, y) => Math.abs(x) < FAR && Math.abs(y) < FAR;

/* the colour of a run's words; the exact run's own is too faint for words */
const ink = (run) => (run.name === "exact" ? "var(--faint)" : colour(run));

/* a readable number with this many significant digits */
function number(x, digits) {
  if (x === null || x === undefined || !isFinite(x)) return "-";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size < 1e-3 || size >= 1e5) return x.toExponential(Math.max(1, (digits || 4) - 1));
  return String(Number(x.toPrecision(digits || 4)));
}

/* round numbers in [lo, hi], about `most` of them */
function ticks(lo, hi, most) {
  const raw = (hi - lo) / Math.max(1, most), power = Math.pow(10, Math.floor(Math.log10(raw)));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= raw) || 10 * power;
  const out = [];
  for (let i = Math.ceil(lo / step); i * step <= hi + 1e-9 * step; i++) out.push(i * step);
  const label = (x) => x.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  const size = Math.max(Math.abs(lo), Math.abs(hi)), digits = Math.ceil(Math.log10(size / step)) + 1;
  return { at: out, label: size < 1e5 && size >= 1e-3 ? label : (x) => number(x, digits) };
}

/* ---- what is shown ---- */

const Page = {
  data: null, frame: 0, frames: 0, playing: false, shown: {}, layout: "overlay", lines: "pushing", box: null,
  views: [], charts: [], lens: "", magnifier: null,       /* lens: the name of the run that is magnified, or "" */
  stop: null,      /* the frame at which playing ends; null: the last */
  asleep: false,   /* explorer.js: it is shown instead, and sets the address */
  address: () => ["h=" + number(Page.data.step, 9)],
  overlay: null,   /* live.js: draws over a view; clear: places that words must avoid */
  clear: null,
  held: false,     /* live.js: a handle is being dragged */
  chosen: null,    /* live.js: other runs are shown */
  viewOf: null,    /* live.js: the box of everything */
  told: () => [],  /* story.js: the story's part of the address */
  marked: [],      /* story.js: labels of half-spaces drawn although they do not push */
  ended: null,     /* story.js: playing reached its stop */
  grab: null       /* live.js: called when a pointer goes down; returns true if it uses it */
};

const timeOf = (k) => Math.min(k * Page.data.step, Page.data.time);
const lastFrame = (run) => run.q[0].length / 3 - 1;
const visible = () => Page.data.runs.filter((run) => Page.shown[run.name]);
const colour = (run) => "var(--" + run.colour + ")";
const curve = (parent, d, run, width, more) => pathNode(parent, d,
  Object.assign({ fill: "none", stroke: colour(run), "stroke-width": width, "stroke-dasharray": run.dash }, more));

const nameOf = (body) => (body < 0 ? "ground" : Page.data.bodies[body].name);

function place(run, body, k) {
  const i = 3 * clamp(k, 0, lastFrame(run)), q = run.q[body];
  return [q[i], q[i + 1], q[i + 2]];
}

/* contacts of the step that led to frame k, with their lines and gaps before and after */
function contactsAt(run, k) {
  const out = [], f = Page.data.facets;
  const terrain = (run.contacts && run.contacts[k]) || [], touches = (run.touches && run.touches[k]) || [];
  for (let i = 0; i < terrain.length; i += 6) {
    const [body, facet, gap, normal, tangent, group] = terrain.slice(i, i + 6);
    const [px, py, qx, qy, nx, ny] = f.slice(6 * facet, 6 * facet + 6);
    const x = place(run, body, k);
    out.push({ body, label: facet < Page.data.edges ? "edge " + (facet + 1) : "open end", group,
               n: [nx, ny], p: [px, py], q: [qx, qy], line: true, at: x, gap, normal, tangent,
               after: (x[0] - px) * nx + (x[1] - py) * ny });
  }
  for (let i = 0; i < touches.length; i += 9) {
    const [a, b, px, py, nx, ny, gap, normal, tangent] = touches.slice(i, i + 9), s = b < 0 ? -1 : 1;
    out.push({ body: b < 0 ? a : b, label: nameOf(b < 0 ? b : a), group: -1 - i, n: [s * nx, s * ny],
               p: [px, py], at: [px, py], gap, normal, tangent, after: null });
  }
  markEnforced(out);
  return out;
}

/* one half-space of a group is enforced: the one with the greatest gap after the step */
function markEnforced(contacts) {
  const groups = {};
  for (const c of contacts) {
    const key = c.body + "/" + c.group;
    (groups[key] = groups[key] || []).push(c);
  }
  for (const key in groups) {
    const best = groups[key].reduce((a, b) => (b.after > a.after ? b : a));
    best.enforced = groups[key].length > 1;
  }
}

/* ---- numbers against time ---- */

const HEAD = { least: 34, right: 10, top: 8, bottom: 26 };

class Chart {
  /* kind: "log", "count" (whole numbers) or "" */
  constructor(parent, label, kind, values) {
    this.label = label;
    this.kind = kind;
    this.values = values;
    this.figure = htmlNode(parent, "figure");
    htmlNode(this.figure, "figcaption", label);
    this.svg = svgNode(this.figure, "svg", { role: "img", "aria-label": label + " against time" });
    this.readout = htmlNode(this.figure, "p", "", { class: "readout" });
    whileHeld(this.svg, (e) => { play(false); seek(this.frameAt(e)); }, null, (e) => this.step(this.frameAt(e)));
    this.svg.addEventListener("pointerleave", () => this.step());
  }

  frameAt(e) {
    const [x] = pointAt(this.svg, e, this.width);
    return Math.round(clamp((x - this.left) / this.inner, 0, 1) * Page.frames);
  }

  value(y) { return this.kind === "log" && y !== null ? (y > 0 ? Math.log10(y) : null) : y; }

  /* a run that is thrown off must not shrink the others: the outermost hundredths are ignored */
  range(runs) {
    const all = runs.flatMap((run) => Array.from(this.values(run), (y) => this.value(y))).filter(Number.isFinite);
    all.sort((a, b) => a - b);
    let lo = all.length ? all[Math.floor(0.01 * (all.length - 1))] : 0;
    let hi = all.length ? all[Math.ceil(0.99 * (all.length - 1))] : 1;
    if (this.kind === "log") lo = Math.max(lo, hi - 12);
    const size = Math.max(Math.abs(lo), Math.abs(hi)), room = 0.1 * size || 0.5;
    if (!(hi - lo > 1e-9 * size)) { lo -= room; hi += room; }        /* nothing but rounding */
    const pad = 0.06 * (hi - lo);
    this.lo = lo - pad;
    this.hi = hi + pad;
  }

  ticks() {
    if (this.kind === "log") return this.powers();
    const t = ticks(this.lo, this.hi, 4), whole = (x) => Math.abs(x - Math.round(x)) < 1e-9;
    return this.kind === "count" ? { at: t.at.filter(whole), label: (x) => String(Math.round(x)) } : t;
  }

  draw() {
    const runs = visible().filter((run) => this.values(run));
    this.range(runs);
    const ys = this.ticks(), bottom = (this.height = 170) - HEAD.bottom, inner = bottom - HEAD.top;
    this.width = Math.max(260, widthOf(this.figure, 400));
    this.left = Math.max(HEAD.least, 10 + 7.5 * Math.max(0, ...ys.at.map((t) => ys.label(t).length)));
    this.inner = this.width - this.left - HEAD.right;
    this.svg.setAttribute("viewBox", "0 0 " + this.width + " " + this.height);
    this.svg.textContent = "";
    const X = (k) => this.left + this.inner * k / Page.frames, xs = ticks(0, Page.data.time, this.inner / 70);
    const Y = (v) => clamp(bottom - inner * (v - this.lo) / (this.hi - this.lo), -20, this.height + 20);
    this.X = X;
    for (const t of ys.at) {
      pathNode(this.svg, "M" + this.left + " " + Y(t) + "h" + this.inner, { class: "grid" });
      textNode(this.svg, this.left - 6, Y(t) + 4, "end", ys.label(t), { class: "tick" });
    }
    xs.at.forEach((t, i) => {
      const x = this.left + this.inner * t / Page.data.time, last = i === xs.at.length - 1;
      textNode(this.svg, last ? Math.min(x + 8, this.width - 2) : x, bottom + 16, last ? "end" : "middle",
        xs.label(t) + (last ? " s" : ""), { class: "tick" });
    });
    const id = "chart" + Page.charts.indexOf(this);
    svgNode(svgNode(svgNode(this.svg, "defs"), "clipPath", { id }), "rect", { x: this.left, y: HEAD.top, width: this.inner,
      height: inner });
    const g = svgNode(this.svg, "g", { "clip-path": "url(#" + id + ")" });
    runs.forEach((run, i) => {
      let d = "", pen = "M";
      this.values(run).forEach((y, k) => {
        const v = this.value(y);
        if (!Number.isFinite(v)) { pen = "M"; return; }
        d += pen + X(k).toFixed(1) + " " + Y(v).toFixed(1);
        pen = "L";
      });
      curve(g, d, run, run.name === "exact" ? 6 : Math.max(1.4, 3 - 0.4 * i));
    });
    this.cursor = svgNode(this.svg, "path", { class: "cursor" });
    this.step();
  }

  powers() {
    const out = [], lo = Math.ceil(this.lo), hi = Math.floor(this.hi), every = Math.max(1, Math.ceil((hi - lo) / 5));
    for (let k = lo; k <= hi; k += every) out.push(k);
    if (out.length < 2) return { at: [this.lo, this.hi], label: (v) => number(Math.pow(10, v), 2) };
    return { at: out, label: (k) => "1e" + k };
  }

  /* the line at a frame, and the values there */
  step(pointed) {
    const k = pointed === undefined ? Page.frame : pointed, x = this.X(k).toFixed(1);
    this.cursor.setAttribute("d", "M" + x + " " + HEAD.top + "V" + (this.height - HEAD.bottom));
    const said = visible().filter((run) => this.values(run) && k <= lastFrame(run)).map((run) => run.title + " " +
      number(this.values(run)[k], 3));
    this.readout.textContent = timeOf(k).toFixed(3) + " s: " + said.join(", ");
  }
}

/* ---- the tables ---- */

function tableOf(table, head, rows) {
  table.textContent = "";
  const tr = htmlNode(htmlNode(table, "thead"), "tr");
  for (const h of head) htmlNode(tr, "th", h, { scope: "col" });
  const body = htmlNode(table, "tbody");
  for (const row of rows) {
    const line = htmlNode(body, "tr", undefined, row.failed ? { class: "failed" } : {});
    row.cells.forEach((cell) => htmlNode(line, "td", cell));
  }
}

function fillTables() {
  const k = Page.frame, rows = [], contacts = [], several = Page.data.bodies.filter((b) => b.moves).length > 1;
  for (const run of visible()) {
    const over = k > lastFrame(run);
    const at = clamp(k, 0, lastFrame(run)), of = (list, digits) => (list ? number(list[at], digits) : "-");
    rows.push({ failed: over, cells: [run.title + (over ? " (stopped)" : ""),
      several ? String((run.contacts && run.contacts[at] || []).length / 6 + (run.touches && run.touches[at] || []).length / 9)
              : place(run, 0, at).slice(0, 2).map((x) => number(x, 4)).join(", "),
      of(run.error, 2), of(run.energy, 5), of(run.size), of(run.iterations), of(run.residual, 2)] });
    if (over) continue;
    for (const c of contactsAt(run, k).sort((a, b) => b.normal - a.normal).slice(0, MOST_LISTED_CONTACTS))
      contacts.push({ cells: [run.title, (several ? nameOf(c.body) + ", " : "") + c.label + (c.enforced && c.line ? " *" : ""),
        number(c.gap, 3), number(c.after, 3), number(c.normal, 3), number(c.tangent, 3)] });
  }
  tableOf($("numbers"), ["run", several ? "contacts" : "x, y [m]", "error [m]", "E [J]", "n", "iter.", "residual"], rows);
  tableOf($("contacts"), ["run", "half-space", "gap [m]", "after", "p_n [N s]", "p_t"],
          contacts.length ? contacts : [{ cells: ["none in this step", "", "", "", "", ""] }]);
}

/* the picture in words */
function describe(runs) {
  const said = runs.map((run) => {
    const k = clamp(Page.frame, 0, lastFrame(run)), [x, y] = place(run, 0, k);
    const pushing = contactsAt(run, k).filter((c) => c.normal > 0).map((c) => c.label);
    return run.title + (!Number.isFinite(x) ? " unknown" : " at " + number(x, 4) + ", " + number(y, 4)) +
           (Page.frame > lastFrame(run) ? ", stopped" : pushing.length ? ", pushed by " + pushing.join(" and ") : "");
  });
  return "t = " + number(timeOf(Page.frame), 5) + " s. " + said.join("; ");
}

/* ---- the signs in the picture, in words ---- */

/* the drawing, in 26 x 14, and its meaning */
const SIGNS = {
  reach: ['<circle class="reach" cx="13" cy="7" r="6"/>', "reach \u03b5: edges within it count"],
  line: ['<rect class="tint" fill="var(--ink)" y="7" width="26" height="7"/><path class="halfspace" stroke="var(--ink)" ' +
    'stroke-width="1.6" d="M0 7H26"/>', "an edge's line, tinted where it forbids"],
  push: ['<path fill="var(--ink)" stroke="var(--ink)" stroke-width="1.6" d="' + arrowPath(1, 7, 25, 7) + '"/>',
    "push (impulse, in newton seconds)"],
  start: ['<circle class="handle" cx="13" cy="7" r="5.5"/>', "start: drag it"],
  velocity: ['<circle class="handle" cx="13" cy="7" r="5.5" stroke-dasharray="3 2"/>', "velocity: drag it"]
};

function showKey(signs) {
  const names = Object.keys(SIGNS).filter((name) => signs.has(name)).join(), key = $("key");
  if (key.dataset.names === names) return;
  key.dataset.names = names;
  key.innerHTML = names.split(",").filter(Boolean).map((name) => '<span><svg viewBox="0 0 26 14" width="26" height="14" ' +
    'aria-hidden="true">' + SIGNS[name][0] + "</svg> " + SIGNS[name][1] + "</span>").join(" ");
}

/* ---- time ---- */

function seek(k) {
  Page.frame = clamp(k, 0, Page.frames);
  stepViews();
  if (Page.magnifier) Page.magnifier.draw();
  if ($("numbers-drawer").open) {
    Page.charts.forEach((c) => c.step());
    fillTables();
  }
  sayTime();
}

/* a number padded to the width of the greatest of its kind: U+2007 is as wide as a digit */
const padded = (words, width) => words.padEnd(width, "\u2007");

function sayTime() {
  const last = timeOf(Page.frames).toFixed(3).length, steps = String(Page.frames).length;
  $("scrub").value = Page.frame;
  $("scrub").setAttribute("aria-valuetext", "t = " + number(timeOf(Page.frame), 5) + " s, step " + Page.frame);
  $("clock").textContent = "t = " + padded(timeOf(Page.frame).toFixed(3), last) + " s, step " + padded(String(Page.frame), steps);
  if (!Page.playing) { $("said").textContent = describe(visible()); save(); }
}

let before = 0, owed = 0;

function tick(now) {
  if (!Page.playing) return;
  owed += (now - before) / 1000 * Number($("speed").value) / Page.data.step;
  before = now;
  const whole = Math.floor(owed), last = Page.stop === null ? Page.frames : Page.stop;
  owed -= whole;
  if (whole > 0) {
    if (Page.stop === null && Page.frame + whole > last && $("loop").checked) seek(0);
    else seek(Math.min(Page.frame + whole, last));
    if (Page.frame >= last && !(Page.stop === null && $("loop").checked)) play(false);
  }
  requestAnimationFrame(tick);
}

/* Playing ends at the last frame, or at `stop`. */
function play(on, stop) {
  const ended = Page.playing && !on && Page.frame === Page.stop;
  Page.stop = on && stop !== undefined ? stop : null;
  if (on && Page.frame >= (Page.stop === null ? Page.frames : Page.stop)) seek(0);
  Page.playing = on;
  $("play").textContent = on ? "Pause" : "Play";
  before = performance.now();
  owed = 0;
  if (on) requestAnimationFrame(tick);
  else seek(Page.frame);
  if (ended && Page.ended) Page.ended();
}

/* ---- the address: the present view ---- */

let saving = 0;

function save() {
  clearTimeout(saving);
  if (Page.asleep) return;
  saving = setTimeout(() => {
    const b = Page.box, same = b.every((x, i) => x === Page.data.view[i]);
    const parts = [...Page.told(), "t=" + number(timeOf(Page.frame), 9), ...Page.address(),
      "show=" + visible().map((run) => run.name).join(","), "layout=" + Page.layout, "lines=" + Page.lines, "speed=" +
        $("speed").value];
    if (Page.lens) parts.push("lens=" + Page.lens);
    if (!same) parts.push("view=" + b.map((x) => Number(x.toPrecision(6))).join(","));
    history.replaceState(null, "", "#" + parts.join("&"));
  }, 100);
}

function decoded(word) {
  try { return decodeURIComponent(word); } catch (malformed) { return word; }
}

function addressGiven() {
  const words = location.hash.slice(1).split("&").filter((s) => s.includes("="));
  return new Map(words.map((s) => [s.slice(0, s.indexOf("=")), decoded(s.slice(s.indexOf("=") + 1))]));
}

function restore() {
  const given = addressGiven();
  if (given.has("show")) {
    const names = given.get("show").split(",");
    if (Page.data.runs.some((run) => names.includes(run.name)))
      for (const run of Page.data.runs) Page.shown[run.name] = names.includes(run.name);
  }
  if (["overlay", "side"].includes(given.get("layout"))) Page.layout = given.get("layout");
  if (["pushing", "all", "none"].includes(given.get("lines"))) Page.lines = given.get("lines");
  if (Page.data.runs.some((run) => run.name === given.get("lens"))) Page.lens = given.get("lens");
  if ([...$("speed").options].some((o) => o.value === given.get("speed"))) $("speed").value = given.get("speed");
  const view = (given.get("view") || "").split(",").map(Number);
  if (view.length === 4 && view.every(isFinite) && view[2] > view[0] && view[3] > view[1]) Page.box = view;
  const t = Number(given.get("t"));
  return isFinite(t) ? Math.round(t / Page.data.step) : 0;
}

/* ---- the page ---- */

function sample(run) {
  const svg = svgNode(null, "svg", { viewBox: "0 0 36 14", width: 36, height: 14, "aria-hidden": "true" });
  curve(svg, "M0 7H36", run, run.name === "exact" ? 6 : 2);
  if (run.marker) drawMarker(svg, run.marker, 18, 7, { class: "body", stroke: colour(run), "stroke-width": 1.5,
    transform: "translate(6.3 2.45) scale(.65)" });
  return svg;
}

/* a box for a run or a solver, with a sample of its look */
function makeBox(label, id, run, words, act) {
  const box = htmlNode(label, "input", undefined, { type: "checkbox", id });
  htmlNode(label, "span", undefined, { class: "key" }).appendChild(sample(run));
  label.appendChild(document.createTextNode(" " + words));
  box.addEventListener("change", () => act(box.checked));
  return box;
}

function makeChoices() {
  const parent = $("choices");
  parent.textContent = "";
  for (const run of Page.data.runs) {
    const words = run.title + (run.failed ? " (" + run.failed + ")" : "");
    makeBox(htmlNode(parent, "label", undefined, { class: "run" }), "show-" + run.name, run, words, (on) => {
      Page.shown[run.name] = on;
      build();
      save();
      if (Page.chosen) Page.chosen();
    }).checked = Page.shown[run.name];
  }
  makeSelect(parent, "layout", "Runs ", [["overlay", "in one picture"], ["side", "side by side"]]);
  makeSelect(parent, "lines", "Half-spaces ", [["pushing", "that push"], ["all", "all in reach"], ["none", "none"]]);
  makeLensChoice();
}

function fillSelect(select, choices) {
  select.textContent = "";
  for (const [value, shown] of choices) htmlNode(select, "option", shown, { value });
}

function makeLensChoice() {
  const select = $("lens"), runs = visible();
  fillSelect(select, [["", "no magnifier"], ...runs.map((run) => [run.name, "magnify " + run.title])]);
  if (!runs.some((run) => run.name === Page.lens)) Page.lens = "";
  select.value = Page.lens;
}

/* a choice stored in the member of Page with the same name */
function makeSelect(parent, name, text, choices) {
  const label = htmlNode(parent, "label", text), select = htmlNode(label, "select", undefined, { id: name });
  fillSelect(select, choices);
  select.value = Page[name];
  select.addEventListener("change", () => { Page[name] = select.value; build(); save(); });
}

/* the part of the numbers drawn next while something is dragged: one a frame, so that no frame
 * draws all of them */
let nextPart = 0;

/* views and charts for the present choices */
function build() {
  const parent = $("views"), exact = Page.data.runs.filter((run) => run.name === "exact");
  parent.textContent = "";
  widths.clear();
  if (Page.layout === "side") {
    const runs = visible().filter((run) => run.name !== "exact");
    parent.style.setProperty("--least", "18rem");
    Page.views = runs.map((run) => new View(parent, exact.concat([run]), run.title));
    if (!runs.length) Page.views = [new View(parent, exact, "exact")];
  } else {
    parent.style.setProperty("--least", "100%");
    Page.views = [new View(parent, Page.data.runs, "")];
  }
  makeLensChoice();
  redraw();
}

/* the magnifier exists if a visible run is chosen for it */
function placeLens() {
  const wanted = Page.layout === "overlay" && Page.shown[Page.lens];
  if (!wanted || !Page.magnifier) {
    if (Page.magnifier) Page.magnifier.figure.remove();
    Page.magnifier = wanted ? new Lens($("picture")) : null;
  }
  if (Page.magnifier) Page.magnifier.draw();
}

function redraw() {
  drawViews();
  placeLens();
  if (!$("numbers-drawer").open) return;
  for (const c of Page.charts) {
    const hidden = !visible().some((run) => c.values(run));
    if (c.figure.hidden !== hidden) widths.clear();      /* the others move into its place */
    c.figure.hidden = hidden;
  }
  const parts = [fillTables, ...Page.charts.map((c) => () => c.draw())];
  if (Page.held) parts[nextPart++ % parts.length]();
  else parts.forEach((part) => part());
}

function onKey(e) {
  const tag = e.target.tagName;
  if (Page.asleep || e.ctrlKey || e.metaKey || e.altKey || tag === "SELECT" ||
    (tag === "INPUT" && e.target.type === "number")) return;
  if (e.key === " " && (tag === "BUTTON" || tag === "INPUT" || tag === "SUMMARY")) return;
  if (tag === "INPUT" && e.target.type === "range" && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(e.key) &&
    !e.shiftKey) return;
  const step = e.shiftKey ? 10 : 1;
  const keys = { " ": () => play(!Page.playing), ArrowLeft: () => seek(Page.frame - step),
    ArrowRight: () => seek(Page.frame + step), Home: () => seek(0), End: () => seek(Page.frames),
    "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25), "0": fitView };
  if (!keys[e.key]) return;
  e.preventDefault();
  if (Page.playing && e.key.startsWith("Arrow")) play(false);
  keys[e.key]();
  save();
}

function greatestImpulse(run) {
  let most = 0;
  for (const c of run.contacts || []) for (let i = 0; i < c.length; i += 6) most = Math.max(most, Math.hypot(c[i + 3], c[i + 4]));
  for (const c of run.touches || []) for (let i = 0; i < c.length; i += 9) most = Math.max(most, Math.hypot(c[i + 7], c[i + 8]));
  return most || 1;
}

function start(data) {
  Page.data = data;
  Page.box = data.view.slice();
  Page.frames = Math.max(...data.runs.map(lastFrame));
  for (const run of data.runs) { Page.shown[run.name] = true; run.greatest = greatestImpulse(run); }
  show(restore());
}

function heading() {
  $("scrub").max = Page.frames;
  if (Page.told().length) entitle("How a computer decides what touches, and how that goes wrong", "");
  else if (Page.asleep) entitle("LCP explorer", "two unknowns: where b lies, how many solutions there are, and how " +
    "each method finds one");
  else entitle(Page.data.title, Page.data.subtitle);
}

function entitle(title, subtitle) {
  document.title = title + " - mbsim";
  $("title").textContent = title;
  $("subtitle").textContent = subtitle;
}

/* draws all of the page, at a frame */
function show(frame) {
  heading();
  makeChoices();
  makeCharts();
  build();
  listen();
  seek(frame);
}

function makeCharts() {
  const add = (label, kind, values) => Page.charts.push(new Chart($("charts"), label, kind, values));
  const bodies = Page.data.joints.length || Page.data.bodies.some((b) => b.shape.length > 2 || b.radius);
  add("error: distance to the " + (bodies ? "reference [m]" : "exact motion [m]"), "log", (run) => run.error);
  add("energy [J]", "", (run) => run.energy);
  add("unknowns of the step's problem", "count", (run) => run.size);
}

function listen() {
  on("play", "click", () => play(!Page.playing));
  on("home", "click", () => seek(0));
  on("end", "click", () => seek(Page.frames));
  on("back", "click", () => { play(false); seek(Page.frame - 1); });
  on("forward", "click", () => { play(false); seek(Page.frame + 1); });
  on("scrub", "input", () => seek(Number($("scrub").value)));
  on("speed", "change", save);
  on("fit", "click", fitView);
  on("lens", "change", () => {
    Page.lens = $("lens").value;
    stepViews();
    placeLens();
    save();
  });
  on("numbers-drawer", "toggle", () => { widths.clear(); redraw(); });
  document.addEventListener("keydown", onKey);
  window.addEventListener("resize", () => { widths.clear(); redraw(); });
  window.addEventListener("hashchange", () => { if (!Page.asleep) seek(restore()); });
}
