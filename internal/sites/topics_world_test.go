package sites

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/run"
	"sitegraph/site"
)

// keywords are those of each topic; vocabulary is what says nothing.
var (
	keywords   = [][]string{{"coin", "penny", "thaler"}, {"stamp", "postage"}, {"map", "atlas", "chart"}, {"ship"}}
	vocabulary = strings.Fields("stone river cloud window paper garden lamp music bread")
)

// world is a random web of several hosts and a search there, the same for a seed but for the numbers of the ports.
type world struct {
	rng    *rand.Rand
	hosts  []*host
	pages  int // of each host
	topics string
	// pageEnergy is what a page costs.
	pageEnergy float64
	seeds      []site.URL
	settings   map[string]string
	lookahead  int
	budget     int
	// exact says that every market brings its optimum, apart that each agent fetches for itself.
	exact, apart bool
}

func newWorld(t *testing.T, seed uint64) *world {
	w := &world{rng: rand.New(rand.NewPCG(seed, 0xa9e)), settings: map[string]string{}}
	w.pages = 10 + w.rng.IntN(20)
	for range 1 + w.rng.IntN(3) {
		w.hosts = append(w.hosts, serveHost(t, nil))
	}
	for i, h := range w.hosts {
		h.answers = w.answers(i)
	}
	w.topics = w.search()
	w.pageEnergy = newJob(t, t.TempDir(), w.topics, nil).Topics.PageEnergy
	for range w.rng.IntN(3) {
		w.seeds = append(w.seeds, mustParse(t, w.url(w.any())))
	}
	if len(w.seeds) == 0 || w.rng.IntN(2) == 0 {
		w.seeds = append(w.seeds, mustParse(t, w.url(0, 0)))
	}
	if w.rng.IntN(2) == 0 {
		w.budget = 5 + w.rng.IntN(w.pages*len(w.hosts))
	}
	w.lookahead = 1 + w.rng.IntN(12)
	w.settings["order.lookahead"] = fmt.Sprint(w.lookahead)
	w.settings["sites.crawl_delay"] = fmt.Sprintf("%dms", w.rng.IntN(4))
	w.settings["export.exporters"] = "csv,gexf,graphml,pajek,stats"
	w.settings["duplicates.key"] = "exact" // with key stable some pages are asked for twice
	return w
}

func mustParse(t testing.TB, url string) site.URL {
	t.Helper()
	u, err := config.ParseSeed(url)
	must(t, err)
	return u
}

func (w *world) any() (host, page int) { return w.rng.IntN(len(w.hosts)), w.rng.IntN(w.pages) }

func (w *world) url(host, page int) string { return fmt.Sprintf("%s/%d", w.hosts[host].URL, page) }

func (w *world) word() string {
	if topic := w.rng.IntN(len(keywords) + 2); topic < len(keywords) {
		return keywords[topic][w.rng.IntN(len(keywords[topic]))]
	}
	return vocabulary[w.rng.IntN(len(vocabulary))]
}

// answers are those of a host: pages, redirects to anywhere and in circles, copies, failures, what is not a page, and
// a robots.txt that forbids something or everything, or cannot be had.
func (w *world) answers(host int) map[string]hostAnswer {
	all := map[string]hostAnswer{}
	for i := range w.pages {
		all[fmt.Sprintf("/%d", i)] = w.answer(host, all)
	}
	all["/robots.txt"] = hostAnswer{kind: "text/plain", text: "User-agent: *\nDisallow: /private\n"}
	switch w.rng.IntN(20) {
	case 0:
		all["/robots.txt"] = hostAnswer{kind: "text/plain", text: "User-agent: *\nDisallow: /\n"}
	case 1:
		all["/robots.txt"] = hostAnswer{status: 503}
	case 2:
		all["/robots.txt"] = hostAnswer{kind: "text/plain", text: "User-agent: *\nDisallow: /private\n" +
			"Crawl-delay: 0.003\n"}
	}
	return all
}

