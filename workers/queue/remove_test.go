package queue

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func (w *world) remaining(folder string) (names []string) {
	w.t.Helper()
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.t.Fatal(err)
	}
	return names
}

// Removing a finished job empties its part of queue and store, touches no other job, and frees its name.
func TestRemove(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 3)
	w.submit("a-2", 2)
	q := w.queue()
	worker, _ := w.worker("one", crawler{func(_ context.Context, g Group, folder string) ([]string, error) {
		text := fmt.Sprint(g, " ", string(g.Job.Crawl))
		return []string{"result.txt"}, os.WriteFile(filepath.Join(folder, "result.txt"), []byte(text), 0o644)
	}})
	run := func() {
		t.Helper()
		must(t, worker.Run(t.Context()))
	}
	run()
	folder := fmt.Sprint(w.store)
	if n := len(w.remaining(filepath.Join(folder, "a"))); n != 1+2*3 { // the job, and a result and a manifest per group
		t.Errorf("%d objects", n)
	}
	must(t, Remove(t.Context(), q, w.store, "a", false))
	if left := w.remaining(filepath.Join(folder, "a")); len(left) > 0 {
		t.Errorf("left %q", left)
	}
	all, err := q.Status(t.Context())
	if err != nil || len(all) != 1 || all[0].Job != "a-2" || all[0].Done != 2 {
		t.Errorf("%+v, %v", all, err)
	}
	if got := w.collected("a-2"); len(got) != 2 {
		t.Error(got)
	}
	err = Remove(t.Context(), q, w.store, "a", false)
	if err == nil || !strings.Contains(err.Error(), "not in the store") {
		t.Errorf("removed twice: %v", err)
	}
	j := Job{Name: "a", Version: "1", Groups: 1, Crawl: []byte(`{"other":1}`)}
	must(t, Submit(t.Context(), q, w.store, j))
	run()
	if got := w.collected("a"); len(got) != 1 || got[0] != `a 1/1 {"other":1}` {
		t.Errorf("%q", got)
	}
}

// A job under way can only be removed by force. Its worker then leaves it and does other jobs.
func TestRemoveBusy(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 1)
	q := w.queue()
	worker, says := w.worker("one", crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
		if g.Job.Name == "b" {
			j := Job{Name: "a", Version: "1", Groups: 1, Crawl: []byte(`{"other":1}`)}
			must(t, Submit(ctx, q, w.store, j))
		}
		if g.Job.Name == "b" || len(g.Job.Crawl) > 2 {
			return crawler{}.Crawl(ctx, g, folder)
		}
		err := os.WriteFile(filepath.Join(folder, stateName), []byte("half"), 0o644)
		busy, ok := errors.AsType[*Busy](Remove(ctx, q, w.store, "a", false))
		if !ok || busy.Workers["one"] != 1 {
			t.Errorf("not busy: %v", busy)
		}
		w.submit("b", 1)
		err = errors.Join(err, Remove(ctx, q, w.store, "a", true))
		files, crawlErr := crawler{}.Crawl(ctx, g, folder)
		return files, errors.Join(err, crawlErr)
	}})
	worker.AtOnce = 1
	must(t, worker.Run(t.Context()))
	lines := says.all()
	if stopped := strings.Index(lines, "a 1/1: stopped"); stopped < 0 || strings.Contains(lines[:stopped], "done") {
		t.Error(lines)
	}
	if a, b := w.collected("a"), w.collected("b"); len(a) != 1 || len(b) != 1 {
		t.Error(a, b)
	}
	all, err := q.Status(t.Context())
	if err != nil || len(all) != 2 || all[0].Done != 1 {
		t.Errorf("%+v, %v", all, err)
	}
}

// When a job is removed, its worker leaves it at the lease's next renewal, long before the next save.
func TestRemovedAtOnce(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 1)
	q := w.queue()
	running, stop := context.WithCancel(t.Context())
	worker, says := w.worker("one", crawler{func(ctx context.Context, _ Group, _ string) ([]string, error) {
		err := Remove(t.Context(), q, w.store, "a", true)
		<-ctx.Done()
		stop()
		return nil, err
	}})
	worker.SaveEvery, worker.UntilDone = 24*time.Hour, false
	must(t, worker.Run(running))
	if lines := says.all(); !strings.Contains(lines, "a 1/1: stopped, another worker has it, or the job was removed") {
		t.Error(lines)
	}
}

// A result comes with the crawl's final state. A group without a result has its saved state.
func TestStates(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 2)
	ctx, stop := context.WithCancel(t.Context())
	worker, _ := w.worker("one", crawler{func(_ context.Context, g Group, folder string) ([]string, error) {
		err := os.WriteFile(filepath.Join(folder, stateName), []byte("of "+g.String()), 0o644)
		if g.Number == 2 {
			stop()
			return nil, err
		}
		files, crawlErr := crawler{}.Crawl(ctx, g, folder)
		return files, errors.Join(err, crawlErr)
	}})
	worker.AtOnce = 1
	must(t, worker.Run(ctx))
	groups, err := w.queue().Groups(t.Context(), "a")
	if err != nil || len(groups) != 2 || !groups[0].Done || groups[1].Done || groups[1].Worker != "" {
		t.Fatalf("%+v, %v", groups, err)
	}
	done, half := t.TempDir(), t.TempDir()
	must(t, CollectGroup(t.Context(), w.store, "a", 1, done))
	if had, err := groups[1].Restore(t.Context(), w.store, half); !had || err != nil {
		t.Fatal(had, err)
	}
	for folder, want := range map[string]string{done: "of a 1/2", half: "of a 2/2"} {
		if text, err := os.ReadFile(filepath.Join(folder, stateName)); err != nil || string(text) != want {
			t.Errorf("%q, %v, want %q", text, err, want)
		}
	}
	if left := w.remaining(done); len(left) != 2 {
		t.Errorf("the folder has %q", left)
	}
}

// If submit ends before it has queued all groups, workers queue the rest, before any lease ends.
func TestSubmitCut(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 3)
	q := w.queue()
	s, err := q.stream.Stream(t.Context(), groupsStream)
	if err == nil {
		err = s.Purge(t.Context())
	}
	must(t, err)
	worker, _ := w.worker("one", crawler{})
	worker.SaveEvery = 24 * time.Hour // it would wait twice as long before it took a message for lost
	must(t, worker.Run(t.Context()))
	if got := w.collected("a"); len(got) != 3 {
		t.Errorf("%q", got)
	}
}
