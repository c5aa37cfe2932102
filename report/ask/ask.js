// Questions about a site, answered from the data at hand, without a network or a model. Texts come from the web: they
// reach the page as text only.
//
// siteAsk puts a button into an element and answers Ctrl-K. source is what the page knows of the site:
//
//	name     what the site is called
//	open     returns the address that shows all about a URL
//	load     returns, perhaps later, {folder, pages, urls, home, out, places, partial, note}: the name of the result
//	         folder; the number of pages; all URLs, pages first, as {u: URL, t: title, g: the page that an alias shows,
//	         else -1}; the index of the start page; the links of each page as [index, whether in the content]; whether
//	         places are known; why URLs are missing, or ''; what every answer should say, or ''
//	orphans  returns the URLs of pages that no link reaches, or says as a text why they are unknown
//	reach    returns the URLs of pages that a robot does not reach, or says why they are unknown
function siteAsk(place, source) {
  'use strict';
  if (!window.HTMLDialogElement) return;
  let data;
  const count = n => n.toLocaleString('en');
  const counted = (n, noun) => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

  function element(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
    e.append(...children);
    return e;
  }

  // ---- the site ----

  const start = () => data.urls[data.home].u;
  const short = url => {
    const u = new URL(url), s = new URL(start());
    return u.host === s.host && u.protocol === s.protocol ? u.pathname + u.search : url;
  };

  // find returns the index of the URL, path or title that a text names. It throws what a reader can do about it.
  function find(text) {
    const named = text.trim().replace(/^["'“](.*)["'”]$/, '$1'), urls = data.urls;
    let whole = '';
    try { whole = new URL(named, start()).href; } catch { /* a title */ }
    const same = test => urls.findIndex(test), low = named.toLowerCase();
    for (const test of [u => u.u === named, u => u.u === whole, u => u.u === whole + '/' || u.u + '/' === whole,
      u => (u.t || '').toLowerCase() === low]) {
      const i = same(test);
      if (i >= 0) return i;
    }
    const like = urls.map((u, i) => i).filter(i => (urls[i].u + ' ' + (urls[i].t || '')).toLowerCase().includes(low));
    if (like.length === 1) return like[0];
    const why = data.partial ? ` ${data.partial}` : '';
    if (!like.length) throw {says: `No URL or title here is like “${named}”.${why}`};
    throw {says: `${counted(like.length, 'URL')} and titles are like “${named}”. Which one?`,
      like: like.slice(0, 12).map(i => [named, short(urls[i].u)])};
  }
  const page = i => data.urls[i].g >= 0 ? data.urls[i].g : i;

  // search goes along links from a page, never to the page without. It returns the page before each one, or -1.
  function search(from, without = -1) {
    const before = new Int32Array(data.urls.length).fill(-1), queue = [from];
    before[from] = from;
    for (const i of queue) {
      for (const [to] of data.out[i] || []) {
        if (before[to] >= 0 || to === without) continue;
        before[to] = i;
        queue.push(to);
      }
    }
    return before;
  }

  // ---- the answers ----

  const file = name => `result/${data.folder}/${data.folder}.${name}`;
  const sql = text => `'${text.replaceAll("'", "''")}'`;
  const parquet = name => sql(file(name + '.parquet'));
  const shell = text => /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  const graph = () => `import networkx as nx
g = nx.read_graphml(${JSON.stringify(file('graph.graphml'))})
at = {url: id for id, url in g.nodes(data="url")}
`;
  const table = name => `import pandas as pd
t = pd.read_csv(${JSON.stringify(file(name))}, escapechar="\\\\")
`;

  function path(from, to) {
    const a = page(find(from)), b = page(find(to)), before = search(a), steps = [];
    const [from_, to_] = [data.urls[a].u, data.urls[b].u];
    if (before[b] >= 0) for (let i = b; ; i = before[i]) { steps.unshift(i); if (i === a) break; }
    return {
      says: steps.length ? `${counted(steps.length - 1, 'click')} from ${short(from_)} to ${short(to_)}.`
        : `No links lead from ${short(from_)} to ${short(to_)}.`,
      list: steps, ordered: true, note: data.partial && 'Over pages that are missing here a path may be shorter.',
      command: a === data.home ? `sitegraph why ${shell(to_)}` : `sitegraph mcp result/${data.folder}   # its tool path, with from and to`,
      ...b < data.pages && {sql: `with recursive way as (
  select id as node, 0 as clicks from ${parquet('nodes')} where url = ${sql(from_)}
  union
  select a.target, clicks + 1 from way join ${parquet('arcs')} a on a.source = node where clicks < ${Math.max(steps.length, 10)})
select min(clicks) from way join ${parquet('nodes')} n on n.id = node where n.url = ${sql(to_)};`,
      python: graph() + `[g.nodes[i]["url"] for i in nx.shortest_path(g, at[${JSON.stringify(from_)}], at[${JSON.stringify(to_)}])]`},
    };
  }

  // lost returns the pages that only ways over a page reach.
  function lost(c) {
    const all = search(data.home), left = search(data.home, c);
    return data.urls.map((u, i) => i).filter(i => i < data.pages && i !== c && all[i] >= 0 && left[i] < 0);
  }

  function hangs(on) {
    const c = page(find(on)), url = data.urls[c].u;
    if (data.partial) throw {says: `This cannot be told here. ${data.partial}`};
    if (c >= data.pages) throw {says: `${short(url)} is no page.`};
    if (c === data.home) throw {says: 'Every page hangs on the start page: the crawl began there.'};
    const pages = lost(c);
    return {
      says: pages.length ? `${counted(pages.length, 'page')} can be reached from the start page over ${short(url)} alone.`
        : `Nothing hangs on ${short(url)}: other ways lead to every page.`,
      list: pages,
      command: `echo ${shell(`delete ${short(url)}${url.endsWith('/') ? '$' : ''}`)} > without.txt
sitegraph what-if without.txt ${shell(start())}   # unreachable.csv`,
      sql: `with recursive seen as (
  select 1 as node, without from (values (false), (true)) as w(without)
  union
  select a.target, without from seen join ${parquet('arcs')} a on a.source = node
  where not without or a.target <> (select id from ${parquet('nodes')} where url = ${sql(url)}))
select url from ${parquet('nodes')} where url <> ${sql(url)} and id in (select node from seen where not without)
and id not in (select node from seen where without);`,
      python: graph() + `reach = lambda h: set(nx.descendants(h, "1"))
[g.nodes[i]["url"] for i in reach(g) - reach(g.subgraph(set(g) - {at[${JSON.stringify(url)}]})) - {at[${JSON.stringify(url)}]}]`,
    };
  }

  function links(to, content) {
    const d = page(find(to)), url = data.urls[d].u, isPage = d < data.pages;
    if (content && !data.places) throw {says: 'The places of links are not known here: ask for “links to” a page.'};
    const of = i => (data.out[i] || []).some(([target, inside]) => target === d && (!content || !isPage || inside));
    const from = data.urls.map((u, i) => i).filter(of), one = from.length === 1;
    const kind = content && isPage ? ` in ${one ? 'its' : 'their'} content` : '';
    return {
      says: `${counted(from.length, 'page')} ${one ? 'links' : 'link'} to ${short(url)}${kind}.`, list: from,
      note: [content && !isPage && 'It is no page: where links to it stand is not known here.', data.partial].filter(Boolean).join(' '),
      command: `sitegraph why --all ${shell(url)}`,
      ...isPage && {sql: `select n.url, a.weight${content ? ', a.content_links' : ''} from ${parquet('arcs')} a
join ${parquet('nodes')} n on n.id = a.source join ${parquet('nodes')} t on t.id = a.target
where t.url = ${sql(url)}${content ? ' and a.content_links > 0' : ''};`,
      python: graph() + `[g.nodes[i]["url"] for i, _, e in g.in_edges(at[${JSON.stringify(url)}], data=True)${content ? ' if e.get("content_links")' : ''}]`},
    };
  }

  const below = (urls, part) => urls.filter(url => !part || short(url).startsWith(part) || url.startsWith(part));
  const inside = part => part ? ` in ${part}` : '';

  async function reach(robot, part) {
    const column = `"reached_by_${robot}"`, all = await source.reach(robot);
    const said = {
      command: `SITEGRAPH_REPORT_ROBOTS=${shell(robot)} sitegraph export ${shell(start())}   # reach.csv`,
      sql: `select url from ${parquet('nodes')} where not ${column}::boolean${part ? ` and contains(url, ${sql(part)})` : ''};`,
      python: table('reach.csv') + `t[t[${JSON.stringify(robot)}].notna()${part ? ` & t.url.str.contains(${JSON.stringify(part)}, regex=False)` : ''}].url.tolist()`,
    };
    if (typeof all === 'string') return {says: all, ...said};
    const urls = below(all, part);
    return {says: urls.length ? `${robot} does not reach ${counted(urls.length, 'page')}${inside(part)}.`
      : `${robot} reaches every page${inside(part)}.`, list: urls, note: data.partial, ...said};
  }

  async function orphans(part) {
    const all = await source.orphans();
    const said = {
      command: `sitegraph ${shell(start())} --sitemaps check   # sitemap.csv`,
      sql: `select url from read_csv(${sql(file('sitemap.csv'))}) where finding = 'orphan'${part ? ` and contains(url, ${sql(part)})` : ''};`,
      python: table('sitemap.csv') + `t[(t.finding == "orphan")${part ? ` & t.url.str.contains(${JSON.stringify(part)}, regex=False)` : ''}].url.tolist()`,
    };
    if (typeof all === 'string') return {says: all, ...said};
    const urls = below(all, part);
    return {says: urls.length ? `No link reaches ${counted(urls.length, 'page')}${inside(part)} of the sitemaps.`
      : `Links lead to every page${inside(part)} that the sitemaps name.`, list: urls, ...said};
  }

  // Questions with what answers them. The last word of a question may be a title with spaces.
  const questions = [
    [/^(?:path|way) from (.+?) to (.+)$/i, path],
    [/^(?:path|way) to (.+)$/i, to => path(start(), to)],
    [/^what (?:hangs|depends) on (.+)$/i, hangs],
    [/^content links to (.+)$/i, to => links(to, true)],
    [/^(?:links to|what links to) (.+)$/i, to => links(to, false)],
    [/^pages (?:that )?(\S+) (?:cannot|can't|can not|does not) reach(?: in (\S+))?$/i, reach],
    [/^orphans(?: in (\S+))?$/i, orphans],
  ];

  // examples are questions that this site has answers to: about its deepest page, and one that others lead to.
  function examples() {
    const before = search(data.home), deep = i => { let n = 0; for (; i !== data.home; i = before[i]) n++; return n; };
    let far = data.home, farthest = 0;
    const hanging = new Map();
    for (let i = 0; i < data.pages; i++) {
      const n = before[i] < 0 ? 0 : deep(i);
      if (n > farthest) { far = i; farthest = n; }
      if (before[i] >= 0 && before[i] !== data.home) hanging.set(before[i], (hanging.get(before[i]) || 0) + 1);
    }
    const hubs = [...hanging.keys()].sort((a, b) => hanging.get(b) - hanging.get(a)).slice(0, 10);
    const hub = hubs.find(c => lost(c).length) ?? hubs[0] ?? far, name = i => short(data.urls[i].u);
    const folder = name(hub).replace(/[^/]*$/, '');
    return [`path from ${name(data.home)} to ${name(far)}`, `what hangs on ${name(hub)}`, `content links to ${name(far)}`,
      'pages GPTBot cannot reach', `orphans in ${folder}`];
  }

  async function answer(text) {
    data ||= await source.load();
    for (const [pattern, give] of questions) {
      const words = text.trim().replace(/[?.!\s]+$/, '').match(pattern) || text.trim().match(pattern);
      if (words) return give(...words.slice(1));
    }
    throw {says: text.trim() ? 'This is no question that can be answered here. These are:' : 'Ask in one of these ways:', examples: examples()};
  }

  // ---- the dialog ----

  const key = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K';
  const button = element('button', {type: 'button', class: 'ask-open', 'aria-haspopup': 'dialog'}, 'Ask ', element('kbd', null, key));
  place.append(button);
  const field = element('input', {id: 'ask-field', type: 'search', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: 'path from / to /…'});
  const close = element('button', {type: 'button'}, 'Close');
  const status = element('p', {role: 'status', tabindex: '-1'}), more = element('div');
  const form = element('form', null, element('h2', {id: 'ask-title'}, element('label', {for: 'ask-field'}, `Ask about ${source.name}`)),
    field, element('button', null, 'Answer'), close);
  const dialog = element('dialog', {class: 'ask', 'aria-labelledby': 'ask-title'}, form, status, more);
  document.body.append(dialog);

  function linked(item) {
    const url = typeof item === 'string' ? item : data.urls[item].u, title = typeof item === 'string' ? '' : data.urls[item].t;
    const a = element('a', {href: source.open(url), rel: 'noreferrer nofollow'}, element('bdi', null, title || short(url)));
    return element('li', null, a, ...(title ? [element('span', {class: 'below'}, element('bdi', null, short(url)))] : []));
  }

  // listed shows the first items, and the others when asked.
  function listed(items, ordered, first = 50) {
    const list = element(ordered ? 'ol' : 'ul', null, ...items.slice(0, first).map(linked));
    if (items.length <= first) return list;
    const rest = element('button', {type: 'button'}, `Show ${count(Math.min(1000, items.length) - first)} more`);
    rest.addEventListener('click', () => {
      const next = items.slice(first, 1000).map(linked);
      rest.parentNode.remove();
      list.append(...next);
      next[0].querySelector('a').focus();
    });
    list.append(element('li', null, rest));
    return list;
  }

  // choices are questions to choose from.
  const choices = all => element('ul', {class: 'ask-like'}, ...all.map(text => {
    const choose = element('button', {type: 'button'}, text);
    choose.addEventListener('click', () => { field.value = text; show(); });
    return element('li', null, choose);
  }));

  let asked = 0;
  async function show() {
    const now = ++asked, text = field.value;
    status.textContent = data ? '' : 'Reading the site …';
    more.replaceChildren();
    let said;
    try {
      said = await answer(text);
    } catch (e) {
      if (!e.says) throw e;
      said = e;
    }
    if (now !== asked) return; // asked again in the meantime
    status.textContent = said.says;
    const parts = [];
    if (said.list?.length) parts.push(listed(said.list, said.ordered));
    for (const text of [said.note, said.command && data.note].filter(Boolean)) parts.push(element('p', {class: 'note'}, text));
    const elsewhere = [['Command', said.command], [`SQL (DuckDB${said.sql?.includes('.parquet') ? ', with --export +parquet' : ''})`, said.sql], ['Python', said.python]].filter(([, t]) => t);
    if (elsewhere.length) parts.push(element('dl', null, ...elsewhere.flatMap(([name, t]) =>
      [element('dt', null, name), element('dd', null, element('pre', null, element('code', null, t)))])));
    if (said.examples) parts.push(choices(said.examples));
    if (said.like) parts.push(choices(said.like.map(([word, url]) => text.replace(word, () => url))));
    more.replaceChildren(...parts);
    dialog.scrollTop = 0;
  }

  function open() {
    if (!dialog.open) dialog.showModal();
    field.focus();
    field.select();
    if (!field.value) show();
  }
  button.addEventListener('click', open);
  close.addEventListener('click', () => dialog.close());
  form.addEventListener('submit', event => { event.preventDefault(); show(); });
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
  addEventListener('keydown', event => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
}
