package web

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"
	"time"

	"sitegraph/desk"
	"sitegraph/export"
)

// filePolicy keeps a report, which has scripts of its own, from being the desk.
const filePolicy = "sandbox allow-scripts allow-popups allow-downloads; frame-ancestors 'none'"

func attachment(name string) string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": name})
}

func listFiles(c call) (any, error) {
	result, err := c.Across()
	if line := c.r.URL.Query().Get("site"); line != "" {
		result, err = c.Result(line)
	}
	return listed(result), err
}

type fileList struct {
	Name    string        `json:"name"`
	Written time.Time     `json:"written"`
	Files   []export.File `json:"files"`
}

func listed(r desk.Result) fileList { return fileList{r.Name, r.Manifest.Finished, r.Manifest.Files} }

// everything sends all files of a project as a zip, while it is made. An error breaks the answer off,
// so that no part is taken for all.
func (s *Server) everything(w http.ResponseWriter, r *http.Request) {
	s.withProject(func(c call) {
		if c.r.Header.Get("Sec-Fetch-Site") == "cross-site" { // it is work
			fail(c.w, &refusal{http.StatusForbidden, "This is not for pages of other sites."})
			return
		}
		if err := unhurried(c.w, c.r); err != nil {
			fail(c.w, err)
			return
		}
		c.w.Header().Set("Content-Type", "application/zip")
		c.w.Header().Set("Content-Disposition", attachment(c.Name+".zip"))
		if err := c.Everything(c.r.Context(), c.w); err != nil {
			s.desk.Log.Printf("%s: download of everything: %v", c.Name, err)
			panic(http.ErrAbortHandler)
		}
	})(w, r)
}

func siteFile(c call) (*os.File, error) {
	result, err := c.Result(c.r.URL.Query().Get("site"))
	if err != nil {
		return nil, err
	}
	return result.Open(c.r.PathValue("path"))
}

func inFolder(c call) (*os.File, error) { return c.Open(c.r.PathValue("path")) }

// file answers with a file. A report opens in the browser, all else is saved.
func (s *Server) file(open func(call) (*os.File, error)) http.HandlerFunc {
	return s.withProject(func(c call) {
		var f *os.File
		err := unhurried(c.w, c.r)
		if err == nil {
			f, err = open(c)
		}
		s.sendFile(c.w, c.r, f, err)
	})
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
	share(h, s.options.GephiLite)
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
func share(h http.Header, reader *url.URL) {
	if reader != nil {
		h.Set("Access-Control-Allow-Origin", reader.Scheme+"://"+reader.Host)
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Vary", "Origin")
	}
}
