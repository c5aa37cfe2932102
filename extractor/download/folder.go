package download

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sitegraph/site"
)

// FolderOptions set up NewFolder. The zero value of a field means its default.
type FolderOptions struct {
	// Root is the folder that answers for "/". It has no default.
	Root string
	// IndexNames are the files that answer for a folder, best first; default
	// index.html, index.htm, index.xhtml.
	IndexNames []string
	// MaxBody is the largest body, in bytes; default 32 MiB.
	MaxBody int64
}

// Folder answers from a folder on disk, as a static file server would, for
// whatever scheme and host it is asked: the output of a site generator, or a
// saved site. A Folder may be used by many goroutines.
//
//   - A folder requested without the slash at the end answers 301 to the same
//     URL with it; with the slash, its index file or 404.
//   - "/about" is answered by about.html where there is no file about, and
//     before a folder about that has no index.
//   - With a query, a file that has it in its name comes first, as wget saves
//     pages; otherwise the query is ignored.
//   - The file _redirects at the root is honoured and not served.
//   - Nothing outside the root is served, whatever the URL or a symbolic link
//     (403), nor what may not be read (403), nor what is not a regular file.
type Folder struct {
	options FolderOptions
	root    *os.Root
	rules   map[string]rule
	notes   []string
	buffers buffers
}

// NewFolder opens a folder; Close it when done. The error names the folder, or
// file and line of a bad _redirects.
func NewFolder(o FolderOptions) (*Folder, error) {
	if len(o.IndexNames) == 0 {
		o.IndexNames = []string{"index.html", "index.htm", "index.xhtml"}
	}
	setDefault(&o.MaxBody, 32<<20)
	root, err := os.OpenRoot(o.Root)
	if err != nil {
		return nil, fmt.Errorf("site folder: %w", err)
	}
	f := &Folder{options: o, root: root}
	if err := f.readRedirects(); err != nil {
		root.Close()
		return nil, err
	}
	return f, nil
}

func (f *Folder) readRedirects() error {
	text, err := f.root.ReadFile(redirectsName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("site folder: %w", err)
	}
	f.rules, f.notes, err = parseRedirects(filepath.Join(f.options.Root, redirectsName), string(text))
	return err
}

// Notes returns remarks that a user should read: lines of _redirects that were
// ignored.
func (f *Folder) Notes() []string { return f.notes }

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

// Download answers as a server of the folder would.
func (f *Folder) Download(ctx context.Context, r site.Request) site.Response {
	if ctx.Err() != nil {
		return cancelled(ctx, r)
	}
	answer := site.Response{URL: r.URL, Attempts: 1, Started: time.Now()}
	got := f.find(r.URL.Path, r.URL.Query, r.URL.HasQuery)
	answer.Status = got.status
	answer.ContentType = got.mediaType
	answer.Location = headerText(got.location)
	if got.file != nil {
		defer got.file.Close()
	}
	if wantsBody(r, answer.Status, answer.ContentType) {
		answer.Body, answer.Failure = f.read(got, r.Robots)
	}
	answer.Elapsed = time.Since(answer.Started)
	return answer
}

// read returns the body of a file, within the limits of HTTP.
func (f *Folder) read(got found, robots bool) ([]byte, site.Failure) {
	limit := f.options.MaxBody
	if robots {
		limit = min(limit, robotsLimit)
	}
	body, err := f.buffers.collect(got.file, limit)
	switch {
	case err == nil, robots && errors.Is(err, errTooLarge):
		return body, site.Failure{}
	case errors.Is(err, errTooLarge):
		return nil, site.Failure{Class: site.FailTooLarge, Detail: fmt.Sprintf("body over %d bytes", limit)}
	}
	return nil, site.Failure{Class: site.FailOther, Detail: "the file cannot be read"}
}
