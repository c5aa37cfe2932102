package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"io"
	"maps"
	"math"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	maxBody = 17 << 20 // bytes of a request; a list of sites is the longest
	// pagePolicy lets pages load only what the desk serves, and run no inline code.
	pagePolicy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

func (s *Server) guard(next http.Handler) http.Handler {
	inner := http.NewCrossOriginProtection().Handler(s.admit(next))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", pagePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.called(r.Host) {
			const text = "The desk does not answer under this name. Use its address, or start it with --host NAME."
			http.Error(w, text, http.StatusMisdirectedRequest)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		inner.ServeHTTP(&patientWriter{w, http.NewResponseController(w), s.limits.write}, r)
	})
}

// called reports whether a request's Host is a name of the desk. A page of another site can make the browser send only
// a name that leads to the desk (DNS rebinding), never an address or localhost.
func (s *Server) called(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if a, err := netip.ParseAddr(host); err == nil {
		return s.options.AnyAddress || a.IsLoopback()
	}
	return host == "localhost" || slices.ContainsFunc(s.options.Hosts, func(name string) bool {
		return strings.EqualFold(name, host)
	})
}

// patientWriter limits the time for each part of an answer, but not for the whole.
type patientWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	within  time.Duration
}

func (w *patientWriter) Write(b []byte) (int, error) {
	if err := w.control.SetWriteDeadline(time.Now().Add(w.within)); err != nil {
		return 0, err
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap returns the writer inside, for http.ResponseController.
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// unhurried reads the rest of the request's body and then lets the answer take longer than a request may.
func unhurried(w http.ResponseWriter, r *http.Request) error {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return &refusal{http.StatusBadRequest, "The body cannot be read: " + err.Error()}
	}
	http.NewResponseController(w).SetReadDeadline(time.Time{})
	return nil
}

const cookieName = "sitegraph-desk" // browsers that sent the token have this cookie

// admit lets requests with the token through, and requests to some free routes.
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

// retryAfter tells a client when to ask again, and returns the status for that.
func retryAfter(w http.ResponseWriter, wait time.Duration) int {
	seconds := int(math.Ceil(wait.Seconds()))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	return http.StatusTooManyRequests
}

// known reports whether a request has the token or the cookie, and how long its client must wait.
func (s *Server) known(r *http.Request) (known bool, wait time.Duration) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return s.guesses.try(r.RemoteAddr, token, s.options.Token)
	}
	c, err := r.Cookie(cookieName)
	return err == nil && sameText(c.Value, s.cookie), 0
}

// sameText compares texts in a time that does not reveal how much is right.
func sameText(text, secret string) bool {
	got, want := sha256.Sum256([]byte(text)), sha256.Sum256([]byte(secret))
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

func (s *Server) loginPage(w http.ResponseWriter, _ *http.Request) {
	s.show(w, "login", page{Title: "Log in"})
}

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

const (
	maxGuesses  = 10 // a client's wrong tokens per guessTime: 16 random characters take aeons
	guessTime   = time.Minute
	maxGuessers = 10_000 // clients that are told apart; all others count as one
)

type guesses struct {
	now func() time.Time

	mu      sync.Mutex
	clients map[netip.Prefix]*guesser
}

// guesser is a client with wrong tokens: their digests, and when it sent the first. A repeated token reveals nothing,
// so a program with an outdated token uses up one guess.
type guesser struct {
	since time.Time
	wrong map[[sha256.Size]byte]bool
}

func newGuesses() *guesses { return &guesses{now: time.Now, clients: map[netip.Prefix]*guesser{}} }

// try compares a text with the token. A client that guessed too often must wait and learns nothing.
func (g *guesses) try(address, text, token string) (right bool, wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := g.client(address)
	c := g.clients[key]
	if c != nil && g.now().Sub(c.since) >= guessTime {
		delete(g.clients, key)
		c = nil
	}
	if c != nil && len(c.wrong) >= maxGuesses {
		return false, c.since.Add(guessTime).Sub(g.now())
	}
	if sameText(text, token) {
		return true, 0
	}
	if c == nil {
		c = &guesser{g.now(), map[[sha256.Size]byte]bool{}}
		g.clients[key] = c
	}
	c.wrong[sha256.Sum256([]byte(text))] = true
	return false, 0
}

// client identifies a client by IPv4 address or IPv6 network, all of which it may own; zero for too many clients.
func (g *guesses) client(address string) netip.Prefix {
	at, _ := netip.ParseAddrPort(address) // net/http writes it
	ip, bits := at.Addr().Unmap().WithZone(""), 32
	if ip.Is6() {
		bits = 64
	}
	key, _ := ip.Prefix(bits)
	if g.clients[key] != nil || len(g.clients) < maxGuessers {
		return key
	}
	maps.DeleteFunc(g.clients, func(_ netip.Prefix, c *guesser) bool { return g.now().Sub(c.since) >= guessTime })
	if len(g.clients) < maxGuessers {
		return key
	}
	return netip.Prefix{}
}
