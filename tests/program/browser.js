/* browser.js: drives a browser by touch, mouse, wheel and keys, as a reader would. It needs no
 * package: it talks to Chromium through its debugging pipe, and to Firefox through Marionette.
 *
 *   const B = await open("chromium" or "firefox", { width, height, phone, dark, still })
 *       still: prefers reduced motion
 *   await B.go(url); await B.eval("expression"); await B.shot(file);
 *   await B.drag([x, y], [x, y], touch); ...; await B.close()
 *   B.said: messages of the console; B.asked: addresses that its pages requested; those of Firefox
 *       are complete after close */
"use strict";
const { spawn } = require("child_process"), fs = require("fs"), os = require("os"),
  path = require("path"), net = require("net");

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const between = (p, q, n) => Array.from({ length: n },
  (_, i) => p.map((x, k) => x + (q[k] - x) * (i + 1) / n));

/* starts a browser in a process group of its own, which ends with this process at the latest */
function begun(program, words, stdio) {
  const child = spawn(program, words, { stdio, detached: true });
  process.on("exit", () => stop(child));
  return child;
}

function stop(child) {
  try { process.kill(-child.pid, "SIGKILL"); } catch (over) { /* it has ended */ }
}

async function ended(child, folder) {
  const end = new Promise((done) => child.on("exit", done));
  stop(child);
  await Promise.race([end, sleep(5000)]);
  for (let tries = 0; tries < 50; tries++)
    try {
      fs.rmSync(folder, { recursive: true, force: true });
      return;
    } catch (written) { await sleep(100); }
}

/* ---- Chromium ---- */

/* the one Chromium process, null where it has no pages, and the number of its pages */
let chromium = null, pages = 0;

function beginChromium(program) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "page-"));
  const child = begun(program, ["--headless", "--no-sandbox", "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync", "--no-first-run", "--hide-scrollbars",
    "--user-data-dir=" + folder, "--remote-debugging-pipe", "about:blank"],
    ["ignore", "ignore", "ignore", "pipe", "pipe"]);
  const waiting = new Map(), listeners = new Map();
  let last = 0, rest = "";
  child.stdio[4].on("data", (data) => {
    const parts = (rest + data).split("\0");
    rest = parts.pop();
    for (const part of parts) {
      const { id, result, error, method, params, sessionId } = JSON.parse(part);
      if (id) {
        const [yes, no] = waiting.get(id);
        waiting.delete(id);
        if (error) no(Error(error.message)); else yes(result);
      }
      else if (listeners.has(sessionId)) listeners.get(sessionId)(method, params);
    }
  });
  const send = (method, params, sessionId) => new Promise((yes, no) => {
    waiting.set(++last, [yes, no]);
    child.stdio[3].write(JSON.stringify({ id: last, method, params, sessionId }) + "\0");
  });
  return { send, listeners, close: () => ended(child, folder) };
}

