"use strict";
// Completes the path at the caret of a text of changes.

const changes = document.getElementById("changes"), completing = document.getElementById("completing");
const form = document.getElementById("what-if");
const hint = completing.textContent;
let offered = [], chosen = 0, asked = 0;

// begun is the path that the caret is behind, "" if there is none.
function begun() {
  const before = changes.value.slice(0, changes.selectionStart);
  return (before.match(/(?:^|[ \t])(\/[^ \t\n]*)$/) || ["", ""])[1];
}

// show shows what is offered; the chosen path is the one in bold.
function show() {
  const parts = offered.flatMap((path, i) => {
    const one = document.createElement(i === chosen ? "b" : "span");
    one.textContent = path;
    return i ? [" · ", one] : [one];
  });
  completing.replaceChildren(...(parts.length ? parts : [hint]));
}

// offer asks for the pages whose paths begin so.
async function offer() {
  const path = begun(), now = ++asked;
  offered = [];
  chosen = 0;
  show();
  if (path) {
    const origin = new URL(form.dataset.site).origin;
    const q = new URLSearchParams({ site: form.dataset.site, text: origin + path, rows: "8", sort: "url" });
    let answer = {};
    try {
      const response = await fetch(`/api/projects/${encodeURIComponent(form.dataset.project)}/tables/pages?${q}`);
      if (response.ok) answer = await response.json();
    } catch { /* without an answer nothing is completed */ }
    if (now !== asked) return;
    const urls = (answer.rows || []).map((row) => row.cells[0]).filter((url) => url.startsWith(origin + path));
    offered = urls.map((url) => url.slice(origin.length)).filter((found) => found !== path);
  }
  show();
}

// take writes the chosen path in the place of what was begun.
function take() {
  const path = begun(), at = changes.selectionStart;
  changes.setRangeText(offered[chosen], at - path.length, at, "end");
  offered = [];
  show();
}

changes.addEventListener("input", offer);
changes.addEventListener("keydown", (event) => {
  if (!offered.length || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Tab" && !event.shiftKey) take();
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    chosen = (chosen + (event.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length;
    show();
  } else if (event.key === "Escape") {
    offered = [];
    show();
  } else return;
  event.preventDefault();
});
