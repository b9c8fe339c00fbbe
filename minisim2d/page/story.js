/* story.js: the story: a stop is a picture in a set state, two or three sentences, and one thing to do
 *
 * A stop's state is a scene, the visible runs, the part of the plane, and the time at which playing
 * ends. The reader may change all of it at any stop, go on, or leave for free play. The address
 * #story=3 is the third stop; followed by the rest of an address, it is that state beside the
 * stop's words. */

const Story = { stop: 0, last: 1, asked: 0, lab: "", study: null };
       /* stop: 1 for the first, 0 outside; asked: counts the stops that were started */

/* the stop at which readers from a lab begin */
const LAB_STOPS = { "02_pgs": 8, "03_lemke": 8, "04_newton": 8, "06_stewart_trinkle": 2, "07_friction": 2, "08_anitescu_potra": 3,
  "09_peg": 4, "10_convergence": 7, "12_contest": 8 };

/* ---- data of the runs, for the sentences ---- */

const runOf = (name) => Page.data.runs.find((run) => run.name === name);
const endOf = (name) => place(runOf(name), 0, 1e9);
const pushOf = (name, k) => contactsAt(runOf(name), k).reduce((most, c) => Math.max(most, c.normal), 0);
const median = (list) => Array.from(list).sort((a, b) => a - b)[Math.floor(list.length / 2)];

/* the crossing of the lines of two contacts */
function crossing(a, b) {
  const p = a.n[0] * a.p[0] + a.n[1] * a.p[1], q = b.n[0] * b.p[0] + b.n[1] * b.p[1], det = a.n[0] * b.n[1] - a.n[1] * b.n[0];
  return [(p * b.n[1] - q * a.n[1]) / det, (a.n[0] * q - b.n[0] * p) / det];
}

const holding = () => contactsAt(runOf("st"), 100).filter((c) => c.normal > 0).sort((a, b) => (a.label < b.label ? -1 : 1));

/* the plate of `flush`, raised by d */
function lift(d) {
  const o = Page.data.obstacles.find((p) => p.closed);
  edit(withVertices({ line: o.line, xy: o.xy.map((x, i) => (i === 3 || i === 5 ? Number((x + d).toFixed(6)) : x)) }));
  play(true);
}

