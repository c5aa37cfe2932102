package pairs

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/combinations.md")

// docs/combinations.md agrees with the table.
func TestDocument(t *testing.T) {
	const name = "../../docs/combinations.md"
	want := document()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil || string(got) != want {
		t.Errorf("%s is not what the table says: go test ./config/pairs -update (%v)", name, err)
	}
}

func document() string {
	var out strings.Builder
	out.WriteString("# What goes together\n\nWritten by `go test ./config/pairs -update` from the table of package " +
		"pairs.\n\nThese features can be combined, except for the pairs below:\n\n")
	for _, k := range Kinds() {
		fmt.Fprintf(&out, "* %s: %s\n", k.Name, k.Asked)
	}
	out.WriteString("\n## Pairs that do not go together\n\nThey are refused before anything is fetched.\n\n")
	for _, r := range rows(func(p Pair) bool { return p.Fate != Noted }) {
		out.WriteString(r.line())
	}
	out.WriteString("\n## What to expect of other pairs\n\n")
	for _, r := range rows(func(p Pair) bool { return p.Fate == Noted }) {
		out.WriteString(r.line())
	}
	return out.String()
}

// docRow is a line of the document: a feature and all features that exclude it for the same reason.
type docRow struct {
	Pair
	with []Feature
}

// rows groups the pairs that differ in one feature only.
func rows(in func(Pair) bool) (all []docRow) {
	for _, p := range Pairs() {
		if !in(p) {
			continue
		}
		at := slices.IndexFunc(all, func(r docRow) bool {
			return r.Why == p.Why && r.Out == p.Out && (r.A == p.A || r.A == p.B)
		})
		switch {
		case at >= 0 && all[at].A == p.A:
			all[at].with = append(all[at].with, p.B)
		case at >= 0:
			all[at].with = append(all[at].with, p.A)
		case p.B == Memory || shared(p, in):
			all = append(all, docRow{Pair{A: p.B, Why: p.Why, Out: p.Out}, []Feature{p.A}})
		default:
			all = append(all, docRow{p, []Feature{p.B}})
		}
	}
	return all
}

// shared reports whether several pairs with p's reason have the second feature of p.
func shared(p Pair, in func(Pair) bool) bool {
	n := 0
	for _, q := range Pairs() {
		if in(q) && q.Why == p.Why && q.Out == p.Out && q.B == p.B {
			n++
		}
	}
	return n > 1
}

func (r docRow) line() string {
	var names []string
	for _, f := range r.with {
		names = append(names, nameOf(f))
	}
	line := fmt.Sprintf("* **%s** and %s: %s", nameOf(r.A), strings.Join(names, ", "), r.Why)
	if r.Out != "" {
		line += "; " + r.Out
	}
	return line + "\n"
}

func nameOf(f Feature) string {
	for _, k := range Kinds() {
		if k.Feature == f {
			return k.Name
		}
	}
	return string(f)
}
