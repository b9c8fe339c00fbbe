/* page_hands.js: the live page driven by touch, mouse, wheel and keys, as a reader would
 *
 *   node tests/program/page_hands.js chromium|firefox PROGRAM PAGE
 *       prints TAP; tests every handle and stop by keys
 *   node tests/program/page_hands.js chromium|firefox PROGRAM PAGE --every
 *       tests them by the mouse and by a finger as well
 *   node tests/program/page_hands.js chromium PROGRAM PAGE --frames
 *       prints the times of the frames of a drag, and tests nothing
 *   node tests/program/page_hands.js chromium PROGRAM PAGE --shots FOLDER [HASH...]
 *       takes pictures for a person to look at: every stop of the story, free play and the
 *       explorer, or these pages, on a desk and on a phone, in light and dark; in light, stop 8 and
 *       all later pages, and those that were named, also in full height */
"use strict";
const { open } = require("./browser.js"), fs = require("fs"), path = require("path");
const [kind, program, page, more, folder, ...named] = process.argv.slice(2),
  url = "file://" + path.resolve(page);
let count = 0, failed = 0;

function check(holds, words, found) {
  count++;
  if (!holds) failed++;
  console.log((holds ? "ok " : "not ok ") + count + " - " + kind + ": " + words);
  if (!holds && found !== undefined) console.log("# " + JSON.stringify(found));
}

const settled = `new Promise((done) => {
  const look = () => (document.body.dataset.ready ? done(1) : setTimeout(look, 20));
  look();
})`;

const sees = (B, expression) => B.eval("(" + expression + ")");
/* checks the value of an expression, or its words by a pattern */
async function is(B, expression, expected, words) {
  const found = await sees(B, expression);
  check(expected instanceof RegExp ? expected.test(found) : found === expected, words, found);
}
/* a place in the element of an expression, on the screen: by default its middle */
const within = (B, node, right = 0.5, down = 0.5) => sees(B, `((r) =>
  [r.x + ${right} * r.width, r.y + ${down} * r.height])((${node}).getBoundingClientRect())`);
const handle = (B, name) => within(B, `document.querySelector("[data-handle='${name}']")`);
const button = (B, id) => within(B, `$("${id}")`);
const press = async (B, id) => { const p = await button(B, id); await B.drag(p, p); };
const start = async (B, hash) => { await B.go(url + hash); await B.eval(settled); };
/* waits until the expression is true, but at most a minute */
async function until(B, expression) {
  for (let k = 0; k < 600 && !(await sees(B, expression)); k++) await B.sleep(100);
}
const off = (p, dx, dy) => [p[0] + dx, p[1] + dy];
/* drags a handle by so many pixels */
async function pull(B, name, dx, dy, touch) {
  const p = await handle(B, name);
  await B.drag(p, off(p, dx, dy), touch);
  await B.eval(settled);
}
/* a value for a control */
const set = (B, id, value, type) => B.eval(
  `void ($("${id}").value = "${value}", $("${id}").dispatchEvent(new Event("${type}")))`);