const STOPS = [
  { title: "Held by nothing", scene: "hills", show: ["exact", "st"], view: [-0.3, 0, 5.3, 2.4], until: 0.52, speed: 0.5, mark:
    [11, 14],
    caption: "The orange ball hangs on lines that only extend two edges.",
    says: () => "A ball falls onto hills while a steady wind pushes it to the right. Grey is the exact motion. Orange is the " +
      "same ball, computed in steps of h = " + number(1000 * Live.h, 3) + " ms by a well-known method, Stewart and Trinkle's " +
      "(ST): it stops in mid-air.",
    task: "Press Play and watch both go on. Then drag the start somewhere else: is the ball caught again?" },
  { title: "Because of an \u201cand\u201d", scene: "hills", show: ["exact", "st"], view: [1.5, 0.25, 2.9, 1.2], t: 1,
    says: () => { const [a, b] = holding(), x = a && b ? crossing(a, b) : null;
      return "ST keeps the ball in front of every edge within its reach \u03b5" +
        (x ? ": of " + a.label + " and of " + b.label : "") +
      ". To ST all that lies behind an edge's line is solid (tinted), also far beyond the edge's ends." +
        (x ? " The two lines cross in mid-air, at (" + x[0].toFixed(2) + ", " + x[1].toFixed(2) + "), and there the ball stays." :
        ""); },
    task: "Make \u03b5 smaller until the ball goes free. Then press the button: with so short a reach and so long a step ST " +
      "overlooks the ground.", acts:
      [["\u03b5 = 4.6 mm, h = 63 ms", () => { edit(withStatement("step", 0.0631)); edit(withStatement("epsilon", 0.0046));
      showNumbers(); whenComputed(fitView); }]] },
  { title: "It never lands", scene: "hills", show: ["exact", "ap"], view: [-0.3, 0, 8, 3.2], until: 1.1, speed: 0.5, caption:
    "It floats, about \u03b5 above the ground.",
    says: () => "Anitescu and Potra's method (AP) treats every edge within \u03b5 as touched already. Nothing throws " +
      "the ball, and nothing catches it. But it glides along lines above the ground" + (runOf("ap").error ?
        ": half of the time it is more than " + number(median(runOf("ap").error), 2) + " m from the exact motion." : "."),
    task: "Make \u03b5 smaller: the ball floats lower." },
  { title: "\u201cOr\u201d", scene: "ghost", show: ["exact", "st", "peg"], t: 0.01, view: [-0.35, -0.32, 0.45, 0.12],
    says: () => "A ball falls past a corner, below the line of the top but beside the block. It is outside if it is in front of " +
      "the top or of the side. PEG requires just that, max(\u03c8\u2081, \u03c8\u2082) \u2265 0 with \u03c8 the gaps, and pushes with " +
        number(pushOf("peg", 1), 3) + ". ST says \u201cand\u201d, and pushes with " + number(pushOf("st", 1), 5) +
        " N s against air.",
    task: "Go on step by step, with the arrow keys or the buttons. Then drag the start over the block: now both must push." },
  { title: "Where \u201cor\u201d fails", scene: "flush", show: ["exact", "st", "peg"], view: [0.7, -0.6, 3.3, 0.55], until: 1.4,
    speed: 1, caption: "A wall that nothing can reach stops two of them.",
    says: () => "A plate lies in the ice, flush with it. Of each solid PEG takes the edge with the greatest gap; of the plate " +
      "that is the left side: a wall at x = 2, all of it below the ice. " +
      "ST and PEG stop there, at x = " + endOf("peg")[0].toFixed(2) + "; the exact motion slides on to " +
        endOf("exact")[0].toFixed(2) + ".",
    task: "Lift the plate by a millimetre, or sink it by one: which of the two stops the exact motion?", acts:
      [["Lift it by 1 mm", () => lift(0.001)], ["Sink it by 1 mm", () => lift(-0.001)]] },
  { title: "One question at a time", scene: "hills", show: ["exact", "swept"], view: [-0.3, 0, 10.8, 2.6], until: 2.5, speed: 1,
    caption: "",
    says: () => "Which edge does the path of this step enter first? Only that one may push; then the new path is tested " +
      "again. This is \u201cswept\u201d: no reach \u03b5, no groups of edges. " +
      (runOf("swept").error ? "Over these hills it is never more than " + number(100 * Math.max(...runOf("swept").error), 2) +
        " cm from the exact motion." : ""),
    task: "Draw a ground of your own, and look for a place where the ball gets inside.", acts:
      [["Draw ground", () => setDrawing("terrain")]] },
  { title: "Halve the step", scene: "sawtooth", show: ["exact", "st", "ap", "peg", "swept"], until: 1.2, speed: 1, caption: "",
    chart: true, view: [-0.1, -0.05, 2.9, 1.15],
    says: () => "Halve h, and the errors of PEG and swept halve. AP's stays where \u03b5 is. ST's grows: it finds the ball " +
      "\u03c8 deep in a wall that is not there, and throws it out within one step, at \u03c8/h.",
    task: "Drag along the curves to choose h, and look where ST is thrown." },
  { title: "The problem itself", explorer: true,
    says: () => "Each step of all of this is one problem: find z \u2265 0 with w = A z + b \u2265 0 and z\u2032w = 0. " +
      "Here it is for the two edges that hold the ball: " +
      "z are their impulses, w the speeds at which it leaves them. b lies in the cone where both push.",
    task: "Drag b out of that cone: the ball is free of an edge, or of both. Labs 1 and 3 begin here." }
];

/* a number stays with its unit */
const unbroken = (words) => words.replace(/(\d|[=\u2265]) (?=(\d|m|cm|ms|s|N s)\b)/g, "$1\u00a0")
  .replace(/ (?=[=\u2265])/g, "\u00a0");

/* ---- the problem of the two edges that hold the ball ---- */

/* A = N N'/m of the rows that push, and b = -A p, as w = 0 there; the impulses p are the run's */
function problemOfTheTrap() {
  const [a, b] = holding(), dot = (n, m) => n[0] * m[0] + n[1] * m[1];
  const words = wordsOf(Page.data.bodies[0].line).map((w) => w.s), mass = Number(words[words.indexOf("mass") + 1]);
  const A = [[a, a], [a, b], [b, a], [b, b]].map(([x, y]) => dot(x.n, y.n) / mass), p = [a.normal, b.normal];
  const round = (x) => Number(x.toPrecision(5));
  return { A: A.map(round), b: [0, 1].map((i) => round(-(A[2 * i] * p[0] + A[2 * i + 1] * p[1]))) };
}

/* ---- going to a stop ---- */

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/* when all runs are computed, unless another stop was chosen meanwhile */
function whenComputed(act) {
  const asked = Story.asked, look = () => {
    if (Story.asked !== asked) return;
    if (document.body.dataset.ready) act();
    else setTimeout(look, 16);
  };
  look();
}

