package command

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

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

// progress is the standard error, wherever it leads: lines of text and, below
// them or among them, how far crawls are. It is the run.Observer; several
// goroutines may use it.
type progress struct {
	style
	mu    sync.Mutex
	out   io.Writer
	width int  // 0: no terminal
	quiet bool // only errors are written
	json  bool // every line is a JSON object
	drawn bool // there is a line to overwrite

	sites   map[string]*siteProgress // by the line of hosts.txt
	budget  site.BudgetProgress      // of a crawl in the order of decisions
	search  *site.SearchProgress     // of a crawl by agents
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
	p := &progress{out: out, quiet: quiet, json: name == "json",
		sites: map[string]*siteProgress{}, begun: time.Now(), shown: time.Now()}
	if f, ok := out.(*os.File); ok {
		p.width, _, _ = term.GetSize(int(f.Fd()))
	}
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

// Budget takes the state of a crawl in the order of decisions.
func (p *progress) Budget(b site.BudgetProgress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.budget = b
	p.refresh()
}

// Search takes the state of a crawl by agents.
func (p *progress) Search(s site.SearchProgress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.search = &s
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
	p.current = fmt.Sprintf("%s %.0f%% · %s", measure, 100*share, origin)
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
	if p.search != nil {
		return searchLine(*p.search)
	}
	t := p.total()
	var fields []string
	add := func(format string, args ...any) { fields = append(fields, fmt.Sprintf(format, args...)) }
	if t.Spent > 0 {
		of := ""
		if t.Budget > 0 {
			of = fmt.Sprintf(" of %d", t.Budget)
		}
		add("budget: %d%s pages", t.Spent, of)
		add("%d external links", t.Found)
		add("%.1f a page of late", t.Late)
	}
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
	// Of a crawl in the order of decisions: pages processed, of so many (0: no limit), external links found, and a
	// page of those processed last.
	Spent  int     `json:"spent,omitempty"`
	Budget int     `json:"budget,omitempty"`
	Found  int     `json:"found,omitempty"`
	Late   float64 `json:"found_per_page_late,omitempty"`
	// Search is how far a crawl by agents is.
	Search *site.SearchProgress `json:"search,omitempty"`

	asked    int  // URLs that this run requested
	fetching bool // there is something left to fetch
}

// total adds up all crawls; what is going on now is that of the active ones.
func (p *progress) total() totals {
	t := totals{Doing: p.current, Failing: map[string]int{}}
	if p.search != nil {
		t.Search, t.InFlight = p.search, p.search.InFlight
	}
	b := p.budget
	t.Spent, t.Budget, t.Found, t.Late = b.Spent, b.Budget, b.Found, float64(b.LateFound)/float64(max(b.Late, 1))
	t.Seconds = time.Since(p.begun).Round(time.Millisecond).Seconds()
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

// Notice writes remarks for the user, unless quiet.
func (p *progress) Notice(texts ...string) {
	if !p.quiet {
		p.say("notice", texts)
	}
}

// Noticef is Notice with a format.
func (p *progress) Noticef(format string, args ...any) { p.Notice(fmt.Sprintf(format, args...)) }

// Error writes errors, each line of them for itself.
func (p *progress) Error(texts ...string) { p.say("error", texts) }

func (p *progress) say(kind string, texts []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range strings.FieldsFunc(strings.Join(texts, "\n"), func(r rune) bool { return r == '\n' }) {
		p.remove()
		if p.json {
			p.object(map[string]string{kind: text})
		} else {
			fmt.Fprintf(p.out, "sitegraph: %s\n", text)
		}
	}
}

// Write writes lines of logs.
func (p *progress) Write(lines []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove()
	if !p.json {
		return p.out.Write(lines)
	}
	for line := range strings.Lines(string(lines)) {
		p.object(map[string]string{"log": strings.TrimSuffix(line, "\n")})
	}
	return len(lines), nil
}

// object writes a JSON object on a line of its own.
func (p *progress) object(o any) {
	e := json.NewEncoder(p.out)
	e.SetEscapeHTML(false)
	_ = e.Encode(o) // as with other remarks, nobody is left to report an error to
}

// overwrite replaces the line below the text.
func (p *progress) overwrite(line string) {
	fmt.Fprintf(p.out, "\r\x1b[K%s", line)
	p.drawn = true
}

// remove takes that line away.
func (p *progress) remove() {
	if p.drawn {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.drawn = false
	}
}

// clear removes the line before something else writes to the terminal.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove()
}
