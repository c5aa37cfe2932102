package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// Host is a site to crawl, from one or several lines of hosts.txt.
type Host struct {
	URL         site.URL      // the start page
	Further     []site.URL    // further start pages with the same origin, or of members
	SchemeOpen  bool          // no line has a scheme: https applies, or http if nothing listens there
	List        bool          // fetches only the start pages
	Connections int           // simultaneous connections
	MaxDepth    int           // -1 for no limit
	Delay       time.Duration // minimum time between two requests
	Members     []site.Member // the hosts of an entity, the start page's first; else nil
	About       site.About    // the description in the comment of the line
	// Linked marks a site that links led to and no line names. It must not have a private address.
	Linked bool `json:",omitempty"`
	// Server names the server of the site if it is known. Sites of one server are a group and wait for each other.
	Server string `json:",omitempty"`
}

// FromLinks begins the comment of a line whose site the user did not name.
const FromLinks = "from links"

const (
	hostsLimit   = 256 << 20 // bytes of a file of hosts: some millions of lines
	hostLine     = 4096      // bytes of a line; a host name has 253
	hostWarnings = 100       // the most warnings that are kept
)

type hostReader struct {
	name     string
	settings Settings
	line     int            // from 1
	seen     map[string]int // start page to line
	places   map[string]int // origin to index in hosts
	hosts    []Host
	warnings []string
	dropped  int // warnings over the limit
}

// ReadHosts reads hosts.txt: one site per line, written scheme://host;connections;max depth;delay, the delay in
// milliseconds or with a unit. Missing fields at the end come from s. A missing scheme is the one in the state, else
// https, or http if nothing listens there. Comments begin with a # at the beginning of a line or after a space and may
// describe the site, see [site.About]. Further columns begin with a tab and are skipped. The members of an entity
// follow " = ". A path is another start page of its site, or of an entity with its host. A line that cannot be used,
// repeats another, or shares a member with another is skipped with a warning, "file:line: text". A file that is not
// text and a file without a usable line are errors. name is shown in messages.
func ReadHosts(r io.Reader, name string, s Settings) (hosts []Host, warnings []string, err error) {
	data, err := readLines(r, name)
	if err != nil {
		return nil, nil, err
	}
	h := hostReader{name: name, settings: s, seen: map[string]int{}, places: map[string]int{}}
	for line := range strings.SplitSeq(data, "\n") {
		h.line++
		text, comment := cutComment(line)
		h.add(text, strings.HasPrefix(strings.TrimSpace(comment), FromLinks))
		h.about(text, comment)
	}
	h.withoutOverlaps()
	if h.dropped > 0 {
		h.warnings[hostWarnings-1] += fmt.Sprintf(" (and %d more warnings)", h.dropped)
	}
	if len(h.hosts) == 0 {
		err = fmt.Errorf("%s: no usable host; write one site per line, such as https://example.com", name)
	}
	return h.hosts, h.warnings, err
}

func readLines(r io.Reader, name string) (string, error) {
	data, err := readText(r, name, hostsLimit)
	if err != nil {
		return "", err
	}
	if at := bytes.IndexByte(data, 0); at >= 0 {
		line := 1 + bytes.Count(data[:at], []byte("\n"))
		return "", fmt.Errorf("%s:%d: holds the control character U+0000; this is not a text file", name, line)
	}
	return string(data), nil
}

// Uncomment returns a line of hosts.txt without comment, further columns and surrounding white space.
func Uncomment(line string) string {
	text, _ := cutComment(line)
	return text
}

func cutComment(line string) (text, comment string) {
	line = strings.TrimSpace(line)
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return firstColumn(strings.TrimSpace(line[:i])), line[i+1:]
		}
	}
	return firstColumn(line), ""
}

// furtherColumns matches a tab, unless it is white space beside a divider, and the rest of the line.
var furtherColumns = regexp.MustCompile(`([^;,=\s]) *\t\s*[^;,=\s].*$`)

func firstColumn(text string) string { return furtherColumns.ReplaceAllString(text, "$1") }

// CheckLine refuses a line of hosts.txt, without comment, that is too long or has a control character.
func CheckLine(text string) error {
	longest := hostLine
	if _, _, entity := cutMembers(text); entity {
		longest = entityLine
	}
	if len(text) > longest {
		return fmt.Errorf("longer than %d bytes", longest)
	}
	if !utf8.ValidString(text) {
		return fmt.Errorf("%s is not UTF-8; save the file as UTF-8 text", quote(withoutUser(text)))
	}
	if at := strings.IndexFunc(text, func(c rune) bool { return unicode.IsControl(c) && c != '\t' }); at >= 0 {
		c, _ := utf8.DecodeRuneInString(text[at:])
		return fmt.Errorf("%s holds the control character %U", quote(withoutUser(text)), c)
	}
	return nil
}

