package download

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// Handler serves a folder over HTTP by the rules of Folder, so that a crawl of
// it over the network and one without give the same graph. Files that are no
// HTML are served too. It must not be behind an http.ServeMux, which
// would clean paths first.
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
		w.Header().Set("Content-Length", strconv.FormatInt(got.size, 10))
		// A file that breaks off leaves a body shorter than announced, and
		// net/http then closes the connection.
		_, _ = io.Copy(w, io.LimitReader(got.file, got.size))
	case got.location != "":
		w.Header().Set("Location", got.location)
		w.WriteHeader(got.status)
	default:
		sendStatus(w, got.status)
	}
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
