package run

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/stats"
)

// FuzzShard checks that no shard.json makes a merge panic, or write files before it fails.
func FuzzShard(f *testing.F) {
	one := shardFile{Program: "sitegraph", Version: Version, Shard: 1, Of: 1, Lines: 2, Sites: []shardSite{
		{Place: 0, Line: "http://a.example", Site: "http://a.example", Stats: &stats.Summary{Pages: 2},
			Outside: &stats.Outside{Hosts: []stats.OutsideHost{{Host: "b.example", Pages: 1, Links: 1}}}},
		{Place: 1, Line: "http://b.example", Site: "http://b.example", Stats: &stats.Summary{Pages: 1}}}}
	text, err := json.Marshal(one)
	must(f, err)
	f.Add(text)
	for _, lines := range []string{"-1", "1000000000000000000", "0", "1"} {
		f.Add([]byte(strings.Replace(string(text), `"lines":2`, `"lines":`+lines, 1)))
	}
	f.Add([]byte(strings.Replace(string(text), `"of":1`, `"of":1000000000000000000`, 1)))
	f.Add([]byte(strings.Replace(string(text), `"place":1`, `"place":0`, 1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		from, to := t.TempDir(), t.TempDir()
		must(t, os.WriteFile(filepath.Join(from, "shard.json"), text, 0o644))
		_, err := Merge(to, Merging{Folders: []string{from}, Partial: len(text)%2 == 0,
			Report: func(string, string, float64) {}})
		left, _ := os.ReadDir(to)
		if err != nil && len(left) > 0 {
			t.Errorf("left %v, %v", left, err)
		}
	})
}
