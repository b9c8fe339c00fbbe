"use strict";
/* page.js: replays recorded runs: one step at a time, several runs over or beside each other.
 *
 * The data (page.c writes them):
 *   title, subtitle, view [x0 y0 x1 y1], step, time
 *   obstacles  [{ closed, xy }]                facets  a row of 6 each: p, q, n of an edge; p = q is
 *                                              an open end
 *   bodies     [{ name, shape (core, flat), radius, moves }]
 *   joints     [{ kind, a, b, p (anchors on a, then b, flat) }]; body -1 is the world
 *   runs       [{ name, colour, dash, marker, failed,
 *                 q [body][3 * frame], v [body][3 * frame], energy, error, size, iterations, residual,
 *                 contacts [frame]: rows of 6: body, facet, gap, p_n, p_t, group;
 *                 touches [frame]: rows of 9: a, b, p, n, gap, p_n, p_t }]
 * Frame 0 is the start; frame k comes of step k, from (k - 1) h to k h. */

const NS = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);

function svgNode(parent, name, attributes, text) {
  const node = document.createElementNS(NS, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  if (parent) parent.appendChild(node);
  return node;
}

function htmlNode(parent, name, text, attributes) {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  for (const key in attributes || {}) node.setAttribute(key, attributes[key]);
  if (parent) parent.appendChild(node);
  return node;
}

const clamp = (x, lo, hi) => Math.min(hi, Math.max(lo, x));

/* what is further away than this [m] is not drawn */
const FAR = 1e12;
/* places on all trails of a view, and contacts in the table: more would take seconds to draw */
const MOST_PLACES = 200000, MOST_LISTED_CONTACTS = 300;

const drawable = (x, y) => Math.abs(x) < FAR && Math.abs(y) < FAR;

/* a number as people read it: so many digits that count */
function number(x, digits) {
  if (x === null || x === undefined || !isFinite(x)) return "-";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size < 1e-3 || size >= 1e5) return x.toExponential(Math.max(1, (digits || 4) - 1));
  return String(Number(x.toPrecision(digits || 4)));
}

/* round numbers in [lo, hi], about so many */
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
  views: [], charts: [],
  asleep: false,   /* explorer.js: it is shown instead, and the address is its */
  address: () => ["h=" + number(Page.data.step, 9)],
  overlay: null,   /* live.js: draws over a view */
  chosen: null,    /* live.js: other runs are shown */
  grab: null       /* live.js: takes a pointer that goes down; returns true if it does */
};

const timeOf = (k) => Math.min(k * Page.data.step, Page.data.time);
const lastFrame = (run) => run.q[0].length / 3 - 1;
const visible = () => Page.data.runs.filter((run) => Page.shown[run.name]);
const colour = (run) => "var(--" + run.colour + ")";

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

/* of a group of several one half-space is enforced: the one with the greatest gap after the step */
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

/* ---- a view of the plane ---- */

const HEAD = { left: 44, right: 8, top: 8, bottom: 30 };

/* the pointer's events go on coming when it leaves; one that is made by a script has none to catch */
function capture(svg, e) {
  try { svg.setPointerCapture(e.pointerId); } catch (none) { /* a script's */ }
}

class View {
  constructor(parent, runs, caption) {
    this.runs = runs;
    this.figure = htmlNode(parent, "figure", undefined, { class: "view" });
    if (caption) htmlNode(this.figure, "figcaption", caption);
    this.svg = svgNode(this.figure, "svg", { role: "img", tabindex: "0" });
    this.pointers = new Map();
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel", "wheel"])
      this.svg.addEventListener(type, (e) => this[type](e), { passive: false });
  }

  x(x) { return HEAD.left + (x - this.x0) * this.scale; }
  y(y) { return this.height - HEAD.bottom - (y - this.y0) * this.scale; }

