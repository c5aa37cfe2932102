package dedup

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// madeSite is a made-up site: pages with contents of their own in one frame, with
// parts that differ from request to request.
type madeSite struct {
	seed  uint64
	parts []volatile
	words []string
	short bool // contents differ in numbers alone
	tick  int  // requests so far
}

// volatile is a part of the frame that varies: it appends its pieces, one a line.
type volatile struct {
	name  string
	place int // before (0) or after (1) the content, or in it (2)
	rare  bool
	write func(w *madeSite, r *rand.Rand, page int) string
}

func randomToken(r *rand.Rand, n int) string {
	const digits = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	b := make([]byte, n)
	for i := range b {
		b[i] = digits[r.IntN(len(digits))]
	}
	return string(b)
}

func (w *madeSite) word(r *rand.Rand) string { return w.words[r.IntN(len(w.words))] }

func (w *madeSite) sentence(r *rand.Rand, n int) string {
	var s []string
	for range n {
		s = append(s, w.word(r))
	}
	return strings.Join(s, " ")
}

// varyingParts are what sites vary.
var varyingParts = []volatile{
	{"render time", 1, false, func(w *madeSite, r *rand.Rand, _ int) string {
		return fmt.Sprintf("footer Generated in 0.%03d seconds\n", r.IntN(1000))
	}},
	{"clock", 0, false, func(w *madeSite, r *rand.Rand, _ int) string {
		return fmt.Sprintf("small Today is May %d 2024 %d:%02d:%02d\n", 12, 10, w.tick/60%60, w.tick%60)
	}},
	{"request id", 1, false, func(w *madeSite, r *rand.Rand, _ int) string {
		return "code Request " + randomToken(r, 8) + "\n"
	}},
	{"token", 1, false, func(w *madeSite, r *rand.Rand, _ int) string {
		return "b Your token\ncode " + randomToken(r, 4) + "\n"
	}},
	{"nonce in links", 0, false, func(w *madeSite, r *rand.Rand, page int) string {
		edit := fmt.Sprintf("a http://h/edit?id=%d&nonce=%s\na Edit\n", page, randomToken(r, 6))
		return edit + "a http://h/out?nonce=" + randomToken(r, 6) + "\na Leave\n"
	}},
	{"quote", 0, false, func(w *madeSite, r *rand.Rand, _ int) string {
		return "h3 Quote of the moment\nblockquote " + w.sentence(r, 6) + "\n"
	}},
	{"quote without a heading", 1, false, func(w *madeSite, r *rand.Rand, _ int) string {
		return "quote " + w.sentence(r, 6) + "\n"
	}},
	{"advertisements", 1, false, func(w *madeSite, r *rand.Rand, _ int) string {
		s := "h3 Advertisements\n"
		for range r.IntN(4) {
			s += fmt.Sprintf("ad http://h/ad/%d\nad %s\n", r.IntN(1000), w.sentence(r, 3))
		}
		return s + "h3 About us\n"
	}},
	{"advertisements without a heading", 1, false, func(w *madeSite, r *rand.Rand, _ int) string {
		s := ""
		for range 1 + r.IntN(3) {
			s += fmt.Sprintf("banner http://h/ad/%d\nbanner %s\n", r.IntN(1000), w.sentence(r, 3))
		}
		return s
	}},
	{"random pages", 1, false, func(w *madeSite, r *rand.Rand, _ int) string {
		s := "h3 See also\n"
		for range 3 {
			n := r.IntN(1000)
			s += fmt.Sprintf("a http://h/article/%d\na Article %d\n", n, n)
		}
		return s
	}},
	{"views", 2, false, func(w *madeSite, r *rand.Rand, page int) string {
		return fmt.Sprintf("i This page was viewed %d times\n", 1000+page*7+w.tick)
	}},
	{"views in a cell", 2, false, func(w *madeSite, r *rand.Rand, page int) string {
		return fmt.Sprintf("td Views\ntd %d\n", 1000+page*7+w.tick)
	}},
	{"online", 1, true, func(w *madeSite, r *rand.Rand, _ int) string {
		s := "h3 Who is online\n"
		for range 1 + r.IntN(3) {
			s += "li " + w.word(r) + "\n"
		}
		return s + "h3 Statistics\n"
	}},
	{"age", 2, true, func(w *madeSite, r *rand.Rand, page int) string {
		return fmt.Sprintf("time %d min ago\n", 1+r.IntN(59))
	}},
	{"varying tag", 0, false, func(w *madeSite, r *rand.Rand, _ int) string {
		return fmt.Sprintf("div%d Welcome\n", r.IntN(1000))
	}},
	{"tag cloud", 0, false, func(w *madeSite, r *rand.Rand, _ int) string {
		tags := slices.Clone(w.words[:8])
		r.Shuffle(len(tags), func(i, j int) { tags[i], tags[j] = tags[j], tags[i] })
		s := "h3 Tags\n"
		for _, tag := range tags {
			s += "a http://h/tag/" + tag + "\na " + tag + "\n"
		}
		return s + "h3 Archive\n"
	}},
}