async function onAPhone(B) {
  const picture = () => sees(B, `(() => {
    const r = document.querySelector('.view svg').getBoundingClientRect();
    return [r.x, r.y, r.width, r.height];
  })()`);
  const state = () => sees(B,
    `({ q: Page.data.bodies[0].q.slice(0, 2), v: Page.data.bodies[0].v.slice(0, 2),
    box: Page.box.join(), scroll: visualViewport.pageTop })`);
  await start(B, "#scene=hills&t=0");
  let before = await state();
  await pull(B, "start", 30, 20, true);
  let now = await state();
  check(now.q[0] > before.q[0] + 0.1 && now.q[1] < before.q[1] - 0.1 &&
    now.v.join() === before.v.join(),
    "a finger drags a particle at rest without changing its velocity", [before, now]);
  check(now.scroll === before.scroll, "a finger that drags a particle does not scroll the page",
    [before, now]);
  before = now;
  await pull(B, "velocity", 25, -15, true);
  now = await state();
  check(now.v[0] > 0 && now.v[1] > 0 && now.q.join() === before.q.join(),
    "a finger gives a particle at rest a velocity", [before, now]);
  const [x, y, w, h] = await picture(), free = [x + 0.8 * w, y + 0.6 * h];
  before = await state();
  await B.pinch([x + 0.6 * w, y + 0.5 * h], 30, 70);
  now = await state();
  check(now.box !== before.box, "two fingers zoom the picture", [before, now]);
  before = now;
  if (kind === "chromium") {      /* Firefox's synthesised touches do not scroll */
    await B.drag(free, off(free, 0, -150), true);
    await until(B, "visualViewport.pageTop > 100");
    now = await state();
    check(now.scroll > 100 && now.box === before.box,
      "a swipe on the picture scrolls the page and does not change the picture",
      [before, now]);
  }
  await B.eval("window.scrollTo({ top: 600, behavior: 'instant' })");
  await B.sleep(200);
  const [, top] = await picture();
  check(Math.abs(top) <= 2, "the picture stays at the top while the content below it is scrolled",
    top);
  const small = await sees(B,
    `[...document.querySelectorAll("button, select, input, summary, nav a")]
    .filter((n) => n.getClientRects().length && n.closest("main:not([hidden]), nav"))
    .map((n) => [n.id || n.textContent, n.getBoundingClientRect()])
      .filter(([, r]) => r.width < 24 || r.height < 24).map(([id, r]) => id + " " + r.width +
        " x " + r.height)`);
  check(small.length === 0, "every control is at least 24 px wide and high", small);
  const wide = await sees(B,
    "document.documentElement.scrollWidth - document.documentElement.clientWidth");
  check(wide <= 0, "nothing is wider than the phone", wide);
  if (more === "--every") await everything(B, "touch");
}

