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
		"combine.\n\n`+` works, `x` is refused before anything is fetched, `-` cannot be asked for together.\n\n```\n")
	kinds := Kinds()
	line := "   "
	for i, k := range kinds {
		out.WriteString(strings.TrimRight(line, " ") + "\n")
		line = string(k.Feature)
		for _, before := range kinds[:i+1] {
			if before.Feature == k.Feature {
				line += " " + string(k.Feature)
				continue
			}
			line += "   " + sign(before.Feature, k.Feature)
		}
	}
	out.WriteString(line + "\n```\n\n| | feature | how |\n|---|---|---|\n")
	for _, k := range kinds {
		fmt.Fprintf(&out, "| `%s` | %s | %s |\n", k.Feature, k.Name, k.Asked)
	}
	out.WriteString("\n## Pairs that do not go together\n\n| pair | | why | way out |\n|---|---|---|---|\n")
	for _, p := range Pairs() {
		if p.Fate != Noted {
			fmt.Fprintf(&out, "| %s, %s | %s | %s | %s |\n", nameOf(p.A), nameOf(p.B), sign(p.A, p.B), p.Why, p.Out)
		}
	}
	out.WriteString("\n## What to expect of some that do\n\n| pair | |\n|---|---|\n")
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

// sign stands for a pair in the matrix.
func sign(a, b Feature) string {
	p, special := Of(a, b)
	if !special {
		return "+"
	}
	return map[Fate]string{Refused: "x", Noted: "+", Apart: "-"}[p.Fate]
}
