package headless

import (
	"os"
	"testing"
)

// Violations returns what axe-core (https://github.com/dequelabs/axe-core) finds wrong on the page as it is: its rules
// for WCAG 2 A and AA, and best practices. SITEGRAPH_AXE names its file axe.min.js; without it nothing is looked for.
func (b *Tab) Violations(t *testing.T) []string {
	t.Helper()
	name := os.Getenv("SITEGRAPH_AXE")
	if name == "" {
		t.Log("SITEGRAPH_AXE=FILE looks for violations of accessibility: npm install axe-core has axe.min.js")
		return nil
	}
	axe, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	Eval[bool](t, b, string(axe)+"; true")
	return Eval[[]string](t, b, `axe.run().then(found => found.violations.flatMap(v =>
		v.nodes.map(n => v.id + ': ' + n.target + ': ' + n.html.slice(0, 120))))`)
}
