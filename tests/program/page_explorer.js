/* page_explorer.js: acts in the LCP explorer for page_live.sh: opens problems by their address,
 * drags b, steps along Lemke's path. Writes the results, with the solvers' traces, into elements at
 * the end of the body, as page_live.js does. */
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
  const send = (type, p) => svg.dispatchEvent(new PointerEvent(type,
    { pointerId: 9, bubbles: true, clientX: r.left + plane.x(p[0]) * s,
    clientY: r.top + plane.y(p[1]) * s }));
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
