package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/dedup"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/stop"
	"sitegraph/extractor/store"
	"sitegraph/extractor/warc"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// Job is a crawl of several sites.
type Job struct {
	Config
	// Hosts are the sites, one line of hosts.txt each.
	Hosts []config.Host
	// Shard is the part of the sites that the hosts are; its Of is 0 if they are all.
	Shard Shard
	// FromScratch discards what the state has of these sites.
	FromScratch bool
	// RetryFailed requests again what failed in earlier runs.
	RetryFailed bool
	// Watch checks the pages of crawled sites again, in one iteration each.
	// AcceptGone believes at once that pages are gone, however many.
	Watch, AcceptGone bool
	// Stopped reports whether the crawl of a line by depth is to stop, or not to begin; nil: none is.
	Stopped func(line string) bool
	// MayAsk is asked before every request over HTTP; false says that ctx is about to end, and nothing may be sent any
	// more. nil: everything may.
	MayAsk func() bool
	// Now is the clock; nil is that of the machine.
	Now func() time.Time
	// Observer follows the crawl.
	Observer Observer
	// Log gets the details that --verbose shows.
	Log *slog.Logger
	// Screen gets the lines of the logs that [logs] wants to be seen.
	Screen io.Writer
}

func (j Job) use() pairs.Use {
	u := pairs.Use{Settings: j.Settings, Hosts: j.Hosts, RetryFailed: j.RetryFailed, Shard: j.Shard.Of > 0}
	if j.Watch {
		u.Command = pairs.OfWatch
	}
	return u
}

// Observer follows a crawl. Its methods are called by several goroutines at once.
type Observer interface {
	// Progress reports how far the crawl of a line of hosts.txt is.
	Progress(line string, p site.Progress)
	// Ended reports that the crawl of a line is over, before its files are written. Without a crawl there is an
	// error, or it never began.
	Ended(line string, c *site.Crawl, err error)
	// Computing reports which measure of a site is being computed, and which share of it is done, from 0 to 1.
	Computing(site, measure string, share float64)
	// Budget reports how far a crawl in the order of decisions is, over all its sites.
	Budget(p site.BudgetProgress)
	// Search reports how far a crawl by agents is.
	Search(p site.SearchProgress)
	// Notice is remarks for the user that do not stop the run.
	Notice(texts ...string)
}

// Result is what one site gave.
type Result struct {
	// Host is the line of hosts.txt.
	Host config.Host
	// Crawl is nil when the crawl never began or met an error.
	Crawl *site.Crawl
	// Dir has the files; nil when none were written.
	Dir *export.Dir
	// Stats is nil when no chosen file needs it.
	Stats *stats.Summary
	// without says why the site of a merged shard has no part in comparisons; "" if it has, or is of this run.
	without string
	// Err is an error of this program or this machine, never of the site.
	Err error
}

// Outcome is what a run gave.
type Outcome struct {
	// Results are in the order of the hosts.
	Results []Result
	// Across has the files about all sites; nil when there are none.
	Across *export.Dir
	// Over says that sites are watched in an archive that is used up.
	Over bool
}

type runner struct {
	Config
	job      Job
	stateDir string // the folder of the state
	store    *store.Store
	logs     *logs
	archive  *warc.Writer // nil if nothing is archived
	captures *warc.Index  // what is crawled instead of the web; nil if it is not
	days     archiveDays  // the moments that sites are seen at
	// giveUp ends the run when the archive can no longer be read, or this machine lacks what requests need; damage is
	// why.
	giveUp   func(error)
	damage   atomic.Pointer[error]
	claims   claims
	exporter *Exporter
	kept     map[string]Details // by line, what its state already keeps
	dial     map[string]string  // host:port → where to connect instead
	plan     *SearchPlan        // of a search by agents

	credentials config.Credentials
	// take gets what pages say; nil but where they are read again.
	take func(url string, said []site.Passage)
}

// Run crawls all sites and writes their files. When ctx ends, the crawls stop and their files are written; sites
// whose turn had not come have neither state nor files. The error is about the run as a whole.
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
		out, err = r.run(r.openArchive(ctx, r.archiveName()))
		return err
	})
	return out, err
}

