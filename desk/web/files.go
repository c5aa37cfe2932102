package web

import (
	"io"
	"mime"
	"net/http"
	"os"
	"path"
	"strings"
	"time"

	"sitegraph/desk"
	"sitegraph/export"
)

// filePolicy keeps a report, which has scripts of its own, from being the desk.
const filePolicy = "sandbox allow-scripts allow-popups allow-downloads; frame-ancestors 'none'"

// attachment names a file that the browser is to save.
func attachment(name string) string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": name})
}

// listFiles lists the files of a site, or those about all sites.
func (s *Server) listFiles(w http.ResponseWriter, r *http.Request) {
	p := s.project(w, r)
	if p == nil {
		return
	}
	result, err := p.Across()
	if line := r.URL.Query().Get("site"); line != "" {
		result, err = p.Result(line)
	}
	if err != nil {
		fail(w, err)
		return
	}
	answerFiles(w, result)
}

// answerFiles answers with a list of files.
func answerFiles(w http.ResponseWriter, r desk.Result) {
	answer(w, http.StatusOK, struct {
		Name    string        `json:"name"`
		Written time.Time     `json:"written"`
		Files   []export.File `json:"files"`
	}{r.Name, r.Manifest.Finished, r.Manifest.Files})
}

// file answers with a file of a site. A report opens in the browser, all else is saved.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	p := s.project(w, r)
	if p == nil || !unhurried(w, r) {
		return
	}
	result, err := p.Result(r.URL.Query().Get("site"))
	if err != nil {
		fail(w, err)
		return
	}
	f, err := result.Open(r.PathValue("path"))
	s.sendFile(w, r, f, err)
}

// inFolder answers with a file by its path in the project's folder.
func (s *Server) inFolder(w http.ResponseWriter, r *http.Request) {
	if p := s.project(w, r); p != nil && unhurried(w, r) {
		f, err := p.Open(r.PathValue("path"))
		s.sendFile(w, r, f, err)
	}
}

// sendFile sends and closes a file, or answers with the error of opening it.
func (s *Server) sendFile(w http.ResponseWriter, r *http.Request, f *os.File, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	defer f.Close()
	name := path.Base(r.PathValue("path"))
	h := w.Header()
	h.Set("Content-Security-Policy", filePolicy)
	s.share(h)
	if strings.HasSuffix(name, ".html") {
		h.Set("Content-Type", "text/html; charset=utf-8")
	} else {
		h.Set("Content-Type", "application/octet-stream")
		h.Set("Content-Disposition", attachment(name))
	}
	changed := time.Time{}
	if info, err := f.Stat(); err == nil {
		changed = info.ModTime()
	}
	http.ServeContent(w, r, name, changed, io.ReadSeeker(f))
}

// share lets the pages of the chosen Gephi Lite, and no others, read a file.
func (s *Server) share(h http.Header) {
	if g := s.options.GephiLite; g != nil {
		h.Set("Access-Control-Allow-Origin", g.Scheme+"://"+g.Host)
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Vary", "Origin")
	}
}
