/* page_live.js: acts in the live page for page_live.sh: drags, turns, draws, types, chooses other
 * scenes and predicts; then in the LCP explorer, where it opens problems by their address, drags b
 * and steps along Lemke's path. Writes the results, with the solvers' traces, into elements at the
 * end of the body. */
const wait = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
const say = (id, text) => {
  const pre = document.createElement("pre"); pre.id = id; pre.textContent = text;
  document.body.appendChild(pre);
};
const settled = async () => { do await wait(); while (!document.body.dataset.ready); };

/* writes the text of the scene, and the positions of every body in every step of every run */
function report(name) {
  let out = "";
  for (const run of visible()) {
    out += run.name + "\n";
    for (let k = 0; k <= lastFrame(run); k++) for (const q of run.q)
      out += q.slice(3 * k, 3 * k + 3).join(",") + "\n";
  }
  say("text-" + name, Live.text);
  say("places-" + name, out);
}

/* sends a picture the event of a pointer at a place of the screen */
const pointerOf = (svg) => (type, clientX, clientY) => svg.dispatchEvent(new PointerEvent(type,
  { pointerId: 7, clientX, clientY, bubbles: true, cancelable: true }));

/* drags a handle by dx, dy pixels */
async function dragFrom(selector, dx, dy) {
  const svg = document.querySelector(".view svg"), send = pointerOf(svg);
  const r = svg.querySelector(selector).getBoundingClientRect(),
    at = [r.left + r.width / 2, r.top + r.height / 2];
  send("pointerdown", at[0], at[1]);
  for (let k = 1; k <= 10; k++) {
    send("pointermove", at[0] + dx * k / 10, at[1] + dy * k / 10); await wait();
  }
  send("pointerup", at[0] + dx, at[1] + dy);
  await settled();
}

async function pick(id, value) {
  const menu = $(id);
  menu.value = value;
  menu.dispatchEvent(new Event("change"));
  await settled();
}

async function alsoShow(name) { $("show-" + name).click(); await settled(); }

async function withParticle() {
  await dragFrom("[data-handle=start]", 37, -19);
  report("hills");
  const before = Live.text;
  edit(withLabel(Page.data.bodies[0].line, "position", [1, 0.5]));
  await settled();
  say("refused", $("complaint").textContent);
  say("kept", String(Live.text === before));
}

async function withBodies() {
  await pick("scene", "tip");
  await alsoShow("peg");
  report("tip");
  await alsoShow("exact");
  say("furthest", String(Math.max(...Page.data.runs.find((r) => r.name === "swept").error)));
  await alsoShow("exact");
  await pick("scene", "cradle");
  report("cradle");
  await pick("scene", "crank");
  await alsoShow("st");
  report("crank");
  await dragFrom("[data-handle=turn]", 5, -9);
  await dragFrom("[data-handle=velocity]", 20, 12);
  report("crank-dragged");
}

/* draws ground by hand, then pulls out the middle of one of its edges; and types a mistake */
async function withGround() {
  await pick("scene", "drop");
  const svg = document.querySelector(".view svg"), r = svg.getBoundingClientRect(),
    had = Page.data.obstacles.length;
  const send = (type, x, y) => pointerOf(svg)(type, r.left + x * r.width, r.top + y * r.height);
  $("draw").click();
  send("pointerdown", 0.15, 0.5);
  for (let k = 1; k <= 5; k++) send("pointermove", 0.15 + 0.12 * k, 0.5 - 0.01 * (k % 2));
  send("pointerup", 0.75, 0.5);
  await settled();
  const more = Page.data.obstacles.length - had,
    vertices = () => Page.data.obstacles.reduce((n, o) => n + o.xy.length / 2, 0), n = vertices();
  $("vertices").click();
  await dragFrom("[data-handle=edge]", 3, 25);
  $("vertices").click();
  say("ground", more + " more, " + (vertices() - n) + " vertex more");
  const area = $("text");
  area.value = "# a mistake\nstep numbr\ntime 1\nepsilon 1\nparticle mass 1 position 0 0\n";
  area.dispatchEvent(new Event("input"));
  await settled();
  say("typed", $("complaint").textContent);
}

/* a particle that flies too far to be drawn; and so many particles that the memory is too small for
 * all of their steps */
async function withTooMuch() {
  const before = Live.text, more = "particle mass 1 position 0 1\n".repeat(3000);
  edit(before.replace(/^particle.*$/m, "particle mass 1 position 0 2 velocity 1e40 0"));
  await settled();
  say("far", $("complaint").textContent + "; " +
    ($("stage").innerHTML.match(/NaN|Infinity/) || "drawn"));
  readScene(before.replace(/^particle.*$/m, more).replace(/^step .*$/m, "step 1e-4")
    .replace(/^time .*$/m, "time 2"));
  say("many", 3000 * framesOf(Live.kit.live_planned(), Live.kit.live_every()) < 1.1e6 ?
    "few frames" : "too many frames");
  readScene(before);
}

