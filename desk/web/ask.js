"use strict";
// Ctrl-K on the pages of a site: siteAsk with the tables of the desk.
(() => {
  const most = 500_000; // rows of links that a browser shall hold
  const named = location.pathname.match(/^\/projects\/([^/]+)/);
  const links = [...document.querySelectorAll("#list a[data-site]")].map((a) => a.dataset.site);
  const site = new URLSearchParams(location.search).get("site") || (links.length === 1 ? links[0] : "");
  const bar = document.querySelector("nav .wide");
  if (!named || !site || !bar) return;
  const at = `/api/projects/${named[1]}/`, of = "site=" + encodeURIComponent(site);

  // get returns an answer of the desk. It waits while the tables are built for the first time.
  async function get(what) {
    for (;;) {
      const response = await fetch(at + what).catch(() => { throw { says: gone }; });
      if (response.ok) return response;
      if (response.status !== 503) throw { says: (await response.json()).error };
      await new Promise((go) => setTimeout(go, 500));
    }
  }
  const rows = async (name, filter) => (await get(`tables/${name}?${of}&${filter}`)).json();

  // table returns the rows of a table as CSV (RFC 4180, with doubled backslashes), without its head.
  async function table(name) {
    const text = await (await get(name)).text(), all = [[]];
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
      all[all.length - 1].push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).replaceAll("\\\\", "\\"));
      if (end !== ",") all.push([]);
    }
    const [head, ...cells] = all.filter((row) => row.length > 1 || row[0]);
    return cells.map((row) => Object.fromEntries(head.map((column, i) => [column, row[i]])));
  }

  async function load() {
    const { total: size, pages: read, pages_now: now } = await rows("links", "rows=1");
    if (size > most) throw { says: `The site has ${size.toLocaleString("en")} links, too many for a browser: ask why, what-if or mcp.` };
    if (!read) throw { says: "The site has no pages yet." };
    const pages = await table(`tables/pages.csv?${of}`), found = await table(`tables/links.csv?${of}`);
    const urls = pages.map((row) => ({ u: row.url, t: row.title, g: -1 })), index = new Map(urls.map((u, i) => [u.u, i]));
    const out = urls.map(() => []);
    for (const { source, target, page, place } of found) {
      if (!index.has(target)) {
        index.set(target, urls.length);
        urls.push({ u: target, t: "", g: index.get(page) ?? -1 });
      }
      const to = index.get(target), shown = urls[to].g >= 0 ? urls[to].g : to;
      out[index.get(source)]?.push([shown, place === "main"]);
    }
    const files = await fetch(at + "files?" + of).then((response) => response.json());
    return {
      folder: files.name || urls[0] && new URL(urls[0].u).host.replace(/[^0-9A-Za-z.-]/g, "_"), pages: pages.length, urls, home: 0, out,
      places: found.some((row) => row.place), partial: "",
      note: now > read ? `Of ${counted(read, "page")}; the crawl has ${now.toLocaleString("en")} now.` : "",
    };
  }

  async function orphans() {
    const { rows: found, off, total } = await rows("sitemap", "class=orphan&rows=1000");
    if (off || !total) return `The desk does not know: ${off ? `it needs ${off} and another crawl` : "the crawl read no sitemap"}.`;
    return found.map((row) => row.cells[0]);
  }

  async function reach(robot) {
    const { files } = await (await get("files?" + of)).json(), file = files.find((f) => f.name.endsWith(".reach.csv"));
    const all = file ? await table(`files/${file.name}?${of}`) : [];
    const column = Object.keys(all[0] || {}).find((name) => name.toLowerCase() === robot.toLowerCase());
    return column ? all.filter((row) => row[column]).map((row) => row.url)
      : `The files of this site do not say what ${robot} reaches: [report] robots names robots.`;
  }

  siteAsk(bar, {
    name: site.replace(/^https?:\/\//, ""),
    open: (url) => `/projects/${named[1]}/page?${of}&url=${encodeURIComponent(url)}`,
    load, orphans, reach,
  });
})();