// run crawls the sites and writes their files.
func (r *runner) run(ctx context.Context) (out Outcome, err error) {
	if err := errors.Join(r.prepare(), r.job.Shard.begin(r.Config)); err != nil {
		return out, err
	}
	if r.Order.Shared() {
		out.Results = r.together(ctx)
	} else {
		out.Results = r.sites(ctx)
	}
	out.Over = r.over()
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

// prepare gives every line its site and its folder before the first crawl begins.
func (r *runner) prepare() error {
	stopFile := r.Path(r.Finish.StopFile)
	removed, err := stop.RemoveStopFile(stopFile) // the state is open: no other run here needs it
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
	if err := r.markInterrupted(); err != nil {
		return err
	}
	return r.resume()
}

// resume looks at the state of all lines. From scratch it forgets them together, so that no run after a kill finds
// half of them. Else a line keeps the site that its home page led to: if the home pages of two lines do, the crawl
// must not begin again in the journal of the other one. And details that a state kept from the beginning are kept
// to the end, or a later run that writes them would find some pages without.
func (r *runner) resume() error {
	var lines []string
	for _, h := range r.job.Hosts {
		lines = append(lines, h.URL.Origin())
	}
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
		if origin, settings, err := extractor.SiteOf(journal); err == nil { // else the crawl reports it
			r.claims.claim(line, origin)
			r.kept[line] = detailsIn(settings)
			keys[line] = settings[evidence.SettingKey]
		}
	}
	r.noticeKeys(keys)
	return nil
}

// noticeKeys says why pages of sites that were crawled with another key, given by their lines, may be requested again.
func (r *runner) noticeKeys(was map[string]string) {
	is := r.Duplicates.Key
	key, err := dedup.New(is) // an error is reported by the crawl
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

// sites crawls all sites, as many at a time as the settings say. An error of the machine, like a full disk, ends the
// others too; a fault of the program does not.
func (r *runner) sites(ctx context.Context) []Result {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]Result, len(r.job.Hosts))
	r.each(len(results), func(i int) {
		h := r.job.Hosts[i]
		if results[i].Host = h; r.stopped(ctx) || r.lineStopped(h.URL.Origin()) {
			return
		}
		results[i] = r.site(ctx, h)
		if err := results[i].Err; err != nil && !errors.As(err, new(*site.Fault)) {
			cancel(site.EndedError)
		}
	})
	return results
}

// each calls f with the numbers of n sites, for as many at once as the settings say.
func (r *runner) each(n int, f func(i int)) {
	slots := make(chan struct{}, r.Sites.AtOnce)
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

// stopped says that no further site is to begin.
func (r *runner) stopped(ctx context.Context) bool {
	if ctx.Err() != nil {
		return true
	}
	conditions, _ := r.stopConditions() // an error ends the first crawl
	return slices.ContainsFunc(conditions, func(met stop.Condition) bool {
		_, done := met(site.Progress{})
		return done
	})
}

func (r *runner) lineStopped(line string) bool { return r.job.Stopped != nil && r.job.Stopped(line) }

func (r *runner) site(ctx context.Context, h config.Host) Result {
	res := Result{Host: h}
	log := r.job.Log
	log.Info("site begins", "site", h.URL.Origin(), "connections", h.Connections,
		"max_depth", h.MaxDepth, "delay", h.Delay)
	res.Crawl, res.Err = r.alone(ctx, h)
	r.finish(ctx, &res)
	return res
}

// finish checks what the pages of a site link to, if that is wanted, and writes its files: its crawl is over.
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

// write checks links and writes the files of a crawl.
func (r *runner) write(ctx context.Context, res *Result) (err error) {
	c := res.Crawl
	left, notes, err := r.checkLinked(ctx, r.linkingOf(res.Host, c))
	if err != nil {
		return err
	}
	c.Unchecked, c.Notes = left, slices.Concat(c.Notes, r.archiveNotes(), notes)
	if res.Crawl.Ended != site.EndedAnotherSite {
		res.Dir, res.Stats, err = r.exporter.Export(res.Crawl, res.Host, r.job.Observer.Computing)
	}
	if err != nil {
		return err
	}
	written := 0
	if !r.job.Watch { // see wroteAll
		written = iterationOf(res.Crawl)
	}
	return r.wrote(res.Host.URL.Origin(), written)
}
