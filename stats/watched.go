package stats

import (
	"math"
	"time"

	"sitegraph/site"
)

// Watched says how often the pages of the graph change, judging by checks, and when they were last checked.
type Watched struct {
	Iterations int `json:"iterations"` // number of the last iteration; the first is the crawl itself
	Checks
	// NeverChecked counts the pages not checked since their first fetch, and Gone those missing at their last check.
	NeverChecked int              `json:"never_checked"`
	Gone         int              `json:"gone"`
	Ages         [][2]int         `json:"ages"`      // [iterations since the last check, pages], ascending
	Folders      []FolderChecks   `json:"folders"`   // as in Summary.Directories.List
	Templates    []TemplateChecks `json:"templates"` // as in Summary.Templates
}

// FolderChecks sums up the checks of a folder's pages, and TemplateChecks those of pages whose URLs follow a template.
type (
	FolderChecks struct {
		Path string `json:"path"` // as in [Directory]
		Checks
	}
	TemplateChecks struct {
		Template string `json:"template"` // as in [Template]
		Checks
	}
)

// Checks sums up the checks of a group of pages. The first fetch of a page is not a check.
type Checks struct {
	Pages   int `json:"pages"`   // number of pages in the group
	Made    int `json:"checks"`  // checks that found a page present or gone
	Changes int `json:"changes"` // checks that found new content
	// Share is Changes / Made. Low and High bound its 95 % interval, see [wilson]. It is a share of checks, and
	// policies check changing pages more often.
	Share float64  `json:"share"`
	Low   float64  `json:"low"`
	High  float64  `json:"high"`
	Days  float64  `json:"days,omitempty"`  // mean days between two changes, see [changeDays]; 0 if unknown
	Stale *float64 `json:"stale,omitempty"` // share of pages expected to have changed since; nil if not requested
}

func (a *analyser) watched() *Watched {
	in := a.crawl.Watched
	if in == nil || len(in.Iterations) == 0 || len(in.Pages) != len(a.g.Pages) {
		return nil
	}
	h := histories{in, in.Iterations[len(in.Iterations)-1].Number, map[int]time.Time{}}
	for _, i := range in.Iterations {
		h.at[i.Number] = i.At
	}
	w := &Watched{Iterations: h.last, Folders: []FolderChecks{}, Templates: []TemplateChecks{}}
	w.Checks = h.byGroup(make([]int32, len(in.Pages)), 1)[0]
	ages := make([]int, len(in.Pages))
	for i, s := range in.Pages {
		ages[i] = max(0, h.last-max(1, int(s.Checked)))
		if s.Visits <= 1 {
			w.NeverChecked++
		}
		if s.Last < s.Checked {
			w.Gone++
		}
	}
	w.Ages = distribution(ages)
	for k, c := range h.byGroup(a.Values.Directory, len(a.Directories.List)) {
		w.Folders = append(w.Folders, FolderChecks{a.Directories.List[k].Path, c})
	}
	for k, c := range h.byGroup(a.template, len(a.Templates)) {
		w.Templates = append(w.Templates, TemplateChecks{a.Templates[k].Template, c})
	}
	return w
}

type histories struct {
	*site.Watched
	last int               // the number of the last iteration
	at   map[int]time.Time // when each iteration began
}

// history is the history of one page. Check times are unknown, so checks are assumed to be evenly spaced by days days.
type history struct{ checks, changes, days float64 }

func (h histories) page(s site.Seen) history {
	checks := max(0, int(s.Visits)-1)
	one := history{checks: float64(checks), changes: float64(max(0, min(checks, int(s.Changes))))}
	from, found := h.at[int(s.First)]
	to, checked := h.at[int(s.Checked)]
	if found && checked && checks > 0 {
		one.days = max(0, to.Sub(from).Hours()/24/one.checks)
	}
	return one
}

// byGroup sums up the checks of groups. place is the group of each page, -1 for none.
func (h histories) byGroup(place []int32, groups int) []Checks {
	all, pages, chance := make([]Checks, groups), make([][]history, groups), make([]float64, groups)
	believed := h.Belief != nil && len(h.Belief.Chance) == len(h.Pages)
	for i, k := range place {
		if k < 0 {
			continue
		}
		one := h.page(h.Pages[i])
		all[k].Pages++
		all[k].Made += int(one.checks)
		all[k].Changes += int(one.changes)
		pages[k] = append(pages[k], one)
		if believed {
			chance[k] += probability(h.Belief.Chance[i])
		}
	}
	for k := range all {
		c := &all[k]
		c.Share = share(c.Changes, c.Made)
		c.Low, c.High = wilson(c.Changes, c.Made)
		c.Days = changeDays(pages[k])
		if believed {
			c.Stale = new(quotient(chance[k], float64(c.Pages)))
		}
	}
	return all
}

func probability(p float64) float64 {
	if math.IsNaN(p) {
		return 0
	}
	return max(0, min(1, p))
}

// changeDays estimates the mean days between two changes of a page. It assumes that the pages change at random moments
// at one common rate. A check after d days finds a change with probability 1 - exp(-rate d), however many there were.
// The rate is the maximum likelihood estimate (Cho and Garcia-Molina, "Estimating frequency of change", ACM TOIT 3(3),
// 2003). The result is 0 if no check or every check found a change, because then the likelihood has no maximum.
func changeDays(pages []history) float64 {
	changes, watched, still := 0.0, 0.0, 0.0
	for _, p := range pages {
		if p.days > 0 {
			changes += p.changes
			watched += p.checks * p.days
			still += (p.checks - p.changes) * p.days
		}
	}
	if changes == 0 || still == 0 {
		return 0
	}
	// The slope of the likelihood falls with the rate, less and less steeply, so Newton's steps stay below its zero.
	rate := changes / watched // as if each interval had at most one change
	for range maxSteps {
		slope, bend := -still, 0.0
		for _, p := range pages {
			if p.days > 0 && p.changes > 0 {
				odds := 1 / math.Expm1(rate*p.days) // odds that a check finds no change
				slope += p.changes * p.days * odds
				bend += p.changes * p.days * p.days * odds * (1 + odds)
			}
		}
		step := slope / bend
		rate += step
		if !(step > rate*1e-12) {
			break
		}
	}
	return Round(1 / rate)
}

// maxSteps limits Newton's steps; there are rarely more than twenty.
const maxSteps = 100

// wilson returns the 95 % interval of a share (Wilson, "Probable inference", JASA 22, 1927): all true shares for which
// part/whole is not too unlikely a sample of independent members.
func wilson(part, whole int) (low, high float64) {
	if whole == 0 {
		return 0, 1
	}
	const z = 1.959963984540054 // 2.5 % of the normal distribution lie beyond it
	n, p := float64(whole), float64(part)/float64(whole)
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	low, high = Round((middle-half)/(1+z*z/n)), Round((middle+half)/(1+z*z/n))
	if part == 0 {
		low = 0 // rounding may leave it above 0
	}
	if part == whole {
		high = 1
	}
	return low, high
}