/* each page has its own window and profile */
async function openChromium(program) {
  pages++;
  chromium = chromium || beginChromium(program);
  const mine = chromium, B = { said: [], asked: [], sleep };
  let traced = [], tracingEnded = () => 0;
  const { browserContextId } = await mine.send("Target.createBrowserContext", {});
  const { targetId } = await mine.send("Target.createTarget",
    { url: "about:blank", browserContextId, newWindow: true });
  const session = (await mine.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  mine.listeners.set(session, (method, params) => {
    if (["Runtime.consoleAPICalled", "Runtime.exceptionThrown",
      "Log.entryAdded"].includes(method)) B.said.push(JSON.stringify(params).slice(0, 300));
    if (method === "Tracing.dataCollected") traced.push(...params.value);
    if (method === "Tracing.tracingComplete") tracingEnded();
    if (method === "Network.requestWillBeSent") B.asked.push(params.request.url.slice(0, 100));
  });
  const send = (method, params) => mine.send(method, params, session);
  for (const domain of ["Runtime", "Page", "Log", "Network"]) await send(domain + ".enable");
  const mouse = (type, [x, y], buttons, modifiers) =>
    send("Input.dispatchMouseEvent",
    { type, x, y, button: "left", buttons, clickCount: 1, modifiers });
  const touch = (type, points) => send("Input.dispatchTouchEvent", {
    type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  return Object.assign(B, {
    look: async ({ width, height, phone, dark, still }) => {
      await send("Emulation.setDeviceMetricsOverride",
        { width, height, deviceScaleFactor: phone ? 2 : 1, mobile: !!phone });
      await send("Emulation.setTouchEmulationEnabled", { enabled: !!phone });
      await send("Emulation.setEmulatedMedia",
        { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" },
        { name: "prefers-reduced-motion", value: still ? "reduce" : "no-preference" }] });
    },
    go: async (url) => {
      await send("Page.navigate", { url: "about:blank" });
      await send("Page.navigate", { url });
      /* while the page is loading, an expression may be evaluated in the previous one */
      for (let tries = 0; tries < 200; tries++) {
        const loaded = "location.protocol !== 'about:' && document.readyState === 'complete'";
        const there = await B.eval(loaded).catch(() => false);
        if (there) break;
        await sleep(50);
      }
      await sleep(100);
    },
    eval: async (expression) => {
      const r = await send("Runtime.evaluate",
        { expression, awaitPromise: true, returnByValue: true });
      if (r.exceptionDetails) throw Error(r.exceptionDetails.exception.description);
      return r.result.value;
    },
    /* a picture of the visible part, or of the whole page */
    shot: async (file, whole) => {
      const { cssContentSize: { width, height } } = await send("Page.getLayoutMetrics");
      const more = whole ? { captureBeyondViewport: true,
        clip: { x: 0, y: 0, width, height, scale: 1 } } : {};
      const { data } =
        await send("Page.captureScreenshot", Object.assign({ format: "png" }, more));
      fs.writeFileSync(file, Buffer.from(data, "base64"));
    },
    drag: async (from, to, byTouch, moves) => {
      if (byTouch) await touch("touchStart", [from]); else {
        await mouse("mouseMoved", from, 0); await mouse("mousePressed", from, 1); }
      for (const p of between(from, to, moves || 10)) {
        if (byTouch) await touch("touchMove", [p]); else await mouse("mouseMoved", p, 1);
        await sleep(20); }
      if (byTouch) await touch("touchEnd", []); else await mouse("mouseReleased", to, 0);
      await sleep(150);
    },
    tap: async (p) => {
      await touch("touchStart", [p]); await touch("touchEnd", []); await sleep(150);
    },
    pinch: async ([x, y], from, to) => {
      const at = (r) => [[x - r, y], [x + r, y]];
      await touch("touchStart", at(from));
      for (const [r] of between([from], [to], 10)) {
        await touch("touchMove", at(r)); await sleep(20);
      }
      await touch("touchEnd", []);
      await sleep(150);
    },
    wheel: async ([x, y], deltaY, ctrl) => {
      await send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY,
        modifiers: ctrl ? 2 : 0 });
      await sleep(400);
    },
    key: async (key, text, shift) => {
      for (const type of ["keyDown", "keyUp"]) await send("Input.dispatchKeyEvent", {
        type, key, code: key, windowsVirtualKeyCode: CODES[key], modifiers: shift ? 8 : 0,
          text: type === "keyDown" ? text || (key === "Enter" ? "\r" : undefined) : undefined });
      await sleep(60);
    },
    /* the events of the browser's tracing during an action */
    trace: async (act) => {
      traced = [];
      await send("Tracing.start", { transferMode: "ReportEvents",
        traceConfig: { includedCategories: ["toplevel", "devtools.timeline",
        "disabled-by-default-devtools.timeline"] } });
      await act();
      const end = new Promise((done) => { tracingEnded = done; });
      await send("Tracing.end");
      await end;
      return traced;
    },
    close: async () => {
      if (--pages) return mine.send("Target.disposeBrowserContext", { browserContextId });
      chromium = null;
      return mine.close();
    }
  });
}

/* the codes of keys on which Chromium itself acts */
const CODES = { Tab: 9, Enter: 13, Delete: 46 };

/* ---- Firefox ---- */

const KEYS = { ArrowRight: "\ue014", ArrowLeft: "\ue012", ArrowUp: "\ue013", ArrowDown: "\ue015",
  Home: "\ue011", End: "\ue010",
  Tab: "\ue004", Enter: "\ue007", Delete: "\ue017", Shift: "\ue008" };

const freePort = () => new Promise((done) => {
  const server = net.createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address(); server.close(() => done(port));
  });
});

