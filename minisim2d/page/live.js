/* live.js: the kit itself in the page, compiled from live.c: every change runs the scene again.
 *
 * The data element holds { scenes: [what page.c writes, without runs], wasm: base64 }. */

const FRAME = 9, CONTACT = 6;

const Live = {
  kit: null, scenes: [], given: null, formulations: [], solver: -1, drawing: false, stroke: null, predicted: null, hidden: false, grabbed: null,
  milliseconds: 0
};

function text(at) {
  const bytes = new Uint8Array(Live.kit.memory.buffer);
  let out = "";
  for (; bytes[at]; at++) out += String.fromCharCode(bytes[at]);
  return out;
}

/* ---- a run ---- */

function giveScene() {
  const g = Live.given;
  const numbers = [...g.gravity, g.mass, ...g.force, ...g.x, ...g.v, g.h, g.time, g.epsilon, g.obstacles.length];
  for (const o of g.obstacles) numbers.push(o.closed, g.mu === null ? o.mu : g.mu, o.xy.length / 2, ...o.xy);
  if (numbers.length > 65536) return false;
  new Float64Array(Live.kit.memory.buffer).set(numbers, Live.kit.live_given() / 8);
  return true;
}

/* what the kit has left behind as a run of the page */
function take(run, frames) {
  const all = new Float64Array(Live.kit.memory.buffer);
  const rows = all.subarray(Live.kit.live_frames() / 8), contacts = all.subarray(Live.kit.live_contacts() / 8);
  const column = (j) => Array.from({ length: frames }, (_, k) => rows[FRAME * k + j]);
  const q = new Float64Array(3 * frames);
  for (let k = 0; k < frames; k++) { q[3 * k] = rows[FRAME * k]; q[3 * k + 1] = rows[FRAME * k + 1]; }
  run.q = [q];
  run.v = [rows.slice(FRAME * Math.max(0, frames - 1) + 2, FRAME * Math.max(0, frames - 1) + 4)];
  run.energy = column(4);
  run.size = column(5);
  run.iterations = column(6);
  run.residual = column(7);
  let from = 0;
  run.contacts = column(8).map((end) => { const c = contacts.slice(CONTACT * from, CONTACT * end); from = end; return c; });
  run.greatest = greatestImpulse(run);
}

function distances(run, exact) {
  const out = [], q = run.q[0], e = exact.q[0];
  for (let k = 0; 3 * k < q.length && 3 * k < e.length; k++) out.push(Math.hypot(q[3 * k] - e[3 * k], q[3 * k + 1] - e[3 * k + 1]));
  return out;
}

/* every run that is shown, again */
function compute() {
  const begin = performance.now(), g = Live.given, runs = Page.data.runs, exact = runs[0];
  const planned = Math.round(g.time / g.h);
  Page.data.step = g.h;
  Page.data.time = g.time;
  for (const run of runs) {
    let frames = -1;
    run.failed = null;
    if (giveScene()) frames = run === exact ? Live.kit.live_exact() : Live.kit.live_run(run.formulation, Live.solver, 0);
    if (frames < 0) { run.failed = run === exact ? "not known here" : "refused"; frames = 0; }
    take(run, frames);
    if (frames === 0) { run.q = [new Float64Array([NaN, NaN, 0])]; run.energy = run.size = run.iterations = run.residual = [0]; run.contacts = [[]]; }
    else if (run.q[0].length / 3 < planned) run.failed = "stopped";
    run.error = run !== exact && !exact.failed && !run.failed ? distances(run, exact) : run !== exact ? [] : undefined;
    if (run === exact) { run.size = run.iterations = run.residual = undefined; run.contacts = undefined; }
  }
  Page.frames = Math.max(1, ...runs.map(lastFrame));
  $("scrub").max = Page.frames;
  Live.milliseconds = performance.now() - begin;
}

/* at most once a frame of the screen */
let waiting = false;

function changed(keepTime) {
  if (waiting) return;
  waiting = true;
  const t = keepTime === undefined ? timeOf(Page.frame) : keepTime;
  requestAnimationFrame(() => {
    waiting = false;
    compute();
    Page.frame = clamp(Math.round(t / Page.data.step), 0, Page.frames);
    redraw();
    seek(Page.frame);
    sayEnds();
  });
}

function sayEnds() {
  const said = visible().map((run) => run.title + (run.failed ? ": " + run.failed : " ends at " + number(place(run, 0, 1e9)[0], 5) + ", " + number(place(run, 0, 1e9)[1], 5)));
  $("ends").textContent = said.join("; ") + ". Computed in " + Live.milliseconds.toFixed(1) + " ms.";
}

