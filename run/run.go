package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"sitegraph/config"
	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/stop"
	"sitegraph/extractor/store"
	"sitegraph/extractor/warc"
	"sitegraph/site"
	"sitegraph/wording"
)

type runner struct {
	Config
	job      Job
	stateDir string
	store    *store.Store
	records  records // records in the store
	logs     *logs
	archive  *warc.Writer // nil if nothing is archived
	captures *warc.Index  // the archive that is crawled; nil for the web
	days     archiveDays
	giveUp   func(error)           // ends the run if the archive or the machine fails
	damage   atomic.Pointer[error] // error that giveUp got
	claims   claims
	exporter *Exporter
	kept     map[string]Details // details that each line's state keeps
	dial     map[string]string  // host:port → address to connect to instead
	plan     *SearchPlan        // plan of a search by agents

	credentials config.Credentials
	take        func(url string, said []site.Passage) // gets the prose of pages that are read again, else nil
}

// Run crawls all sites and writes their files. When ctx ends, crawls stop and write their files, and sites whose turn
// had not come have neither state nor files. The error concerns the whole run.
func Run(ctx context.Context, job Job) (out Outcome, err error) {
	r := &runner{Config: job.Config, job: job, stateDir: job.StateDir(), exporter: &Exporter{Config: job.Config},
		kept: map[string]Details{}, dial: map[string]string{}}
	if err := job.use().Check(); err != nil {
		return out, Usage("%w", err)
	}
	if err := checkOverlaps(job.Hosts); err != nil {
		return out, err
	}
	if err := checkHits(r.Config, len(job.Hosts) > 1 || job.Shard.Of > 0); err != nil {
		return out, err
	}
	err = r.within(ctx, func(ctx context.Context) (err error) {
		out, err = r.run(r.openArchive(ctx, archiveName(r.job.Hosts)))
		return err
	})
	return out, err
}

func (r *runner) run(ctx context.Context) (out Outcome, err error) {
	if err := errors.Join(r.prepare(), removeFile(r.Path(shardName+".json"))); err != nil {
		return out, err
	}
	if r.Order.Shared() {
		out.Results = r.together(ctx)
	} else {
		out.Results = r.sites(ctx)
	}
	out.Over = r.days.over()
	out.Across, err = r.WriteAcross(out.Results, slices.Contains(r.Export.Exporters, "report"),
		r.job.Observer.Computing)
	if err == nil && out.Across != nil {
		err = out.Across.Prune() // an earlier run may have had a budget, or sites to compare
	}
	if err == nil {
		err = r.wroteAll(out.Results)
	}
	if err == nil && r.job.Shard.Of > 0 {
		err = r.job.Shard.write(r.Config, out.Results)
	}
	return out, err
}

// prepare gives every line its site and folder before the first crawl begins.
func (r *runner) prepare() error {
	stopFile := r.Path(r.Finish.StopFile)
	removed, err := stop.RemoveStopFile(stopFile) // no other run can need it, since this one has the state
	if err != nil {
		return err
	}
	if removed {
		r.job.Observer.Notice("removed the stop file " + stopFile + " of an earlier run")
	}
	for _, h := range r.job.Hosts {
		r.claims.claim(h.URL.Origin(), h.URL.Origin())
		r.exporter.folder(h.URL, h.URL.Origin())
	}
	if r.Store.Store != "memory" {
		if err := r.records.markInterrupted(r.StateDir()); err != nil {
			return err
		}
	}
	return r.resume()
}

// resume reads the state of all lines. From scratch, it forgets all lines in one step, so that a kill leaves none half
// forgotten. Otherwise each line keeps the site that its home page led to, so that two lines with one site do not crawl
// it twice. Details that a state has kept from the beginning are kept to the end, or a later run that writes them would
// lack some pages.
func (r *runner) resume() error {
	lines := site.Each(r.job.Hosts, func(h config.Host) string { return h.URL.Origin() })
	if r.job.FromScratch {
		return r.store.Forget(lines...)
	}
	known, err := r.store.Sites()
	if err != nil {
		return err
	}
	keys := map[string]string{}
	for _, line := range lines {
		if !slices.Contains(known, line) {
			continue
		}
		journal, err := r.store.Journal(line)
		if err != nil {
			return err
		}
		if origin, settings, err := extractor.SiteOf(journal); err == nil { // the crawl reports an error
			r.claims.claim(line, origin)
			r.kept[line] = detailsIn(settings)
			keys[line] = settings[evidence.SettingKey]
		}
	}
	r.noticeKeys(keys)
	return nil
}

