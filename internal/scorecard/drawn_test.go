package scorecard

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// drawnWorld is n sites with two folders of m pages each. Pages speak of their
// site, of their folder and of anything; they link to pages of their site.
func drawnWorld(n, m int) *world {
	w := newWorld()
	rng := rand.New(rand.NewPCG(11, 1))
	for s := range n {
		w.sites = append(w.sites, docs{name: fmt.Sprint(s), home: "/index.html"})
		w.drawPage(rng, s, m, "/index.html", "x")
		for _, folder := range []string{"a", "b"} {
			for i := range m {
				w.drawPage(rng, s, m, fmt.Sprintf("/%s/%d.html", folder, i), folder)
			}
		}
	}
	if err := w.connect(); err != nil {
		panic(err) // the pages are made here
	}
	return w
}

// drawPage adds a page of a site.
func (w *world) drawPage(rng *rand.Rand, s, m int, path, folder string) {
	word := func(of string, n int) string { return fmt.Sprintf("%s%c%c", of, 'a'+rng.IntN(n), 'a'+rng.IntN(5)) }
	about := func() string {
		return []string{word(fmt.Sprintf("site%c", 'a'+s), 1), word(fmt.Sprintf("part%s%c", folder, 'a'+s), 1),
			word("any", 26)}[rng.IntN(3)]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<html lang=xx><title>%s %s %s</title>", about(), about(), path)
	for range 60 {
		fmt.Fprintf(&b, "%s ", about())
		if rng.IntN(6) == 0 {
			fmt.Fprintf(&b, "<a href=/%c/%d.html>%s</a> ", 'a'+rng.IntN(2), rng.IntN(m), about())
		}
	}
	body := []byte(b.String())
	w.add(page{site: s, path: path, body: func() ([]byte, error) { return body, nil }})
}
