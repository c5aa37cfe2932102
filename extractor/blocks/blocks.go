// Package blocks finds blocks of links that the pages of a site share. It gives one name to links that many pages get
// from one template.
//
// A block has links at the same place in the pages' template, outside their content. The links that most pages have
// there identify a row, so a menu is one block, even if other links precede it. Links in the row that fewer pages have,
// such as a section's menu, form another block. Links that only one page has, such as a link in its heading, are in no
// block.
package blocks

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"

	"sitegraph/site"
)

// Link is a link on a page.
type Link struct {
	Place, Written site.LinkPlace // learnt place, and place in the page's source
	Key            string         // normalized URL; "" if it leads nowhere, such as to a mail address
}

// Page is a page with its links.
type Page struct {
	ID    int    // ID in the files, if known
	Key   string // normalized URL
	Links []Link // links in source order
}

const shown = 3 // links that a block names

// row is a sequence of links in source order.
type row struct {
	position
	spots []spot // spots of all its links
	from  int    // index of the first link
}

// position identifies a block. All its rows have the same position.
type position struct {
	place, written site.LinkPlace
	group          string // a link that represents the links in them
	nth            int    // number among such rows on the page; 0 for links that few pages have
}

const nowhere = "-" // target of bad links

// spot is a link at a place. Without a key it is any link at that place.
type spot struct {
	place site.LinkPlace
	key   string
}

// Template finds the block that a row belongs to.
type Template struct {
	counts map[spot]int    // number of pages with each spot
	groups map[spot]string // the link that represents a spot's group
	blocks map[position]*site.Block
}

// Learn reads all pages twice. It passes on their error.
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

// sorted returns the positions of blocks, with blocks on the most pages first.
func (t *Template) sorted() []position {
	return slices.SortedFunc(maps.Keys(t.blocks), func(a, b position) int {
		return cmp.Or(cmp.Compare(t.blocks[b].Pages, t.blocks[a].Pages), cmp.Compare(a.place, b.place),
			cmp.Compare(a.nth, b.nth), cmp.Compare(a.group, b.group), cmp.Compare(a.written, b.written))
	})
}

// rows finds the rows of a page. A row ends where Place or Written changes.
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

// spread is 0 for a link that only one page has at its place, 2 for one that most pages have there, and 1 otherwise.
func (t *Template) spread(at spot) int {
	if 2*t.counts[at] > t.counts[spot{place: at.place}] {
		return 2
	}
	return min(t.counts[at]-1, 1)
}

// parts divides rows into parts of blocks. Any link identifies a group, since a menu may lack the link to its own page.
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

// group returns a link that represents the links of a row, or "" for no links. It is the one that represents most of
// them from earlier rows, or the first new link if most are new.
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

// Blocks returns the blocks of a site, with blocks on the most pages first.
func (t *Template) Blocks() (all []site.Block) {
	for _, at := range t.sorted() {
		all = append(all, *t.blocks[at])
	}
	return all
}

// Of returns the block of each link of a page, or nil for a link in no block.
func (t *Template) Of(links []Link) []*site.Block {
	in := make([]*site.Block, len(links))
	for _, r := range t.parts(rows(links)) {
		for i := range r.spots {
			in[r.from+i] = t.blocks[r.position]
		}
	}
	return in
}
