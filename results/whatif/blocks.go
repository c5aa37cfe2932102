package whatif

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sitegraph/extractor/blocks"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// pages yields the pages of the site with their links, each once even if several URLs show it.
func (s *Site) pages() iter.Seq2[blocks.Page, error] {
	return func(yield func(blocks.Page, error) bool) {
		seen := map[site.Digest]bool{}
		for a, err := range evidence.Restored(s.Known, s.Journal) {
			if err != nil {
				yield(blocks.Page{}, err)
				return
			}
			is := cmp.Or(s.Told[a.Key].Class, a.Digest)
			if a.Outcome != evidence.OutPage || seen[is] {
				continue
			}
			seen[is] = true
			p := blocks.Page{Key: a.Key}
			if p.Links, err = s.linksOf(a); err != nil {
				err = fmt.Errorf("%s: %w", a.URL, err)
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

func (s *Site) linksOf(a *evidence.Fetched) (links []blocks.Link, err error) {
	written, err := a.Placed()
	if err != nil {
		return nil, err
	}
	all, err := s.Places(a)
	for i, p := range all {
		l := blocks.Link{Place: p.Place, Written: written[i].Place}
		if !p.Bad() {
			l.Key = a.Links[p.URL].Key
		}
		links = append(links, l)
	}
	return links, err
}

// Blocks returns the blocks of a site, starting with the one on the most pages.
func Blocks(s Site) ([]site.Block, error) {
	t, err := blocks.Learn(s.pages())
	if err != nil {
		return nil, err
	}
	return t.Blocks(), nil
}

// blocks returns the name of each link's block, in source order; "" for a link outside all blocks.
func (l *relinking) blocks() (names []string, err error) {
	if l.template == nil {
		if l.template, err = blocks.Learn(l.Site.pages()); err != nil {
			return nil, err
		}
	}
	links, err := l.Site.linksOf(l.page)
	for _, b := range l.template.Of(links) {
		name := ""
		if b != nil {
			name = b.Name
		}
		names = append(names, name)
	}
	return names, err
}

func (l *relinking) cutBlocks() error {
	here := l.named[DropBlock].find(l.key)
	if len(here) == 0 {
		return nil
	}
	names, err := l.blocks()
	if err != nil {
		return err
	}
	l.cut, l.menus = map[int]bool{}, map[int][]added{}
	first := map[string]match{} // the change that applies, by block
	for _, m := range here {
		c := &l.Changes[m.change]
		if !slices.Contains(names, c.text) {
			continue
		}
		other, taken := first[c.text]
		switch {
		case !taken:
			first[c.text] = m
		case other.rank > m.rank:
			continue
		case c.Verb == ReplaceBlock || l.Changes[other.change].Verb == ReplaceBlock:
			l.clash(other.change, m.change, "both say what becomes of "+c.text+" on "+l.key)
			continue
		}
		l.cutBlock(m.change, names)
	}
	return nil
}

func (l *relinking) cutBlock(change int, names []string) {
	c := &l.Changes[change]
	l.touch(change, l.key)
	l.closed[l.key] = append(l.closed[l.key], change)
	l.did("block %s", c.text)
	l.led = true
	if at := slices.Index(names, c.text); c.Verb == ReplaceBlock {
		l.menus[at] = nil // an empty menu replaces the block, too
		for i, to := range l.Plan.menus[change] {
			k := l.adding(change, to, c.links[i].text)
			l.did("menu %s %q", k.URL, k.text)
			l.menus[at] = append(l.menus[at], k)
		}
	}
	for i, name := range names {
		l.cut[i] = l.cut[i] || name == c.text
	}
}

func (l *words) block() {
	l.blockName()
	if len(l.left) > 0 {
		l.what = l.urls()
	}
}

func (l *words) blockName() {
	f := l.next("a block")
	place, _, _ := strings.Cut(f.text, "-")
	if _, ok := site.ParseLinkPlace(place); l.err == nil && (!ok || place == "main" || place == "") {
		l.fail(f, fmt.Errorf("%q is not a block: sitegraph what-if --blocks lists them", f.text))
	}
	l.text = f.text
	l.what = field{text: "/", column: f.column}
}
