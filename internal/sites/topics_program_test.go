package sites

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/run"
	"sitegraph/site"
)

// newJob returns a search by the agents of a file of topics, in a folder, with
// settings where they differ from the defaults.
func newJob(t testing.TB, folder, topics string, settings map[string]string) run.AgentsJob {
	t.Helper()
	all := loaded(t, settings)
	agents, err := config.ReadTopics(strings.NewReader(topics), "topics.ini")
	must(t, err)
	return run.AgentsJob{Job: run.Job{Config: run.NewConfig(all, folder), Observer: quiet{new([]string)},
		Log: slog.New(slog.DiscardHandler), Screen: io.Discard}, Topics: agents, TopicsFile: "topics.ini",
		TopicsText: topics}
}

// search runs the program.
func search(t testing.TB, ctx context.Context, job run.AgentsJob) *site.Search {
	t.Helper()
	out, err := run.Agents(ctx, job)
	must(t, err)
	return out.Search
}

// files are the files of a search, by their names, but for the state; of the manifest of
// all topics what it says of the search and how it ended, without the times of robots.txt.
func files(t testing.TB, folder string) map[string]string {
	t.Helper()
	const manifest = "topics.manifest.json"
	all := filesIn(t, filepath.Join(folder, "topics"), func(name string) bool {
		return !strings.HasPrefix(name, "state/") && (name == manifest || !strings.HasSuffix(name, "manifest.json"))
	})
	text, err := lasting([]byte(all["manifest.json"]))
	must(t, err)
	all["manifest.json"] = string(text)
	return all
}

// lasting is what a manifest says of a search, but for times.
func lasting(text []byte) ([]byte, error) {
	var m export.Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	for i := range m.Search.Robots {
		m.Search.Robots[i].Fetched = time.Time{}
	}
	return json.MarshalIndent(struct {
		Search *export.Search
		Ended  site.Ending
		Done   bool
		Notes  []string
	}{m.Search, m.Ended, m.Complete, m.Notes}, "", " ")
}

// same compares the files of two runs.
func same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	if d := differences(got, want); len(d) > 0 {
		t.Fatalf("%s: %q differ; the first is\n%s\nwant\n%s", what, d, got[d[0]], want[d[0]])
	}
}

// table returns some columns of a table, the rows joined by spaces.
func table(t testing.TB, name string, columns ...string) (rows []string) {
	t.Helper()
	for _, cells := range readTable(t, name) {
		var row []string
		for _, c := range columns {
			cell, ok := cells[c]
			if !ok {
				t.Fatalf("%s has no column %s", name, c)
			}
			row = append(row, cell)
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return rows
}

// mustBe compares lines.
func mustBe(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
