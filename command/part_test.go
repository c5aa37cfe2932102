package command

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"sitegraph/config/pairs"
	"sitegraph/run"
)

// TestElsewhere checks that commands of the workers' program are known here: one line says how to build that program.
func TestElsewhere(t *testing.T) {
	for _, args := range [][]string{{"worker"}, {"worker", "--serve", "127.0.0.1:4222", "--store", "s"},
		{"submit", "museums", "http://museum.example"}, {"--nats", "nats://a:4222", "submit", "museums"},
		{"status", "--nats", "nats://a:4222"}, {"merge", "--job", "museums"}, {"forget", "--force", "--job", "museums"},
		{"serve", "--store", "s3://crawls"}, {"serve", "--nats-ca=file"}} {
		o := sitegraph(append(args, "-O", t.TempDir())...).MustEnd(t, exitUsage)
		o.MustSay(t, "cd workers && go build -o sitegraph-workers .", "docs/many-machines.md")
		if strings.Count(o.Err, "\n") != 1 || o.Out != "" {
			t.Errorf("%q says:\n%s%s", args, o.Out, o.Err)
		}
	}
	sitegraph("help", "worker").MustEnd(t, exitDone).MustShow(t, "cd workers && go build")
	sitegraph("forget", "--forced").MustEnd(t, exitUsage).MustSay(t, "unknown flag: --forced")
}

// groups adds a command that crawls group by group, as workers do, from a submitted specification.
func groups(p Program) {
	crawl := func(ctx context.Context, args []string) error {
		spec, err := p.Spec(args)
		if err != nil {
			return err
		}
		text, err := json.Marshal(spec)
		if err != nil {
			return err
		}
		spec = run.Spec{}
		if err := json.Unmarshal(text, &spec); err != nil {
			return err
		}
		to := p.Job().OutputDir
		for _, g := range spec.Groups() {
			job := p.Job()
			job.Observer = p.app.progress
			number := strconv.Itoa(g.Number)
			work := filepath.Join(to, "work", number)
			files, err := spec.RunGroup(ctx, g, work, job)
			for _, name := range files { // a worker returns only these
				result := filepath.Join(to, number, filepath.FromSlash(name))
				err = errors.Join(err, os.MkdirAll(filepath.Dir(result), 0o755),
					os.Rename(filepath.Join(work, filepath.FromSlash(name)), result))
			}
			if err != nil {
				return err
			}
		}
		return os.RemoveAll(filepath.Join(to, "work"))
	}
	p.AddCommand(p.Command(crawl, cobra.Command{Use: "groups"}))
}

// TestGroupsOfFeatures checks that a crawl in groups gives the files of one run with any feature, or is refused.
func TestGroupsOfFeatures(t *testing.T) {
	t.Parallel()
	w := newPairWorld(t, func(*testing.T, string) {})
	tried := 0
	for _, k := range pairs.Kinds() {
		row, special := pairOf(pairs.Workers, k.Feature)
		r := pairRun{sites: []string{museum + "/"}}
		if special && row.Fate == pairs.Apart || !w.ask(&r, k.Feature) || r.again || r.watch || r.asOf || r.agents {
			continue
		}
		tried++
		t.Run(string(k.Feature), func(t *testing.T) {
			out, merged, whole := t.TempDir(), t.TempDir(), t.TempDir()
			divided := r
			divided.parts = []Part{groups}
			o := w.run(out, divided, 0, "groups")
			if p, ok := pairOf(pairs.Shard, k.Feature); special || ok && p.Fate == pairs.Refused {
				o.MustEnd(t, exitUsage).MustSay(t, "do not go together")
				return
			}
			o.MustEnd(t, exitDone)
			folders, err := filepath.Glob(filepath.Join(out, "*"))
			must(t, err)
			crawl(append([]string{"merge", "-O", merged}, folders...)...).MustEnd(t, exitDone)
			w.run(whole, r, 0).MustEnd(t, exitDone)
			got, want := resultsOf(t, merged), resultsOf(t, whole)
			if k.Feature == pairs.Policy {
				delete(want, filepath.Join("sites", "sites.budget.csv")) // see pairs.Pairs
			}
			mustEqualFiles(t, got, want)
		})
	}
	if tried < 12 {
		t.Errorf("%d features", tried)
	}
}
