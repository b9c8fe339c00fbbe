/* page_access.js: measures a page for chromium.sh: contrast by WCAG 2.1 AA in light and dark, names
 * for screen readers, the order of the focus. Writes the faults into an element at the end of the
 * body. */
let Access;
const nothing = () => ({ wrong: new Set(), texts: 0, lines: 0, controls: 0, least: 99,
  leastLine: 99 });

const parts = (colour) => {
  const c = (colour.match(/[\d.]+/g) || []).map(Number);
  return c.length < 3 ? [0, 0, 0, 0] : [c[0], c[1], c[2], c.length > 3 ? c[3] : 1];
};
const over = (top, below, more) => top.slice(0, 3).map((x, i) => {
  const a = top[3] * more; return a * x + (1 - a) * below[i];
});
const luminance = (c) => c.slice(0, 3).map((x) => {
  x /= 255; return x <= 0.03928 ? x / 12.92 : Math.pow((x + 0.055) / 1.055, 2.4);
})
  .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
const ratio = (a, b) => {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05);
};
const shown = (node) => node.getClientRects().length > 0 &&
  getComputedStyle(node).visibility === "visible";
const named = (node) => node.tagName.toLowerCase() + (node.id ? "#" + node.id : "") + "." +
  (node.getAttribute("class") || "") + " '" + (node.textContent || "").slice(0, 20) + "'";

/* the background of an element */
function ground(node) {
  for (let n = node; n instanceof Element; n = n.parentNode) {
    const c = parts(getComputedStyle(n).backgroundColor);
    if (c[3] > 0) return c[3] < 1 ? over(c, ground(n.parentNode), 1) : c;
  }
  return [255, 255, 255];
}

function opacity(node) {
  let a = 1;
  for (let n = node; n instanceof Element; n = n.parentNode)
    a *= Number(getComputedStyle(n).opacity);
  return a;
}

function demand(node, colour, least, what) {
  const behind = ground(node), r = ratio(over(parts(colour), behind, opacity(node)), behind);
  if (least > 4) {
    Access.texts++;
    Access.least = Math.min(Access.least, r);
  } else {
    Access.lines++;
    Access.leastLine = Math.min(Access.leastLine, r);
  }
  if (!(r >= least))
    Access.wrong.add(what + " " + r.toFixed(2) + " < " + least + ": " + named(node));
}

/* Contrast of texts, borders of controls and drawn shapes. Left out are the grid, areas inside an
 * outline (solid, tint), the invisible circle by which a finger finds a handle (grip), the circle
 * of epsilon (reach), and the faint line of a whole run, on which the past is drawn again
 * (data-future). */
function measureContrast(scheme) {
  for (const node of document.body.querySelectorAll("*")) {
    if (!shown(node) || node.closest(".hidden, script, :disabled") || (node.disabled)) continue;
    const style = getComputedStyle(node), svg = node instanceof SVGElement;
    const says = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) ||
      node.matches("select, input.number");
    if (says && node.tagName !== "OPTION")
      demand(node, svg ? style.fill : style.color, 4.5, scheme + " text");
    /* its border or its own colour must stand out from the background */
    if (["BUTTON", "SELECT"].includes(node.tagName) || node.matches("input.number")) {
      const outside = ground(node.parentNode),
        best = [style.borderTopColor, style.backgroundColor]
          .sort((a, b) => ratio(parts(b), outside) - ratio(parts(a), outside))[0];
      demand(node.parentNode, best, 3, scheme + " border of " + named(node));
    }
    if (svg && node.matches("path, circle, rect") &&
      !node.matches(".grid, .solid, .tint, .grip, .reach, [data-future], defs *")) {
      const drawn = [style.stroke, style.fill].filter((c) => c !== "none").map(parts),
        behind = ground(node);
      const best = drawn.reduce((a, c) => (ratio(c, behind) > ratio(a, behind) ? c : a),
        behind.concat(1));
      if (drawn.length && node.getAttribute("stroke") !== "var(--ground)")
        demand(node, "rgb(" + best.slice(0, 3) + ")", 3, scheme + " line");
    }
  }
  const focus = getComputedStyle(document.documentElement).getPropertyValue("--focus").trim(),
    hex = focus.match(/\w\w/g).map((h) => parseInt(h, 16));
  if (!(ratio(hex, ground(document.body)) >= 3)) Access.wrong.add(scheme + " focus ring");
}

