package whatif

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A block is links in a row that are in one place of a page, other than its content: "navigation-2" is the second row
// of links in a menu. What belongs to a template is told as for the places of arcs.

// Block is one that some pages have.
type Block struct {
	Name  string   // its place, and a number
	Pages int      // that have it
	Links int      // on all of them
	Page  string   // the first page that has it
	Some  []string // the first links of that
}

// blocks names the block of each link of a page, in the order of the source; "" for those in none. A block ends where
// the place does, be it as it is written or as it was told.
func (s *Site) blocks(a *evidence.Fetched) ([]string, []evidence.Placed, error) {
	written, err := a.Placed()
	if err != nil {
		return nil, nil, err
	}
	all, err := s.Places(a)
	if err != nil {
		return nil, nil, err
	}
	names, rows := make([]string, len(all)), map[site.LinkPlace]int{}
	for i, p := range all {
		if p.Place == site.PlaceMain || p.Place == site.PlaceUnknown {
			continue
		}
		if i == 0 || all[i-1].Place != p.Place || written[i-1].Place != written[i].Place {
			rows[p.Place]++
		}
		names[i] = fmt.Sprintf("%s-%d", p.Place, rows[p.Place])
	}
	return names, all, nil
}

// Blocks returns the blocks of a site, those first that most pages have.
func Blocks(s Site) ([]Block, error) {
	found := map[string]*Block{}
	for a, err := range evidence.Restored(s.Known, s.Journal) {
		if err != nil {
			return nil, err
		}
		if a.Outcome != evidence.OutPage {
			continue
		}
		names, all, err := s.blocks(a)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.URL, err)
		}
		addBlocks(found, a, names, all)
	}
	var list []Block
	for _, name := range site.Names(found) {
		list = append(list, *found[name])
	}
	slices.SortStableFunc(list, func(a, b Block) int { return cmp.Compare(b.Pages, a.Pages) })
	return list, nil
}

func addBlocks(found map[string]*Block, a *evidence.Fetched, names []string, all []evidence.Placed) {
	last := map[string]bool{}
	for i, name := range names {
		if name == "" {
			continue
		}
		b := found[name]
		if b == nil {
			b = &Block{Name: name, Page: a.Key}
			found[name] = b
		}
		if !last[name] {
			last[name] = true
			b.Pages++
		}
		if b.Links++; b.Page != a.Key || len(b.Some) == shown || all[i].List != evidence.ListLinks {
			continue
		}
		if url := a.Links[all[i].URL].URL; !slices.Contains(b.Some, url) {
			b.Some = append(b.Some, url)
		}
	}
}

func (l *relinking) cutBlocks() error {
	here := l.named[DropBlock].find(l.key)
	if len(here) == 0 {
		return nil
	}
	names, _, err := l.blocks(l.page)
	if err != nil {
		return err
	}
	l.cut, l.menus = map[int]bool{}, map[int]menu{}
	has := map[string]bool{}
	for _, name := range names {
		has[name] = true
	}
	first := map[string]match{} // the change of each block
	for _, m := range here {
		c := &l.Changes[m.change]
		if !has[c.text] {
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
	if l.blocked[change] == nil {
		l.blocked[change] = map[string]bool{}
	}
	l.blocked[change][l.key] = true
	l.did("block %s", c.text)
	l.led = true
	if at := slices.Index(names, c.text); c.Verb == ReplaceBlock {
		l.menus[at] = menu{change: change, at: at, links: l.menuOf(change)}
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