function setStage(stop) {
  play(false);
  setDrawing(false);
  load(stop.scene || "hills");
  for (const run of Page.data.runs) Page.shown[run.name] = (stop.show || ["exact", "st"]).includes(run.name) ||
    (Story.lab !== "" && run.name === "mine");
  Object.assign(Page, { layout: "overlay", lines: "pushing", lens: "", marked: (stop.mark || []).map((edge) => "edge " + edge) });
  Live.form = 0;
  Live.solver = -1;
  $("speed").value = String(stop.speed || 1);
  Live.fresh = false;
  Page.data.view = stop.view || viewOf();
  Page.box = Page.data.view.slice();
  makeChoices();
  build();
  showNumbers();
  changed(0);
}

function goToStop(n) {
  const stop = STOPS[n - 1];
  Object.assign(Story, { stop: n, last: n });
  Story.asked++;
  setStage(stop);
  if (!stop.explorer && Page.asleep) showExplorer(false);
  tell();
  whenComputed(() => {
    tell();
    if (stop.explorer) showProblem();
    else if (stop.until === undefined) seek(Math.round(stop.t / Page.data.step));
    else if (still()) { seek(Math.round(stop.until / Page.data.step)); caption(true); }
    else play(true, Math.round(stop.until / Page.data.step));
    save();
  });
}

function showProblem() {
  const { A, b } = problemOfTheTrap();
  location.hash = "story=" + Story.stop + "&A=" + A + "&b=" + b + "&with=pgs,fischer-newton";
}

function setCurrent(node, kind) {
  if (kind) node.setAttribute("aria-current", kind);
  else node.removeAttribute("aria-current");
}

/* words and buttons of the stop */
function tell() {
  const n = Story.stop, stop = STOPS[n - 1], acts = $("stop-acts"), free = !n;
  heading();
  $("story").hidden = free;
  document.body.classList.toggle("told", !free);
  $("method").open = free;
  $("numbers-drawer").open = free;
  caption(false);
  markPages();
  if (free) { Page.marked = []; return; }
  $("stop-title").textContent = stop.title;
  $("stop-text").textContent = unbroken(stop.says());
  $("stop-do").textContent = unbroken(stop.task);
  acts.textContent = "";
  for (const [words, act] of stop.acts || []) htmlNode(acts, "button", words, { type: "button" }).addEventListener("click", act);
  $("stop-back").disabled = n === 1;
  $("stop-next-title").textContent = n === STOPS.length ? "" : ": " + STOPS[n].title;
  $("stop-next").firstChild.data = n === STOPS.length ? "Play freely" : "Next";
  [...$("dots").children].forEach((dot, i) => setCurrent(dot, i + 1 === n && "step"));
  $("halving").hidden = !stop.chart;
  if (stop.chart) { $("story").dataset.chart = 1; studySteps(); } else delete $("story").dataset.chart;
}

function caption(on) {
  const words = Story.stop && STOPS[Story.stop - 1].caption;
  $("caption").textContent = on && words ? words : "";
  $("caption").hidden = !(on && words);
  widths.clear();
  stepViews();
}

function leaveStory() {
  Story.stop = 0;
  Story.asked++;
  if (Page.asleep) showExplorer(false);
  tell();
  redraw();
  save();
}

/* ---- the parts of the page ---- */

function markPages() {
  const here = Story.stop ? "to-story" : Page.asleep ? "to-explorer" : "to-motion";
  for (const id of ["to-story", "to-motion", "to-explorer"])
    setCurrent($(id), id === here && "page");
  $("to-story").href = "#story=" + Story.last;
}

/* the stop in an address, or 0 */
function stopGiven() {
  const n = Number(addressGiven().get("story"));
  return Number.isInteger(n) && n >= 1 && n <= STOPS.length ? n : 0;
}

/* an address with nothing but the stop sets the stop's state */
function followAddress() {
  const n = stopGiven(), given = addressGiven();
  if (n && !given.has("scene") && !given.has("A")) { goToStop(n); return; }
  if (n !== Story.stop) { Story.asked++; Story.stop = n; }
  if (n) Story.last = n;
  tell();
}

/* ---- errors against h ---- */

const STUDIED = ["st", "ap", "peg", "swept"], HALVINGS = 12, LONGEST = 0.1;

/* the errors of the runs at their ends, at each h: with a kit of its own, in parallel */
async function studySteps() {
  if (Story.study) { drawStudy(); return; }
  const kit = await instance(), source = Live.scenes.find((s) => s.name === "sawtooth").text,
    study = (Story.study = { h: [], error: STUDIED.map(() => []), done: false });
  let since = performance.now();
  for (let k = 0; k < HALVINGS; k++) {
    const h = Number((LONGEST / Math.pow(2, k)).toPrecision(3));
    if (errorsIn(kit, source.replace(/^step .*$/m, "step " + h))) return;
    study.h.push(h);
    for (const [i, name] of STUDIED.entries()) {
      if (kit.live_begin(Page.data.runs.findIndex((run) => run.name === name), 0, -1) < 0) return;
      while (kit.live_step())
        if (performance.now() - since > SLICE) { await new Promise((done) => setTimeout(done, 4)); since = performance.now(); }
      const width = kit.live_width(), rows = new Float64Array(kit.memory.buffer, kit.live_frame(), kit.live_frames() * width);
      study.error[i].push(rows[rows.length - width + ERROR]);
    }
    drawStudy();
  }
  study.done = true;
}