/* applies the dark colours, as if the reader had asked for them */
function darken() {
  for (const rule of [...document.styleSheets].flatMap((s) => [...s.cssRules]))
    if (rule instanceof CSSMediaRule && rule.conditionText.includes("dark"))
      for (const inner of rule.cssRules)
        for (const name of inner.style)
          document.documentElement.style.setProperty(name, inner.style.getPropertyValue(name));
}

function nameOfControl(node) {
  const by = node.getAttribute("aria-labelledby");
  const label = [...(node.labels || [])].map((l) => l.textContent.trim()).join(" ");
  return (node.getAttribute("aria-label") ||
    (by && by.split(" ").map((id) => document.getElementById(id).textContent).join(" ")) || label ||
    (["BUTTON", "A", "SUMMARY"].includes(node.tagName) ? node.textContent : "") || "").trim();
}

function checkNames() {
  const ids = [...document.querySelectorAll("[id]")].map((n) => n.id),
    stops = [...document.querySelectorAll("button, input, select, a[href], summary, [tabindex]")]
    .filter(shown);
  for (const id of ids)
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) Access.wrong.add("id twice: " + id);
  for (const node of stops) {
    Access.controls++;
    if (!nameOfControl(node)) Access.wrong.add("no name: " + named(node));
    if (["|<", "<", ">", ">|"].includes(nameOfControl(node)))
      Access.wrong.add("a name of signs alone: " + named(node));
    if (node.tabIndex > 0) Access.wrong.add("a positive tabindex: " + named(node));
    if (node.hasAttribute("tabindex") && !node.getAttribute("role") && node.tagName !== "PRE")
      Access.wrong.add("no role: " + named(node));
  }
  for (const node of [...document.querySelectorAll("svg")].filter(shown))
    if (!node.getAttribute("aria-label") && !node.closest("[aria-hidden=true]"))
      Access.wrong.add("picture without a description: " + named(node.parentNode));
  const levels = [...document.querySelectorAll("h1, h2, h3")].filter(shown)
    .map((h) => Number(h.tagName[1]));
  if (levels[0] !== 1 || levels.some((l, i) => i > 0 && l > levels[i - 1] + 1))
    Access.wrong.add("headings " + levels);
  if ([...document.querySelectorAll("main")].filter(shown).length !== 1)
    Access.wrong.add("not exactly one visible main element");
  if (!document.documentElement.lang || !document.querySelector("[aria-live], [role=status]"))
    Access.wrong.add("no language, or no live region");
  const scroll = [...document.querySelectorAll("*")].filter((n) => shown(n) &&
    n.scrollWidth > n.clientWidth + 1 &&
    ["auto", "scroll"].includes(getComputedStyle(n).overflowX));
  for (const node of scroll)
    if (node.tabIndex < 0) Access.wrong.add("cannot be scrolled by keys: " + named(node));
}

function testAccess() {
  Access = nothing();
  const before = document.documentElement.getAttribute("style");
  checkNames();
  measureContrast("light");
  darken();
  measureContrast("dark");
  if (before === null) document.documentElement.removeAttribute("style");
  else document.documentElement.setAttribute("style", before);
  const pre = document.createElement("pre"), a = Access;
  pre.className = "access";
  pre.textContent = a.texts + " texts, least " + a.least.toFixed(2) + "; " + a.lines +
    " lines, least " + a.leastLine.toFixed(2) + "; " + a.controls + " controls; " +
    a.wrong.size + " wrong\n" + [...a.wrong].join("\n");
  document.body.appendChild(pre);
  return pre;
}
