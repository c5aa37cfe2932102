package atlas

import (
	"strings"
	"testing"
)

// TestBeside: two maps in one picture have both their names and no id twice.
func TestBeside(t *testing.T) {
	for name, in := range sites() {
		m := New(in)
		svg := string(Beside(m, m, [2]string{"a <b>", "after"}))
		if count := readXML(t, name, svg); count["svg"] != 3 || count["title"] != 1 {
			t.Errorf("%s: elements %v", name, count)
		}
		seen := map[string]bool{}
		for _, part := range strings.Split(svg, ` id="`)[1:] {
			id, _, _ := strings.Cut(part, `"`)
			if seen[id] {
				t.Errorf("%s: the id %s stands twice", name, id)
			}
			seen[id] = true
		}
		if !strings.Contains(svg, ">a &lt;b&gt;</text>") || !strings.Contains(svg, ">after</text>") {
			t.Errorf("%s: the names are missing", name)
		}
	}
}
