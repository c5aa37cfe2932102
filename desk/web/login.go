package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// cookieName is the cookie of a browser that knows the token.
const cookieName = "sitegraph-desk"

// admit lets through who knows the token, if there is one. Some routes are free.
func (s *Server) admit(next http.Handler) http.Handler {
	free := map[string]bool{"/login": true, "/style.css": true, "/healthz": true, "/readyz": true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.options.Token == "" || free[r.URL.Path] {
			next.ServeHTTP(w, r)
			return
		}
		known, wait := s.known(r)
		switch {
		case known:
			next.ServeHTTP(w, r)
		case wait > 0:
			answerError(w, retryAfter(w, wait), guessedTooOften)
		case r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html"):
			http.Redirect(w, r, "/login", http.StatusSeeOther)
		default:
			w.Header().Set("WWW-Authenticate", "Bearer")
			answerError(w, http.StatusUnauthorized, "Send the token of the desk: Authorization: Bearer TOKEN.")
		}
	})
}

const guessedTooOften = "Too many wrong tokens came from this address. Wait a minute, and send the right one."

// retryAfter tells a client when to ask again, and returns the status that says so.
func retryAfter(w http.ResponseWriter, wait time.Duration) int {
	seconds := int(math.Ceil(wait.Seconds()))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	return http.StatusTooManyRequests
}

// known reports whether a request has the token, or the cookie that represents it; or how long its client has to wait.
func (s *Server) known(r *http.Request) (known bool, wait time.Duration) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return s.guesses.try(r.RemoteAddr, token, s.options.Token)
	}
	c, err := r.Cookie(cookieName)
	return err == nil && sameText(c.Value, s.cookie), 0
}

// sameText compares without telling, by its time, how much of a text is right.
func sameText(text, secret string) bool {
	got, want := sha256.Sum256([]byte(text)), sha256.Sum256([]byte(secret))
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

func (s *Server) loginPage(w http.ResponseWriter, _ *http.Request) {
	s.show(w, "login", page{Title: "Log in"})
}

// login gives the browser that sent the token a cookie.
func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	known, wait := true, time.Duration(0)
	if s.options.Token != "" {
		known, wait = s.guesses.try(r.RemoteAddr, r.PostFormValue("token"), s.options.Token)
	}
	switch {
	case known:
		http.SetCookie(w, &http.Cookie{Name: cookieName, Value: s.cookie, Path: "/", HttpOnly: true,
			Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
	case wait > 0:
		s.show(w, "login", page{Title: "Log in", Status: retryAfter(w, wait), Trouble: guessedTooOften})
	default:
		s.show(w, "login", page{Title: "Log in", Status: http.StatusUnauthorized,
			Trouble: "This is not the token of the desk."})
	}
}