  /* the box fills the frame; one scale for both axes */
  fit() {
    const [x0, y0, x1, y1] = Page.box, width = Math.max(220, this.figure.clientWidth || 640);
    const inner = width - HEAD.left - HEAD.right;
    const most = Math.min(0.8 * inner, Math.max(240, 0.6 * window.innerHeight));      /* the player below it stays in sight */
    const height = clamp(inner * (y1 - y0) / (x1 - x0), Math.min(0.6 * inner, 240), most);
    this.width = width;
    this.height = height + HEAD.top + HEAD.bottom;
    this.scale = Math.min(inner / (x1 - x0), height / (y1 - y0));
    this.x0 = (x0 + x1) / 2 - inner / this.scale / 2;
    this.y0 = (y0 + y1) / 2 - height / this.scale / 2;
    this.x1 = this.x0 + inner / this.scale;
    this.y1 = this.y0 + height / this.scale;
    this.svg.setAttribute("viewBox", "0 0 " + width + " " + this.height);
  }

  path(xy, stride, count, closed) {
    let out = "", pen = "M";
    for (let i = 0; i < count; i++) {
      const x = xy[i * stride], y = xy[i * stride + 1];
      if (!drawable(x, y)) { pen = "M"; continue; }
      out += pen + this.x(x).toFixed(2) + " " + this.y(y).toFixed(2);
      pen = "L";
    }
    return out + (closed && out ? "Z" : "");
  }

  /* everything that does not change from step to step */
  draw() {
    this.fit();
    this.svg.textContent = "";
    const id = "clip" + Page.views.indexOf(this);
    const clip = svgNode(svgNode(this.svg, "defs"), "clipPath", { id });
    svgNode(clip, "rect", { x: HEAD.left, y: HEAD.top, width: this.width - HEAD.left - HEAD.right,
                            height: this.height - HEAD.top - HEAD.bottom });
    this.drawAxes();
    const inside = svgNode(this.svg, "g", { "clip-path": "url(#" + id + ")" });
    for (const o of Page.data.obstacles) {
      const d = this.path(o.xy, 2, o.xy.length / 2, o.closed);
      if (o.closed) svgNode(inside, "path", { d, class: "solid" });
      svgNode(inside, "path", { d, class: "ground" });
    }
    this.trails = svgNode(inside, "g");
    this.moving = svgNode(inside, "g");
    this.step();
  }

  drawAxes() {
    const bottom = this.height - HEAD.bottom;
    const xs = ticks(this.x0, this.x1, this.width / 80), ys = ticks(this.y0, this.y1, this.height / 50);
    for (const t of xs.at) {
      svgNode(this.svg, "path", { class: "grid", d: "M" + this.x(t) + " " + HEAD.top + "V" + bottom });
      svgNode(this.svg, "text", { x: this.x(t), y: bottom + 13, "text-anchor": "middle" }, xs.label(t));
    }
    for (const t of ys.at) {
      svgNode(this.svg, "path", { class: "grid", d: "M" + HEAD.left + " " + this.y(t) + "H" + (this.width - HEAD.right) });
      svgNode(this.svg, "text", { x: HEAD.left - 4, y: this.y(t) + 4, "text-anchor": "end" }, ys.label(t));
    }
    svgNode(this.svg, "text", { x: this.width - HEAD.right, y: this.height - 3, "text-anchor": "end" }, "x [m]");
    svgNode(this.svg, "text", { x: 2, y: this.height - 3 }, "y [m]");
  }

  /* what the present frame adds */
  step() {
    this.trails.textContent = "";
    this.moving.textContent = "";
    const runs = this.runs.filter((run) => Page.shown[run.name]);
    const places = runs.reduce((n, run) => n + run.q.length * (lastFrame(run) + 1), 0);
    for (const run of runs) this.drawTrails(run, Math.ceil(places / MOST_PLACES));
    for (const run of runs) if (Page.frame <= lastFrame(run)) this.drawContacts(run);
    for (const run of runs) run.q.forEach((q, b) => this.drawBody(run, b));
    for (const run of runs) for (const joint of Page.data.joints) this.drawJoint(run, joint);
    if (Page.overlay) Page.overlay(this);
    this.svg.setAttribute("aria-label", describe(runs));
  }

