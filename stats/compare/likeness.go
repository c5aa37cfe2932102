package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sitegraph/site"
)

// Likeness pairs a page of A with the most similar page of B, by their normalized URLs without the origin.
type Likeness struct {
	From, To  string  // To is "" if no page is similar
	Certainty float64 // from 0 to 1
	Evidence  string  // their common traits, in words
}

// Certain reports whether the two are almost certainly one page.
func (l *Likeness) Certain() bool { return l.Certainty >= 0.9 }

const (
	// maxHolders limits the pages that share a trait. A more common trait says little about any of them.
	maxHolders = 100
	// byChance is the similarity that a page may have to another one by chance.
	byChance = 0.1
)

// traits tell the pages of a crawl apart: a page's statements about itself, its URL, and its links from and to pages of
// both crawls, which have their numbers in A. A trait is written as its kind, a tab and its text. The fewer pages have
// it, the greater its weight.
type traits struct {
	*version
	number func(page uint32) uint32 // the number in A of a page that is in both crawls
	of     [][]string               // by page
	having map[string][]uint32      // the pages with each trait, ascending
	best   []best                   // by page
}

// best is the most similar page of the other crawl. first is its similarity, second that of the runner-up.
type best struct {
	page          uint32
	first, second float64
}

// Alike finds the page of B that each page of A has become, even if moved and edited, in the order of A. It first pairs
// the home pages and equal contents. Each further round pairs pages that are by far most similar to each other, which
// shows the next round more links that are the same.
func Alike(a, b *site.Crawl) []Likeness {
	x, y := &traits{version: newVersion(a)}, &traits{version: newVersion(b)}
	x.number, y.number = func(page uint32) uint32 { return page }, func(page uint32) uint32 { return y.partner[page] }
	if len(x.partner) > 0 && len(y.partner) > 0 { // the home pages
		x.partner[0], y.partner[0] = 0, 0
	}
	join(x.version, y.version, (*version).hash)
	all := make([]Likeness, len(x.partner))
	for i, j := range x.partner {
		if all[i].From = x.key(uint32(i)); j != none {
			all[i].To, all[i].Certainty, all[i].Evidence = y.key(j), 1, "content"
		}
	}
	for found := true; found; {
		found = false
		x.gather()
		y.gather()
		x.compare(y)
		for i, f := range x.best {
			if x.partner[i] != none || f.first == 0 || y.best[f.page].page != uint32(i) {
				continue
			}
			all[i] = Likeness{all[i].From, y.key(f.page), certainty(f, y.best[f.page]), x.evidence(y, i, f.page)}
			if all[i].Certain() {
				x.partner[i], y.partner[f.page], found = f.page, uint32(i), true
			}
		}
	}
	return all
}

// certainty is high if two pages are much more similar to each other than either is to a third one.
func certainty(f, g best) float64 {
	other := max(byChance, f.second, g.second)
	return max(0, 1-math.Pow(other*(1-f.first)/(f.first*(1-other)), 3))
}

func h1(p *site.Page) string {
	if p.Facts == nil {
		return ""
	}
	return p.Facts.H1
}

func (t *traits) gather() {
	t.of, t.having = make([][]string, len(t.partner)), map[string][]uint32{}
	links, linked := make([]string, len(t.partner)), make([]string, len(t.partner))
	for i, partner := range t.partner {
		page := uint32(i)
		if partner != none {
			links[i], linked[i] = fmt.Sprint("links\t", t.number(page)), fmt.Sprint("links to it\t", t.number(page))
		}
		_, name, _ := CutPath(t.key(page))
		t.add(page, "path\t"+t.key(page))
		t.add(page, "name\t"+name)
		for _, said := range [][2]string{{"title", t.graph.Pages[i].Title}, {"h1", h1(&t.graph.Pages[i])}} {
			t.add(page, said[0]+"\t"+said[1])
			site.Words(said[1], func(word []byte, _ bool) { t.add(page, said[0]+" words\t"+string(word)) })
		}
	}
	for i := range uint32(len(t.partner)) {
		targets, _ := t.graph.Out(int(i))
		for _, to := range targets {
			t.add(i, links[to])
			t.add(to, linked[i])
		}
	}
}

func (t *traits) add(page uint32, trait string) {
	having := t.having[trait]
	if n := len(having); trait != "" && (n == 0 || having[n-1] != page) { // a word may occur twice
		t.of[page], t.having[trait] = append(t.of[page], trait), append(having, page)
	}
}

// weight returns the weight of a trait, or 0 if too many pages have it.
func (t *traits) weight(b *traits, one string) float64 {
	n := max(len(t.having[one]), len(b.having[one]))
	if n > maxHolders {
		return 0
	}
	return math.Log(float64(1+max(len(t.partner), len(b.partner))) / float64(n))
}

// compare finds the most similar pages without a partner.
func (t *traits) compare(b *traits) {
	t.best, b.best = make([]best, len(t.partner)), make([]best, len(b.partner))
	whole, other := t.sums(b), b.sums(t)
	for i, all := range t.of {
		if t.partner[i] != none {
			continue
		}
		shared := map[uint32]float64{}
		for _, one := range all {
			w := t.weight(b, one)
			if w == 0 {
				continue
			}
			for _, j := range b.having[one] {
				if b.partner[j] == none {
					shared[j] += w
				}
			}
		}
		for j, w := range shared {
			like := 2 * w / (whole[i] + other[j])
			t.best[i].take(j, like)
			b.best[j].take(uint32(i), like)
		}
	}
}

func (t *traits) sums(b *traits) []float64 {
	sums := make([]float64, len(t.of))
	for i, all := range t.of {
		for _, one := range all {
			sums[i] += t.weight(b, one)
		}
	}
	return sums
}

func (b *best) take(page uint32, like float64) {
	if like > b.first || like == b.first && page < b.page {
		b.page, b.first, like = page, like, b.first
	}
	b.second = max(b.second, like)
}

func (t *traits) evidence(b *traits, i int, j uint32) string {
	count := map[string]int{}
	for _, one := range t.of[i] {
		if _, both := slices.BinarySearch(b.having[one], j); both {
			kind, _, _ := strings.Cut(one, "\t")
			count[kind]++
		}
	}
	var all []string
	for _, kind := range site.Names(count) {
		if n := count[kind]; n > 1 {
			kind = fmt.Sprintf("%s (%d)", kind, n)
		}
		all = append(all, kind)
	}
	return strings.Join(all, ", ")
}

// CutPath splits a URL into the part before the page name, the name, and an ending such as ".html" or "/index.html".
func CutPath(url string) (folder, name, ending string) {
	path, _, _ := strings.Cut(url, "?")
	end := len(path)
	if at := strings.LastIndexByte(path, '/'); at == end-1 || strings.HasPrefix(path[at+1:], "index.") {
		end = max(at, 0)
	} else if dot := strings.LastIndexByte(path, '.'); dot > at+1 {
		end = dot
	}
	at := strings.LastIndexByte(path[:end], '/') + 1
	return url[:at], url[at:end], url[end:]
}
