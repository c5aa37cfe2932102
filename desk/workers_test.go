package desk_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/desk"
	"sitegraph/internal/console"
	"sitegraph/run"
	"sitegraph/site"
)

// workers crawl by calling a function.
type workers struct {
	crawl     func(job string, crawl run.Spec, to string, now func([]desk.Group, error) error) error
	withdrawn []string
}

func (w *workers) Crawl(_ context.Context, job string, crawl run.Spec, to string,
	now func([]desk.Group, error) error) error {
	return w.crawl(job, crawl, to, now)
}

func (w *workers) Withdraw(_ context.Context, job, _ string) error {
	w.withdrawn = append(w.withdrawn, job)
	return nil
}

func group(t *testing.T, crawl run.Spec, number int, to string) error {
	folder := filepath.Join(to, strconv.Itoa(number))
	job := run.Job{Log: slog.New(slog.DiscardHandler), Screen: io.Discard, Observer: observer{}}
	_, err := crawl.RunGroup(t.Context(), crawl.Groups()[number-1], folder, job)
	return err
}

func groupsOf(crawl run.Spec, as ...desk.Group) []desk.Group {
	for i, g := range crawl.Groups() {
		as[i].Hosts = g.Hosts
	}
	return as
}

type observer struct{}

func (observer) Progress(string, site.Progress)    {}
func (observer) Ended(string, *site.Crawl, error)  {}
func (observer) Computing(string, string, float64) {}
func (observer) Budget(site.BudgetProgress)        {}
func (observer) Search(site.SearchProgress)        {}
func (observer) Notice(...string)                  {}

// ended waits until the crawl of a project is over, successful or not.
func ended(t *testing.T, d *desk.Desk, p *desk.Project) desk.Overview {
	t.Helper()
	for seen := uint64(0); t.Context().Err() == nil; seen = d.Wait(t.Context(), seen) {
		if o := p.Overview(); o.State != desk.Crawling && o.Crawl != nil && !o.Crawl.Ended.IsZero() {
			return o
		}
	}
	t.Fatal("the test is over")
	return desk.Overview{}
}

// twoGroups creates a project of two sites that different workers may crawl.
func twoGroups(t *testing.T, d *desk.Desk) (p *desk.Project, a, b string) {
	t.Helper()
	first, second := newWebsite(t, 30), newWebsite(t, 20)
	a, b = first.URL, strings.Replace(second.URL, "127.0.0.1", "localhost", 1)
	return project(t, d, "two", a, b), a, b
}

// If workers give up a group, the other results arrive, and the rest can be crawled here.
func TestWorkersGiveUp(t *testing.T) {
	w := &workers{}
	d := openWith(t, desk.Options{Folder: t.TempDir(), Workers: w})
	p, a, b := twoGroups(t, d)
	check := func(line string, state desk.State, worker, givenUp string) {
		t.Helper()
		s := siteIn(t, p, line)
		if s.State != state || s.Worker != worker || s.GivenUp != givenUp || len(s.Actions) > 0 {
			t.Errorf("%s: %+v", line, s)
		}
	}
	w.crawl = func(_ string, crawl run.Spec, to string, now func([]desk.Group, error) error) error {
		check(a, desk.Waiting, "", "")
		err := now(groupsOf(crawl, desk.Group{Worker: "one"}, desk.Group{}), nil)
		check(a, desk.Crawling, "one", "")
		check(b, desk.Waiting, "", "")
		err = errors.Join(err, now(nil, errors.New("no answer")))
		if o := p.Overview(); o.Crawl.Job.Trouble != "no answer" || o.Crawl.Job.Workers["one"] != 1 {
			t.Errorf("without an answer: %+v", o.Crawl.Job)
		}
		over := groupsOf(crawl, desk.Group{Done: true}, desk.Group{Failed: "too bad"})
		err = errors.Join(err, group(t, crawl, 1, to), now(over, nil))
		check(a, desk.Done, "", "")
		check(b, desk.Stopped, "", "too bad")
		if v, err := p.View(t.Context(), a); err != nil || v.Pages == 0 {
			t.Errorf("tables of a site that is done: %d pages, %v", v.Pages, err)
		}
		return err
	}
	do(t, p, desk.Submit)
	o := ended(t, d, p)
	said := strings.Join(o.Crawl.Notices, "\n")
	if !strings.Contains(said, "gave up "+b+": too bad") || o.Crawl.Error != "" {
		t.Errorf("%q, %s", said, o.Crawl.Error)
	}
	if o.State != desk.Idle || o.Counts[desk.Done] != 1 || o.Counts[desk.New] != 1 || len(w.withdrawn) != 1 {
		t.Errorf("%+v, %q", o, w.withdrawn)
	}
	finish(t, d, p, desk.Start)
	console.MustEqualFiles(t, console.Results(t, p.Dir()), withSettings(t, settings, a, b))
	if _, err := os.Stat(filepath.Join(p.Dir(), "job")); err == nil {
		t.Error("something of the job is left")
	}
}

