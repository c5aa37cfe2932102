package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"sitegraph/site"
)

// Host is one site to crawl: a line of hosts.txt.
type Host struct {
	// URL is the start page, scheme://host[:port]/.
	URL site.URL
	// Connections is the number of simultaneous connections.
	Connections int
	// MaxDepth is the greatest depth, -1 for no limit.
	MaxDepth int
	// Delay is the minimum time between two requests.
	Delay time.Duration
}

const (
	// hostsLimit bounds a file of hosts, in bytes: some millions of lines.
	hostsLimit = 256 << 20
	// hostLine bounds a line, in bytes; a host name has 253.
	hostLine = 4096
	// hostWarnings bounds the warnings kept of a file that is not a list of hosts.
	hostWarnings = 100
)

// hostReader gathers the hosts of one file.
type hostReader struct {
	name     string
	settings Settings
	line     int            // from 1
	seen     map[string]int // origin to line
	hosts    []Host
	warnings []string
	dropped  int     // warnings over the limit
	errs     []error // lines that must be mended
}

// ReadHosts reads hosts.txt: one site per line, written
// scheme://host;connections;max depth;delay (the delay in milliseconds, or with
// a unit). Missing fields at the end come from s, a missing scheme is https;
// blank lines and what follows a # at the beginning of a line or after a space
// are skipped. A line that cannot be used is a warning, "file:line: text", and
// is skipped (spec 1.8), and so is the repetition of a site. A line with a path,
// a file that is not text and a file without a usable line are errors. name is
// shown in messages.
func ReadHosts(r io.Reader, name string, s Settings) (hosts []Host, warnings []string, err error) {
	data, err := readText(r, name, hostsLimit)
	if err != nil {
		return nil, nil, err
	}
	if at := bytes.IndexByte(data, 0); at >= 0 {
		line := 1 + bytes.Count(data[:at], []byte("\n"))
		return nil, nil, fmt.Errorf("%s:%d: holds the control character U+0000; this is not a text file", name, line)
	}
	h := hostReader{name: name, settings: s, seen: map[string]int{}}
	for line := range strings.SplitSeq(string(data), "\n") {
		h.line++
		if h.add(Uncomment(line)); len(h.errs) == mostErrors {
			break
		}
	}
	if h.dropped > 0 {
		h.warnings[hostWarnings-1] += fmt.Sprintf(" (and %d more warnings)", h.dropped)
	}
	if len(h.errs) > 0 {
		return nil, h.warnings, errors.Join(h.errs...)
	}
	if len(h.hosts) == 0 {
		err = fmt.Errorf("%s: no usable host; write one site per line, such as https://example.com", name)
	}
	return h.hosts, h.warnings, err
}

// Uncomment returns a line of hosts.txt without comment and outer white space.
func Uncomment(line string) string {
	line = strings.TrimSpace(line)
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return strings.TrimSpace(line[:i])
		}
	}
	return line
}

// add takes a line without comment.
func (h *hostReader) add(text string) {
	if text == "" {
		return
	}
	if len(text) > hostLine {
		h.warn("longer than %d bytes; skipped", hostLine)
		return
	}
	host, remarks, err := ParseHost(text, h.settings)
	if errors.Is(err, errPath) {
		h.errs = append(h.errs, fmt.Errorf("%s:%d: %w", h.name, h.line, err))
		return
	}
	if err != nil {
		h.warn("%v; skipped", err)
		return
	}
	origin := host.URL.Origin()
	if first, twice := h.seen[origin]; twice {
		h.warn("%s is already in line %d, which counts; skipped", origin, first)
		return
	}
	h.seen[origin] = h.line
	h.hosts = append(h.hosts, host)
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

// errPath is the error of a host that is given with a path.
var errPath = errors.New("only whole sites can be crawled so far")

// ParseHost reads one host in the syntax of hosts.txt, without comments. The
// remarks are about what was ignored of it.
func ParseHost(text string, s Settings) (host Host, remarks []string, err error) {
	fields := strings.Split(strings.TrimSpace(text), ";")
	text = withoutUser(text)
	if len(fields) > 4 {
		return Host{}, nil, fmt.Errorf("%s: %d fields, expected scheme://host;connections;max depth;delay",
			quote(text), len(fields))
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	u, tail, user, err := startPage(fields[0])
	if err != nil {
		return Host{}, nil, err
	}
	if tail != "" && tail != "/" {
		fields[0] = u.Origin()
		return Host{}, nil, fmt.Errorf("%s: %w: write %s", quote(text), errPath, strings.Join(fields, ";"))
	}
	if user {
		remarks = append(remarks, "user name and password are ignored: put them into a file ([download] credentials)")
	}
	var rows []Setting
	if len(fields) > 1 {
		rows = sitesRows(&s)[2:] // those of a line, in its order
	}
	for i, field := range fields[1:] {
		if field == "" {
			continue
		}
		if err := rows[i].set(field); err != nil {
			return Host{}, nil, fmt.Errorf("%s: field %d, %s = %s: %w",
				quote(text), i+2, rows[i].Key, quote(field), err)
		}
	}
	return Host{u, s.Sites.ConnectionsPerHost, s.Sites.MaxDepth, s.Sites.CrawlDelay}, remarks, nil
}

// withoutUser is a text without what precedes its last @: messages show no password.
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

// startPage reads the host of a line, with or without a scheme; tail is what
// follows it, user whether a user name precedes it.
func startPage(text string) (u site.URL, tail string, user bool, err error) {
	scheme, authority, ok := strings.Cut(text, "://")
	if !ok {
		scheme, authority = "https", text
	}
	scheme = strings.ToLower(scheme)
	if i := strings.IndexAny(authority, `/\?#`); i >= 0 {
		authority, tail = authority[:i], authority[i:]
	}
	at := strings.LastIndexByte(authority, '@')
	authority = authority[at+1:]
	if (scheme == "http" || scheme == "https") && hostLike(authority) {
		u, err = site.Parse(scheme + "://" + authority + "/")
	}
	if err != nil || u.Host == "" || !hostLike(u.Host) || u.Port == "0" {
		return site.URL{}, "", false, fmt.Errorf("%s is not a site: expected http://host, https://host or a bare "+
			"host name", quote(withoutUser(text)))
	}
	return site.URL{Scheme: u.Scheme, Host: u.Host, Port: u.Port, Path: "/"}, tail, at >= 0, nil
}

// hostLike reports whether text looks like host[:port]: letters and digits of
// any script, dots, hyphens, underscores, and what ports and IPv6 addresses
// need. The URL standard allows more, but no such name resolves.
func hostLike(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool {
		return !unicode.In(c, unicode.Letter, unicode.Digit, unicode.Mark) && !strings.ContainsRune(".-_:[]\u3002", c)
	})
}
