package market

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// When nothing better is left, irrelevant URLs are fetched, best first, one page at a time, but never by strict agents.
// An agent gets no URL that it may not have. Agent 1 takes what it finds relevant even if agent 0 found it first, and
// in the pool also what is relevant to no other.
func TestExploring(t *testing.T) {
	links := []Link{{"zero", nil}, {"poor", []float64{0.1, 0}}, {"good", []float64{0.5, 0}},
		{"forbidden", []float64{-1, 0}}, {"theirs", []float64{0.15, 0.6}}}
	for _, name := range site.Names(schemes) {
		for _, strict := range []bool{true, false} {
			o := small(2, 5)
			o.Strict, o.Understanding = strict, 0.2
			c := newAgents(name, o)
			begin(t, c)
			c.Seed(0, Link{"more", []float64{1}})
			c.Next(0, 0)
			c.Report(0, "more", Page{Links: links})
			c.found(1, Link{"theirs", []float64{0, 0.7}}, false)
			var got []string
			for range 9 {
				url, _, ok := c.Next(0, 1)
				if _, _, more := c.Next(0, 1); more {
					t.Errorf("%s: a spare URL while %s is under way", name, url)
				}
				if ok {
					got = append(got, url)
					c.Report(0, url, Page{})
				}
			}
			want := "good"
			switch {
			case strict:
			case name == "separate" || name == "shared": // each agent has its own queue
				want = "good theirs poor zero"
			default:
				want = "good poor zero"
			}
			console.Equal(t, strings.Join(got, " "), want, name, strict)
		}
	}
}

func terms(l *Lexicon, text, tag string) (all []string) {
	l.Terms(text, tag, func(id int32) {
		for term, other := range l.ids {
			if id == other {
				all = append(all, term)
			}
		}
	})
	slices.Sort(all)
	return all
}

// Stems agree with the vocabularies on snowballstem.org, and n-grams with ones made by hand.
func TestTerms(t *testing.T) {
	for _, c := range []struct{ text, tag, want string }{
		{"Consign, consigned and the CONSIGNMENT: consistency!", "en-GB", "consign consign consign consist"},
		{"Вагоне вагоны и вагон", "ru", "вагон вагон вагон"},
		{"Häuser Haus", "de", "haus häuser"},
		{"continuellement", "fr", "continuel"},
		{"l’été don't 'quoted' x'", "", "don't l'été quoted x"},
		{"网络爬虫", "zh", "爬虫 络爬 网络"},
		{"猫 と HTTP/2", "ja", "2 http と 猫"},
		{"スーパー", "ja", "スー ーパ パー"},
		{"ภาษา", "th", "าษา ภาษ"},
		{"新しいweb頁", "ja", "web しい 新し 頁"},
		{"e\u0301t\u00e9", "", "e\u0301té"},
		{"", "", ""}, {"... ' ’", "en", ""},
		{strings.Repeat("a", 65) + " b", "", "b"},
	} {
		want := strings.Fields(c.want)
		slices.Sort(want)
		console.Equal(t, terms(NewLexicon(), c.text, c.tag), want, c.text)
	}
}

// Languages are recognised by stop words alone, and not from a few words.
func TestRecognise(t *testing.T) {
	for text, want := range map[string]string{
		"The crawler asks for the pages that are not in the store, and it is told of them.":      "en",
		"Робот обходит все страницы, и если он не может скачать их, то это не его ошибка.":       "ru",
		"Le robot lit les pages du site et il ne revient pas sur celles qui sont dans la liste.": "fr",
		"El robot lee las páginas del sitio y no vuelve a las que están en la lista.":            "es",
		"Roboten läser sidorna på webbplatsen och den kommer inte tillbaka till dem som är med.": "sv",
		"网络爬虫在爬取网页": "", "network crawlers": "", "": "",
	} {
		console.Equal(t, recognise(text), want, text)
	}
}

// No text gives an empty term.
func FuzzTerms(f *testing.F) {
	f.Add("the crawler", "en")
	f.Add("网络爬虫 ภาษา", "")
	f.Add("x\xff\u0301 ’’a’b’", "ru")
	f.Fuzz(func(t *testing.T, text, tag string) {
		l := NewLexicon()
		l.Terms(text, tag, func(int32) {})
		if _, empty := l.ids[""]; empty && utf8.ValidString(text) {
			t.Fatal("an empty term")
		}
	})
}

