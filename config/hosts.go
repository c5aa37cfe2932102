package config

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// Host is one site to crawl: a line of hosts.txt.
type Host struct {
	// URL is the start page, scheme://host[:port]/.
	URL site.URL
	// Downloads is how many downloads may go on at once.
	Downloads int
	// MaxLevel is the deepest level, -1 for no limit.
	MaxLevel int
	// Delay is the least time between two requests.
	Delay time.Duration
}

// Warning is a remark on a line of hosts.txt.
type Warning struct {
	File string
	Line int
	Text string
}

// String returns "file:line: text".
func (w Warning) String() string { return fmt.Sprintf("%s:%d: %s", w.File, w.Line, w.Text) }

const (
	// hostLine bounds a line of hosts.txt, in bytes; a host name has 253.
	hostLine = 4096
	// hostWarnings bounds the warnings kept of a file that is no list of
	// hosts.
	hostWarnings = 100
)

// hostReader gathers the hosts of one file.
type hostReader struct {
	name     string
	settings Settings
	seen     map[string]int // origin to line
	hosts    []Host
	warnings []Warning
	dropped  int // warnings over the limit
}

// ReadHosts reads hosts.txt: one site a line, written
// protocol://host;maxDownloadsAtTime;maxCrawlLevel;crawlDelay (delay in
// milliseconds, or with a unit). Missing fields at the end come from s, a
// missing protocol is https; blank lines and what follows a # at the line's
// beginning or after a space are skipped. A line that cannot be used is a
// warning and is skipped (spec 1.8), and so is the repetition of a site. That
// the file is no text, or has no usable line, is an error. name stands in
// messages.
func ReadHosts(r io.Reader, name string, s Settings) ([]Host, []Warning, error) {
	h := hostReader{name: name, settings: s, seen: map[string]int{}}
	in := bufio.NewReaderSize(r, hostLine)
	for number := 1; ; number++ {
		line, err := in.ReadSlice('\n')
		if len(line) == 0 && err == io.EOF {
			break
		}
		if fatal := h.line(number, line, err); fatal != nil {
			return nil, h.warnings, fatal
		}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if err != nil && err != io.EOF {
			return nil, h.warnings, fmt.Errorf("%s: %w", name, err)
		}
	}
	if h.dropped > 0 {
		h.warnings[hostWarnings-1].Text += fmt.Sprintf(" (and %d more warnings)", h.dropped)
	}
	if len(h.hosts) == 0 {
		return nil, h.warnings, fmt.Errorf("%s: no usable host; write one site a line, for instance https://example.com", name)
	}
	return h.hosts, h.warnings, nil
}

// line takes one line, which err says was read whole or not. Only what shows
// that the file is no text is an error.
func (h *hostReader) line(number int, line []byte, err error) error {
	if number == 1 {
		if err := noUTF16(h.name, line); err != nil {
			return err
		}
		line = bytes.TrimPrefix(line, []byte("\uFEFF"))
	}
	if bytes.IndexByte(line, 0) >= 0 {
		return fmt.Errorf("%s:%d: holds the control character U+0000; this is no text file", h.name, number)
	}
	text := uncomment(string(line))
	switch {
	case text == "":
	case errors.Is(err, bufio.ErrBufferFull):
		h.warn(number, fmt.Sprintf("longer than %d bytes; skipped", hostLine))
	default:
		h.host(number, text)
	}
	return nil
}

// uncomment returns a line without comment and outer white space.
func uncomment(line string) string {
	line = strings.TrimSpace(line)
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return strings.TrimSpace(line[:i])
		}
	}
	return line
}

// host takes a line that is not blank.
func (h *hostReader) host(number int, text string) {
	host, remarks, err := ParseHost(text, h.settings)
	if err != nil {
		h.warn(number, err.Error()+"; skipped")
		return
	}
	origin := host.URL.Origin()
	if first, twice := h.seen[origin]; twice {
		h.warn(number, fmt.Sprintf("%s is already in line %d, which holds; skipped", origin, first))
		return
	}
	h.seen[origin] = number
	h.hosts = append(h.hosts, host)
	for _, r := range remarks {
		h.warn(number, r)
	}
}

