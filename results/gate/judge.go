package gate

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// Changes has two crawls and their difference.
type Changes struct {
	A, B                *site.Crawl // the earlier and the later crawl
	*compare.Difference             // from A to B
	After               string      // the changes that made B from A, if it is a forecast; otherwise ""
	NoLedger            bool        // B was read without its ledger
	// Fates sets the fates of links to the URLs of A. It is nil if B's ledger has them.
	Fates func([]compare.Backlink) error
}

// Outcome says whether a condition holds.
type Outcome string

// Changes pass if no condition holds and all can be told.
const (
	Holds   Outcome = "holds"
	Not     Outcome = "does not hold"
	Unknown Outcome = "cannot be told"
)

// Finding is the result of a condition.
type Finding struct {
	Condition string  `json:"condition"` // as written
	Outcome   Outcome `json:"outcome"`
	// Number is the count, or if the condition cannot be told, the count so far as it was seen.
	Number int    `json:"number"`
	Before *int   `json:"before,omitempty"` // A's number, for a percentage
	Why    string `json:"why,omitempty"`    // why it cannot be told
	// First has the first URLs concerned, unless the condition does not hold. URLs counts all of them.
	First []string `json:"first,omitempty"`
	URLs  int      `json:"urls,omitempty"`
}

// Verdict is the outcome of all conditions for a site.
type Verdict struct {
	Site     string    `json:"site"` // the origin in B
	After    string    `json:"changes,omitempty"`
	Passed   bool      `json:"passed"`
	Findings []Finding `json:"conditions"`
	Visits   *Stake    `json:"visits,omitempty"` // nil if they are unknown
	summary  compare.Summary
}

const firstURLs = 5 // number of URLs named for a condition

// Judge applies conditions to the changes of a site. An error comes from the sequences of the crawls.
func Judge(conditions []Condition, c Changes) (Verdict, error) {
	v := Verdict{Site: c.B.Site, After: c.After, Passed: true, summary: c.Summary()}
	var err error
	if v.Visits, err = c.Stake(); err != nil {
		return v, err
	}
	for _, condition := range conditions {
		f, err := c.find(condition, v.Visits)
		if err != nil {
			return v, err
		}
		f.Condition, f.Outcome = condition.Text, Not
		switch of := c.inA(condition, &f, v.Visits); {
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

// WithoutCounterpart returns the verdict on a site with only one crawl, whose changes are unknown.
func WithoutCounterpart(conditions []Condition, name string) Verdict {
	v := Verdict{Site: name}
	for _, c := range conditions {
		v.Findings = append(v.Findings, Finding{Condition: c.Text, Outcome: Unknown,
			Why: "the site has no counterpart"})
	}
	return v
}

func (c Changes) find(condition Condition, stake *Stake) (f Finding, err error) {
	switch {
	case condition.number != nil:
		f = c.measured(condition)
	case condition.change == old:
		f, err = c.old(condition.name)
	case condition.name == Unreachable:
		f, err = c.unreachable()
	case condition.name == LostVisits && stake == nil:
		f.Why = "the visits of crawl A are unknown: give access logs with --hits"
	case condition.name == LostVisits:
		f.Number = stake.Lost
		for _, url := range stake.lost {
			f.name(url)
		}
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

// inA counts in A what a condition counts if its limit is a percentage, and notes the number in the finding.
func (c Changes) inA(condition Condition, f *Finding, stake *Stake) (of int) {
	if !condition.share || condition.name == LostVisits && stake == nil {
		return 0
	}
	switch {
	case condition.number != nil:
		_, of = condition.number.of(c.Summary())
	case condition.name == LostVisits:
		of = stake.Visits
	case condition.name == Unreachable, condition.change == old:
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

// WriteMarkdown writes the verdict as Markdown for pull requests on GitHub and GitLab. The error is w's.
func (v Verdict) WriteMarkdown(w io.Writer) error {
	var b bytes.Buffer
	after := ""
	if v.After != "" {
		after = " after " + code(site.Printable(v.After))
	}
	fmt.Fprintf(&b, "### %s%s %s\n\n| condition | | seen |\n|---|---|---|\n", code(site.Show(v.Site)), after, v.words())
	for _, f := range v.Findings {
		outcome := map[Outcome]string{Holds: "**fails**", Not: "passes", Unknown: "**fails**"}[f.Outcome]
		fmt.Fprintf(&b, "| %s | %s | %s |\n", strings.ReplaceAll(code(f.Condition), "|", "\\|"), outcome, f.seen())
	}
	v.writeCounts(&b)
	for _, f := range v.Findings {
		f.writeFirst(&b)
	}
	for _, note := range v.summary.Notes {
		fmt.Fprintf(&b, "\nNote: %s.\n", text(note))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (v Verdict) words() string {
	if v.Passed {
		return "passes"
	}
	failed := 0
	for _, f := range v.Findings {
		if f.Outcome != Not {
			failed++
		}
	}
	return fmt.Sprintf("fails %d of %s", failed, wording.Count(len(v.Findings), "condition", "conditions"))
}

func (v Verdict) writeCounts(b *bytes.Buffer) {
	s := v.summary
	if s.A == (compare.Crawl{}) {
		return
	}
	fmt.Fprintf(b, "\nPages: %s before, %s after; %s removed, %s added", wording.Grouped(s.A.Pages),
		wording.Grouped(s.B.Pages), wording.Grouped(s.Pages.Removed), wording.Grouped(s.Pages.Added))
	if s.Pages.Moved > 0 {
		fmt.Fprintf(b, ", %s moved", wording.Grouped(s.Pages.Moved))
	}
	fmt.Fprintf(b, ". Greatest depth: %d before, %d after.\n", s.A.Depth, s.B.Depth)
	if v.Visits != nil {
		fmt.Fprintf(b, "\n%s\n", v.Visits)
	}
}

func (f Finding) writeFirst(b *bytes.Buffer) {
	if len(f.First) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n\n", code(f.Condition))
	for _, url := range f.First {
		fmt.Fprintf(b, "* %s\n", code(url))
	}
	if more := f.URLs - len(f.First); more > 0 {
		fmt.Fprintf(b, "* and %s more\n", wording.Grouped(more))
	}
}

// code makes a foreign text literal Markdown, on one line.
func code(text string) string {
	text = strings.ReplaceAll(site.Printable(text), "`", "%60")
	return "`" + text + "`"
}

// text escapes everything that Markdown or HTML would treat as markup.
func text(note string) string {
	return strings.NewReplacer("<", "&lt;", "`", "'", "[", "\\[", "*", "\\*").Replace(site.Printable(note))
}