// defaultStep is the document's delta2.
const defaultStep = 0.10

func clearing(mode string, step float64, c Market) Clearing {
	return matchings[mode](c, cmp.Or(step, defaultStep))
}

// The examples of the document and the book (Easley, Kleinberg, chapter 10) give their rounds, prices and assignments.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		buys   []int
		prices []float64
		rounds int
	}{
		{"document", []float64{9, 5, 1, 7, 5, 2, 4, 3, 2}, []int{0, 1, 2}, []float64{3, 1, 0}, 4},
		{"book", []float64{12, 4, 2, 8, 7, 6, 7, 5, 2}, []int{0, 2, 1}, []float64{3, 1, 0}, 4},
	} {
		for _, mode := range site.Names(matchings) {
			r := clearing(mode, 1, Market{Buyers: 3, Sellers: 3, Values: c.values})
			if !slices.Equal(r.Buys, c.buys) || !slices.Equal(r.Prices, c.prices) {
				if mode != "literal" { // literal has prices and rounds of its own
					t.Errorf("%s, %s: %+v", c.name, mode, r)
				}
			}
			if mode == "auction" && r.Rounds != c.rounds {
				t.Errorf("%s: %d rounds", c.name, r.Rounds)
			}
		}
	}
}

// oracle tries all assignments of a small case with whole-number worths.
type oracle struct {
	l     *exchange
	taken []bool
	now   []int
	// best is the greatest worth, first is the first assignment that reaches it, and without[q] is the greatest worth
	// without buyer q.
	best    int64
	first   []int
	without []int64
}

func solve(l *exchange) *oracle {
	o := &oracle{
		l: l, taken: make([]bool, l.Sellers), now: make([]int, l.Buyers), without: make([]int64, l.Buyers), best: -1,
	}
	o.try(0, 0)
	for q := range l.Buyers {
		reduced := *l
		reduced.worth = slices.Clone(l.worth)
		for p := range l.Sellers {
			reduced.worth[q*l.Sellers+p] = unwanted
		}
		r := &oracle{l: &reduced, taken: make([]bool, l.Sellers), now: make([]int, l.Buyers), best: -1}
		r.try(0, 0)
		o.without[q] = r.best
	}
	return o
}

// try tries the assignments in order, nothing last, so the first of the best ones is found first.
func (o *oracle) try(q int, sum int64) {
	if q == o.l.Buyers {
		if sum > o.best {
			o.best, o.first = sum, slices.Clone(o.now)
		}
		return
	}
	for p := range o.l.Sellers {
		if w := o.l.worth[q*o.l.Sellers+p]; w != unwanted && !o.taken[p] {
			o.taken[p], o.now[q] = true, p
			o.try(q+1, sum+w)
			o.taken[p] = false
		}
	}
	o.now[q] = -1
	o.try(q+1, sum)
}

// draw makes a random case of up to n, with many ties or none, some unwanted URLs, and some that buyers sell.
func draw(rng *rand.Rand, n int) Market {
	c := Market{Buyers: rng.IntN(n + 1), Sellers: rng.IntN(n + 1)}
	if rng.IntN(3) == 0 {
		c.Sellers = c.Buyers
	}
	levels := []float64{1, 2, 3, 10, 0}[rng.IntN(5)]
	for range c.Buyers * c.Sellers {
		v := rng.Float64()
		if levels > 0 {
			v = math.Round(v*levels) / levels
		}
		if rng.IntN(20) == 0 {
			v = -v
		}
		c.Values = append(c.Values, v)
	}
	if c.Buyers > 0 && rng.IntN(2) == 0 {
		for p := range c.Sellers {
			if owner := rng.IntN(c.Buyers+1) - 1; owner >= 0 {
				c.Values[owner*c.Sellers+p] = -1
			}
		}
	}
	return c
}

