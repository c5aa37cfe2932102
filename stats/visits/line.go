package visits

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// line is a line of an access log. Its fields share memory with the log.
type line struct {
	host    []byte // the requested host as written; nil if the line does not name it
	time    []byte
	method  []byte // "" if the line has no valid request
	target  []byte // as written
	status  int
	referer []byte // nil if the line has none
	agent   []byte // nil in the common format
	table   bool   // it is of a table, and so of count visits by people at an unknown time
	count   int
}

// Lines have these faults.
var (
	errTime    = errors.New("no time in brackets")
	errRequest = errors.New("no request in quotation marks")
	errStatus  = errors.New("no status after the request")
	errDate    = errors.New("the time is not like 02/Jan/2006:15:04:05 -0700, 2006-01-02 15:04:05 or 1136239445")
)

// parse reads a line: [host] client identity user [time] "request" status bytes ["referer" "user agent"].
func parse(text []byte) (l line, err error) {
	head, rest, ok := bytes.Cut(text, []byte(" ["))
	if !ok {
		return l, errTime
	}
	if l.time, rest, ok = bytes.Cut(rest, []byte("] ")); !ok {
		return l, errTime
	}
	l.host = hostOf(bytes.ReplaceAll(head, []byte(", "), []byte(",")))
	request, rest, ok := quoted(rest)
	if !ok {
		return l, errRequest
	}
	l.split(request)
	rest = bytes.TrimLeft(rest, " ")
	if len(rest) < 3 || len(rest) > 3 && rest[3] != ' ' {
		return l, errStatus
	}
	for _, c := range rest[:3] {
		if c < '0' || c > '9' {
			return l, errStatus
		}
		l.status = 10*l.status + int(c-'0')
	}
	if at := bytes.IndexByte(rest, '"'); at >= 0 {
		l.referer, rest, ok = quoted(rest[at:])
		if agent, _, named := quoted(bytes.TrimLeft(rest, " ")); ok && named {
			l.agent = unescaped(agent, "%c")
		}
		l.referer = unescaped(l.referer, "%%%02X")
	}
	return l, nil
}

// hostOf returns the host before the client address, which may be a list as in X-Forwarded-For.
func hostOf(head []byte) []byte {
	host, rest, _ := bytes.Cut(head, []byte(" "))
	client, rest, ok := bytes.Cut(rest, []byte(" "))
	if !ok || bytes.IndexByte(rest, ' ') < 0 || bytes.IndexByte(host, ',') >= 0 {
		return nil
	}
	client, _, _ = bytes.Cut(client, []byte(","))
	if _, err := netip.ParseAddr(string(client)); err != nil {
		return nil
	}
	return host
}

// quoted returns the quoted text at the beginning of b, and the rest. \" is part of the text.
func quoted(b []byte) (text, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return nil, b, false
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return b[1:i], b[i+1:], true
		}
	}
	return nil, b, false
}

// split takes a request apart. Other text gets no method, such as TLS bytes or "-" from a client that hung up.
func (l *line) split(request []byte) {
	method, rest, ok := bytes.Cut(request, []byte(" "))
	if !ok || len(method) == 0 || bytes.ContainsFunc(method, func(c rune) bool { return c < 'A' || c > 'Z' }) {
		return
	}
	l.method, l.target = method, rest
	if at := bytes.LastIndex(rest, []byte(" HTTP/")); at >= 0 {
		l.target = rest[:at]
	}
	l.target = unescaped(l.target, "%%%02X")
}

// unescaped replaces the escapes that Apache and nginx use for quotation marks, backslashes and bytes other than
// printable ASCII by the bytes, written in a format.
func unescaped(text []byte, format string) []byte {
	at := bytes.IndexByte(text, '\\')
	if at < 0 {
		return text
	}
	out := append(make([]byte, 0, len(text)), text[:at]...)
	for ; at < len(text); at++ {
		if text[at] != '\\' || at+1 == len(text) {
			out = append(out, text[at])
			continue
		}
		at++
		c := text[at]
		if i := bytes.IndexByte([]byte("nrtbv"), c); i >= 0 {
			c = "\n\r\t\b\v"[i]
		}
		if c == 'x' && at+2 < len(text) {
			if n, err := strconv.ParseUint(string(text[at+1:at+3]), 16, 8); err == nil {
				c, at = byte(n), at+2
			}
		}
		out = fmt.Appendf(out, format, c)
	}
	return out
}

// timeOf reads the time of a line.
func timeOf(text string) (int64, error) {
	at, err := strconv.ParseFloat(text, 64) // seconds
	for _, layout := range []string{"02/Jan/2006:15:04:05 -0700", time.RFC3339, time.DateTime} {
		if err != nil {
			var t time.Time
			t, err = time.Parse(layout, text)
			at = float64(t.Unix())
		}
	}
	if err != nil {
		return 0, errDate
	}
	return int64(at), nil
}

type robot struct{ name, token string }

//go:embed robots.txt
var robotsFile string

// robots lists known robots; the first match counts. Each names itself in its user agent, together with a page about
// itself, which is the source of its row. Impostors are not detected.
var robots = sync.OnceValue(func() (all []robot) {
	for line := range strings.Lines(robotsFile) {
		row := strings.Split(line, " | ")
		all = append(all, robot{row[0], row[1]})
	}
	return all
})

const otherRobots = "other"

// Words in the user agents of robots outside the table, and prefixes for programs. A cubot is a phone.
var (
	robotWords = []string{"bot", "crawl", "spider", "slurp", "headless", "monitor", "http://", "https://"}
	programs   = []string{"curl/", "wget/", "python", "go-http-client", "java/", "libwww-perl", "okhttp", "axios",
		"node", "ruby", "php", "apache-httpclient", "scrapy"}
)

// robotOf returns the robot behind a user agent, or "" if it looks like a browser or is nil.
func robotOf(agent []byte) string {
	if agent == nil {
		return ""
	}
	low := bytes.ToLower(bytes.TrimSpace(agent))
	if len(low) == 0 || string(low) == "-" {
		return otherRobots
	}
	for _, r := range robots() {
		if bytes.Contains(low, []byte(r.token)) {
			return r.name
		}
	}
	low = bytes.ReplaceAll(low, []byte("cubot"), nil)
	word := func(w string) bool { return bytes.Contains(low, []byte(w)) }
	begins := func(p string) bool { return bytes.HasPrefix(low, []byte(p)) }
	if slices.ContainsFunc(robotWords, word) || slices.ContainsFunc(programs, begins) {
		return otherRobots
	}
	return ""
}
