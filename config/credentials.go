package config

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

// Credentials has the passwords, tokens and cookies for requests to some sites. A secret never goes to another site,
// not even to the same host with another scheme or port. The zero value has none.
type Credentials struct{ sites map[string]*credential }

type credential struct {
	lines          map[string]int // where each thing that may appear only once was given
	header         http.Header
	user, password string
	cookies        []cookie
}

// Sites returns the origins that have credentials, sorted.
func (c Credentials) Sites() []string { return slices.Sorted(maps.Keys(c.sites)) }

// For returns the additional headers of a request for a URL, nil if there are none.
func (c Credentials) For(u site.URL) http.Header {
	s := c.sites[u.Origin()]
	if s == nil {
		return nil
	}
	header := s.header.Clone()
	if text := cookieHeader(s.cookies, u.Path); text != "" {
		header.Set("Cookie", text)
	}
	return header
}

// ReadCredentials reads a credentials file. Its sections [scheme://host[:port]] each have user and password, token,
// cookies, cookie or header. It refuses files that others can read, including files of cookies, and drops cookies that
// have expired by now. Neither notes nor errors contain a secret.
func ReadCredentials(path string, now time.Time) (c Credentials, notes []string, err error) {
	text, err := ReadSecret(path)
	if err != nil {
		return c, nil, fmt.Errorf("[download] credentials: %w", err)
	}
	r := credentialsReader{file: path, now: now, sites: map[string]*credential{}, at: map[string]int{}}
	for line := range strings.SplitSeq(text, "\n") {
		r.line++
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "["):
			r.heading(line)
		case !r.skip && !endsEntry(line):
			r.assignment(line)
		}
	}
	r.finish()
	if len(r.errs) > 0 {
		return c, nil, joined(r.errs)
	}
	return Credentials{r.sites}, r.notes, nil
}

type credentialsReader struct {
	file  string
	now   time.Time
	line  int // from 1
	sites map[string]*credential
	at    map[string]int // the line of each origin's section
	of    string         // the origin of the section; "" before the first and after a bad heading
	skip  bool           // skips keys after a bad heading
	notes []string
	errs  []error
}

// fail records an error in the current line. No argument may be a secret.
func (r *credentialsReader) fail(format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf("%s:%d: %w", r.file, r.line, fmt.Errorf(format, args...)))
}

func (r *credentialsReader) heading(line string) {
	name, ok := strings.CutSuffix(line[1:], "]")
	u, user, err := startPage(strings.TrimSpace(name))
	r.of, r.skip = "", true
	switch {
	case ok && errors.Is(err, errPort):
		r.fail("%w", err)
	case !ok || err != nil || user || u.Target() != "/":
		r.fail("a section names a site: [https://host], without user, password and path")
	case r.at[u.Origin()] > 0:
		r.fail("[%s]: already given in line %d", u.Origin(), r.at[u.Origin()])
	default:
		r.of, r.skip = u.Origin(), false
		r.at[r.of] = r.line
		r.sites[r.of] = &credential{lines: map[string]int{}, header: http.Header{}}
	}
}

func (r *credentialsReader) assignment(line string) {
	key, value, ok := strings.Cut(line, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	keys := map[string]func(*credential, string) error{
		"user": r.user, "password": r.password, "token": r.token, "header": r.header, "cookie": r.cookie,
		"cookies": r.cookies,
	}
	take, known := keys[key]
	names := site.Names(keys)
	switch {
	case !ok || !isName(key):
		r.fail(`expected "key = value", "[https://host]", or a comment that begins with # or ; (keys: %s)`,
			strings.Join(names, ", "))
	case !known:
		r.fail("unknown key%s (known: %s)", didYouMean(key, names), strings.Join(names, ", "))
	case r.of == "":
		r.fail("%s comes before the first section: write [https://host] above it", key)
	case value == "" && key != "password":
		r.fail("%s must not be empty", key)
	default:
		if err := take(r.sites[r.of], value); err != nil {
			r.fail("%s: %w", key, err)
		}
	}
}

// once returns an error if the thing was given before.
func (r *credentialsReader) once(c *credential, what string) error {
	if first, twice := c.lines[what]; twice {
		return fmt.Errorf("%s is already given in line %d", what, first)
	}
	c.lines[what] = r.line
	return nil
}

func (r *credentialsReader) user(c *credential, value string) error {
	if strings.Contains(value, ":") {
		return errors.New("must not contain a colon (RFC 7617)")
	}
	c.user = value
	return r.once(c, "user")
}

func (r *credentialsReader) password(c *credential, value string) error {
	c.password = value
	return r.once(c, "password")
}

func (r *credentialsReader) token(c *credential, value string) error {
	if strings.ContainsAny(value, " \t") {
		return errors.New("must be one word: the token alone, without Bearer before it")
	}
	c.header.Set("Authorization", "Bearer "+value)
	return r.once(c, "token")
}

func (r *credentialsReader) finish() {
	for _, origin := range (Credentials{r.sites}).Sites() {
		c := r.sites[origin]
		r.line = r.at[origin]
		_, user := c.lines["user"]
		_, password := c.lines["password"]
		ways := slices.DeleteFunc([]string{"user", "token", "header Authorization"}, func(what string) bool {
			return c.lines[what] == 0
		})
		switch {
		case user != password:
			r.fail("[%s]: user and password go together", origin)
		case len(ways) > 1:
			r.fail("[%s]: %s are several ways to log in: keep one of them", origin, strings.Join(ways, " and "))
		case user:
			pair := base64.StdEncoding.EncodeToString([]byte(c.user + ":" + c.password))
			c.header.Set("Authorization", "Basic "+pair)
		}
		site.Sort(c.cookies, func(a, b cookie) int { // RFC 6265 section 5.4
			return cmp.Compare(len(b.path), len(a.path))
		})
	}
	if len(r.sites) == 0 && len(r.errs) == 0 {
		r.errs = append(r.errs, fmt.Errorf("%s: has no section; write [https://host], and the keys below it", r.file))
	}
}

func (r *credentialsReader) header(c *credential, value string) error {
	name, value, ok := strings.Cut(value, ":")
	name, value = http.CanonicalHeaderKey(strings.TrimSpace(name)), strings.TrimSpace(value)
	if !ok || !isToken(name) || value == "" {
		return errors.New("must be written header = Name: value, with a name of letters, digits and hyphens")
	}
	if why := refusedHeader(name); why != "" {
		return fmt.Errorf("%s cannot be set: %s", name, why)
	}
	c.header.Set(name, value)
	return r.once(c, "header "+name)
}

// isToken reports whether a text can name a header or a cookie (RFC 9110 section 5.6.2).
func isToken(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool {
		return c <= ' ' || c >= 0x7F || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
	})
}

// refusedHeader says why the user may not set a header, "" if that is allowed.
func refusedHeader(name string) string {
	switch name {
	case "Host":
		return "it follows from the URL"
	case "Connection", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length", "Expect":
		return "it is about the connection, and belongs to the program"
	case "Accept-Encoding", "Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since",
		"If-Unmodified-Since":
		return "the program sets it itself"
	case "User-Agent":
		return "use [download] user_agent or contact"
	case "Cookie":
		return "write cookie = name=value, or cookies = FILE"
	}
	if strings.HasPrefix(name, "Proxy-") {
		return "it is about the proxy, and belongs to the program"
	}
	return ""
}