/* ---- the scene ---- */

function load(name) {
  const scene = Live.scenes.find((s) => s.name === name) || Live.scenes[0], p = scene.particles[0];
  Live.name = scene.name;
  Live.given = { gravity: scene.gravity, mass: p.mass, force: p.force.slice(), x: p.x.slice(), v: p.v.slice(), h: scene.step, time: scene.time,
    epsilon: scene.epsilon, mu: null, obstacles: scene.obstacles.map((o) => ({ closed: o.closed, mu: o.mu, xy: o.xy.slice() })) };
  Live.predicted = Live.stroke = null;
  Object.assign(Page.data, { title: scene.title, subtitle: "drag the particle, the arrow of its velocity, or a slider", view: scene.view });
  Page.box = scene.view.slice();
  setTerrain(Live.given.obstacles);
}

/* the page's half-spaces, as page.c writes them */
function setTerrain(obstacles) {
  const facets = [], ends = [];
  for (const o of obstacles) {
    const n = o.xy.length / 2, edges = o.closed ? n : n - 1, at = (k) => [o.xy[2 * (k % n)], o.xy[2 * (k % n) + 1]];
    for (let k = 0; k < edges; k++) {
      const p = at(k), q = at(k + 1), length = Math.hypot(q[0] - p[0], q[1] - p[1]);
      const t = [(q[0] - p[0]) / length, (q[1] - p[1]) / length];
      facets.push(...p, ...q, -t[1], t[0]);
      if (k === 0) ends.push(...p, ...p, -t[0], -t[1]);
      if (k === edges - 1) ends.push(...q, ...q, t[0], t[1]);
    }
  }
  Page.data.obstacles = obstacles;
  Page.data.edges = facets.length / 6;
  Page.data.facets = facets.concat(ends);
}

/* ---- handles ---- */

const HANDLE = 14;
/* of the velocity's arrow: seconds of motion */
const reach = () => 0.25;

function handles(view) {
  const g = Live.given;
  return { start: [view.x(g.x[0]), view.y(g.x[1])],
           velocity: [view.x(g.x[0] + reach() * g.v[0]), view.y(g.x[1] + reach() * g.v[1]) - (g.v[0] === 0 && g.v[1] === 0 ? 28 : 0)] };
}

function overlay(view) {
  const at = handles(view), g = svgNode(view.moving, "g", { class: "handles" });
  svgNode(g, "path", { d: "M" + at.start + "L" + at.velocity, stroke: "var(--ink)", "stroke-width": 2, "stroke-dasharray": "2 2" });
  svgNode(g, "circle", { cx: at.start[0], cy: at.start[1], r: 8, class: "handle", "data-handle": "start" });
  svgNode(g, "path", { d: "M" + (at.velocity[0] - 6) + " " + at.velocity[1] + "h12m-6 -6v12", stroke: "var(--ink)", "stroke-width": 3, "data-handle": "velocity" });
  for (const xy of [Live.predicted, Live.stroke])
    if (xy) svgNode(g, "path", { d: view.path(xy, 2, xy.length / 2), fill: "none", stroke: "var(--ink)", "stroke-width": 3, "stroke-dasharray": "1 5", "stroke-linecap": "round" });
}

function grab(view, e) {
  const r = view.svg.getBoundingClientRect(), s = view.width / r.width, x = (e.clientX - r.left) * s, y = (e.clientY - r.top) * s;
  const at = handles(view), near = (p) => Math.hypot(p[0] - x, p[1] - y) < HANDLE * (e.pointerType === "touch" ? 2 : 1);
  const what = Live.drawing ? "stroke" : near(at.velocity) ? "velocity" : near(at.start) ? "start" : null;
  if (!what) return false;
  e.preventDefault();
  capture(view.svg, e);
  if (what === "stroke") Live.stroke = view.at(e);
  const move = (event) => drag(view, what, event), end = () => {
    view.svg.removeEventListener("pointermove", move);
    view.svg.removeEventListener("pointerup", end);
    view.svg.removeEventListener("pointercancel", end);
    if (what === "stroke") endStroke();
    showNumbers();
    save();
  };
  view.svg.addEventListener("pointermove", move);
  view.svg.addEventListener("pointerup", end);
  view.svg.addEventListener("pointercancel", end);
  return true;
}

