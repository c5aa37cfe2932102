package gate

import (
	"fmt"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// Changes are two crawls and what is different in the later one.
type Changes struct {
	A, B *site.Crawl // the earlier crawl and the later one
	// Difference is what is different in B.
	*compare.Difference
	After    string // names the changes that made B of A, if others are judged, too; "" otherwise
	NoLedger bool   // says that B was read without its ledger
}

// Outcome is whether a condition holds.
type Outcome string

// The outcomes. A change passes if none of the conditions holds, and all can be told.
const (
	Holds   Outcome = "holds"
	Not     Outcome = "does not hold"
	Unknown Outcome = "cannot be told"
)

// Finding is what came of a condition.
type Finding struct {
	Condition string  `json:"condition"` // as written
	Outcome   Outcome `json:"outcome"`
	// Number is what was counted: of the part that was seen, where the condition cannot be told.
	Number int    `json:"number"`
	Before *int   `json:"before,omitempty"` // what A has, where the limit is a percentage
	Why    string `json:"why,omitempty"`    // says why it cannot be told
	// First are the first of the URLs that it is about, unless it does not hold; URLs counts all of them.
	First []string `json:"first,omitempty"`
	URLs  int      `json:"urls,omitempty"`
}

// Verdict is what came of all conditions for a site.
type Verdict struct {
	Site     string          `json:"site"`              // the origin in B
	After    string          `json:"changes,omitempty"` // that of the changes
	Passed   bool            `json:"passed"`
	Findings []Finding       `json:"conditions"`
	summary  compare.Summary // of the comparison
}

const firstURLs = 5 // how many URLs of a condition are named

// Judge holds conditions against the changes of a site. The error is that of the sequences of the crawls.
func Judge(conditions []Condition, c Changes) (Verdict, error) {
	v := Verdict{Site: c.B.Site, After: c.After, Passed: true, summary: c.Summary()}
	for _, condition := range conditions {
		f, err := c.find(condition)
		if err != nil {
			return v, err
		}
		f.Condition, f.Outcome = condition.Text, Not
		switch of := c.inA(condition, &f); {
		case f.Why != "":
			f.Outcome = Unknown
		case condition.beyond(f.Number, of):
			f.Outcome = Holds
		}
		if f.Outcome == Not || condition.below {
			f.First, f.URLs = nil, 0
		}
		v.Passed = v.Passed && f.Outcome == Not
		v.Findings = append(v.Findings, f)
	}
	return v, nil
}

// WithoutCounterpart is the verdict on a site with one crawl only: its changes are unknown.
func WithoutCounterpart(conditions []Condition, name string) Verdict {
	v := Verdict{Site: name}
	for _, c := range conditions {
		v.Findings = append(v.Findings, Finding{Condition: c.Text, Outcome: Unknown,
			Why: "the site has no counterpart"})
	}
	return v
}

func (c Changes) find(condition Condition) (f Finding, err error) {
	switch {
	case condition.number != nil:
		f = c.measured(condition)
	case condition.name == Unreachable:
		f, err = c.unreachable()
	default:
		f, err = c.problems(condition)
	}
	for i, crawl := range []*site.Crawl{c.A, c.B} {
		if !crawl.Complete && (i == 1 || condition.needsA()) {
			f.Why = fmt.Sprintf("crawl %c is not complete (%s)", 'A'+i, crawl.Ended)
		}
	}
	return f, err
}

func (f *Finding) name(url string) {
	if f.URLs++; f.URLs <= firstURLs {
		f.First = append(f.First, url)
	}
}

func (c Changes) measured(condition Condition) (f Finding) {
	var inA int
	m := condition.number
	f.Number, inA = m.of(c.Summary())
	if m.counts == nil {
		return f
	}
	over := condition.bound(inA)
	if condition.share {
		over /= 100
	}
	for page := range c.Union() {
		switch {
		case !m.counts(page, over):
		case page.Change == compare.Removed:
			f.name(page.A.URL)
		default:
			f.name(page.B.URL)
		}
	}
	return f
}

func (c Changes) unreachable() (f Finding, err error) {
	if c.NoLedger {
		return Finding{Why: "crawl B was read without ledger.csv"}, nil
	}
	pages, err := c.Losses(c.B.Ledger, nil)
	f.Number = len(pages)
	for _, page := range pages {
		f.name(page.URL)
	}
	return f, err
}

// problems counts the problems of a kind or severity, as they are in B.
func (c Changes) problems(condition Condition) (f Finding, err error) {
	if c.Summary().Problems == nil {
		return Finding{Why: "problems were not compared"}, nil
	}
	for i, crawl := range []*site.Crawl{c.A, c.B} {
		if why := stats.Unsought(crawl, condition.name); why != "" && (i == 1 || condition.needsA()) {
			f.Why = fmt.Sprintf("%s in crawl %c", why, 'A'+i)
		}
	}
	for p, err := range c.Problems() {
		if err != nil {
			return f, err
		}
		if (p.Kind == condition.name || p.Severity == condition.name) && condition.is(p.Change) {
			f.Number++
			f.name(p.URL)
		}
	}
	return f, nil
}

func (c Condition) is(change compare.Change) bool {
	return change == c.change || c.change == "" && change != compare.FixedProblem
}

// inA is what A has of what a condition is about, noted in the finding if a percentage of it is asked for.
func (c Changes) inA(condition Condition, f *Finding) (of int) {
	if !condition.share {
		return 0
	}
	switch {
	case condition.number != nil:
		_, of = condition.number.of(c.Summary())
	case condition.name == Unreachable:
		of = c.Summary().A.Pages
	default:
		for _, p := range c.Summary().Problems {
			if p.Kind == condition.name || p.Severity == condition.name {
				of += p.Fixed + p.Partly + p.Worse + p.Still
			}
		}
	}
	f.Before = &of
	return of
}

// seen is what was counted, in words.
func (f Finding) seen() string {
	text := wording.Grouped(f.Number)
	if f.Before != nil {
		text += " (A: " + wording.Grouped(*f.Before) + ")"
	}
	switch {
	case f.Why == "":
		return text
	case f.Number == 0:
		return "cannot be told: " + f.Why
	}
	return "cannot be told: " + f.Why + "; seen: " + text
}