// A job that the desk loses track of is kept and resumed; meanwhile nothing is crawled here.
func TestWorkersFault(t *testing.T) {
	t.Parallel()
	w := &workers{}
	d := openWith(t, desk.Options{Folder: t.TempDir(), Workers: w})
	p, _, _ := twoGroups(t, d)
	var jobs []string
	var specs [][]byte
	w.crawl = func(job string, crawl run.Spec, to string, now func([]desk.Group, error) error) error {
		text, err := json.Marshal(crawl)
		jobs, specs = append(jobs, job), append(specs, text)
		if err != nil || len(jobs) == 1 {
			return errors.Join(err, errors.New("the store is gone"))
		}
		err = errors.Join(group(t, crawl, 1, to), group(t, crawl, 2, to))
		return errors.Join(err, now(groupsOf(crawl, desk.Group{Done: true}, desk.Group{Done: true}), nil))
	}
	do(t, p, desk.Submit)
	o := ended(t, d, p)
	if o.State != desk.Elsewhere || !strings.Contains(o.Crawl.Error, "the store is gone") ||
		!slices.Equal(o.Actions, []desk.Action{desk.Submit}) || len(o.Remarks) != 1 {
		t.Errorf("%+v, %+v", o, o.Crawl)
	}
	must(t, p.SetSettings(settings+"[walk]\nexclude = never\n"))
	do(t, p, desk.Submit)
	if o := await(t, d, p, desk.Idle); o.Counts[desk.Done] != 2 || len(o.Remarks) > 0 {
		t.Errorf("%+v", o)
	}
	if len(jobs) != 2 || jobs[0] != jobs[1] || string(specs[0]) != string(specs[1]) {
		t.Errorf("jobs %q of %s", jobs, specs)
	}
}

// A desk explains why workers cannot do a job, and does not offer them where there are none.
func TestWorkersRefuse(t *testing.T) {
	t.Parallel()
	d := openWith(t, desk.Options{Folder: t.TempDir(), Workers: &workers{}})
	p, _, _ := twoGroups(t, d)
	must(t, p.SetSettings(settings+"[order]\nbudget = 100\n"))
	err := p.Do(desk.Submit)
	if _, ok := errors.AsType[*desk.InputError](err); !ok || !strings.Contains(err.Error(), "do not go together") {
		t.Errorf("a budget: %v", err)
	}
	if o := p.Overview(); o.State != desk.Idle || !slices.Contains(o.Actions, desk.Submit) {
		t.Errorf("after that: %+v", o)
	}
	alone := open(t, t.TempDir())
	p, _, _ = twoGroups(t, alone)
	_, ok := errors.AsType[*desk.StateError](p.Do(desk.Submit))
	if o := p.Overview(); !ok || slices.Contains(o.Actions, desk.Submit) {
		t.Errorf("without workers: %+v", o)
	}
}
