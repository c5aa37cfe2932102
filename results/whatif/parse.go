package whatif

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
	"sitegraph/wording"
)

// File is a file of changes.
type File struct {
	// Name is for messages. Changes are in line order.
	Name    string
	Changes []Change
	Stays   bool // the site's own links do not follow moves
	said    int  // line that sets Stays, or 0
}

// Verb is the word for what a change does, as in the file.
type Verb string

// These are the verbs.
const (
	Move        Verb = "move"
	Host        Verb = "host"
	Redirect    Verb = "redirect"
	Delete      Verb = "delete"
	Canonical   Verb = "canonical"
	NoIndex     Verb = "noindex"
	RobotsRule  Verb = "robots:"
	Follow      Verb = "links"
	AddLink     Verb = "add-link"
	DropLink    Verb = "drop-link"
	DropLinksTo Verb = "drop-links-to"
	DropBlock   Verb = "drop-block"
	// ReplaceBlock replaces the links of a block.
	ReplaceBlock Verb = "replace-block"
)

// Change is a line of a file of changes.
type Change struct {
	Verb Verb   `json:"-"`    // action
	Line int    `json:"line"` // from 1
	Text string `json:"text"` // as written, without a comment

	what, to field  // the URLs concerned, and what they become or link to
	status   int    // status that the old URL answers
	text     string // text of a link, name of a block, or rule of robots.txt
	robot    string // robot of the rule; "" means robots without a group
	place    site.LinkPlace
	links    []menuLink // links that replace others
}

const longestLine = 1 << 17 // maximum line in bytes; most lines have two URLs at most, menus some hundred

const maxErrors = 10

