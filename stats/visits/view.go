// Package visits reads access logs of web servers in one pass and matches them with a finished crawl.
//
// The crawl does not depend on its results.
//
// A line may begin with the host name, as in Apache's "vhost_combined". Lines without a host belong to the site, or to
// the host given with the file.
package visits

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

// Rules judge URLs that a crawl does not know.
type Rules struct {
	// Key returns the normalized URL. Inside reports whether the crawl would fetch a URL if a link led to it.
	Key    func(site.URL) string
	Inside func(url, key string) bool
}

type view struct {
	*Log
	crawl  *site.Crawl
	rules  Rules
	rows   map[string]*row   // by key
	keys   map[*tally]string // by requested URL
	robots map[string]*site.RobotHits
}

type row struct {
	site.Hit
	last   int64
	robots map[string]int
}

// View matches the log with a crawl. Errors come from the crawl's ledger.
func (l *Log) View(c *site.Crawl, rules Rules) (*site.Hits, error) {
	v := &view{Log: l, crawl: c, rules: rules, rows: map[string]*row{}, keys: map[*tally]string{},
		robots: map[string]*site.RobotHits{}}
	h := &site.Hits{Files: l.files, Elsewhere: l.elsewhere, LeftOut: l.skipped, Agents: l.named}
	first := v.join()
	known, err := v.lookUp()
	if err != nil {
		return nil, err
	}
	h.Conclusive = known > 0 && wentEverywhere(c)
	for _, key := range slices.Sorted(maps.Keys(v.rows)) {
		v.add(h, v.rows[key])
	}
	h.First = moment(first)
	for _, r := range v.robots {
		h.Robots = append(h.Robots, *r)
	}
	site.Sort(h.Robots, func(a, b site.RobotHits) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(a.Name, b.Name))
	})
	if h.Referers = len(v.follows) > 0; h.Referers {
		h.Followed = v.followed()
	}
	return h, nil
}

// join merges URLs with the same key into rows. It returns the time of the first request.
func (v *view) join() (first int64) {
	for _, address := range slices.Sorted(maps.Keys(v.urls)) {
		t := v.urls[address]
		u, err := site.Parse(address)
		if err != nil {
			continue
		}
		key := v.rules.Key(u)
		if v.keys[t] = key; t.requests == 0 {
			continue
		}
		r := v.rows[key]
		if r == nil {
			r = &row{Hit: site.Hit{URL: u.String(), Key: key}, robots: map[string]int{}}
			v.rows[key] = r
		}
		r.Requests, r.Visits = r.Requests+t.requests, r.Visits+t.visits
		for name, n := range t.robots {
			r.robots[name] += n
		}
		if t.last >= r.last {
			r.last, r.Status = t.last, t.status
		}
		if first == 0 || t.first > 0 && t.first < first {
			first = t.first
		}
	}
	return first
}

func (v *view) lookUp() (known int, err error) {
	for e, err := range v.crawl.Ledger {
		if err != nil {
			return known, err
		}
		known++
		if r := v.rows[e.Key]; r != nil {
			r.State, r.Page = e.State, e.Page
			if e.State == site.StatePage {
				r.Page = e.Key
			}
		}
	}
	return known, nil
}

// add adds a row to the view, unless the crawl would never fetch its URL and no link leads to it.
func (v *view) add(h *site.Hits, r *row) {
	if r.State == "" && !v.rules.Inside(r.URL, r.Key) {
		h.LeftOut += r.Requests
		return
	}
	var robots []string
	for _, name := range slices.Sorted(maps.Keys(r.robots)) {
		n := r.robots[name]
		r.RobotVisits += n
		robots = append(robots, fmt.Sprintf("%s=%d", name, n))
		if v.robots[name] == nil {
			v.robots[name] = &site.RobotHits{Name: name}
		}
		v.robots[name].Visits += n
		v.robots[name].URLs++
	}
	r.Robots, r.Last = strings.Join(robots, " "), moment(r.last)
	if r.Last.After(h.Last) {
		h.Last = r.Last
	}
	h.Requests, h.Visits, h.RobotVisits = h.Requests+r.Requests, h.Visits+r.Visits, h.RobotVisits+r.RobotVisits
	h.All = append(h.All, r.Hit)
}

// moment returns a time, the zero time if it is unknown.
func moment(at int64) time.Time {
	if at == 0 {
		return time.Time{}
	}
	return time.Unix(at, 0).UTC()
}

func (v *view) followed() site.Numbers {
	g := v.crawl.Graph
	index := g.ByKey()
	pageAt := func(t *tally) int {
		key := v.keys[t]
		if r := v.rows[key]; r != nil {
			key = r.Page
		}
		if page, ok := index.Find(key); ok {
			return page
		}
		return -1
	}
	along := site.NewNumbers(g.Arcs())
	for pair, n := range v.follows {
		from, to := pageAt(pair[0]), pageAt(pair[1])
		if from < 0 || to < 0 {
			continue
		}
		if at, found := g.Arc(from, to); found {
			along.Set(at, along.At(at)+n)
		}
	}
	return along
}

// wentEverywhere reports whether a crawl followed all links, as far as we can tell: it had no list and no limits.
func wentEverywhere(c *site.Crawl) bool {
	return c.Complete && !strings.Contains(c.Scope, site.ScopeList) && len(c.Counts.LeftOut()) == 0 &&
		c.Counts.States[site.StateBeyondLevel] == 0 && c.Counts.States[site.StateLimit] == 0
}