  /* where bodies go and have been; of very many every so many places */
  drawTrails(run, every) {
    const points = (last) => Math.floor(last / every) + 1, broad = run.name === "exact";
    for (let b = 0; b < run.q.length; b++) {
      if (!Page.data.bodies[b].moves) continue;
      svgNode(this.trails, "path", { d: this.path(run.q[b], 3 * every, points(lastFrame(run))), fill: "none",
        stroke: colour(run), "stroke-width": broad ? 3 : 1, opacity: 0.35, "data-future": 1 });
      svgNode(this.trails, "path", { d: this.path(run.q[b], 3 * every, points(Math.min(Page.frame, lastFrame(run)))), fill: "none",
        stroke: colour(run), "stroke-width": broad ? 6 : 2, "stroke-dasharray": run.dash });
    }
  }

  drawContacts(run) {
    for (const c of contactsAt(run, Page.frame)) {
      if (c.line && (Page.lines === "all" || (Page.lines === "pushing" && c.normal > 0))) {
        const t = [c.n[1], -c.n[0]], far = 2 * (this.x1 - this.x0 + this.y1 - this.y0);
        const ends = [c.p[0] - far * t[0], c.p[1] - far * t[1], c.p[0] + far * t[0], c.p[1] + far * t[1]];
        svgNode(this.moving, "path", { class: "halfspace", d: this.path(ends, 2, 2), stroke: colour(run),
          "stroke-width": c.normal > 0 ? 2 : c.enforced ? 1.2 : 0.7,
          "data-run": run.name, "data-pushes": c.normal > 0 ? 1 : 0 });
      }
      if (c.normal > 0 && drawable(...c.at)) this.arrow(run, c);
    }
  }

  /* an impulse on the body it pushes, in proportion to the greatest of the run */
  arrow(run, c) {
    const t = [-c.n[1], c.n[0]];
    const p = [c.normal * c.n[0] + c.tangent * t[0], c.normal * c.n[1] + c.tangent * t[1]];
    const size = Math.hypot(p[0], p[1]), length = 14 + 46 * Math.sqrt(size / run.greatest);
    const ux = p[0] / size, uy = -p[1] / size, x = this.x(c.at[0]), y = this.y(c.at[1]);
    const tip = [x + length * ux, y + length * uy];
    const wing = (s) => (tip[0] - 7 * ux + s * 4 * uy).toFixed(1) + " " + (tip[1] - 7 * uy - s * 4 * ux).toFixed(1);
    svgNode(this.moving, "path", { d: "M" + x + " " + y + "L" + tip[0] + " " + tip[1] + "M" + wing(1) + "L" + tip[0] + " " + tip[1] +
      "L" + wing(-1), fill: "none", stroke: colour(run), "stroke-width": 2 });
  }

  drawBody(run, b) { this.drawShape(run, Page.data.bodies[b], place(run, b, Page.frame)); }

  drawShape(run, body, [x, y, angle]) {
    const attributes = { class: "body", stroke: colour(run), "stroke-width": 2 }, tint = { class: "", fill: colour(run), "fill-opacity": 0.15 };
    if (!drawable(x, y)) return;
    if (body.shape.length === 2 && body.radius === 0) {
      this.marker(run, this.x(x), this.y(y), attributes);
    } else if (body.shape.length === 2) {
      svgNode(this.moving, "circle", Object.assign({ cx: this.x(x), cy: this.y(y), r: body.radius * this.scale }, attributes, tint));
      svgNode(this.moving, "path", Object.assign({ d: this.path([x, y, x + body.radius * Math.cos(angle), y + body.radius * Math.sin(angle)], 2, 2) }, attributes));
    } else {
      const c = Math.cos(angle), s = Math.sin(angle), xy = [];
      for (let i = 0; i < body.shape.length; i += 2)
        xy.push(x + c * body.shape[i] - s * body.shape[i + 1], y + s * body.shape[i] + c * body.shape[i + 1]);
      const d = this.path(xy, 2, xy.length / 2, true), rim = 2 * body.radius * this.scale;
      svgNode(this.moving, "path", Object.assign({ d }, attributes, tint, { "stroke-width": rim + 2, "stroke-linejoin": "round" }));
      if (rim > 2)      /* a rim is a broad outline, hollow inside */
        svgNode(this.moving, "path", { d, class: "body", stroke: "var(--ground)", "stroke-width": rim - 2, "stroke-linejoin": "round" });
    }
  }

