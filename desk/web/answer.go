package web

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"syscall"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/export/struck"
)

type problem struct {
	Error string `json:"error"`
	// Field is that of a filter that cannot be used.
	Field string `json:"field,omitempty"`
	// State and Actions are those that an action met.
	State   desk.State    `json:"state,omitempty"`
	Actions []desk.Action `json:"actions,omitempty"`
}

func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value) // an error is that of the client
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

// statuses are those of errors that callers tell apart.
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

// refusal is the error of a request that cannot be understood, whatever it is about.
type refusal struct {
	status int
	text   string
}

// Error implements error.
func (r *refusal) Error() string { return r.text }

type call struct {
	*desk.Project
	w http.ResponseWriter
	r *http.Request
}

// of answers with what give returns for the project of a request, as JSON, or with the error.
func (s *Server) of(status int, give func(call) (any, error)) http.HandlerFunc {
	return s.withProject(func(c call) {
		value, err := give(c)
		if err != nil {
			fail(c.w, err)
			return
		}
		answer(c.w, status, value)
	})
}

// withProject lets handle answer a request about a project, if there is that project.
func (s *Server) withProject(handle func(call)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p, err := s.desk.Project(r.PathValue("p"))
		if err != nil {
			fail(w, err)
			return
		}
		handle(call{p, w, r})
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

// unreadable is the error of reading a body, nil if there is none.
func unreadable(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok || err == nil {
		return err
	}
	return &refusal{http.StatusBadRequest, "The body cannot be read: " + err.Error()}
}
