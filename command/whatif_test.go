package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhatIf: the museum's collection moves. By hand: it has six pages.
func TestWhatIf(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv,ledger").mustEnd(t, exitDone)
	changes := filepath.Join(t.TempDir(), "relaunch.txt")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(changes, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("move /collection/ /holdings/\nnoindex /about.html\n")
	args := []string{"-O", out, "--export", "csv,ledger", "what-if", changes}
	o := sitegraph(append(args, "--explain")...).mustEnd(t, exitDone)
	if !strings.Contains(o.out, "1: move /collection/ /holdings/\n") || !strings.Contains(o.out, "\n   1 URL: ") {
		t.Errorf("explained: %s", o.out)
	}
	sitegraph(append(args, "museum.example")...).mustEnd(t, exitDone)
	folder := filepath.Join(out, "what-if", "relaunch", "museum.example", "museum.example.")
	nodes := read(t, folder+"nodes.csv")
	if strings.Contains(nodes, "example/collection/") || strings.Count(nodes, "example/holdings/") != 2*6 {
		t.Errorf("the collection is still there, or not at its new place:\n%s", nodes)
	}
	redirects := filepath.Join(out, "what-if", "relaunch", "redirects", "museum.example",
		"museum.example.redirects.csv")
	if list := read(t, redirects); !strings.Contains(list, "\nhttp://museum.example/collection/coins/penny.html,"+
		"http://museum.example/holdings/coins/penny.html,301,1\n") {
		t.Errorf("redirects:\n%s", list)
	}
	compared := read(t, filepath.Join(out, "what-if", "relaunch", "comparison", "museum.example",
		"museum.example.changes.csv"))
	if strings.Count(compared, "\nmoved,") != 6 || strings.Contains(compared, "\nremoved,") {
		t.Errorf("changes:\n%s", compared)
	}
	if o := sitegraph("-O", out, "what-if", "--blocks"); !strings.HasPrefix(o.out, "navigation-1: ") {
		t.Errorf("blocks: %s", o.out)
	}

	write("move /nowhere /here")
	refused := sitegraph(args...).mustEnd(t, exitUsage)
	if !strings.Contains(refused.err, "relaunch.txt:1:1: move /nowhere /here touches nothing") {
		t.Errorf("a change that touches nothing: %s", refused.err)
	}
	sitegraph(append(args, "--allow-empty")...).mustEnd(t, exitDone)
	sitegraph("-O", out, "what-if", filepath.Join(out, "none")).mustEnd(t, exitUsage)
	sitegraph("-O", out, "what-if").mustEnd(t, exitUsage)
	sitegraph("-O", out, "what-if", changes, "other.example").mustEnd(t, exitUsage)
	sitegraph("-O", t.TempDir(), "what-if", changes).mustEnd(t, exitUsage)
}
