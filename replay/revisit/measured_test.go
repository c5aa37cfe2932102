package revisit

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMeasured measures the tables of docs/policies.md; it takes minutes, and
// runs only if SITEGRAPH_REVISIT names a file for the
// table; the curves go beside it.
func TestMeasured(t *testing.T) {
	file := os.Getenv("SITEGRAPH_REVISIT")
	if file == "" {
		t.Skip("SITEGRAPH_REVISIT names no file for the table")
	}
	o := Options{}
	if v := os.Getenv("SITEGRAPH_REVISIT_VARIANT"); v != "" {
		all, err := Variant(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			if m.Checked == 0.02 || m.Checked == 0.1 {
				o.Models = append(o.Models, m)
			}
		}
		o.Policies = []string{"round-robin", "scent", "learned", "known", "visible"}
	}
	start := time.Now()
	r, err := Measure(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{strings.Join(r.Columns(), ",")}
	for _, row := range r.Rows {
		lines = append(lines, strings.Join(row.Cells(), ","))
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	lines = []string{"dynamic,checked,policy,iteration,q_share"}
	for _, c := range r.Curves {
		for i, v := range c.Shares {
			lines = append(lines, fmt.Sprintf("%v,%v,%s,%d,%.4f", c.Dynamic, c.Checked, c.Policy, i+1, v))
		}
	}
	if err := os.WriteFile(file+".curves", []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Log(time.Since(start))
}
