package run

import (
	"context"

	"sitegraph/export"
	"sitegraph/extractor/robots"
	"sitegraph/extractor/warc"
	"sitegraph/site"
)

// archiveFolder has the web archives of all runs in an output folder.
const archiveFolder = "warc"

// openArchive begins to archive, if the settings say so, in files whose names begin
// with prefix. An error of writing ends the context that it returns, and is given
// again by close.
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
		"http-header-user-agent", r.userAgent(), "robots", policy}
	if r.Download.Contact != "" {
		info = append(info, "operator", r.Download.Contact)
	}
	r.archive = warc.NewWriter(warc.Options{Dir: r.Path(archiveFolder), Prefix: prefix, Info: info,
		Failed: func(error) { cancel(site.EndedError) }})
	return ctx
}

// archiveName is how the names of a run's archives begin: the site, if there is only one.
func (r *runner) archiveName() string {
	if len(r.job.Hosts) == 1 {
		return export.FolderName(r.job.Hosts[0].URL)
	}
	return agent
}