async function onADesk(B) {
  const middle = () => within(B, "document.querySelector('.view svg')", 0.7, 0.3);
  const box = () => sees(B, "Page.box.join()");
  await start(B, "#scene=hills&t=0.09");
  const places = `[...document.querySelectorAll('#player > *, #sliders > *')]
    .map((n) => n.getBoundingClientRect()).map((r) => r.x + ' ' + r.width).join()`;
  const nine = await sees(B, places);
  await B.key("ArrowRight");
  await is(B, "$('clock').textContent", /0\.100 s, step 10\u2007*$/,
    "an arrow key moves the time by one step");
  await is(B, places, nine, "no control moves from step 9 to step 10");
  let before = await box();
  await B.wheel(await middle(), 200);
  await until(B, "window.scrollY > 50");
  check(await box() === before && await sees(B, "window.scrollY") > 50,
    "the wheel scrolls the page",
    [before, await box(), await sees(B, "window.scrollY")]);
  await B.eval("window.scrollTo({ top: 0, behavior: 'instant' })");
  await B.wheel(await middle(), -100, true);
  check(await box() !== before, "the wheel with Ctrl zooms");
  await B.eval("$('fit').click()");
  const whole = await box();
  const at = await middle();
  await B.drag(at, off(at, 1, 0));
  await B.eval("document.querySelector('.view svg').focus()");
  before = await box();
  await B.wheel(await middle(), -100);
  check(await box() !== before && await sees(B, "window.scrollY") === 0,
    "the wheel zooms when the picture has the focus");
  await B.eval("$('fit').click()");
  await is(B, "Page.box.join()", whole, "Fit shows the whole picture again");
  const view = await sees(B, `(() => {
    const r = document.querySelector('.view svg').getBoundingClientRect();
    return [r.width / document.documentElement.clientWidth, r.height / window.innerHeight];
  })()`);
  check(view[0] > 0.95 && view[1] > 0.55,
    "the picture is as wide as the page, and 60 % of its height", view);
  await B.drag(await handle(B, "start"), [(await handle(B, "start"))[0] - 60, 4]);
  await B.eval(settled);
  await B.sleep(100);
  await is(B, "Page.data.bodies[0].q[0] > Page.views[0].x0 && " +
    "Page.data.bodies[0].q[1] < Page.views[0].y1", true,
    "after a drag out of the picture the particle is in sight");

  await start(B, "#scene=hills&t=1&show=exact,st");
  await is(B, `[...document.querySelectorAll('.view text')].map((t) => t.textContent)
    .filter((t) => /^edge 1[14], extended$|^0\\.0\\d+ N s$|^ST$|^exact$/.test(t)).length`, 6,
    "the picture has the names of runs and edges, and the impulses");
  await is(B, "document.querySelectorAll('.view .tint').length", 2,
    "the forbidden side of each half-space that pushes is tinted");
  const reach = () => sees(B,
    "Number(document.querySelector('.view .reach').getAttribute('r')) / Page.views[0].scale");
  const wide = await reach();
  await set(B, "epsilon", 700, "input");
  await B.eval(settled);
  const less = await reach();
  check(Math.abs(wide - 0.5) < 1e-9 && less < 0.4 &&
    Math.abs(less - await sees(B, "Page.data.epsilon")) < 1e-9,
    "the radius of the circle is epsilon, and the slider changes it", [wide, less]);
  await is(B, "$('notice').textContent", "",
    "there is no notice where no particle is in a solid");
  await B.eval("(edit(withStatement('step', 0.0631)), edit(withStatement('epsilon', 0.0046)))");
  await B.eval(settled);
  await is(B, "$('notice').textContent", /^ST has gone into a solid: it is 9\.75 m/,
    "a notice reports a particle that has gone into a solid");
  await set(B, "lens", "st", "change");
  await start(B, "#scene=hills&t=1&show=exact,st&lens=st");
  await is(B, `(() => {
    const v = Page.magnifier, [x, y] = place(Page.data.runs[1], 0, Page.frame);
    return Math.hypot(v.x(x) - v.width / 2, v.y(y) - v.height / 2) < 1 &&
      v.scale > 3 * Page.views[0].scale;
  })()`, true, "the magnifier follows the run that was chosen");

  await start(B, "#scene=sawtooth&t=1&show=exact,st,peg");
  await B.eval("void ($('numbers-drawer').open = true)");
  await B.sleep(300);
  const labels =
    `[...document.querySelectorAll('#charts svg')].flatMap((s) => [...s.querySelectorAll('text')]
    .filter((t) => t.getBoundingClientRect().left < s.getBoundingClientRect().left ||
      t.getBoundingClientRect().right > s.getBoundingClientRect().right + 1)
      .map((t) => t.textContent)).join()`;
  await is(B, labels, "", "no label of a chart is cut off");
  await B.eval(`void (Page.charts[1].values = (run) => run.energy &&
    run.energy.map((e) => e * 1.3e6))`);
  await B.eval("redraw()");
  await is(B, "Page.charts[1].svg.textContent", /[0-9]e\+/, "large numbers have a power of ten");
  await is(B, labels, "", "no label with a large number is cut off");
  await is(B, "Page.charts[2].ticks().at.every(Number.isInteger)", true,
    "the axis of counts has whole numbers");
  const chart = await sees(B, `(() => {
    const s = Page.charts[0].svg; s.scrollIntoView({ block: 'center', behavior: 'instant' });
    const r = s.getBoundingClientRect(), c = Page.charts[0];
    return [[r.x + c.X(20), r.y + 60], [r.x + c.X(80), r.y + 60]];
  })()`);
  await B.drag(chart[0], chart[1]);
  await is(B, "Page.frame + ' ' + Page.charts[0].readout.textContent", /^80 0\.800 s: .*ST/,
    "a drag along a chart moves the time, and the readout has the numbers there");
  const groups = await sees(B,
    `[...document.querySelectorAll('#scene optgroup')]
    .map((g) => g.label + ' ' + g.children.length)`);
  check(groups.length === 3 &&
    groups.reduce((n, g) => n + Number(g.split(" ").pop()), 0) ===
      await sees(B, "Live.scenes.length"),
    "the menu has the scenes in three groups", groups);
}

const CAPTION = "$('caption').hidden ? '' : $('caption').textContent",
  STOP_TEXT = "$('stop-text').textContent";

