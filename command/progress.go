package command

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

// style is a way to show progress: how, and how often.
type style struct {
	every time.Duration
	show  func(*progress) // nil: nothing is shown
}

// progressStyles are the values of --progress: lines that stay, objects, and a line that is overwritten.
var progressStyles = map[string]style{
	"auto":  {}, // bar on a terminal, else plain
	"none":  {},
	"bar":   {200 * time.Millisecond, func(p *progress) { p.overwrite(fitted(p.line(), p.width)) }},
	"plain": {plainEvery, func(p *progress) { fmt.Fprintln(p.out, p.line()) }},
	"json":  {time.Second, func(p *progress) { p.object(p.total()) }},
}

// plainEvery is the time between two lines that stay.
const plainEvery = 5 * time.Second

// progress shows how far crawls are. It is the run.Observer.
type progress struct {
	*terminal
	style
	sites   map[string]*siteProgress // by the line of hosts.txt
	begun   time.Time
	shown   time.Time
	current string // what is being computed beside the crawls
}

// siteProgress is how far the crawl of one line is.
type siteProgress struct {
	site.Progress
	ended bool
}

func newProgress(name string, quiet bool, out io.Writer) *progress {
	p := &progress{sites: map[string]*siteProgress{}, begun: time.Now(), shown: time.Now(),
		terminal: newTerminal(out, quiet, name == "json")}
	switch {
	case quiet:
		name = "none"
	case name == "auto" && p.width > 0:
		name = "bar"
	case name == "auto":
		name = "plain"
	}
	p.style = progressStyles[name]
	return p
}

// Progress takes the state of one crawl.
func (p *progress) Progress(line string, s site.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sites[line] = &siteProgress{Progress: s}
	p.refresh()
}

// Ended takes a site out of what is going on now.
func (p *progress) Ended(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.sites[line]; s != nil {
		s.ended = true
	}
}

// Computing shows which measure of a site is being computed, and how much of it is done, from 0 to 1.
func (p *progress) Computing(origin, measure string, share float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.current = fmt.Sprintf("%s %.0f %% · %s", measure, 100*share, origin)
	p.refresh()
	p.current = ""
}

// End writes the last state for a program that follows the progress.
func (p *progress) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove()
	if p.json && p.show != nil {
		t := p.total()
		t.Done = true
		p.object(t)
	}
}

func (p *progress) refresh() {
	if p.show != nil && time.Since(p.shown) >= p.every {
		p.shown = time.Now()
		p.show(p)
	}
}

// separator stands between the fields of the line.
const separator = " · "

// fitted drops fields from the end of a line until it fits a terminal, which
// keeps its last column free. Width 0 fits all.
func fitted(line string, width int) string {
	for width > 0 && len([]rune(line)) >= width {
		line = line[:max(strings.LastIndex(line, separator), 0)]
	}
	return line
}

// line is the state of all crawls, what matters most first.
func (p *progress) line() string {
	if p.current != "" {
		return p.current
	}
	t := p.total()
	var fields []string
	add := func(format string, args ...any) { fields = append(fields, fmt.Sprintf(format, args...)) }
	if t.fetching {
		add("depth %d", t.Level)
	}
	add("%d pages", t.Pages)
	add("%d fetched", t.Fetched)
	add("%d waiting", t.Waiting)
	if t.Failed > 0 {
		add("%d failed", t.Failed)
	}
	add("%.0f/s", float64(t.asked)/max(t.Seconds, 0.001))
	add("%d arcs", t.Arcs)
	add("%d links", t.Links)
	if len(p.sites) > 1 {
		for _, name := range slices.Sorted(maps.Keys(t.Failing)) {
			add("%s: %d failed", name, t.Failing[name])
		}
	}
	return strings.Join(fields, separator)
}

// totals are sums over all sites, and a line of --progress json.
type totals struct {
	Seconds float64 `json:"seconds"`
	Level   int     `json:"level"` // the greatest depth being fetched
	Pages   int     `json:"pages"`
	Arcs    int     `json:"arcs"` // with those to URLs that may turn out to be no pages
	Links   int     `json:"links"`
	Fetched int     `json:"fetched"`
	Failed  int     `json:"failed"`
	Bytes   int64   `json:"bytes"` // of decoded HTML

	InFlight int            `json:"in_flight"`
	Waiting  int            `json:"waiting"`
	Next     int            `json:"next_level"`
	Failing  map[string]int `json:"failing,omitempty"` // failures by site
	Doing    string         `json:"doing,omitempty"`   // the measure being computed
	Done     bool           `json:"done"`              // this is the last line

	asked    int  // URLs that this run requested
	fetching bool // there is something left to fetch
}

// total adds up all crawls; what is going on now is that of the active ones.
func (p *progress) total() totals {
	t := totals{Seconds: time.Since(p.begun).Round(time.Millisecond).Seconds(), Doing: p.current, Failing: map[string]int{}}
	for name, s := range p.sites {
		t.Pages += s.Pages
		t.Arcs += s.Arcs
		t.Links += s.Links
		t.Fetched += s.Fetched
		t.asked += s.Asked
		t.Failed += s.Failed
		t.Bytes += s.Bytes
		if s.Failed > 0 {
			t.Failing[name] = s.Failed
		}
		if s.ended {
			continue
		}
		t.Level = max(t.Level, s.Level)
		t.Waiting += s.Waiting
		t.Next += s.Next
		t.InFlight += s.InFlight
		t.fetching = t.fetching || !s.Done
	}
	return t
}
