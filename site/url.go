package site

import (
	"fmt"
	"strings"
)

// URL is an absolute http or https URL, split as in the WHATWG standard (https://url.spec.whatwg.org), without user,
// password and fragment. Its parts may share memory with the strings they came from.
type URL struct {
	Scheme string // "http" or "https"
	Host   string // a domain in punycode, an IPv4 address, or [IPv6]
	Port   string // "" for the scheme's default
	Path   string // begins with /; not encoded further than the standard does
	// Query excludes the ?. Unlike in the standard it keeps an apostrophe, so that the key can distinguish ' from %27.
	// Target and String write %27, as browsers do.
	Query    string
	HasQuery bool // Query may be empty
}

// Parse reads an absolute http or https URL like browsers do (surrounding white space, "HTTP:\\host", "http://0x7f.1",
// a Unicode host). The error is a LinkFault.
func Parse(raw string) (URL, error) { return URL{}.Resolve(raw, nil) }

// Resolve returns the URL of a reference on a page with the base URL u. On the zero URL the reference must be absolute.
// The error is a LinkFault.
//
// encode writes a run of non-ASCII characters of the query (valid UTF-8, never empty) in the page's encoding. For a
// stateful encoding it ends in the initial state. A character missing in the encoding becomes "%26%23N%3B", with its
// decimal code point N. nil means UTF-8, also for pages in UTF-16 (the standard's "output encoding").
func (u URL) Resolve(ref string, encode func(string) []byte) (URL, error) {
	ref = strip(ref)
	scheme, rest, ok := cutScheme(ref)
	switch {
	case !ok && u.Scheme == "":
		return URL{}, LinkFault{Kind: FaultNoScheme}
	case !ok:
		return u.relative(ref, encode)
	case strings.EqualFold(scheme, "http"):
		scheme = "http"
	case strings.EqualFold(scheme, "https"):
		scheme = "https"
	default:
		return URL{}, schemeFault(scheme)
	}
	// "http:page" is relative on an http page and absolute elsewhere.
	if scheme == u.Scheme && !strings.HasPrefix(rest, "//") {
		return u.relative(rest, encode)
	}
	return absolute(scheme, rest, encode)
}

// Origin returns scheme://host[:port].
func (u URL) Origin() string { return u.Scheme + "://" + u.Authority() }

// Authority returns host[:port], without the scheme's default port.
func (u URL) Authority() string {
	if u.Port == "" {
		return u.Host
	}
	return u.Host + ":" + u.Port
}

// Target returns path[?query], as in a request line.
func (u URL) Target() string {
	if u.HasQuery {
		return u.Path + "?" + wireQuery(u.Query)
	}
	return u.Path
}

// String returns the standard's href without user name, password and fragment.
func (u URL) String() string {
	colon, mark := "", ""
	if u.Port != "" {
		colon = ":"
	}
	if u.HasQuery {
		mark = "?"
	}
	return u.Scheme + "://" + u.Host + colon + u.Port + u.Path + mark + wireQuery(u.Query)
}

// SameSite reports whether scheme, host and port are equal.
func SameSite(a, b URL) bool {
	return a.Host == b.Host && a.Scheme == b.Scheme && a.Port == b.Port
}

// wireQuery encodes the characters that Query keeps raw contrary to the standard.
func wireQuery(query string) string {
	if strings.IndexByte(query, '\'') < 0 {
		return query
	}
	return strings.ReplaceAll(query, "'", "%27")
}

// strip removes control characters and spaces around a reference, and tabs and line breaks inside it.
func strip(ref string) string {
	for ref != "" && ref[0] <= ' ' {
		ref = ref[1:]
	}
	for ref != "" && ref[len(ref)-1] <= ' ' {
		ref = ref[:len(ref)-1]
	}
	for i := range len(ref) {
		if classes[ref[i]]&lineBreak != 0 {
			return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(ref)
		}
	}
	return ref
}

func cutScheme(ref string) (scheme, rest string, ok bool) {
	if ref == "" || classes[ref[0]]&letter == 0 {
		return "", "", false
	}
	for i := 1; i < len(ref); i++ {
		if ref[i] == ':' {
			return ref[:i], ref[i+1:], true
		}
		if classes[ref[i]]&inScheme == 0 {
			break
		}
	}
	return "", "", false
}