/* the story plays and stops, the mouse reaches every stop, and the reader can leave the story */
async function story(B) {
  await B.go(url);
  await until(B, "Page.frame > 0");                              /* only playing moves it */
  await is(B, "Page.frame <= 52 && $('speed').value === '0.5'", true,
    "the page opens with the story, playing at half speed");
  await until(B, "!Page.playing");
  await is(B, `Page.frame + " " + (${CAPTION})`,
    /^52 The orange ball hangs on lines that only extend two edges/,
    "the story stops at 0.52 s with a caption in the picture");
  await is(B, `[...document.querySelectorAll('.view text')]
    .filter((t) => /^edge 1[14], extended$/.test(t.textContent)).length`, 2,
    "both lines are labelled as their edges, extended");
  await pull(B, "start", 40, 10);
  await is(B, "Story.stop === 1 && Page.data.bodies[0].q[0] > 0.6", true,
    "the ball can be dragged at a stop");
  const titles = [];
  for (let n = 1; n <= 8; n++) {
    if (n > 1) await press(B, "stop-next");
    await B.sleep(300);
    await B.eval(settled);
    titles.push(await sees(B, "$('stop-title').textContent"));
    if (n === 2) await is(B, STOP_TEXT, /edge 11 and of edge 14.*\(2\.10, 0\.65\)/,
      "the text of stop 2 has the numbers of the run");
    if (n === 4) await is(B, STOP_TEXT, /pushes with 3\.0981\sN s/,
      "Stewart-Trinkle pushes with 3.0981 N s at the corner");
  }
  check(new Set(titles).size === 8, "eight stops are reached", titles);
  await until(B, "Page.asleep && Explorer.A[0] === 1");
  const pushes = await sees(B, "holding().map((c) => c.normal)"),
    z = await sees(B, "Explorer.found.list[0].z");
  check(Math.max(...pushes.map((p, i) => Math.abs(p - z[i]))) < 1e-5,
    "the solution of the last stop's problem is the run's impulses", [pushes, z]);
  await B.go(url + "#story=7");
  await until(B, "!!(Story.study && Story.study.done)");
  const errors = await sees(B, "Story.study.error"),
    orders = errors.map((e) => Math.log2(e[8] / e[11]) / 3);
  check(orders[0] < -0.5 && Math.abs(orders[1]) < 0.2 && Math.abs(orders[2] - 1) < 0.2 &&
    Math.abs(orders[3] - 1) < 0.2,
    "with half the step ST's error grows, AP's stays, PEG's and swept's halve", orders);
  const p = await button(B, "halving");
  const h = await sees(B, "Live.h");
  await B.drag(off(p, -60, 10), off(p, 20, 10));
  check(await sees(B, "Live.h") !== h, "a drag along the curves changes h");
  await B.go(url + "#story=3");
  await B.eval(settled);
  await press(B, "to-motion");
  await B.sleep(300);
  await is(B, `$('story').hidden && Page.shown.ap && !/story/.test(location.hash) &&
    /scene=hills/.test(location.hash)`, true,
    "the reader can leave the story, and the picture stays");
  await press(B, "to-story");
  await is(B, "Story.stop", 3, "the reader can go back to the same stop of the story");
}

async function storyWithReducedMotion(B) {
  await B.go(url);
  await B.eval(settled);
  await B.sleep(300);
  await is(B, `Page.playing + " " + Page.frame + " " + (${CAPTION})`,
    /^false 52 The orange ball hangs/,
    "with reduced motion the story is at its first stop at once");
}

/* Every handle: its name, the address of the page, a script to run first, the value that it
 * changes, and the element that has the focus when keys move it. */
const BOX = "#scene=tip", GROUND = "$('vertices').click()", PROBLEM = "#A=2,1,1,2&b=-5,-6";
const LIFTED = `setStart(Page.views[0], 'position',
  [Page.data.bodies[Live.body].q[0], Page.data.bodies[Live.body].q[1] + 0.5])`;
