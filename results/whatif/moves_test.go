package whatif

import (
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/stats/compare"
)

// Each folder has a line with its exceptions, unsure moves are listed apart, and the file can be parsed.
func TestWriteMoves(t *testing.T) {
	var pages []compare.Likeness
	for _, row := range []string{
		"/ / 1", "/lib/a.html /ref/a/ 1", "/lib/in/b.html /ref/in/b/ 1", "/lib/c.html /ref/c/ 1",
		"/lib/d.html /ref/d/ 1",
		"/lib/index.html /ref/ 1", "/lib/other.html /one/ 0.95", "/lib/gone.html - 0", "/lib/doubt.html /two 0.5",
		"/one/ - 0", "/a - 0", "/b /c 0.6", "/de/x /x 1", "/de/y /y 1", "/*/z /z 1",
	} {
		f := strings.Fields(strings.ReplaceAll(row, " - ", "  ? "))
		l := compare.Likeness{From: f[0], To: strings.Trim(f[1], "?"), Evidence: "h1",
			Certainty: map[string]float64{"1": 1, "0.95": 0.95, "0.6": 0.6, "0.5": 0.5, "0": 0}[f[2]]}
		pages = append(pages, l)
	}
	var b strings.Builder
	must(t, WriteMoves(&b, pages))
	const want = `# 9 pages moved, 1 stay, 2 are unsure, 3 are gone.
move /lib/**.html$ /ref/**/$  # 4 pages
move /de/ /  # 2 pages
move /lib/index.html /ref/$  # 1.00: h1
move /lib/other.html /one/$  # 0.95: h1
delete /lib/gone.html
delete /lib/doubt.html  # or: move /lib/doubt.html /two  # 0.50: h1
delete /one/$

# Unsure: take away the # of what is right.
# delete /a
# move /b /c  # 0.60: h1
# in words, for it has a *: move /*/z /z  # 1.00: h1
`
	console.Equal(t, b.String(), want)
	f, err := Parse("moves.txt", strings.NewReader(b.String()))
	if err != nil || len(f.Changes) != 7 {
		t.Errorf("%d changes are read: %v", len(f.Changes), err)
	}
}
