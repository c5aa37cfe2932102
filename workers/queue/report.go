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

// Figures count the work on a group by all workers that had it.
type Figures struct {
	Sites    int `json:"sites,omitempty"`    // crawled
	Pages    int `json:"pages,omitempty"`    // found
	Requests int `json:"requests,omitempty"` // URLs requested
}

// Add adds other figures.
func (f *Figures) Add(o Figures) {
	f.Sites, f.Pages, f.Requests = f.Sites+o.Sites, f.Pages+o.Pages, f.Requests+o.Requests
}

// Report is the progress of a worker.
type Report struct {
	Worker   string        `json:"worker"`    // its name
	Memory   int64         `json:"memory"`    // the program's memory in bytes
	Groups   int           `json:"groups"`    // under way
	Rate     float64       `json:"rate"`      // their requests per second
	LastPage float64       `json:"last_page"` // seconds since the last answer in any of them
	Figures                // totals since the worker started
	Slowest  []GroupReport `json:"slowest"` // the slowest groups, slowest first
}

// GroupReport is the progress of a group.
type GroupReport struct {
	Job      string  `json:"job"`    // its job
	Number   int     `json:"number"` // its number in the job
	Site     string  `json:"site"`   // the site that last made progress
	Figures          // so far
	Rate     float64 `json:"rate"`      // requests per second since the worker got it
	LastPage float64 `json:"last_page"` // seconds since the last answer
}

// MaxSlow is the number of groups that are shown one by one.
const MaxSlow = 10

// Slowest returns the groups with the lowest rates. Of equal ones, the longest without an answer comes first.
func Slowest(all []GroupReport) []GroupReport {
	slices.SortFunc(all, func(a, b GroupReport) int {
		return cmp.Or(cmp.Compare(a.Rate, b.Rate), cmp.Compare(b.LastPage, a.LastPage), cmp.Compare(a.Job, b.Job),
			a.Number-b.Number)
	})
	return all[:min(len(all), MaxSlow)]
}

const (
	reportSubject = "sitegraph.report" // asks all workers for reports
	answerTime    = time.Second        // time for answers
	maxReports    = 10_000
)

// Answer answers requests for the report of a worker.
func (q *Queue) Answer(report func() Report) error {
	_, err := q.conn.Subscribe(reportSubject, func(m *nats.Msg) {
		if text, err := json.Marshal(report()); err == nil {
			_ = m.Respond(text)
		}
	})
	return err
}

// Reports asks all workers for reports and returns those that arrive in time, by worker.
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
		if json.Unmarshal(m.Data, &r) != nil { // anybody with access to the server can answer
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
