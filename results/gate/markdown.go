package gate

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"sitegraph/site"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

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

// code is a text from elsewhere as Markdown shows it literally, on one line.
func code(text string) string {
	text = strings.ReplaceAll(site.Printable(text), "`", "%60")
	return "`" + text + "`"
}

// text is a note without what Markdown or HTML would take for markup.
func text(note string) string {
	return strings.NewReplacer("<", "&lt;", "`", "'", "[", "\\[", "*", "\\*").Replace(site.Printable(note))
}