  /* as in drafting: revolute a circle, weld a filled one, prismatic a square, a rope dashed */
  drawJoint(run, joint) {
    const ends = [joint.a, joint.b].map((body, i) => {
      const [x, y, angle] = body < 0 ? [0, 0, 0] : place(run, body, Page.frame), [u, v] = joint.p.slice(2 * i, 2 * i + 2);
      return [x + Math.cos(angle) * u - Math.sin(angle) * v, y + Math.sin(angle) * u + Math.cos(angle) * v];
    });
    if (!ends.every(([x, y]) => drawable(x, y))) return;
    const line = joint.kind === "distance" || joint.kind === "rope", [x, y] = [this.x(ends[1][0]), this.y(ends[1][1])];
    const attributes = { class: "joint", stroke: colour(run), "stroke-width": 1.5, fill: joint.kind === "weld" ? colour(run) : "none" };
    if (line) svgNode(this.moving, "path", Object.assign({ d: this.path(ends.flat(), 2, 2), "stroke-dasharray": joint.kind === "rope" ? "4 3" : "" }, attributes));
    else if (joint.kind === "prismatic") svgNode(this.moving, "rect", Object.assign({ x: x - 4, y: y - 4, width: 8, height: 8 }, attributes));
    else svgNode(this.moving, "circle", Object.assign({ cx: x, cy: y, r: 4 }, attributes));
  }

  marker(run, x, y, attributes) {
    const r = 6, shapes = {
      circle: "M" + (x - r) + " " + y + "a" + r + " " + r + " 0 1 0 " + 2 * r + " 0a" + r + " " + r + " 0 1 0 " + -2 * r + " 0",
      square: "M" + (x - r) + " " + (y - r) + "h" + 2 * r + "v" + 2 * r + "h" + -2 * r + "Z",
      triangle: "M" + (x - r) + " " + (y + r) + "h" + 2 * r + "L" + x + " " + (y - r) + "Z",
      diamond: "M" + x + " " + (y - 1.3 * r) + "l" + 1.3 * r + " " + 1.3 * r + "l" + -1.3 * r + " " + 1.3 * r + "l" + -1.3 * r + " " + -1.3 * r + "Z",
      caret: "M" + (x - r) + " " + (y - r) + "h" + 2 * r + "L" + x + " " + (y + r) + "Z" };
    svgNode(this.moving, "path", Object.assign({ d: shapes[run.marker] || shapes.circle }, attributes));
  }

  /* ---- zoom and pan ---- */

  at(e) {
    const r = this.svg.getBoundingClientRect(), s = this.width / r.width;
    return [this.x0 + ((e.clientX - r.left) * s - HEAD.left) / this.scale,
            this.y0 + (this.height - HEAD.bottom - (e.clientY - r.top) * s) / this.scale];
  }

  pointerdown(e) {
    if (Page.grab && Page.grab(this, e)) return;
    capture(this.svg, e);
    this.svg.classList.add("drag");
    this.pointers.set(e.pointerId, this.at(e));
  }

  pointermove(e) {
    if (!this.pointers.has(e.pointerId)) return;
    const from = this.pointers.get(e.pointerId), now = this.at(e);
    if (this.pointers.size === 1) {
      moveView(from[0] - now[0], from[1] - now[1]);
    } else {
      const other = [...this.pointers].find(([id]) => id !== e.pointerId)[1];
      const before = Math.hypot(from[0] - other[0], from[1] - other[1]);
      const after = Math.hypot(now[0] - other[0], now[1] - other[1]);
      if (before > 0 && after > 0) zoom(before / after, other);
    }
    this.pointers.set(e.pointerId, this.at(e));
  }

  pointerup(e) {
    this.pointers.delete(e.pointerId);
    if (this.pointers.size === 0) this.svg.classList.remove("drag");
    save();
  }

  pointercancel(e) { this.pointerup(e); }

  wheel(e) {
    e.preventDefault();
    zoom(Math.exp(clamp(e.deltaY, -100, 100) * 0.002), this.at(e));
    save();
  }
}

function moveView(dx, dy) {
  Page.box = [Page.box[0] + dx, Page.box[1] + dy, Page.box[2] + dx, Page.box[3] + dy];
  Page.views.forEach((v) => v.draw());
}