function drag(view, what, e) {
  const [x, y] = view.at(e), g = Live.given;
  if (what === "start") g.x = [x, y];
  if (what === "velocity") g.v = [(x - g.x[0]) / reach(), (y - g.x[1]) / reach()];
  if (what === "stroke") {
    const s = Live.stroke, n = s.length;
    if (Math.hypot(x - s[n - 2], y - s[n - 1]) * view.scale > (Live.drawing === "terrain" ? 12 : 3)) s.push(x, y);
    view.step();
    return;
  }
  showNumbers();
  changed();
}

/* a stroke is ground, or what somebody expects */
function endStroke() {
  const stroke = Live.stroke;
  Live.stroke = null;
  if (stroke.length < 4) return;
  if (Live.drawing === "prediction") {
    Live.predicted = stroke;
    setDrawing(false);
    Page.views.forEach((v) => v.step());
    return;
  }
  /* the solid is on the right of the direction of travel: ground runs from left to right */
  if (stroke[0] > stroke[stroke.length - 2]) {
    const turned = [];
    for (let i = stroke.length - 2; i >= 0; i -= 2) turned.push(stroke[i], stroke[i + 1]);
    stroke.splice(0, stroke.length, ...turned);
  }
  Live.given.obstacles.push({ closed: 0, mu: 0, xy: stroke });
  setTerrain(Live.given.obstacles);
  setDrawing(false);
  changed();
}

function setDrawing(what) {
  Live.drawing = what;
  $("draw").setAttribute("aria-pressed", what === "terrain");
  $("predict").setAttribute("aria-pressed", what === "prediction");
  $("views").classList.toggle("drawing", Boolean(what));
}

/* ---- predict, then reveal ---- */

function predict() {
  Live.hidden = true;
  Live.predicted = null;
  for (const run of Page.data.runs) { run.wasShown = Page.shown[run.name]; Page.shown[run.name] = false; }
  setDrawing("prediction");
  $("verdict").textContent = "Draw with the pointer where you think it goes, then reveal.";
  $("reveal").disabled = false;
  redraw();
}

function reveal() {
  Live.hidden = false;
  for (const run of Page.data.runs) Page.shown[run.name] = run.wasShown !== false;
  setDrawing(false);
  $("reveal").disabled = true;
  redraw();
  const p = Live.predicted, exact = Page.data.runs[0], end = place(exact, 0, 1e9);
  $("verdict").textContent = p && !exact.failed ? "Your end is " + number(Math.hypot(p[p.length - 2] - end[0], p[p.length - 1] - end[1]), 3) + " m from where the particle is at the end." : "";
  play(true);
}

/* ---- controls ---- */

function slider(parent, name, label, lo, hi, get, set, format) {
  const box = htmlNode(parent, "label", label + " "), input = htmlNode(box, "input", undefined, { type: "range", id: name, min: 0, max: 1000, step: 1 });
  const shown = htmlNode(box, "output", "", { for: name, id: name + "-value" });
  const zero = lo === 0, from = (x) => (zero ? x / hi : Math.log(x / lo) / Math.log(hi / lo)) * 1000;
  const to = (s) => Number((zero ? hi * s / 1000 : lo * Math.pow(hi / lo, s / 1000)).toPrecision(3));
  const show = () => {
    const x = get();
    input.value = x === null ? 0 : from(x);
    shown.textContent = format(x);
    input.setAttribute("aria-valuetext", format(x));
  };
  input.addEventListener("input", () => { set(to(Number(input.value))); show(); changed(); });
  input.addEventListener("change", save);
  return show;
}

function field(parent, name, label, get, set) {
  const box = htmlNode(parent, "label", label + " "), input = htmlNode(box, "input", undefined, { type: "number", step: "any", id: name, class: "number" });
  input.addEventListener("change", () => { if (isFinite(input.valueAsNumber)) { set(input.valueAsNumber); changed(); save(); } });
  return () => { input.value = Number(get().toPrecision(6)); };
}

const shows = [];
const showNumbers = () => shows.forEach((show) => show());

