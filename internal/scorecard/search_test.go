package scorecard

import (
	"context"
	"iter"
	"math"
	"time"

	crawl "sitegraph/agents"
	"sitegraph/config"
	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/robots"
	"sitegraph/extractor/scope"
	"sitegraph/schedule/market"
	"sitegraph/site"
	"sitegraph/stats"
)

// The measures, in percent but for the numbers of pages and of URLs.
const (
	cr = iota
	rcr
	rr
	recall
	compared // those before are compared by seed
	visited  = iota - 1
	stored
	sold
	measureCount
)

var measureNames = [measureCount]string{"CR", "RCR", "RR", "recall", "VC", "DTOC", "sold"}

// harvestAt are the numbers of pages at which the harvest is measured.
var harvestAt = []int{10, 25, 50, 100, 150, 200, 250}

// outcome is what a search brought.
type outcome struct {
	measures [measureCount]float64
	// harvest is the share of pages on topic among the first ones, in percent,
	// NaN where there are fewer.
	harvest []float64
	// belowOptimum counts markets, storedTwice contents.
	belowOptimum, storedTwice int
}

// search lets the agents of a task search.
func (w *world) search(ctx context.Context, k *task, s setup, a arm) (outcome, error) {
	o, err := w.options(k, s, a)
	if err != nil {
		return outcome{}, err
	}
	found, _, err := crawl.Run(ctx, o)
	if err != nil {
		return outcome{}, err
	}
	return w.judge(k, found), nil
}

// judge measures a search by the labels.
func (w *world) judge(k *task, found *site.Search) outcome {
	for q := range found.Agents {
		found.Agents[q].Labelled = true
	}
	kept := map[int]int{}
	right := map[[2]int]bool{} // topic and page on it, stored
	var harvest []bool
	for i := range found.Visits {
		v := &found.Visits[i]
		at, known := w.pageOf(v.URL)
		v.OnTopic = known && v.Agent >= 0 && v.Page != 0 && k.topics[v.Agent].has(&w.pages[at])
		if v.State == site.StatePage || v.State == site.StateDuplicate {
			harvest = append(harvest, v.OnTopic)
		}
		if v.Stored && known {
			kept[at]++
			if v.OnTopic {
				right[[2]int{k.first(v.Agent), at}] = true
			}
		}
	}
	card := stats.CountSearch(found)
	o := outcome{belowOptimum: card.Markets.Held - card.Markets.AtOptimum}
	all := card.All
	o.measures = [measureCount]float64{cr: 100 * all.OnTopicShare, rcr: 100 * all.StoredShare, rr: 100 * all.AgainShare,
		recall: 100 * float64(len(right)) / float64(k.reachable), visited: float64(all.Visited),
		stored: float64(all.Stored), sold: float64(card.Markets.Sold)}
	for _, n := range kept {
		o.storedTwice += n - 1
	}
	for _, n := range harvestAt {
		share := math.NaN()
		if n <= len(harvest) {
			share = 0
			for _, on := range harvest[:n] {
				if on {
					share += 100 / float64(n)
				}
			}
		}
		o.harvest = append(o.harvest, share)
	}
	return o
}

func (w *world) pageOf(url string) (int, bool) {
	u, err := site.Parse(url)
	if err != nil {
		return 0, false
	}
	return w.page(u.Host + u.Path)
}

// options are those of a search of a task.
func (w *world) options(k *task, s setup, a arm) (crawl.Options, error) {
	o := crawl.Options{Name: "scorecard", Lookahead: 8,
		Limits: scope.Limits{MaxLevel: -1, MaxRedirects: 5, MaxURLLength: 2000, Parsers: 1}}
	o.Topics = config.Topics{Scheme: a.scheme, Matching: market.Exact, Clock: config.ClockPages, Lifetime: 600,
		Interval: s.interval, WonTime: 10, Understanding: 0.2, Strict: true, PageEnergy: 0.5, Step: 0.1, Lots: s.lots,
		Whole: s.whole, Foreign: a.foreign,
		Agents: k.config}
	var err error
	if o.Values, err = w.values(k, a); err != nil {
		return o, err
	}
	o.Parts = extractor.Parts{Encoder: parse.QueryEncoder, Robots: rules{}, Journal: &memory{}, Now: time.Now,
		Settings: map[string]string{}}
	if o.Parts.Normaliser, err = site.NewNormaliser("default", nil); err != nil {
		return o, err
	}
	o.Parts.Digest = dedup.Digest
	if o.Parts.Parser, err = parse.New("tokenizer", parse.Options{AnchorText: true, Around: true}); err != nil {
		return o, err
	}
	o.Open = func(origin site.URL, _ bool) (crawl.Host, error) {
		d := download.NewHTTP(download.HTTPOptions{UserAgent: "sitegraph", Timeout: time.Minute, MaxBody: largest,
			MaxHeader: 1 << 16, MaxConnsPerHost: 1, Dial: w.dial(origin)})
		return crawl.Host{Downloader: d, Close: d.Close}, nil
	}
	return o, nil
}

// values says what pages and links are worth, by their texts or by the truth.
func (w *world) values(k *task, a arm) (crawl.Values, error) {
	if a.truth {
		return truth{w, k}, nil
	}
	var topics []market.Topic
	for _, c := range k.config {
		topics = append(topics, market.Topic{Name: c.Name, Keywords: c.Keywords})
	}
	s, err := market.NewScorer(topics...)
	return texts{s}, err
}

// texts values by texts.
type texts struct{ *market.Scorer }

func (t texts) Page(p crawl.PageText) []float64 {
	return t.Scorer.Page(p.Title+"\n"+p.Text, p.Language)
}
func (t texts) Link(l crawl.LinkText) []float64 { return t.Scorer.Link(l.Anchor, l.Around) }

// truth values by the labels: pages on topic are worth 1, links to others the less
// the more links they are away from the topic.
type truth struct {
	*world
	*task
}

func (t truth) Page(p crawl.PageText) []float64 {
	values := t.of(p.URL)
	for q, v := range values {
		values[q] = math.Floor(v)
	}
	return values
}
func (t truth) Link(l crawl.LinkText) []float64 { return t.of(l.URL) }

func (t truth) of(url string) []float64 {
	values := make([]float64, agents)
	if at, ok := t.pageOf(url); ok {
		for q := range values {
			if n := t.near[q][at]; n >= 0 {
				values[q] = 1 / float64(1+n)
			}
		}
	}
	return values
}

// rules reads robots.txt.
type rules struct{}

func (rules) Fetch(ctx context.Context, d extractor.Downloader, origin site.URL) extractor.RobotsAnswer {
	return rules{}.Judge(robots.Fetch(ctx, func(ctx context.Context, u site.URL) site.Response {
		return d.Download(ctx, site.Request{URL: u, Robots: true})
	}, origin))
}

func (rules) Judge(seen site.RobotsSeen) extractor.RobotsAnswer {
	r, err := robots.Rule(robots.ClassRFC9309, seen, "sitegraph", time.Minute)
	return extractor.RobotsAnswer{Seen: seen, Rules: r.Rules, Delay: r.CrawlDelay, Retry: r.Retry || err != nil}
}

// memory is a journal in memory.
type memory struct{ records [][]byte }

func (m *memory) Append(records [][]byte) error {
	for _, r := range records {
		m.records = append(m.records, append([]byte(nil), r...))
	}
	return nil
}

func (m *memory) Replay() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for _, r := range m.records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func (m *memory) Read(n int) ([]byte, error) { return m.records[n], nil }
