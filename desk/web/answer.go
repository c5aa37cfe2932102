package web

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"syscall"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/struck"
)

// problem is an error as JSON.
type problem struct {
	Error string `json:"error"`
	// Field is that of a filter that cannot be used.
	Field string `json:"field,omitempty"`
	// State and Actions are those that an action met.
	State   desk.State    `json:"state,omitempty"`
	Actions []desk.Action `json:"actions,omitempty"`
}

// answer writes a value as JSON.
func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value) // an error is that of the client
}

func answerError(w http.ResponseWriter, status int, text string) {
	answer(w, status, problem{Error: text})
}

// fail answers with an error.
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

// explain returns the status of an error, and what to say.
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

// read reads a body of JSON. It answers itself, and is false, if it is not as it
// should be.
func read(w http.ResponseWriter, r *http.Request, into any) bool {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		answerError(w, http.StatusUnsupportedMediaType, "Send JSON, with Content-Type: application/json.")
		return false
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		fail(w, err)
		return false
	}
	if err != nil {
		answerError(w, http.StatusBadRequest, "The body cannot be read: "+err.Error())
	}
	return err == nil
}
