package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLogTorn: a line that a kill cut short is removed, whole ones stay.
func TestLogTorn(t *testing.T) {
	header := strings.Join(logHeader, ",") + "\n"
	whole := strings.Repeat("x", longestLine) + "\n"
	for _, c := range []struct{ name, before, after string }{
		{"new", "", header},
		{"whole", header + "a\n", header + "a\n"},
		{"torn", header + "a\nb,\"protocol: ", header + "a\n"},
		{"header torn", "time,si", header},
		{"long", whole + "b", whole},
		{"no log of ours", "x" + whole[:longestLine], "x" + whole[:longestLine]},
	} {
		path := filepath.Join(t.TempDir(), "log.csv")
		must(t, os.WriteFile(path, []byte(c.before), 0o644))
		l, err := openLog(path)
		must(t, err)
		if err := l.close(); err != nil {
			t.Error(err)
		}
		if got, _ := os.ReadFile(path); string(got) != c.after {
			t.Errorf("%s: got %d bytes, %.60q, want %d", c.name, len(got), got, len(c.after))
		}
	}
}
