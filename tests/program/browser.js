/* browser.js: a browser driven as a reader would: by touch, mouse, wheel and keys, without any package: Chromium by its debugging pipe,
 * Firefox by Marionette.
 *
 *   const B = await open("chromium" or "firefox", { width, height, phone, dark, still })    still: prefers reduced motion
 *   await B.go(url); await B.eval("expression"); await B.shot(file); await B.drag([x, y], [x, y], touch); ...; await B.close()
 *   B.said: messages of the console, B.asked: what was requested (Chromium alone) */
"use strict";
const { spawn } = require("child_process"), fs = require("fs"), os = require("os"), path = require("path"), net = require("net");

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const between = (p, q, n) => Array.from({ length: n }, (_, i) => p.map((x, k) => x + (q[k] - x) * (i + 1) / n));

async function ended(child, folder) {
  const end = new Promise((done) => child.on("exit", done));
  child.kill();
  await Promise.race([end, sleep(5000)]);
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });      /* its processes may still write */
}

/* ---- Chromium ---- */

async function openChromium(program, o) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "page-"));
  const child = spawn(program, ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-sync", "--no-first-run", "--hide-scrollbars",
    "--user-data-dir=" + folder, "--remote-debugging-pipe", "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const waiting = new Map(), B = { said: [], asked: [], sleep };
  let last = 0, rest = "", session;
  child.stdio[4].on("data", (data) => {
    const parts = (rest + data).split("\0");
    rest = parts.pop();
    for (const { id, result, error, method, params } of parts.map((p) => JSON.parse(p))) {
      if (id) { const [yes, no] = waiting.get(id); waiting.delete(id); if (error) no(Error(error.message)); else yes(result); }
      if (["Runtime.consoleAPICalled", "Runtime.exceptionThrown",
        "Log.entryAdded"].includes(method)) B.said.push(JSON.stringify(params).slice(0, 300));
      if (method === "Network.requestWillBeSent") B.asked.push(params.request.url.slice(0, 100));
    }
  });
  const raw = (method, params, sessionId) => new Promise((yes, no) => {
    waiting.set(++last, [yes, no]);
    child.stdio[3].write(JSON.stringify({ id: last, method, params, sessionId }) + "\0");
  });
  const { targetId } = await raw("Target.createTarget", { url: "about:blank" });
  session = (await raw("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  const send = (method, params) => raw(method, params, session);
  for (const domain of ["Runtime", "Page", "Log", "Network"]) await send(domain + ".enable");
  const mouse = (type, [x, y], buttons, modifiers) =>
    send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons, clickCount: 1, modifiers });
  const touch = (type, points) => send("Input.dispatchTouchEvent", {
    type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  return Object.assign(B, {
    look: async ({ width, height, phone, dark, still }) => {
      await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: phone ? 2 : 1, mobile: !!phone });
      await send("Emulation.setTouchEmulationEnabled", { enabled: !!phone });
      await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" },
        { name: "prefers-reduced-motion", value: still ? "reduce" : "no-preference" }] });
    },
    go: async (url) => {
      await send("Page.navigate", { url: "about:blank" });
      await send("Page.navigate", { url });
      for (let tries = 0; tries < 200; tries++) {      /* until then a question may be asked of the page before */
        const there = await B.eval("location.protocol !== 'about:' && document.readyState === 'complete'").catch(() => false);
        if (there) break;
        await sleep(50);
      }
      await sleep(100);
    },
    eval: async (expression) => {
      const r = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
      if (r.exceptionDetails) throw Error(r.exceptionDetails.exception.description);
      return r.result.value;
    },
    shot: async (file) => fs.writeFileSync(file, Buffer.from((await send("Page.captureScreenshot", { format: "png" })).data,
      "base64")),
    drag: async (from, to, byTouch) => {
      if (byTouch) await touch("touchStart", [from]); else {
        await mouse("mouseMoved", from, 0); await mouse("mousePressed", from, 1); }
      for (const p of between(from, to, 10)) { if (byTouch) await touch("touchMove", [p]); else await mouse("mouseMoved", p, 1);
        await sleep(20); }
      if (byTouch) await touch("touchEnd", []); else await mouse("mouseReleased", to, 0);
      await sleep(150);
    },
    pinch: async ([x, y], from, to) => {
      const at = (r) => [[x - r, y], [x + r, y]];
      await touch("touchStart", at(from));
      for (const [r] of between([from], [to], 10)) { await touch("touchMove", at(r)); await sleep(20); }
      await touch("touchEnd", []);
      await sleep(150);
    },
    wheel: async ([x, y], deltaY, ctrl) => {
      await send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY, modifiers: ctrl ? 2 : 0 });
      await sleep(400);
    },
    key: async (key, text, shift) => {
      for (const type of ["keyDown", "keyUp"]) await send("Input.dispatchKeyEvent", {
        type, key, code: key, windowsVirtualKeyCode: CODES[key], modifiers: shift ? 8 : 0, text: type === "keyDown" ? text : undefined });
      await sleep(60);
    },
    accessible: async () => { await send("Accessibility.enable"); return (await send("Accessibility.getFullAXTree")).nodes; },
    close: () => ended(child, folder)
  });
}

/* the keys that Chromium acts on itself */
const CODES = { Tab: 9, Delete: 46 };

/* ---- Firefox ---- */

const KEYS = { ArrowRight: "\ue014", ArrowLeft: "\ue012", Home: "\ue011", End: "\ue010" };

