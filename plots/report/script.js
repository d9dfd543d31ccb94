/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Controls of the report. Without scripts the report is complete, but not interactive. */
"use strict";
(function () {
  const all = (what, within) => Array.from((within || document).querySelectorAll(what));

  function make(name, text, parent) {
    const e = document.createElement(name);
    e.textContent = text || "";
    if (parent) parent.appendChild(e);
    return e;
  }

  /* ---- sortable tables ---- */

  function valueOf(row, column) {
    const cell = row.cells[column], mark = cell.querySelector("sup");
    const text = cell.textContent.slice(0, mark ? -mark.textContent.length : undefined).trim();
    const number = Number(text.replace(/^~/, "").replace(/ %$/, ""));
    if (text === "" || text === "-") return null;
    return Number.isNaN(number) ? text : number;
  }

  /* Missing values come last in both orders. */
  function order(a, b, sign) {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    if (typeof a === "number") return sign * (a - b);
    return sign * a.localeCompare(b, "en", { numeric: true });
  }

  function sortBy(table, column, head) {
    const down = head.getAttribute("aria-sort") === "ascending" ||
      (!head.hasAttribute("aria-sort") && column > 0);
    const sign = head.getAttribute("aria-sort") === "descending" ? 1 : down ? -1 : 1;
    const body = table.tBodies[0];
    const rows = Array.from(body.rows).map((row, i) => ({ row, i, v: valueOf(row, column) }));
    rows.sort((a, b) => order(a.v, b.v, sign) || a.i - b.i);
    body.append(...rows.map((r) => r.row));
    all("th[aria-sort]", table.tHead).forEach((h) => h.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
  }

  function makeSortable(table) {
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      if (head.classList.contains("wide")) return;
      const button = make("button", head.textContent);
      button.type = "button";
      head.replaceChildren(button);
      button.addEventListener("click", () => sortBy(table, column, head));
    });
  }

  /* ---- one run at a time ---- */

  function showRun(name) {
    all("section.run").forEach((s) => { s.hidden = name !== "" && s.id !== name; });
    const shown = document.getElementById(name);
    const run = shown ? shown.dataset.name : null;
    all("tr[data-run]").forEach((row) => row.classList.toggle("chosen", row.dataset.run === run));
  }

  function makeChooser() {
    const runs = all("section.run");
    const place = document.getElementById("chooser");
    if (runs.length < 2) return;
    place.className = "tools";
    const label = make("label", "Show ", place);
    const select = make("select", "", label);
    select.id = "run";
    runs.forEach((s) => { make("option", s.querySelector("h3").textContent, select).value = s.id; });
    make("option", "all runs", select).value = "";
    document.querySelector("ol.list").hidden = true;
    select.addEventListener("change", () => showRun(select.value));
    showRun(runs[0].id);
  }

  /* ---- loops ---- */

  function openTarget() {
    const target = document.getElementById(location.hash.slice(1));
    if (target && target.matches("details")) {
      target.open = true;
      target.hidden = false;
      target.querySelector("summary").focus();
      target.scrollIntoView();
    }
  }

  function makeOpeners() {
    const place = document.getElementById("openers");
    const loops = all("details.loop");
    if (loops.length < 2) return;
    place.className = "tools";
    const label = make("label", "Find a loop ", place);
    const field = make("input", "", label);
    field.type = "search";
    const count = make("span", "", place);
    count.setAttribute("role", "status");
    field.addEventListener("input", () => {
      const pattern = field.value.toLowerCase();
      let n = 0;
      loops.forEach((l) => {
        l.hidden = !l.querySelector(".id").textContent.toLowerCase().includes(pattern);
        n += l.hidden ? 0 : 1;
      });
      count.textContent = pattern ? n + " of " + loops.length : "";
    });
    [["Open all", true], ["Close all", false]].forEach(([text, open]) => {
      const button = make("button", text, place);
      button.type = "button";
      button.addEventListener("click", () => loops.forEach((l) => { if (!l.hidden) l.open = open; }));
    });
  }

  /* Marks the source and code lines that belong to the row under the pointer. */
  function markSameLine(event) {
    const row = event.target.closest ? event.target.closest("tr[data-line]") : null;
    all("tr.same").forEach((r) => r.classList.remove("same"));
    if (!row) return;
    all("tr[data-line]", row.closest(".panes")).forEach((r) => {
      r.classList.toggle("same", r.dataset.line === row.dataset.line);
    });
  }

  /* ---- the tooltip of a bar segment ---- */

  function makeTooltip() {
    const tooltip = make("p", "", document.body);
    tooltip.id = "tooltip";
    tooltip.setAttribute("aria-hidden", "true");
    const show = (event) => {
      const segment = event.target.closest ? event.target.closest(".bar g, .bar rect") : null;
      const title = segment ? segment.querySelector("title") : null;
      tooltip.textContent = title ? title.textContent : "";
    };
    document.addEventListener("mouseover", show);
    document.addEventListener("focusin", show);
    document.addEventListener("focusout", () => { tooltip.textContent = ""; });
    document.addEventListener("keydown", (e) => { if (e.key === "Escape") tooltip.textContent = ""; });
  }

  /* ---- light and dark theme ---- */

  function makeTheme() {
    const root = document.documentElement;
    const place = document.getElementById("theme");
    place.className = "tools";
    const button = make("button", "", place);
    button.type = "button";
    const dark = () => root.dataset.theme
      ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const name = () => { button.textContent = dark() ? "Light theme" : "Dark theme"; };
    button.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      name();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
    name();
  }

  all("main table.sortable").filter((t) => !t.closest("details")).forEach(makeSortable);
  all("details.loop").forEach((l) => l.addEventListener("toggle",
    () => all("table.sortable", l).forEach(makeSortable), { once: true }));
  makeChooser();
  makeOpeners();
  makeTooltip();
  makeTheme();
  document.addEventListener("mouseover", markSameLine);
  addEventListener("hashchange", openTarget);
  openTarget();
})();
