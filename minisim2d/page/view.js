/* view.js: a picture of the plane: ground, runs, contacts, their names; and the magnifier */

/* the pointer's events continue when it leaves; a script's pointer cannot be captured */
function capture(svg, e) {
  try { svg.setPointerCapture(e.pointerId); } catch (none) { /* a script's */ }
}

/* `act` at the press of a pointer on a picture and as long as it is held; `end` when it is released;
 * `over`, if it is not null, while no pointer is held */
function whileHeld(svg, act, end, over) {
  let held;
  svg.addEventListener("pointerdown", (e) => {
    if (held !== undefined) return;      /* one finger at a time */
    capture(svg, e);
    held = e.pointerId;
    act(e, true);
  });
  svg.addEventListener("pointermove", (e) => { if (held === e.pointerId) act(e, false); else if (over) over(e); });
  for (const type of ["pointerup", "pointercancel"]) svg.addEventListener(type, (e) => {
    if (held !== e.pointerId) return;
    held = undefined;
    if (end) end();
  });
}

/* [px]: depth of hatching; a marker's radius; width of a label's letter; a label's height */
const HATCHED = 11, MARKER = 6, LETTER = 7, LINE = 16;
/* a picture's largest height, of the window's and of its own width */
const TALL = 0.6, MOST_TALL = 0.8;
/* most labels of impulses and of lines in a picture: more would cover it */
const MOST_LABELS = 8;
/* [px]: runs that are nearer to each other have one name; of a label along its line, from the particle and from the line */
const TOGETHER = 10, ALONG = 26, BESIDE = 11;
/* magnification of the magnifier */
const LENS_POWER = 5;

/* runs that are drawn over each other: each is narrower than the one below, so that all are
 * visible */
const lineWidth = (rank) => Math.max(1.6, 4.6 - 0.8 * rank);
const markerSize = (rank) => Math.max(0.7, 1.25 - 0.15 * rank);

/* does a half-space push, or is it drawn as if it did? */
const counts = (run, c) => c.normal > 0 || (run.name !== "exact" && Page.marked.includes(c.label));

/* Words in a picture, placed so that they cover neither each other nor reserved places. */
class Words {
  constructor(parent, width, height, taken) { Object.assign(this, { parent, width, height, taken }); }

  /* a rectangle that words must avoid */
  take(x, y, w, h) { this.taken.push([x, y, x + w, y + h]); }

  /* the rectangles that words take at a place: [x, y of the base line, anchor], or [x, y of the middle, "along", direction] */
  boxes([x, y, anchor, u], words) {
    const w = LETTER * words.length + 4, left = anchor === "end" ? x - w : anchor === "middle" ? x - w / 2 : x;
    if (anchor !== "along") return [[left, y - 12, left + w, y - 12 + LINE]];
    const n = Math.ceil(w / LINE), r = LINE / 2;
    return Array.from({ length: n }, (_, i) => [x + (i - (n - 1) / 2) * LINE * u[0], y + (i - (n - 1) / 2) * LINE * u[1]])
      .map(([px, py]) => [px - r, py - r, px + r, py + r]);
  }

  /* Words at the first of some places where they cover nothing, or where they cover least; words are a text or a list of
   * [text, fill]. False if all places are outside; of words that can be spared, if all are covered. */
  say(places, words, fill, more, spare) {
    const parts = Array.isArray(words) ? words : [[words, fill]], whole = parts.map(([text]) => text).join("");
    const outside = (b) => b[0] < 2 || b[2] > this.width - 2 || b[1] < 2 || b[3] > this.height - 14;
    const common = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) *
      Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
    let best = null, least = Infinity;
    for (const place of places) {
      const boxes = this.boxes(place, whole);
      if (boxes.some(outside)) continue;
      const covered = boxes.reduce((sum, b) => sum + this.taken.reduce((s, other) => s + common(b, other), 0), 0);
      if (covered < least) { best = { place, boxes }; least = covered; }
      if (covered === 0) break;
    }
    if (!best || (spare && least > 0)) return false;
    const [x, y, anchor, u] = best.place, at = anchor !== "along" ? { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor } :
      { y: 4, "text-anchor": "middle", transform: "translate(" + x.toFixed(1) + " " + y.toFixed(1) + ") rotate(" +
        (Math.atan2(u[1], u[0]) * 180 / Math.PI).toFixed(2) + ")" };
    const node = svgNode(this.parent, "text", Object.assign({ class: "halo", style: "fill: " + parts[0][1] }, at, more));
    for (const [text, ink] of parts) svgNode(node, "tspan", parts.length > 1 ? { style: "fill: " + ink } : {}, text);
    this.taken.push(...best.boxes);
    return true;
  }
}

