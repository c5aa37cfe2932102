package run

import (
	"context"
	"fmt"
	"sync"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/robots"
	"sitegraph/extractor/warc"
	"sitegraph/site"
)

const archiveFolder = "warc" // shared by all runs in an output folder

// ArchiveDir returns the folder of the web archives that runs write.
func (c Config) ArchiveDir() string { return c.Path(archiveFolder) }

// openArchive begins a web archive with this file prefix, if wanted. Write errors end the context; close returns them.
func (r *runner) openArchive(ctx context.Context, prefix string) context.Context {
	if !r.Download.WARC {
		return ctx
	}
	ctx, cancel := context.WithCancelCause(ctx)
	policy := "obey"
	if r.Robots.Rules == robots.ClassNone {
		policy = "ignore"
	}
	info := []string{"software", agent + "/" + Version, "format", "WARC File Format 1.1",
		"conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
		"http-header-user-agent", userAgent(r.Download), "robots", policy}
	if r.Download.Contact != "" {
		info = append(info, "operator", r.Download.Contact)
	}
	r.archive = warc.NewWriter(warc.Options{Dir: r.ArchiveDir(), Prefix: prefix, Info: info,
		Failed: func(error) { cancel(site.EndedError) }})
	return ctx
}

// readArchive opens the archive to crawl, if any. Errors in it, or of this machine, end the returned context.
func (r *runner) readArchive(ctx context.Context) (context.Context, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	r.giveUp = func(err error) {
		r.damage.CompareAndSwap(nil, &err)
		cancel(site.EndedError)
	}
	if r.Download.Downloader != "warc" {
		return ctx, nil
	}
	var err error
	if r.captures, err = warc.Open(ctx, r.Download.Archive, download.Zstd); err != nil {
		return ctx, Usage("[download] archive: %w", err)
	}
	for _, h := range r.job.Hosts {
		if !r.captures.Has(h.URL) {
			r.job.Observer.Notice(fmt.Sprintf("%s is not in the archive, which has %s", h.URL, r.captures.Summary()))
		}
	}
	return ctx, nil
}

// archiveNotes returns notes on what the crawled archive lacks.
func archiveNotes(captures *warc.Index) []string {
	if captures == nil {
		return nil
	}
	return captures.Notes()
}

// archiveName returns the prefix of a run's archives, which is the site if there is only one.
func archiveName(hosts []config.Host) string {
	if len(hosts) == 1 {
		return export.FolderName(hosts[0].URL)
	}
	return agent
}

// archiveDays has, by line, the days at whose end this run sees the sites. The crawl of a watched archive sees the
// captures of the first day, and each iteration sees one more day with captures. Days do not change during a run.
type archiveDays struct {
	sync.Mutex
	byLine map[string]archiveDay
}

type archiveDay struct {
	until time.Time // later captures do not count; zero counts all
	over  bool      // there is no day left for another iteration
}

func (r *runner) day(h config.Host) (archiveDay, error) {
	members := site.NewMembers(h.Members)
	return r.dayOf(h.URL.Origin(), func(u site.URL, origin string) bool {
		return u.Host == h.URL.Host || u.Origin() == origin || members.Has(u)
	})
}

// dayOf returns the day for a line. has reports whether a URL belongs to the line, whose home page led to origin.
func (r *runner) dayOf(line string, has func(u site.URL, origin string) bool) (archiveDay, error) {
	r.days.Lock()
	defer r.days.Unlock()
	if d, known := r.days.byLine[line]; known || r.captures == nil {
		return d, nil
	}
	journal, err := r.store.Journal(line)
	if err != nil {
		return archiveDay{}, err
	}
	reached, err := extractor.ReachedBy(journal)
	if err != nil {
		return archiveDay{}, fmt.Errorf("%s: %w", line, err)
	}
	d := r.dayAfter(line, reached, has)
	if r.days.byLine == nil {
		r.days.byLine = map[string]archiveDay{}
	}
	r.days.byLine[line] = d
	return d, nil
}

// dayAfter chooses the day after those that earlier runs have reached.
func (r *runner) dayAfter(line string, reached extractor.Reached, has func(site.URL, string) bool) archiveDay {
	switch {
	case !r.job.Watch && !reached.Watched:
		return archiveDay{}
	case reached.Begun && !(r.job.Watch && reached.Done):
		return archiveDay{until: reached.At}
	}
	days := r.captures.Days(func(u site.URL) bool { return has(u, reached.Origin) })
	for _, day := range days {
		if day.After(reached.At) {
			return archiveDay{until: day}
		}
	}
	if !reached.Begun {
		return archiveDay{}
	}
	text := "%s: there is nothing to check again: the crawl has seen all of the archive, whose last day is %s"
	if len(days) == 1 {
		text = "%s: there is nothing to check again: the archive has captures of one day, %s"
	}
	if len(days) > 0 {
		r.job.Observer.Notice(fmt.Sprintf(text, line, days[len(days)-1].Format(time.DateOnly)))
	}
	return archiveDay{until: reached.At, over: true}
}

// over reports whether no line has a day left.
func (a *archiveDays) over() bool {
	for _, d := range a.byLine {
		if !d.over {
			return false
		}
	}
	return len(a.byLine) > 0
}