function drawStudy() {
  const figure = $("halving"), svg = figure.querySelector("svg") || svgNode(figure, "svg", { role: "img" });
  const { h, error } = Story.study;
  const width = Math.max(260, figure.clientWidth), height = 158, left = 52, right = width - 52, bottom = height - 24, top = 8;
  const all = error.flat().filter((e) => e > 0).map(Math.log10), lo = Math.min(-4, Math.floor(Math.min(...all))),
    hi = Math.max(0, Math.ceil(Math.max(...all)));
  const ends = [Math.log10(LONGEST), Math.log10(LONGEST / Math.pow(2, HALVINGS - 1))];
  const X = (x) => left + (right - left) * (Math.log10(x) - ends[1]) / (ends[0] - ends[1]), Y = (e) =>
    bottom - (bottom - top) * (Math.log10(e) - lo) / (hi - lo);
  const tick = (x, y, anchor, words) => textNode(svg, x, y, anchor, words, { class: "tick" });
  if (!all.length) return;
  svg.setAttribute("viewBox", "0 0 " + width + " " + height);
  svg.textContent = "";
  for (let e = lo; e <= hi; e++) {
    const y = Y(Math.pow(10, e));
    pathNode(svg, "M" + left + " " + y + "H" + right, { class: "grid" });
    if ((e - lo) % 2 === 0) tick(left - 5, y + 4, "end", (e ? "1e" + e : "1") + (e + 2 > hi ? " m" : ""));
  }
  for (const x of [1e-4, 1e-3, 1e-2, 1e-1]) tick(X(x), height - 6, "middle", x === 0.1 ? "h = 0.1 s" : String(x));
  pathNode(svg, "M" + X(clamp(Live.h, Math.min(...h), LONGEST)) + " " + top + "V" + bottom, { class: "cursor" });
  const used = [];
  STUDIED.forEach((name, i) => {
    const run = runOf(name), points = h.map((x, k) => [x, error[i][k]]).filter(([, e]) => e > 0);
    if (!points.length) return;
    curve(svg, "M" + points.map(([x, e]) => X(x).toFixed(1) + " " + Y(e).toFixed(1)).join("L"), run, lineWidth(i));
    let y = Y(points[0][1]) + 4;      /* beside the longest step's point, one below the other */
    while (used.some((other) => Math.abs(other - y) < 13)) y += 13;
    used.push(y);
    svgNode(svg, "text", { x: right + 5, y, style: "fill: " + ink(run), class: "name" }, run.title);
  });
  svg.setAttribute("aria-label", "Errors at the end, with h = " + h[h.length - 1] + " s: " +
    STUDIED.map((name, i) => runOf(name).title + " " + number(error[i][h.length - 1], 2) + " m").join(", "));
  if (svg.dataset.listens) return;
  svg.dataset.listens = 1;
  whileHeld(svg, (e) => {
    const [x] = pointAt(svg, e, width), far = (y) => Math.abs(X(y) - x);
    const next = Story.study.h.reduce((best, y) => (far(y) < far(best) ? y : best));
    if (next === Live.h) return;
    edit(withStatement("step", next));
    showNumbers();
    drawStudy();
    whenComputed(() => { if (!Page.playing) seek(Page.frames); });
  });
}

/* ---- the page ---- */

function startStory(lab) {
  Story.lab = lab;
  STOPS.forEach((stop, i) => htmlNode($("dots"), "button", String(i + 1), { type: "button", "aria-label": "stop " + (i + 1) +
    ": " + stop.title, title: stop.title }).addEventListener("click", () => goToStop(i + 1)));
  on("stop-back", "click", () => goToStop(Story.stop - 1));
  on("stop-next", "click", () => (Story.stop === STOPS.length ? leaveStory() : goToStop(Story.stop + 1)));
  on("to-story", "click", (e) => { e.preventDefault(); if (!Story.stop) goToStop(Story.last); });
  on("to-motion", "click", (e) => { e.preventDefault(); leaveStory(); });
  Page.ended = () => caption(true);
  Page.told = () => (Story.stop ? ["story=" + Story.stop] : []);
  window.addEventListener("hashchange", followAddress);
  window.addEventListener("resize", () => { if (Story.study && !$("halving").hidden) drawStudy(); });
  if (addressGiven().size === 0) goToStop(LAB_STOPS[lab] || 1);
  else followAddress();
}
