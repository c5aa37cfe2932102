package sites

import (
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/results"
	"sitegraph/run"
)

const tables = "csv,gexf,graphml,pajek,external,aliases,bad,ledger"

// live lets a period pass. Some pages change, and one each is added, removed and moved.
func (s *website) live(rng *rand.Rand) {
	s.clock.wait()
	var here []string
	for _, p := range s.pages[1:] {
		if p.here() {
			here = append(here, p.path)
		}
	}
	rng.Shuffle(len(here), func(i, j int) { here[i], here[j] = here[j], here[i] })
	name := "/" + strconv.Itoa(len(s.pages))
	s.remove(here[0], rng.IntN(2) == 0)
	s.move(here[1], name+"moved")
	for _, path := range here[2 : 2+len(here)/5] {
		s.edit(path, append(slices.Clone(s.byPath[path].words), "edited", strconv.Itoa(rng.IntN(1000)))...)
	}
	s.add(name, here[3], "new", name)
	s.add(name+"copy", here[4], "new", name).body = s.byPath[name].html()
}

// filesIn returns the kept files below a folder by name, without the folder's own name in front.
func filesIn(t testing.TB, folder string, keep func(name string) bool) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !keep(name) {
			return err
		}
		text, err := os.ReadFile(filepath.Join(folder, name))
		all[strings.TrimPrefix(name, filepath.Base(folder)+".")] = string(text)
		return err
	})
	must(t, err)
	if len(all) < 4 {
		t.Fatalf("%s has %v", folder, slices.Sorted(maps.Keys(all)))
	}
	return all
}

func tablesIn(t testing.TB, folder string) map[string]string {
	return filesIn(t, folder, func(name string) bool { return strings.HasSuffix(name, ".csv") })
}

// files returns the site's result files, except for the manifest, which has the time.
func (p *program) files(t testing.TB) map[string]string {
	return filesIn(t, resultOf(t, p.job.OutputDir), func(name string) bool {
		return !strings.HasSuffix(name, ".manifest.json")
	})
}

func differences(a, b map[string]string) (names []string) {
	for name := range maps.Keys(a) {
		if a[name] != b[name] {
			names = append(names, name)
		}
	}
	for name := range maps.Keys(b) {
		if _, ok := a[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (p *program) asOf(t testing.TB, m extractor.Moment) {
	t.Helper()
	must(t, os.RemoveAll(filepath.Join(p.job.OutputDir, "result")))
	in := results.Inputs{Config: p.job.Config, Lines: nil, Details: p.job.Details(), Moment: m}
	exporter := &run.Exporter{Config: p.job.Config}
	for c, err := range in.FromState(nil) {
		must(t, err)
		if _, _, err := exporter.Export(c.Crawl, c.Line, func(string, string, float64) {}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAsOf checks that the files of an earlier moment are byte for byte those written then.
func TestAsOf(t *testing.T) {
	t.Parallel()
	s := small(t, 40)
	rng := rand.New(rand.NewPCG(4, 4))
	p := watching(t, s, map[string]string{"export.exporters": tables, "revisit.checks": "15"})
	var written []map[string]string
	var times []time.Time
	for range 5 {
		p.iterate(t)
		written, times = append(written, p.files(t)), append(times, s.clock.now())
		s.live(rng)
	}
	for i := range written {
		for _, m := range []extractor.Moment{{Iteration: i + 1}, {At: times[i].Add(time.Hour)}} {
			p.asOf(t, m)
			if d := differences(written[i], p.files(t)); len(d) > 0 {
				t.Errorf("as of %+v these files are not those of iteration %d: %v", m, i+1, d)
			}
		}
	}
}
