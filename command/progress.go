package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"sitegraph/site"
)

// style is a way to show progress, and the time between two updates.
type style struct {
	every time.Duration
	show  func(*progress) // nil shows nothing
}

// progressStyles are the values of --progress.
var progressStyles = map[string]style{
	"auto":  {}, // bar on a terminal, otherwise plain
	"none":  {},
	"bar":   {200 * time.Millisecond, func(p *progress) { p.overwrite(p.screen()) }},
	"plain": {plainEvery, func(p *progress) { fmt.Fprintln(p.out, p.line()) }},
	"json":  {time.Second, func(p *progress) { p.object(p.total()) }},
}

const plainEvery = 5 * time.Second

// progress writes messages and progress to standard error. It is a run.Observer that several goroutines may call.
type progress struct {
	style
	mu    sync.Mutex
	out   io.Writer
	now   func() time.Time
	size  func() (width, height int) // size of the terminal; 0 if there is none
	quiet bool                       // writes only errors
	json  bool                       // writes JSON objects
	drawn int                        // lines to overwrite

	expected int                      // sites to crawl
	sites    map[string]*siteProgress // by line of hosts.txt
	asked    int                      // URLs that this run requested
	speed    speedometer              // over all sites
	budget   site.BudgetProgress      // for a crawl in the order of decisions
	search   *site.SearchProgress     // for a crawl by agents
	begun    time.Time
	shown    time.Time
	current  string // running computation
}

type siteProgress struct {
	site.Progress
	begun time.Time
	speed speedometer
	ended bool
}

func newProgress(name string, quiet bool, out io.Writer) *progress {
	p := &progress{out: out, quiet: quiet, json: name == "json", now: time.Now, sites: map[string]*siteProgress{},
		begun: time.Now(), shown: time.Now(), size: func() (int, int) { return sizeOf(out) }}
	width, _ := p.size()
	switch {
	case quiet:
		name = "none"
	case name == "auto" && width > 0:
		name = "bar"
	case name == "auto":
		name = "plain"
	}
	p.style = progressStyles[name]
	return p
}

func sizeOf(w io.Writer) (width, height int) {
	if f, ok := w.(*os.File); ok {
		width, height, _ = term.GetSize(int(f.Fd()))
	}
	return width, height
}

// Expect announces the number of sites.
func (p *progress) Expect(sites int) { p.expected = sites }

// Progress reports the progress of one line's crawl.
func (p *progress) Progress(line string, s site.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	of := p.sites[line]
	if of == nil {
		of = &siteProgress{begun: now}
		p.sites[line] = of
	}
	p.asked += s.Asked - of.Asked
	of.Progress = s
	of.speed.add(now, s.Asked)
	p.speed.add(now, p.asked)
	p.refresh()
}

// Budget reports the progress of a crawl in the order of decisions.
func (p *progress) Budget(b site.BudgetProgress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.budget = b
	p.refresh()
}

// Search reports the progress of a crawl by agents.
func (p *progress) Search(s site.SearchProgress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.search = &s
	p.refresh()
}

// Ended marks a site as done. If there are several sites, it shows the result.
func (p *progress) Ended(line string, c *site.Crawl, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.sites[line]
	if s == nil {
		s = &siteProgress{begun: p.now()}
		p.sites[line] = s
	}
	s.ended = true
	end := endOf(line, c, err, p.now().Sub(s.begun))
	switch {
	case p.quiet || p.show == nil:
	case p.json:
		p.object(map[string]siteEnd{"ended": end})
	case p.several():
		p.remove()
		fmt.Fprintln(p.out, end.line(p.width()))
	}
}

// several reports whether the run has more than one site.
func (p *progress) several() bool { return max(p.expected, len(p.sites)) > 1 }

func (p *progress) width() int {
	width, _ := p.size()
	return width
}

// Computing reports the measure of a site that is being computed, and the finished share from 0 to 1.
func (p *progress) Computing(origin, measure string, share float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.current = fmt.Sprintf("%s %.0f%% · %s", measure, 100*share, origin)
	p.refresh()
	p.current = ""
}

// End writes a last object for programs that follow the progress.
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
	if now := p.now(); p.show != nil && now.Sub(p.shown) >= p.every {
		p.shown = now
		p.show(p)
	}
}

// Notice shows remarks, unless quiet.
func (p *progress) Notice(texts ...string) {
	if !p.quiet {
		p.say("notice", texts)
	}
}

// Noticef is like Notice, with a format.
func (p *progress) Noticef(format string, args ...any) { p.Notice(fmt.Sprintf(format, args...)) }

// Error shows errors on separate lines.
func (p *progress) Error(texts ...string) { p.say("error", texts) }

// Failed shows an error, and the stack if the fault is the program's.
func (p *progress) Failed(err error) {
	p.Error(err.Error())
	if fault := new(site.Fault); errors.As(err, &fault) {
		p.Error(string(fault.Stack))
	}
}

func (p *progress) say(kind string, texts []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range strings.FieldsFunc(strings.Join(texts, "\n"), func(r rune) bool { return r == '\n' }) {
		p.remove()
		text = site.Printable(strings.ReplaceAll(text, "\t", "    "))
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

func (p *progress) overwrite(lines []string) {
	fmt.Fprint(p.out, p.erasing()+strings.Join(lines, "\n"))
	p.drawn = len(lines)
}

// remove erases the lines that overwrite drew.
func (p *progress) remove() {
	if p.drawn > 0 {
		fmt.Fprint(p.out, p.erasing())
		p.drawn = 0
	}
}

// erasing returns the codes that erase the drawn lines (ECMA-48: CUU, ED).
func (p *progress) erasing() string {
	if p.drawn > 1 {
		return fmt.Sprintf("\r\x1b[%dA\x1b[J", p.drawn-1)
	}
	return "\r\x1b[J"
}

// clear erases the drawn lines before something else writes to the terminal.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove()
}
