/* page_live.js: what cli_page.sh does to the live page: drags the particle, chooses another scene, predicts; what came of it is left in
 * elements at the end of the body */
const wait = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
const numbers = (name) => { const q = Page.data.runs.find((r) => r.name === name).q[0], out = [];
  for (let i = 0; i < q.length; i += 3) out.push(q[i] + "," + q[i + 1]); return name + "\n" + out.join("\n") + "\n"; };
const say = (id, text) => { const pre = document.createElement("pre"); pre.id = id; pre.textContent = text; document.body.appendChild(pre); };
async function test() {
  while (!document.body.dataset.ready) await wait();
  const svg = document.querySelector(".view svg"), r = svg.getBoundingClientRect();
  const c = svg.querySelector("[data-handle=start]"), s = r.width / svg.viewBox.baseVal.width;
  const at = [r.left + c.getAttribute("cx") * s, r.top + c.getAttribute("cy") * s];
  const send = (type, x, y) => svg.dispatchEvent(new PointerEvent(type, { pointerId: 7, clientX: x, clientY: y, bubbles: true, cancelable: true }));
  send("pointerdown", at[0], at[1]);
  for (let k = 1; k <= 10; k++) { send("pointermove", at[0] + 3.7 * k, at[1] - 1.9 * k); await wait(); }
  send("pointerup", at[0] + 37, at[1] - 19);
  await wait();
  say("start", Live.given.x.join(" "));
  say("dragged", ["exact", "st", "ap", "peg", "swept"].map(numbers).join(""));
  const scene = document.getElementById("scene");
  scene.value = "slope";
  scene.dispatchEvent(new Event("change"));
  await wait();
  say("loaded", Page.data.title + " " + Page.frames);
  document.getElementById("predict").click();
  say("hidden", String(document.querySelectorAll(".view path[stroke^=var]").length));
  document.getElementById("reveal").click();
}
