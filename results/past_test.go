package results

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/internal/console"
	"sitegraph/run"
)

func folder(t *testing.T, path ...string) string {
	t.Helper()
	dir := filepath.Join(path...)
	console.Must(t, os.MkdirAll(dir, 0o755))
	manifest := filepath.Join(dir, filepath.Base(dir)+".manifest.json")
	console.Must(t, os.WriteFile(manifest, nil, 0o644))
	return dir
}

// Result folders are paired as given, or by their names.
func TestPairs(t *testing.T) {
	dir := t.TempDir()
	early, late := filepath.Join(dir, "early"), filepath.Join(dir, "late")
	both, bothLater := folder(t, early, "both"), folder(t, late, "both")
	gone, fresh := folder(t, early, "gone"), folder(t, late, "new")
	for _, c := range []struct {
		a, b  string
		want  []Pair
		alone []string
	}{
		{both, bothLater, []Pair{{both, bothLater}}, nil},
		{gone, fresh, []Pair{{gone, fresh}}, nil},
		{early, late, []Pair{{both, bothLater}}, []string{gone, fresh}},
		{both, late, []Pair{{both, bothLater}}, []string{fresh}},
	} {
		matched, alone, err := Pairs(c.a, c.b)
		if err != nil || !slices.Equal(matched, c.want) || !slices.Equal(alone, c.alone) {
			t.Errorf("%s and %s: %v, alone %v, %v", c.a, c.b, matched, alone, err)
		}
	}
	for _, c := range [][2]string{{early, gone + "x"}, {dir, late}, {gone, late}} {
		if _, _, err := Pairs(c[0], c[1]); !errors.As(err, new(*run.UsageError)) {
			t.Errorf("%q: error %v, want one of the user's", c, err)
		}
	}
}

// A path that is neither a site of the state nor a result folder is the user's error.
func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	settings, err := config.Load(config.Sources{})
	console.Must(t, err)
	in := Inputs{Config: run.NewConfig(*settings, filepath.Join(dir, "out"))}
	for _, args := range [][]string{nil, {"a.example"}, {dir}, {"./nowhere"}, {filepath.Join(dir, "nowhere")}} {
		n := 0
		for _, err := range in.Open(args) {
			n++
			if !errors.As(err, new(*run.UsageError)) {
				t.Errorf("%q: error %v, want one of the user's", args, err)
			}
		}
		console.Equal(t, n, 1, args)
	}
	if _, err := os.Stat(in.OutputDir); err == nil {
		t.Error("the output folder was made")
	}
}

func TestParseMoment(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]extractor.Moment{
		"7":                         {Iteration: 7},
		"2026-03-01":                {At: time.Date(2026, 3, 1, 23, 59, 59, 999999999, time.UTC)},
		"2026-03-01T12:00:00+02:00": {At: time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)},
		"0001-01-01T00:00:00Z":      {At: time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC)},
	} {
		got, err := ParseMoment(text, now)
		if err != nil || got.Iteration != want.Iteration || !got.At.Equal(want.At) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "+1", "yesterday", "2026-13-01", "2026-3-1", "1e3",
		"2026-03-02", "2026-03-01T13:00:00Z"} {
		if got, err := ParseMoment(text, now); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}
