package whatif

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A block is the rows of links that have the same place in the template of pages, outside their content. The links that
// most pages have there identify a row, so a menu is one block, whatever stands above it. Without such links, the order
// of the rows does.

// Block is one that some pages have.
type Block struct {
	Name  string   // its place, and a number
	Pages int      // that have it
	Links int      // on all of them
	Page  string   // the first page that has it
	Some  []string // the first links of that
}

// row is links one after the other in the order of the source.
type row struct {
	position
	spots    []spot // of its links that lead somewhere
	from, to int    // the place of the first link, and that behind the last
}

// position is what the rows of a block have in common.
type position struct {
	place, written site.LinkPlace // as it was told, and as the page has it
	group          string         // a link of those that most pages have there; "" if there is none
	nth            int            // which of such rows of its page it is
}

// spot is a link by its place; without a link it is that of any row.
type spot struct {
	place site.LinkPlace
	key   string
}

// template says which block a row belongs to.
type template struct {
	*Site
	counts map[spot]int    // rows that have it
	groups map[spot]string // one of the links with which it stands in rows
	blocks map[position]*Block
}

func (s *Site) learn() (*template, error) {
	t := &template{s, map[spot]int{}, map[spot]string{}, map[position]*Block{}}
	for _, take := range []func(*evidence.Fetched, []row){t.count, t.take} {
		for a, err := range evidence.Restored(s.Known, s.Journal) {
			if err != nil {
				return nil, err
			}
			if a.Outcome != evidence.OutPage {
				continue
			}
			rows, err := t.rows(a)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", a.URL, err)
			}
			take(a, rows)
		}
	}
	numbers := map[site.LinkPlace]int{}
	for _, at := range t.sorted() {
		numbers[at.place]++
		t.blocks[at].Name = fmt.Sprintf("%s-%d", at.place, numbers[at.place])
	}
	return t, nil
}

// sorted are the positions of blocks, those first that most pages have.
func (t *template) sorted() []position {
	return slices.SortedFunc(maps.Keys(t.blocks), func(a, b position) int {
		return cmp.Or(cmp.Compare(t.blocks[b].Pages, t.blocks[a].Pages), cmp.Compare(a.place, b.place),
			cmp.Compare(a.nth, b.nth), cmp.Compare(a.group, b.group), cmp.Compare(a.written, b.written))
	})
}

// rows finds the rows of a page. One ends where the place does, be it as it is written or as it was told.
func (t *template) rows(a *evidence.Fetched) (rows []row, err error) {
	written, err := a.Placed()
	if err != nil {
		return nil, err
	}
	all, err := t.Places(a)
	for i, p := range all {
		if p.Place == site.PlaceMain || p.Place == site.PlaceUnknown {
			continue
		}
		if i == 0 || all[i-1].Place != p.Place || written[i-1].Place != written[i].Place {
			rows = append(rows, row{position: position{place: p.Place, written: written[i].Place}, from: i})
		}
		r := &rows[len(rows)-1]
		if r.to = i + 1; p.List == evidence.ListLinks {
			r.spots = append(r.spots, spot{p.Place, a.Links[p.URL].Key})
		}
	}
	return rows, err
}

func (t *template) count(_ *evidence.Fetched, rows []row) {
	for _, r := range rows {
		t.counts[spot{place: r.place}]++
		for _, at := range r.spots {
			t.counts[at]++
		}
	}
}

// settle completes the positions of rows. Any link identifies a group: menus may lack that to their page.
func (t *template) settle(rows []row) {
	nth := map[position]int{}
	for i := range rows {
		r := &rows[i]
		common := slices.DeleteFunc(slices.Clone(r.spots), func(at spot) bool {
			return 2*t.counts[at] < t.counts[spot{place: r.place}]
		})
		for _, at := range common {
			r.group = cmp.Or(r.group, t.groups[at])
		}
		for _, at := range common {
			r.group = cmp.Or(r.group, at.key)
			t.groups[at] = cmp.Or(t.groups[at], r.group)
		}
		nth[r.position]++
		r.nth = nth[r.position]
	}
}

func (t *template) take(a *evidence.Fetched, rows []row) {
	t.settle(rows)
	for _, r := range rows {
		b := t.blocks[r.position]
		if b == nil {
			b = &Block{Page: a.Key}
			t.blocks[r.position] = b
			for _, at := range r.spots {
				if len(b.Some) < shown && !slices.Contains(b.Some, at.key) {
					b.Some = append(b.Some, at.key)
				}
			}
		}
		b.Pages, b.Links = b.Pages+1, b.Links+r.to-r.from
	}
}

// Blocks returns the blocks of a site, those first that most pages have.
func Blocks(s Site) (all []Block, err error) {
	t, err := s.learn()
	if err != nil {
		return nil, err
	}
	for _, at := range t.sorted() {
		all = append(all, *t.blocks[at])
	}
	return all, nil
}

// blocks names the block of each link of a page, in the order of the source; "" for those in none.
func (l *relinking) blocks() (names []string, err error) {
	if l.template == nil {
		if l.template, err = l.Site.learn(); err != nil {
			return nil, err
		}
	}
	rows, err := l.template.rows(l.page)
	l.template.settle(rows)
	for _, r := range rows {
		names = append(names, make([]string, r.to-len(names))...)
		for i := r.from; i < r.to; i++ {
			names[i] = l.template.blocks[r.position].Name
		}
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
	first := map[string]match{} // the change of each block
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
		l.menus[at] = l.menuOf(change)
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