function zoom(factor, around) {
  const b = Page.box, [x, y] = around || [(b[0] + b[2]) / 2, (b[1] + b[3]) / 2];
  const home = Page.data.view, size = home[2] - home[0], next = (b[2] - b[0]) * factor;
  if (next > 1e3 * size || next < 1e-6 * size) return;
  Page.box = [x + (b[0] - x) * factor, y + (b[1] - y) * factor, x + (b[2] - x) * factor, y + (b[3] - y) * factor];
  Page.views.forEach((v) => v.draw());
}

/* ---- numbers against time ---- */

class Chart {
  constructor(parent, label, log, values) {
    this.label = label;
    this.log = log;
    this.values = values;
    const figure = htmlNode(parent, "figure");
    htmlNode(figure, "figcaption", label);
    this.svg = svgNode(figure, "svg", { role: "img", "aria-label": label + " against time" });
    this.figure = figure;
    this.svg.addEventListener("click", (e) => {
      const r = this.svg.getBoundingClientRect();
      const x = (e.clientX - r.left) / r.width * this.width;
      seek(Math.round(clamp((x - HEAD.left) / this.inner, 0, 1) * Page.frames));
    });
  }

  value(y) { return this.log ? (y > 0 ? Math.log10(y) : null) : y; }

  draw() {
    const runs = visible().filter((run) => this.values(run));
    const all = [];
    for (const run of runs) for (const y of this.values(run)) {
      const v = y === null ? null : this.value(y);
      if (v !== null && isFinite(v)) all.push(v);
    }
    all.sort((a, b) => a - b);
    this.width = Math.max(260, this.figure.clientWidth || 400);
    this.height = 170;
    this.inner = this.width - HEAD.left - HEAD.right;
    this.svg.setAttribute("viewBox", "0 0 " + this.width + " " + this.height);
    this.svg.textContent = "";
    /* a run that is thrown off must not shrink the others: all but the outermost hundredths count */
    let lo = all.length ? all[Math.floor(0.01 * (all.length - 1))] : 0, hi = all.length ? all[Math.ceil(0.99 * (all.length - 1))] : 1;
    if (this.log) { lo = Math.max(lo, hi - 12); }
    const size = Math.max(Math.abs(lo), Math.abs(hi)), room = 0.1 * size || 0.5;
    if (!(hi - lo > 1e-9 * size)) { lo -= room; hi += room; }        /* nothing but rounding */
    const pad = 0.06 * (hi - lo);
    this.lo = lo - pad;
    this.hi = hi + pad;
    const bottom = this.height - HEAD.bottom, inner = bottom - HEAD.top;
    const X = (k) => HEAD.left + this.inner * k / Page.frames;
    const Y = (v) => clamp(bottom - inner * (v - this.lo) / (this.hi - this.lo), -20, this.height + 20);
    this.X = X;
    const ys = this.log ? this.powers() : ticks(this.lo, this.hi, 4), xs = ticks(0, Page.data.time, this.width / 90);
    for (const t of ys.at) {
      svgNode(this.svg, "path", { class: "grid", d: "M" + HEAD.left + " " + Y(t) + "h" + this.inner });
      svgNode(this.svg, "text", { x: HEAD.left - 4, y: Y(t) + 4, "text-anchor": "end" }, ys.label(t));
    }
    for (const t of xs.at) {
      const x = HEAD.left + this.inner * t / Page.data.time;
      svgNode(this.svg, "text", { x, y: bottom + 13, "text-anchor": "middle" }, xs.label(t));
    }
    svgNode(this.svg, "text", { x: this.width - HEAD.right, y: this.height - 3, "text-anchor": "end" }, "t [s]");
    const id = "chart" + Page.charts.indexOf(this);
    svgNode(svgNode(svgNode(this.svg, "defs"), "clipPath", { id }), "rect",
      { x: HEAD.left, y: HEAD.top, width: this.inner, height: inner });
    const g = svgNode(this.svg, "g", { "clip-path": "url(#" + id + ")" });
    for (const run of runs) {
      let d = "", pen = "M";
      this.values(run).forEach((y, k) => {
        const v = y === null ? null : this.value(y);
        if (v === null || !isFinite(v)) { pen = "M"; return; }
        d += pen + X(k).toFixed(1) + " " + Y(v).toFixed(1);
        pen = "L";
      });
      svgNode(g, "path", { d, fill: "none", stroke: colour(run), "stroke-width": run.name === "exact" ? 4 : 1.8, "stroke-dasharray": run.dash });
    }
    this.cursor = svgNode(this.svg, "path", { class: "cursor" });
    this.step();
  }

