// Package blocks finds the blocks of links that the pages of a site have in common, so that what many pages get from
// one template has one name.
//
// A block is links that have the same place in the template of pages, outside their content. The links that most pages
// have there identify a row, so a menu is one block, whatever stands above it. Links in the same row that fewer pages
// have, such as the menu of a section, are a block of their own, and what one page alone has, such as a link in its
// heading, is none.
package blocks

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"

	"sitegraph/site"
)

// Link is one of a page.
type Link struct {
	Place, Written site.LinkPlace // as it was told, and as the page has it
	Key            string         // its normalized URL; "" if it leads nowhere, such as to a mail address
}

// Page is one with its links.
type Page struct {
	ID    int    // in the files, if it is known
	Key   string // its normalized URL
	Links []Link // in the order of the source
}

const shown = 3 // the number of links that a block names

// row is links one after the other in the order of the source.
type row struct {
	position
	spots []spot // of all its links
	from  int    // the place of the first
}

// position is what the rows of a block have in common.
type position struct {
	place, written site.LinkPlace
	group          string // a link of those that identify them
	nth            int    // which of such rows of its page it is; 0 for links that few pages have
}

const nowhere = "-" // where bad links lead

// spot is a link by its place; without a link it is any of that place.
type spot struct {
	place site.LinkPlace
	key   string
}

// Template says which block a row belongs to.
type Template struct {
	counts map[spot]int    // pages that have it
	groups map[spot]string // one of the links with which it stands in rows
	blocks map[position]*site.Block
}

// Learn reads all pages, twice. The error is theirs.
func Learn(pages iter.Seq2[Page, error]) (*Template, error) {
	t := &Template{map[spot]int{}, map[spot]string{}, map[position]*site.Block{}}
	for _, take := range []func(Page){t.count, t.take} {
		for p, err := range pages {
			if err != nil {
				return nil, err
			}
			take(p)
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
func (t *Template) sorted() []position {
	return slices.SortedFunc(maps.Keys(t.blocks), func(a, b position) int {
		return cmp.Or(cmp.Compare(t.blocks[b].Pages, t.blocks[a].Pages), cmp.Compare(a.place, b.place),
			cmp.Compare(a.nth, b.nth), cmp.Compare(a.group, b.group), cmp.Compare(a.written, b.written))
	})
}

// rows finds the rows of a page. One ends where the place does, be it as it is written or as it was told.
func rows(links []Link) (all []row) {
	for i, l := range links {
		if l.Place == site.PlaceMain || l.Place == site.PlaceUnknown {
			continue
		}
		if i == 0 || links[i-1].Place != l.Place || links[i-1].Written != l.Written {
			all = append(all, row{position: position{place: l.Place, written: l.Written}, from: i})
		}
		last := &all[len(all)-1]
		last.spots = append(last.spots, spot{l.Place, cmp.Or(l.Key, nowhere)})
	}
	return all
}

func (t *Template) count(p Page) {
	seen := map[spot]bool{}
	for _, r := range rows(p.Links) {
		for _, at := range append(r.spots, spot{place: r.place}) {
			if !seen[at] {
				seen[at] = true
				t.counts[at]++
			}
		}
	}
}

// spread is 0 for a link that one page alone has at its place, 2 for one that most pages have there, else 1.
func (t *Template) spread(at spot) int {
	if 2*t.counts[at] > t.counts[spot{place: at.place}] {
		return 2
	}
	return min(t.counts[at]-1, 1)
}

// parts divides rows into parts of blocks. Any link identifies a group: menus may lack that to their page.
func (t *Template) parts(rows []row) (all []row) {
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
func (t *Template) group(all []spot) (name string) {
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

func (t *Template) take(p Page) {
	here := map[*site.Block]bool{}
	for _, r := range t.parts(rows(p.Links)) {
		b := t.blocks[r.position]
		if b == nil {
			b = &site.Block{Place: r.place, Page: p.Key}
			t.blocks[r.position] = b
		}
		if b.Links += len(r.spots); !here[b] {
			here[b] = true
			b.Pages++
		}
		for _, at := range r.spots {
			if b.Page == p.Key && len(b.Some) < shown && at.key != nowhere && !slices.Contains(b.Some, at.key) {
				b.Some = append(b.Some, at.key)
			}
		}
	}
}

// Blocks returns the blocks of a site, those first that most pages have.
func (t *Template) Blocks() (all []site.Block) {
	for _, at := range t.sorted() {
		all = append(all, *t.blocks[at])
	}
	return all
}

// Of returns the block of each link of a page; nil for those in none.
func (t *Template) Of(links []Link) []*site.Block {
	in := make([]*site.Block, len(links))
	for _, r := range t.parts(rows(links)) {
		for i := range r.spots {
			in[r.from+i] = t.blocks[r.position]
		}
	}
	return in
}
