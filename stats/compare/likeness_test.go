package compare

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sitegraph/site"
)

// relaunch returns a site before and after a relaunch: folders were renamed, a tenth of the pages moved alone, most
// pages were edited, and some are gone or new. went maps old paths to new ones.
func relaunch(seed uint64) (a, b sketch, went map[string]string) {
	d := rand.New(rand.NewPCG(seed, 9))
	text := func() string { return fmt.Sprintf("w%d w%d w%d", d.IntN(300), d.IntN(300), d.IntN(300)) }
	home := []site.Page{{Key: "/"}}
	a = sketch{origin: "http://h", arcs: map[[2]string]uint32{}, pages: home}
	b = sketch{origin: "http://staging", arcs: map[[2]string]uint32{}, pages: home}
	went = map[string]string{"/": "/"}
	for i := range 200 {
		p := site.Page{Key: fmt.Sprintf("/f%d/%d-%d.html", i%9, d.IntN(300), i), Title: text() + " | Docs 1", Level: 1,
			Hash: fmt.Sprint(i), Facts: &site.Facts{H1: text()}}
		a.pages = append(a.pages, p)
		went[p.Key] = p.Key
		if d.IntN(10) == 0 {
			went[p.Key] = fmt.Sprintf("/g/%d-%d/", d.IntN(300), i)
		} else if i%9 < 5 {
			went[p.Key] = "/new" + p.Key
		}
		q := p
		q.Key, q.Title = went[p.Key], strings.Replace(p.Title, "Docs 1", "Docs 2", 1)
		if d.IntN(4) > 0 {
			q.Hash += " edited"
		}
		change := d.IntN(10)
		if change == 0 || change == 2 {
			q.Title = text() + " | Docs 2"
		}
		if change == 1 || change == 2 {
			q.Facts = &site.Facts{H1: text()}
		}
		if change == 3 {
			went[p.Key] = ""
			q = site.Page{Key: fmt.Sprint("/x", i), Title: text(), Hash: fmt.Sprint("new", i), Level: 1}
		}
		b.pages = append(b.pages, q)
	}
	for range 1500 {
		from, to := a.pages[d.IntN(200)].Key, a.pages[d.IntN(200)].Key
		a.arcs[[2]string{from, to}] = 1
		if d.IntN(10) > 0 {
			b.arcs[[2]string{went[from], went[to]}] = 1
		}
	}
	return a, b, went
}

// At least 95 % of the pages that moved and were edited are found, and at most 1 % of the certain matches are wrong.
func TestAlike(t *testing.T) {
	moved, found, sure, wrong := 0, 0, 0, 0
	count := func(n *int, is bool) bool {
		if is {
			*n++
		}
		return is
	}
	for seed := range uint64(20) {
		a, b, went := relaunch(seed)
		for _, l := range Alike(a.crawl(), b.crawl()) {
			to := went[l.From]
			moves := count(&moved, to != "" && to != l.From)
			if count(&sure, l.Certain()) && !count(&wrong, to != l.To) {
				count(&found, moves)
			}
		}
	}
	if moved < 1000 || found*100 < moved*95 || wrong*100 > sure {
		t.Errorf("%d of %d moves found, %d of %d certain ones wrong", found, moved, wrong, sure)
	}
}
