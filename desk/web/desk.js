"use strict";
// Sends what people do, and replaces the parts of a page that change. A page runs it before it shows anything, so that
// no click comes too early.

const byID = (id) => document.getElementById(id);
function say(text, loud) {
  const said = byID("said");
  said.textContent = text;
  said.className = loud ? "loud" : "";
}

const counted = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
const gone = "The desk does not answer. Is it running?";

// send sends a request to the desk. It returns the answer, or null after it told an error.
async function send(method, to, body, kind) {
  let response;
  try {
    response = await fetch(to, { method, body, headers: body === undefined ? {} : { "Content-Type": kind } });
  } catch {
    say(gone, true);
    return null;
  }
  const json = (response.headers.get("Content-Type") || "").startsWith("application/json");
  const answer = json ? await response.json() : {};
  if (response.ok) return answer;
  say(answer.error || response.statusText, true);
  return null;
}
const sendJSON = (to, value) => send("POST", to, JSON.stringify(value), "application/json");
const project = (name) => "/api/projects/" + encodeURIComponent(name);

// What cannot be undone is asked for first.
const sure = {
  fresh: "Forget what is known and start from scratch?",
  discard: "Forget what is known? Result files stay.",
  remove: "Take the site out of the project?",
  submit: "Have workers crawl all sites from scratch? Their results replace the ones here.",
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-do]");
  if (!button) return;
  const { do: action, project: name, site } = button.dataset, search = "search" in button.dataset;
  if (sure[action] && !confirm((site || name) + "\n" + sure[action])) return;
  if (button.ariaDisabled) return;
  button.ariaDisabled = "true"; // one that is disabled loses the focus
  const done = search ? await sendJSON(project(name) + "/search", { action })
    : await sendJSON(project(name) + "/actions", { action, sites: site ? [site] : [] });
  button.ariaDisabled = null;
  if (done) say(button.textContent + ": " + (site || name));
  if (done && action === "remove" && byID("state")) {
    location.href = "/projects/" + encodeURIComponent(name);
    return;
  }
  refresh();
});

// A form of settings changes the text beside it, which is saved with it.
async function saveSettings(to, values) {
  const text = byID("settings");
  const done = await sendJSON(to, { text: text.value, values });
  if (done) text.value = done.text;
  return done;
}
async function saveForm(form) {
  const changed = [...form.querySelectorAll("[data-was]")].filter((field) => field.value.trim() !== field.dataset.was);
  const values = Object.fromEntries(changed.map((field) => [field.id, field.value.trim()]));
  if (!await saveSettings(form.dataset.settings, values)) return;
  for (const field of changed) field.dataset.was = field.value.trim();
  say(`Saved: ${counted(changed.length, "setting")} changed.`);
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-values]");
  if (button && await saveSettings(button.dataset.settings, JSON.parse(button.dataset.values))) location.reload();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset.settings) {
    event.preventDefault();
    await saveForm(form);
    return;
  }
  if (form.dataset.send) {
    event.preventDefault();
    await sendForm(form);
  } else if (form.id === "strike") {
    event.preventDefault();
    await strike(form, event.submitter && event.submitter.value === "out");
  } else if (form.id === "exclude") {
    event.preventDefault();
    await effect(form);
  }
});

async function sendForm(form) {
  const { send: as, method, to, then } = form.dataset;
  if (as === "json") {
    const value = Object.fromEntries(new FormData(form));
    const done = await send(method, to, JSON.stringify(value), "application/json");
    if (done) location.href = then + encodeURIComponent(done.name);
    return;
  }
  const upload = form.querySelector("input[type=file]");
  const body = upload && upload.files.length ? await upload.files[0].text() : form.querySelector("textarea").value;
  const done = await send(method, to, body, "text/plain");
  if (!done) return;
  if (then) { location.href = then; return; }
  if (done.added === undefined) {
    say("Saved.");
    form.querySelector("textarea").value = body;
    if (upload) upload.value = "";
  } else {
    const bad = done.bad ? "\n" + done.bad.join("\n") : "";
    say(`${counted(done.added, "site")} added, ${done.known} known already, ${done.skipped} skipped.${bad}`, done.skipped > 0);
    form.reset();
  }
  refresh();
}