function makeControls() {
  const parent = $("controls"), g = () => Live.given;
  const scenes = htmlNode(htmlNode(parent, "label", "Scene "), "select", undefined, { id: "scene" });
  for (const s of Live.scenes) htmlNode(scenes, "option", s.title, { value: s.name });
  scenes.value = Live.name;
  scenes.addEventListener("change", () => { load(scenes.value); $("title").textContent = Page.data.title; showNumbers(); changed(0); save(); });
  const solvers = htmlNode(htmlNode(parent, "label", "Solver "), "select", undefined, { id: "solver" });
  for (let i = 0; i < Live.kit.live_solvers(); i++) {
    const name = text(Live.kit.live_solver(i));
    if (name) htmlNode(solvers, "option", name, { value: i });
  }
  const lemke = [...solvers.options].find((o) => o.textContent === "lemke");
  if (lemke) solvers.value = lemke.value;
  Live.solver = Number(solvers.value);
  solvers.addEventListener("change", () => { Live.solver = Number(solvers.value); changed(); save(); });
  shows.push(slider(parent, "h", "h", 1e-3, 0.1, () => g().h, (x) => { g().h = x; }, (x) => number(x, 3) + " s"));
  shows.push(slider(parent, "epsilon", "epsilon", 1e-3, 2, () => g().epsilon, (x) => { g().epsilon = x; }, (x) => number(x, 3) + " m"));
  shows.push(slider(parent, "mu", "friction", 0, 1.5, () => g().mu, (x) => { g().mu = x; }, (x) => (x === null ? "the scene's" : "mu " + number(x, 3))));
  shows.push(field(parent, "x", "x", () => g().x[0], (x) => { g().x[0] = x; }));
  shows.push(field(parent, "y", "y", () => g().x[1], (x) => { g().x[1] = x; }));
  shows.push(field(parent, "vx", "vx", () => g().v[0], (x) => { g().v[0] = x; }));
  shows.push(field(parent, "vy", "vy", () => g().v[1], (x) => { g().v[1] = x; }));
  const button = (name, label, act) => htmlNode(parent, "button", label, { type: "button", id: name }).addEventListener("click", act);
  button("draw", "Draw ground", () => setDrawing(Live.drawing === "terrain" ? false : "terrain"));
  button("predict", "Predict", predict);
  button("reveal", "Reveal", reveal);
  button("reset", "Reset", () => { load(Live.name); showNumbers(); changed(0); save(); });
  $("reveal").disabled = true;
  htmlNode(parent, "p", "", { id: "verdict", "aria-live": "polite" });
  htmlNode(parent, "p", "", { id: "ends" });
  showNumbers();
}

/* ---- the address ---- */

function liveAddress() {
  const g = Live.given;
  return ["scene=" + Live.name, "x=" + g.x.concat(g.v).map((x) => Number(x.toPrecision(9))).join(","), "h=" + g.h, "epsilon=" + g.epsilon]
    .concat(g.mu === null ? [] : ["mu=" + g.mu], ["solver=" + $("solver").selectedOptions[0].textContent]);
}

function restoreLive() {
  const given = new Map(location.hash.slice(1).split("&").map((s) => s.split("=")));
  load(given.get("scene"));
  const g = Live.given, x = (given.get("x") || "").split(",").map(Number);
  if (x.length === 4 && x.every(isFinite)) { g.x = x.slice(0, 2); g.v = x.slice(2); }
  for (const [key, lo] of [["h", 1e-5], ["epsilon", 1e-9], ["mu", 0]]) {
    const value = Number(given.get(key));
    if (given.has(key) && isFinite(value) && value >= lo) g[key] = value;
  }
}

/* ---- the page ---- */

async function startLive(data) {
  const bytes = Uint8Array.from(atob(data.wasm), (c) => c.charCodeAt(0));
  Live.kit = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  Live.scenes = data.scenes;
  const looks = data.looks;
  Page.data = { joints: [], bodies: [{ name: "particle", shape: [0, 0], radius: 0, moves: 1 }],
    runs: looks.map((look) => Object.assign({ q: [new Float64Array(3)] }, look)) };
  restoreLive();
  for (let i = 0; i < Live.kit.live_formulations(); i++) {
    const name = text(Live.kit.live_formulation(i)), run = Page.data.runs.find((r) => r.name === name);
    if (run) run.formulation = i;
  }
  Page.overlay = overlay;
  Page.grab = grab;
  Page.address = liveAddress;
  for (const run of Page.data.runs) Page.shown[run.name] = !["gauss", "two-phase"].includes(run.name);
  const asked = location.hash;
  makeControls();
  compute();
  $("title").textContent = Page.data.title;
  $("subtitle").textContent = Page.data.subtitle;
  document.title = "mbsim, live";
  history.replaceState(null, "", asked || "#");
  const frame = restore();
  makeChoices();
  makeCharts();
  build();
  listen();
  seek(frame);
  sayEnds();
  if (typeof startExplorer === "function") startExplorer(Live.kit);
  document.body.dataset.ready = "1";
}

startLive(JSON.parse($("data").textContent));
