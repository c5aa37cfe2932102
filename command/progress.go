package command

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"sitegraph/site"
	"sitegraph/stats"
)

// progressStyles are the values of --progress.
var progressStyles = map[string]func(*progress){
	"auto": (*progress).auto, "bar": (*progress).bar, "plain": (*progress).plain, "json": (*progress).json, "none": nil,
}

// plainEvery is the time between two lines that are not overwritten, barEvery
// between two states of the line that is.
const (
	plainEvery = 5 * time.Second
	barEvery   = 200 * time.Millisecond
)

// progress shows how far the walks are: one line on a terminal, plain lines
// elsewhere. Walks tell it at the same time.
type progress struct {
	mu     sync.Mutex
	sites  map[string]site.Progress
	out    io.Writer
	shown  time.Time
	begun  time.Time
	width  int
	dirty  bool // a line stands on the terminal
	style  string
	doing  string          // what goes on beside the walks
	render func(*progress) // nil: nothing is shown
}

func newProgress(style string, quiet bool, out io.Writer) *progress {
	p := &progress{sites: map[string]site.Progress{}, out: out, begun: time.Now(), shown: time.Now(), style: style, render: progressStyles[style]}
	if quiet {
		p.render = nil
	}
	if f, ok := out.(*os.File); ok {
		p.width, _, _ = term.GetSize(int(f.Fd()))
	}
	return p
}

// show takes the state of one site.
func (p *progress) show(s site.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sites[s.Site] = s
	if p.render != nil {
		p.render(p)
	}
}

// of shows how far the numbers of a site are.
func (p *progress) of(origin string) stats.Progress {
	return func(measure string, share float64) { p.measure(origin, measure, share) }
}

// measure tells which number of a site is being computed, and how much of it is
// done, 0 to 1.
func (p *progress) measure(origin, name string, share float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.doing = fmt.Sprintf("%s: %s %.0f %%", origin, name, 100*share)
	if p.render != nil {
		p.render(p)
	}
	p.doing = ""
}

func (p *progress) auto() {
	if p.width > 0 {
		p.bar()
	} else {
		p.plain()
	}
}

func (p *progress) due(every time.Duration) bool {
	if time.Since(p.shown) < every {
		return false
	}
	p.shown = time.Now()
	return true
}

func (p *progress) bar() {
	if !p.due(barEvery) {
		return
	}
	line := []rune(p.line())
	if p.width > 1 && len(line) >= p.width {
		line = line[:p.width-1]
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s", string(line))
	p.dirty = true
}

func (p *progress) plain() {
	if p.due(plainEvery) {
		fmt.Fprintln(p.out, p.line())
	}
}

func (p *progress) json() {
	if p.due(time.Second) {
		p.object(false)
	}
}

// progressObject is a line of --progress json. Numbers are sums over all sites,
// Level is the deepest one being fetched, Arcs has those to addresses that may
// yet be no pages, Bytes counts decoded HTML; Failing has the sites with
// failures, Doing the number being computed. The last line is the one that is
// done.
type progressObject struct {
	Seconds  float64        `json:"seconds"`
	Level    int            `json:"level"`
	Pages    int            `json:"pages"`
	Arcs     int            `json:"arcs"`
	Links    int            `json:"links"`
	Fetched  int            `json:"fetched"`
	Failed   int            `json:"failed"`
	Bytes    int64          `json:"bytes"`
	InFlight int            `json:"in_flight"`
	Waiting  int            `json:"waiting"`
	Next     int            `json:"next_level"`
	Failing  map[string]int `json:"failing,omitempty"`
	Doing    string         `json:"doing,omitempty"`
	Done     bool           `json:"done"`
}

func (p *progress) object(done bool) {
	t := p.total()
	o := progressObject{Seconds: t.Elapsed.Round(time.Millisecond).Seconds(), Level: t.Level, Pages: t.Pages, Arcs: t.Arcs, Links: t.Links,
		Fetched: t.Fetched, Failed: t.Failed, Bytes: t.Bytes, InFlight: t.InFlight, Waiting: t.Waiting, Next: t.Next,
		Failing: map[string]int{}, Doing: p.doing, Done: done}
	for name, s := range p.sites {
		if s.Failed > 0 {
			o.Failing[name] = s.Failed
		}
	}
	json.NewEncoder(p.out).Encode(o)
}

// total adds up the sites that are being walked.
func (p *progress) total() site.Progress {
	t := site.Progress{Elapsed: time.Since(p.begun)}
	for _, s := range p.sites {
		t.Pages, t.Arcs, t.Links = t.Pages+s.Pages, t.Arcs+s.Arcs, t.Links+s.Links
		t.Fetched, t.Asked, t.Failed = t.Fetched+s.Fetched, t.Asked+s.Asked, t.Failed+s.Failed
		t.Waiting, t.Next, t.InFlight = t.Waiting+s.Waiting, t.Next+s.Next, t.InFlight+s.InFlight
		t.Bytes, t.Level = t.Bytes+s.Bytes, max(t.Level, s.Level)
	}
	return t
}

func (p *progress) line() string {
	if p.doing != "" {
		return p.doing
	}
	t := p.total()
	line := fmt.Sprintf("level %d · %d pages · %d arcs · %d links · %d fetched · %d waiting · %.0f/s", t.Level, t.Pages, t.Arcs, t.Links, t.Fetched,
		t.Waiting, float64(t.Asked)/max(t.Elapsed.Seconds(), 0.001))
	if t.Failed > 0 {
		line += fmt.Sprintf(" · %d failed%s", t.Failed, p.failing())
	}
	return line
}

// failing names the sites with failures, when there is more than one site.
func (p *progress) failing() string {
	var names []string
	for name, s := range p.sites {
		if s.Failed > 0 {
			names = append(names, fmt.Sprintf("%s %d", name, s.Failed))
		}
	}
	if len(p.sites) < 2 {
		return ""
	}
	slices.Sort(names)
	return " (" + strings.Join(names, ", ") + ")"
}

// Write puts lines of logs where the line of the terminal stands; that one
// comes back below them.
func (p *progress) Write(lines []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return p.out.Write(lines)
}

// End takes the line off the terminal, or tells the last state to a program.
func (p *progress) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	if p.style == "json" && p.render != nil {
		p.object(true)
	}
}

func (p *progress) clear() {
	if p.dirty {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.dirty = false
	}
}