// In 4,000 random cases with ties and unequal numbers, exact and auction end, reach the optimum, and choose the first
// of the best assignments. Their prices are the lowest that clear the market, nobody pays more than its value, and
// nothing is sold twice or unwanted.
func TestMarkets(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for i := range 4000 {
		n := 5
		if i%50 == 0 {
			n = 7
		}
		c := draw(rng, n)
		step := []float64{0.1, 0.05, 1.0 / 3, 0.25}[rng.IntN(4)]
		holdsUp(t, c, clearing("exact", step, c), newExchange(c, inGrains), 1/grains)
		down := func(v float64) int64 { return steps(v, step) }
		holdsUp(t, c, clearing("auction", step, c), newExchange(c, down), step)
		if t.Failed() {
			t.Fatalf("case %d: step %v, %+v", i, step, c)
		}
	}
}

// holdsUp compares a clearing with the oracle's.
func holdsUp(t *testing.T, c Market, r Clearing, l *exchange, unit float64) {
	t.Helper()
	for p, price := range r.Prices {
		l.prices[p] = int64(math.Round(price / unit))
	}
	o := solve(l)
	if !slices.Equal(r.Buys, o.first) && len(r.Buys) > 0 {
		t.Errorf("buys %v, the first best is %v", r.Buys, o.first)
	}
	sold := map[int]bool{}
	for q, p := range r.Buys {
		payoff := int64(0)
		if p >= 0 {
			gain := l.gain(q, p)
			// The least price is the buyer's cost to the others (Leonard 1983).
			if least := o.without[q] - (o.best - l.worth[q*l.Sellers+p]); gain < 0 || l.prices[p] != least {
				t.Errorf("URL %d costs %d, its least price is %d", p, l.prices[p], least)
			}
			if r.Prices[p] > c.value(q, p) || sold[p] {
				t.Errorf("buyer %d buys URL %d for %v, worth %v", q, p, r.Prices[p], c.value(q, p))
			}
			sold[p], payoff = true, gain
		}
		console.Equal(t, payoff, l.best(q), q)
	}
	for p := range l.Sellers {
		if !sold[p] && r.Prices[p] != 0 {
			t.Errorf("unsold URL %d costs %v", p, r.Prices[p])
		}
	}
}

// With values in tenths, the first of the assignments that are best in tenths is chosen, though 0.1 + 0.2 is not 0.3 in
// floating point, and twice 0.1 and 0.2 round to different shares of a power of two.
func TestDecimalTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for range 5000 {
		n := 1 + rng.IntN(4)
		c := Market{Buyers: n, Sellers: n}
		for range n * n {
			c.Values = append(c.Values, float64(rng.IntN(11))/10)
		}
		tenths := newExchange(c, func(v float64) int64 { return int64(math.Round(10 * v)) })
		if r, first := clearing("exact", 0, c), solve(tenths).first; !slices.Equal(r.Buys, first) {
			t.Fatalf("%v: buys %v, the first best is %v", c.Values, r.Buys, first)
		}
	}
}

// literal always ends and sells nothing twice, and nobody pays more than its value. But it is not always right: the
// first case serves nobody by its lines, and the second would never end by itself.
func TestLiteral(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for range 2_000 {
		c := draw(rng, 6)
		r := clearing("literal", 0.1, c)
		seen := map[int]bool{}
		for q, p := range r.Buys {
			if p >= 0 && (seen[p] || c.value(q, p) < 0 || r.Prices[p] > c.value(q, p)+1e-9) {
				t.Fatalf("%+v\n%+v", c, r)
			}
			seen[p] = p >= 0
		}
	}
	// Buyer 0 likes all three URLs equally and the others like the first, so all have a line.
	r := clearing("literal", 1, Market{Buyers: 3, Sellers: 3, Values: []float64{1, 1, 1, 5, 0, 0, 5, 0, 0}})
	if r.Rounds != 1 || slices.Index(r.Buys, -1) < 0 {
		t.Errorf("lines to all URLs: %+v", r)
	}
	r = clearing("literal", 0.1, Market{Buyers: 2, Sellers: 2, Values: []float64{0.55, 0.5, 0.52, 0.5}})
	if !r.GaveUp || r.Rounds != literalRounds || r.Buys[0] != 0 || r.Buys[1] != 1 {
		t.Errorf("values between the steps: %+v", r)
	}
}
