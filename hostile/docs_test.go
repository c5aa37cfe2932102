package hostile

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// The tables of docs/hostile-web.md are made from the cases:
//
//	SITEGRAPH_WRITE_DOCS=1 go test ./hostile

const docsPage = "../docs/hostile-web.md"

// mark divides what is written by hand from the tables.
const mark = "<!-- The rest is made by SITEGRAPH_WRITE_DOCS=1 go test ./hostile -->\n"

// TestDocs wants the documentation to list exactly the cases, as they are.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile(docsPage)
	if err != nil {
		t.Fatal(err)
	}
	prose, tables, found := strings.Cut(string(text), mark)
	if !found {
		t.Fatalf("%s lacks the line %q", docsPage, mark)
	}
	var want strings.Builder
	for _, f := range Families() {
		want.WriteString(table(f))
	}
	if tables == want.String() {
		return
	}
	if os.Getenv("SITEGRAPH_WRITE_DOCS") == "" {
		t.Fatalf("the tables of %s are not those of the cases; SITEGRAPH_WRITE_DOCS=1 go test ./hostile writes them", docsPage)
	}
	if err := os.WriteFile(docsPage, []byte(prose+mark+want.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func table(f Family) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n", f.Name)
	if f.Slow {
		b.WriteString("Only with `SITEGRAPH_SLOW=1`. ")
	}
	var settings []string
	for _, name := range slices.Sorted(maps.Keys(f.Settings)) {
		settings = append(settings, fmt.Sprintf("`%s = %s`", name, f.Settings[name]))
	}
	if len(settings) > 0 {
		fmt.Fprintf(&b, "Settings: %s. ", strings.Join(settings, ", "))
	}
	fmt.Fprintf(&b, "Memory at most %d MiB for all.\n\n| case | what the server does | what the URL gets |\n|---|---|---|\n", f.MaxMemory)
	for _, name := range f.Names() {
		c := f.Cases[name]
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, cell(c.Doc), gets(c.Gets))
	}
	return b.String()
}

// gets lists what a case's URLs get; /case is not named when it is alone.
func gets(all map[string]string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		value := "not in the ledger"
		if all[name] != "" {
			value = code(all[name])
		}
		if len(all) > 1 || name != "/case" {
			value = code(name) + ": " + value
		}
		parts = append(parts, value)
	}
	return strings.Join(parts, "; ")
}

// code is a text as it stands, cut when it is long.
func code(s string) string {
	if len(s) > 120 {
		s = s[:117] + "..."
	}
	return "`" + cell(s) + "`"
}

func cell(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "|", `\|`), "`", "'") }
