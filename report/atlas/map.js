// The live part of the map. Titles and addresses come from the web: they reach
// the page as text only, never as markup.
//
// siteMap makes the map of an element live. last is what now() of an earlier map of the same site gave: what was chosen
// and looked at stays, pages move from where they were, and new ones are marked. siteMap.shown is what the page has.
function siteMap(root, last) {
'use strict';
if (!root) return null;

// ---- the data ----

// numbers reads varints out of base64.
function numbers(text) {
  const bytes = Uint8Array.from(atob(text || ''), c => c.charCodeAt(0));
  const all = [];
  for (let i = 0; i < bytes.length;) {
    let n = 0, scale = 1, b;
    do { b = bytes[i++]; n += (b & 127) * scale; scale *= 128; } while (b > 127);
    all.push(n);
  }
  return all;
}

// texts unfolds what begins and ends like the text before it.
function texts(folded) {
  const like = numbers(folded.like);
  let last = '';
  return (folded.own || []).map((own, i) => {
    const tail = like[2 * i + 1];
    last = last.slice(0, like[2 * i]) + own + (tail ? last.slice(-tail) : '');
    return last;
  });
}

// steps turns differences into sums.
function steps(list) {
  let sum = 0;
  return list.map(n => sum += n);
}

function unpackArcs(list, pages) {
  const out = [], into = Array.from({length: pages}, () => []);
  for (let i = 0, k = 0; i < pages; i++) {
    const targets = [];
    for (let n = list[k++], t = 0; n > 0; n--) {
      t += list[k++];
      targets.push(t);
      into[t].push(i);
    }
    out.push(targets);
  }
  return {out, into};
}

const raw = JSON.parse(document.getElementById('sm-data').textContent);
if (!raw) return null;
const pages = raw.pages, titles = texts(raw.titles), urls = texts(raw.urls), links = numbers(raw.links);
const index = steps(numbers(raw.index)), levels = numbers(raw.levels), weight = numbers(raw.weight);
const inDegree = numbers(raw.in), outDegree = numbers(raw.out);
const {out, into} = unpackArcs(numbers(raw.arcs), pages);
// short is a title without what most titles of the site, or of the part that the page is in, begin or end with.
const strip = (title, head, tail) => {
  if (tail && title.endsWith(tail)) title = title.slice(0, -tail.length) || title;
  if (head && title.startsWith(head)) title = title.slice(head.length) || title;
  return title;
};
const short = titles.map(t => strip(t, raw.head, raw.tail));
function shorten(members) {
  const tails = new Map(), heads = new Map(), add = (map, text) => map.set(text, (map.get(text) || 0) + 1);
  for (const i of members) {
    const cuts = [...short[i].matchAll(/ (?:[—–|·•»«-]|::) /g)], first = cuts[0], last = cuts[cuts.length - 1];
    if (last) add(tails, short[i].slice(last.index));
    if (first) add(heads, short[i].slice(0, first.index + first[0].length));
  }
  const shared = map => [...map].find(([, n]) => n > members.length / 3 && n > 4)?.[0];
  const head = shared(heads), tail = shared(tails);
  for (const i of members) short[i] = strip(short[i], head, tail);
}
const byPart = [];
numbers(raw.views[0]?.of).forEach((part, i) => (byPart[part] ||= []).push(i));
byPart.forEach(members => shorten(members));
const brief = i => short[i].length > 32 ? short[i].slice(0, 30) + '…' : short[i];
const times = new Map(); // of each title
for (const t of short) times.set(t, (times.get(t) || 0) + 1);
// path tells pages of one title apart.
const path = i => times.get(short[i]) > 1 ? urls[i].replace(/^[a-z]+:\/\/[^/]*/, '') : '';
const heavy = (a, b) => weight[b] - weight[a] || a - b;
const count = n => n.toLocaleString('en');
const things = (n, noun) => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

// ---- small parts of the page ----

const SVG = 'http://www.w3.org/2000/svg';

function element(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'onclick') e.addEventListener('click', value);
    else e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

function shape(name, attributes) {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}

const bdi = text => element('bdi', {}, text);
const button = (attributes, ...children) => element('button', {type: 'button', ...attributes}, ...children);
const bar = root.querySelector('.sm-bar'), side = root.querySelector('.sm-side');
const card = root.querySelector('.sm-card'), hint = root.querySelector('.sm-hint');
const calm = matchMedia('(prefers-reduced-motion:reduce)');

// ---- the views ----

// beside is where a name is written: right of a page, below, above or in the middle of a bubble.
const beside = ({page, side}, x, y, r) => page ? [x + r + 3, y] : [x, y + side * (r + 10)];

const golden = Math.PI * (3 - Math.sqrt(5));

class View {
  constructor(data, number) {
    Object.assign(this, data);
    this.number = number;
    this.of = numbers(data.of);
    this.nth = numbers(data.nth);
    this.section = document.getElementById('sm-' + number);
    this.tab = document.getElementById('sm-' + number + '-tab');
    this.stage = this.section.querySelector('.sm-stage');
    this.svg = this.section.querySelector('.sm-pic');
    this.world = this.svg.querySelector('.world');
    this.over = this.svg.querySelector('.over');
    this.top = this.svg.querySelector('.top');
    this.dotted = [...this.svg.querySelectorAll('.dots path')];
    this.circles = [...this.svg.querySelectorAll('.nodes circle')];
    this.lines = [...this.svg.querySelectorAll('.flows path')];
    this.bubbles = this.nth.length > 0;
    this.members = this.parts.map(() => []);
    this.of.forEach((part, i) => this.members[part].push(i));
    this.k = 1; this.x = 0; this.y = 0;
    this.labels = new Map([...this.svg.querySelectorAll('.labels text')].map(text => [+text.dataset.of, text]));
    this.place();
    if (this.bubbles) {
      this.order = this.of.map((part, i) => i).sort(heavy);
      this.canvas = element('canvas', {class: 'sm-dots', 'aria-hidden': 'true'});
      this.svg.after(this.canvas);
      this.widths = this.lines.map(line => +line.getAttribute('stroke-width'));
      return;
    }
    this.radii = this.circles.map(c => +c.getAttribute('r'));
    this.names = [...this.svg.querySelectorAll('.labels text[data-off]')].map(text => {
      const [ox, oy] = text.dataset.off.split(' ').map(Number);
      return {text, x: +text.getAttribute('x'), y: +text.getAttribute('y'), ox, oy};
    });
  }

  // place finds where the pages lie, as they are drawn.
  place() {
    this.px = new Float32Array(pages);
    this.py = new Float32Array(pages);
    this.pr = new Float32Array(pages);
    for (let i = 0; i < pages; i++) {
      if (!this.bubbles) {
        const c = this.circles[index[i]];
        this.px[i] = +c.getAttribute('cx');
        this.py[i] = +c.getAttribute('cy');
        this.pr[i] = +c.getAttribute('r');
        continue;
      }
      const p = this.parts[this.of[i]], r = p.r * 0.94 * Math.sqrt((this.nth[i] + 0.5) / p.pages);
      this.px[i] = p.x + r * Math.sin(this.nth[i] * golden);
      this.py[i] = p.y - r * Math.cos(this.nth[i] * golden);
      this.pr[i] = Math.max(0.8, Math.min(4.5, p.r * 0.4 / Math.sqrt(p.pages)));
    }
  }

  // grown is the size of a dot beside that in the whole picture.
  get grown() { return this.bubbles ? 1 : this.k ** -0.6; }

  // unit is the length of a pixel, in the picture as it is zoomed.
  get unit() { return this.width / (this.svg.clientWidth || this.width) / this.k; }

  // show puts the world where it belongs. Dots and lines grow less than the
  // distances between them, so that zooming makes room.
  show() {
    const k = this.k, edge = (size, at) => Math.min(size * 0.5, Math.max(size * 0.5 - size * k, at));
    this.x = k === 1 ? 0 : edge(this.width, this.x);
    this.y = k === 1 ? 0 : edge(this.height, this.y);
    this.world.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${k})`);
    const size = Math.min(12.5 * this.unit, raw.tiers[0] / k);
    this.paint();
    if (this.shown === k && this.size === size) return;
    this.shown = k;
    this.size = size;
    this.stage.classList.toggle('sm-deep', k > 1);
    this.svg.style.setProperty('--sm-text', size + 'px');
    this.svg.style.setProperty('--sm-thin', String(k ** -0.75));
    let tier = 0;
    while (tier + 1 < raw.tiers.length && raw.tiers[tier + 1] >= size * 0.93) tier++;
    this.svg.setAttribute('data-tier', tier);
    if (this.bubbles) this.lines.forEach((line, i) => line.setAttribute('stroke-width', this.widths[i] * k ** -0.7));
    else this.resize();
    if (view === this) mark();
  }

  // resize makes the dots smaller, and moves the labels after them.
  resize() {
    const gone = 1 - this.grown;
    this.circles.forEach((c, i) => c.setAttribute('r', this.radii[i] * this.grown));
    for (const n of this.names) {
      n.text.setAttribute('x', n.x - n.ox * gone);
      n.text.setAttribute('y', n.y - n.oy * gone);
    }
  }

  // paint draws the pages in their bubbles, as many as there are, once a frame. Names come as soon as one zooms. They are
  // chosen when the picture rests, since that takes longer than a frame.
  paint() {
    if (!this.canvas) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.named = this.roomy();
      this.draw();
    }, 100);
    this.painting ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.painting);
    this.painting = 0;
    const wide = this.svg.clientWidth, dense = devicePixelRatio || 1;
    if (!wide) return;
    const at = this.svg.getBoundingClientRect(), box = this.stage.getBoundingClientRect();
    Object.assign(this.canvas, {width: at.width * dense, height: at.height * dense});
    Object.assign(this.canvas.style, {left: at.left - box.left + 'px', top: at.top - box.top + 'px', width: at.width + 'px', height: at.height + 'px'});
    const pen = this.canvas.getContext('2d'), style = getComputedStyle(root), picked = this.svg.classList.contains('sm-picked');
    if (!this.dots) this.drawDots(pen, wide / this.width * dense, style, picked);
    pen.scale(dense, dense);
    Object.assign(pen, {font: `12.5px ${style.fontFamily}`, textBaseline: 'middle', lineWidth: 3, lineJoin: 'round', globalAlpha: picked ? 0.4 : 1,
      fillStyle: style.getPropertyValue('--sm-ink'), strokeStyle: style.getPropertyValue('--sm-paper')});
    for (const name of this.named || []) {
      const [x, y, r] = this.spot(name), [left, middle] = beside(name, x, y, r);
      if (name.page && r < 2) continue;
      pen.textAlign = name.page ? 'start' : 'center';
      pen.strokeText(name.text, left, middle);
      pen.fillText(name.text, left, middle);
    }
  }

  // drawDots writes small dots as pixels, which is far quicker than to draw them.
  drawDots(pen, scale, style, picked) {
    const {width, height} = this.canvas, image = pen.createImageData(width, height), pixels = new Uint32Array(image.data.buffer);
    const zoom = this.k * scale, left = this.x * scale, top = this.y * scale, large = [];
    this.members.forEach((members, part) => {
      pen.fillStyle = style.getPropertyValue('--sm-' + this.parts[part].hue);
      const bright = picked && !this.circles[part].classList.contains('on') ? 64 : 217, rgb = parseInt(pen.fillStyle.slice(1), 16);
      for (const i of members) {
        const x = this.px[i] * zoom + left, y = this.py[i] * zoom + top, r = this.pr[i] * zoom, alpha = kept[i] ? bright : 24;
        if (x < -r || y < -r || x > width + r || y > height + r) continue;
        if (r >= 1.5) {
          large.push([x, y, r, pen.fillStyle, alpha / 255]);
          continue;
        }
        const ink = (alpha << 24 | (rgb & 255) << 16 | rgb & 0xff00 | rgb >> 16) >>> 0;
        const side = Math.max(1, Math.round(2 * r)), x0 = Math.max(0, Math.round(x - r)), y0 = Math.max(0, Math.round(y - r));
        for (let row = y0; row < Math.min(height, y0 + side); row++) pixels.fill(ink, row * width + x0, row * width + Math.min(width, x0 + side));
      }
    });
    pen.putImageData(image, 0, 0);
    for (const [x, y, r, colour, alpha] of large) {
      pen.fillStyle = colour;
      pen.globalAlpha = alpha;
      pen.beginPath();
      pen.arc(x, y, r, 0, 7);
      pen.fill();
    }
  }

  // spot is where something is drawn, and its radius, in pixels of the picture.
  spot({x, y, r}) {
    const scale = this.svg.clientWidth / this.width;
    return [(x * this.k + this.x) * scale, (y * this.k + this.y) * scale, r * this.k * scale];
  }

  // roomy returns the names for which there is room: of bubbles without a name, and when one has zoomed, of the heaviest
  // pages in sight.
  roomy() {
    const all = [], box = this.svg.getBoundingClientRect(), pen = this.canvas.getContext('2d'), most = 70;
    if (!box.width) return all;
    const labels = [...this.labels.values()].map(text => text.getBoundingClientRect());
    const taken = labels.filter(r => r.width).map(r => [r.left - box.left, r.top - box.top, r.right - box.left, r.bottom - box.top]);
    const take = name => {
      const [x, y, r] = this.spot(name), [left, middle] = beside(name, x, y, r), wide = pen.measureText(name.text).width;
      const from = name.page ? left : left - wide / 2, room = [from, middle - 7, from + wide, middle + 8];
      if (x < 0 || y < 0 || x > box.width || y > box.height || name.page && r < 2) return false;
      if (!name.page && (room[0] < 0 || room[2] > box.width)) return false;
      if (taken.some(t => t[0] < room[2] + 4 && room[0] < t[2] + 4 && t[1] < room[3] + 3 && room[1] < t[3] + 3)) return false;
      taken.push(room);
      all.push(name);
      return true;
    };
    this.parts.forEach(({label, x, y, r}, part) => {
      if (this.labels.get(part)?.getBoundingClientRect().width) return;
      const end = label.split('/').filter(Boolean).pop() || label; // of a folder
      [label, '…/' + end].some(text => [1, -1, 0].some(side => take({text, x, y, r, side})));
    });
    if (this.k > 1.3) this.order.some(i => {
      if (kept[i]) take({text: brief(i), x: this.px[i], y: this.py[i], r: this.pr[i], page: true});
      return all.length >= most;
    });
    return all;
  }

  // sift dims what the filter leaves out.
  sift(some) {
    const stays = new Set();
    for (let i = 0; i < pages; i++) if (kept[i]) stays.add(this.bubbles ? this.of[i] : index[i]);
    this.svg.classList.toggle('sm-sifted', some);
    this.circles.forEach((c, k) => c.classList.toggle('off', !stays.has(k)));
    this.labels.forEach((text, k) => text.classList.toggle('off', !stays.has(k)));
    this.paint();
  }

  // glide goes to another part of the picture in a quarter of a second, or at
  // once if that is wished for.
  glide(k, x, y) {
    cancelAnimationFrame(this.frame);
    this.goal = [k, x, y];
    const from = [this.k, this.x, this.y], start = performance.now();
    const frame = now => {
      const t = calm.matches || document.hidden ? 1 : Math.min(1, Math.max(0, now - start) / 250), s = t * (2 - t);
      this.k = from[0] * (k / from[0]) ** s;
      const part = k === from[0] ? s : (this.k - from[0]) / (k - from[0]); // a fixed point stays one
      if (t === 1) this.k = k;
      this.x = from[1] + (x - from[1]) * part;
      this.y = from[2] + (y - from[2]) * part;
      this.show();
      if (t < 1) this.frame = requestAnimationFrame(frame);
      else this.goal = null;
    };
    frame(start);
  }

  // stop ends a glide where it is.
  stop() {
    cancelAnimationFrame(this.frame);
    this.goal = null;
  }

  // zoom keeps the point (x, y) of the svg where it is.
  zoom(factor, x, y) {
    this.stop();
    const k = Math.min(24, Math.max(1, this.k * factor));
    this.x = x - (x - this.x) * k / this.k;
    this.y = y - (y - this.y) * k / this.k;
    this.k = k;
    this.show();
  }

  // step zooms at the chosen page, or at the bubble nearest to the middle, or in the middle, from where a glide under way
  // will end.
  step(factor) {
    const [k, x, y] = this.goal || [this.k, this.x, this.y];
    const next = Math.min(24, Math.max(1, k * factor));
    let cx = this.width / 2, cy = this.height / 2;
    if (chosen && chosen.page !== undefined) {
      cx = this.px[chosen.page] * k + x;
      cy = this.py[chosen.page] * k + y;
    } else if (this.bubbles) {
      const away = p => Math.hypot(p.x * k + x - cx, p.y * k + y - cy) - p.r * k;
      const near = this.parts.reduce((a, b) => away(b) < away(a) ? b : a);
      if (away(near) > 0) [cx, cy] = [near.x * k + x, near.y * k + y];
    }
    this.glide(next, cx - (cx - x) * next / k, cy - (cy - y) * next / k);
  }

  whole() { this.glide(1, 0, 0); }

  move(dx, dy) {
    this.stop();
    this.x += dx;
    this.y += dy;
    this.show();
  }

  // reveal moves a page into sight if it is not.
  reveal(i) {
    const x = this.px[i] * this.k + this.x, y = this.py[i] * this.k + this.y;
    const inside = (at, size) => at > size * 0.06 && at < size * 0.94;
    if (!inside(x, this.width) || !inside(y, this.height)) {
      this.glide(this.k, this.x + this.width / 2 - x, this.y + this.height / 2 - y);
    }
  }

  // light takes a dot or a bubble out of what is dimmed, with its label.
  light(number) {
    this.circles[number].classList.add('on');
    this.labels.get(number)?.classList.add('on');
    if (this.dots) this.dotted[number].classList.add('on');
  }

  // at returns an event's place in the svg's own units.
  at(event) {
    const box = this.svg.getBoundingClientRect();
    return [(event.clientX - box.left) * this.width / box.width, (event.clientY - box.top) * this.height / box.height];
  }

  // under returns the page, or else the part, at a place of the svg.
  under([x, y]) {
    const wx = (x - this.x) / this.k, wy = (y - this.y) / this.k, reach = 9 * this.unit;
    let best = -1, least = Infinity;
    if (!this.bubbles || this.dots || this.k > 1) {
      for (let i = 0; i < pages; i++) {
        const d = Math.hypot(this.px[i] - wx, this.py[i] - wy) - this.pr[i] * this.grown;
        if (d < reach && d < least) { least = d; best = i; }
      }
    }
    const part = this.bubbles ? this.parts.findIndex(p => Math.hypot(p.x - wx, p.y - wy) <= p.r) : -1;
    // Where dots are too small to be meant, the bubble is.
    if (best >= 0 && (!this.bubbles || this.pr[best] / this.unit > 2.2)) return {page: best};
    return part >= 0 ? {part} : null;
  }
}

let view = null, chosen = null; // chosen is {page} or {part, view}
let ready = false; // whether all is set up
let wanted = {find: '', depth: ''}; // the filter
const kept = new Uint8Array(pages).fill(1); // 1 for pages that the filter keeps
const searched = titles.map((t, i) => t.toLowerCase() + '\n' + urls[i].toLowerCase());
const hasAll = (i, words) => words.every(w => searched[i].includes(w));
const wordsOf = find => find.toLowerCase().split(/\s+/).filter(Boolean);
const views = raw.views.map((v, i) => new View(v, i));
view = views[0];
const before = [];

// ---- what is chosen ----

function same(a, b) {
  return a === b || Boolean(a && b) && a.page === b.page && a.part === b.part && a.view === b.view;
}

function choose(next, back = false) {
  if (next && next.part !== undefined && next.view === undefined) next.view = view.number;
  if (same(next, chosen)) return;
  card.ariaLive = 'polite';
  if (!back && chosen) before.push(chosen);
  if (before.length > 100) before.shift();
  chosen = next;
  if (!next) before.length = 0;
  if (next && next.part !== undefined && next.view !== view.number) open(views[next.view]);
  mark();
  describe();
  keep();
  if (next && next.page !== undefined) view.reveal(next.page);
}

const mostLines = 500;

// mark shows in the picture what is chosen.
function mark() {
  view.paint();
  for (const c of view.svg.querySelectorAll('.on')) c.classList.remove('on');
  view.over.replaceChildren();
  view.top.replaceChildren();
  const some = chosen && (chosen.page !== undefined || chosen.view === view.number);
  view.svg.classList.toggle('sm-picked', Boolean(some));
  for (const b of view.section.querySelectorAll('button.sm-part')) {
    b.setAttribute('aria-pressed', String(Boolean(some) && Number(b.dataset.part) === chosen.part));
  }
  if (!some) return;
  if (chosen.page !== undefined) markPage(chosen.page);
  else markPart(chosen.part);
}

function markPage(page) {
  const lines = {out: '', in: ''}, seen = new Set([page]);
  const draw = (list, kind) => {
    for (const other of [...list].sort(heavy).slice(0, mostLines)) {
      if (other === page) continue;
      seen.add(other);
      lines[kind] += kind === 'out' ? curve(page, other) : curve(other, page);
    }
  };
  draw(into[page], 'in');
  draw(out[page], 'out');
  for (const kind of ['in', 'out']) view.over.append(shape('path', {class: kind, d: lines[kind]}));
  for (const other of seen) {
    if (!view.bubbles) {
      view.light(index[other]);
      continue;
    }
    const part = view.of[other];
    if (!view.circles[part].classList.contains('on')) view.light(part);
    view.over.append(shape('circle', {cx: view.px[other], cy: view.py[other], r: Math.max(2.2 * view.unit, view.pr[other]), fill: `var(--sm-${view.parts[part].hue})`}));
  }
  const r = view.pr[page] * view.grown + 3 * view.unit;
  view.top.append(shape('circle', {cx: view.px[page], cy: view.py[page], r, class: 'sm-here'}));
  const right = view.px[page] < view.width / 2;
  const text = shape('text', {x: view.px[page] + (right ? r : -r), y: view.py[page], dx: right ? '.4em' : '-.4em', dy: '.35em', 'text-anchor': right ? 'start' : 'end'});
  text.textContent = short[page].length > 42 ? short[page].slice(0, 40) + '…' : short[page];
  view.top.append(text);
  if (!view.bubbles) view.labels.get(index[page])?.classList.remove('on'); // it has the bold one now
}

// curve is a line that bends to the left, so that there and back are apart.
function curve(a, b) {
  const x = view.px[a], y = view.py[a], u = view.px[b], v = view.py[b], bend = 0.14;
  const f = n => n.toFixed(1);
  return `M${f(x)} ${f(y)}Q${f((x + u) / 2 + (v - y) * bend)} ${f((y + v) / 2 - (u - x) * bend)} ${f(u)} ${f(v)}`;
}

function markPart(part) {
  if (!view.bubbles) {
    for (const i of view.members[part]) view.light(index[i]);
    return;
  }
  view.light(part);
  view.top.append(shape('circle', {cx: view.parts[part].x, cy: view.parts[part].y, r: view.parts[part].r + 2, class: 'sm-here'}));
  for (const [k, [from, to]] of view.flows.entries()) {
    if (from !== part && to !== part) continue;
    view.light(from === part ? to : from);
    if (k < view.drawn) view.lines[k].classList.add('on');
  }
}

// ---- the card beside the picture ----

function pageButton(i, note) {
  return element('li', {}, button({onclick: () => choose({page: i})}, bdi(short[i]), ...(path(i) ? [' ', element('small', {class: 'sm-path'}, bdi(path(i)))] : []), ...(note ? [element('small', {}, note)] : [])));
}

function partDot(v, part) { return element('i', {class: 'h' + v.parts[part].hue}); }

function partButton(v, part, note) {
  return element('li', {}, button({onclick: () => choose({part, view: v.number})}, partDot(v, part), bdi(v.parts[part].label), element('small', {}, note)));
}

// listOf shows the first items, and all when asked.
function listOf(items, make, first = 60) {
  const ul = element('ul', {class: 'sm-long'}, ...items.slice(0, first).map(make));
  if (items.length > first) {
    const more = element('li', {}, button({onclick: () => {
      more.remove();
      ul.append(...items.slice(first, 5000).map(make));
    }}, `show ${count(Math.min(items.length, 5000) - first)} more`));
    ul.append(more);
  }
  return ul;
}

function sample(kind) { // of the lines in the picture
  const s = shape('svg', {width: 26, height: 8, viewBox: '0 0 26 8', class: 'sm-line', 'aria-hidden': 'true'});
  const g = shape('g', {class: 'over'});
  g.append(shape('path', {class: kind, d: 'M0 4H26'}));
  s.append(g);
  return s;
}

function linked(title, kind, list, total) {
  const others = [...list].sort(heavy);
  const some = total > list.length ? element('p', {}, element('small', {}, `${count(list.length)} of them are in this map.`)) : '';
  return [element('h4', {}, sample(kind), `${title} ${things(total, 'page')}`), some, listOf(others, i => pageButton(i, 'depth ' + levels[i]))];
}

function actions() {
  const all = element('div', {class: 'sm-act'});
  if (before.length) all.append(button({onclick: () => choose(before.pop(), true)}, '← Back'));
  if (chosen) all.append(button({onclick: () => choose(null)}, 'Clear'));
  return all;
}

function describe() {
  hint.textContent = chosen ? '' : 'Select a dot, a bubble or a name, or search for a page by title or URL.';
  if (!chosen) return describeSite();
  if (chosen.page === undefined) return describePart(views[chosen.view], chosen.part);
  const i = chosen.page;
  const opens = root.closest('[data-page]'); // where the page is an object of its own
  const where = opens ? element('a', {href: opens.dataset.page + encodeURIComponent(urls[i])}, urls[i]) : links[i]
    ? element('a', {href: urls[i], rel: 'noreferrer nofollow', target: '_blank'}, urls[i])
    : element('span', {}, urls[i]);
  const parts = views.filter((v, k) => v.parts.length > 1 && views.findIndex(w => w.name === v.name) === k)
    .map(v => partButton(v, v.of[i], v.name));
  card.replaceChildren(
    element('h3', {}, bdi(titles[i])), element('p', {}, where),
    element('p', {}, levels[i] === 0 ? 'The start page (depth 0).' : `Depth ${count(levels[i])}: ${things(levels[i], 'click')} from the start page.`),
    element('ul', {}, ...parts), actions(),
    ...linked('Linked from', 'in', into[i], inDegree[i]),
    ...linked('Links to', 'out', out[i], outDegree[i]));
}

function describePart(v, part) {
  const p = v.parts[part], top = [...v.members[part]].sort(heavy);
  const flows = (from, to) => v.flows.filter(f => f[from] === part).map(f => [f[to], f[2]]);
  const leaving = flows(0, 1), coming = flows(1, 0);
  const show = ([other, arcs]) => partButton(v, other, count(arcs));
  card.replaceChildren(
    element('h3', {}, partDot(v, part), ' ', bdi(p.label)),
    element('p', {}, `${things(p.pages, 'page')}, ${things(p.inside, 'link')} among them.`), actions(),
    element('h4', {}, 'Most important pages'), listOf(top, i => pageButton(i, 'depth ' + levels[i]), 20));
  if (leaving.length) card.append(element('h4', {}, 'Links to'), listOf(leaving, show, 12));
  if (coming.length) card.append(element('h4', {}, 'Linked from'), listOf(coming, show, 12));
}

function describeSite() {
  const top = titles.map((_, i) => i).filter(i => kept[i]).sort(heavy).slice(0, 12);
  card.replaceChildren(element('h3', {}, 'Most important pages'), element('ul', {}, ...top.map(i => pageButton(i, 'depth ' + levels[i]))));
}

// ---- tabs ----

function open(next) {
  view = next;
  for (const v of views) {
    v.section.hidden = v !== view;
    v.tab.setAttribute('aria-selected', String(v === view));
    v.tab.tabIndex = v === view ? 0 : -1;
  }
  view.show();
  mark();
  keep();
}

function setUpTabs() {
  const tabs = bar.querySelector('.sm-tabs');
  tabs.hidden = views.length < 2;
  tabs.addEventListener('keydown', event => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step) return;
    event.preventDefault();
    open(views[(view.number + step + views.length) % views.length]);
    view.tab.focus();
  });
  for (const v of views) {
    v.tab.addEventListener('click', () => open(v));
    v.section.setAttribute('role', 'tabpanel');
    v.section.setAttribute('aria-labelledby', v.tab.id);
  }
}

// ---- search ----

function setUpSearch() {
  const input = document.getElementById('sm-find'), list = document.getElementById('sm-found');
  let found = [], active = -1;

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const take = i => {
    close();
    ask({...wanted, find: ''});
    choose({page: i});
  };
  const move = to => {
    const items = list.querySelectorAll('[role=option]');
    if (!items.length) return;
    active = (to + items.length) % items.length;
    items.forEach((li, k) => li.setAttribute('aria-selected', String(k === active)));
    items[active].scrollIntoView({block: 'nearest'});
    input.setAttribute('aria-activedescendant', items[active].id);
  };
  const search = () => {
    const words = wordsOf(input.value);
    sift({...wanted, find: input.value});
    if (!words.length) return close();
    const hits = [];
    for (let i = 0; i < pages; i++) {
      if (!hasAll(i, words)) continue;
      const end = searched[i].indexOf('\n'), at = searched[i].indexOf(words[0]);
      hits.push([at === 0 ? 0 : at < end ? 1 : 2, i]);
    }
    hits.sort((a, b) => a[0] - b[0] || heavy(a[1], b[1]));
    found = hits.slice(0, 40).map(h => h[1]);
    list.replaceChildren(...found.map((i, k) => {
      const li = element('li', {role: 'option', id: 'sm-found-' + k, 'aria-selected': 'false', onclick: () => take(i)}, bdi(titles[i]), element('small', {}, urls[i]));
      li.addEventListener('pointerdown', event => event.preventDefault()); // keeps the focus
      return li;
    }));
    if (!found.length) list.append(element('li', {role: 'presentation'}, 'No page found.'));
    list.hidden = false;
    active = -1;
    input.setAttribute('aria-expanded', 'true');
    input.removeAttribute('aria-activedescendant');
    hint.textContent = things(hits.length, 'page') + ' found.';
  };
  input.addEventListener('input', search);
  input.addEventListener('focus', search);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', event => {
    switch (event.key) {
      case 'ArrowDown': move(active + 1); break;
      case 'ArrowUp': move(active < 0 ? -1 : active - 1); break;
      case 'Enter': if (found.length && !list.hidden) take(found[Math.max(active, 0)]); break;
      case 'Escape': if (list.hidden) sift({...wanted, find: input.value = ''}); close(); break;
      default: return;
    }
    event.preventDefault();
  });
}

// ---- the filter ----

// sift dims the pages that lack one of the words or have another depth.
function sift(next) {
  if (next.find === wanted.find && next.depth === wanted.depth) return;
  wanted = next;
  const words = wordsOf(next.find), {depth} = next;
  for (let i = 0; i < pages; i++) kept[i] = (depth === '' || levels[i] === +depth) && hasAll(i, words);
  for (const v of views) v.sift(words.length > 0 || depth !== '');
  if (!chosen) describe();
  keep();
}

// ask is like sift, and fills the fields.
function ask(next) {
  document.getElementById('sm-find').value = next.find;
  document.getElementById('sm-depth').value = next.depth;
  sift(next);
}

function setUpDepth() {
  const select = document.getElementById('sm-depth');
  for (const depth of [...new Set(levels)].sort((a, b) => a - b)) select.append(element('option', {value: depth}, 'Depth ' + depth));
  select.addEventListener('change', () => {
    sift({...wanted, depth: select.value});
    hint.textContent = things(kept.reduce((a, b) => a + b, 0), 'page') + ' found.';
  });
}

// address returns the parameters in the page's address. Those of the map begin with "map".
const address = () => new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');

// state returns the parameters for the picture, the filter and what is chosen.
function state() {
  const page = chosen?.page;
  return {'map': view.number ? view.tab.textContent : '', 'map-find': wanted.find.trim(), 'map-depth': wanted.depth,
    'map-page': page === undefined ? '' : urls[page], 'map-part': chosen && page === undefined ? views[chosen.view].parts[chosen.part].label : ''};
}

// keep writes the address, so that a link or a bookmark leads to the same picture.
function keep() {
  if (!ready) return;
  const now = address();
  for (const [key, value] of Object.entries(state())) if (value) now.set(key, value); else now.delete(key);
  history.replaceState(null, '', now.size ? '#' + now : location.pathname + location.search);
}

// follow does what the address says.
function follow() {
  const now = address(), get = key => now.get('map-' + key) || '';
  if (!root.isConnected || Object.entries(state()).every(([key, value]) => value === (now.get(key) || '').trim())) return;
  open(views.find(v => v.tab.textContent === now.get('map')) || views[0]);
  ask({find: get('find'), depth: get('depth')});
  const page = urls.indexOf(get('page')), part = view.parts.findIndex(p => p.label === get('part'));
  choose(page >= 0 ? {page} : part >= 0 ? {part} : null);
  root.scrollIntoView();
}

// ---- zooming, moving, pointing ----

// fullScreen shows the map alone on the screen, or with the page again.
function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.getElementById('sm').requestFullscreen();
}

function setUpStage(v) {
  const stage = v.stage, pointers = new Map();
  let moved = 0;
  stage.tabIndex = 0;
  stage.setAttribute('role', 'group');
  stage.setAttribute('aria-label', 'Map. Plus and minus zoom, arrow keys move, 0 shows all, Escape clears the selection.');
  const tool = (text, label, act) => button({'aria-label': label, title: label, onclick: act}, text);
  stage.append(element('div', {class: 'sm-zoom'},
    tool('+', 'Zoom in', () => v.step(1.6)),
    tool('−', 'Zoom out', () => v.step(1 / 1.6)),
    tool('⤢', 'Show all', () => v.whole()),
    ...(document.fullscreenEnabled ? [tool('□', 'Full screen', fullScreen)] : [])));
  v.svg.style.setProperty('--sm-ratio', v.width / v.height);
  const tip = element('div', {class: 'sm-tip', hidden: ''});
  stage.append(tip);

  stage.addEventListener('keydown', event => {
    const step = 60, keys = {
      '+': () => v.step(1.4), '=': () => v.step(1.4),
      '-': () => v.step(1 / 1.4), '0': () => v.whole(), Escape: () => choose(null),
      ArrowLeft: () => v.move(step, 0), ArrowRight: () => v.move(-step, 0), ArrowUp: () => v.move(0, step), ArrowDown: () => v.move(0, -step),
    };
    if (event.target !== stage || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    if (event.key.startsWith('Arrow') && v.k === 1) return; // the page scrolls
    event.preventDefault();
    keys[event.key]();
  });

  // The wheel scrolls the page unless it is meant for the map: the map has
  // the focus, or Ctrl is held, which is also what a pinched touchpad sends.
  stage.addEventListener('wheel', event => {
    if (!event.ctrlKey && !event.metaKey && !stage.contains(document.activeElement)) {
      if (!chosen) hint.textContent = 'Click the map, or hold Ctrl, to zoom with the wheel.';
      return;
    }
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    v.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) * 0.0035), ...v.at(event));
  }, {passive: false});

  stage.addEventListener('pointerdown', event => {
    if (event.button || event.target.closest('button')) return;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    moved = pointers.size > 1 ? 99 : 0;
    tip.hidden = true;
  });
  stage.addEventListener('pointermove', event => {
    const last = pointers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === 'mouse') point(event);
      return;
    }
    const now = [event.clientX, event.clientY], scale = v.width / v.svg.clientWidth;
    const other = [...pointers].find(([id]) => id !== event.pointerId);
    moved += Math.hypot(now[0] - last[0], now[1] - last[1]);
    if (moved > 5 && !stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId);
    if (other) {
      const span = p => Math.max(10, Math.hypot(p[0] - other[1][0], p[1] - other[1][1]));
      v.zoom(span(now) / span(last), ...v.at({clientX: (now[0] + other[1][0]) / 2, clientY: (now[1] + other[1][1]) / 2}));
      v.move((now[0] - last[0]) / 2 * scale, (now[1] - last[1]) / 2 * scale);
    } else if (moved > 5 && v.k > 1) {
      stage.classList.add('sm-drag');
      v.move((now[0] - last[0]) * scale, (now[1] - last[1]) * scale);
    }
    pointers.set(event.pointerId, now);
  });
  const up = event => {
    if (!pointers.delete(event.pointerId)) return;
    stage.classList.remove('sm-drag');
    if (event.type === 'pointerup' && moved <= 5) choose(v.under(v.at(event)));
  };
  stage.addEventListener('pointerup', up);
  stage.addEventListener('pointercancel', up);
  stage.addEventListener('pointerleave', () => { tip.hidden = true; });

  // point says what is under the mouse.
  function point(event) {
    const what = event.target.closest('.sm-zoom') ? null : v.under(v.at(event));
    stage.classList.toggle('sm-near', Boolean(what));
    tip.hidden = !what;
    if (!what) return;
    if (what.page !== undefined) {
      tip.replaceChildren(bdi(short[what.page]), element('small', {}, `depth ${levels[what.page]}, linked from ${count(inDegree[what.page])}, links to ${count(outDegree[what.page])}`));
    } else {
      tip.replaceChildren(bdi(v.parts[what.part].label), element('small', {}, things(v.parts[what.part].pages, 'page')));
    }
    const box = stage.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    tip.style.left = Math.max(0, Math.min(x + 14, box.width - tip.offsetWidth - 2)) + 'px';
    tip.style.top = (y + 18 + tip.offsetHeight > box.height ? y - tip.offsetHeight - 10 : y + 18) + 'px';
  }
}

// setUpLegend makes the names of the parts buttons.
function setUpLegend(v) {
  v.section.querySelectorAll('span.sm-part').forEach((span, part) => {
    const b = button({class: 'sm-part', 'data-part': part, 'aria-pressed': 'false', onclick: () => {
      choose(chosen && chosen.part === part && chosen.view === v.number ? null : {part, view: v.number});
    }});
    b.append(...span.childNodes);
    span.replaceWith(b);
  });
}

// ---- a map drawn anew ----

// now is what is chosen and looked at, and where the pages are.
function now() {
  const [k, x, y] = view.goal || [view.k, view.x, view.y];
  const choice = !chosen ? null : chosen.page !== undefined ? {url: urls[chosen.page]}
    : {view: chosen.view, label: views[chosen.view].parts[chosen.part].label};
  const rings = views.find(v => !v.bubbles);
  const places = new Map(rings ? urls.map((u, i) => [u, [rings.px[i], rings.py[i]]]) : []);
  return {tab: view.tab.textContent, k, x, y, choice, places, wanted, focus: focused()};
}

// focused says how what has the focus is found again.
function focused() {
  const e = document.activeElement;
  return root.contains(e) ? [e.tagName, named(e)] : null;
}
const named = e => e.getAttribute('aria-label') || e.id || e.textContent;

function takeOver() {
  const tab = views.find(v => v.tab.textContent === last.tab);
  if (tab) open(tab);
  const {choice} = last;
  ask(last.wanted);
  if (choice && choice.url !== undefined && urls.includes(choice.url)) choose({page: urls.indexOf(choice.url)});
  if (choice && choice.label !== undefined && views[choice.view]) {
    const part = views[choice.view].parts.findIndex(p => p.label === choice.label);
    if (part >= 0) choose({part, view: choice.view});
  }
  if (tab) {
    view.stop();
    Object.assign(view, {k: last.k, x: last.x, y: last.y});
    view.show();
  }
  card.ariaLive = 'off'; // or each new picture would be told
  grow();
  if (!last.focus) return;
  const [kind, name] = last.focus;
  const same = [...root.querySelectorAll(kind)].find(e => named(e) === name && e.getClientRects().length) || view.stage;
  same.focus({preventScroll: true});
}

// grow marks new pages, and moves the others to their places, or shows them there at once if that is wished for.
function grow() {
  const v = views.find(one => !one.bubbles);
  if (!v || !last.places.size) return;
  const moving = {duration: 500, easing: 'ease-out'};
  for (let i = 0; i < pages; i++) {
    const dot = v.circles[index[i]], was = last.places.get(urls[i]);
    dot.classList.toggle('sm-new', !was);
    if (calm.matches || !was || was[0] === v.px[i] && was[1] === v.py[i]) continue;
    dot.animate([{transform: `translate(${was[0] - v.px[i]}px, ${was[1] - v.py[i]}px)`}, {transform: 'none'}], moving);
  }
  if (calm.matches) return;
  for (const layer of v.svg.querySelectorAll('.web,.tree,.labels')) layer.animate([{opacity: 0}, {}], moving);
}

root.classList.add('sm-live');
bar.hidden = side.hidden = false;
setUpTabs();
setUpSearch();
setUpDepth();
for (const v of views) {
  setUpStage(v);
  setUpLegend(v);
}
open(view);
describe();
if (last) takeOver();
ready = true;
if (!last) follow();
addEventListener('hashchange', follow);
new ResizeObserver(() => view.show()).observe(root);

return {now};
}
siteMap.shown = siteMap(document.getElementById('sm'));
