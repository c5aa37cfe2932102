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

// editing is a page whose answer is rewritten.
type editing struct {
	*writing
	page   *evidence.Fetched
	key    string    // of the page before it moves
	script hash.Hash // of what is changed, nil if nothing is: equal pages that are changed alike stay equal
	by     []int     // the changes that the links have, sorted
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
	if at, known := slices.BinarySearch(e.by, change); !known {
		e.by = slices.Insert(e.by, at, change)
	}
}

func (e *editing) did(format string, values ...any) {
	if e.script == nil {
		e.script = sha256.New()
		e.script.Write(e.page.Digest[:])
	}
	fmt.Fprintf(e.script, format+"\n", values...)
}

// follows returns where a URL leads that follows its page; ok is false if that stays. Links within a host seldom name
// it, so they follow that always.
func (e *editing) follows(key string) (to address, ok bool) {
	f, ok := e.fates[key]
	if !ok && e.Known.URLs.Find(key) == evidence.NoURL { // no page links there, but a head may name it, or a change
		f, ok = e.fateOf(key)
	}
	return f.to, ok && f.moved && (!e.Stays || e.Changes[f.change].Verb == Host)
}

// followsText is that for a URL in the head of a page.
func (e *editing) followsText(text string) string {
	if text == "" {
		return text
	}
	a, err := parse(text, e.Normaliser)
	if err != nil {
		return text
	}
	to, ok := e.follows(a.key)
	if !ok {
		return text
	}
	return to.url
}

// head has what the head of the page names follow moves.
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
		case len(e.faults) >= mostErrors:
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

// hrefOf is how a link to a URL is written: from the path on where that is of the page's host.
func (e *editing) hrefOf(to, before string) string {
	_, fragment, has := strings.Cut(before, "#")
	if has {
		fragment = "#" + fragment
	}
	return cut(to, site.OriginIn(cmp.Or(e.moved().url, e.page.URL))) + fragment
}

func (e *editing) moved() address {
	if f := e.fates[e.key]; f.moved {
		return f.to
	}
	return address{}
}