  powers() {
    const out = [], lo = Math.ceil(this.lo), hi = Math.floor(this.hi), every = Math.max(1, Math.ceil((hi - lo) / 5));
    for (let k = lo; k <= hi; k += every) out.push(k);
    if (out.length < 2) return { at: [this.lo, this.hi].map((v) => v), label: (v) => number(Math.pow(10, v), 2) };
    return { at: out, label: (k) => "1e" + k };
  }

  step() {
    const x = this.X(Page.frame);
    this.cursor.setAttribute("d", "M" + x + " " + HEAD.top + "V" + (this.height - HEAD.bottom));
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

/* ---- time ---- */

function seek(k) {
  Page.frame = clamp(k, 0, Page.frames);
  Page.views.forEach((v) => v.step());
  Page.charts.forEach((c) => c.step());
  fillTables();
  sayTime();
}

function sayTime() {
  $("scrub").value = Page.frame;
  $("scrub").setAttribute("aria-valuetext", "t = " + number(timeOf(Page.frame), 5) + " s, step " + Page.frame);
  $("clock").textContent = "t = " + timeOf(Page.frame).toFixed(3) + " s, step " + Page.frame;
  if (!Page.playing) { $("said").textContent = describe(visible()); save(); }
}

let before = 0, owed = 0;

function tick(now) {
  if (!Page.playing) return;
  owed += (now - before) / 1000 * Number($("speed").value) / Page.data.step;
  before = now;
  const whole = Math.floor(owed);
  owed -= whole;
  if (whole > 0) {
    if (Page.frame + whole > Page.frames && $("loop").checked) seek(0);
    else seek(Page.frame + whole);
    if (Page.frame >= Page.frames && !$("loop").checked) play(false);
  }
  requestAnimationFrame(tick);
}

function play(on) {
  if (on && Page.frame >= Page.frames) seek(0);
  Page.playing = on;
  $("play").textContent = on ? "Pause" : "Play";
  before = performance.now();
  owed = 0;
  if (on) requestAnimationFrame(tick);
  else seek(Page.frame);
}

/* ---- the address: what is seen ---- */

let saving = 0;

function save() {
  clearTimeout(saving);
  if (Page.asleep) return;
  saving = setTimeout(() => {
    const b = Page.box, same = b.every((x, i) => x === Page.data.view[i]);
    const parts = ["t=" + number(timeOf(Page.frame), 9), ...Page.address(),
      "show=" + visible().map((run) => run.name).join(","), "layout=" + Page.layout, "lines=" + Page.lines, "speed=" + $("speed").value];
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
  if ([...$("speed").options].some((o) => o.value === given.get("speed"))) $("speed").value = given.get("speed");
  const view = (given.get("view") || "").split(",").map(Number);
  if (view.length === 4 && view.every(isFinite) && view[2] > view[0] && view[3] > view[1]) Page.box = view;
  const t = Number(given.get("t"));
  return isFinite(t) ? Math.round(t / Page.data.step) : 0;
}

/* ---- the page ---- */

function sample(run) {
  const svg = svgNode(null, "svg", { viewBox: "0 0 36 14", width: 36, height: 14, "aria-hidden": "true" });
  svgNode(svg, "path", { d: "M0 7H36", stroke: colour(run), "stroke-width": run.name === "exact" ? 6 : 2, "stroke-dasharray": run.dash });
  if (run.marker) View.prototype.marker.call({ moving: svg }, run, 18, 7, { class: "body", stroke: colour(run), "stroke-width": 1.5, transform: "translate(6.3 2.45) scale(.65)" });
  return svg;
}

function makeChoices() {
  const parent = $("choices");
  parent.textContent = "";
  for (const run of Page.data.runs) {
    const label = htmlNode(parent, "label");
    const box = htmlNode(label, "input", undefined, { type: "checkbox", id: "show-" + run.name });
    box.checked = Page.shown[run.name];
    box.addEventListener("change", () => {
      Page.shown[run.name] = box.checked;
      build();
      save();
      if (Page.chosen) Page.chosen();
    });
    const key = htmlNode(label, "span", undefined, { class: "key" });
    key.appendChild(sample(run));
    label.appendChild(document.createTextNode(" " + run.title + (run.failed ? " (" + run.failed + ")" : "")));
  }
  makeSelect(parent, "layout", "Layout ", [["overlay", "over each other"], ["side", "side by side"]]);
  makeSelect(parent, "lines", "Half-spaces ", [["pushing", "that push"], ["all", "all"], ["none", "none"]]);
}

/* a choice that is a member of Page by the same name */
function makeSelect(parent, name, text, choices) {
  const label = htmlNode(parent, "label", text), select = htmlNode(label, "select", undefined, { id: name });
  for (const [value, shown] of choices) htmlNode(select, "option", shown, { value });
  select.value = Page[name];
  select.addEventListener("change", () => { Page[name] = select.value; build(); save(); });
}

/* views and charts for what is chosen */
function build() {
  const parent = $("views"), exact = Page.data.runs.filter((run) => run.name === "exact");
  parent.textContent = "";
  if (Page.layout === "side") {
    const runs = visible().filter((run) => run.name !== "exact");
    parent.style.setProperty("--least", "18rem");
    Page.views = runs.map((run) => new View(parent, exact.concat([run]), run.title));
    if (!runs.length) Page.views = [new View(parent, exact, "exact")];
  } else {
    parent.style.setProperty("--least", "100%");
    Page.views = [new View(parent, Page.data.runs, "")];
  }
  redraw();
}

function redraw() {
  Page.views.forEach((v) => v.draw());
  for (const c of Page.charts) c.figure.hidden = !visible().some((run) => c.values(run));
  Page.charts.forEach((c) => c.draw());
  fillTables();
}

function onKey(e) {
  const tag = e.target.tagName;
  if (Page.asleep || e.ctrlKey || e.metaKey || e.altKey || tag === "SELECT" || (tag === "INPUT" && e.target.type === "number")) return;
  if (e.key === " " && (tag === "BUTTON" || tag === "INPUT" || tag === "SUMMARY")) return;
  if (tag === "INPUT" && e.target.type === "range" && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(e.key) && !e.shiftKey) return;
  const step = e.shiftKey ? 10 : 1;
  const keys = { " ": () => play(!Page.playing), ArrowLeft: () => seek(Page.frame - step), ArrowRight: () => seek(Page.frame + step),
    Home: () => seek(0), End: () => seek(Page.frames), "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25),
    "0": () => { Page.box = Page.data.view.slice(); redraw(); } };
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
  if (!Page.asleep) entitle(Page.data.title, Page.data.subtitle);
}

function entitle(title, subtitle) {
  document.title = title + " - mbsim";
  $("title").textContent = title;
  $("subtitle").textContent = subtitle;
}

/* all of the page, at a frame */
function show(frame) {
  heading();
  makeChoices();
  makeCharts();
  build();
  listen();
  seek(frame);
}

function makeCharts() {
  const add = (label, log, values) => Page.charts.push(new Chart($("charts"), label, log, values));
  const bodies = Page.data.joints.length || Page.data.bodies.some((b) => b.shape.length > 2 || b.radius);
  add("error: distance to the " + (bodies ? "reference [m]" : "exact motion [m]"), true, (run) => run.error);
  add("energy [J]", false, (run) => run.energy);
  add("unknowns of the step's problem", false, (run) => run.size);
}

function listen() {
  $("play").addEventListener("click", () => play(!Page.playing));
  $("home").addEventListener("click", () => seek(0));
  $("end").addEventListener("click", () => seek(Page.frames));
  $("back").addEventListener("click", () => { play(false); seek(Page.frame - 1); });
  $("forward").addEventListener("click", () => { play(false); seek(Page.frame + 1); });
  $("scrub").addEventListener("input", () => seek(Number($("scrub").value)));
  $("speed").addEventListener("change", save);
  document.addEventListener("keydown", onKey);
  window.addEventListener("resize", redraw);
  window.addEventListener("hashchange", () => { if (!Page.asleep) seek(restore()); });
}
