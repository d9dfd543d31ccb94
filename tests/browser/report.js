/* SPDX-License-Identifier: GPL-3.0-or-later */
/* node report.js CHROMIUM FOLDER: looks at FOLDER/report.html (the samples, two
 * runs) and FOLDER/hostile.html as readers do. Prints "ok NAME" and "not ok NAME"
 * lines; leaves screenshots in FOLDER. */
"use strict";
const fs = require("fs");
const path = require("path");
const { pathToFileURL } = require("url");
const { chromium } = require("playwright-core");

const [program, folder] = process.argv.slice(2);
const address = (name) => pathToFileURL(path.join(folder, name)).href;
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

let failed = 0;
function check(name, good, what) {
  if (!good && what !== undefined) console.log("# " + JSON.stringify(what).slice(0, 600));
  console.log((good ? "ok " : "not ok ") + name);
  failed += good ? 0 : 1;
}

/* A page, and what it complained of or asked the network for. */
async function open(browser, name, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const trouble = [];
  page.on("console", (m) => { if (m.type() !== "log") trouble.push(m.type() + ": " + m.text()); });
  page.on("pageerror", (e) => trouble.push(e.message));
  page.on("dialog", (d) => { trouble.push("dialog"); d.dismiss(); });
  page.on("request", (r) => { if (r.url() !== address(name)) trouble.push(r.url()); });
  await page.goto(address(name));
  return { page, trouble, close: () => context.close() };
}

const column = (page, n) => page.$$eval(
  "section.run:not([hidden]) table tbody tr",
  (rows, at) => rows.map((r) => r.cells[at].textContent.trim()), n);

/* Numbers in order, missing ones after them. */
function ordered(texts, sign) {
  const known = texts.filter((t) => t !== "-").map(Number);
  return known.length > 1 && texts.slice(0, known.length).every((t) => t !== "-") &&
    known.every((v, i) => i === 0 || sign * (v - known[i - 1]) >= 0);
}

async function sorting(page) {
  const at = await page.$$eval("section.run:not([hidden]) thead th",
    (heads) => heads.findIndex((h) => h.textContent.trim() === "measured"));
  const head = page.locator("section.run:not([hidden]) thead th").nth(at);
  const before = await column(page, 0);
  await head.locator("button").click();
  check("a click sorts, the greatest first, what is missing last",
    ordered(await column(page, at), -1) &&
    await head.getAttribute("aria-sort") === "descending", await column(page, at));
  await head.locator("button").press("Enter");
  check("a key sorts, the least first, what is missing last",
    ordered(await column(page, at), 1) &&
    await head.getAttribute("aria-sort") === "ascending", await column(page, at));
  await page.locator("section.run:not([hidden]) thead th button").first().press("Space");
  const names = await column(page, 0);
  check("names sort as people count", names.join() === before.join() &&
    await head.getAttribute("aria-sort") === null, names);
}

async function switching(page) {
  const shown = () => page.$$eval("section.run", (s) => s.filter((e) => !e.hidden).map((e) => e.dataset.name));
  const first = await shown();
  await page.selectOption("#run", { index: 1 });
  const second = await shown();
  await page.selectOption("#run", { label: "all runs" });
  const all = await shown();
  check("one run at a time is shown, or all", first.join() === "one" &&
    second.join() === "four" && all.length === 2, [first, second, all]);
  await page.selectOption("#run", { index: 0 });
}

async function reaching(page) {
  await page.locator("section.run:not([hidden]) tbody a").first().click();
  const open = await page.$eval("#loop-1", (l) => l.open);
  check("a link to a loop opens it", open);
  const part = page.locator("#loop-1 .bar g").nth(4);
  const tooltip = () => page.$eval("#tooltip", (s) => s.textContent);
  await part.focus();
  const focused = await tooltip();
  await page.keyboard.press("Escape");
  const gone = await tooltip();
  await part.hover();
  const hovered = await tooltip();
  /* lfk1 on one processor: 782000 / 99000 - 5.625 = 2.274 CPL */
  check("focus and pointer tell the value of a part", focused === hovered && gone === "" &&
    focused.startsWith("P: 2.274 CPL, 28.79 % of measured"), [focused, gone, hovered]);
  const outline = await part.evaluate((g) => {
    g.focus({ focusVisible: true });
    return getComputedStyle(g.querySelector("rect")).strokeWidth;
  });
  check("a part that has the focus shows it", parseFloat(outline) >= 2, outline);
  await page.locator("#loop-1 .panes tr[data-line='15']").first().hover();
  const same = await page.$$eval("#loop-1 tr.same", (rows) => rows.length);
  /* the source line, and the 45 pairs that came from it */
  check("a source line marks the code that came from it", same === 46, same);
}

async function accessible(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document));
  const violations = found.violations.map((v) => v.id + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | "));
  check("axe finds no fault: " + name, violations.length === 0, violations);
}

/* Contrast of every text that is shown against the ground under it; texts of bars by axe do not
 * count, so their paint is compared here. */
