/* live.js: the kit itself in the page, compiled from live.c. The scene's text is the only state:
 * dragging, drawing and choosing change its words, and the kit reads and runs it again.
 *
 * The data element holds { lab, scenes, wasm }, where the scenes [{ name, text }] and the module
 * are compressed by gzip and encoded in base64. */

/* as in page.h */
const ENERGY = 0, ERROR = 1, SIZE = 2, ITERATIONS = 3, RESIDUAL = 4, CONTACTS = 5, FRAME = 6;
/* milliseconds: half a frame of the screen for the kit, which leaves the other half for the
 * picture; between pictures of a long run */
const SLICE = 8, PICTURE = 250;

const Live = {
  kit: null, scenes: [], name: "", text: "", h: 0, form: 0, solver: -1, body: 0, complaint: "",
  job: null, until: 0, drawn: 0, took: 0, t: null, milliseconds: 0, fresh: true,
         /* t: what is to be shown of it; fresh: without a view yet */
  dragged: false,      /* a drag has just ended, and may have left the frame */
  ahead: 0.25,         /* as AHEAD, halved; the same while a handle is held */
  drawing: false, stroke: null, predicted: null
};

/* a text in the kit's memory */
function text(at) {
  const bytes = new Uint8Array(Live.kit.memory.buffer);
  return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

/* ---- functions that the kit calls in the page: libc.c ---- */

/* as printf writes it: kind e, f or g */
function printed(x, precision, kind) {
  if (!isFinite(x)) return isNaN(x) ? "nan" : x < 0 ? "-inf" : "inf";
  if (kind === "f") return x.toFixed(precision);
  const digits = kind === "g" ? Math.max(1, precision) : precision + 1;
  const [mantissa, power] = x.toExponential(digits - 1).split("e"), e = Number(power);
  const short = (s) => (kind === "g" && s.includes(".") ? s.replace(/\.?0+$/, "") : s);
  const sign = Object.is(x, -0) ? "-" : "";
  if (kind === "g" && e >= -4 && e < digits) return sign + short(x.toFixed(digits - 1 - e));
  return sign + short(mantissa) + (e < 0 ? "e-" : "e+") + String(Math.abs(e)).padStart(2, "0");
}

/* what printf writes: format and arguments are in the kit's memory, where a double takes 8 bytes, and all else 4 */
function formatted(memory, format, args) {
  const bytes = new Uint8Array(memory.buffer), view = new DataView(memory.buffer);
  const text = (at, most) => {
    let s = "";
    for (; s.length !== most && bytes[at]; at++) s += String.fromCharCode(bytes[at]);
    return s;
  };
  const whole = () => { args += 4; return view.getInt32(args - 4, true); };
  const double = () => { args = (args + 15) & ~7; return view.getFloat64(args - 8, true); };
  const kinds = {
    "%": () => "%", c: () => String.fromCharCode(whole()), s: (precision) => text(whole(), precision),
    d: () => String(whole()), i: () => String(whole()), u: () => String(whole() >>> 0),
    x: () => (whole() >>> 0).toString(16), X: () => (whole() >>> 0).toString(16).toUpperCase()
  };
  return text(format).replace(/%([-0]*)(\*|\d*)(?:\.(\*|\d*))?[zl]*(.)/g, (_, flags, w, p, kind) => {
    const [width, precision] = [w, p].map((n) => (n === "*" ? whole() : n && Number(n)));
    const said = kinds[kind] ? kinds[kind](precision) : printed(double(), precision >= 0 ? precision : 6, kind);
    return flags.includes("-") ? said.padEnd(width) : said.padStart(width, flags.includes("0") ? "0" : " ");
  });
}

/* of an instance: own.kit */
const asked = (own) => ({
  format: (to, size, format, args) => {
    const s = formatted(own.kit.memory, format, args), bytes = new Uint8Array(own.kit.memory.buffer, to, size);
    for (let i = 0; i <= s.length && i < size; i++) bytes[i] = i < s.length && i + 1 < size ? s.charCodeAt(i) : 0;
    return s.length;
  },
  number: (at) => {
    const bytes = new Uint8Array(own.kit.memory.buffer);
    let s = "";
    for (let c; (c = String.fromCharCode(bytes[at])), "+-.0123456789eE".includes(c); at++) s += c;
    return Number(s);
  },
  fmod: (x, y) => x % y, atan2: Math.atan2, pow: Math.pow, exp: Math.exp, log: Math.log, log2: Math.log2,
  endless: () => { throw Error("it goes on and on: a loop without end?"); }
});

/* ---- the scene's text ---- */

/* the words of the statement in a line, with their places; a '\' at the end of a line continues
 * it */
function wordsOf(line) {
  const out = [];
  let at = 0;
  for (let k = 1; k < line; k++) at = Live.text.indexOf("\n", at) + 1;
  for (let going = true; going; ) {
    const next = Live.text.indexOf("\n", at), end = next < 0 ? Live.text.length : next;
    const whole = Live.text.slice(at, end).replace(/\r$/, ""), said = whole.replace(/#.*/, "");
    going = next >= 0 && whole.endsWith("\\") && said === whole;
    for (const m of said.replace(/\\$/, "").matchAll(/[^ \t]+/g))
      out.push({ s: m[0], from: at + m.index, to: at + m.index + m[0].length });
    at = end + 1;
  }
  return out;
}

const replaced = (from, to, by) => Live.text.slice(0, from) + by + Live.text.slice(to);

/* the text with a label's numbers, which are added if missing */
function withLabel(line, label, numbers) {
  const words = wordsOf(line), i = words.findIndex((w) => w.s === label), last = words[words.length - 1];
  if (i < 0) return replaced(last.to, last.to, " " + label + " " + numbers.join(" "));
  return replaced(words[i + 1].from, words[i + numbers.length].to, numbers.join(" "));
}

/* the text with a statement that may occur once */
function withStatement(word, number) {
  const lines = Live.text.split("\n"), i = lines.findIndex((l) => l.trim().split(/[ \t]+/)[0] === word);
  return i < 0 ? Live.text.replace(/\n?$/, "\n" + word + " " + number + "\n") : withLabel(i + 1, word, [number]);
}

/* every coefficient of friction given, and the terrain's */
function withFriction(mu) {
  const said = Live.text.replace(/^([^#\n]*[ \t]mu[ \t]+)[^ \t\n]+/gm, "$1" + mu), before = Live.text;
  Live.text = said;
  const out = withStatement("friction", mu);
  Live.text = before;
  return out;
}

function frictionSaid() {
  const found = Live.text.match(/^[^#\n]*\b(?:friction|mu)[ \t]+([^ \t\n]+)/m);
  return found ? Number(found[1]) : null;
}

/* the text with an obstacle's present vertices; a generator's ground becomes a chain */
function withVertices(o) {
  const words = wordsOf(o.line), list = words[0].s === "chain" || words[0].s === "polygon", xy = o.xy.map(shortest).join(" ");
  const end = words.findIndex((w, i) => i > 0 && isNaN(Number(w.s)));
  if (list) return replaced(words[1].from, words[end < 0 ? words.length - 1 : end - 1].to, xy);
  const mu = words.findIndex((w) => w.s === "mu");
  return replaced(words[0].from, words[words.length - 1].to, "chain " + xy + (mu < 0 ? "" : " mu " + words[mu + 1].s));
}

const shortest = (x) => String(Number(x.toPrecision(12)));
/* with the digits of a tenth of a pixel */
const rounded = (view) => (x) => String(Number(x.toFixed(clamp(Math.ceil(Math.log10(view.scale)) + 1, 0, 12))));

/* the number of errors in a scene's text, which the kit has read then; -1: it is too long */
function errorsIn(kit, source) {
  const bytes = new TextEncoder().encode(source), at = kit.live_text(bytes.length);
  if (!at) return -1;
  new Uint8Array(kit.memory.buffer).set(bytes, at);
  return kit.live_read(bytes.length);
}

/* is it a scene? Then the page uses it. */
function readScene(source) {
  const errors = errorsIn(Live.kit, source);
  Live.text = source;
  Live.complaint = errors < 0 ? "too long" : errors ? text(Live.kit.live_messages()) : "";
  if (errors) return false;
  Object.assign(Page.data, JSON.parse(text(Live.kit.live_scene())));
  Live.h = Page.data.step;
  Page.data.runs.forEach(forget);
  const bodies = Page.data.bodies, chosen = bodies[Live.body];
  if (!chosen || !chosen.moves) Live.body = Math.max(0, bodies.findIndex((b) => b.moves));
  return true;
}

/* a change by hand: rejected if the text is not a scene */
function edit(source) {
  const before = Live.text;
  if (!readScene(source)) {
    const complaint = Live.complaint;
    readScene(before);
    Live.complaint = complaint;
  }
  changed();
}

/* ---- the runs ---- */

const framesOf = (planned, every) => Math.floor(planned / every) + 1;

/* nothing is known of a run */
function forget(run) {
  run.q = Page.data.bodies.map(() => new Float64Array([NaN, NaN, 0]));
  run.energy = run.error = run.size = run.iterations = run.residual = undefined;
  run.contacts = run.touches = undefined;
  run.failed = run.why = null;
  run.far = false;
  run.greatest = 1;
  run.depth = run.depthTime = 0;
}

/* the greatest distance of a body from the reference; undefined without one */
function distances(run) {
  const truth = Page.data.runs[0], last = Math.min(lastFrame(run), lastFrame(truth));
  if (truth.failed) return undefined;
  return Float64Array.from({ length: last + 1 }, (_, k) => run.q.reduce((most, q, b) =>
    Math.max(most, Math.hypot(q[3 * k] - truth.q[b][3 * k], q[3 * k + 1] - truth.q[b][3 * k + 1])), 0));
}

/* copies what the kit has recorded since the last time; there is room for a whole run */
function take(run) {
  const kit = Live.kit, frames = kit.live_frames(), width = kit.live_width(), buffer = kit.memory.buffer;
  const rows = new Float64Array(buffer, kit.live_frame(), frames * width);
  const exact = run.name === "exact";
  if (!run.room) {
    const all = framesOf(kit.live_planned(), kit.live_every());
    run.room = {
      taken: 0, from: 0, contacts: [],
      q: Page.data.bodies.map(() => new Float64Array(3 * all)),
      column: Array.from({ length: CONTACTS }, () => new Float64Array(all))
    };
  }
  const room = run.room;
  for (let k = room.taken; k < frames; k++) {
    const row = rows.subarray(width * k, width * (k + 1));
    room.q.forEach((q, b) => q.set(row.subarray(FRAME + 3 * b, FRAME + 3 * b + 3), 3 * k));
    room.column.forEach((c, i) => { c[k] = row[i]; });
    run.far = run.far || row.subarray(FRAME).some((x) => Math.abs(x) >= FAR);
    const at = kit.live_contact() + 8 * room.from, count = row[CONTACTS] - room.from;
    room.contacts.push(exact ? [] : Array.from(new Float64Array(buffer, at, count)));
    room.from += count;
  }
  room.taken = frames;
  const column = (i) => room.column[i].subarray(0, frames);
  run.q = room.q.map((q) => q.subarray(0, 3 * frames));
  run.energy = column(ENERGY);
  if (exact) return;
  run.error = Live.known ? column(ERROR) : undefined;
  run.size = column(SIZE);
  run.iterations = column(ITERATIONS);
  run.residual = column(RESIDUAL);
  run[Live.rigid ? "touches" : "contacts"] = room.contacts;
  run.greatest = greatestImpulse(run);
}

/* the runs to compute. The exact motion is one of them, for the errors, even if it is not shown;
 * the fine run that replaces it in scenes with bodies takes long, and comes last. */
function wanted() {
  const [truth, ...runs] = Page.data.runs, shown = runs.filter((r) => Page.shown[r.name]);
  if (!Live.rigid) return [truth, ...shown];
  if (!Page.shown.exact) truth.failed = "not shown";
  return Page.shown.exact ? [...shown, truth] : shown;
}

/* computes all these runs anew: a generator that pauses when its slice of time is over */
function* work() {
  const kit = Live.kit, runs = Page.data.runs;
  runs.forEach(forget);
  Live.rigid = kit.live_rigid();
  Live.known = !Live.rigid;
  Live.milliseconds = 0;
  for (const run of wanted()) {
    let begin = performance.now();
    run.room = null;
    if (kit.live_begin(runs.indexOf(run), Live.form, Live.solver) < 0) {
      run.why = text(kit.live_messages());
      run.failed = run.why ? "refused" : "not for this scene";
      if (run.name === "exact") Live.known = false;
      continue;
    }
    while (kit.live_step())
      if (performance.now() > Live.until) {
        take(run);
        Live.milliseconds += performance.now() - begin;
        yield run.title + ": step " + kit.live_frames() * kit.live_every() + " of " + kit.live_planned();
        begin = performance.now();
      }
    take(run);
    run.room = null;
    if (kit.live_failed()) { run.failed = "stopped"; run.why = text(kit.live_messages()); }
    if (run.name !== "exact") { run.depth = kit.live_depth(); run.depthTime = kit.live_depth_time(); }
    Live.milliseconds += performance.now() - begin;
  }
  if (Live.rigid) for (const run of runs.slice(1)) run.error = distances(run);
}

/* at most once a frame of the screen; a change starts everything anew */
let waiting = false;

function changed(time) {
  Live.job = work();
  Live.drawn = -1e9;
  if (time !== undefined) Live.t = time;
  else if (Live.t === null) Live.t = timeOf(Page.frame);
  document.body.dataset.ready = "";
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(goOn);
}

function goOn(now) {
  waiting = false;
  const due = now - Live.drawn > Math.max(PICTURE, 4 * Live.took);      /* mostly the kit's */
  Live.until = performance.now() + (due ? SLICE / 4 : SLICE);
  let value, done;
  try { ({ value, done } = Live.job.next()); } catch (trap) { crashed(trap); return; }
  if (done) Live.job = null;
  else { waiting = true; requestAnimationFrame(goOn); }
  if (done || due) {
    const begin = performance.now();
    showRuns();
    Live.took = performance.now() - begin;
    Live.drawn = now + Live.took;
  }
  sayEnds(value);
}

/* Code that writes outside its memory, e.g. a student's, ends in a trap. The kit's memory may be
 * corrupted by then, so it starts anew. */
async function renewKit() {
  Live.kit = await instance();
  readScene(Live.text);
}

/* the picture stays */
async function crashed(trap) {
  Live.job = null;
  await renewKit();
  heading();
  redraw();
  $("ends").textContent = crash(trap) + " Choose another solver; or correct it, and make the page again.";
  document.body.dataset.ready = "crashed";
}

function showRuns() {
  const every = Live.kit.live_every();
  Page.data.step = Live.h * every;
  Page.frames = Math.floor(Live.kit.live_planned() / every);
  if (Live.fresh) {
    fitNow();
    Live.fresh = Live.job !== null;
  } else if (Live.dragged && !Live.job) {
    Live.dragged = false;
    if (!Page.held && hasLeft()) fitNow();
  }
  Page.frame = clamp(Live.t === null ? Page.frame : Math.round(Live.t / Page.data.step), 0, Page.frames);
  Live.t = null;
  heading();
  redraw();
  sayTime();
}

function fitNow() {
  Page.data.view = viewOf();
  Page.box = Page.data.view.slice();
}

/* Is the body that was dragged out of the picture, or, of a picture of everything, a place of the exact motion? */
function hasLeft() {
  const view = Page.views[0], outside = (x, y) => x < view.x0 || x > view.x1 || y < view.y0 || y > view.y1;
  const whole = Page.box.every((x, i) => x === Page.data.view[i]), q = Page.data.runs[0].q[Live.body],
    start = Page.data.bodies[Live.body].q;
  if (outside(start[0], start[1])) return true;
  if (whole && !Page.data.runs[0].failed) for (let i = 0; i < q.length; i += 3) if (drawable(q[i], q[i + 1]) &&
    outside(q[i], q[i + 1])) return true;
  return false;
}

function sayEnds(progress) {
  const end = (run) => place(run, Live.body, 1e9).slice(0, 2).map((x) => number(x, 5)).join(", ");
  const ends = visible().map((run) => run.title + (run.failed ? ": " + run.failed : " ends at " + end(run)));
  const done = ends.join("; ") + ". Computed in " + Live.milliseconds.toFixed(1) + " ms.";
  $("ends").textContent = progress ? "Computing " + progress : done;
  const far = visible().filter((run) => run.far).map((run) => run.title + " goes further than 1e12 m: too far to draw");
  $("notice").textContent = visible().filter((run) => run.depth > 0)
    .map((run) => run.title + " has gone into a solid: it is " + number(run.depth, 3) + " m behind the surface at t = " +
      number(run.depthTime, 3) + " s.").join(" ");
  $("complaint").textContent = Live.complaint || far.concat(visible().map((run) => run.why).filter(Boolean)).join("\n");
  if (document.activeElement !== $("text")) $("text").value = Live.text;
  document.body.dataset.ready = progress ? "" : "1";
}

/* ---- what a scene's picture shows: the bodies, and obstacles near them ---- */

function viewOf() {
  const bodies = Page.data.bodies, box = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (x, y, r) => drawable(x, y) && [x - r, y - r, x + r, y + r].forEach((c, i) => {
    box[i] = i < 2 ? Math.min(box[i], c) : Math.max(box[i], c);
  });
  const size = () => Math.max(box[2] - box[0], box[3] - box[1], 1e-6);
  const near = (grow) => {
    const [x0, y0, x1, y1] = box, d = grow * size();
    return (x, y) => x > x0 - d && x < x1 + d && y > y0 - d && y < y1 + d;
  };
  for (const b of bodies) if (b.moves || bodies.length < 50) add(b.q[0], b.q[1], extent(b));
  for (const j of Page.data.joints)
    [j.a, j.b].forEach((body, i) => { if (body < 0) add(j.p[2 * i], j.p[2 * i + 1], 0); });
  /* the exact motion counts wherever it goes, other runs unless they are thrown off */
  const exact = Page.data.runs[0], run = exact.failed ? visible()[0] : exact;
  const counts = exact.failed ? near(3) : () => true;
  (run ? run.q : []).forEach((q, b) => {
    for (let i = 0; bodies[b].moves && i < q.length; i += 3)
      if (counts(q[i], q[i + 1])) add(q[i], q[i + 1], extent(bodies[b]));
  });
  const close = run && run.far ? drawable : near(0.3);
  for (const { xy } of Page.data.obstacles)
    for (let i = 0; i < xy.length; i += 2) if (close(xy[i], xy[i + 1])) add(xy[i], xy[i + 1], 0);
  if (box[0] > box[2]) add(0, 0, 1);
  /* at least some width and height, and some space around */
  const pads = [0, 1].map((i) => 0.1 * size() + Math.max(0, 0.3 * size() - (box[2 + i] - box[i])) / 2);
  return [box[0] - pads[0], box[1] - pads[1], box[2] + pads[0], box[3] + 1.7 * pads[1]];
}

function load(name) {
  const named = (n) => Live.scenes.find((s) => s.name === n), scene = named(name) || named("hills") || Live.scenes[0];
  Live.name = scene.name;
  Live.predicted = Live.stroke = null;
  Live.fresh = true;
  Live.body = 0;
  readScene(scene.text);
  choose();
}

/* for particles all formulations; for bodies, and for many particles, the fastest one, the others
 * on demand */
function choose() {
  const many = Live.kit.live_rigid() || Page.data.bodies.length > 100;
  const first = (name) => (many ? ["swept", "mine"].includes(name) : !["gauss", "two-phase"].includes(name));
  for (const run of Page.data.runs) Page.shown[run.name] = first(run.name);
  Page.data.runs[0].title = Live.kit.live_rigid() ? "reference (swept, h/16)" : "exact";
}

/* ---- handles ---- */

/* [px]: a handle's reach for a mouse and for a finger; the place of the velocity's handle while it
 * is 0, out of a finger's way */
const HANDLE = 14, FINGER = 26, ASIDE = 58;
/* [s] of motion shown by the velocity's arrow: halved until its tip is in the picture, at most this
 * often */
const AHEAD = 0.25, MOST_HALVINGS = 6;
/* most bodies with handles for fingers: more would take time to draw */
const MOST_GRIPS = 200;

const isStill = (b) => b.v[0] === 0 && b.v[1] === 0;

function lookAhead(view, { q, v }) {
  const inside = (x, y) => x > HANDLE && x < view.width - HANDLE && y > HANDLE && y < view.height - HANDLE;
  let s = AHEAD;
  if (inside(view.x(q[0]), view.y(q[1])))
    for (let k = 0; k < MOST_HALVINGS && !inside(view.x(q[0] + s * v[0]), view.y(q[1] + s * v[1])); k++) s /= 2;
  return s;
}

function handles(view) {
  const b = Page.data.bodies[Live.body], [x, y, angle] = b.q, v = b.v;
  if (view === Page.views[0] && !Page.held) Live.ahead = lookAhead(view, b);
  const size = extent(b) * view.scale, far = size + 26;
  const tip = (x, speed) => clamp(x + Live.ahead * speed, -FAR, FAR), side = Math.max(ASIDE, far) * Math.SQRT1_2;
  const out = { start: [view.x(x), view.y(y)], velocity: [view.x(tip(x, v[0])), view.y(tip(y, v[1]))] };
  if (isStill(b)) out.velocity = [out.start[0] + (out.start[0] - side < HANDLE ? side : -side), out.start[1] - side];
  if (size > 0) out.turn = [view.x(x) + far * Math.cos(angle), view.y(y) - far * Math.sin(angle)];
  return out;
}

/* of the vertices of obstacles and, hollow, of the middles of their edges: [obstacle, index, x, y] */
function groundHandles(view) {
  const out = [], shown = (x, y) => x > view.x0 && x < view.x1 && y > view.y0 && y < view.y1;
  Page.data.obstacles.forEach((o, k) => {
    const n = o.xy.length / 2;
    for (let i = 0; i < n; i++) {
      const [x, y] = [o.xy[2 * i], o.xy[2 * i + 1]], j = (i + 1) % n;
      if (shown(x, y)) out.push({ o: k, i, x, y });
      if (j > 0 || o.closed) {
        const mid = { o: k, i, middle: true, x: (x + o.xy[2 * j]) / 2, y: (y + o.xy[2 * j + 1]) / 2 };
        if (shown(mid.x, mid.y)) out.push(mid);
      }
    }
  });
  return out;
}

function overlay(view) {
  const body = Page.data.bodies[Live.body];
  placeHands(view);
  if (!drawable(...body.q) || view instanceof Lens) return;
  view.signs.add("start");
  const at = handles(view), g = svgNode(view.moving, "g", { class: "handles" }), still = isStill(body);
  const grip = (p, r) => circleNode(g, p, r, { class: "grip" });
  if (Page.data.bodies.length <= MOST_GRIPS)
    for (const b of Page.data.bodies)
      if (b.moves && drawable(...b.q)) grip([view.x(b.q[0]), view.y(b.q[1])], Math.max(FINGER, extent(b) * view.scale));
  if (Live.drawing === "vertices") drawVertices(view, g);
  if (at.turn) {
    view.drawShape({ colour: "ink" }, body, body.q);              /* where it starts */
    curve(g, "M" + at.start + "L" + at.turn, { colour: "ink", dash: "2 2" }, 1);
    grip(at.turn, FINGER);
    circleNode(g, at.turn, 5, { class: "handle", "data-handle": "turn" });
  }
  grip(at.velocity, FINGER);
  const [x, y] = at.velocity, ink = { fill: "var(--ink)", stroke: "var(--ink)", "stroke-width": 2 };
  if (still) {
    view.signs.add("velocity");
    circleNode(g, at.velocity, 9, { class: "handle", "data-handle": "velocity", "stroke-dasharray": "3 2" });
    pathNode(g, arrowPath(x - 5, y + 5, x + 6, y - 6), { ...ink, "pointer-events": "none", "stroke-width": 1 });
  } else {
    pathNode(g, arrowPath(...at.start, x, y), ink);
    circleNode(g, at.velocity, 5, { fill: "transparent", class: "grip", "data-handle": "velocity" });
  }
  circleNode(g, at.start, 9, { class: "handle", "data-handle": "start" });
  if (Page.frame === 0 && !at.turn) circleNode(g, at.start, 3, { fill: "var(--ink)", "pointer-events": "none" });
  for (const xy of [Live.predicted, Live.stroke].filter(Boolean))
    curve(g, view.path(xy, 2, xy.length / 2), { colour: "ink", dash: "1 5" }, 3, { "stroke-linecap": "round" });
}

function drawVertices(view, g) {
  for (const h of groundHandles(view)) {
    const r = h.middle ? 3 : 5;
    svgNode(g, "rect", { x: view.x(h.x) - r, y: view.y(h.y) - r, width: 2 * r, height: 2 * r,
      class: h.middle ? "middle" : "handle", "data-handle": h.middle ? "edge" : "vertex" });
  }
}

/* ---- handles by keys ---- */

/* [px] at least, and [rad]: steps by which an arrow key moves or turns a handle; the part of them
 * with Shift; [px]: half of a focus ring */
const KEY_STEP = 6, KEY_TURN = Math.PI / 36, KEY_FINE = 0.1, RING = 14;

/* the handles that arrow keys move, in the order of Tab: move takes a direction, and returns the
 * name of the handle to be focused, if it changes; for an angle the arrow keys add to it or
 * subtract */
function hands(view) {
  const body = Page.data.bodies[Live.body], at = handles(view), out = [];
  if (!drawable(...body.q)) return out;
  const s = ticks(0, 10 * KEY_STEP / view.scale, 10).at[1], both = (p) => number(p[0], 4) + ", " + number(p[1], 4);
  const moved = (label, from, unit) => (way) => setStart(view, label, way.map((c, i) => from[i] + unit * c));
  const add = (name, label, said, place, move, remove) => out.push({ name, label, said, at: place, move, remove });
  add("start", "start of " + body.name, both(body.q) + " m", at.start, moved("position", body.q, s));
  add("velocity", "velocity of " + body.name, both(body.v) + " m/s", at.velocity, moved("velocity", body.v, s / Live.ahead));
  if (at.turn) add("turn", "angle of " + body.name, number(body.q[2] * 180 / Math.PI, 4) + " degrees", at.turn, (way) =>
    edit(withLabel(body.line, "angle", [(body.q[2] + KEY_TURN * (way[0] + way[1])).toFixed(4)])));
  if (Live.drawing === "vertices") for (const h of groundHandles(view)) {
    const vertex = (i) => "vertex " + (i + 1) + " of ground " + (h.o + 1), name = (h.middle ? "middle after " : "") + vertex(h.i);
    add(name, name, both([h.x, h.y]) + " m", [view.x(h.x), view.y(h.y)], (way) => {
      holdVertex(h).move(view, [h.x + s * way[0], h.y + s * way[1]]);
      return vertex(h.middle ? h.i + 1 : h.i);
    }, h.middle ? null : () => takeVertex(h));
  }
  return out;
}

/* if pictures are side by side the first one has them */
function placeHands(view) {
  if (view !== Page.views[0]) return;
  placeOver(view, "Handles", hands(view).map((h) => ({ ...h, now: parseFloat(h.said),
    left: (100 * clamp(h.at[0], RING, view.width - RING) / view.width).toFixed(3) + "%",
    bottom: view.height - clamp(h.at[1], RING, view.height - RING) })), (e) => keyHand(view, e));
}

function keyHand(view, e) {
  const way = WAYS[e.key], hand = hands(view).find((h) => h.name === e.target.dataset.hand), removes = e.key === "Delete" && hand && hand.remove;
  if (!hand || (!way && !removes) || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  e.stopPropagation();      /* the page's arrow keys step through time */
  const next = removes ? hand.remove() : hand.move(way.map((c) => c * (e.shiftKey ? KEY_FINE : 1)));
  Live.dragged = true;
  placeHands(view);
  const node = [...view.hands.children].find((n) => n.dataset.hand === (next || hand.name));
  if (node) node.focus();
  showNumbers();
  save();
}

/* the body that moves whose start holds the point, or -1: the nearest centre among those about it */
function bodyAt(x, y) {
  let best = -1, least = Infinity;
  Page.data.bodies.forEach((b, k) => {
    const d = Math.hypot(x - b.q[0], y - b.q[1]);
    if (b.moves && d <= extent(b) && d < least) { best = k; least = d; }
  });
  return best;
}

/* the handle that the pointer holds, and how it moves: the nearest one within reach */
function held(view, e) {
  const [x, y] = view.at(e), at = handles(view), slack = e.pointerType === "touch" ? FINGER : HANDLE;
  const from = (p) => Math.hypot(p[0] - view.x(x), p[1] - view.y(y));
  if (Live.drawing === "terrain" || Live.drawing === "prediction") {
    Live.stroke = [x, y]; return { move: drawStroke, end: endStroke }; }
  if (Live.drawing === "vertices") {
    const far = (h) => from([view.x(h.x), view.y(h.y)]) + (h.middle ? slack : 0),
      found = groundHandles(view).sort((a, b) => far(a) - far(b))[0];
    return found && from([view.x(found.x), view.y(found.y)]) < slack ? holdVertex(found) : null;
  }
  const [nearest] = Object.keys(at).filter((name) => from(at[name]) < slack).sort((a, b) => from(at[a]) - from(at[b]));
  if (nearest === "velocity") return holdVelocity(view, x, y, at);
  if (nearest === "turn") return { move: turn };
  const body = nearest ? Live.body : bodyAt(x, y);
  if (body < 0) return null;
  Live.body = body;
  const q = Page.data.bodies[body].q, off = [q[0] - x, q[1] - y];
  if (e.shiftKey && extent(Page.data.bodies[body]) > 0) return { move: turn };
  return { move: (v, p) => setStart(v, "position", [p[0] + off[0], p[1] + off[1]]) };
}

/* The handle of a zero velocity is beside the body: its displacement from there counts. */
function holdVelocity(view, x, y, at) {
  const b = Page.data.bodies[Live.body], from = isStill(b) ? [x, y] : b.q.slice(0, 2);
  return { move: (v, p) => setStart(v, "velocity", p.map((c, i) => (c - from[i]) / Live.ahead)) };
}

function grab(view, e) {
  const hand = held(view, e);
  if (!hand) return false;
  e.preventDefault();
  capture(view.svg, e);
  const move = (event) => hand.move(view, view.at(event)), end = () => {
    for (const type in on) view.svg.removeEventListener(type, on[type]);
    Page.held = false;
    if (hand.end) hand.end();
    Live.dragged = true;
    if (!Live.job) {
      if (hasLeft()) fitNow();
      redraw();
    }
    showNumbers();
    save();
  };
  const on = { pointermove: move, pointerup: end, pointercancel: end };
  Page.held = true;
  for (const type in on) view.svg.addEventListener(type, on[type]);
  showNumbers();
  view.step();
  return true;
}

function setStart(view, label, values) {
  edit(withLabel(Page.data.bodies[Live.body].line, label, values.map(rounded(view))));
  showNumbers();
}

function turn(view, p) {
  const b = Page.data.bodies[Live.body];
  edit(withLabel(b.line, "angle", [Math.atan2(p[1] - b.q[1], p[0] - b.q[0]).toFixed(3)]));
  showNumbers();
}

/* a middle becomes a vertex as soon as it is moved */
function holdVertex(h) {
  let fresh = h.middle, i = h.i;
  return { move: (view, p) => {
    const o = Page.data.obstacles[h.o], xy = o.xy.slice(), [x, y] = p.map(rounded(view)).map(Number);
    if (fresh) xy.splice(2 * ++i, 0, x, y);
    else xy.splice(2 * i, 2, x, y);
    fresh = false;
    edit(withVertices({ line: o.line, xy }));
  } };
}

/* a double click removes a vertex */
function removeVertex(view, e) {
  if (Live.drawing !== "vertices") return;
  const [x, y] = view.at(e);
  const h = groundHandles(view).find((p) => !p.middle && Math.hypot(view.x(p.x) - view.x(x), view.y(p.y) - view.y(y)) < HANDLE);
  if (h) takeVertex(h);
}

function takeVertex(h) {
  const o = Page.data.obstacles[h.o], xy = o.xy.slice();
  xy.splice(2 * h.i, 2);
  edit(withVertices({ line: o.line, xy }));
}

function drawStroke(view, [x, y]) {
  const s = Live.stroke, n = s.length;
  if (Math.hypot(x - s[n - 2], y - s[n - 1]) * view.scale > (Live.drawing === "terrain" ? 12 : 3)) s.push(x, y);
  view.step();
}

/* a stroke is ground, or a prediction */
function endStroke() {
  const stroke = Live.stroke, view = Page.views[0], n = stroke.length;
  Live.stroke = null;
  if (n < 4) return;
  if (Live.drawing === "prediction") {
    Live.predicted = stroke;
    setDrawing(false);
    stepViews();
    return;
  }
  const closed = n >= 8 && Math.hypot(stroke[0] - stroke[n - 2], stroke[1] - stroke[n - 1]) * view.scale < 20;
  if (closed) stroke.splice(n - 2, 2);
  /* the solid is on the right of the direction of travel: ground runs from left to right */
  const points = Array.from({ length: stroke.length / 2 }, (_, i) => stroke.slice(2 * i, 2 * i + 2).map(rounded(view)).join(" "));
  if (!closed && stroke[0] > stroke[stroke.length - 2]) points.reverse();
  setDrawing(false);
  edit(Live.text.replace(/\n?$/, "\n" + (closed ? "polygon " : "chain ") + points.join("  ") + "\n"));
  save();
}

function setDrawing(what) {
  Live.drawing = what;
  for (const [id, mode] of [["draw", "terrain"], ["vertices", "vertices"],
    ["predict", "prediction"]]) $(id).setAttribute("aria-pressed", what === mode);
  $("views").classList.toggle("drawing", what === "terrain" || what === "prediction");
  stepViews();
}

/* ---- predict, then reveal ---- */

function predict() {
  Live.predicted = null;
  for (const run of Page.data.runs) { run.wasShown = Page.shown[run.name]; Page.shown[run.name] = false; }
  setDrawing("prediction");
  $("verdict").textContent = "Draw with the pointer where you think it goes, then reveal.";
  $("reveal").disabled = false;
  redraw();
}

function reveal() {
  for (const run of Page.data.runs) if (run.wasShown !== undefined) Page.shown[run.name] = run.wasShown;
  setDrawing(false);
  $("reveal").disabled = true;
  redraw();
  const p = Live.predicted, exact = Page.data.runs[0], truth = exact.failed ? visible()[0] : exact;
  const end = truth ? place(truth, Live.body, 1e9) : [NaN, NaN];
  const off = p ? Math.hypot(p[p.length - 2] - end[0], p[p.length - 1] - end[1]) : NaN;
  $("verdict").textContent = isFinite(off) ? "Your end is " + number(off, 3) + " m from where it is at the end." : "";
  play(true);
}

/* ---- controls ---- */

function slider(parent, name, label, lo, hi, get, set, format) {
  const box = htmlNode(parent, "label", label + " "),
    input = htmlNode(box, "input", undefined, { type: "range", id: name, min: 0, max: 1000, step: 1 });
  const shown = htmlNode(box, "output", "", { for: name, id: name + "-value" });
  const zero = lo === 0, from = (x) => (zero ? x / hi : Math.log(x / lo) / Math.log(hi / lo)) * 1000;
  const to = (s) => Number((zero ? hi * s / 1000 : lo * Math.pow(hi / lo, s / 1000)).toPrecision(3));
  const show = () => {
    const x = get();
    input.value = x === null ? 0 : from(x);
    shown.textContent = format(x);
    input.setAttribute("aria-valuetext", format(x));
  };
  input.addEventListener("input", () => { edit(set(to(Number(input.value)))); show(); });
  input.addEventListener("change", save);
  return show;
}

/* a number of the chosen body: the i-th of its q or v, after a label of its statement */
function field(parent, name, list, i, label, words) {
  const box = htmlNode(parent, "label", words + " "),
    input = htmlNode(box, "input", undefined, { type: "number", step: "any", id: name, class: "number", "aria-label": name });
  const body = () => Page.data.bodies[Live.body];
  input.addEventListener("change", () => {
    if (!isFinite(input.valueAsNumber)) return;
    const values = i === 2 ? [input.value] : body()[list].slice(0, 2).map((x, k) => (k === i ? input.value : String(x)));
    edit(withLabel(body().line, label, values));
    showNumbers();
    save();
  });
  return () => {
    box.hidden = i === 2 && extent(body()) === 0;
    input.value = Number(body()[list][i].toPrecision(6));
  };
}

/* does epsilon affect a visible run? */
const usesReach = () => Live.kit.live_rigid() !== 0 || visible().some((run) => run.reaches);

const shows = [];
const showNumbers = () => shows.forEach((show) => show());

/* a menu whose options may change: entries() gives [value, text] each, or [heading, [value, text]...] for a group */
function menu(parent, id, label, entries, get, set) {
  const box = htmlNode(parent, "label", label + " "), select = htmlNode(box, "select", undefined, { id });
  const add = (to, [value, shown]) => htmlNode(to, "option", shown, { value });
  select.addEventListener("change", () => { set(select.value); showNumbers(); save(); });
  return () => {
    const list = entries(), said = JSON.stringify(list);
    if (select.dataset.said !== said) {
      select.dataset.said = said;
      select.textContent = "";
      for (const [first, ...rest] of list) {
        if (!Array.isArray(rest[0])) add(select, [first, ...rest]);
        else { const group = htmlNode(select, "optgroup", undefined, { label: first }); for (const r of rest) add(group, r); }
      }
    }
    box.hidden = list.length < 2;
    select.value = get();
  };
}

function solverNames() {
  const out = [[-1, "the usual one, " + text(Live.kit.live_usual(Live.form))]];
  for (let i = 0, name; (name = text(Live.kit.live_solver(Live.form, i))); i++) out.push([i, name]);
  return out;
}

/* the scenes in three groups; those of the story first */
const FIRST_SCENES = ["hills", "sawtooth", "ghost", "flush"];

function sceneNames() {
  const kind = (s) => (/^(revolute|prismatic|weld|distance|rope)\b/m.test(s.text) ? 2 : /^(disc|box|rod|body)\b/m.test(s.text) ?
    1 : 0);
  const rank = (s) => (FIRST_SCENES.indexOf(s.name) + FIRST_SCENES.length + 1) % (FIRST_SCENES.length + 1);
  const sorted = Live.scenes.slice().sort((a, b) => rank(a) - rank(b) || (a.title < b.title ? -1 : 1));
  return ["One particle", "Bodies", "Bodies with joints"].map((heading, k) =>
    [heading, ...sorted.filter((s) => kind(s) === k).map((s) => [s.name, s.title])])
    .filter((group) => group.length > 1);
}

function openScene(name) {
  load(name);
  makeChoices();
  build();
  showNumbers();
  changed(0);
}

function makeControls() {
  const drawer = $("method"), data = () => Page.data, movable = () => data().bodies.map((b, i) => [i, b.name]).filter(([i]) =>
    data().bodies[i].moves);
  const row = (id, words) => htmlNode(drawer, "div", undefined, { id, class: "row", role: "group", "aria-label": words });
  drawer.firstElementChild.textContent = "Scene and method";
  const sliders = htmlNode($("bar"), "div", undefined, { id: "sliders", role: "group", "aria-label": "Step and reach" });
  shows.push(slider(sliders, "h", "step h", 1e-3, 0.1, () => Live.h, (x) => withStatement("step", x), (x) => number(x, 3) + " s"));
  shows.push(slider(sliders, "epsilon", "reach \u03b5", 1e-3, 2, () => data().epsilon, (x) => withStatement("epsilon", x), (x) =>
    (usesReach() ? number(x, 3) + " m" : "not used")));
  shows.push(() => { $("epsilon").disabled = !usesReach(); });
  const after = htmlNode($("stage"), "div", undefined, { id: "words" });
  $("stage").insertBefore(after, $("drawers"));
  htmlNode(after, "p", "", { id: "notice", role: "status" });
  htmlNode(after, "pre", "", { id: "complaint", role: "status" });
  htmlNode(after, "p", "", { id: "verdict", "aria-live": "polite" });
  htmlNode(after, "p", "", { id: "ends" });

  const top = row("scenes", "Scene"), how = row("how", "Method"), start = row("start", "Where it starts"),
    ground = row("tasks", "Ground and predictions");
  drawer.insertBefore(top, $("choices"));
  shows.push(menu(top, "scene", "Scene", sceneNames, () => Live.name, openScene));
  const button = (parent, id, label, act, title) =>
    htmlNode(parent, "button", label, Object.assign({ type: "button", id }, title ? { title } : {})).addEventListener("click",
      act);
  button($("tools"), "reset", "Reset", () => { if (Story.stop) goToStop(Story.stop); else { openScene(Live.name); save(); } },
    "as it was");
  $("tools").prepend($("reset"));
  shows.push(menu(how, "form", "Each step's problem as", () => [[0, "LCP"], [1, "mixed LCP (equations, too)"],
    [2, "LCP between bounds"]], () => Live.form,
    (value) => { Live.form = Number(value); Live.solver = -1; changed(); }));
  shows.push(menu(how, "solver", "solved by", solverNames, () => Live.solver, (value) => {
    Live.solver = Number(value); changed(); }));
  shows.push(slider(how, "mu", "friction", 0, 1.5, frictionSaid, withFriction, (x) => (x ? "\u03bc = " + number(x, 3) : "none")));
  shows.push(menu(start, "body", "Body", movable, () => Live.body, (value) => { Live.body = Number(value); stepViews(); }));
  for (const [name, list, i, label, words] of [["x", "q", 0, "position", "Start: x"], ["y", "q", 1, "position", "y"],
    ["angle", "q", 2, "angle", "angle"],
                                               ["vx", "v", 0, "velocity", "velocity: x"], ["vy", "v", 1, "velocity", "y"],
                                                 ["spin", "v", 2, "spin", "spin"]])
    shows.push(field(start, name, list, i, label, words));
  button(ground, "draw", "Draw ground", () => setDrawing(Live.drawing === "terrain" ? false : "terrain"),
    "from left to right; a stroke that ends where it began is a solid");
  button(ground, "vertices", "Move ground", () => setDrawing(Live.drawing === "vertices" ? false : "vertices"),
    "drag a vertex, or the middle of an edge to make one; a double click, or the Delete key, takes one away");
  button(ground, "predict", "Predict", predict, "draw where you think it goes, then look");
  button(ground, "reveal", "Reveal", reveal);
  $("reveal").disabled = true;
  const box = htmlNode(drawer, "details", undefined, { id: "source" });
  htmlNode(box, "summary", "The scene as text: change it here");
  const area = htmlNode(box, "textarea", "", { id: "text", rows: 16, spellcheck: "false", "aria-label": "The scene as text" });
  area.addEventListener("input", () => { edit(area.value); showNumbers(); save(); });
  htmlNode($("help").querySelector("ul"), "li", "Tab goes from the picture to its handles: the start, the velocity, " +
    "the angle, and, with Move ground, vertices. The arrow keys move the one with the ring; with Shift a tenth as far.");
  showNumbers();
}

/* ---- the address ---- */

function liveAddress() {
  const own = Live.scenes.find((s) => s.name === Live.name).text === Live.text;
  return ["scene=" + Live.name, "form=" + Live.form, "solver=" + Live.solver].concat(own ? [] :
    ["text=" + encodeURIComponent(Live.text)]);
}

function restoreLive() {
  const given = addressGiven();
  load(given.get("scene"));
  if (given.has("text") && !readScene(given.get("text"))) readScene(Live.scenes.find((s) => s.name === Live.name).text);
  choose();
  if ([0, 1, 2].includes(Number(given.get("form")))) Live.form = Number(given.get("form"));
  if (solverNames().some(([i]) => i === Number(given.get("solver")))) Live.solver = Number(given.get("solver"));
}

/* ---- the page ---- */

/* the kit, with memory of its own */
async function instance() {
  const own = {};
  own.kit = (await WebAssembly.instantiate(Live.wasm, { page: asked(own) })).instance.exports;
  return own.kit;
}

/* decodes base64 and decompresses */
function unpacked(words) {
  const packed = new Blob([Uint8Array.from(atob(words), (c) => c.charCodeAt(0))]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip")));
}

async function startLive(data) {
  Live.wasm = await unpacked(data.wasm).arrayBuffer();
  Live.kit = await instance();
  Live.scenes = (await unpacked(data.scenes).json()).map((s) =>
    Object.assign({ title: (s.text.match(/^title[ \t]+(.*\S)/m) || [0, s.name])[1] }, s));
  Page.data = { subtitle: "drag the ball, its arrow, or a slider: every run is computed anew", runs:
    JSON.parse(text(Live.kit.live_looks())) };
  restoreLive();
  const mine = solverNames().find(([, name]) => name === "mine");
  if (data.lab && mine && !addressGiven().has("solver")) Live.solver = mine[0];
  Page.overlay = overlay;
  Page.clear = (view) => Object.values(handles(view));
  Page.grab = grab;
  Page.address = liveAddress;
  Page.chosen = () => { showNumbers(); changed(); };
  Page.viewOf = viewOf;
  Page.frames = Live.kit.live_planned();
  Page.data.view = viewOf();
  Page.box = Page.data.view.slice();
  const frame = restore();
  Live.fresh = Live.fresh && !addressGiven().has("view");
  makeControls();
  show(frame);
  document.addEventListener("dblclick", (e) => { const view = Page.views.find((v) => v.svg.contains(e.target));
    if (view) removeVertex(view, e); });
  changed(frame * Live.h);
  startExplorer();
  startStory(data.lab);
}

startLive(JSON.parse($("data").textContent));
