package export_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// FuzzFolder reads foreign bytes as tables that the manifest vouches for, and as the manifest.
func FuzzFolder(f *testing.F) {
	museum := rankedMuseum()
	museum.Watched = watchedMuseum().Watched
	whole := write(f, museum, true, tables(museum)...)
	search := write(f, searchedMuseum(), true, tables(museum)...)
	manifests := map[string]map[string]any{"": manifest(f, whole), "search": manifest(f, search)}
	read := func(name string) []byte { return readTable(f, whole, name) }
	f.Add([]byte("search"), readTable(f, search, "nodes.csv"), readTable(f, search, "arcs.csv"), read("aliases.csv"),
		read("ledger.csv"), read("bad.csv"), read("frontier.csv"), read("iterations.csv"))
	f.Add([]byte(""), read("nodes.csv"), read("arcs.csv"), read("aliases.csv"), read("ledger.csv"), read("bad.csv"),
		read("frontier.csv"), read("iterations.csv"))
	f.Add(read("manifest.json"), read("nodes.csv"), read("arcs.csv"), read("aliases.csv"), read("ledger.csv"),
		read("bad.csv"), read("frontier.csv"), read("iterations.csv"))
	f.Add([]byte(`{"program":"sitegraph","version":"1"}`), []byte(""), []byte("\n"), []byte("x"), []byte(`"`),
		[]byte(`\`), []byte(","), []byte("0"))
	names := []string{"nodes.csv", "arcs.csv", "aliases.csv", "ledger.csv", "bad.csv", "frontier.csv", "iterations.csv"}
	f.Fuzz(func(t *testing.T, manifest, nodes, arcs, aliases, ledger, bad, frontier, iterations []byte) {
		dir := t.TempDir()
		var files []any
		for i, text := range [][]byte{nodes, arcs, aliases, ledger, bad, frontier, iterations} {
			put(t, filepath.Join(dir, "x."+names[i]), text)
			sum := sha256.Sum256(text)
			files = append(files, map[string]any{"name": "x." + names[i], "bytes": len(text),
				"sha256": hex.EncodeToString(sum[:])})
		}
		if m := manifests[string(manifest)]; m != nil {
			mine := map[string]any{}
			for k, v := range m {
				mine[k] = v
			}
			mine["files"] = files
			var err error
			if manifest, err = json.Marshal(mine); err != nil {
				t.Fatal(err)
			}
		}
		put(t, filepath.Join(dir, "x.manifest.json"), manifest)
		_ = readAll(dir)
	})
}

func readTable(f *testing.F, dir, name string) []byte {
	text, err := os.ReadFile(filepath.Join(dir, "museum.example."+name))
	must(f, err)
	return text
}

func put(t *testing.T, path string, text []byte) {
	must(t, os.WriteFile(path, text, 0o666))
}
