package download

import (
	"maps"
	"net/http"
	"strings"

	"sitegraph/site"
)

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
	return usable(site.Validators{ETag: header.Get("ETag"), Modified: header.Get("Last-Modified")})
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
