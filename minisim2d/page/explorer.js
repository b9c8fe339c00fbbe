/* explorer.js: LCPs of two unknowns: the results of the kit's solvers, in words and pictures
 *
 * Every number comes from the kit, by explorer.c; here and in planes.js they are only shown. The
 * address #A=a11,a12,a21,a22&b=b1,b2 opens the explorer; d=, z=, omega=, step= and with= are the
 * other choices. */

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
  ["Gauss-Seidel is slow: move omega", [1, 0.95, 0.95, 1], [-2, -2]]
];

const SWEEPS = ["pgs", "jacobi", "mine"], NOT_IN_Z = ["lemke", "enumerate"], MOST_LISTED = 60;

const Explorer = {
  solvers: [],
  A: [2, 1, 1, 2], b: [-5, -6], d: [1, 1], start: [0, 0], omega: 1, shown: {},
  step: Infinity,                                   /* the last */
  lost: {},                                         /* messages of solvers that crashed */
  runs: {}, found: null, path: null, steps: 0,      /* results, see computeAll */
  bplane: null, zplane: null, chart: null, extent: 10, longest: 1, zbox: null
};

const wantsExplorer = () => /(^#|&)A=/.test(location.hash);
Page.asleep = wantsExplorer();

const stepNow = () => Math.min(Explorer.step, Explorer.steps);
const inZ = (name) => !NOT_IN_Z.includes(name);
const shownInZ = () => Explorer.solvers.filter((s) => Explorer.runs[s] && inZ(s));

/* ---- results of the kit ---- */

const kitNumbers = (at, count) => Array.from(new Float64Array(Live.kit.memory.buffer, at, count));

/* count rows of `size` numbers */
function kitRows(count, size) {
  const all = kitNumbers(Live.kit.explorer_rows(), count * size);
  return Array.from({ length: count }, (_, k) => all.slice(k * size, (k + 1) * size));
}

function give(b, A) {
  const { kit } = Live, given = [...(A || Explorer.A), ...b, ...Explorer.start];
  new Float64Array(kit.memory.buffer).set(given, kit.explorer_given() / 8);
}

/* The kit's Lemke covers with (1, 1): with d it is that of rows divided by d, which has the same bases, z and z0. */
function giveLemke() {
  const { A, b, d } = Explorer;
  give(b.map((x, i) => x / d[i]), A.map((x, k) => x / d[k >> 1]));
}

/* one solver on the problem: its trace and result */
function solve(index) {
  const { kit } = Live, omega = SWEEPS.includes(Explorer.solvers[index]) ? Explorer.omega : 0;

  if (Explorer.solvers[index] === "lemke") giveLemke();
  else give(Explorer.b);
  const count = kit.explorer_solve(index, omega), r = kitNumbers(kit.explorer_result(), 9);
  const rows = kitRows(count, 7).map(([iteration, residual, step, entering, leaving, z1, z2]) =>
    ({ iteration, residual, step, entering, leaving, z: isNaN(z1) ? null : [z1, z2] }));
  return { rows, status: text(kit.explorer_status(r[0])), why: text(kit.explorer_text(r[0])),
           ok: r[0] === 0, refused: r[0] < 0, iterations: r[1], residual: r[2], z: r.slice(3, 5),
           ray: isNaN(r[5]) ? null : r.slice(5, 7), climb: r[7], first: r[8] };
}

/* all solutions at a b: a list of { kind, z, to, w }, see explorer.c; their number, -1 for
 * infinitely many; which of the cones hold b, and which are flat */
function solutions(b) {
  const { kit } = Live;

  give(b);
  const count = kit.explorer_solutions(), r = kitNumbers(kit.explorer_result(), 5);
  const list = kitRows(r[4], 7).map((s) =>
    ({ kind: s[0], z: s.slice(1, 3), to: s.slice(3, 5), w: s.slice(5, 7) }));
  const cones = r.slice(0, 4);
  return { count, list, inside: cones.map((x) => x % 2 === 1), flat: cones.map((x) => x >= 2) };
}

/* Lemke's first path as legs, each in one cone, from one z0 to another; the first one comes from
 * infinity. ray: it ends on one. again: paths with other covering vectors follow, of which the
 * plane of b + (1, 1) z0 has no picture. hidden: a lab's solver, which shows no pivots. */
function lemkePath(run) {
  const path = { ray: false, again: false, hidden: false };
  const last = () => path.legs[path.legs.length - 1];
  let cone = 0;

  path.legs = [{ cone, from: Infinity, to: 0 }];
  path.hidden = run.refused || run.rows.some((row) => row.entering < 0);
  if (path.hidden || run.rows.length === 0) return path;
  for (const row of run.rows) {
    path.again = row.entering === 4 && path.legs.length > 1;
    if (path.again) break;
    last().to = row.residual;
    if (row.leaving === 4) return path;
    cone ^= 1 << row.leaving % 2;      /* its complement enters next */
    path.legs.push({ cone, from: row.residual, to: row.residual, pivot: row });
  }
  path.ray = run.ray !== null;
  if (path.ray && run.climb > 0) last().to = Infinity;
  return path;
}

const crash = (trap) => "The code crashed (" + trap.message + ").";

/* as solve(); a lab's solver that ended in a trap is not called again, and the kit starts anew */
function attempt(name, index) {
  const { lost } = Explorer;

  if (!lost[name])
    try { return solve(index); } catch (trap) {
      lost[name] = crash(trap);
      renewKit().then(() => { if (Live.job) changed(); settle(); });
    }
  return { rows: [], status: "crashed", why: lost[name], ok: false, refused: true, iterations: 0,
           residual: NaN, z: [NaN, NaN], ray: null, climb: NaN, first: NaN };
}

function computeAll() {
  const E = Explorer, wanted = (name) => name === "lemke" || E.shown[name];

  E.runs = {};
  E.solvers.forEach((name, i) => { if (wanted(name)) E.runs[name] = attempt(name, i); });
  E.found = solutions(E.b);
  E.path = lemkePath(E.runs.lemke);
  E.steps = Math.max(E.path.legs.length - 1 + (E.path.ray ? 1 : 0),
                     ...shownInZ().map((s) => Math.min(MOST_DRAWN, E.runs[s].iterations)));
}

/* ---- words ---- */

const pair = (v) => "(" + number(v[0], 5) + ", " + number(v[1], 5) + ")";
const variable = (v) => (v < 0 ? "-" : v === 4 ? "z0" : (v < 2 ? "z" : "w") + (v % 2 + 1));
const coneName = (c) => [0, 1].map((i) => (c >> i & 1 ? "z" : "w") + (i + 1)).join(" ");

function inWords(solution) {
  const { kind, z, to, w } = solution;
  return ["z = " + pair(z) + ", w = " + pair(w), "all z from " + pair(z) + " to " + pair(to),
          "all z = " + pair(z) + " + s " + pair(to) + ", s >= 0", "every z >= 0"][kind];
}

function sayAnswer() {
  const { count, list, inside } = Explorer.found;
  const cones = [0, 1, 2, 3].filter((c) => inside[c]).map(coneName);
  const many = count < 0 ? "Infinitely many solutions"
    : ["No solution: b lies in no cone", "One solution", "Two solutions", "Three solutions",
       "Four solutions"][count];
  const where = ", in the cone" + (cones.length > 1 ? "s " : " ") + cones.join(" and ") + ": ";

  $("answer").textContent = many + (count ? where + list.map(inWords).join("; ") : "") + ".";
}

function sayAbout() {
  const [a, b, c, d] = Explorer.A, minors = [a, d, a * d - b * c];
  const kind = minors.every((x) => x > 0) ? "a P-matrix: the cones cover the plane once"
                                          : "no P-matrix";

  $("about").textContent = "Principal minors " + minors.map((x) => number(x, 4)).join(", ") + ": " +
    kind + "; " + (b === c ? "symmetric" : "not symmetric") + ".";
}

/* where Lemke is at step k */
function lemkeInWords(k) {
  const { path, runs } = Explorer, { legs } = path, leg = legs[Math.min(k, legs.length - 1)];
  const end = " In the end: " + runs.lemke.status + ".", row = leg.pivot;

  if (path.hidden) return "This Lemke does not show its pivots." + end;
  const here = row ? "Lemke, pivot " + row.iteration + ": " + variable(row.entering) + " enters, " +
    variable(row.leaving) + " leaves at z0 = " + number(row.residual, 5) + "; then the cone " +
    coneName(leg.cone) : "Lemke begins far out, in the cone w1 w2";
  if (k < legs.length - 1) return here + ".";
  if (leg.to === 0) return here + ", where z0 falls to 0: solved.";
  return here + (path.ray ? ", in which the path runs on without end: a ray." : ".") +
    (path.again ? " Other paths follow, with other covering vectors." : "") + end;
}

function sayStep() {
  const k = stepNow(), words = lemkeInWords(k);

  $("lit").textContent = words;
  $("at").textContent = "step " + k + " of " + Explorer.steps;
  $("iteration").setAttribute("aria-valuetext", words);
}

/* ---- tables ---- */

/* explains an answer that is not MB_OK */
function whyNot(r) {
  if (r.ok) return "";
  if (r.refused || !(r.residual <= TOLERANCE)) return r.why;
  return r.why + ". The residual is within the tolerance, but MB_OK requires more: what is left of w must be " +
    "small beside b, row by row.";
}

const nine = (x) => (isFinite(x) ? String(Number(x.toPrecision(9))) : "-");

function fillOutcomes() {
  const E = Explorer, rows = E.solvers.filter((s) => E.runs[s]).map((name) => {
    const r = E.runs[name], of = (words) => (r.refused ? "-" : words);
    return { failed: !r.ok, cells: [name, r.status, of(r.iterations), of(number(r.residual, 3)),
                                    of(pair(r.z)), whyNot(r)] };
  });

  tableOf($("outcomes"), ["solver", "status", "iter.", "residual", "z", ""], rows);
}

function fillTrace(parent, name, all) {
  const table = htmlNode(parent, "table", undefined, { id: "trace-" + name });
  const rows = all.slice(0, MOST_LISTED), pivots = all[0].entering >= 0;
  const head = pivots
    ? ["pivot", "entering", "leaving", "ratio", name === "lemke" ? "z0" : "residual"]
    : ["iteration", "residual", "step", "z1", "z2"];
  const cells = (t) => (pivots
    ? [t.iteration, variable(t.entering), variable(t.leaving), nine(t.step), nine(t.residual)]
    : [t.iteration, number(t.residual, 7), number(t.step, 7), ...(t.z || [NaN, NaN]).map(nine)]);
  const less = all.length > rows.length ? ", the first " + rows.length + " of " + all.length : "";

  tableOf(table, head, rows.map((t) => ({ cells: cells(t) })));
  table.insertBefore(htmlNode(null, "caption", name + less), table.firstChild);
}

function fillTraces() {
  $("traces").textContent = "";
  if (!$("every").open) return;
  for (const name of Explorer.solvers) {
    const run = Explorer.runs[name];
    if (run && run.rows.length) fillTrace($("traces"), name, run.rows);
  }
}

/* ---- the problem as a file ---- */

function lcpText() {
  const { A, b } = Explorer;
  return [[2], A.slice(0, 2), A.slice(2), b].map((row) => row.join(" ") + "\n").join("");
}

function fillFile() {
  const omega = Explorer.omega === 1 ? "" : " --omega " + Explorer.omega;

  $("file").textContent = lcpText();
  $("native").textContent = "--solver pgs" + omega + " --trace";
  $("covered").textContent = Explorer.d.some((x) => x !== 1) ? " (with d = " + pair(Explorer.d) + ": of the rows divided by d)" :
    "";
  $("copied").textContent = "";
}

async function copyFile() {
  try {
    await navigator.clipboard.writeText(lcpText());
    $("copied").textContent = "copied";
  } catch (refused) {      /* as in a page from a file: then the text is selected, for Ctrl-C */
    const range = document.createRange();
    range.selectNodeContents($("file"));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    $("copied").textContent = "selected: copy it with Ctrl-C";
  }
}

/* ---- changes ---- */

function drawAll() {
  sayAbout();
  sayAnswer();
  $("iteration").max = Explorer.steps;
  $("iteration").value = stepNow();
  sayStep();
  drawCones();
  drawZ();
  drawResiduals();
  fillOutcomes();
  fillTraces();
  fillFile();
}

/* frames around everything to be seen */
function fit() {
  const E = Explorer, z0 = E.path.legs.map((leg) => leg.from).filter(isFinite);
  const seen = [0, ...z0].flatMap((z) => E.b.map((b) => Math.abs(b + z)));
  const far = 1.3 * Math.max(...seen, 1e-6), power = powerOfTen(far);

  E.extent = [1, 2, 5, 10].map((k) => k * power).find((x) => x >= far);
  E.longest = Math.max(1, ...[0, 1].map((i) => Math.hypot(...side(3, i))));
  E.zbox = zExtent();
}

function setColumn(i, column) {
  Object.assign(Explorer, { A: Explorer.A.map((x, k) => (k % 2 === i ? column[k >> 1] : x)), step: Infinity });
  showFields();
  renew();
}

/* only the direction of d matters; it must be positive, or Lemke has no first ray */
const LEAST_COVER = 0.05;

function setCover(v) {
  const most = Math.max(v[0], v[1]);
  if (!(most > 0)) return;
  Object.assign(Explorer, { d: v.map((x) => Number(Math.max(LEAST_COVER, x / most).toFixed(2))), step: Infinity });
  renew();
}

/* while something is dragged the frames stay */
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

function goTo(k) {
  Explorer.step = clamp(k, 0, Explorer.steps);
  drawAll();
  saveExplorer();
}

/* ---- controls ---- */

function showFields() {
  const E = Explorer;

  for (const [id, values] of [["A", E.A], ["b", E.b], ["z", E.start]])
    values.forEach((x, i) => { $(id + i).value = x; });
  $("omega").value = E.omega;
  $("omega-value").textContent = E.omega.toFixed(2);
  $("preset").value = PRESETS.findIndex((p) => String([p[1], p[2]]) === String([E.A, E.b]));
  for (const s of E.solvers.filter(inZ)) $("with-" + s).checked = E.shown[s];
}

/* the fields ID0, ID1, ... are the numbers of a list */
function listenToFields(id, list) {
  list().forEach((_, i) => on(id + i, "change", () => {
    const x = $(id + i).valueAsNumber;
    if (isFinite(x)) list()[i] = x;
    Explorer.step = Infinity;
    settle();
  }));
}

function makeSolverChoice(name) {
  makeBox(htmlNode($("methods"), "label"), "with-" + name, look(name), name, (on) => {
    Explorer.shown[name] = on;
    settle();
  });
}

function choosePreset(preset) {
  if (!preset) return;
  Object.assign(Explorer, { A: [...preset[1]], b: [...preset[2]], d: [1, 1], start: [0, 0], step: Infinity });
  settle();
}

function setOmega() {
  Explorer.omega = Number($("omega").value);
  $("omega-value").textContent = Explorer.omega.toFixed(2);
  renew();
}

function makeExplorerControls() {
  const E = Explorer;

  fillSelect($("preset"), [[-1, "your own"], ...PRESETS.map((p, i) => [i, p[0]])]);
  on("preset", "change", () => choosePreset(PRESETS[$("preset").value]));
  listenToFields("A", () => E.A);
  listenToFields("b", () => E.b);
  listenToFields("z", () => E.start);
  E.solvers.filter(inZ).forEach(makeSolverChoice);
  on("omega", "input", setOmega);
  on("omega", "change", settle);
  on("iteration", "input", () => goTo(Number($("iteration").value)));
  on("first", "click", () => goTo(0));
  on("less", "click", () => goTo(stepNow() - 1));
  on("more", "click", () => goTo(stepNow() + 1));
  on("last", "click", () => goTo(E.steps));
  on("copy", "click", copyFile);
  on("every", "toggle", fillTraces);
}

/* ---- the address ---- */

function explorerAddress() {
  const E = Explorer, parts = ["A=" + E.A, "b=" + E.b];

  if (E.start.some((x) => x !== 0)) parts.push("z=" + E.start);
  if (E.d.some((x) => x !== 1)) parts.push("d=" + E.d);
  if (E.omega !== 1) parts.push("omega=" + E.omega);
  parts.push("with=" + E.solvers.filter((s) => E.shown[s]));
  if (E.step < E.steps) parts.push("step=" + E.step);
  return "#" + [...Page.told(), ...parts].join("&");
}

let savingExplorer = 0;

function saveExplorer() {
  clearTimeout(savingExplorer);
  savingExplorer = setTimeout(() => {
    if (!Page.asleep) return;
    history.replaceState(null, "", explorerAddress());
    $("to-explorer").href = explorerAddress().replace(/#story=\d+&/, "#");
  }, 100);
}

function restoreExplorer() {
  const E = Explorer, given = addressGiven(), words = (key) => (given.get(key) || "").split(",");
  const isNumber = (s) => s.trim() !== "" && Math.abs(s) < 1e100;
  const numbers = (key, count, otherwise) => {
    const list = words(key);
    return list.length === count && list.every(isNumber) ? list.map(Number) : otherwise;
  };
  const [omega] = numbers("omega", 1, [1]), [step] = numbers("step", 1, [-1]);

  E.A = numbers("A", 4, E.A);
  E.b = numbers("b", 2, E.b);
  E.d = numbers("d", 2, [1, 1]);
  if (!E.d.every((x) => x >= LEAST_COVER)) E.d = [1, 1];
  E.start = numbers("z", 2, [0, 0]);
  E.omega = omega > 0 && omega < 2 ? omega : 1;
  E.step = step >= 0 ? Math.round(step) : Infinity;
  if (given.has("with")) for (const s of E.solvers) E.shown[s] = words("with").includes(s);
}

/* ---- the page ---- */

function showExplorer(on) {
  Page.asleep = on;
  $("explorer").hidden = !on;
  document.querySelector("main:not(#explorer)").hidden = on;
  markPages();
  heading();
  if (!on) { build(); return; }
  play(false);
  restoreExplorer();
  settle();
}

/* This listener is added before that of page.js, which checks Page.asleep. */
window.addEventListener("hashchange", () => {
  if (Explorer.chart && (Page.asleep || wantsExplorer())) showExplorer(wantsExplorer());
});

/* a plane whose point is the member of Explorer with this name; a drag of it also sets others */
function makePlane(parent, names, name, others) {
  const plane = new Plane(parent, names, (p) => {
    Object.assign(Explorer, { [name]: p }, others);
    showFields();
    renew();
  });
  plane.point = () => Explorer[name];
  return plane;
}

function startExplorer() {
  const E = Explorer;

  for (let i = 0, name; (name = text(Live.kit.explorer_solver(i))); i++) E.solvers.push(name);
  for (const s of E.solvers) E.shown[s] = ["pgs", "fischer-newton", "mine"].includes(s);
  E.bplane = makePlane($("cones"), ["b1", "b2"], "b", { step: Infinity });
  E.bplane.tips = () => planeTips(E.bplane);
  E.zplane = makePlane($("zplane"), ["z1", "z2"], "start");
  E.chart = svgNode($("residuals"), "svg", { role: "img" });
  makeExplorerControls();
  window.addEventListener("resize", () => { if (Page.asleep) drawAll(); });
  if (wantsExplorer()) showExplorer(true);
}
