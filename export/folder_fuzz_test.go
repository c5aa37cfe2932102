package export_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// FuzzFolder reads foreign bytes as the manifest, and as tables that the manifest vouches for.
func FuzzFolder(f *testing.F) {
	museum := rankedMuseum()
	museum.Watched = watchedMuseum().Watched
	whole := write(f, museum, true, tables(museum)...)
	search := write(f, searchedMuseum(), true, tables(museum)...)
	manifests := map[string]map[string]any{"": manifest(f, whole), "search": manifest(f, search)}
	add := func(manifest []byte, graph string) {
		of := func(name string) []byte { return readTable(f, whole, name) }
		f.Add(manifest, readTable(f, graph, "nodes.csv"), readTable(f, graph, "arcs.csv"), of("aliases.csv"),
			of("ledger.csv"), of("bad.csv"), of("frontier.csv"), of("iterations.csv"))
	}
	add([]byte("search"), search)
	add([]byte(""), whole)
	add(readTable(f, whole, "manifest.json"), whole)
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
			mine := maps.Clone(m)
			mine["files"] = files
			var err error
			manifest, err = json.Marshal(mine)
			must(t, err)
		}
		put(t, filepath.Join(dir, "x.manifest.json"), manifest)
		_ = readAll(dir)
	})
}

func put(t *testing.T, path string, text []byte) {
	must(t, os.WriteFile(path, text, 0o666))
}
