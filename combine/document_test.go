package combine

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/combinations.md")

// TestDocument: docs/combinations.md is what the table says.
func TestDocument(t *testing.T) {
	const name = "../docs/combinations.md"
	want := document()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil || string(got) != want {
		t.Errorf("%s is not what the table says: go test ./combine -update (%v)", name, err)
	}
}

// document is the table for users.
func document() string {
	var out strings.Builder
	out.WriteString("# What goes together\n\nWritten by `go test ./combine -update` from the table of package " +
		"combine.\n\nAll these features can be combined, except for the pairs below:\n\n" +
		"| feature | how |\n|---|---|\n")
	for _, k := range Kinds() {
		fmt.Fprintf(&out, "| %s | %s |\n", k.Name, k.Asked)
	}
	out.WriteString("\n## Pairs that do not go together\n\n" +
		"sitegraph says so before anything is fetched.\n\n| pair | why | what to do |\n|---|---|---|\n")
	for _, p := range Pairs() {
		if p.Fate != Noted {
			fmt.Fprintf(&out, "| %s, %s | %s | %s |\n", nameOf(p.A), nameOf(p.B), p.Why, p.Out)
		}
	}
	out.WriteString("\n## Pairs that need a word\n\n| pair | |\n|---|---|\n")
	for _, p := range Pairs() {
		if p.Fate == Noted {
			fmt.Fprintf(&out, "| %s, %s | %s |\n", nameOf(p.A), nameOf(p.B), p.Why)
		}
	}
	return out.String()
}

func nameOf(f Feature) string {
	for _, k := range Kinds() {
		if k.Feature == f {
			return k.Name
		}
	}
	return string(f)
}
