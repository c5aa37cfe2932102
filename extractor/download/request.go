package download

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"sitegraph/site"
)

// accept is the Accept header: HTML first, XHTML nearly as welcome, the rest
// only because some servers answer 406 otherwise.
const accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"

// newRequest makes the request whose request line carries the URL's Target() unchanged. net/url would escape
// what it takes for wrong ("|", "%zz"), and request another URL than the page links to.
func (h *HTTP) newRequest(ctx context.Context, r site.Request) (*http.Request, error) {
	u := r.URL
	address := &url.URL{Scheme: u.Scheme, Host: u.Host, RawQuery: u.Query, ForceQuery: u.HasQuery}
	if u.Port != "" {
		address.Host += ":" + u.Port
	}
	method := http.MethodGet
	if r.Head {
		method = http.MethodHead
	}
	request := &http.Request{
		Method: method, URL: address, Host: address.Host,
		Header: conditional(h.header, r.Unless), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if u.Scheme == "http" { // over https a proxy sees no target
		proxy, err := h.proxyFor(request)
		if err != nil {
			return nil, err
		}
		if proxy != nil {
			address.Opaque = "//" + address.Host + u.Path
			return request.WithContext(ctx), nil
		}
	}
	setPath(address, u.Path)
	return request.WithContext(ctx), nil
}

func (h *HTTP) secrets(u site.URL) http.Header {
	if h.options.Credentials == nil {
		return nil
	}
	return h.options.Credentials.For(u)
}

// with returns a request with secrets; the one given stays without them.
func with(request *http.Request, secrets http.Header) *http.Request {
	if len(secrets) == 0 {
		return request
	}
	sent := request.WithContext(request.Context()) // a shallow copy
	sent.Header = request.Header.Clone()
	maps.Copy(sent.Header, secrets)
	return sent
}

// hideCookies puts one that says nothing in the place of all that an answer sets.
func hideCookies(header http.Header) {
	if header.Get("Set-Cookie") != "" {
		header.Set("Set-Cookie", "sitegraph=left-out")
	}
}

// setPath makes address.RequestURI return path as it is. Opaque does that but for a path that begins with two
// slashes; there RawPath helps unless it has characters net/url would change, and what is left goes out in
// absolute form ("GET http://host//a|b"), which every server has to take (RFC 9112 section 3.2.2).
func setPath(address *url.URL, path string) {
	if !strings.HasPrefix(path, "//") {
		address.Opaque = path
		return
	}
	decoded, err := url.PathUnescape(path)
	address.Path, address.RawPath = decoded, path
	if err != nil || address.EscapedPath() != path {
		address.Opaque = "//" + address.Host + path
	}
}

// longestValidator is where a validator is given up, in bytes. Those of servers have a few dozen.
const longestValidator = 1 << 10

// conditional returns the headers of a request: the shared ones, or a copy of
// them with the condition (RFC 9110 sections 13.1.2 and 13.1.3).
func conditional(shared http.Header, unless site.Validators) http.Header {
	unless = usable(unless)
	if unless == (site.Validators{}) {
		return shared
	}
	header := maps.Clone(shared)
	if unless.ETag != "" {
		header.Set("If-None-Match", unless.ETag)
	}
	if unless.Modified != "" {
		header.Set("If-Modified-Since", unless.Modified)
	}
	return header
}

// validators returns what an answer says about the version of its page. An
// answer of another status says nothing about the page.
func validators(status int, header http.Header) site.Validators {
	if status != http.StatusOK && status != http.StatusNotModified {
		return site.Validators{}
	}
	v := usable(site.Validators{ETag: header.Get("ETag"), Modified: header.Get("Last-Modified")})
	if sent, err := http.ParseTime(header.Get("Date")); err == nil && v.Modified != "" {
		if modified, _ := http.ParseTime(v.Modified); sent.Sub(modified) <= time.Second {
			v.Modified = "" // the page was made for this answer
		}
	}
	return v
}

// usable leaves out what cannot be sent back: what does not fit into a header, the ETag "*", which would ask
// for any version, and a date in another form than HTTP's, which servers have to ignore.
func usable(v site.Validators) site.Validators {
	if v.ETag = sendable(v.ETag); v.ETag == "*" {
		v.ETag = ""
	}
	v.Modified = sendable(v.Modified)
	if _, err := http.ParseTime(v.Modified); err != nil {
		v.Modified = ""
	}
	return v
}

// sendable returns a value without white space around it, or "" if it is too
// long or has other bytes than printable ASCII.
func sendable(value string) string {
	value = strings.TrimSpace(value)
	unprintable := func(c rune) bool { return c < ' ' || c > '~' }
	if len(value) > longestValidator || strings.ContainsFunc(value, unprintable) {
		return ""
	}
	return value
}

// echoes are the secrets of a request, which its answer may repeat: nothing that is kept
// of the answer may have them.
type echoes []string

// Bounds in bytes. What is shorter than shortSecret is not looked for, nor a word shorter
// than longSecret: a cookie "theme=default" would tear holes into pages and their links.
const (
	shortSecret = 6
	longSecret  = 16
)

func newEchoes(header http.Header) (all echoes) {
	for name, values := range header {
		for _, value := range values {
			switch name {
			case "Authorization":
				scheme, sent, _ := strings.Cut(value, " ")
				all = all.with(strings.TrimRight(sent, "="), true) // padding may be escaped
				if pair, err := base64.StdEncoding.DecodeString(sent); err == nil && scheme == "Basic" {
					_, password, _ := strings.Cut(string(pair), ":")
					all = all.with(password, false)
				}
			case "Cookie":
				for pair := range strings.SplitSeq(value, ";") {
					_, value, _ := strings.Cut(pair, "=")
					all = all.with(strings.Trim(value, `" `), false)
				}
			default:
				all = all.with(value, false)
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return all
}

// with adds a text if it can be told from others.
func (e echoes) with(secret string, sure bool) echoes {
	mixed := strings.ContainsFunc(secret, unicode.IsLetter) && strings.ContainsFunc(secret, unicode.IsDigit)
	if len(secret) < shortSecret || !sure && !mixed && len(secret) < longSecret {
		return e
	}
	return append(e, secret)
}

// mask writes stars over the secrets in a text, which keeps its length.
func (e echoes) mask(text string) string { return string(e.maskBytes([]byte(text))) }

func (e echoes) maskBytes(text []byte) []byte {
	for _, secret := range e {
		if bytes.Contains(text, []byte(secret)) {
			text = bytes.ReplaceAll(text, []byte(secret), bytes.Repeat([]byte("*"), len(secret)))
		}
	}
	return text
}

func (e echoes) maskHeader(header http.Header) {
	for _, values := range header {
		for i := range values {
			values[i] = e.mask(values[i])
		}
	}
}
