package web

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"os"
	"path"
	"syscall"
	"time"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/export"
	"sitegraph/export/struck"
)

type problem struct {
	Error string `json:"error"`
	Field string `json:"field,omitempty"` // the filter field that cannot be used
	// State and Actions belong to a *desk.StateError.
	State   desk.State    `json:"state,omitempty"`
	Actions []desk.Action `json:"actions,omitempty"`
}

func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value) // an error is the client's
}

func answerError(w http.ResponseWriter, status int, text string) {
	answer(w, status, problem{Error: text})
}

func fail(w http.ResponseWriter, err error) {
	status, p := explain(err)
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	answer(w, status, p)
}

// statuses are the HTTP statuses of errors.
var statuses = []struct {
	is     error
	status int
}{
	{desk.ErrNotFound, http.StatusNotFound}, {desk.ErrNothingYet, http.StatusNotFound},
	{desk.ErrExists, http.StatusConflict}, {desk.ErrClosing, http.StatusServiceUnavailable},
	{desk.ErrBuilding, http.StatusServiceUnavailable}, {tables.ErrClosed, http.StatusServiceUnavailable},
	{struck.ErrTooMany, http.StatusUnprocessableEntity}, {struck.ErrIdentity, http.StatusBadRequest},
}

func explain(err error) (int, problem) {
	p := problem{Error: err.Error()}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, desk.ErrFull) {
		p.Error = "The disk is full, and nothing was changed. Make space and try again. (" + p.Error + ")"
		return http.StatusInsufficientStorage, p
	}
	for _, s := range statuses {
		if errors.Is(err, s.is) {
			return s.status, p
		}
	}
	if wrong, ok := errors.AsType[*refusal](err); ok {
		return wrong.status, p
	}
	if wrong, ok := errors.AsType[*desk.StateError](err); ok {
		p.State, p.Actions = wrong.State, wrong.Actions
		return http.StatusConflict, p
	}
	if wrong, ok := errors.AsType[*tables.FilterError](err); ok {
		p.Field = wrong.Field
		return http.StatusBadRequest, p
	}
	if _, ok := errors.AsType[*desk.HostError](err); ok {
		return http.StatusConflict, p
	}
	if _, ok := errors.AsType[*desk.InputError](err); ok {
		return http.StatusBadRequest, p
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		p.Error = "This is more than the desk takes at once."
		return http.StatusRequestEntityTooLarge, p
	}
	return http.StatusInternalServerError, p
}

// refusal is the error of a request that would be wrong for any project.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

type call struct {
	*desk.Project
	w http.ResponseWriter
	r *http.Request
}

// of answers with the value of give for the project of a request, as JSON, or with the error.
func (s *Server) of(status int, give func(call) (any, error)) http.HandlerFunc {
	return s.withProject(func(c call) error {
		value, err := give(c)
		if err == nil {
			answer(c.w, status, value)
		}
		return err
	})
}

// withProject lets handle answer a request about a project, or answers with the error.
func (s *Server) withProject(handle func(call) error) http.HandlerFunc {
	return failing(func(w http.ResponseWriter, r *http.Request) error {
		p, err := s.desk.Project(r.PathValue("p"))
		if err != nil {
			return err
		}
		return handle(call{p, w, r})
	})
}

// failing answers with the error of handle, or leaves the answer to handle if there is none.
func failing(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := handle(w, r); err != nil {
			fail(w, err)
		}
	}
}

// reading passes the body to give, decoded from JSON.
func reading[In any](give func(call, In) (any, error)) func(call) (any, error) {
	return func(c call) (any, error) {
		var in In
		if err := read(c.r, &in); err != nil {
			return nil, err
		}
		return give(c, in)
	}
}

func read(r *http.Request, into any) error {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return &refusal{http.StatusUnsupportedMediaType, "Send JSON, with Content-Type: application/json."}
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	return unreadable(d.Decode(into))
}

// unreadable returns the error of reading a body, nil if there is none.
func unreadable(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok || err == nil {
		return err
	}
	return &refusal{http.StatusBadRequest, "The body cannot be read: " + err.Error()}
}

// filePolicy keeps a report, which has scripts of its own, from acting as the desk.
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

// everything sends all files of a project as a zip. An error breaks off the connection, so that no part looks whole.
func (s *Server) everything(c call) error {
	if err := c.isWork(); err != nil {
		return err
	}
	if err := unhurried(c.w, c.r); err != nil {
		return err
	}
	c.w.Header().Set("Content-Type", "application/zip")
	c.w.Header().Set("Content-Disposition", attachment(c.Name+".zip"))
	if err := c.Everything(c.r.Context(), c.w); err != nil {
		s.desk.Log.Printf("%s: download of everything: %v", c.Name, err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

// isWork refuses requests for expensive work that a page of another site caused.
func (c call) isWork() error {
	if c.r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		return &refusal{http.StatusForbidden, "This is not for pages of other sites."}
	}
	return nil
}

func siteFile(c call) (*os.File, error) {
	result, err := c.Result(c.r.URL.Query().Get("site"))
	if err != nil {
		return nil, err
	}
	return result.Open(c.r.PathValue("path"))
}

func inFolder(c call) (*os.File, error) { return c.Open(c.r.PathValue("path")) }

// file answers with a file. Reports open in the browser, and other files are saved.
func (s *Server) file(open func(call) (*os.File, error)) http.HandlerFunc {
	return s.withProject(func(c call) error {
		if err := unhurried(c.w, c.r); err != nil {
			return err
		}
		f, err := open(c)
		if err == nil {
			s.sendFile(c.w, c.r, f)
		}
		return err
	})
}

func (s *Server) sendFile(w http.ResponseWriter, r *http.Request, f *os.File) {
	defer f.Close()
	name := path.Base(r.PathValue("path"))
	h := w.Header()
	h.Set("Content-Security-Policy", filePolicy)
	if lite := s.options.GephiLite; lite != nil { // its pages may read the file
		h.Set("Access-Control-Allow-Origin", lite.Scheme+"://"+lite.Host)
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Vary", "Origin")
	}
	if isReport(name) {
		h.Set("Content-Type", "text/html; charset=utf-8")
	} else {
		h.Set("Content-Type", "application/octet-stream")
		h.Set("Content-Disposition", attachment(name))
	}
	changed := time.Time{}
	if info, err := f.Stat(); err == nil {
		changed = info.ModTime()
	}
	http.ServeContent(w, r, name, changed, f)
}
