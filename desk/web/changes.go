package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

const (
	pollWithin  = 20 * time.Second       // how long a poll waits for a change
	eventsApart = 500 * time.Millisecond // minimum time between two events of a stream
)

// until returns a context that ends with the request, with the server, or after a time.
func (s *Server) until(r *http.Request, within time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(r.Context(), within)
	stop := context.AfterFunc(s.ending, cancel)
	return ctx, func() { stop(); cancel() }
}

// changes answers when there are more changes than the caller saw, or after some time.
func (s *Server) changes(w http.ResponseWriter, r *http.Request) error {
	after, err := strconv.ParseUint("0"+r.URL.Query().Get("after"), 10, 64)
	if err != nil {
		return &refusal{http.StatusBadRequest, "after: a whole number from 0"}
	}
	if err := unhurried(w, r); err != nil {
		return err
	}
	ctx, cancel := s.until(r, pollWithin)
	defer cancel()
	answer(w, http.StatusOK, map[string]uint64{"changes": s.desk.Wait(ctx, after)})
	return nil
}

func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		w.Header().Set("Retry-After", "5")
		answerError(w, http.StatusServiceUnavailable, "Too many streams: ask /api/changes.")
		return nil
	}
	if err := unhurried(w, r); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	seen := uint64(0) // the first event comes at once, because a tab may have missed changes
	for r.Context().Err() == nil && s.ending.Err() == nil {
		ctx, cancel := s.until(r, pollWithin)
		now := s.desk.Wait(ctx, seen)
		cancel()
		text := ": still here\n\n"
		if now > seen {
			text = fmt.Sprintf("id: %d\nevent: change\ndata: %d\n\n", now, now)
		}
		seen = now
		if _, err := w.Write([]byte(text)); err != nil || control.Flush() != nil {
			return nil
		}
		pause, cancel := s.until(r, eventsApart)
		<-pause.Done()
		cancel()
	}
	return nil
}
