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

// A block is links that have the same place in the template of pages, outside their content. The links that most pages
// have there identify a row, so a menu is one block, whatever stands above it. Links in the same row that fewer pages
// have, such as the menu of a section, are a block of their own, and what one page alone has, such as a link in its
// heading, is none.

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
	spots []spot // of all its links
	from  int    // the place of the first
}

// position is what the rows of a block have in common.
type position struct {
	place, written site.LinkPlace // as it was told, and as the page has it
	group          string         // a link of those that identify them
	nth            int            // which of such rows of its page it is; 0 for links that few pages have
}

const nowhere = "-" // where bad links lead, such as those to mail addresses

// spot is a link by its place; without a link it is any of that place.
type spot struct {
	place site.LinkPlace
	key   string
}

// template says which block a row belongs to.
type template struct {
	*Site
	counts map[spot]int    // pages that have it
	groups map[spot]string // one of the links with which it stands in rows
	blocks map[position]*Block
}

func (s *Site) learn() (*template, error) {
	t := &template{s, map[spot]int{}, map[spot]string{}, map[position]*Block{}}
	for _, take := range []func(*evidence.Fetched, []row){t.count, t.take} {
		seen := map[site.Digest]bool{} // the pages, whatever their URLs
		for a, err := range evidence.Restored(s.Known, s.Journal) {
			if err != nil {
				return nil, err
			}
			is := cmp.Or(s.Told[a.Key].Class, a.Digest)
			if a.Outcome != evidence.OutPage || seen[is] {
				continue
			}
			seen[is] = true
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
		at := spot{p.Place, nowhere}
		if p.List == evidence.ListLinks {
			at.key = a.Links[p.URL].Key
		}
		rows[len(rows)-1].spots = append(rows[len(rows)-1].spots, at)
	}
	return rows, err
}

func (t *template) count(_ *evidence.Fetched, rows []row) {
	seen := map[spot]bool{}
	for _, r := range rows {
		for _, at := range append(r.spots, spot{place: r.place}) {
			if !seen[at] {
				seen[at] = true
				t.counts[at]++
			}
		}
	}
}

// spread is 0 for a link that one page alone has at its place, 2 for one that most pages have there, else 1.
func (t *template) spread(at spot) int {
	if 2*t.counts[at] > t.counts[spot{place: at.place}] {
		return 2
	}
	return min(t.counts[at]-1, 1)
}

// parts divides rows into parts of blocks. Any link identifies a group: menus may lack that to their page.
func (t *template) parts(rows []row) (all []row) {
	nth := map[position]int{}
	for _, r := range rows {
		most := r.position
		rest := func(at spot) bool { return t.spread(at) < 2 }
		most.group = t.group(slices.DeleteFunc(slices.Clone(r.spots), rest))
		nth[most]++
		most.nth = nth[most]
		for from := 0; from < len(r.spots); {
			to, of := from+1, t.spread(r.spots[from])
			for to < len(r.spots) && t.spread(r.spots[to]) == of {
				to++
			}
			part := row{position: most, spots: r.spots[from:to], from: r.from + from}
			if of == 1 {
				part.group, part.nth = t.group(part.spots), 0
			}
			if from = to; of > 0 {
				all = append(all, part)
			}
		}
	}
	return all
}

// group is a link that represents those of a row: as it does for most of them that stood in rows before, or as the
// first of the others where these are more. It is "" for none.
func (t *template) group(all []spot) (name string) {
	votes := map[string]int{}
	for _, at := range all {
		of := t.groups[at]
		if votes[of]++; votes[of] > votes[name] {
			name = of
		}
	}
	for _, at := range all {
		if t.groups[at] == "" {
			name = cmp.Or(name, at.key)
			t.groups[at] = name
		}
	}
	return name
}

func (t *template) take(a *evidence.Fetched, rows []row) {
	here := map[*Block]bool{}
	for _, r := range t.parts(rows) {
		b := t.blocks[r.position]
		if b == nil {
			b = &Block{Page: a.Key}
			t.blocks[r.position] = b
		}
		if b.Links += len(r.spots); !here[b] {
			here[b] = true
			b.Pages++
		}
		for _, at := range r.spots {
			if b.Page == a.Key && len(b.Some) < shown && at.key != nowhere && !slices.Contains(b.Some, at.key) {
				b.Some = append(b.Some, at.key)
			}
		}
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
	for _, r := range l.template.parts(rows) {
		names = append(names, make([]string, r.from+len(r.spots)-len(names))...)
		if b := l.template.blocks[r.position]; b != nil {
			for i := range r.spots {
				names[r.from+i] = b.Name
			}
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