async function test() {
  await settled();
  await withParticle();
  await withTooMuch();
  await withBodies();
  await withGround();
  say("unread", Live.scenes.filter((s) => !readScene(s.text)).length + " of " +
    (Live.scenes.length > 20 ? "many" : "few"));
  await pick("scene", "slope");
  const trails = () => document.querySelectorAll(".view path[data-future]").length,
    all = trails();
  $("predict").click();
  const hidden = trails();
  $("reveal").click();
  say("predicted", [all > 0, hidden, trails() === all].join());
}

/* ---- the explorer ---- */

const rows = (name) =>
  Explorer.runs[name].rows.map((r) => (r.entering >= 0 ? [r.iteration, variable(r.entering),
  variable(r.leaving), r.step, r.residual]
  : [r.iteration, r.residual, r.step]).join(" ")).join("\n");

async function open(A, b, more) {
  const changed = new Promise((done) => window.addEventListener("hashchange", done,
    { once: true }));
  location.hash = "A=" + A + "&b=" + b + (more || "");
  await changed;
}

/* Each leg of Lemke's path begins at a point of its own cone and of the previous one. The last cone
 * contains b. */
function legsAreRight() {
  const { legs } = Explorer.path, run = Explorer.runs.lemke;
  const holds = (z0, cone) => solutions(Explorer.b.map((b) => b + z0)).inside[cone];
  for (let k = 1; k < legs.length; k++)
    if (!holds(legs[k].from, legs[k].cone) || !holds(legs[k].from, legs[k - 1].cone)) return false;
  return !run.ok || Explorer.path.again || holds(0, legs[legs.length - 1].cone);
}

/* the page of a lab: the path of the particle of hills by the lab's formulation and solver, and the
 * solver's answer to a problem */
async function testLab() {
  await settled();
  await pick("scene", "hills");
  for (const run of Page.data.runs) Page.shown[run.name] = run.name === "mine";
  changed();
  await settled();
  report("mine");
  await open([2, 1, 1, 2], [-5, -6], "&with=mine");
  say("solved", Explorer.runs.mine.status + " " + Explorer.runs.mine.iterations + " " +
    Explorer.runs.mine.z.join(" "));
}

async function testExplorer() {
  const out = [], solvers = ["lemke", "pgs", "jacobi", "fischer-newton", "minmap-newton",
    "interior-point"];
  let seed = 7, wrong = 0;
  const draw = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648; return (Math.floor(seed / 65536) % 13 - 6) / 2;
  };
  for (let k = 0; k < 16 + PRESETS.length; k++) {
    const [, A, b] = PRESETS[k] ||
      [0, [Math.abs(draw()) + 0.5, draw(), draw(), k % 3 ? Math.abs(draw()) + 0.5 : draw()],
      [draw(), draw()]];
    await open(A, b, "&omega=1.25&with=" + solvers);
    wrong += legsAreRight() ? 0 : 1;
    out.push("problem " + k, $("file").textContent.trim(),
      "cones " + Explorer.found.inside.map(Number).join(" ") + " " + Explorer.found.count);
    for (const s of solvers) out.push("solver " + s, rows(s), "status " + Explorer.runs[s].status);
  }
  say("traces-of-all", out.join("\n") + "\nend\n");
  say("legs", wrong + " wrong");
  await open([2, 1, 1, 2], [-5, -6]);
  const lit = [];
  for (let k = 0; k <= 2; k++) {
    $("iteration").value = k;
    $("iteration").dispatchEvent(new Event("input"));
    lit.push(document.querySelector("#cones [data-lit='1']").dataset.cone);
  }
  say("lit-cones", lit.join(", "));
  say("first-residual",
    fromStart(Explorer.runs.pgs).slice(0, 2)
    .map((r) => r.iteration + " " + (r.iteration ? "" : r.residual)).join());
  const svg = document.querySelector("#cones svg"), r = svg.getBoundingClientRect(),
    plane = Explorer.bplane, s = r.width / plane.size;
  const send = (type, [x, y]) =>
    pointerOf(svg)(type, r.left + plane.x(x) * s, r.top + plane.y(y) * s);
  send("pointerdown", [-5, -6]);
  send("pointermove", [3, -4]);
  send("pointerup", [3, -4]);
  svg.dispatchEvent(new KeyboardEvent("keydown",
    { key: "ArrowLeft", shiftKey: true, bubbles: true }));
  await new Promise((done) => setTimeout(done, 300));
  say("dragged-b", $("answer").textContent + " " + location.hash);
  await open([1, -1, -1, 1], [-1, -2]);
  changed();      /* the page behind the explorer must not change the explorer's heading */
  await settled();
  say("on-a-ray",
    $("title").textContent + " " + document.querySelectorAll("#cones [data-ray]").length + " " +
    $("lit").textContent);
  testAccess();
  location.hash = "t=0";
  await new Promise((done) => setTimeout(done, 300));
  testAccess();
  say("back", $("explorer").hidden + " " + Page.data.title);
}
