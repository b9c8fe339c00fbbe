/* page_live.js: acts in the live page for page_live.sh: drags, turns, draws, types, chooses other
 * scenes and predicts. Writes the results into elements at the end of the body. */
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

/* drags a handle by dx, dy pixels */
async function dragFrom(selector, dx, dy) {
  const svg = document.querySelector(".view svg"), r = svg.getBoundingClientRect(),
    s = r.width / svg.viewBox.baseVal.width;
  const box = svg.querySelector(selector).getBBox(),
    at = [r.left + (box.x + box.width / 2) * s, r.top + (box.y + box.height / 2) * s];
  const send = (type, x, y) => svg.dispatchEvent(new PointerEvent(type,
    { pointerId: 7, clientX: x, clientY: y, bubbles: true, cancelable: true }));
  send("pointerdown", at[0], at[1]);
  for (let k = 1; k <= 10; k++) {
    send("pointermove", at[0] + dx * k / 10, at[1] + dy * k / 10); await wait();
  }
  send("pointerup", at[0] + dx, at[1] + dy);
  await settled();
}

async function pick(id, value) {
  const menu = document.getElementById(id);
  menu.value = value;
  menu.dispatchEvent(new Event("change"));
  await settled();
}

async function alsoShow(name) { document.getElementById("show-" + name).click(); await settled(); }

async function withParticle() {
  await dragFrom("[data-handle=start]", 37, -19);
  report("hills");
  const before = Live.text;
  edit(withLabel(Page.data.bodies[0].line, "position", [1, 0.5]));
  await settled();
  say("refused", document.getElementById("complaint").textContent);
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
  const send = (type, x, y) => svg.dispatchEvent(new PointerEvent(type,
    { pointerId: 7, clientX: r.left + x * r.width, clientY: r.top + y * r.height, bubbles: true,
    cancelable: true }));
  document.getElementById("draw").click();
  send("pointerdown", 0.15, 0.5);
  for (let k = 1; k <= 5; k++) send("pointermove", 0.15 + 0.12 * k, 0.5 - 0.01 * (k % 2));
  send("pointerup", 0.75, 0.5);
  await settled();
  const more = Page.data.obstacles.length - had,
    vertices = () => Page.data.obstacles.reduce((n, o) => n + o.xy.length / 2, 0), n = vertices();
  document.getElementById("vertices").click();
  await dragFrom("[data-handle=edge]", 3, 25);
  document.getElementById("vertices").click();
  say("ground", more + " more, " + (vertices() - n) + " vertex more");
  const area = document.getElementById("text");
  area.value = "# a mistake\nstep numbr\ntime 1\nepsilon 1\nparticle mass 1 position 0 0\n";
  area.dispatchEvent(new Event("input"));
  await settled();
  say("typed", document.getElementById("complaint").textContent);
}

/* a particle that flies too far to be drawn; and so many particles that the memory is too small for
 * all of their steps */
async function withTooMuch() {
  const before = Live.text, more = "particle mass 1 position 0 1\n".repeat(3000);
  edit(before.replace(/^particle.*$/m, "particle mass 1 position 0 2 velocity 1e40 0"));
  await settled();
  say("far", document.getElementById("complaint").textContent + "; " +
    (document.getElementById("stage").innerHTML.match(/NaN|Infinity/) || "drawn"));
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
  document.getElementById("predict").click();
  const hidden = trails();
  document.getElementById("reveal").click();
  say("predicted", [all > 0, hidden, trails() === all].join());
}
