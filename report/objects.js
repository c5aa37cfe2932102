// A click on a URL of the site opens all that is known of it. Texts come from the web: they reach the page as text only.
// The address keeps what is open: #url=http://…
(() => {
  'use strict';
  const source = document.getElementById('url-data'), dialog = document.createElement('dialog');
  if (!source || !dialog.showModal) return;
  dialog.setAttribute('aria-labelledby', 'url-title');
  document.body.append(dialog);
  const data = JSON.parse(source.textContent), urls = data.urls;
  const at = new Map(urls.map((u, i) => [u.u, i]));
  const into = urls.map(() => []), aliases = urls.map(() => []);
  urls.forEach((u, i) => {
    for (const l of u.l || []) into[l[0]].push([i, ...l.slice(1)]);
    if (u.g >= 0) aliases[u.g].push(i);
  });
  const count = n => n.toLocaleString('en');

  function element(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
    e.append(...children);
    return e;
  }
  const bdi = text => element('bdi', null, text);
  const muted = text => element('span', {class: 'muted'}, text);

  // address is the fragment of the page with a URL open; null is none.
  function address(url) {
    const now = new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');
    if (url === null) now.delete('url'); else now.set('url', url);
    return '#' + now;
  }

  const opener = i => element('a', {href: address(urls[i].u)}, bdi(urls[i].t || urls[i].u));
  function named(i) {
    const u = urls[i];
    return u.t ? [opener(i), ' ', element('span', {class: 'below'}, bdi(u.u))] : [opener(i)];
  }

  // written says where links stand and how they are written.
  function written([, links, place, ...texts]) {
    const said = [links > 1 ? count(links) + ' links' : '', data.places[place], ...texts.map(t => `“${data.texts[t]}”`)];
    return muted(said.filter(Boolean).join(', '));
  }

  // list shows the first items, and all when asked.
  function list(items, make, first = 50) {
    const ul = element('ul', null, ...items.slice(0, first).map(make));
    if (items.length <= first) return ul;
    const more = element('button', {type: 'button'}, `Show ${count(items.length - first)} more`);
    more.addEventListener('click', () => {
      const next = items.slice(first).map(make);
      more.parentNode.remove();
      ul.append(...next);
      next[0].querySelector('a, button')?.focus();
    });
    ul.append(element('li', null, more));
    return ul;
  }

  const linked = l => element('li', null, ...named(l[0]), ' ', written(l));

  function section(title, total, items, make) {
    if (!total && !items.length) return [];
    const cut = total > items.length ? [element('p', {class: 'note'}, `${count(items.length)} of them are in this report.`)] : [];
    return [element('h3', null, `${title}: ${count(Math.max(total, items.length))}`), ...cut, ...(items.length ? [list(items, make)] : [])];
  }

  // path is a shortest one from the start page, as a list; what links there is written on each step.
  function path(i) {
    const steps = [];
    for (let k = i, n = 0; k >= 0 && n <= urls.length; k = urls[k].b, n++) steps.unshift(k);
    if (urls[i].id !== 1 && urls[steps[0]].id !== 1) {
      return [element('p', null, 'No links lead here from the start page' + (data.incomplete ? ', as far as the crawl went.' : '.'))];
    }
    return [element('ol', null, ...steps.map((k, n) => {
      const link = n && ((urls[k].k || into[k]).find(l => l[0] === steps[n - 1]));
      return element('li', null, ...named(k), ...(link ? [' ', written(link)] : []));
    }))];
  }

  function facts(u) {
    const rows = u.s ? [['State', `${u.s}: ${data.states[u.s] || ''}`], ['Reason', u.w], ['Status', u.c && String(u.c)]] : [];
    if (u.g >= 0) rows.push(['Its page', opener(u.g)]);
    if (u.d >= 0) rows.push(['Depth', String(u.d)]);
    (u.m || []).forEach(([value, rank], k) => rows.push([data.measures[k], `${value}, rank ${count(Number(rank))}`]));
    rows.push(...(u.f || []));
    return element('table', null, element('tbody', null, ...rows.filter(([, value]) => value).map(([name, value]) =>
      element('tr', null, element('th', {scope: 'row'}, name), element('td', null, typeof value === 'string' ? bdi(value) : value)))));
  }

  function show(i) {
    const u = urls[i], close = element('button', {type: 'button', class: 'close'}, 'Close');
    close.addEventListener('click', () => dialog.close());
    const web = /^https?:/.test(u.u) ? [element('p', null, element('a', {href: u.u, rel: 'noreferrer nofollow', target: '_blank', class: 'web'}, 'Open it on the web'))] : [];
    const links = u.id ? into[i] : u.k || [];
    const notes = [data.incomplete, data.unkept, data.note].filter(Boolean);
    const content = element('div', null, close,
      element('h2', {id: 'url-title', tabindex: '-1'}, bdi(u.t || u.u)), ...(u.t ? [element('p', null, bdi(u.u))] : []), ...web, facts(u),
      ...section('Problems', 0, u.e || [], ([severity, kind, detail]) => element('li', null, `${severity}: ${kind} `, muted(bdi(detail)))),
      element('h3', null, 'A shortest path from the start page'), ...path(i),
      ...section('Pages that link here', u.i || 0, links, linked),
      ...section('Pages linked from here', u.o || 0, u.l || [], linked),
      ...section('Redirects and duplicates of it', 0, aliases[i], k => element('li', null, ...named(k), ' ', muted(urls[k].s))),
      ...notes.map(text => element('p', {class: 'note'}, text)));
    dialog.replaceChildren(content);
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
    document.getElementById('url-title').focus();
  }

  // follow shows what the address says.
  function follow() {
    const wanted = new URLSearchParams(location.hash.slice(1)).get('url'), i = at.get(wanted);
    if (i !== undefined) show(i);
    else if (dialog.open) dialog.close();
  }

  document.addEventListener('click', event => {
    const a = event.target.closest('a[href]');
    if (!a || a.matches('.web') || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const url = a.getAttribute('href');
    if (!at.has(url)) return;
    event.preventDefault();
    location.hash = address(url);
  });
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener('close', () => {
    if (new URLSearchParams(location.hash.slice(1)).has('url')) history.pushState(null, '', address(null));
  });
  addEventListener('hashchange', follow);
  follow();

  const pages = urls.filter(u => u.id).length, start = urls.find(u => u.id === 1);
  const out = urls.map(u => (u.l || []).map(([to, , place]) => [to, data.places[place] === 'main']));
  urls.forEach((u, i) => (u.k || []).forEach(([from]) => out[from].push([i, false])));
  const robot = name => Object.entries(data.robots || {}).find(([known]) => known.toLowerCase() === name.toLowerCase());
  const host = start && new URL(start.u).host.replace(/[^0-9A-Za-z.-]/g, '_');
  if (start) siteAsk(document.querySelector('header'), {
    name: host,
    open: url => url,
    load: () => ({
      folder: (location.pathname.match(/([^/]+)\.report\.html$/) || [, host])[1],
      pages, urls, home: urls.indexOf(start), out, places: urls.some(u => u.l?.some(l => data.places[l[2]])),
      partial: data.note, note: data.incomplete,
    }),
    orphans: () => data.orphans || 'This report does not know: the crawl read no sitemap.',
    reach: name => robot(name)?.[1].map(i => urls[i].u) ||
      `This report does not know what ${name} reaches${data.robots ? `, only ${Object.keys(data.robots).join(', ')}` : ''}: [report] robots names robots.`,
  });
})();
