package dedup

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/site"
)

// twin is a page fetched twice, compared under the masks so far.
type twin struct {
	url    string
	visits bool
	pages  [2]side
	runs   []run           // runs of pieces whose keys differ
	raw    [2][]bool       // pieces that differ without masks
	now    [2][]bool       // pieces in runs
	own    map[uint64]bool // hashes of pieces that tell the page from others
}

type side struct {
	pieces   []Piece
	plain    []site.Piece // the same pieces as masks see them
	contexts []context    // context of each piece
	keys     []uint64     // keys of the pieces that no region hides
	at       []int        // their indexes
	links    []uint64     // keys of links, by piece, from when there were params masks of parameters
	params   int
}

// newTwins returns twins in an order that does not depend on the order of pages.
func newTwins(pages []TwinPages) []*twin {
	twins := make([]*twin, len(pages))
	for i, p := range pages {
		twins[i] = &twin{url: p.URL, visits: p.Visits, pages: [2]side{newSide(p.First), newSide(p.Second)}}
	}
	slices.SortStableFunc(twins, func(a, b *twin) int {
		return cmp.Or(cmp.Compare(a.url, b.url),
			slices.CompareFunc(a.pages[0].pieces, b.pages[0].pieces, comparePieces),
			slices.CompareFunc(a.pages[1].pieces, b.pages[1].pieces, comparePieces))
	})
	return twins
}

func newSide(pieces []Piece) side {
	s := side{pieces: pieces, plain: make([]site.Piece, len(pieces)), contexts: make([]context, len(pieces))}
	c := start
	for i := range pieces {
		s.plain[i], s.contexts[i] = pieces[i].Piece, c
		c.pass(&s.plain[i])
	}
	return s
}

func comparePieces(a, b Piece) int {
	return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.Place, b.Place), cmp.Compare(a.URL, b.URL))
}

func (t *twin) compare(m *Masks) {
	t.pages[0].see(m)
	t.pages[1].see(m)
	t.runs = align(t.pages[0].keys, t.pages[1].keys)
	if m.loose.order && t.isReordered() {
		t.runs = nil
	}
	t.now = t.differing()
}

// see computes the keys of the pieces under masks.
func (s *side) see(m *Masks) {
	keys := m.AppendKeys(nil, s.plain)
	if s.links == nil || s.params < len(m.params) {
		s.seeLinks(m)
	}
	s.keys, s.at = s.keys[:0], s.at[:0]
	for i, key := range keys {
		if key == 0 {
			continue
		}
		if s.pieces[i].URL != "" {
			key = s.links[i]
		}
		s.keys, s.at = append(s.keys, key), append(s.at, i)
	}
}

// seeLinks computes the keys of the links. Masks of parameters are never dropped.
func (s *side) seeLinks(m *Masks) {
	s.links, s.params = make([]uint64, len(s.pieces)), len(m.params)
	for i := range s.pieces {
		if p := &s.pieces[i]; p.URL != "" && s.params > 0 {
			s.links[i] = site.Hash(m.LinkKey(p.URL))
		} else if p.URL != "" {
			s.links[i] = p.Text
		}
	}
}

// couple has the indexes of corresponding pieces in two answers.
type couple struct{ first, second int }

// matched returns the pieces of a run in couples if their places are the same and their links are equal or match.
// Otherwise it returns nil.
func (t *twin) matched(r run, links func(first, second string) bool) []couple {
	if r.a1-r.a0 != r.b1-r.b0 {
		return nil
	}
	var couples []couple
	for i := range r.a1 - r.a0 {
		c := couple{t.pages[0].at[r.a0+i], t.pages[1].at[r.b0+i]}
		x, y := t.couple(c)
		if x.Place != y.Place || (x.URL == "") != (y.URL == "") {
			return nil
		}
		same := t.pages[0].keys[r.a0+i] == t.pages[1].keys[r.b0+i]
		if x.URL != "" && !same && !links(x.URL, y.URL) {
			return nil
		}
		if !same {
			couples = append(couples, c)
		}
	}
	return couples
}

func (t *twin) couple(c couple) (first, second *Piece) {
	return &t.pages[0].pieces[c.first], &t.pages[1].pieces[c.second]
}

// differing tells, for both answers, which pieces are in a run.
func (t *twin) differing() [2][]bool {
	found := [2][]bool{make([]bool, len(t.pages[0].pieces)), make([]bool, len(t.pages[1].pieces))}
	for _, r := range t.runs {
		for n, at := range [2][]int{t.pages[0].at[r.a0:r.a1], t.pages[1].at[r.b0:r.b1]} {
			for _, i := range at {
				found[n][i] = true
			}
		}
	}
	return found
}

type evidence struct {
	example      site.Mask // Differed and Seen count URLs
	differ, seen int       // numbers of pieces; for a region, its pieces on pages where it differs
	apart        int       // pages that have one bound of a region but not the region
	own          int       // pages whose own pieces it would hide
	lastOwn      string    // URL counted last in own
	strays       int       // pieces of a region in just two answers, for different URLs; each counts twice
	last         [2]string // URLs counted last in Differed and in Seen
}

// saw counts a piece that the mask would hide.
func (e *evidence) saw(url string, differs bool) {
	e.sawPage(url, differs)
	e.seen++
	if differs {
		e.differ++
	}
}

// sawPage counts a page with pieces that the mask would hide. Twins come in the order of their URLs.
func (e *evidence) sawPage(url string, differs bool) {
	if e.example.Seen == 0 || e.last[1] != url {
		e.last[1] = url
		e.example.Seen++
	}
	if differs && (e.example.Differed == 0 || e.last[0] != url) {
		e.last[0] = url
		e.example.Differed++
	}
}

// most reports whether pieces differ on two pages, and at least half of all of them.
func (e *evidence) most() bool { return e.example.Differed >= 2 && 2*e.differ >= e.seen }

func compareMasks(a, b site.Mask) int {
	return cmp.Or(-cmp.Compare(a.Differed, b.Differed), cmp.Compare(a.Seen, b.Seen), cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.Shape, b.Shape), cmp.Compare(a.Name, b.Name), cmp.Compare(a.URL, b.URL),
		cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
}

// maxExample is the maximum length of an example in bytes.
const maxExample = 80

func cut(s string) string {
	if len(s) <= maxExample {
		return s
	}
	return strings.ToValidUTF8(s[:maxExample], "")
}

// Piece is a piece of a page that was fetched twice. A link's Text is a hash of its normalized URL.
type Piece struct {
	site.Piece
	URL   string // normalized URL of a link, "" for a text
	Shown string // the text itself, cut; only for the second request
}

func (p *Piece) isText() bool { return p.URL == "" && p.IsText() }

// IsNumber reports whether every word of a text has a digit, as in a number, a date or an id.
func IsNumber(p *site.Piece) bool { return p.Rest == bare }

// TwinPages holds two answers for one URL.
type TwinPages struct {
	URL    string  // the URL requested twice, normalized
	First  []Piece // pieces of the first answer
	Second []Piece // pieces of the second answer
	// Visits is set if the answers are for two URLs that differ only in their sessions. Masks for texts are learnt from
	// them, but they are not counted.
	Visits bool
}