const HANDLES = [
  ["start", "#scene=hills&t=1", "", "Page.data.bodies[0].q.join()", "[data-hand='start']"],
  ["velocity", "#scene=hills&t=1", "", "Page.data.bodies[0].v.join()", "[data-hand='velocity']"],
  ["start", BOX, "", "Page.data.bodies[Live.body].q.slice(0, 2).join()", "[data-hand='start']"],
  ["velocity", BOX, "", "Page.data.bodies[Live.body].v.join()", "[data-hand='velocity']"],
  ["turn", BOX, LIFTED, "Page.data.bodies[Live.body].q[2]", "[data-hand='turn']"],
  ["vertex", "#scene=hills&t=1", GROUND, "Page.data.obstacles[0].xy.join()",
  "[data-hand^='vertex']"],
  ["edge", "#scene=hills&t=1&view=0.3,0.6,1.5,1.2", GROUND, "Page.data.obstacles[0].xy.length",
  "[data-hand^='middle']"],
  ["b", PROBLEM, "", "Explorer.b.join()", "#cones svg"],
  ["-a1", PROBLEM, "", "Explorer.A.join()", "#cones [data-hand='-a1']"],
  ["-a2", PROBLEM, "", "Explorer.A.join()", "#cones [data-hand='-a2']"],
  ["d", PROBLEM, "", "Explorer.d.join()", "#cones [data-hand='d']"],
  ["start", PROBLEM, "", "Explorer.start.join()", "#zplane svg"]
];

/* moves every handle and goes to every stop; way: "mouse", "touch" or "keys" */
async function everything(B, way) {
  const still = [], reached = [];
  let opened = "";
  for (const [name, hash, before, value, hand] of HANDLES) {
    if (hash !== opened) await start(B, opened = hash);
    if (before) { await B.eval("void " + before); await B.eval(settled); }
    const visible = hash === PROBLEM ? "#explorer" : "#stage", is = await sees(B, value);
    if (way === "keys") {
      await B.eval(`document.querySelector("${visible} ${hand}").focus()`);
      await B.key(name === "d" ? "ArrowRight" : "ArrowUp");
    } else {
      const part = hand.startsWith("#") ? hand.split(" ")[0] : "";
      const node = `document.querySelector("${visible} ${part} [data-handle='${name}']")`;
      await B.eval(`${node}.scrollIntoView({ block: "center", behavior: "instant" })`);
      const p = await within(B, node);
      await B.drag(p, off(p, p[0] < 100 ? 12 : -12, -10), way === "touch");
    }
    await B.eval(settled);
    if (await sees(B, value) === is) still.push(name + " " + hash);
  }
  check(still.length === 0, "each of " + HANDLES.length + " handles is moved by " + way, still);
  await start(B, "#story=1");
  for (let n = 1; n <= 8; n++) {
    if (n > 1 && way === "keys") {
      await B.eval("$('stop-next').focus()"); await B.key("Enter");
    }
    else if (n > 1) { await B.eval("window.scrollTo({ top: 0, behavior: 'instant' })");
      await (way === "touch" ? B.tap(await button(B, "stop-next")) : press(B, "stop-next")); }
    await B.sleep(200);
    await B.eval(settled);
    reached.push(await sees(B, "Story.stop"));
  }
  check(reached.join() === "1,2,3,4,5,6,7,8", "every stop is reached by " + way, reached);
}

/* Tab goes from handle to handle, and arrow keys move the one that has the focus; and every handle
 * and stop by keys */
