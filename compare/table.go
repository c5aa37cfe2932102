package compare

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
)

// levelRows is how many levels the table lists one by one.
const levelRows = 24

// WriteJSON writes a summary as indented JSON.
func WriteJSON(w io.Writer, s Summary) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

// WriteTable writes a summary for a person at a terminal.
func WriteTable(w io.Writer, s Summary) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\tA\tB\tremoved\tadded\tmoved\tchanged\tshifted\tkept\toverlap\t\n")
	p, r := s.Pages, s.Arcs
	fmt.Fprintf(t, "pages\t%d\t%d\t%d\t%d\t%s\t%s\t%d\t%d\t%.1f %%\t\n", s.A.Pages, s.B.Pages, p.Removed, p.Added,
		s.content(p.Moved), s.content(p.Changed), p.Shifted, p.Kept, 100*p.Overlap)
	fmt.Fprintf(t, "arcs\t%d\t%d\t%d\t%d\t\t%d\t\t%d\t%.1f %%\t\n", s.A.Arcs, s.B.Arcs,
		r.Removed, r.Added, r.Reweighted, r.Kept, 100*r.Overlap)
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nOf the pages in both, %d are nearer to the start page and %d deeper;\n"+
		"%d have more arcs in and %d fewer, %d have more arcs out and %d fewer.\n\n",
		s.Shifts.Nearer, s.Shifts.Deeper, s.Shifts.InMore, s.Shifts.InLess, s.Shifts.OutMore, s.Shifts.OutLess)
	fmt.Fprintf(t, "level\tA\tremoved\tleft\tcame\tadded\tB\t\n")
	for i, l := range s.Levels {
		if i == levelRows {
			fmt.Fprintf(t, "…\t\t\t\t\t\t\t\n")
			break
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", l.Level, l.A, l.Removed, l.Left, l.Came, l.Added, l.B)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, note := range s.Notes {
		if _, err := fmt.Fprintf(w, "\nNote: %s.\n", note); err != nil {
			return err
		}
	}
	return nil
}

// content is a count that is known only if contents were compared.
func (s Summary) content(n int) string {
	if !s.ContentCompared {
		return "?"
	}
	return fmt.Sprint(n)
}
