package whatif

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

type editing struct {
	*writing
	page   *evidence.Fetched
	key    string    // key of the page before it moves
	script hash.Hash // hash of the edits, nil if none; equal pages with equal edits stay equal
	by     []int     // changes that touched the links
}

func (w *writing) edit(a *evidence.Fetched) error {
	e := &editing{writing: w, page: a, key: a.Key}
	if err := e.relink(); err != nil {
		return fmt.Errorf("%s: %w", a.URL, err)
	}
	e.tell()
	e.head()
	if err := e.canonical(); err != nil {
		return err
	}
	e.noindex()
	if e.script != nil {
		a.Digest = site.Digest(e.script.Sum(nil)[:len(a.Digest)])
	}
	return nil
}

func (e *editing) touch(change int, key string) {
	e.Plan.touch(change, key)
	e.by = append(e.by, change)
}

func (e *editing) did(format string, values ...any) {
	if e.script == nil {
		e.script = sha256.New()
		e.script.Write(e.page.Digest[:])
	}
	fmt.Fprintf(e.script, format+"\n", values...)
}

// follows returns the new URL if links to a URL follow its page. If the whole host moves, they always do.
func (e *editing) follows(key string) (to address, ok bool) {
	f, ok := e.fates[key]
	if !ok && e.Known.URLs.Find(key) == evidence.NoURL { // no page links there, but a head or a change may name it
		f, ok = e.fateOf(key)
	}
	return f.to, ok && f.moved && (!e.Stays || e.Changes[f.change].Verb == Host)
}

// followsText is like follows for the text of a URL in the head of a page.
func (e *editing) followsText(text string) string {
	a, err := parse(text, e.Normaliser)
	if to, ok := e.follows(a.key); ok && err == nil && text != "" {
		return to.url
	}
	return text
}

// head lets the URLs in the page's head follow moves.
func (e *editing) head() {
	h := &e.page.Head
	if now := e.followsText(h.Canonical); now != h.Canonical {
		e.did("canonical %s", now)
		h.Canonical = now
	}
	if e.page.Facts == nil {
		return
	}
	for i := range e.page.Facts.Alternates {
		l := &e.page.Facts.Alternates[i]
		if now := e.followsText(l.URL); now != l.URL {
			e.did("alternate %d %s", i, now)
			l.URL = now
		}
	}
	for _, urls := range [][]string{e.page.Facts.Breadcrumbs, e.page.Facts.Payload} {
		for i, key := range urls {
			if to, ok := e.follows(key); ok && to.key != key {
				e.did("declared %d %s", i, to.key)
				urls[i] = to.key
			}
		}
	}
}

func (e *editing) canonical() error {
	all := e.named[Canonical].best(e.key)
	for i, m := range all {
		to, err := e.targets[m.change].of(m, e.Normaliser)
		if err != nil {
			return e.fault(e.Changes[m.change].Line, e.Changes[m.change].to.column, err)
		}
		if now, ok := e.follows(to.key); ok {
			to = now
		}
		switch {
		case len(e.faults) >= maxErrors:
			return nil
		case i > 0 && to.url != e.page.Head.Canonical:
			e.clash(all[0].change, m.change, "both say what is canonical for "+e.key)
		case to.url != e.page.Head.Canonical:
			e.did("canonical %s", to.url)
			e.page.Head.Canonical = to.url
			e.touch(m.change, e.key)
		}
	}
	return nil
}

func (e *editing) noindex() {
	h := &e.page.Head
	if strings.Contains(strings.ToLower(h.Robots), "noindex") {
		return
	}
	all := e.named[NoIndex].find(e.key)
	for _, m := range all {
		e.touch(m.change, e.key)
	}
	if len(all) > 0 {
		h.Robots = strings.TrimPrefix(h.Robots+", noindex", ", ")
		e.did("robots %s", h.Robots)
	}
}

// hrefOf returns the href of a link to a URL, with only the path if the page is on the same host.
func (e *editing) hrefOf(to, before string) string {
	fragment := ""
	if at := strings.IndexByte(before, '#'); at >= 0 {
		fragment = before[at:]
	}
	return site.Below(to, site.OriginIn(cmp.Or(e.moved().url, e.page.URL))) + fragment
}

func (e *editing) moved() address {
	if f := e.fates[e.key]; f.moved {
		return f.to
	}
	return address{}
}

// A link within a page ("#notes" or empty) does not name the page, so it still works when the page moves.

// isWithin reports whether a link to its own page is within it. It looks at the href, or compares an equal page.
func (l *relinking) isWithin(at int) bool {
	if o := l.page.Occurrences; at < len(o) {
		return o[at].Href == "" || o[at].Href[0] == '#'
	}
	if !l.compared {
		l.compared, l.other = true, l.linksOfEqual(l.page)
	}
	return at >= len(l.other) || l.other[at] != l.page.URL
}

// stayWithin lets a moving page's links to itself follow if they are within it, or all if hrefs are unknown.
func (l *relinking) stayWithin(at int) {
	moved := l.moved()
	if moved.url == "" {
		return
	}
	here, others := len(l.page.Occurrences) == 0, false
	for i, o := range l.page.Occurrences {
		if o.Link == at+1 {
			within := l.isWithin(i)
			here, others = here || within, others || !within
		}
	}
	if !here {
		return
	}
	if l.led, l.own, l.split = true, at+1, others; !others {
		l.to[at].URL, l.to[at].Key = moved.url, moved.key
	}
}

// withinOwn reports whether a link in the source is within the moving page.
func (l *relinking) withinOwn(at, url int) bool {
	return l.own == url+1 && (!l.split || l.isWithin(at))
}

// leads returns where a link in the source leads now. It has no URL if it is dropped.
func (l *relinking) leads(at, url int) evidence.Link {
	to := l.to[url]
	if l.split && l.withinOwn(at, url) {
		moved := l.moved()
		to.URL, to.Key = moved.url, moved.key
	}
	return to
}

// tell notes which pages are the same page, if the crawl has learnt that. Pages stay the same if the same lines change
// their links. Changes to heads, and links that follow moves, do not make them different.
func (e *editing) tell() {
	told, is := e.Told[e.key]
	if !is || !e.counts(e.page) {
		return
	}
	if slices.Sort(e.by); len(e.by) > 0 {
		h := sha256.Sum256(fmt.Appendf(nil, "%x %v", told.Class, slices.Compact(e.by)))
		copy(told.Class[:], h[:])
	}
	told.Canonical, _ = e.standsAt(told.Canonical)
	key, _ := e.standsAt(e.key)
	e.told[key] = told
}

// standsAt returns the URL that will have the content of a URL; ok is false if the content will be gone.
func (w *writing) standsAt(key string) (now string, ok bool) {
	f, ends := w.fates[key]
	switch {
	case !ends:
		return key, !w.comes[key]
	case f.moved:
		return f.to.key, true
	}
	return "", false
}

// tellRuled notes, for URLs never fetched, the page that a rule says they show, if that page remains.
func (w *writing) tellRuled() {
	for key, p := range w.Told {
		now, ok := w.standsAt(key)
		page, is := w.standsAt(p.Page)
		if _, told := w.told[page]; p.Page != "" && ok && is && told {
			w.told[now] = evidence.ToldPage{Page: page, Rule: p.Rule}
		}
	}
}