async function strike(form, out) {
  const rows = [...form.querySelectorAll("input:checked")].map((box) => box.value);
  if (!rows.length) return say("Choose rows first.", true);
  if (!await sendJSON(project(form.dataset.project) + "/struck", { rows, out })) return;
  await showRows();
  say(`${counted(rows.length, "row")} ${out ? "struck out" : "restored"}.`);
  document.querySelector("#rows .scroll")?.focus({ preventScroll: true });
}

async function effect(form) {
  const rule = form.elements.rule.value, text = byID("effect"), apply = byID("apply");
  text.textContent = "Counting …";
  const e = await sendJSON(project(form.dataset.project) + "/effect", { site: form.dataset.site, rule });
  apply.hidden = !e;
  text.textContent = e ? `It removes ${e.at_least ? "at least " : ""}${e.pages - e.pages_left} of ` +
    `${counted(e.pages, "page")} and ${e.urls - e.urls_left} of ${counted(e.urls, "URL")} of this site. ` +
    (e.at_least ? "The next run decides again what is crawled; other URLs may take their places. " : "") +
    "Other sites of the project have the rule too." : "";
  apply.dataset.rule = rule;
}
document.addEventListener("click", async ({ target: apply }) => {
  if (apply.id !== "apply") return;
  const done = await sendJSON(project(apply.form.dataset.project) + "/exclude", { rule: apply.dataset.rule });
  if (done) say("The rule is part of the settings.");
  apply.hidden = true;
  byID("effect").textContent = "";
});
document.addEventListener("input", ({ target }) => {
  if (target.form?.id === "exclude") byID("apply").hidden = true;
});

// refresh takes the parts of the page that change from a new one. The focus stays.
let refreshing = false, again = false;
async function refresh() {
  const live = document.body.dataset.live;
  if (!live) return;
  if (refreshing) { again = true; return; }
  refreshing = true;
  try {
    const response = await fetch(live, { headers: { Accept: "text/html" } });
    if (response.ok) replace(new DOMParser().parseFromString(await response.text(), "text/html"));
    await followRows();
    await followMap();
  } catch { /* the stream tells when the desk is back */ }
  refreshing = false;
  if (again) { again = false; refresh(); }
}

function replace(page) {
  for (const part of document.querySelectorAll("[data-part]")) {
    const now = page.getElementById(part.id);
    if (!now || now.innerHTML === part.innerHTML || part.contains(document.activeElement?.closest("select"))) continue;
    if (part.querySelector(":active")) { setTimeout(refresh, 250); continue; } // a click has begun there
    const focus = part.contains(document.activeElement) ? document.activeElement : null;
    const open = [...part.querySelectorAll("details")].map((d) => d.open);
    part.replaceChildren(...now.childNodes);
    part.querySelectorAll("details").forEach((d, i) => { d.open = open[i]; });
    if (!focus) continue;
    const { do: action, site, search } = focus.dataset;
    const buttons = [...part.querySelectorAll("button, a")];
    const ofSite = buttons.filter((b) => site !== undefined && b.dataset.site === site);
    const same = buttons.find((b) => action ? b.dataset.do === action && b.dataset.site === site && b.dataset.search === search : b.href === focus.href)
      || ofSite.find((b) => b.dataset.do) || ofSite[0] || part;
    if (same === part) part.tabIndex = -1;
    same.focus({ preventScroll: true });
  }
}

// followRows shows newer rows of a table, unless someone is at work on those that are there.
let later;
async function followRows() {
  const rows = byID("rows"), now = document.querySelector("#state [data-rows]");
  if (!rows || !now) return;
  clearTimeout(later);
  if ("waits" in now.dataset) later = setTimeout(refresh, 1000);
  const busy = () => rows.querySelector("input:checked") || rows.contains(document.activeElement) || !getSelection().isCollapsed;
  if (now.dataset.rows && now.dataset.rows !== rows.dataset.rows) await showRows(busy);
}

