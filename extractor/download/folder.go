package download

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sitegraph/site"
)

// Folder answers from a folder on disk, as a static file server would, for whatever scheme and host it is
// asked: the output of a site generator, or a saved site. A Folder may be used by many goroutines.
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
	root    *os.Root
	maxBody int64
	rules   map[string]rule
	notes   []string // for Notes
	buffers buffers

	patience patience
}

// NewFolder opens a folder that answers for "/"; Close it when done. maxBody is
// the size in bytes of the largest page that Download reads. giveUp is that of HTTPOptions. The error names the
// folder, or file and line of a bad _redirects.
func NewFolder(name string, maxBody int64, giveUp func(error)) (*Folder, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("site folder: %w", err)
	}
	f := &Folder{root: root, maxBody: maxBody, patience: patience{giveUp: giveUp, sleep: sleep}}
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
	f.rules, f.notes, err = parseRedirects(filepath.Join(f.root.Name(), redirectsName), string(text))
	return err
}

// Notes returns remarks that a user should read: lines of _redirects that were ignored.
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
		answer.Failure = f.read(got, r, &answer)
	}
	if f.patience.over.Load() {
		<-ctx.Done()
		return cancelled(ctx, r)
	}
	answer.Elapsed = time.Since(answer.Started)
	return answer
}

// read gives an answer the body of a file, within the limits of HTTP.
func (f *Folder) read(got found, r site.Request, answer *site.Response) site.Failure {
	limit, cut := bodyLimit(r, f.maxBody)
	err := f.buffers.collect(got.file, limit, answer)
	if err == nil || cut && errors.Is(err, errTooLarge) {
		answer.Validators.ETag, _ = etag(bytes.NewReader(answer.Body))
		if r.Unless.ETag == answer.Validators.ETag {
			answer.Status, answer.Body = http.StatusNotModified, nil
		}
		return site.Failure{}
	}
	answer.Body = nil
	if errors.Is(err, errTooLarge) {
		return site.Failure{Class: site.FailTooLarge, Detail: fmt.Sprintf("body over %d bytes", limit)}
	}
	return site.Failure{Class: site.FailOther, Detail: "the file cannot be read"}
}

// Handler serves a folder over HTTP by the rules of Folder, so that a crawl of it over the network and one
// without give the same graph. Files that are no HTML are served too. It must not be behind an http.ServeMux,
// which would clean paths first.
func Handler(f *Folder) http.Handler { return http.HandlerFunc(f.serve) }

func (f *Folder) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		sendStatus(w, http.StatusMethodNotAllowed)
		return
	}
	got := f.find(target(r))
	switch {
	case got.file != nil:
		defer got.file.Close()
		w.Header().Set("Content-Type", got.mediaType)
		tag, err := etag(got.file)
		if err != nil {
			sendStatus(w, http.StatusInternalServerError)
			return
		}
		w.Header().Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, got.file)
	case got.location != "":
		w.Header().Set("Location", got.location)
		w.WriteHeader(got.status)
	default:
		sendStatus(w, got.status)
	}
}

// etag is a tag of content. Size and time of a file are none: two versions can have the same.
func etag(content io.Reader) (string, error) {
	h := fnv.New64a()
	_, err := io.Copy(h, content)
	return fmt.Sprintf(`"%x"`, h.Sum64()), err
}

// target returns path and query as they came, not as net/url would write them.
func target(r *http.Request) (path, query string, hasQuery bool) {
	if !strings.HasPrefix(r.RequestURI, "/") { // absolute form
		return r.URL.EscapedPath(), r.URL.RawQuery, r.URL.RawQuery != "" || r.URL.ForceQuery
	}
	path, query, hasQuery = strings.Cut(r.RequestURI, "?")
	return path, query, hasQuery
}

func sendStatus(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", errorType)
	w.WriteHeader(status)
	fmt.Fprintf(w, "%d %s\n", status, http.StatusText(status))
}