func (w *world) answer(host int, all map[string]hostAnswer) hostAnswer {
	switch w.rng.IntN(24) {
	case 0, 1:
		return hostAnswer{to: w.url(w.any())}
	case 2:
		return hostAnswer{to: fmt.Sprintf("%s/private/%d", w.hosts[host].URL, w.rng.IntN(5))}
	case 3:
		return hostAnswer{status: 500, text: "broken"}
	case 4:
		return hostAnswer{kind: "text/plain", text: "coin stamp map"}
	case 5, 6:
		if copied := all[fmt.Sprintf("/%d", w.rng.IntN(len(all)+1))]; copied.text != "" {
			return copied
		}
	}
	var b strings.Builder
	for range 1 + w.rng.IntN(4) {
		b.WriteString(w.word() + " ")
	}
	for range 2 + w.rng.IntN(9) {
		path, at := fmt.Sprint("/", w.rng.IntN(w.pages+2)), w.hosts[w.rng.IntN(len(w.hosts))].URL
		if w.rng.IntN(24) == 0 {
			path = fmt.Sprint("/private/", w.rng.IntN(5))
		}
		fmt.Fprintf(&b, "<p>%s <a href=\"%s%s\">%s</a></p> ", w.word(), at, path, w.word())
	}
	return hostAnswer{text: b.String()}
}

func (w *world) search() string {
	pick := func(words ...string) string { return words[w.rng.IntN(len(words))] }
	scheme, matching := pick("market", "market", "market", "random", "separate", "shared", "pool"),
		pick("exact", "exact", "auction", "literal")
	w.exact, w.apart = scheme == "market" && matching == "exact", scheme == "separate"
	text := fmt.Sprintf("scheme = %s\nmatching = %s\nforeign = %v\nwhole = %v\nlots = %d\nunderstanding = %s\n"+
		"page_energy = %s\n", scheme, matching, w.rng.IntN(2) == 0, w.rng.IntN(2) == 0, 1+w.rng.IntN(3),
		pick("0", "0.1", "0.2"), pick("0.5", "0.1", "1"))
	if w.rng.IntN(2) == 0 {
		text += fmt.Sprintf("clock = pages\ninterval = %d\nlifetime = %d\nrun = %d\nwon_time = 3\n", 1+w.rng.IntN(9),
			20+w.rng.IntN(60), w.rng.IntN(2)*(30+w.rng.IntN(40)))
	} else {
		text += fmt.Sprintf("interval = 0.0%d\nlifetime = 0.%d\nrun = 0.%d\nwon_time = 0.01\n", 1+w.rng.IntN(8),
			1+w.rng.IntN(9), w.rng.IntN(4))
	}
	text += fmt.Sprintf("strict = %v\n", w.rng.IntN(3) == 0)
	if w.rng.IntN(4) == 0 {
		text += "space = 600\nwon_space = 300\n"
	}
	agents := 2 + w.rng.IntN(3)
	if w.rng.IntN(8) == 0 {
		agents = 1
	}
	for i := range agents {
		text += fmt.Sprintf("[%s]\nkeywords = %s\nenergy = %s\ntarget = %d\n", keywords[i][0],
			strings.Join(keywords[i], " "), pick("0.5", "1", "8", "20"), w.rng.IntN(3))
		text += w.whereabouts()
	}
	return text
}

// whereabouts are where an agent begins and what it may visit: all ports, a port
// alone, everything, or what its seeds are on.
func (w *world) whereabouts() (text string) {
	host, seeds := w.rng.IntN(len(w.hosts)), w.rng.IntN(3)
	switch w.rng.IntN(8) {
	case 0:
		text = "hosts = 127.0.0.1\n"
	case 1:
		text = "hosts = *\n"
	case 2:
		text = fmt.Sprintf("hosts = %s\n", strings.TrimPrefix(w.hosts[host].URL, "http://"))
	}
	if seeds > 0 {
		text += "seeds ="
	}
	for range seeds {
		text += " " + w.url(host, w.rng.IntN(w.pages))
	}
	return text + "\n"
}

func (w *world) job(t testing.TB, folder string, budget, connections int) run.AgentsJob {
	t.Helper()
	settings := map[string]string{"order.budget": fmt.Sprint(budget),
		"sites.connections_per_host": fmt.Sprint(connections)}
	for name, value := range w.settings {
		settings[name] = value
	}
	job := newJob(t, folder, w.topics, settings)
	job.Seeds = w.seeds
	return job
}

func (w *world) before(do func(path string)) {
	for _, h := range w.hosts {
		h.mu.Lock()
		h.before = do
		h.mu.Unlock()
	}
}

// after calls a function once that many requests were made, and has answers come late, and so in another order.
func (w *world) after(requests int, do func()) {
	var n atomic.Int64
	w.before(func(string) {
		time.Sleep(time.Duration(rand.IntN(1500)) * time.Microsecond)
		if n.Add(1) == int64(requests) {
			do()
		}
	})
}

func (w *world) asked() map[string]int {
	all := map[string]int{}
	for _, h := range w.hosts {
		h.mu.Lock()
		for path, n := range h.asked {
			all[h.URL+path] += n
		}
		h.mu.Unlock()
	}
	return all
}