// showRows shows the rows of a table as they are now, unless someone is at work on the rows shown, or begins while the
// answer is under way.
async function showRows(busy = () => false) {
  if (busy()) return;
  const rows = byID("rows");
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  const newer = response.ok && new DOMParser().parseFromString(await response.text(), "text/html").getElementById("rows");
  if (!newer || busy()) return;
  const scrolled = rows.querySelector(".scroll")?.scrollLeft;
  rows.replaceWith(newer);
  const scroll = newer.querySelector(".scroll");
  if (scrolled && scroll) scroll.scrollLeft = scrolled;
}

// followMap shows the map of a site as it is now, or of the site that is being crawled now; not while it is held, or
// while someone searches or moves it.
document.addEventListener("click", ({ target: hold }) => {
  if (hold.id !== "hold") return;
  hold.ariaPressed = String(hold.ariaPressed !== "true");
  followMap();
});
let laterMap;
async function followMap() {
  const part = byID("map-now"), hold = byID("hold");
  if (!part) return;
  const of = document.querySelector("[data-map-of]")?.dataset.mapOf || part.dataset.map, find = byID("sm-find");
  const busy = () => hold.ariaPressed === "true" || find && find.value && find === document.activeElement || part.querySelector(".sm-drag");
  clearTimeout(laterMap);
  if (!of || busy()) return;
  const same = of === part.dataset.map && part.dataset.at;
  const response = await fetch(of + (of.includes("?") ? "&" : "?") + "after=" + encodeURIComponent(same ? part.dataset.at : ""), { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const newer = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("map-now");
  part.closest("section").hidden = false;
  hold.hidden = !("grows" in newer.dataset);
  if ("waits" in newer.dataset) laterMap = setTimeout(followMap, 1000);
  if (busy()) return;
  if (same && (newer.dataset.at === part.dataset.at || !newer.dataset.at)) return;
  const last = same ? siteMap.shown?.now() : null;
  part.replaceWith(newer);
  siteMap.shown = siteMap(newer.querySelector("#sm"), last);
  const fresh = newer.querySelectorAll(".sm-new").length;
  if (fresh) byID("map-new").textContent = `New since the last picture: ${counted(fresh, "page")}, each marked with a border.`;
}

// A tab that is seen has one stream of changes, or asks for them where streams do not pass.
let stream = null, failures = 0, polling = false;
function listen() {
  if (stream || polling || document.hidden || !document.body.dataset.live) return;
  if (failures > 2) { poll(); return; }
  stream = new EventSource("/api/events");
  stream.addEventListener("change", () => { failures = 0; answers(true); refresh(); });
  stream.onerror = () => {
    failures++;
    if (failures > 1) answers(false);
    stream.close();
    stream = null;
    setTimeout(listen, failures > 1 ? 1000 : 250);
  };
}

// answers tells when the desk stops to answer, and when it does again.
function answers(yes) {
  const said = byID("said"), silent = "silent" in said.dataset;
  if (yes && silent) say("The desk answers again.");
  if (!yes && !silent) say(gone, true);
  said.toggleAttribute("data-silent", !yes);
}

async function poll() {
  polling = true;
  for (let seen = 0; !document.hidden;) {
    try {
      const { changes } = await (await fetch("/api/changes?after=" + seen)).json();
      answers(true);
      if (changes !== seen) refresh();
      seen = changes;
      await new Promise((go) => setTimeout(go, 1000));
    } catch {
      seen = 0;
      answers(false);
      await new Promise((go) => setTimeout(go, 2000));
    }
  }
  polling = false;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden && stream) { stream.close(); stream = null; }
  listen();
});
document.addEventListener("DOMContentLoaded", () => {
  listen();
  if (document.querySelector("[data-waits]")) setTimeout(refresh, 1000);
  if (byID("hold")) followMap();
});