// warn records a warning, as long as there are not too many.
func (h *hostReader) warn(number int, text string) {
	if len(h.warnings) == hostWarnings {
		h.dropped++
		return
	}
	h.warnings = append(h.warnings, Warning{File: h.name, Line: number, Text: text})
}

// ParseHost reads one host in the syntax of hosts.txt, without comments. The
// remarks tell what was ignored of it.
func ParseHost(text string, s Settings) (host Host, remarks []string, err error) {
	fields := strings.Split(strings.TrimSpace(text), ";")
	if len(fields) > 4 {
		return Host{}, nil, fmt.Errorf("%s: %d fields, expected protocol://host;downloads at once;levels;delay", quote(text), len(fields))
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	host.URL, remarks, err = startPage(fields[0])
	if err != nil {
		return Host{}, nil, err
	}
	if err := hostNumbers(fields[1:], &s); err != nil {
		return Host{}, nil, fmt.Errorf("%s: %w", quote(text), err)
	}
	host.Downloads, host.MaxLevel, host.Delay = s.Sites.DownloadsAtOnce, s.Sites.MaxLevel, s.Sites.CrawlDelay
	return host, remarks, nil
}

// hostNumbers stores the fields behind the host in s, by the rules of the
// settings they take the place of.
func hostNumbers(fields []string, s *Settings) error {
	names := []string{"downloads_at_once", "max_level", "crawl_delay"}
	for _, r := range sitesRows() {
		for i, field := range fields {
			if field == "" || names[i] != r.Key {
				continue
			}
			if err := r.set(s, field); err != nil {
				return fmt.Errorf("field %d, %s = %s: %w", i+2, r.Key, quote(field), err)
			}
		}
	}
	return nil
}

// startPage reads the host of a line, with or without protocol.
func startPage(text string) (site.URL, []string, error) {
	const expected = "expected http://host, https://host or a bare host name"
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		scheme, rest = "https", text
	}
	scheme = strings.ToLower(scheme)
	authority, tail := rest, ""
	if i := strings.IndexAny(rest, `/\?#`); i >= 0 {
		authority, tail = rest[:i], rest[i:]
	}
	user := strings.LastIndexByte(authority, '@')
	authority = authority[user+1:]
	if scheme != "http" && scheme != "https" || !hostLike(authority) {
		return site.URL{}, nil, fmt.Errorf("%s is no site: %s", quote(text), expected)
	}
	u, err := site.Parse(scheme + "://" + authority + "/")
	if err != nil || u.Host == "" || !hostLike(u.Host) || !goodPort(u.Port) {
		return site.URL{}, nil, fmt.Errorf("%s is no site: %s", quote(text), expected)
	}
	return site.URL{Scheme: u.Scheme, Host: u.Host, Port: u.Port, Path: "/"}, ignored(tail, user >= 0), nil
}

// hostLike tells whether text looks like host[:port]: letters and digits of
// any script, dots, hyphens, underscores, and what ports and IPv6 addresses
// need. The URL standard allows more, but no such name resolves.
func hostLike(text string) bool {
	for _, c := range text {
		if !unicode.In(c, unicode.Letter, unicode.Digit, unicode.Mark) && !strings.ContainsRune(".-_:[]\u3002", c) {
			return false
		}
	}
	return text != "" && utf8.ValidString(text) && !strings.ContainsRune(text, utf8.RuneError)
}

// goodPort tells whether a port can be connected to.
func goodPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

// ignored remarks on the parts of an address that a site does not have.
func ignored(tail string, user bool) (remarks []string) {
	if tail != "" && tail != "/" {
		remarks = append(remarks, fmt.Sprintf("%s is ignored: a site is walked from its home page", quote(tail)))
	}
	if user {
		remarks = append(remarks, "user name and password are ignored")
	}
	return remarks
}
