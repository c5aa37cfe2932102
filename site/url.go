package site

import (
	"errors"
	"net/url"
	"strings"
)

// URL is an absolute http or https URL, taken apart.
type URL struct {
	Scheme string // "http" or "https"
	Host   string // serialised: a domain in punycode, an IPv4 address, or [IPv6]
	Port   string // "" when it is the scheme's default
	Path   string // begins with /
	Query  string // without the ?
	// HasQuery tells an empty query ("/?") from none.
	HasQuery bool
}

// Parse is a stand-in.
func Parse(raw string) (URL, error) { return URL{}.Resolve(raw, nil) }

// Resolve is a stand-in.
func (u URL) Resolve(ref string, encode func(string) []byte) (URL, error) {
	b, err := url.Parse(u.String())
	if err != nil {
		return URL{}, err
	}
	r, err := b.Parse(ref)
	if err != nil {
		return URL{}, err
	}
	if r.Scheme != "http" && r.Scheme != "https" {
		return URL{}, errors.New("scheme " + r.Scheme)
	}
	p := r.EscapedPath()
	if p == "" {
		p = "/"
	}
	return URL{r.Scheme, strings.ToLower(r.Hostname()), r.Port(), p, r.RawQuery, r.RawQuery != "" || r.ForceQuery}, nil
}

// Origin returns scheme://host[:port].
func (u URL) Origin() string {
	if u.Port == "" {
		return u.Scheme + "://" + u.Host
	}
	return u.Scheme + "://" + u.Host + ":" + u.Port
}

// Target returns path[?query], what a request line carries.
func (u URL) Target() string {
	if u.HasQuery {
		return u.Path + "?" + u.Query
	}
	return u.Path
}

// String returns the URL in one piece, without a fragment.
func (u URL) String() string { return u.Origin() + u.Target() }