/* around a point, the nearest first */
function around(x, y) {
  return [11, 24, 40].flatMap((r) => [[x + r, y - r, "start"], [x - r, y - r, "end"], [x + r, y + r + 8, "start"],
    [x - r, y + r + 8, "end"],
    [x + r + 2, y + 4, "start"], [x - r - 2, y + 4, "end"], [x, y - r - 6, "middle"], [x, y + r + 16, "middle"]]);
}

class View {
  constructor(parent, runs, caption) {
    this.runs = runs;
    this.figure = htmlNode(parent, "figure", undefined, { class: "view" });
    if (caption) htmlNode(this.figure, "figcaption", caption);
    this.svg = svgNode(this.figure, "svg", { role: "img", tabindex: "0" });
    this.pointers = new Map();
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel", "wheel", "touchmove"])
      this.svg.addEventListener(type, (e) => this[type](e), { passive: false });
  }

  x(x) { return (x - this.x0) * this.scale; }
  y(y) { return this.height - (y - this.y0) * this.scale; }

  /* the visible part of the plane, and the size of the picture */
  box() { return Page.box; }
  size() {
    const width = Math.max(220, widthOf(this.figure, 640));
    return [width, clamp(TALL * window.innerHeight, 200, MOST_TALL * width)];
  }

  /* the box fills the picture, with one scale for both axes; remaining room is mostly above it */
  fit() {
    const [x0, y0, x1, y1] = this.box(), [width, height] = this.size();
    this.width = width;
    this.height = height;
    this.scale = Math.min(width / (x1 - x0), height / (y1 - y0));
    this.x0 = (x0 + x1) / 2 - width / this.scale / 2;
    this.y0 = y0 - 0.35 * (height / this.scale - (y1 - y0));
    this.x1 = this.x0 + width / this.scale;
    this.y1 = this.y0 + height / this.scale;
    this.svg.setAttribute("viewBox", "0 0 " + width + " " + height);
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
    this.hatch = "hatch" + View.made++;
    const pattern = svgNode(svgNode(this.svg, "defs"), "pattern",
      { id: this.hatch, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
    svgNode(pattern, "path", { d: "M0 0V7", class: "stroke" });
    this.drawGrid();
    for (const o of Page.data.obstacles) this.drawObstacle(o);
    this.trails = svgNode(this.svg, "g");
    this.moving = svgNode(this.svg, "g");
    this.numbers = [];
    this.drawNumbers();
    this.step();
  }

  /* A solid is hatched all over; of a chain, which has no inside, a strip behind it. */
  drawObstacle(o) {
    const line = this.path(o.xy, 2, o.xy.length / 2, o.closed), inside = o.closed ? line : this.strip(o.xy);
    pathNode(this.svg, inside, { class: "solid" });
    pathNode(this.svg, inside, { class: "solid hatch", style: "fill: url(#" + this.hatch + ")" });
    pathNode(this.svg, line, { class: "ground" });
  }

  /* along the right-hand side of a chain, a rectangle for each edge, and a wedge at each corner */
  strip(xy) {
    let out = "", before = null;
    const corner = (px, py, n) => (px + HATCHED * n[0]).toFixed(1) + " " + (py + HATCHED * n[1]).toFixed(1);
    for (let i = 0; i + 3 < xy.length; i += 2) {
      const [px, py, qx, qy] = [this.x(xy[i]), this.y(xy[i + 1]), this.x(xy[i + 2]), this.y(xy[i + 3])];
      const size = Math.hypot(qx - px, qy - py);
      if (!(size > 0) || !drawable(px, py) || !drawable(qx, qy)) { before = null; continue; }
      const n = [-(qy - py) / size, (qx - px) / size], p = px.toFixed(1) + " " + py.toFixed(1);
      out += "M" + p + "L" + qx.toFixed(1) + " " + qy.toFixed(1) + "L" + corner(qx, qy, n) + "L" + corner(px, py, n) + "Z";
      if (before && !(before[0] * n[1] - before[1] * n[0] > 0))
        out += "M" + p + "L" + corner(px, py, n) + "L" + corner(px, py, before) + "Z";
      before = n;
    }
    return out;
  }

  drawGrid() {
    this.across = ticks(this.x0, this.x1, this.width / 90);
    this.up = ticks(this.y0, this.y1, this.height / 60);
    const grid = (d) => pathNode(this.svg, d, { class: "grid" });
    for (const t of this.across.at) grid("M" + this.x(t).toFixed(1) + " 0V" + this.height);
    for (const t of this.up.at) grid("M0 " + this.y(t).toFixed(1) + "H" + this.width);
  }

  /* of both axes, over everything drawn; the last one has the unit */
  drawNumbers() {
    const say = (axis, seen, x, y, anchor) => axis.at.filter(seen).forEach((t, i, all) => {
      const words = axis.label(t) + (i === all.length - 1 ? " m" : "");
      textNode(this.svg, x(t), y(t), anchor, words, { class: "tick halo" });
      this.numbers.push(...Words.prototype.boxes([x(t), y(t), anchor], words));
    });
    say(this.across, (t) => this.x(t) > 50 && this.x(t) < this.width - 30, (t) => this.x(t), () => this.height - 5, "middle");
    say(this.up, (t) => this.y(t) > 16 && this.y(t) < this.height - 22, () => 4, (t) => this.y(t) + 4, "start");
  }

  /* the parts of the present frame */
  step() {
    this.trails.textContent = "";
    this.moving.textContent = "";
    this.words = new Words(this.moving, this.width, this.height, this.numbers.concat(this.covered()));
    this.tinted = new Set();
    this.named = new Set();
    this.signs = new Set();
    const runs = this.runs.filter((run) => Page.shown[run.name]), others = runs.filter((run) => run.name !== "exact");
    const places = runs.reduce((n, run) => n + run.q.length * (lastFrame(run) + 1), 0), rank = (run) => others.indexOf(run);
    for (const run of runs) this.drawTrails(run, Math.ceil(places / MOST_PLACES), rank(run));
    const contacts = runs.map((run) => (Page.frame <= lastFrame(run) ? contactsAt(run, Page.frame) : []));
    runs.forEach((run, i) => this.drawLines(run, contacts[i]));
    for (const run of runs)
      run.q.forEach((q, b) => this.drawShape(run, Page.data.bodies[b], place(run, b, Page.frame), rank(run)));
    for (const run of runs) for (const joint of Page.data.joints) this.drawJoint(run, joint);
    if (Page.clear && !(this instanceof Lens)) for (const [x, y] of Page.clear(this)) this.take(x - 14, y - 14, 28, 28);
    this.drawReach();
    this.drawWords(runs, contacts);
    if (Page.overlay) Page.overlay(this);
    if (this === Page.views[0]) showKey(this.signs);
    this.svg.setAttribute("aria-label", describe(runs));
  }

  /* the paths of bodies, ahead and behind; if very many, only every k-th place */
  drawTrails(run, every, rank) {
    const points = (last) => Math.floor(last / every) + 1, broad = run.name === "exact";
    for (let b = 0; b < run.q.length; b++) {
      if (!Page.data.bodies[b].moves) continue;
      const until = (last) => this.path(run.q[b], 3 * every, points(last));
      curve(this.trails, until(lastFrame(run)), run, broad ? 4 : 1.2,
        { "stroke-dasharray": "", opacity: 0.3, "data-future": 1 });
      curve(this.trails, until(Math.min(Page.frame, lastFrame(run))), run, broad ? 9 : lineWidth(rank),
        { "stroke-linejoin": "round" });
    }
  }

  /* the half-spaces: each over all its length, its forbidden side tinted if it pushes, and its edge
   * thick */
  drawLines(run, contacts) {
    const far = 2 * (this.x1 - this.x0 + this.y1 - this.y0);
    for (const c of contacts) {
      const pushes = counts(run, c), n = c.n, t = [n[1], -n[0]], place = [...c.p, ...n].join();
      if (!c.line || !(Page.lines === "all" || (Page.lines === "pushing" && pushes))) continue;
      const ends = [c.p[0] - far * t[0], c.p[1] - far * t[1], c.p[0] + far * t[0], c.p[1] + far * t[1]];
      if (pushes) {
        this.signs.add("line");
        const behind = [...ends, ends[2] - far * n[0], ends[3] - far * n[1], ends[0] - far * n[0], ends[1] - far * n[1]];
        if (!this.tinted.has(place))
          pathNode(this.moving, this.path(behind, 2, 4, true), { class: "tint", fill: colour(run) });
        this.tinted.add(place);
        curve(this.moving, this.path([...c.p, ...c.q], 2, 2), run, 5,
          { "stroke-dasharray": "", "stroke-linecap": "round" });
      }
      pathNode(this.moving, this.path(ends, 2, 2), { class: "halfspace", stroke: colour(run),
        "stroke-width": pushes ? 1.8 : c.enforced ? 1.2 : 0.7, "data-run": run.name, "data-pushes": c.normal > 0 ? 1 : 0 });
    }
  }

  drawShape(run, body, [x, y, angle], rank) {
    const attributes = { class: "body", stroke: colour(run), "stroke-width": 2 };
    const tinted = { stroke: colour(run), "stroke-width": 2, fill: colour(run), "fill-opacity": 0.15 };
    if (!drawable(x, y)) return;
    if (body.shape.length === 2 && body.radius === 0) {
      drawMarker(this.moving, run.marker, this.x(x), this.y(y), attributes, run.name === "exact" ? 1.1 : markerSize(rank));
      this.take(this.x(x) - 8, this.y(y) - 8, 16, 16);
    } else if (body.shape.length === 2) {
      circleNode(this.moving, [this.x(x), this.y(y)], body.radius * this.scale, tinted);
      const rim = [x + body.radius * Math.cos(angle), y + body.radius * Math.sin(angle)];
      pathNode(this.moving, this.path([x, y, ...rim], 2, 2), attributes);
    } else {
      const c = Math.cos(angle), s = Math.sin(angle), xy = [];
      for (let i = 0; i < body.shape.length; i += 2)
        xy.push(x + c * body.shape[i] - s * body.shape[i + 1], y + s * body.shape[i] + c * body.shape[i + 1]);
      const d = this.path(xy, 2, xy.length / 2, true), rim = 2 * body.radius * this.scale;
      pathNode(this.moving, d, { ...tinted, "stroke-width": rim + 2, "stroke-linejoin": "round" });
      if (rim > 2)      /* a rim is a broad outline, hollow inside */
        pathNode(this.moving, d,
          { class: "body", stroke: "var(--ground)", "stroke-width": rim - 2, "stroke-linejoin": "round" });
    }
  }

  /* as in technical drawing: revolute a circle, weld a filled one, prismatic a square, a rope
   * dashed */
  drawJoint(run, joint) {
    const ends = [joint.a, joint.b].map((body, i) => {
      const [x, y, angle] = body < 0 ? [0, 0, 0] : place(run, body, Page.frame), [u, v] = joint.p.slice(2 * i, 2 * i + 2);
      return [x + Math.cos(angle) * u - Math.sin(angle) * v, y + Math.sin(angle) * u + Math.cos(angle) * v];
    });
    if (!ends.every(([x, y]) => drawable(x, y))) return;
    const line = joint.kind === "distance" || joint.kind === "rope", [x, y] = [this.x(ends[1][0]), this.y(ends[1][1])];
    const attributes = { class: "joint", stroke: colour(run), "stroke-width": 1.5,
      fill: joint.kind === "weld" ? colour(run) : "none" };
    if (line) {
      const dash = { "stroke-dasharray": joint.kind === "rope" ? "4 3" : "" };
      pathNode(this.moving, this.path(ends.flat(), 2, 2), Object.assign(dash, attributes));
    } else if (joint.kind === "prismatic") {
      svgNode(this.moving, "rect", Object.assign({ x: x - 4, y: y - 4, width: 8, height: 8 }, attributes));
    } else circleNode(this.moving, [x, y], 4, attributes);
  }

  /* the reach of the particle that is followed, or of the first one with a reach */
  drawReach() {
    const run = [followed(), ...this.runs].find((one) => one && one.reaches && Page.shown[one.name]);
    const r = Page.data.epsilon * this.scale, body = Page.data.bodies.findIndex((b) => b.moves);
    if (!run || !isFinite(r) || !this.runs.includes(run) || body < 0 || extent(Page.data.bodies[body]) > 0) return;
    const [x, y] = place(run, body, Page.frame);
    if (!drawable(x, y) || r < MARKER || r > 4 * this.width) return;
    this.signs.add("reach");
    circleNode(this.moving, [this.x(x), this.y(y)], r, { class: "reach" });
    const at = [[0.7, -0.7], [-0.7, -0.7], [0.7, 0.7], [-0.7, 0.7]].map(([u, v]) =>
      [this.x(x) + u * (r + 4), this.y(y) + v * (r + 4), u > 0 ? "start" : "end"]);
    this.say(at, "\u03b5 = " + number(Page.data.epsilon, 3) + " m", "var(--faint)", { class: "halo small" }, true);
  }

  /* ---- words ---- */

  take(x, y, w, h) { this.words.take(x, y, w, h); }
  say(...words) { return this.words.say(...words); }

  /* the parts of the page that cover the picture */
  covered() {
    if (!widths.has(this)) {
      const r = this.svg.getBoundingClientRect();
      widths.set(this, ["tools", "caption"].map((id) => $(id).getBoundingClientRect()).filter((c) => c.width > 0)
        .map((c) => [c.left - r.left, c.top - r.top, c.right - r.left, c.bottom - r.top]));
    }
    return widths.get(this);
  }

  /* impulses with their values, edges at their lines, names at the markers */
  drawWords(runs, contacts) {
    const pushing = contacts.map((list, i) => list.filter((c) => counts(runs[i], c) && drawable(...c.at)));
    const few = pushing.reduce((n, list) => n + list.length, 0) <= MOST_LABELS;
    const tips = pushing.map((list, i) => list.map((c) => (c.normal > 0 ? this.arrow(runs[i], c) : null)));
    this.nameRuns(runs);
    if (!few) return;
    pushing.forEach((list, i) => list.forEach((c, k) => {
      const [x, y, ux, uy] = tips[i][k] || [];
      if (tips[i][k]) this.say([[x + 8 * ux + (ux < 0 ? -3 : 3), y + 8 * uy + 4, ux < 0 ? "end" : "start"], ...around(x, y)],
               number(Math.hypot(c.normal, c.tangent), 2) + " N s", ink(runs[i]), { class: "halo small" }, true);
      if (c.line && Page.lines !== "none") this.nameLine(runs[i], c);
    }));
  }

  nameRuns(runs) {
    const moving = Page.data.bodies.map((b, i) => i).filter((i) => Page.data.bodies[i].moves);
    if (moving.length !== 1 && runs.length < 2) return;
    const groups = [];
    for (const run of runs) {
      const [x, y] = place(run, moving[0], Page.frame), [px, py] = [this.x(x), this.y(y)];
      if (!drawable(x, y) || x < this.x0 || x > this.x1 || y < this.y0 || y > this.y1) continue;
      const near = groups.find((g) => Math.hypot(g.x - px, g.y - py) < TOGETHER);
      if (near) near.words.push([", ", ink(run)], [run.title, ink(run)]);
      else groups.push({ x: px, y: py, words: [[run.title, ink(run)]] });
    }
    for (const { x, y, words } of groups) this.say(around(x, y), words, "", { class: "halo name" });
  }

  /* The edge's name along its line, on the forbidden side, near the particle. Where that is beyond the edge's ends the name
   * says so, and is also beyond them. */
  nameLine(run, c) {
    const size = Math.hypot(c.q[0] - c.p[0], c.q[1] - c.p[1]), t = [c.n[1], -c.n[0]], key = [...c.p, ...c.n].join();
    const s = (c.at[0] - c.p[0]) * t[0] + (c.at[1] - c.p[1]) * t[1], beyond = size > 0 && (s < 0 || s > size);
    const words = c.label + (beyond ? ", extended" : ""), half = (LETTER * words.length + 4) / 2;
    if (this.named.has(key)) return;
    this.named.add(key);
    const u = t[0] < 0 || (t[0] === 0 && t[1] < 0) ? [-t[0], t[1]] : [t[0], -t[1]], places = [];
    for (const side of [-BESIDE, BESIDE]) for (let far = ALONG + half; far < 500; far += ALONG) for (const way of [far, -far]) {
      const at = s + way / this.scale, x = c.p[0] + at * t[0], y = c.p[1] + at * t[1], room = half / this.scale;
      if (!beyond || at + room < 0 || at - room > size)
        places.push([this.x(x) + side * c.n[0], this.y(y) - side * c.n[1], "along", u]);
    }
    this.say(places, words, ink(run), {}, true);
  }

  /* an impulse on the body it pushes, in proportion to the greatest of the run; returns its tip and direction */
  arrow(run, c) {
    const t = [-c.n[1], c.n[0]];
    const p = [c.normal * c.n[0] + c.tangent * t[0], c.normal * c.n[1] + c.tangent * t[1]];
    const size = Math.hypot(p[0], p[1]), length = 16 + 46 * Math.sqrt(size / run.greatest);
    const ux = p[0] / size, uy = -p[1] / size, x = this.x(c.at[0]), y = this.y(c.at[1]);
    const tip = [x + length * ux, y + length * uy];
    pathNode(this.moving, arrowPath(x, y, ...tip), { fill: colour(run), stroke: colour(run), "stroke-width": 2 });
    this.signs.add("push");
    this.take(Math.min(x, tip[0]) - 3, Math.min(y, tip[1]) - 3, Math.abs(x - tip[0]) + 6, Math.abs(y - tip[1]) + 6);
    return [...tip, ux, uy];
  }

  /* ---- zoom and pan ---- */

  at(e) {
    const [x, y] = pointAt(this.svg, e, this.width);
    return [this.x0 + x / this.scale, this.y0 + (this.height - y) / this.scale];
  }

  pointerdown(e) {
    if (Page.grab && Page.grab(this, e)) return;
    capture(this.svg, e);
    this.svg.classList.add("drag");
    this.pointers.set(e.pointerId, { clientX: e.clientX, clientY: e.clientY });
  }

  /* one finger scrolls the page, two move and zoom the view: the points under them stay under
   * them */
  pointermove(e) {
    const from = this.pointers.get(e.pointerId);
    if (!from) return;
    const other = [...this.pointers.values()].find((p) => p !== from), now = { clientX: e.clientX, clientY: e.clientY };
    this.pointers.set(e.pointerId, now);
    if (!other) {
      if (e.pointerType !== "touch") this.shift(this.at(from), now);
      return;
    }
    const middle = (p) => ({ clientX: (p.clientX + other.clientX) / 2, clientY: (p.clientY + other.clientY) / 2 });
    const apart = (p) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY), held = this.at(middle(from));
    if (apart(from) > 0 && apart(now) > 0) zoom(apart(from) / apart(now), held);
    this.shift(held, middle(now));
  }

  /* moves a point of the plane to a place of the screen */
  shift(point, place) {
    const [x, y] = this.at(place);
    moveView(point[0] - x, point[1] - y);
  }

  /* the browser must not scroll while two fingers are on the picture */
  touchmove(e) { if (e.touches.length > 1 && e.cancelable) e.preventDefault(); }

  pointerup(e) {
    this.pointers.delete(e.pointerId);
    if (this.pointers.size === 0) this.svg.classList.remove("drag");
    save();
  }

  pointercancel(e) { this.pointerup(e); }

  /* the wheel scrolls the page, unless Ctrl is held or the picture has been clicked */
  wheel(e) {
    if (!e.ctrlKey && document.activeElement !== this.svg) return;
    e.preventDefault();
    zoom(Math.exp(clamp(e.deltaY, -100, 100) * 0.002), this.at(e));
    save();
  }
}
View.made = 0;

/* a sign at a place */
function drawMarker(parent, marker, x, y, attributes, size) {
  const r = MARKER * (size || 1), s = 1.3 * r, from = (dx, dy) => "M" + (x + dx) + " " + (y + dy);
  const arc = "a" + r + " " + r + " 0 1 0 ", across = "h" + 2 * r, shapes = {
    circle: from(-r, 0) + arc + 2 * r + " 0" + arc + -2 * r + " 0",
    square: from(-r, -r) + across + "v" + 2 * r + "h" + -2 * r + "Z",
    triangle: from(-r, r) + across + "L" + x + " " + (y - r) + "Z",
    diamond: from(0, -s) + "l" + s + " " + s + "l" + -s + " " + s + "l" + -s + " " + -s + "Z",
    caret: from(-r, -r) + across + "L" + x + " " + (y + r) + "Z" };
  pathNode(parent, shapes[marker] || shapes.circle, attributes);
}

/* a line with a head */
function arrowPath(x, y, tx, ty) {
  const size = Math.hypot(tx - x, ty - y) || 1, ux = (tx - x) / size, uy = (ty - y) / size;
  const wing = (s) => (tx - 9 * ux + s * 4 * uy).toFixed(1) + " " + (ty - 9 * uy - s * 4 * ux).toFixed(1);
  const end = (tx - 8 * ux).toFixed(1) + " " + (ty - 8 * uy).toFixed(1);
  return "M" + x.toFixed(1) + " " + y.toFixed(1) + "L" + end + "M" + wing(1) + "L" + tx.toFixed(1) + " " + ty.toFixed(1) + "L" +
    wing(-1) + "Z";
}

/* the greatest distance of a body's points from its centre */
const extent = (body) => body.radius + Math.max(...body.shape.map((x, i) => (i % 2 ? 0 : Math.hypot(x, body.shape[i + 1]))));

/* ---- the magnifier ---- */

/* the run whose particle has its reach drawn, and is magnified */
function followed() {
  const runs = visible().filter((run) => run.name !== "exact");
  return runs.find((run) => run.name === Page.lens) || runs[0] || null;
}

class Lens extends View {
  constructor(parent) {
    super(parent, Page.data.runs, "");
    this.figure.className = "lens";
    this.svg.removeAttribute("tabindex");
  }

