package command

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

// screen returns the lines for a terminal, a row for each active site, if there is room, and a line for all sites.
func (p *progress) screen() []string {
	width, height := p.size()
	last := []string{fitted(p.line(), width)}
	active := p.active()
	if !p.several() || len(active) == 0 || len(active)+1 >= height {
		return last
	}
	g := grid{dispensable: []int{5, 4, 1, 3}}
	for _, name := range active {
		s := p.sites[name]
		failed := ""
		if s.Failed > 0 {
			failed = fmt.Sprintf("%d failed", s.Failed)
		}
		g.rows = append(g.rows, []string{site.Show(name), clock(p.now().Sub(s.begun)),
			fmt.Sprintf("%d of %d", s.Fetched, known(s.Progress)), perSecond(s.speed.perSecond(p.now())),
			fmt.Sprintf("depth %d", s.Level), failed})
	}
	return append(g.lines(width), last...)
}

func (p *progress) active() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(p.sites)) {
		if !p.sites[name].ended {
			names = append(names, name)
		}
	}
	return names
}

// known counts a site's URLs that are fetched or will be.
func known(s site.Progress) int {
	if s.Again > 0 {
		return s.Fetched // includes running requests
	}
	return s.Fetched + s.InFlight + s.Waiting + s.Next
}

// clock writes a duration as 0:07, 12:34 or 1:02:03.
func clock(d time.Duration) string {
	s := int(d.Seconds())
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

func perSecond(speed float64) string {
	if speed > 0 && speed < 10 {
		return fmt.Sprintf("%.1f/s", speed)
	}
	return fmt.Sprintf("%.0f/s", speed)
}

const separator = " · " // between fields of a line

// fitted drops fields from a line's end until the terminal's last column is free. Width 0 fits everything.
func fitted(line string, width int) string {
	for width > 0 && wording.Columns(line) >= width {
		line = line[:max(strings.LastIndex(line, separator), 0)]
	}
	return line
}

// line returns the progress of all crawls, the most important figures first.
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
	add("%s", clock(p.now().Sub(p.begun)))
	if p.several() {
		add("%d of %d sites done", len(p.sites)-len(p.active()), max(p.expected, len(p.sites)))
	}
	if t.Spent > 0 {
		of, most := "", t.Spent
		if t.Budget > 0 {
			of, most = fmt.Sprintf(" of %d", t.Budget), t.Budget
		}
		add("budget: %d%s %s", t.Spent, of, wording.Form(most, "page", "pages"))
		add("%d external %s", t.Found, wording.Form(t.Found, "link", "links"))
		add("%.1f a page lately", t.Late)
	}
	add("%d of %d fetched", t.Fetched, t.Known)
	if t.Again > 0 {
		add("%d to check again", t.Again)
	}
	add("%s", perSecond(t.PerSecond))
	if t.fetching {
		add("depth %d", t.Level)
	}
	add("%d %s", t.Pages, wording.Form(t.Pages, "page", "pages"))
	if t.Failed > 0 {
		add("%d failed", t.Failed)
	}
	add("%d %s", t.Arcs, wording.Form(t.Arcs, "arc", "arcs"))
	add("%d %s", t.Links, wording.Form(t.Links, "link", "links"))
	if len(p.sites) > 1 {
		for _, name := range slices.Sorted(maps.Keys(t.Failing)) {
			add("%s: %d failed", name, t.Failing[name])
		}
	}
	return strings.Join(fields, separator)
}

const speedOver = 10 * time.Second

// speedometer measures the recent number of requests per second.
type speedometer struct {
	marks []mark // by time; the first may be older than speedOver
}

// mark is the number of URLs requested until some time.
type mark struct {
	at    time.Time
	asked int
}

func (s *speedometer) add(now time.Time, asked int) {
	n := len(s.marks)
	if n >= 2 && now.Sub(s.marks[n-2].at) < speedOver/20 { // two marks a second are enough
		n--
	}
	s.marks = append(s.marks[:n], mark{now, asked})
	for len(s.marks) > 2 && now.Sub(s.marks[1].at) >= speedOver {
		s.marks = s.marks[1:]
	}
}

// perSecond returns the speed over the last ten seconds, or since the beginning.
func (s *speedometer) perSecond(now time.Time) float64 {
	if len(s.marks) == 0 {
		return 0
	}
	first, last := s.marks[0], s.marks[len(s.marks)-1]
	return float64(last.asked-first.asked) / max(now.Sub(first.at).Seconds(), 1)
}
