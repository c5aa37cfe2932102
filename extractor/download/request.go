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

// accept is the Accept header. It prefers HTML, then XHTML. It allows the rest only because some servers answer 406
// otherwise.
const accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"

// newRequest makes a request that sends the URL's Target() unchanged. net/url would escape characters that it considers
// wrong ("|", "%zz"), and so request another URL than the page links to.
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
	if u.Scheme == "http" { // over https a proxy does not see the target
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

// with returns a copy of a request with secrets. The original stays without them.
func with(request *http.Request, secrets http.Header) *http.Request {
	if len(secrets) == 0 {
		return request
	}
	sent := request.WithContext(request.Context()) // a shallow copy
	sent.Header = request.Header.Clone()
	maps.Copy(sent.Header, secrets)
	return sent
}

// hideCookies replaces all cookies that an answer sets by a meaningless one.
func hideCookies(header http.Header) {
	if header.Get("Set-Cookie") != "" {
		header.Set("Set-Cookie", "sitegraph=left-out")
	}
}

// setPath makes address.RequestURI return path unchanged. Opaque does this unless the path begins with two slashes.
// RawPath handles these unless net/url would change some characters. The rest uses the absolute form ("GET
// http://host//a|b"), which every server has to accept (RFC 9112 section 3.2.2).
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

// longestValidator limits validators, in bytes. Usual ones have a few dozen.
const longestValidator = 1 << 10

// conditional returns the shared headers of a request, or a copy of them with the condition (RFC 9110 sections 13.1.2
// and 13.1.3).
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

// validators returns the validators of an answer's page. Only the statuses 200 and 304 have them.
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

// asFile reports whether a server sent an answer as it sends files: with the date of its last change, to everyone, and
// without a cookie.
func asFile(v site.Validators, header http.Header) bool {
	cache := strings.ToLower(strings.Join(header.Values("Cache-Control"), ","))
	vary := strings.ToLower(strings.Join(header.Values("Vary"), ","))
	return v.Modified != "" && header.Get("Set-Cookie") == "" && !strings.Contains(cache, "private") &&
		!strings.Contains(cache, "no-") && !strings.Contains(vary, "cookie") && !strings.Contains(vary, "*")
}

// usable drops validators that cannot be sent back: values that do not fit into a header, the ETag "*", which would
// match any version, and dates not in HTTP's form, which servers must ignore.
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

// sendable returns a value without surrounding white space. It returns "" if the value is too long or is not printable
// ASCII.
func sendable(value string) string {
	value = strings.TrimSpace(value)
	unprintable := func(c rune) bool { return c < ' ' || c > '~' }
	if len(value) > longestValidator || strings.ContainsFunc(value, unprintable) {
		return ""
	}
	return value
}

// echoes has the secrets of a request, which its answer may repeat. Nothing we keep of the answer may contain them.
type echoes []string

// Bounds in bytes. We do not search for secrets shorter than shortSecret, nor for words shorter than longSecret. A
// cookie "theme=default" would tear holes into pages and their links.
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

// with adds a secret if it is unlikely to be ordinary text.
func (e echoes) with(secret string, sure bool) echoes {
	mixed := strings.ContainsFunc(secret, unicode.IsLetter) && strings.ContainsFunc(secret, unicode.IsDigit)
	if len(secret) < shortSecret || !sure && !mixed && len(secret) < longSecret {
		return e
	}
	return append(e, secret)
}

// mask replaces the secrets in a text by stars and keeps its length.
func (e echoes) mask(text string) string { return string(e.maskBytes([]byte(text))) }

func (e echoes) maskBytes(text []byte) []byte {
	for _, secret := range e {
		if bytes.Contains(text, []byte(secret)) {
			text = bytes.ReplaceAll(text, []byte(secret), bytes.Repeat([]byte("*"), len(secret)))
		}
	}
	return text
}
