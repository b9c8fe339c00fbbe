/* page_shots.js: takes pictures for a person to look at: every stop of the story, free play and the
 * explorer, on a desk and on a phone, in light and dark. In light, stop 8 and all later pages are
 * also taken in full height, and so are pages given as arguments.
 *
 *   node tests/program/page_shots.js CHROMIUM PAGE FOLDER [HASH...]
 *       with hashes, only these pages */
"use strict";
const { open } = require("./browser.js"), fs = require("fs"), path = require("path");
const [program, page, folder, ...asked] = process.argv.slice(2),
  url = "file://" + path.resolve(page);
const places = asked.length ? asked : [...Array.from({ length: 8 }, (_, i) => "#story=" + (i + 1)),
  "#scene=hills&t=1",
  "#scene=joy&t=1", "#A=2,1,1,2&b=-5,-6"];
const ready = `new Promise((done) => {
  const look = () =>
    (document.body.dataset.ready ? setTimeout(done, 250, 1) : setTimeout(look, 20));
  look();
})`;

(async () => {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, width, height, phone] of [["desk", 1280, 800, false],
    ["phone", 390, 844, true]])
    for (const dark of [false, true]) {
      const B = await open("chromium", program, { width, height, phone, dark, still: true });
      for (const [i, hash] of places.entries()) {
        await B.go(url + hash);
        await B.eval(ready);
        if (hash === "#story=7") await B.eval(`new Promise((done) => {
          const look = () => (Story.study && Story.study.done ? done(1) : setTimeout(look, 50));
          look();
        })`);
        const file = path.join(folder, name + (dark ? "-dark-" : "-light-") +
          String(i + 1).padStart(2, "0"));
        await B.shot(file + ".png");
        if (!dark && (asked.length || i > 6)) await B.shot(file + "-whole.png", true);
      }
      if (B.said.length) console.log(B.said.join("\n"));
      await B.close();
    }
})();
