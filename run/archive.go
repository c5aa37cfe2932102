package run

import (
	"context"
	"fmt"

	"sitegraph/config"
	"sitegraph/export"
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

// unreadable ends the run because the archive can no longer be read.
func (r *runner) unreadable(err error) { r.giveUp(fmt.Errorf("[download] archive: %w", err)) }

// archiveName returns the prefix of a run's archives, which is the site if there is only one.
func archiveName(hosts []config.Host) string {
	if len(hosts) == 1 {
		return export.FolderName(hosts[0].URL)
	}
	return agent
}
