// The tables of problems can be filtered and saved. Without this script they are plain tables. The address keeps the
// filter, #find=words, and names the kind that is open, #problem-broken-link.
(() => {
  const section = document.getElementById('problems');
  const folds = section ? [...section.querySelectorAll(':scope > details')].filter(fold => fold.querySelector('tbody')) : [];
  if (!folds.length) return;
  const tools = document.createElement('p'), find = document.createElement('input'), save = document.createElement('button');
  const found = document.createElement('span');
  tools.className = 'tools';
  find.type = 'search';
  find.placeholder = 'Filter by kind, URL or page';
  find.setAttribute('aria-label', 'Filter the problems');
  found.setAttribute('role', 'status');
  save.type = 'button';
  save.textContent = 'Download these rows';
  tools.append(find, save, found);
  folds[0].before(tools);
  const rows = folds.flatMap(fold => [...fold.querySelectorAll('tbody tr')].map(row => {
    const kind = fold.querySelector('summary').textContent;
    return {fold, row, kind, text: (kind + ' ' + row.textContent).toLowerCase()};
  }));

  function filter() {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean), seen = new Set();
    let shown = 0;
    for (const r of rows) {
      r.row.hidden = !words.every(word => r.text.includes(word));
      if (!r.row.hidden) { seen.add(r.fold); shown++; }
    }
    for (const fold of folds) {
      fold.hidden = words.length > 0 && !seen.has(fold);
      if (words.length) fold.open = seen.has(fold);
    }
    save.disabled = !shown;
    found.textContent = words.length ? `${shown.toLocaleString('en')} of the ${rows.length.toLocaleString('en')} rows shown here` : '';
  }

  // parameters are those in the address.
  const parameters = () => new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');
  function keep() {
    const now = parameters();
    if (find.value) now.set('find', find.value); else now.delete('find');
    history.replaceState(null, '', '#' + now);
  }
  // follow does what the address says.
  function follow() {
    const fold = folds.find(f => f.id && location.hash === '#' + f.id), words = parameters().get('find') || '';
    if (fold) {
      fold.open = true;
      fold.scrollIntoView();
    }
    if (fold || words === find.value) return;
    find.value = words;
    filter();
    if (words) section.scrollIntoView();
  }

  // cell quotes a text (RFC 4180), and keeps a spreadsheet from taking it for a formula.
  const cell = text => '"' + text.replace(/^(?='*[=+\-@\t\r])|(?<=[;\t])(?=['"]*[=+\-@])/g, "'").replaceAll('"', '""') + '"';
  function text(td) {
    return [...td.childNodes].map(node => node.textContent.trim()).filter(Boolean).join(' ');
  }
  function download() {
    const heads = folds.map(fold => [...fold.querySelectorAll('thead th')].map(th => th.textContent));
    const columns = [...new Set(heads.flat())];
    const line = r => {
      const own = heads[folds.indexOf(r.fold)];
      return [r.kind, ...columns.map(name => own.includes(name) ? text(r.row.cells[own.indexOf(name)]) : '')];
    };
    const lines = [['problem', ...columns], ...rows.filter(r => !r.row.hidden).map(line)].map(all => all.map(cell).join(','));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['\ufeff' + lines.join('\r\n') + '\r\n'], {type: 'text/csv'}));
    link.download = 'problems-shown.csv';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  find.addEventListener('input', () => { filter(); keep(); });
  addEventListener('hashchange', follow);
  follow();
  save.addEventListener('click', download);
})();