// Parse reads a file of changes. It reports errors in up to maxErrors lines.
func Parse(name string, r io.Reader) (*File, error) {
	f := &File{Name: name}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	var errs []error
	line := 1
	for ; lines.Scan() && len(errs) < maxErrors; line++ {
		text := lines.Text()
		if line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if err := f.take(text, line); err != nil {
			errs = append(errs, err)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		errs = append(errs, f.fault(line, 1, fmt.Errorf("the line is longer than %d bytes", longestLine)))
	} else if err != nil {
		errs = append(errs, fmt.Errorf("%s: %w", name, err))
	}
	return f, errors.Join(errs...)
}

func (f *File) fault(line, column int, err error) error {
	return fmt.Errorf("%s:%d:%d: %w", f.Name, line, column, err)
}

func (f *File) take(text string, line int) error {
	if !utf8.ValidString(text) {
		return f.fault(line, 1, errors.New("the line is not UTF-8"))
	}
	fields, comment, column, err := fieldsOf(text)
	if err != nil {
		return f.fault(line, column, err)
	}
	if len(fields) == 0 {
		return nil
	}
	c := Change{Verb: Verb(fields[0].text), Line: line, Text: strings.TrimSpace(strings.TrimSuffix(text, comment))}
	statement, known := grammar[c.Verb]
	if !known {
		return f.fault(line, fields[0].column, fmt.Errorf("%q is not a change: there are %s", fields[0].text,
			wording.List(site.Names(grammar))))
	}
	l := &words{file: f, Change: &c, left: fields[1:], usage: statement.usage, end: utf8.RuneCountInString(text) + 1}
	if statement.read(l); l.err == nil && len(l.left) > 0 {
		l.fail(l.left[0], fmt.Errorf("%q is too much: %s", l.left[0].text, statement.usage))
	}
	if l.err == nil && c.Verb != Follow {
		f.Changes = append(f.Changes, c)
	}
	return l.err
}

// grammar has the usage of each verb, and a function that reads the rest of the line.
var grammar = map[Verb]struct {
	usage string
	read  func(*words)
}{
	Move: {"write: move FROM TO [301|302|303|307|308|404|410]", func(l *words) {
		l.what, l.to = l.urls(), l.urls()
		l.status = l.oneOf(301, 302, 303, 307, 308, 404, 410)
	}},
	Host: {"write: host OLD NEW [301|302|303|307|308]", func(l *words) {
		l.what, l.to = l.host(), l.host()
		l.status = l.oneOf(301, 302, 303, 307, 308)
	}},
	Redirect: {"write: redirect FROM TO [301|302|303|307|308]", func(l *words) {
		l.what, l.to = l.urls(), l.urls()
		l.status = l.oneOf(301, 302, 303, 307, 308)
	}},
	Delete: {"write: delete URLS [404|410]", func(l *words) {
		l.what, l.status = l.urls(), l.oneOf(404, 410)
	}},
	Canonical:  {"write: canonical URLS URL", func(l *words) { l.what, l.to = l.urls(), l.urls() }},
	NoIndex:    {"write: noindex URLS", func(l *words) { l.what = l.urls() }},
	RobotsRule: {"write: robots: Disallow: /path [ROBOT] or robots: Allow: /path [ROBOT]", (*words).rule},
	Follow:     {"write: links follow moves yes|no", (*words).follow},
	AddLink: {`write: add-link FROM TO "text" [main|nav]`, func(l *words) {
		l.what, l.to = l.urls(), l.urls()
		l.text, l.place = l.quoted(), l.placed()
	}},
	DropLink:     {"write: drop-link FROM TO", func(l *words) { l.what, l.to = l.urls(), l.urls() }},
	DropLinksTo:  {"write: drop-links-to URLS", func(l *words) { l.to = l.urls() }},
	DropBlock:    {"write: drop-block NAME [URLS]", (*words).block},
	ReplaceBlock: {`write: replace-block NAME [URLS] TO "text" [TO "text" ...]`, (*words).menu},
}

// pattern names a single URL, all URLs below a directory ("/learn/"), or URLs that match a glob. * matches any text
// within a path segment, ** matches anything. A $ at the end means that the URL ends there.
type pattern struct {
	text     string   // from the scheme on, or from the path on for the site's own host
	literals []string // around the wildcards, one more than these; nil for a single URL
	whole    []bool   // for each wildcard, whether it is **
}

func parsePattern(text string) (p pattern, err error) {
	path := text
	if scheme, rest, ok := strings.Cut(text, "://"); ok {
		if scheme != "http" && scheme != "https" {
			return p, fmt.Errorf("%q is not a URL of the web", text)
		}
		host, below, _ := strings.Cut(rest, "/")
		if path = "/" + below; host == "" || strings.Contains(host, "*") {
			return p, fmt.Errorf("%q has no host: a URL is a path (/x) or has a scheme and a host", text)
		}
	}
	switch {
	case !strings.HasPrefix(path, "/"):
		return p, fmt.Errorf("%q is neither a path (/x) nor a URL (https://...)", text)
	case strings.Contains(path, "#"):
		return p, errors.New("a URL has no # here: it marks a place in a page")
	}
	ends := strings.HasSuffix(text, "$")
	p.text = escaped(strings.TrimSuffix(text, "$"))
	if strings.HasSuffix(p.text, "/") && !ends && !strings.Contains(p.text, "?") {
		p.text += "**"
	}
	p.divide()
	if len(p.whole) > maxWildcards {
		return p, fmt.Errorf("%q has more than %d wildcards", text, maxWildcards)
	}
	return p, nil
}

const maxWildcards = 9

func (p *pattern) divide() {
	rest := p.text
	for {
		before, after, found := strings.Cut(rest, "*")
		if !found {
			break
		}
		rest = strings.TrimLeft(after, "*")
		p.literals, p.whole = append(p.literals, before), append(p.whole, len(rest) < len(after))
	}
	if p.literals != nil {
		p.literals = append(p.literals, rest)
	}
}

func (p *pattern) single() bool { return p.literals == nil }

const alone = math.MaxInt // rank of a pattern that names a single URL

// rank counts the bytes outside wildcards. The longest pattern wins, as in robots.txt (RFC 9309 section 2.2.2).
func (p *pattern) rank() (n int) {
	if p.single() {
		return alone
	}
	for _, literal := range p.literals {
		n += len(literal)
	}
	return n
}

// from prefixes a pattern that begins with a path with the origin of a site.
func (p pattern) from(origin string) pattern {
	if strings.HasPrefix(p.text, "/") {
		p.text = origin + p.text
		if p.literals != nil {
			p.literals = append([]string{origin + p.literals[0]}, p.literals[1:]...)
		}
	}
	return p
}

// directory returns the common prefix of a glob's URLs, up to its last slash.
func (p *pattern) directory() string {
	first, _, _ := strings.Cut(p.literals[0], "?")
	return first[:strings.LastIndexByte(first, '/')+1]
}

func (p *pattern) compile() *regexp.Regexp {
	var b strings.Builder
	b.WriteString("^")
	for i, literal := range p.literals {
		b.WriteString(regexp.QuoteMeta(literal))
		switch {
		case i == len(p.whole):
		case p.whole[i]:
			b.WriteString("(.*)")
		default:
			b.WriteString("([^/?]*)")
		}
	}
	b.WriteString("$")
	return regexp.MustCompile(b.String())
}

func (p *pattern) fill(texts []string) string {
	if p.single() {
		return p.text
	}
	var b strings.Builder
	for i, literal := range p.literals {
		b.WriteString(literal)
		if i < len(p.whole) {
			b.WriteString(texts[i])
		}
	}
	return b.String()
}

// escaped percent-encodes a pattern like a normalized URL, but leaves wildcards alone.
func escaped(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '%' && i+2 < len(text):
			b.WriteString(strings.ToUpper(text[i : i+3]))
			i += 2
		case c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>`", c) >= 0:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

type address struct{ url, key string }

func parse(text string, n *site.Normaliser) (address, error) {
	u, err := site.Parse(text)
	if err != nil {
		return address{}, err
	}
	url := n.Address(u)
	return address{url, n.KeyOf(u, url)}, nil
}