async function byKeys(B) {
  const focus = () => sees(B,
    "document.activeElement.dataset.hand || document.activeElement.tagName");
  const body = () => sees(B,
    "({ q: Page.data.bodies[0].q.slice(), v: Page.data.bodies[0].v.slice(), frame: Page.frame })");
  const type = async (...keys) => {
    for (const key of keys) await B.key(key.replace("Shift+", ""), undefined,
      key.startsWith("Shift+"));
    await B.eval(settled);
  };
  await start(B, "#scene=hills&t=1");
  await B.eval("document.querySelector('.view svg').focus()");
  const before = await body(), edits = ["ArrowRight", "ArrowRight", "ArrowUp"];
  await type("Tab");
  const first = await focus();
  await type(...edits);
  const moved = await body(), [dx, dy] = moved.q.map((x, i) => x - before.q[i]);
  check(first === "start" && dx > 0 && Math.abs(dx - 2 * dy) < 1e-9 &&
    moved.frame === before.frame && moved.v.join() === before.v.join(),
    "the arrow keys move the start and not the time", [first, before, moved]);
  await type("Shift+ArrowLeft");
  const fine = (await body()).q[0] - moved.q[0];
  check(Math.abs(fine + dy / 10) < 1e-9, "with Shift the arrow keys move the start a tenth as far",
    [fine, dy]);
  const [x, y] = await within(B, "document.activeElement"), at = await handle(B, "start"),
    outline = await sees(B, "getComputedStyle(document.activeElement).outlineStyle");
  check(Math.hypot(x - at[0], y - at[1]) < 3 && outline === "solid",
    "a ring surrounds the handle that has the focus", [x, y, at, outline]);
  await type("Tab", "ArrowDown", "ArrowLeft");
  const fast = await body();
  check(await focus() === "velocity" && fast.v[0] < moved.v[0] && fast.v[1] < moved.v[1],
    "Tab goes on to the velocity, and arrow keys change it", fast);
  await B.eval("$('vertices').click()");
  const vertices = () => sees(B, "Page.data.obstacles[0].xy.length / 2"), count = await vertices();
  await B.eval("document.querySelector(\"[data-hand^='middle']\").focus()");
  await type("ArrowUp");
  const made = await focus();
  check(await vertices() === count + 1 && /^vertex/.test(made),
    "an arrow key makes the middle of an edge a vertex, which has the focus", [count, made]);
  await type("Delete");
  check(await vertices() === count, "Delete removes the vertex", await vertices());
  const names = await sees(B,
    "[...document.querySelectorAll('.hand')].map((n) => n.getAttribute('aria-label'))");
  check(names.length > 4 && new Set(names).size === names.length &&
    (await sees(B,
    "document.querySelectorAll('.hand[role=slider][aria-valuetext]').length")) === names.length,
    "every handle has a different name and a value for screen readers", names);
  const rigid = await sees(B, "Live.scenes.find((s) => /^box /m.test(s.text)).name");
  await start(B, "#scene=" + rigid);
  await B.eval("document.querySelector(\"[data-hand='start']\").focus()");
  const angle = () => sees(B, "Page.data.bodies[Live.body].q[2]"), from = await angle();
  /* lift the box off the ground first */
  await type("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "Tab", "Tab", "ArrowRight");
  check(Math.abs(await angle() - from - Math.PI / 36) < 1e-4,
    "an arrow key turns a box by 5 degrees", [rigid, from, await angle()]);
  await everything(B, "keys");
}

async function explorer(B) {
  await start(B, "#A=2,1,1,2&b=-5,-6");
  await B.sleep(200);
  await pull(B, "-a1", -30, -40);
  const A = await sees(B, "Explorer.A.slice()");
  check(A[0] > 2 && A[2] < 1 && A[1] === 1 && A[3] === 2,
    "the explorer: a drag of -a1 changes a1 and not a2", A);
  await pull(B, "d", 30, 0);
  const cover = await sees(B, "Explorer.d.slice()");
  check(cover[0] === 1 && cover[1] < 1 && cover[1] > 0, "the explorer: a drag turns d", cover);
  await B.sleep(300);
  await is(B, "location.hash", /[&]d=1,0\.\d+/, "the explorer: the address has d");
  await B.eval("document.querySelector(\"#explorer [data-hand='d']\").focus()");
  await B.key("ArrowRight");
  const ring = await handle(B, "d"), hand = await within(B, "document.activeElement"),
    turned = await sees(B, "Explorer.d.slice()");
  check(turned[1] < cover[1] && Math.hypot(ring[0] - hand[0], ring[1] - hand[1]) < 3,
    "the explorer: an arrow key turns d", [cover, turned, ring, hand]);
  const sums = await sees(B, `(() => {
    const s = Explorer.found.list[0],
      p = [0, 1].map((i) =>
        Explorer.A.slice(2 * i, 2 * i + 2).reduce((t, a, k) => t + a * s.z[k], 0));
    return Explorer.b.map((b, i) => Math.abs(s.w[i] - p[i] - b));
  })()`);
  check(Math.max(...sums) < 1e-12 &&
    await sees(B, "document.querySelectorAll('#cones path[data-sum]').length") === 2,
    "the explorer: two arrows add up to b", sums);
  const said = B.said.length;
  await start(B, "#A=1,-2,-2,1&b=-1,-1&with=pgs,jacobi,fischer-newton");
  await B.sleep(300);
  check(B.said.length === said &&
    !/NaN|Infinity/.test(await sees(B, "$('zplane').innerHTML")),
    "the explorer: sweeps that diverge cause no error", B.said.slice(said, said + 2));
}

/* Prints the times between frames of the screen while a particle is dragged, and the processor time
 * of the page's thread for each frame with a new picture. The former contain the work of all other
 * processes. */
async function framesOfADrag(B) {
  await start(B, "#scene=hills&t=1");
  await B.eval(`(() => {
    window.frames_ = [];
    (function look(t) { frames_.push(t); requestAnimationFrame(look); })(performance.now());
  })()`);
  const p = await handle(B, "start"), events = await B.trace(async () => {
    for (let k = 0; k < 8; k++)
      await B.drag(off(p, k % 2 ? 60 : 0, 0), off(p, k % 2 ? 0 : 60, 0), false, 60);
  });
  const times = await sees(B, "frames_.slice(2).map((t, i) => t - frames_[i + 1])"),
    fired = events.filter((e) => e.name === "FireAnimationFrame");
  const tasks = events.filter((e) => e.name === "RunTask" && e.ph === "X" &&
    fired.some((f) => f.pid === e.pid && f.tid === e.tid));
  /* the task of a frame: the pointer's events, the runs, the picture, its layout and paint */
  const work = tasks.filter((e) => fired.some((f) => f.ts >= e.ts && f.ts < e.ts + e.dur))
    .map((e) => e.tdur / 1000);
  const drawn = work.filter((ms) => ms > 1.5), say = (words, list) => {
    list.sort((x, y) => x - y);
    const at = (part) => list[Math.floor(part * (list.length - 1))].toFixed(1);
    console.log("while dragging: " + list.length + words + ": median " + at(0.5) +
      " ms, 95th percentile " + at(0.95) + " ms, 99th " + at(0.99) + " ms");
  };
  say(" frames", times);
  say(" frames with a new picture, work of the page's thread", drawn);
}

async function shots() {
  const stops = Array.from({ length: 8 }, (_, i) => "#story=" + (i + 1)),
    places = named.length ? named : [...stops, "#scene=hills&t=1", "#scene=joy&t=1", PROBLEM];
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, width, height, phone] of [["desk", 1280, 800, false],
    ["phone", 390, 844, true]])
    for (const dark of [false, true]) {
      const B = await open(kind, program, { width, height, phone, dark, still: true });
      for (const [i, hash] of places.entries()) {
        await start(B, hash);
        await B.sleep(250);
        if (hash === "#story=7") await until(B, "!!(Story.study && Story.study.done)");
        const file = path.join(folder, name + (dark ? "-dark-" : "-light-") +
          String(i + 1).padStart(2, "0"));
        await B.shot(file + ".png");
        if (!dark && (named.length || i > 6)) await B.shot(file + "-whole.png", true);
      }
      if (B.said.length) console.log(B.said.join("\n"));
      await B.close();
    }
}

/* a browser in which one of the tests acts */
async function session(act, options) {
  const B = await open(kind, program, { width: 1280, height: 800, ...options });
  await act(B);
  await B.close();
  return B;
}

async function byMouse(B) {
  await explorer(B);
  if (more === "--every") await everything(B, "mouse");
}

(async () => {
  if (more === "--frames") return session(framesOfADrag);
  if (more === "--shots") return shots();
  const all = await Promise.all([
      session(story), session(storyWithReducedMotion, { still: true }),
      session(onAPhone, { width: 390, height: 844, phone: true }), session(onADesk),
      session(byMouse), session(byKeys)]),
    said = all.flatMap((B) => B.said),
    asked = all.flatMap((B) => B.asked).filter((u) => !/^(file:|about:)/.test(u));
  check(said.length === 0, "no message in the console", said.slice(0, 3));
  check(asked.length === 0, "no request to the network", asked.slice(0, 3));
  console.log("1.." + count);
  process.exit(failed ? 1 : 0);
})().catch((e) => { console.log("not ok " + (count + 1) + " - " + kind + ": " +
  e.stack.replace(/\n/g, " | ")); process.exit(1);
  });
