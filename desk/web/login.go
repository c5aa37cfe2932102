package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strings"
)

// cookieName is the cookie of a browser that knows the token.
const cookieName = "sitegraph-desk"

// admit lets through who knows the token, if there is one. Some routes are free.
func (s *Server) admit(next http.Handler) http.Handler {
	free := map[string]bool{"/login": true, "/style.css": true, "/healthz": true, "/readyz": true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case s.options.Token == "" || free[r.URL.Path] || s.known(r):
			next.ServeHTTP(w, r)
		case r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html"):
			http.Redirect(w, r, "/login", http.StatusSeeOther)
		default:
			w.Header().Set("WWW-Authenticate", "Bearer")
			answerError(w, http.StatusUnauthorized, "Send the token of the desk: Authorization: Bearer TOKEN.")
		}
	})
}

// known reports whether a request has the token, or the cookie that stands for it.
func (s *Server) known(r *http.Request) bool {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return s.isToken(token)
	}
	c, err := r.Cookie(cookieName)
	return err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(s.cookie())) == 1
}

// isToken compares without telling, by its time, how much of a text is right.
func (s *Server) isToken(text string) bool {
	got, want := sha256.Sum256([]byte(text)), sha256.Sum256([]byte(s.options.Token))
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// cookie is the value that stands for the token, which browsers do not store.
func (s *Server) cookie() string {
	sum := hmac.New(sha256.New, []byte(s.options.Token))
	sum.Write([]byte(cookieName))
	return hex.EncodeToString(sum.Sum(nil))
}

func (s *Server) loginPage(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "login", page{Title: "Log in"})
}

// login gives the browser that sent the token a cookie.
func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	if s.options.Token == "" || s.isToken(r.PostFormValue("token")) {
		http.SetCookie(w, &http.Cookie{Name: cookieName, Value: s.cookie(), Path: "/", HttpOnly: true,
			Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	s.show(w, r, http.StatusUnauthorized, "login", page{Title: "Log in", Trouble: "This is not the token of the desk."})
}
