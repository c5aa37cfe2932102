package compare

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sitegraph/site"
)

// relaunch is a site of 200 pages before and after a relaunch: folders have other names, a tenth of the pages moved
// alone, most were edited, some are gone and some are new. went says where the pages are.
func relaunch(seed uint64) (a, b sketch, went map[string]string) {
	d := rand.New(rand.NewPCG(seed, 9))
	word := func() string { return fmt.Sprint("w", d.IntN(300)) }
	text := func() string { return word() + " " + word() + " " + word() }
	a, b, went = sketch{origin: "http://h"}, sketch{origin: "http://staging"}, map[string]string{}
	a.arcs, b.arcs = map[[2]string]uint32{}, map[[2]string]uint32{}
	for i := range 200 {
		p := site.Page{Key: fmt.Sprintf("/f%d/%s-%d.html", i%9, word(), i), Title: text() + " | Docs 1", Level: 1,
			Hash: fmt.Sprint(i), Facts: &site.Facts{H1: text()}}
		a.pages = append(a.pages, p)
		q := p
		switch q.Title = strings.Replace(q.Title, "Docs 1", "Docs 2", 1); {
		case d.IntN(10) == 0:
			q.Key = fmt.Sprintf("/g/%s%d/", word(), i)
		case i%9 < 5:
			q.Key = "/new" + q.Key
		}
		if d.IntN(4) > 0 {
			q.Hash += " edited"
		}
		switch d.IntN(10) {
		case 0:
			q.Title = text() + " | Docs 2"
		case 1:
			q.Facts = &site.Facts{H1: text()}
		case 2:
			q.Title, q.Facts = text()+" | Docs 2", &site.Facts{H1: text()}
		case 3:
			q = site.Page{Key: fmt.Sprintf("/f%d/x%d", i%9, i), Title: text(), Hash: fmt.Sprint("new", i), Level: 1}
			b.pages = append(b.pages, q)
			continue
		}
		went[p.Key] = q.Key
		b.pages = append(b.pages, q)
	}
	for range 1500 {
		from, to := a.pages[d.IntN(200)].Key, a.pages[d.IntN(200)].Key
		a.arcs[[2]string{from, to}] = 1
		if went[from] != "" && went[to] != "" && d.IntN(10) > 0 {
			b.arcs[[2]string{went[from], went[to]}] = 1
		}
	}
	return a, b, went
}

// TestAlike: of pages that moved and were edited 95 % are found at least, and at most 1 % of what is certain is wrong.
func TestAlike(t *testing.T) {
	moved, found, sure, wrong := 0, 0, 0, 0
	for seed := range uint64(20) {
		a, b, went := relaunch(seed)
		for _, l := range Alike(a.crawl(), b.crawl()) {
			right := went[l.From] == l.To
			switch {
			case l.Certain() && !right:
				wrong++
			case l.Certain() && l.From != l.To:
				found++
			}
			if l.Certain() {
				sure++
			}
			if to := went[l.From]; to != "" && to != l.From {
				moved++
			}
		}
	}
	if moved < 1000 || found*100 < moved*95 || wrong*100 > sure {
		t.Errorf("%d of %d moves found, %d of %d certain ones wrong", found, moved, wrong, sure)
	}
}