func newMadeSite(seed uint64) *madeSite {
	r := rand.New(rand.NewPCG(seed, 1))
	w := &madeSite{seed: seed, short: r.IntN(4) == 0}
	for range 200 {
		w.words = append(w.words, strings.ToLower(strings.Trim(randomToken(r, 2+r.IntN(8)), "0123456789"))+"x")
	}
	for _, k := range varyingParts {
		if r.IntN(4) == 0 {
			w.parts = append(w.parts, k)
		}
	}
	return w
}

// fetch is a request for a page. Page 0 is another one at each request.
func (w *madeSite) fetch(page int) TwinPages {
	w.tick++
	r := rand.New(rand.NewPCG(w.seed, uint64(w.tick)<<20|uint64(page)))
	url := fmt.Sprintf("http://h/article/%d", page)
	if page == 0 {
		page = 1 + r.IntN(1000)
	}
	return TwinPages{URL: url, First: pieces(w.html(page, r))}
}

func (w *madeSite) html(page int, r *rand.Rand) string {
	own := rand.New(rand.NewPCG(w.seed+1, uint64(page))) // what is always the same
	has := make([]bool, len(w.parts))
	for i := range has {
		has[i] = own.IntN(8) > 0 // not all pages have all parts
	}
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "nav http://h/section/%d\nnav %s\n", i, w.words[i])
	}
	w.write(&b, 0, has, page, r)
	fmt.Fprintf(&b, "h1 Article %d\n", page)
	w.write(&b, 2, has, page, r)
	if w.short {
		fmt.Fprintf(&b, "td Population\ntd %d\ntd Area\ntd %d\n", own.IntN(1e6), own.IntN(1e6))
		fmt.Fprintf(&b, "p in the year %d\n", own.IntN(2000))
	} else {
		for range 3 + own.IntN(20) {
			fmt.Fprintf(&b, "p %s %d %s\n", w.sentence(own, 8), own.IntN(100), w.sentence(own, 5))
		}
	}
	for range own.IntN(5) {
		fmt.Fprintf(&b, "a http://h/article/%d\na %s\n", own.IntN(1000), w.word(own))
	}
	b.WriteString("p written by the authors\n")
	w.write(&b, 1, has, page, r)
	b.WriteString("address Imprint\n")
	return b.String()
}

func (w *madeSite) write(b *strings.Builder, place int, has []bool, page int, r *rand.Rand) {
	for i, p := range w.parts {
		if p.place != place || !has[i] {
			continue
		}
		from := r
		if p.rare && r.IntN(10) > 0 { // as at the request before
			from = rand.New(rand.NewPCG(w.seed, uint64(page)))
		}
		b.WriteString(p.write(w, from, page))
	}
}

// key is the page key of a page: its digest and its links.
func key(m *Masks, page []Piece) string {
	masked := m.Apply(page)
	links := map[string]bool{}
	for i, p := range page {
		if p.URL != "" && !slices.Contains(masked.Hidden, i) {
			links[m.LinkKey(p.URL)] = true
		}
	}
	var all []string
	for url := range links {
		all = append(all, url)
	}
	slices.Sort(all)
	return string(masked.Digest[:]) + strings.Join(all, " ")
}

// outcome counts what masks make of a madeSite.
type outcome struct{ pages, settled, merged int }

// play learns from the first pages of a madeSite, and judges by the others.
func play(w *madeSite) (outcome, *Masks) {
	const taught, judged = 20, 60
	var twins []TwinPages
	for page := range taught {
		t := w.fetch(page)
		t.Second = w.fetch(page).First
		twins = append(twins, t)
	}
	m := LearnMasks(twins)
	o := outcome{pages: judged}
	pages := map[string]bool{}
	for page := taught; page < taught+judged; page++ {
		first, second := key(m, w.fetch(page).First), key(m, w.fetch(page).First)
		if first == second {
			o.settled++
		}
		if pages[first] {
			o.merged++
		}
		pages[first] = true
	}
	return o, m
}

// TestWorlds holds what masks are for: two requests for a page give one page, and no two pages do.
func TestWorlds(t *testing.T) {
	var all outcome
	for seed := range uint64(20) {
		o, _ := play(newMadeSite(seed))
		all.pages, all.settled, all.merged = all.pages+o.pages, all.settled+o.settled, all.merged+o.merged
	}
	if all.merged > 0 {
		t.Errorf("%d of %d pages became one with another", all.merged, all.pages)
	}
	if all.settled*100 < all.pages*95 {
		t.Errorf("%d of %d pages are the same page both times, want 95 %%", all.settled, all.pages)
	}
}
