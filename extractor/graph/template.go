package graph

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A template is learnt from the links of pages of one kind. It has the URLs that most of these pages link to, the marks
// of links that most have, wherever they lead, and pairs of marks in a row. Like the graph it depends on the evidence.

const (
	// templatePages is the minimum number of pages of a kind.
	templatePages = 10
	// templateSample is the maximum number of pages of a kind to read.
	templateSample = 200
)

// template has the links that most pages of a kind have.
type template struct {
	urls  map[evidence.URLID]bool
	marks map[uint16]bool
	rows  map[row]bool
}

// row identifies two links in a row by their marks. The upper half is the first one's mark without its gap, the lower
// half the second one's mark. A link outside of the content has rowEdge plus its place, the end of a page rowEdge.
type row uint64

func (r row) isWhole() bool { return r>>32 != rowAnchor && uint32(r) != rowAnchor }

const (
	rowEdge   = 1 << 16
	rowAnchor = 1 << 17 // no row of a template has it
)

// templates has a site's templates, one for all pages and one for each kind with enough pages. A kind is a shape of
// URL, or everything below a directory.
type templates map[string]template

const everyPage = ""

// of returns the template of the smallest kind that pages with a shape belong to.
func (t templates) of(shape string) template {
	for kind := range kindsOf(shape) {
		if found, ok := t[kind]; ok {
			return found
		}
	}
	return template{}
}

// kindsOf yields the kinds that pages with a shape belong to, the smallest first. These are the shape, the directories
// above it, and all pages.
func kindsOf(shape string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield(shape) {
			return
		}
		for at := strings.LastIndexByte(shape, '/'); at > 0; at = strings.LastIndexByte(shape[:at], '/') {
			if !yield(shape[:at] + "/*") {
				return
			}
		}
		yield(everyPage)
	}
}

func (t *Tables) learnTemplates() (templates, error) {
	pages := map[string][]int32{}
	for i, p := range t.Pages {
		for kind := range kindsOf(t.shape(p)) {
			pages[kind] = append(pages[kind], int32(i))
		}
	}
	// If two kinds share a page, one contains the other, and they are the same if they have equally many pages.
	type set struct{ first, size int32 }
	same := map[set]template{}
	learnt, marks := templates{}, &markCount{}
	for _, kind := range slices.Sorted(maps.Keys(pages)) {
		of := set{pages[kind][0], int32(len(pages[kind]))}
		if of.size < templatePages {
			continue
		}
		if _, ok := same[of]; !ok {
			var err error
			if same[of], err = t.learnTemplate(pages[kind], marks); err != nil {
				return nil, err
			}
		}
		learnt[kind] = same[of]
	}
	return learnt, nil
}

func (t *Tables) shape(p page) string { return site.ShapeOf(t.Known.URLs.String(p.Key)) }

func (t *Tables) learnTemplate(pages []int32, marks *markCount) (learnt template, err error) {
	urls, rows := pageCount[evidence.URLID]{}, pageCount[row]{}
	sample, known := int32(0), t.Known.URLs
	step := (len(pages) + templateSample - 1) / templateSample
	for i := 0; i < len(pages); i += step {
		sample++
		a := t.Pages[pages[i]].Answer
		known.EachInside(a.Links, func(url evidence.URLID, _ uint32) { urls.add(url, sample) })
		known.EachOutside(a.Links, func(url evidence.URLID, _ uint32) { urls.add(url, sample) })
		if err := t.readPlaces(int(pages[i])); err != nil {
			return template{}, err
		}
		for j := range t.links.all {
			if l := &t.links.all[j]; l.Place == site.PlaceMain && l.Mark != site.MarkAnchor && l.Mark != 0 {
				marks.add(l.Mark.Hash(), sample)
				for k := j - 1; k <= j; k++ {
					if r := t.links.row(k); r.isWhole() {
						rows.add(r, sample)
					}
				}
			}
		}
	}
	return template{urls.most(sample), marks.take(sample), rows.most(sample)}, nil
}

// readPlaces sets t.links to the links of page i.
func (t *Tables) readPlaces(i int) (err error) {
	var p []byte
	if i < len(t.places) {
		p = t.places[i]
	}
	a := t.Pages[i].Answer
	if p == nil {
		p, err = t.packedIn(a)
	}
	if err == nil {
		err = t.links.unpack(a, p)
	}
	if err != nil {
		return fmt.Errorf("record %d of the state: %w", a.Record, err)
	}
	return nil
}

func (t *Tables) packedIn(a *evidence.Answer) ([]byte, error) {
	record, err := t.Journal.Read(int(a.Record))
	if err != nil {
		return nil, err
	}
	_, d, err := t.facts(a, record)
	return d.Places, err
}

type pageCount[T comparable] map[T]counted

// counted is a number of pages with the last of them, counted from 1.
type counted struct{ pages, last int32 }

func (t pageCount[T]) add(what T, page int32) {
	if had := t[what]; had.last != page {
		t[what] = counted{had.pages + 1, page}
	}
}

func (t pageCount[T]) most(pages int32) map[T]bool {
	found := map[T]bool{}
	for what, n := range t {
		if 2*n.pages > pages {
			found[what] = true
		}
	}
	return found
}

// markCount counts marks like pageCount. The marks are hashes of 16 bits, so an array is faster than a map.
type markCount struct {
	of      [1 << 16]counted
	counted []uint16 // marks with a count
}

func (t *markCount) add(mark uint16, page int32) {
	c := &t.of[mark]
	if c.pages == 0 {
		t.counted = append(t.counted, mark)
	}
	if c.last != page {
		*c = counted{c.pages + 1, page}
	}
}

// take returns the marks that more than half of the pages have, and resets the counts.
func (t *markCount) take(pages int32) map[uint16]bool {
	found := map[uint16]bool{}
	for _, mark := range t.counted {
		if 2*t.of[mark].pages > pages {
			found[mark] = true
		}
		t.of[mark] = counted{}
	}
	t.counted = t.counted[:0]
	return found
}