  box() {
    const run = Page.data.runs.find((r) => r.name === Page.lens), main = Page.views[0],
      body = Page.data.bodies.findIndex((b) => b.moves);
    const [x, y] = place(run, Math.max(0, body), Page.frame), [w, h] = this.size(), s = LENS_POWER * main.scale;
    return drawable(x, y) ? [x - w / s / 2, y - h / s / 2, x + w / s / 2, y + h / s / 2] : Page.box;
  }

  size() { const w = widthOf(this.figure, 200); return [w, w]; }
  drawNumbers() { /* none */ }
  drawGrid() { /* none */ }
  nameRuns() { /* they are in the picture */ }
  pointerdown() { /* no interaction */ }
  wheel() { /* no interaction */ }
}

function moveView(dx, dy) {
  Page.box = [Page.box[0] + dx, Page.box[1] + dy, Page.box[2] + dx, Page.box[3] + dy];
  drawViews();
}

function zoom(factor, around) {
  const b = Page.box, [x, y] = around || [(b[0] + b[2]) / 2, (b[1] + b[3]) / 2];
  const home = Page.data.view, size = home[2] - home[0], next = (b[2] - b[0]) * factor;
  if (next > 1e3 * size || next < 1e-6 * size) return;
  Page.box = [x + (b[0] - x) * factor, y + (b[1] - y) * factor, x + (b[2] - x) * factor, y + (b[3] - y) * factor];
  drawViews();
}

function fitView() {
  if (Page.viewOf) Page.data.view = Page.viewOf();
  Page.box = Page.data.view.slice();
  redraw();
  save();
}

const drawViews = () => Page.views.forEach((v) => v.draw());
const stepViews = () => Page.views.forEach((v) => v.step());