// add takes a line without comment. linked marks a site that links led to.
func (h *hostReader) add(text string, linked bool) {
	if text == "" {
		return
	}
	_, _, entity := cutMembers(text)
	if err := CheckLine(text); err != nil {
		h.warn("%v; skipped", err)
		return
	}
	host, remarks, err := ParseHost(text, h.settings)
	if err != nil {
		h.warn("%v; skipped", err)
		return
	}
	start, origin := host.URL.String(), host.URL.Origin()
	if first, twice := h.seen[start]; twice {
		h.warn("%s is already in line %d, which counts; skipped", strings.TrimSuffix(start, "/"), first)
		return
	}
	at, known := h.places[origin]
	if known && entity {
		h.warn("%s is already in line %d: members belong there; skipped", origin, h.seen[h.hosts[at].URL.String()])
		return
	}
	h.seen[start] = h.line
	if known {
		first := &h.hosts[at]
		first.Further = append(first.Further, host.URL)
		first.SchemeOpen, first.Linked = first.SchemeOpen && host.SchemeOpen, first.Linked && linked
		if strings.Contains(text, ";") {
			h.warn("a further start page of %s: what follows the first ; is ignored, line %d counts", origin,
				h.seen[first.URL.String()])
		}
	} else {
		h.places[origin], host.Linked = len(h.hosts), linked
		h.hosts = append(h.hosts, host)
	}
	for _, r := range remarks {
		h.warn("%s", r)
	}
}

func (h *hostReader) warn(format string, values ...any) {
	if len(h.warnings) == hostWarnings {
		h.dropped++
		return
	}
	h.warnings = append(h.warnings, fmt.Sprintf("%s:%d: ", h.name, h.line)+fmt.Sprintf(format, values...))
}

// ParseHost reads one line of hosts.txt without comment. The remarks are about ignored parts.
func ParseHost(text string, s Settings) (host Host, remarks []string, err error) {
	text, list, entity := cutMembers(text)
	fields := strings.Split(strings.TrimSpace(text), ";")
	text = withoutUser(text)
	if len(fields) > 4 {
		return Host{}, nil, fmt.Errorf("%s: %d fields, expected scheme://host;connections;max depth;delay",
			quote(text), len(fields))
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	u, user, err := startPage(fields[0])
	if err != nil {
		return Host{}, nil, err
	}
	if user {
		remarks = append(remarks, "user name and password are ignored: put them into a file ([download] credentials)")
	}
	var rows []Setting
	if len(fields) > 1 {
		rows = lineRows(&s)
	}
	for i, field := range fields[1:] {
		if field == "" {
			continue
		}
		if err := rows[i].Set(field); err != nil {
			return Host{}, nil, fmt.Errorf("%s: field %d, %s = %s: %w",
				quote(text), i+2, rows[i].Key, quote(field), err)
		}
	}
	all, more, err := members(u, fields[0], list, entity, &s)
	if err != nil {
		return Host{}, nil, err
	}
	open := !entity && !strings.Contains(fields[0], "://")
	return Host{URL: u, SchemeOpen: open, Connections: s.Sites.ConnectionsPerHost, MaxDepth: s.Sites.MaxDepth,
		Delay: s.Sites.CrawlDelay, Members: all}, append(remarks, more...), nil
}

// withoutUser removes user name and password, which no message may show.
func withoutUser(text string) string {
	at := strings.LastIndexByte(text, '@')
	if at < 0 {
		return text
	}
	scheme, _, ok := strings.Cut(text[:at], "://")
	if !ok {
		return text[at+1:]
	}
	return scheme + "://" + text[at+1:]
}

var errPort = errors.New("the port must be a number from 1 to 65535")

// isPortless reports whether a URL has an impossible port. err is the error of reading it.
func isPortless(u site.URL, err error) bool {
	fault, _ := errors.AsType[site.LinkFault](err)
	return fault.Kind == site.FaultBadPort || u.Port == "0"
}

// malformed matches texts that are not sites but could be read as one, such as a wrong scheme, a path or a heading.
var malformed = regexp.MustCompile(`^(?i:https?:(/[^/]|\\)|https?//|[a-z]:[/\\]|mailto:|\.|` +
	`[^/:]*\.(?:csv|gexf|html?|ini|json|txt|xlsx|xml)$|(?:address|domain|host|hostname|site|url|website)s?$)|\s.*://`)

// startPage reads the start page of a line, with or without a scheme. user reports a user name before the host.
func startPage(text string) (u site.URL, user bool, err error) {
	scheme, authority, ok := strings.Cut(text, "://")
	if !ok {
		scheme, authority = "https", text
	}
	scheme = strings.ToLower(scheme)
	tail := ""
	if i := strings.IndexAny(authority, `/\?#`); i >= 0 {
		authority, tail = authority[:i], authority[i:]
	}
	at := strings.LastIndexByte(authority, '@')
	authority = authority[at+1:]
	if (scheme == "http" || scheme == "https") && hostLike(authority) {
		u, err = site.Parse(scheme + "://" + authority + tail)
	}
	if isPortless(u, err) {
		return site.URL{}, false, fmt.Errorf("%s: %w", quote(withoutUser(text)), errPort)
	}
	if err != nil || u.Host == "" || !hostLike(u.Host) || malformed.MatchString(text) {
		return site.URL{}, false, fmt.Errorf("%s is not a site: expected http://host, https://host or a bare "+
			"host name", quote(withoutUser(text)))
	}
	return u, at >= 0, nil
}

// hostLike reports whether text looks like host[:port]: letters and digits of any script, dots, hyphens, underscores,
// and the characters of ports and IPv6 addresses. The URL standard allows more, but no such name resolves.
func hostLike(text string) bool {
	return text != "" && !strings.Contains(text, "..") && !strings.ContainsFunc(text, func(c rune) bool {
		return !unicode.In(c, unicode.Letter, unicode.Digit, unicode.Mark) && !strings.ContainsRune(".-_:[]\u3002", c)
	})
}