async function contrast(page, name) {
  const low = await page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgb = (text) => {
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      return Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3);
    };
    const light = (c) => c.map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const ratio = (a, b) => {
      const [x, y] = [light(rgb(a)), light(rgb(b))].sort((p, q) => q - p);
      return (x + 0.05) / (y + 0.05);
    };
    const ground = (e) => {
      for (; e; e = e.parentElement) {
        const c = getComputedStyle(e).backgroundColor;
        if (c !== "rgba(0, 0, 0, 0)") return c;
      }
      return "#ffffff";
    };
    const bad = [];
    document.querySelectorAll("body *").forEach((e) => {
      if (!e.checkVisibility() || !Array.from(e.childNodes).some((n) => n.nodeType === 3 && n.data.trim())) return;
      if (e.closest("script, title, .skip, #tooltip")) return;
      const style = getComputedStyle(e);
      const r = e.localName === "text"
        ? ratio(style.fill, getComputedStyle((e.closest(".chart") || e.parentElement).querySelector("rect")).fill)
        : ratio(style.color, ground(e));
      if (r < 4.5) bad.push(r.toFixed(2) + " " + e.outerHTML.slice(0, 80));
    });
    return bad;
  });
  check("contrast is at least 4.5: " + name, low.length === 0, low.slice(0, 5));
}

async function reader(browser) {
  const { page, trouble, close } = await open(browser, "report.html", { colorScheme: "light" });
  await page.keyboard.press("Tab");
  const skip = await page.evaluate(() => document.activeElement.className);
  check("the first stop of the keyboard is the skip link", skip === "skip", skip);
  await sorting(page);
  await switching(page);
  await reaching(page);
  await page.getByRole("button", { name: "Open all" }).click();
  await page.screenshot({ path: path.join(folder, "light.png") });
  await contrast(page, "light");
  await accessible(page, "light");
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const white = await paper();
  await page.getByRole("button", { name: "Dark theme" }).click();
  const dark = await paper();
  await contrast(page, "dark");
  await accessible(page, "dark");
  await page.screenshot({ path: path.join(folder, "dark.png") });
  await page.getByRole("button", { name: "Light theme" }).click();
  check("a button makes it dark, and light again",
    white !== dark && await paper() === white, [white, dark]);
  await page.getByRole("button", { name: "Close all" }).click();
  await page.getByLabel("Find a loop").fill("lfk1:");
  const left = await page.$$eval("details.loop", (l) => l.filter((e) => !e.hidden).length);
  check("loops are found by name", left === 1, left);
  check("no message on the console, no request", trouble.length === 0, trouble);
  await close();
}

async function darkReader(browser) {
  const { page, close } = await open(browser, "report.html", { colorScheme: "dark" });
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  check("it is dark for who wants that", paper === "rgb(22, 24, 29)", paper);
  await close();
}

async function withoutScript(browser) {
  const { page, trouble, close } = await open(browser, "report.html", { javaScriptEnabled: false });
  const runs = await page.locator("section.run:visible").count();
  await page.locator("#loop-1 > summary").click();
  const parts = await page.locator("#loop-1 .panes code:visible").count();
  const controls = await page.locator("button:visible, select:visible, input:visible").count();
  check("without scripts all runs are there, loops open, and no control is dead",
    runs === 2 && parts > 40 && controls === 0 && trouble.length === 0, [runs, parts, controls, trouble]);
  await page.screenshot({ path: path.join(folder, "without-script.png") });
  await close();
}

async function narrow(browser) {
  const { page, close } = await open(browser, "report.html", { viewport: { width: 320, height: 700 } });
  await page.getByRole("button", { name: "Open all" }).click();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  check("at a width of 320 nothing but tables scrolls across", width <= 320, width);
  await page.screenshot({ path: path.join(folder, "narrow.png") });
  await close();
}

async function print(browser) {
  const { page, close } = await open(browser, "report.html", { colorScheme: "dark" });
  await page.getByRole("button", { name: "Open all" }).click();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const seen = await page.evaluate(() => ({
    paper: getComputedStyle(document.body).backgroundColor,
    tools: Array.from(document.querySelectorAll(".tools, nav, .skip")).filter((e) => e.checkVisibility()).length,
    cut: Array.from(document.querySelectorAll(".scroll")).filter((e) => getComputedStyle(e).overflowX !== "visible").length,
  }));
  check("printed, it is light, without controls, and nothing is cut off",
    seen.paper === "rgb(255, 255, 255)" && seen.tools === 0 && seen.cut === 0, seen);
  await page.emulateMedia({});
  await page.pdf({ path: path.join(folder, "print.pdf"), format: "A4" });
  await close();
}

async function hostile(browser) {
  const { page, trouble, close } = await open(browser, "hostile.html");
  await page.getByRole("button", { name: "Open all" }).click({ timeout: 2000 }).catch(() => {});
  const seen = await page.evaluate(() => ({
    scripts: document.querySelectorAll("script").length,
    strange: document.querySelectorAll("main b, main i, main img, [onclick], [onerror], [style]").length,
    ran: typeof window.ran,
    text: document.body.textContent.includes("</script><b>&\"'"),
  }));
  check("texts of others stay texts", seen.scripts === 1 && seen.strange === 0 && seen.ran === "undefined" &&
    seen.text && trouble.length === 0, [seen, trouble]);
  await close();
}

(async () => {
  const sandbox = process.getuid && process.getuid() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: program, args: sandbox });
  for (const part of [reader, darkReader, withoutScript, narrow, print, hostile]) {
    try {
      await part(browser);
    } catch (e) {
      check(part.name, false, e.message);
    }
  }
  await browser.close();
  process.exitCode = failed ? 1 : 0;
})().catch((e) => check("the browser starts", false, e.message));
