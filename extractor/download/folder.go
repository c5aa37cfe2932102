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
	"slices"
	"strconv"
	"strings"
	"time"

	"sitegraph/site"
)

// Folder answers from a folder on disk for any scheme and host, as a static file server would. The folder is a saved
// site or the output of a site generator. Many goroutines may use a Folder at once.
//
//   - A folder requested without the final slash answers 301 to the same URL
//     with it. With the slash it answers its index file or 404.
//   - about.html answers "/about" if there is no file about. It comes before a
//     folder about without index.
//   - If a URL has a query, a file with the query in its name comes first, as
//     wget saves pages. Otherwise the query is ignored.
//   - The file _redirects at the root applies and is not served.
//   - A URL or symbolic link that leads outside of the root answers 403, as do
//     unreadable files and files that are not regular.
type Folder struct {
	root    *os.Root
	maxBody int64
	rules   map[string]rule
	notes   []string // for Notes
	buffers buffers

	patience patience
}

// NewFolder opens a folder that answers for "/"; Close it when done. maxBody limits the size of a page in bytes. giveUp
// works as in HTTPOptions. The error names the folder, or the file and line of a bad _redirects.
func NewFolder(name string, maxBody int64, giveUp func(error)) (*Folder, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("site folder: %w", err)
	}
	f := &Folder{root: root, maxBody: maxBody, patience: patience{giveUp: giveUp, sleep: sleep}}
	text, err := root.ReadFile(redirectsName)
	switch {
	case err == nil:
		f.rules, f.notes, err = parseRedirects(filepath.Join(name, redirectsName), string(text))
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	default:
		err = fmt.Errorf("site folder: %w", err)
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return f, nil
}

// Notes returns remarks for the user, about ignored lines of _redirects.
func (f *Folder) Notes() []string { return f.notes }

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

// Download answers like a server of this folder.
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

// read puts a file into the body of an answer, within the limits of HTTP.
func (f *Folder) read(got found, r site.Request, answer *site.Response) site.Failure {
	limit, cut := bodyLimit(r, f.maxBody)
	err := f.buffers.collect(got.file, limit, answer)
	if err == nil || cut && errors.Is(err, errTooLarge) {
		answer.AsFile = true
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

// Handler serves a folder over HTTP by the rules of Folder, so crawls with and without the network give the same graph.
// It also serves files that are not HTML. Do not put it behind an http.ServeMux, which would clean paths first.
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

// etag hashes content. Size and time of a file would not do, since two versions can share them.
func etag(content io.Reader) (string, error) {
	h := fnv.New64a()
	_, err := io.Copy(h, content)
	return fmt.Sprintf(`"%x"`, h.Sum64()), err
}

// target returns path and query as they came; net/url could write them differently.
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

// redirectsName is the file at the root of a folder that lists redirects, in the format of static hosts:
//
//	# a comment
//	/old      /new
//	/moved    https://example.com/  302
//	/gone     /                     410
//
// Each line has from, to and a status, which defaults to 301. A status of 400 or more is the answer, without a
// redirect.
const redirectsName = "_redirects"

type rule struct {
	to     string
	status int
}

// parseRedirects reads a _redirects file. The first rule for a path counts, as on static hosts. Notes list the ignored
// lines that hosts support and we do not: patterns, rewrites, conditions. Other lines that it cannot read are an error
// with file and line.
func parseRedirects(file, text string) (rules map[string]rule, notes []string, err error) {
	rules = make(map[string]rule)
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		fields := redirectFields(line)
		if len(fields) == 0 {
			continue
		}
		if what := unsupported(fields); what != "" {
			notes = append(notes, fmt.Sprintf("%s:%d: %s not supported, line ignored", file, number, what))
			continue
		}
		from, r, err := parseRule(fields)
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		if _, known := rules[from]; !known {
			rules[from] = r
		}
	}
	return rules, notes, nil
}

func redirectFields(line string) []string {
	fields := strings.Fields(line)
	if i := slices.IndexFunc(fields, func(f string) bool { return f[0] == '#' }); i >= 0 {
		return fields[:i]
	}
	return fields
}

// unsupported names the feature in a line that only hosts support, "" for none.
func unsupported(fields []string) string {
	from := fields[0]
	switch {
	case strings.Contains(from, "*"), strings.Contains(from, "/:"):
		return "a pattern is"
	case strings.Contains(from, "://"):
		return "a host is"
	case len(fields) > 1 && strings.Contains(fields[1], "=") && !strings.ContainsAny(fields[1], "/?"):
		return "a query parameter is"
	case len(fields) > 3:
		return "a condition is"
	case len(fields) == 3 && strings.TrimSuffix(fields[2], "!") == "200":
		return "a rewrite is"
	}
	return ""
}

// parseRule reads the fields of a line. It decodes from into the form for lookups.
func parseRule(fields []string) (from string, r rule, err error) {
	if len(fields) < 2 {
		return "", r, fmt.Errorf("%q: want: from to [status]", fields[0])
	}
	path, status := splitPath(fields[0])
	if !strings.HasPrefix(fields[0], "/") || status != 0 {
		return "", r, fmt.Errorf("%q: from has to be a path that begins with / and has no dot segments", fields[0])
	}
	r = rule{to: fields[1], status: http.StatusMovedPermanently}
	if strings.ContainsFunc(r.to, isControl) {
		return "", r, fmt.Errorf("%q: control character", r.to)
	}
	if len(fields) > 2 {
		r.status, err = strconv.Atoi(strings.TrimSuffix(fields[2], "!"))
		if err != nil || !allowedStatus(r.status) {
			return "", r, fmt.Errorf("status %q: want 301, 302, 303, 307, 308 or 400 to 599", fields[2])
		}
	}
	return path.key(), r, nil
}

func isControl(c rune) bool { return c < ' ' || c == 0x7f }

func allowedStatus(status int) bool {
	return site.IsRedirect(status) || status >= 400 && status <= 599
}
