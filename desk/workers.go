package desk

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"sitegraph/config"
	"sitegraph/run"
)

// Workers crawl for a desk, on this machine or on others.
type Workers interface {
	// Crawl gives a crawl to workers as a job, or follows the job of that name. It returns when each group is done or
	// given up, or when ctx ends, and then the job goes on without the desk. The result and state of a group go to the
	// folder below to that has its number. Whenever more is known, now gets all groups, or why they cannot be known at
	// the moment. An error of now ends Crawl too.
	Crawl(ctx context.Context, job string, crawl run.Spec, to string, now func([]Group, error) error) error
	// Withdraw removes a job. Unless to is "", it first fetches what groups have saved, as Crawl does.
	Withdraw(ctx context.Context, job, to string) error
}

// Group is some sites that one worker crawls.
type Group struct {
	Hosts  []config.Host // the sites
	Worker string        // crawls them now, "" if none does
	Done   bool          // the result is here
	Failed string        // why the group was given up, "" if it was not
}

// follow shows a job as the crawl of the project, and fetches its results. p.mu is held.
func (p *Project) follow(j givenJob) error {
	settings, err := config.Load(config.Sources{Overrides: j.Crawl.Settings})
	if err != nil {
		return fmt.Errorf("the settings of job %s: %w", j.Name, err)
	}
	release, err := p.desk.claim(p.Name, j.Crawl.Hosts)
	if err != nil {
		return err
	}
	p.desk.views.dropSites(p.Name, j.Crawl.Hosts)
	own := run.NewConfig(*settings, p.dir)
	c := newCrawl(own, j.Crawl.Hosts, Submit, p.desk.change)
	c.now.Begun = j.Begun
	f := &following{project: p, crawl: c, config: own, job: j, done: map[int]bool{}}
	c.now.Job = &Job{Name: j.Name}
	p.launch(c, release, f.work)
	return nil
}

// following is a crawl by workers that the desk follows.
type following struct {
	project *Project
	crawl   *crawl
	config  run.Config
	job     givenJob
	done    map[int]bool // the groups whose states are here
	last    []Group      // the last known groups
}

func (f *following) folder(group int) string {
	return filepath.Join(f.project.job.path("groups"), strconv.Itoa(group+1))
}

// work follows the job until it ends or is stopped at the desk. If the desk closes, the job goes on.
func (f *following) work(ctx context.Context) error {
	workers, to := f.project.desk.Workers, f.project.job.path("groups")
	if err := os.RemoveAll(to); err != nil { // a killed desk may have left it
		return err
	}
	err := workers.Crawl(ctx, f.job.Name, f.job.Crawl, to, f.now)
	switch {
	case ctx.Err() != nil && f.project.desk.isClosing():
		return nil
	case ctx.Err() == nil && err != nil:
		return fmt.Errorf("job %s: %w", f.job.Name, err)
	}
	f.crawl.Computing("", "the results of workers", 0)
	ctx = context.WithoutCancel(ctx)
	finish := f.merge
	if f.last == nil || len(f.done) < len(f.last) {
		finish = f.takeRest
	}
	if err := finish(ctx); err != nil {
		return fmt.Errorf("job %s: %w", f.job.Name, err)
	}
	return os.RemoveAll(f.project.job.path(""))
}

func (f *following) merge(ctx context.Context) error {
	var folders []string
	for i := range f.last {
		folders = append(folders, f.folder(i))
	}
	merged := f.project.job.path("merged")
	if err := os.RemoveAll(merged); err != nil {
		return err
	}
	if err := f.config.MergeOver(folders, merged); err != nil {
		return err
	}
	if err := os.Remove(f.project.job.file()); err != nil { // otherwise it could be crawled again after a kill
		return err
	}
	return f.project.desk.Workers.Withdraw(ctx, f.job.Name, "")
}

// takeRest ends a job. What unfinished groups have saved goes into the state, to be continued here.
func (f *following) takeRest(ctx context.Context) error {
	for _, i := range f.undone() {
		if err := os.RemoveAll(f.folder(i)); err != nil { // may be incomplete
			return err
		}
	}
	if err := f.project.desk.Workers.Withdraw(ctx, f.job.Name, f.project.job.path("groups")); err != nil {
		return err
	}
	for _, i := range f.undone() {
		if err := f.take(i); err != nil {
			return err
		}
	}
	for _, g := range f.last {
		if g.Failed != "" {
			f.crawl.Notice(fmt.Sprintf("workers gave up %s: %s", g.Hosts[0].URL.Origin(), g.Failed))
		}
	}
	f.crawl.Notice("not all sites are done: continue, to crawl the others here and write the files")
	return nil
}

// undone returns the groups whose folders have states that were not taken.
func (f *following) undone() (groups []int) {
	folders, _ := os.ReadDir(f.project.job.path("groups")) // there may be none
	for _, d := range folders {
		if n, err := strconv.Atoi(d.Name()); err == nil && !f.done[n-1] {
			groups = append(groups, n-1)
		}
	}
	return groups
}

// now takes the states of groups that are done, and shows the progress of all.
func (f *following) now(groups []Group, trouble error) error {
	if trouble == nil {
		f.last = groups
	}
	for i, g := range groups {
		if g.Done && !f.done[i] {
			if err := f.take(i); err != nil {
				return err
			}
			f.done[i] = true
		}
	}
	f.crawl.atWorkers(groups, trouble)
	return nil
}

func (f *following) take(group int) error {
	if err := f.config.TakeStates([]string{f.folder(group)}); err != nil {
		return err
	}
	if group < len(f.last) {
		for _, h := range f.last[group].Hosts {
			f.crawl.Ended(h.URL.Origin(), nil, nil)
		}
	}
	return nil
}

func (c *crawl) atWorkers(groups []Group, trouble error) {
	c.change(func() {
		job := *c.now.Job
		if job.Trouble = ""; trouble != nil {
			job.Trouble = trouble.Error()
			c.now.Job = &job
			return
		}
		job.Groups, job.Done, job.Failed, job.Workers = len(groups), 0, 0, map[string]int{}
		c.now.Begin = c.now.Over
		for _, g := range groups {
			for _, h := range g.Hosts {
				l := c.lines[h.URL.Origin()]
				if l.group = g; g.Worker != "" && l.ended == nil {
					c.now.Begin++
				}
			}
			switch {
			case g.Done:
				job.Done++
			case g.Failed != "":
				job.Failed++
			case g.Worker != "":
				job.Workers[g.Worker]++
			}
		}
		c.now.Job = &job
	})
}

// resume follows a job from before this desk opened. Users decide about other jobs.
func (p *Project) resume() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	j, err := p.job.read()
	if err != nil || j == nil || p.crawl != nil {
		return err
	}
	return p.follow(*j)
}
