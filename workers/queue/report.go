package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
)

// Figures are what is known of the crawl of a group, over all workers that had it.
type Figures struct {
	// Sites have been crawled, Pages found, and Requests are URLs requested.
	Sites    int `json:"sites,omitempty"`
	Pages    int `json:"pages,omitempty"`
	Requests int `json:"requests,omitempty"`
}

// Add adds other figures.
func (f *Figures) Add(o Figures) {
	f.Sites, f.Pages, f.Requests = f.Sites+o.Sites, f.Pages+o.Pages, f.Requests+o.Requests
}

// Report is what a worker does at the moment.
type Report struct {
	Worker string `json:"worker"` // its name
	// Memory is what the program has of the system, in bytes.
	Memory int64 `json:"memory"`
	// Groups counts those under way, Rate is their requests a second, and LastPage the time since one of them got an
	// answer, in seconds.
	Groups   int     `json:"groups"`
	Rate     float64 `json:"rate"`
	LastPage float64 `json:"last_page"`
	// Figures are those of all groups since the worker began.
	Figures
	// Slowest are some of the groups, those first that ask least.
	Slowest []GroupReport `json:"slowest"`
}

// GroupReport is how a group under way gets on.
type GroupReport struct {
	Job    string `json:"job"`    // that it is of
	Number int    `json:"number"` // its number there
	Site   string `json:"site"`   // the one that was heard of last
	Figures
	// Rate is requests a second since the worker has it, LastPage the time since the last answer, in seconds.
	Rate     float64 `json:"rate"`
	LastPage float64 `json:"last_page"`
}

// MaxSlow is how many groups are shown one by one.
const MaxSlow = 10

// Slowest returns those that ask least, the longest without an answer first among equals.
func Slowest(all []GroupReport) []GroupReport {
	slices.SortFunc(all, func(a, b GroupReport) int {
		return cmp.Or(cmp.Compare(a.Rate, b.Rate), cmp.Compare(b.LastPage, a.LastPage), cmp.Compare(a.Job, b.Job),
			a.Number-b.Number)
	})
	return all[:min(len(all), MaxSlow)]
}

// reportSubject is where workers are asked what they do, answerTime how long one may take to say so, and maxReports
// how many are heard.
const (
	reportSubject = "sitegraph.report"
	answerTime    = time.Second
	maxReports    = 10_000
)

// Answer lets who asks on the server know what a worker does.
func (q *Queue) Answer(report func() Report) error {
	_, err := q.conn.Subscribe(reportSubject, func(m *nats.Msg) {
		if text, err := json.Marshal(report()); err == nil {
			_ = m.Respond(text)
		}
	})
	return err
}

// Reports asks all workers what they do, and returns what those say that answer soon, by name.
func (q *Queue) Reports(ctx context.Context) ([]Report, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	inbox := q.conn.NewInbox()
	sub, err := q.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer sub.Unsubscribe()
	if err := q.conn.PublishRequest(reportSubject, inbox, nil); err != nil {
		return nil, err
	}
	var all []Report
	for len(all) < maxReports {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrNoResponders) {
			return nil, err
		}
		if err != nil {
			break
		}
		var r Report
		if json.Unmarshal(m.Data, &r) != nil { // whoever reaches the server can answer
			continue
		}
		r.Worker, r.Slowest = clean(r.Worker), r.Slowest[:min(len(r.Slowest), MaxSlow)]
		for i, g := range r.Slowest {
			r.Slowest[i].Job, r.Slowest[i].Site = clean(g.Job), clean(g.Site)
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b Report) int { return cmp.Compare(a.Worker, b.Worker) })
	return all, nil
}
