package dedup

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// behaviour is what a parameter of a random site does to a page.
type behaviour struct {
	name   string
	values func(r *rand.Rand, item, i int) string
	count  int
	// class returns what of the value shows on the page of an item, "" nothing;
	// value is "" where the parameter is absent.
	class func(item int, value string) string
}

// nothing is what a parameter without a meaning shows.
func nothing(int, string) string { return "" }

// sometimes lets a parameter matter on a share of the items only.
func sometimes(share float64, salt uint64, of func(string) string) func(int, string) string {
	return func(item int, value string) string {
		if float64(mixedHash(fmt.Sprint(salt, "item", item))%10000) < share*10000 {
			return of(value)
		}
		return ""
	}
}

// same is the meaning of a parameter whose every value is a page.
func same(value string) string { return value }

func options(words ...string) func(*rand.Rand, int, int) string {
	return func(_ *rand.Rand, _, i int) string { return words[i%len(words)] }
}

// randomBehaviour returns a parameter, and whether it truly means nothing.
func randomBehaviour(r *rand.Rand, salt uint64) (b behaviour, means bool) {
	shares := []float64{1, 0.7, 0.3, 0.1, 0.03, 0.01}
	share := shares[r.IntN(len(shares))]
	fresh := func(r *rand.Rand, _, _ int) string { return token(r.IntN(1 << 30)) }
	shown := func(value string) string { // 20 items a page are shown where nothing is said
		if value == "20" {
			return ""
		}
		return value
	}
	switch r.IntN(10) {
	case 0:
		return behaviour{"sid", fresh, 3, nothing}, false
	case 1:
		of := func(r *rand.Rand, item, i int) string { return fmt.Sprint("from-", item, "-", i) }
		return behaviour{"ref", of, 4, nothing}, false
	case 2:
		of := func(r *rand.Rand, item, i int) string { return fmt.Sprint(item*50 + i) }
		return behaviour{"replyto", of, 5, nothing}, false
	case 3:
		return behaviour{"style", options("light", "dark", "big"), 3, nothing}, false
	case 4:
		return behaviour{"printable", options("yes"), 1, nothing}, false
	case 5:
		return behaviour{"sort", options("name", "date", "size"), 3, sometimes(share, salt, same)}, true
	case 6:
		return behaviour{"limit", options("20", "50", "100", "500"), 4, sometimes(share, salt, shown)}, true
	case 7:
		return behaviour{"commit", func(_ *rand.Rand, _, i int) string { return token(i) }, 6,
			sometimes(share, salt, func(v string) string { return fmt.Sprint(v > "6") })}, true
	case 8:
		return behaviour{"page", options("1", "2", "3", "4"), 4, sometimes(share, salt, func(v string) string {
			if v == "1" {
				return ""
			}
			return v
		})}, true
	}
	return behaviour{"view", options("full", "raw"), 2, sometimes(1, salt, same)}, true
}

// randomSite is a site whose pages are known.
type randomSite struct {
	urls  []string
	truth map[string]string // URL → page
	means map[string]bool   // parameters that do
}

func (s *randomSite) add(url, page string) {
	if _, known := s.truth[url]; !known {
		s.urls = append(s.urls, url)
	}
	s.truth[url] = page
}

// newRandomSite makes a site of some scripts, each with its parameters.
func newRandomSite(r *rand.Rand) *randomSite {
	s := &randomSite{truth: map[string]string{}, means: map[string]bool{}}
	for script := range 1 + r.IntN(4) {
		var bs []behaviour
		for range r.IntN(3) {
			b, means := randomBehaviour(r, r.Uint64())
			if !slices.ContainsFunc(bs, func(o behaviour) bool { return o.name == b.name }) {
				bs, s.means[b.name] = append(bs, b), s.means[b.name] || means
			}
		}
		items := 20 + r.IntN(400)
		for item := range items {
			s.addItem(r, bs, fmt.Sprintf("http://h/%d/", script), item)
		}
	}
	if r.IntN(2) == 0 {
		for i := range 50 + r.IntN(500) {
			s.add(fmt.Sprintf("http://h/w/login?returnto=%s_%d", token(i)[:4], i), "login")
		}
	}
	if r.IntN(2) == 0 {
		for i := range 200 + r.IntN(1000) {
			page := "empty month"
			if r.IntN(200) == 0 {
				page = fmt.Sprint("month ", i)
			}
			s.add(fmt.Sprintf("http://h/c/calendar?month=%d", i), page)
		}
	}
	return s
}