func (u URL) relative(ref string, encode func(string) []byte) (URL, error) {
	switch {
	case ref == "" || ref[0] == '#':
		return u, nil
	case isSlash(ref[0]) && len(ref) > 1 && isSlash(ref[1]):
		return absolute(u.Scheme, ref, encode)
	case isSlash(ref[0]):
		u.setTarget("/", ref[1:], encode)
	case ref[0] == '?':
		u.setTarget(u.Path, ref, encode)
	default:
		u.setTarget(u.Path[:strings.LastIndexByte(u.Path, '/')+1], ref, encode)
	}
	return u, nil
}

// absolute reads the part after "scheme:", which may begin with any number of slashes.
func absolute(scheme, rest string, encode func(string) []byte) (URL, error) {
	for rest != "" && isSlash(rest[0]) {
		rest = rest[1:]
	}
	end := 0
	for end < len(rest) && classes[rest[end]]&endsPart == 0 && rest[end] != '?' {
		end++
	}
	host, port, err := authority(scheme, rest[:end])
	if err != nil {
		return URL{}, err
	}
	u := URL{Scheme: scheme, Host: host, Port: port}
	rest = rest[end:]
	if rest != "" && isSlash(rest[0]) {
		rest = rest[1:]
	}
	u.setTarget("/", rest, encode)
	return u, nil
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

// LinkFault explains why an href or a Location is not a usable link. Parse and Resolve return it as an error, which
// does not repeat the reference. The zero value means no fault.
type LinkFault struct {
	Kind   LinkFaultKind // the kind of fault
	Scheme string        // for FaultScheme and FaultNoSlashes, in lower case
	Bound  int           // for FaultTooLong, in bytes, and FaultTooMany
	// Text is the fault in words if the link was read from a file.
	Text string
}

// LinkFaultKind is a kind of LinkFault.
type LinkFaultKind string

// The last four kinds only occur in redirects.
const (
	FaultScheme     LinkFaultKind = "scheme"                  // neither http nor https
	FaultNoScheme   LinkFaultKind = "no scheme"               // a relative URL without a base
	FaultNoHost     LinkFaultKind = "no host"                 // http:///
	FaultBadHost    LinkFaultKind = "bad host"                // neither a domain nor an IP address
	FaultBadPort    LinkFaultKind = "bad port"                // not a number up to 65535
	FaultNoSlashes  LinkFaultKind = "no slashes"              // "https:/host", which browsers repair
	FaultTooLong    LinkFaultKind = "too long"                // longer than Bound
	FaultNoLocation LinkFaultKind = "no Location"             // the header is missing
	FaultLoop       LinkFaultKind = "loop"                    // leads back to an earlier hop
	FaultCookieLoop LinkFaultKind = "loop that sets a cookie" // leads back to an earlier hop that set a cookie
	FaultTooMany    LinkFaultKind = "too many redirects"      // more than Bound
)

// longestScheme is the maximum length, in bytes, of the scheme in a fault.
const longestScheme = 93

func schemeFault(scheme string) LinkFault {
	return LinkFault{Kind: FaultScheme, Scheme: strings.ToLower(scheme[:min(len(scheme), longestScheme)])}
}

// Failed reports whether there is a fault.
func (f LinkFault) Failed() bool { return f.Kind != "" || f.Text != "" }

// Error describes the fault in words, as in bad.csv.
func (f LinkFault) Error() string {
	switch {
	case f.Text != "":
		return f.Text
	case f.Kind == FaultScheme:
		return "scheme " + f.Scheme
	case f.Kind == FaultNoSlashes:
		return f.Scheme + ": without //"
	case f.Kind == FaultTooLong:
		return fmt.Sprintf("longer than %d bytes", f.Bound)
	case f.Kind == FaultTooMany:
		return fmt.Sprintf("more than %d redirects", f.Bound)
	}
	return string(f.Kind)
}

// SchemeOf returns a reference's scheme in lower case, or "".
func SchemeOf(ref string) string {
	scheme, _, _ := cutScheme(strip(ref))
	return strings.ToLower(scheme)
}

// Below strips the origin off a URL. It keeps a URL of another origin, or one whose path begins with // like a host.
func Below(url, origin string) string {
	path, ours := strings.CutPrefix(url, origin)
	if ours && strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") {
		return path
	}
	return url
}

// Exactly returns the name of a single URL in a file of changes. ok is false if it has none.
func Exactly(url, origin string) (name string, ok bool) {
	name = Below(url, origin)
	if strings.HasSuffix(name, "/") || strings.HasSuffix(name, "$") {
		name += "$"
	}
	return name, !strings.Contains(name, "*")
}
