package headless

import (
	"os"
	"testing"
)

// Violations returns the page's violations of WCAG 2 A, AA and best practices that axe-core
// (https://github.com/dequelabs/axe-core) finds. SITEGRAPH_AXE is the path of axe.min.js; if unset, nothing is checked.
func (b *Tab) Violations(t *testing.T) []string {
	t.Helper()
	name := os.Getenv("SITEGRAPH_AXE")
	if name == "" {
		t.Log("SITEGRAPH_AXE=FILE checks accessibility: npm install axe-core provides axe.min.js")
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