// addItem adds the URLs of an item: with every value of one parameter, and some with two.
func (s *randomSite) addItem(r *rand.Rand, bs []behaviour, base string, item int) {
	url, sep := fmt.Sprintf("%sitem-%d", base, item), "?"
	if len(base)%2 == 0 {
		url, sep = fmt.Sprintf("%sshow?id=%d", base, item), "&"
	}
	page := fmt.Sprint(base, item)
	pageOf := func(values ...string) string {
		out := page
		for i, b := range bs {
			if v := b.class(item, values[i]); v != "" {
				out += " " + b.name + "=" + v
			}
		}
		return out
	}
	values := make([]string, len(bs))
	if r.IntN(4) > 0 {
		s.add(url, pageOf(values...))
	}
	for i, b := range bs {
		for n := range b.count {
			clear(values)
			values[i] = b.values(r, item, n)
			if r.IntN(3) == 0 && i > 0 {
				values[i-1] = bs[i-1].values(r, item, r.IntN(bs[i-1].count))
			}
			var params []string
			for j, v := range values {
				if v != "" {
					params = append(params, bs[j].name+"="+v)
				}
			}
			slices.Sort(params)
			s.add(url+sep+strings.Join(params, "&"), pageOf(values...))
		}
	}
}

// crawled is what came of a site that was fetched by the rules.
type crawled struct {
	rules      *Rules
	requests   int
	aliases    int // not fetched
	falsely    int // of these, pages of their own
	duplicates int // URLs of the site whose page has another
}

// crawl fetches a site in portions as the crawler does: in the order of a hash,
// without the aliases that are not held out. A page has noise with a chance.
func (s *randomSite) crawl(r *rand.Rand, noise float64) crawled {
	waiting := slices.Clone(s.urls)
	slices.SortFunc(waiting, func(a, b string) int { return int(mixedHash(a)>>2) - int(mixedHash(b)>>2) })
	classes, samples, rules, fetched := map[string]int{}, []Sample{}, LearnRules(nil, nil, nil), map[string]string{}
	var c crawled
	for size := 128; ; size *= 2 {
		var later []string
		n := 0
		for _, url := range waiting {
			key, used := rules.Reduce(url)
			_, known := fetched[key]
			if n == size || used != nil && known && !HeldOut(url) {
				later = append(later, url)
				continue
			}
			n++
			page := s.truth[url]
			if r.Float64() < noise {
				page = fmt.Sprint("noise ", url)
			}
			if _, ok := classes[page]; !ok {
				classes[page] = len(classes)
			}
			sample := Sample{URL: url, Class: classes[page], Thin: r.IntN(100) == 0}
			if r.IntN(100) == 0 {
				sample.Class = -1
			}
			samples = append(samples, sample)
			if sample.Class >= 0 && !known {
				fetched[key] = s.truth[url]
			}
		}
		waiting = later
		if n == 0 {
			break
		}
		rules = LearnRules(samples, nil, nil)
		fetched = map[string]string{}
		for _, sample := range samples {
			if key, _ := rules.Reduce(sample.URL); fetched[key] == "" && sample.Class >= 0 {
				fetched[key] = s.truth[sample.URL]
			}
		}
	}
	c.rules, c.requests, c.aliases = rules, len(samples), len(waiting)
	for _, url := range waiting {
		if key, _ := rules.Reduce(url); fetched[key] != s.truth[url] {
			c.falsely++
		}
	}
	pages := map[string]bool{}
	for _, page := range s.truth {
		pages[page] = true
	}
	c.duplicates = len(s.urls) - len(pages)
	return c
}

// TestRandomSites crawls random sites by what is learnt of them. Parameters that mean nothing must be found, and no
// page of its own must be lost. Some sites are made to deceive: their parameters matter on a few pages only.
func TestRandomSites(t *testing.T) {
	aliases, falsely, duplicates := 0, 0, 0
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := newRandomSite(r)
		c := s.crawl(r, 0)
		aliases, falsely, duplicates = aliases+c.aliases, falsely+c.falsely, duplicates+c.duplicates
		for _, rule := range c.rules.List() {
			if rule.Name == "month" || rule.Name == "view" {
				t.Errorf("site %d: %+v", seed, rule)
			}
		}
	}
	if falsely*1000 > aliases || aliases*5 < duplicates {
		t.Errorf("%d of %d duplicates were left out, and %d pages", aliases, duplicates, falsely)
	}
}