async function openFirefox(program, o) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "page-")), port = 20000 + process.pid % 20000;
  fs.writeFileSync(path.join(folder, "user.js"),
    Object.entries({ "marionette.port": port, "ui.systemUsesDarkTheme": o.dark ? 1 : 0, "ui.prefersReducedMotion": o.still ? 1 :
    0,
    "dom.w3c_touch_events.enabled": 1, "app.update.disabledForTesting": true, "datareporting.policy.dataSubmissionEnabled": false,
    "browser.shell.checkDefaultBrowser": false, "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false })
    .map(([name, value]) => "user_pref(" + JSON.stringify(name) + ", " + JSON.stringify(value) + ");").join("\n"));
  const child = spawn(program, ["--headless", "--marionette", "--no-remote", "--profile", folder, "about:blank"], {
    stdio: "ignore" });
  const waiting = new Map(), B = { said: [], asked: [], sleep };
  let last = 0, rest = Buffer.alloc(0), socket = null;
  for (let tries = 0; !socket && tries < 300; tries++) {
    await sleep(200);
    socket = await new Promise((done) => { const s = net.connect(port, "127.0.0.1", () => done(s)).on("error", () => done(null));
      });
  }
  if (!socket) { await ended(child, folder); throw Error("no Marionette"); }
  socket.on("data", (data) => {
    rest = Buffer.concat([rest, data]);
    for (let colon; (colon = rest.indexOf(58)) > 0; ) {      /* LENGTH:JSON */
      const size = Number(rest.subarray(0, colon)), end = colon + 1 + size;
      if (rest.length < end) break;
      const message = JSON.parse(rest.subarray(colon + 1, end));
      rest = rest.subarray(end);
      if (!Array.isArray(message)) continue;
      const [yes, no] = waiting.get(message[1]);
      if (message[2]) no(Error(message[2].message)); else yes(message[3]);
    }
  });
  const send = (name, params) => new Promise((yes, no) => {
    const words = JSON.stringify([0, ++last, "WebDriver:" + name, params || {}]);
    waiting.set(last, [yes, no]);
    socket.write(Buffer.byteLength(words) + ":" + words);
  });
  await send("NewSession", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  const round = Math.round, pointer = (id, kind, actions) =>
    ({ type: "pointer", id, parameters: { pointerType: kind }, actions });
  const act = async (actions) => { await send("PerformActions", { actions }); await send("ReleaseActions"); await sleep(150); };
  const way = (points) => [{ type: "pointerMove", x: round(points[0][0]), y: round(points[0][1]), duration: 0 }, {
    type: "pointerDown", button: 0 },
    ...points.slice(1).map(([x, y]) => ({ type: "pointerMove", x: round(x), y: round(y), duration: 25 })), {
      type: "pointerUp", button: 0 }];
  return Object.assign(B, {
    look: ({ width, height }) => send("SetWindowRect", { width, height: height + 90 }),
    go: async (url) => { await send("Navigate", { url: "about:blank" }); await send("Navigate", { url }); await sleep(500); },
    /* by a script element: Marionette's own do not see what the page declares with const, and the page allows no eval */
    eval: async (expression) => {
      const { value } = await send("ExecuteAsyncScript", { args: [expression], script: `const done = arguments[arguments.length - 1], w = window.wrappedJSObject || window;
        const s = document.createElement("script");
        s.textContent = "window.answer_ = (async () => JSON.stringify([await (" + arguments[0] + ")]))().catch((e) => JSON.stringify({ error: String(e) }));";
        w.answer_ = null;
        document.body.append(s);
        s.remove();
        if (w.answer_) w.answer_.then((words) => done(words)); else done('{"error": "not a script"}');` });
      const answer = JSON.parse(value);
      if (answer.error) throw Error(answer.error + ": " + expression.slice(0, 100));
      return answer[0];
    },
    shot: async (file) => fs.writeFileSync(file, Buffer.from((await send("TakeScreenshot", { full: false })).value, "base64")),
    drag: (from, to, byTouch) => act([pointer("p", byTouch ? "touch" : "mouse", way([from, ...between(from, to, 10)]))]),
    pinch: ([x, y], from, to) => act([-1, 1].map((s) =>
      pointer("f" + s, "touch", way([[x + s * from, y], ...between([x + s * from, y], [x + s * to, y], 10)])))),
    wheel: async ([x, y], deltaY, ctrl) => {
      const scroll = { type: "wheel", id: "w", actions:
        [{ type: "pause" }, { type: "scroll", x: round(x), y: round(y), deltaX: 0, deltaY, duration: 0, origin: "viewport" }, {
        type: "pause" }] };
      const held = { type: "key", id: "k", actions: [{ type: "keyDown", value: "\ue009" }, { type: "pause" }, {
        type: "keyUp", value: "\ue009" }] };
      await act(ctrl ? [held, scroll] : [scroll]);
      await sleep(400);
    },
    key: (key, text) => act([{ type: "key", id: "k", actions: [{ type: "keyDown", value: KEYS[key] || text || key }, {
      type: "keyUp", value: KEYS[key] || text || key }] }]),
    close: () => { socket.destroy(); return ended(child, folder); }
  });
}

exports.open = async function (kind, program, o) {
  const B = await (kind === "firefox" ? openFirefox : openChromium)(program, o || {});
  await B.look(o || {});
  return B;
};