// noticeKeys tells the user why sites crawled with another key may get requests again. was has the keys by line.
func (r *runner) noticeKeys(was map[string]string) {
	is := r.Duplicates.Key
	key, err := dedup.New(is) // the crawl reports an error
	maps.DeleteFunc(was, func(_, key string) bool { return key == "" || key == is })
	if err != nil || len(was) == 0 || !key.Stable && key.Open == nil || r.job.Watch {
		return
	}
	first := slices.Min(slices.Collect(maps.Keys(was)))
	others := ""
	if n := len(was) - 1; n > 0 {
		others = " and " + wording.Count(n, "other site", "other sites")
	}
	r.job.Observer.Notice(fmt.Sprintf("%s%s: crawled with %s = %q, now it is %q: pages that lack what that needs are "+
		"requested again", first, others, evidence.SettingKey, was[first], is))
}

// sites crawls all sites, several at a time as the settings say, but only one at a time per server. An error of the
// machine, such as a full disk, ends the others too; a fault of the program does not.
func (r *runner) sites(ctx context.Context) []Result {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results, turns := make([]Result, len(r.job.Hosts)), map[string]*sync.Mutex{}
	for _, h := range r.job.Hosts {
		turns[h.Server] = &sync.Mutex{}
	}
	each(r.Sites.AtOnce, len(results), func(i int) {
		h := r.job.Hosts[i]
		if h.Server != "" {
			turns[h.Server].Lock()
			defer turns[h.Server].Unlock()
		}
		if results[i].Host = h; r.stopped(ctx) || r.job.lineStopped(h.URL.Origin()) {
			return
		}
		results[i] = r.site(ctx, h)
		if err := results[i].Err; err != nil && !errors.As(err, new(*site.Fault)) {
			cancel(site.EndedError)
		}
	})
	return results
}

// each calls f with 0 to n-1, several calls at a time.
func each(atOnce, n int, f func(i int)) {
	slots := make(chan struct{}, atOnce)
	var all site.Group
	for i := range n {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			f(i)
		})
	}
	all.Wait()
}

// stopped reports whether no further site should begin.
func (r *runner) stopped(ctx context.Context) bool {
	if ctx.Err() != nil {
		return true
	}
	return slices.ContainsFunc(r.stopConditions(), func(met stop.Condition) bool {
		_, done := met(site.Progress{})
		return done
	})
}

func (r *runner) site(ctx context.Context, h config.Host) Result {
	res := Result{Host: h}
	log := r.job.Log
	log.Info("site begins", "site", h.URL.Origin(), "connections", h.Connections,
		"max_depth", h.MaxDepth, "delay", h.Delay)
	res.Crawl, res.Err = r.alone(ctx, h)
	r.finish(ctx, &res)
	return res
}

// finish checks links and writes the files of a site whose crawl is over.
func (r *runner) finish(ctx context.Context, res *Result) {
	r.job.Observer.Ended(res.Host.URL.Origin(), res.Crawl, res.Err)
	if res.Err != nil || res.Crawl == nil {
		return
	}
	r.job.Log.Info("site ends", "site", res.Crawl.Site, "pages", res.Crawl.Counts.Pages, "ended", res.Crawl.Ended)
	res.Err = site.Safely(func() error { return r.write(ctx, res) })
	if res.Err != nil {
		res.Err = fmt.Errorf("%s: %w", res.Site(), res.Err)
	}
}

func (r *runner) write(ctx context.Context, res *Result) (err error) {
	c := res.Crawl
	left, notes, err := r.checkLinked(ctx, r.linkingOf(res.Host, c))
	if err != nil {
		return err
	}
	c.Unchecked, c.Notes = left, slices.Concat(c.Notes, archiveNotes(r.captures), notes)
	kept, err := r.exporter.keeps(c, res.Host)
	switch {
	case err != nil || c.Ended == site.EndedAnotherSite:
	case kept != "":
		r.job.Observer.Notice(kept)
	default:
		err = r.writeFiles(res)
	}
	if err != nil {
		return err
	}
	written := 0
	if !r.job.Watch { // wroteAll records it then
		written = iterationOf(res.Crawl)
	}
	return r.records.wrote(res.Host.URL.Origin(), written)
}

// writeFiles writes a crawl's files and keeps the previous crawl's.
func (r *runner) writeFiles(res *Result) (err error) {
	if res.Since, err = r.exporter.keepBefore(res.Crawl, res.Host, r.job.FromScratch); err != nil {
		return err
	}
	res.Dir, res.Stats, err = r.exporter.Export(res.Crawl, res.Host, r.job.Observer.Computing)
	if err == nil && res.Since != nil {
		err = res.Since.compare(res.Dir.Path())
	}
	return err
}
