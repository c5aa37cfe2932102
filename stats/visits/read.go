package visits

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sitegraph/site"
)

// longestLine is the maximum length of a log line in bytes. Servers cut off requests earlier.
const longestLine = 1 << 16

// A file is not an access log if its first maxBad lines are unreadable. A shorter file must have at least minBad lines,
// all unreadable.
const (
	maxBad = 50
	minBad = 2
)

// ErrNoHost reports lines without a host where the host is not known otherwise.
var ErrNoHost = errors.New("its lines name no host")

// File is an access log.
type File struct {
	Path string // its path
	Name string // its name in messages
	Host string // the host of its lines; "" if they name it or there is only one site
}

// Log holds the counts from access logs for one site.
type Log struct {
	origin  func(host string) string // the origin of a host's URLs, "" if the host is not the site's
	own     string                   // the origin of lines without a host, "" if they may belong to any site
	files   []site.HitFile
	urls    map[string]*tally // by URL
	follows map[[2]*tally]uint32
	url     []byte            // buffer for looking up a URL
	agents  map[string]string // robots by user agent
	format  format            // of the current file

	elsewhere, skipped int
	named              bool // whether lines name user agents
	first              bool // stop at the first readable line
}

// tally counts the requests for a URL. Without requests, visitors only came from there.
type tally struct {
	address          string
	requests, visits int
	robots           map[string]int
	status           int
	last             int64
	first            int64
}

// Read reads access logs for a site. origin returns the origin of a host's URLs, or "" for another site. own is the
// origin of lines without a host; if it is "", such lines cause [ErrNoHost]. Errors name the file.
func Read(files []File, own string, origin func(host string) string) (*Log, error) {
	l := &Log{origin: origin, own: own, urls: map[string]*tally{}, follows: map[[2]*tally]uint32{},
		agents: map[string]string{}}
	for _, f := range files {
		if err := l.read(f); err != nil {
			return nil, fmt.Errorf("access log %s: %w", f.Name, err)
		}
	}
	return l, nil
}

// NamesHosts reports whether a file's first line names its host, or the host was given. The error names the file.
func NamesHosts(f File) (named bool, err error) {
	l := &Log{origin: func(string) string { return "" }, agents: map[string]string{}, first: true}
	err = l.read(File{Path: f.Path, Name: f.Name})
	if errors.Is(err, ErrNoHost) {
		return f.Host != "", nil
	}
	if err != nil {
		return false, fmt.Errorf("access log %s: %w", f.Name, err)
	}
	return true, nil
}

func (l *Log) read(f File) error {
	if f.Host != "" && l.origin(f.Host) == "" {
		return nil // another site's file
	}
	file, err := os.Open(f.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	in, err := unpacked(bufio.NewReaderSize(file, longestLine))
	if err != nil {
		return err
	}
	l.format = format{}
	out := site.HitFile{Name: filepath.Base(f.Path)} // without the folder, which the files should not reveal
	for {
		text, err := in.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("after line %d: %w: it may be cut short", out.Lines, err)
		}
		if text = bytes.TrimSpace(text); len(text) > 0 && !l.format.directive(text) {
			out.Lines++
			if err := l.line(text, long, f.Host); errors.Is(err, ErrNoHost) {
				return err
			} else if err != nil {
				if out.Bad++; out.Bad == 1 {
					out.Fault = fmt.Sprintf("line %d: %v", out.Lines, err)
				}
			}
		}
		if out.Bad == out.Lines && (out.Bad == maxBad || err != nil && out.Bad >= minBad) {
			return fmt.Errorf("none of its first %d lines can be read (%s): it must be in the common or combined "+
				"format, JSON lines, the extended format of the W3C, a log of ELB, or a table with a column "+
				"clicks", out.Bad, out.Fault)
		}
		if err != nil || l.first && out.Lines > out.Bad {
			break
		}
	}
	l.files = append(l.files, out)
	return nil
}

func unpacked(in *bufio.Reader) (*bufio.Reader, error) {
	if magic, _ := in.Peek(2); string(magic) != "\x1f\x8b" {
		return in, nil
	}
	packed, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(packed, longestLine), nil
}

// line counts a line. host is the host of the file, "" for any.
func (l *Log) line(text []byte, long bool, host string) error {
	if long {
		return fmt.Errorf("longer than %d bytes", longestLine)
	}
	row, err := l.format.parse(text)
	if err != nil {
		return err
	}
	at := int64(0)
	if !row.table {
		row.count = 1
		if at, err = timeOf(string(row.time)); err != nil {
			return err
		}
	}
	if method := string(row.method); method != "GET" && method != "HEAD" {
		l.skipped++
		return nil
	}
	if host == "" {
		host = string(row.host)
	}
	origin, target := l.own, row.target
	if at, path, absolute := split(target); absolute {
		host, target = string(at), path
	}
	if host != "" {
		origin = l.origin(host)
	} else if origin == "" {
		return ErrNoHost
	}
	switch {
	case origin == "":
		l.elsewhere++
	case len(target) == 0 || target[0] != '/':
		l.skipped++
	case row.count > 0:
		l.count(l.tally(origin, target), row, at)
	}
	return nil
}

// split takes an absolute URL apart into its host and the rest, which begins with a slash.
func split(url []byte) (host, target []byte, ok bool) {
	scheme, rest, ok := bytes.Cut(url, []byte("://"))
	if !ok || string(scheme) != "http" && string(scheme) != "https" {
		return nil, nil, false
	}
	if at := bytes.IndexByte(rest, '/'); at >= 0 {
		return rest[:at], rest[at:], true
	}
	return rest, []byte("/"), true
}

func (l *Log) tally(origin string, target []byte) *tally {
	l.url = append(append(l.url[:0], origin...), target...)
	t := l.urls[string(l.url)]
	if t == nil {
		t = &tally{address: string(l.url)}
		l.urls[t.address] = t
	}
	return t
}

func (l *Log) count(t *tally, row line, at int64) {
	t.requests += row.count
	if !row.table && (t.first == 0 || at < t.first) {
		t.first = at
	}
	if at >= t.last {
		t.last, t.status = at, row.status
	}
	l.named = l.named || row.agent != nil || row.table
	if redirect := row.status >= 300 && row.status < 400 && row.status != 304; redirect || string(row.method) != "GET" {
		return
	}
	if robot := l.robot(row.agent); robot != "" {
		if t.robots == nil {
			t.robots = map[string]int{}
		}
		t.robots[robot]++
		return
	}
	t.visits += row.count
	if from := l.cameFrom(row.referer); from != nil {
		l.follows[[2]*tally{from, t}]++
	}
}

// cameFrom returns the site's URL in a referer, without the fragment, or nil if it belongs to another site.
func (l *Log) cameFrom(referer []byte) *tally {
	host, target, ok := split(referer)
	if !ok {
		return nil
	}
	origin := l.origin(string(host))
	if origin == "" {
		return nil
	}
	target, _, _ = bytes.Cut(target, []byte("#"))
	return l.tally(origin, target)
}

const maxAgents = 10_000

// robot caches robotOf, because most lines share a few user agents.
func (l *Log) robot(agent []byte) string {
	if agent == nil {
		return ""
	}
	if name, known := l.agents[string(agent)]; known {
		return name
	}
	name := robotOf(agent)
	if len(l.agents) < maxAgents {
		l.agents[string(agent)] = name
	}
	return name
}