async function openFirefox(program, o) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "page-")), port = await freePort();
  fs.writeFileSync(path.join(folder, "user.js"),
    Object.entries({ "marionette.port": port, "ui.systemUsesDarkTheme": o.dark ? 1 : 0,
    "ui.prefersReducedMotion": o.still ? 1 :
    0,
    "dom.w3c_touch_events.enabled": 1, "devtools.console.stdout.content": true,
    "app.update.disabledForTesting": true, "datareporting.policy.dataSubmissionEnabled": false,
    "browser.shell.checkDefaultBrowser": false, "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false })
    .map(([name, value]) => "user_pref(" + JSON.stringify(name) + ", " + JSON.stringify(value) +
      ");").join("\n"));
  const child = begun(program, ["--headless", "--marionette", "--remote-allow-system-access",
    "--no-remote", "--profile", folder, "about:blank"],
    ["ignore", "pipe", "ignore"]);
  const waiting = new Map(), B = { said: [], asked: [], sleep };
  let last = 0, rest = Buffer.alloc(0), socket = null;
  for (let tries = 0; !socket && tries < 300; tries++) {
    await sleep(200);
    socket = await new Promise((done) => { const s = net.connect(port, "127.0.0.1",
      () => done(s)).on("error", () => done(null));
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
    const words = JSON.stringify([0, ++last, (name.includes(":") ? "" : "WebDriver:") + name,
      params || {}]);
    waiting.set(last, [yes, no]);
    socket.write(Buffer.byteLength(words) + ":" + words);
  });
  await send("NewSession", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  /* runs a script in the browser itself, not in a page */
  const inBrowser = async (script) => {
    await send("Marionette:SetContext", { value: "chrome" });
    const { value } = await send("ExecuteScript",
      { script, args: [], sandbox: "system", newSandbox: false });
    await send("Marionette:SetContext", { value: "content" });
    return value;
  };
  await inBrowser(`asked_ = [];
    Services.obs.addObserver((subject) => {
      const channel = subject.QueryInterface(Ci.nsIChannel), by = channel.loadInfo &&
        channel.loadInfo.loadingPrincipal;
      if (by && by.isContentPrincipal) asked_.push(channel.URI.spec.slice(0, 100));
    }, "http-on-modify-request");
    said_ = () => Services.console.getMessageArray()
      .filter((m) => m instanceof Ci.nsIScriptError && m.sourceName.startsWith("file:"))
        .map((m) => m.errorMessage);`);
  /* the browser itself writes the messages of RSLoader */
  child.stdout.on("data",
    (data) => B.said.push(...String(data).split("\n")
    .filter((line) => /^console\.(?!error: RSLoader)/.test(line))));
  const round = Math.round, pointer = (id, kind, actions) =>
    ({ type: "pointer", id, parameters: { pointerType: kind }, actions });
  const act = async (actions) => {
    await send("PerformActions", { actions }); await send("ReleaseActions"); await sleep(150);
  };
  const way = (points) => [{ type: "pointerMove", x: round(points[0][0]), y: round(points[0][1]),
    duration: 0 }, {
    type: "pointerDown", button: 0 },
    ...points.slice(1)
    .map(([x, y]) => ({ type: "pointerMove", x: round(x), y: round(y), duration: 25 })), {
      type: "pointerUp", button: 0 }];
  return Object.assign(B, {
    look: ({ width, height }) => send("SetWindowRect", { width, height: height + 90 }),
    go: async (url) => {
      await send("Navigate", { url: "about:blank" }); await send("Navigate", { url });
      await sleep(500);
    },
    /* by a script element: Marionette's own scripts do not see names that the page declares with
     * const, and the page forbids eval */
    eval: async (expression) => {
      const { value } = await send("ExecuteAsyncScript",
        { args: [expression], script: `const done = arguments[arguments.length - 1],
        w = window.wrappedJSObject || window;
        const s = document.createElement("script");
        s.textContent = "window.answer_ = (async () => JSON.stringify([await (" + arguments[0] +
          ")]))().catch((e) => JSON.stringify({ error: String(e) }));";
        w.answer_ = null;
        document.body.append(s);
        s.remove();
        if (w.answer_) w.answer_.then((words) => done(words));
        else done('{"error": "not a script"}');` });
      const answer = JSON.parse(value);
      if (answer.error) throw Error(answer.error + ": " + expression.slice(0, 100));
      return answer[0];
    },
    shot: async (file) => {
      const { value } = await send("TakeScreenshot", { full: false });
      fs.writeFileSync(file, Buffer.from(value, "base64"));
    },
    drag: (from, to, byTouch) =>
      act([pointer("p", byTouch ? "touch" : "mouse", way([from, ...between(from, to, 10)]))]),
    tap: (p) => act([pointer("p", "touch", way([p]))]),
    pinch: ([x, y], from, to) => act([-1, 1].map((s) =>
      pointer("f" + s, "touch",
      way([[x + s * from, y], ...between([x + s * from, y], [x + s * to, y], 10)])))),
    wheel: async ([x, y], deltaY, ctrl) => {
      const scroll = { type: "wheel", id: "w", actions:
        [{ type: "pause" }, { type: "scroll", x: round(x), y: round(y), deltaX: 0, deltaY,
        duration: 0, origin: "viewport" }, {
        type: "pause" }] };
      const held = { type: "key", id: "k", actions: [{ type: "keyDown", value: "\ue009" },
        { type: "pause" }, {
        type: "keyUp", value: "\ue009" }] };
      await act(ctrl ? [held, scroll] : [scroll]);
      await sleep(400);
    },
    key: (key, text, shift) => {
      const pressed = (value) => [{ type: "keyDown", value }, { type: "keyUp", value }],
        [down, up] = pressed(KEYS.Shift);
      const actions = pressed(KEYS[key] || text || key);
      return act([{ type: "key", id: "k", actions: shift ? [down, ...actions, up] : actions }]);
    },
    close: async () => {
      const { said, asked } = await inBrowser("return { said: said_(), asked: asked_ };");
      B.said.push(...said);
      B.asked.push(...asked);
      socket.destroy();
      return ended(child, folder);
    }
  });
}

exports.open = async function (kind, program, o) {
  const B = await (kind === "firefox" ? openFirefox : openChromium)(program, o || {});
  await B.look(o || {});
  return B;
};
