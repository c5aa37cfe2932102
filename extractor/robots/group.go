package robots

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// line is an Allow or Disallow line. path is as written and not empty.
type line struct {
	allow bool
	path  string
}

func (l line) String() string {
	if l.allow {
		return "Allow: " + l.path
	}
	return "Disallow: " + l.path
}

// group merges all groups that name one agent.
type group struct {
	named bool   // by a User-agent line
	name  string // the agent, "*", or "" without a group
	lines []line
	delay time.Duration // the largest Crawl-delay, 0 for none
}

// reader walks through the lines of a file and keeps the groups for some agents.
type reader struct {
	names    func(value string) bool // reports whether a User-agent line names them
	maxDelay time.Duration
	group
	// inside is set in a group for these agents. ruled is set after a group's first rule, so the next User-agent begins
	// a new group.
	inside, ruled bool
}

// read returns the agent's merged groups, or those for "*" if no group names the agent (RFC 9309 section 2.2.1).
// maxDelay caps Crawl-delay. Like the RFC and Google, it also reads a page in place of the file. Few pages have lines
// that are rules, and rules between tags are meant.
func read(text []byte, agent string, maxDelay time.Duration) group {
	byName := func(value string) bool {
		token := productToken(value)
		return token != "" && strings.EqualFold(token, agent)
	}
	own := reader{names: byName, maxDelay: maxDelay, group: group{name: agent}}
	star := reader{names: isStar, maxDelay: maxDelay, group: group{name: "*"}}
	for line := range bytes.FieldsFuncSeq(withoutBOM(cut(text)), isLineEnd) {
		if key, value, ok := split(string(line[:min(len(line), maxLine)])); ok {
			own.take(key, value)
			star.take(key, value)
		}
	}
	for _, r := range []reader{own, star} {
		if r.named {
			return r.group
		}
	}
	return group{}
}

func isStar(value string) bool {
	return value == "*" || strings.HasPrefix(value, "* ") || strings.HasPrefix(value, "*\t")
}

// take reads one line. Only User-agent, Allow and Disallow can end a group (RFC 9309 section 2.2.4).
func (r *reader) take(key, value string) {
	switch key {
	case "user-agent", "useragent", "user agent":
		if r.ruled { // the group before has ended
			r.inside, r.ruled = false, false
		}
		if r.names(value) {
			r.inside, r.named = true, true
		}
	case "allow":
		r.rule(line{allow: true, path: value})
	case "disallow", "disalow", "dissallow", "dissalow":
		r.rule(line{path: value})
	case "crawl-delay", "crawldelay":
		r.crawlDelay(value)
	}
}

// productToken returns the letters, "-" and "_" at the start of a User-agent
// value (RFC 9309 section 2.2.1): "FooBot" of "FooBot/2.1".
func productToken(value string) string {
	for i := range len(value) {
		c := value[i] | 0x20
		if (c < 'a' || c > 'z') && value[i] != '-' && value[i] != '_' {
			return value[:i]
		}
	}
	return value
}

// rule adds an Allow or Disallow line. A path must begin with "/" or "*". An empty line only ends the list of agents.
func (r *reader) rule(l line) {
	r.ruled = true
	if r.inside && l.path != "" && (l.path[0] == '/' || l.path[0] == '*') {
		r.lines = append(r.lines, l)
	}
}

// crawlDelay reads seconds, which may have decimals, for the current agents. The largest delay counts.
func (r *reader) crawlDelay(value string) {
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || !(seconds >= 0) || !r.inside {
		return
	}
	delay := r.maxDelay
	if seconds < delay.Seconds() {
		delay = time.Duration(seconds * float64(time.Second))
	}
	r.delay = max(r.delay, delay)
}

// MaxBytes is the part of a robots.txt that we read (RFC 9309 section 2.5).
const MaxBytes = 500 * 1024

// maxLine limits a line. The rest of a longer line is ignored.
const maxLine = 16 * 1024

// cut shortens a file to at most MaxBytes. It ends after a whole line, since half of "Disallow: /private" may be
// "Disallow: /".
func cut(text []byte) []byte {
	if len(text) < MaxBytes {
		return text
	}
	return text[:1+bytes.LastIndexAny(text[:MaxBytes], "\r\n")]
}

// withoutBOM drops a UTF-8 byte order mark, or its first bytes. Badly edited files begin with it, and their first line
// counts.
func withoutBOM(text []byte) []byte {
	for _, b := range []byte("\xef\xbb\xbf") {
		if len(text) == 0 || text[0] != b {
			break
		}
		text = text[1:]
	}
	return text
}

// split returns a line's key in lower case and its value, without comment and surrounding white space. A line of two
// words without colon counts, since "Disallow /x" is a frequent mistake.
func split(line string) (key, value string, ok bool) {
	line, _, _ = strings.Cut(line, "#")
	key, value, ok = strings.Cut(line, ":")
	if !ok {
		words := strings.Fields(line)
		if len(words) != 2 {
			return "", "", false
		}
		key, value = words[0], words[1]
	}
	return strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value), true
}

func isLineEnd(r rune) bool { return r == '\n' || r == '\r' }
