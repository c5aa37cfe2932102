package extractor

import (
	"errors"
	"strings"

	"sitegraph/site"
)

// resolver makes targets of hrefs. It knows which of them are the site's own.
type resolver struct {
	normaliser Normaliser
	origin     site.URL
	prefix     string   // how the site's keys begin
	rewrite    site.URL // links there are the site's own too; zero: none
	maxLength  int      // of the site's own URLs, in bytes
}

// longestExternal bounds the URLs of other sites, which are never fetched.
const longestExternal = 64 << 10

// resolve makes an href a target: ours, another site's, or unusable.
func (r *resolver) resolve(base site.URL, href string, encode func(string) []byte) target {
	u, err := base.Resolve(href, encode)
	if err != nil {
		fault, _ := errors.AsType[site.LinkFault](err)
		return target{Fault: fault}
	}
	if u.Scheme != base.Scheme && !slashed(href) {
		return target{Fault: site.LinkFault{Kind: site.FaultNoSlashes, Scheme: u.Scheme}}
	}
	if r.rewrite.Host != "" && site.SameSite(u, r.rewrite) {
		u.Scheme, u.Port = r.origin.Scheme, r.origin.Port
	}
	t := target{Internal: site.SameSite(u, r.origin), URL: r.normaliser.Address(u)}
	bound := longestExternal
	if len(t.URL) <= bound {
		t.Key = r.normaliser.KeyOf(u, t.URL)
		t.Internal = t.Internal || strings.HasPrefix(t.Key, r.prefix) // an IP address of the site (III.3)
	}
	if t.Internal {
		bound = r.maxLength
	}
	if len(t.URL) > bound {
		return target{Fault: site.LinkFault{Kind: site.FaultTooLong, Bound: bound}}
	}
	return t
}

// slashed reports whether an href with a scheme of its own has // behind it.
// Browsers repair "https:/host" to a URL of another site; it is the
// author's mistake, so it counts among the bad links.
func slashed(href string) bool {
	_, rest, _ := strings.Cut(href, ":")
	return len(rest) >= 2 && strings.IndexByte(`/\\`, rest[0]) >= 0 && strings.IndexByte(`/\\`, rest[1]) >= 0
}
