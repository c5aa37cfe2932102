package whatif

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
	"sitegraph/wording"
)

// File is a file of changes.
type File struct {
	// Name is for messages, Changes stand in the order of the lines.
	Name    string
	Changes []Change
	// Stays says that the site's own links do not follow moves.
	Stays bool
	said  int // the line that says so, 0 if none does
}

// Verb is what a change does, as it is written.
type Verb string

// The verbs.
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
)

// Change is a line of a file of changes.
type Change struct {
	Verb Verb   // what it does
	Line int    // from 1
	Text string // as written

	what, to field  // which URLs, and what they become or are linked to
	status   int    // of the old URL
	text     string // of a link, or the rule of robots.txt
	place    site.LinkPlace
}

// longestLine bounds a line, in bytes: it has two URLs at most.
const longestLine = 1 << 17

// mostErrors is the number of errors that are told at once.
const mostErrors = 10

// fault is what is wrong at a place of a file.
type fault struct {
	file         string
	line, column int
	err          error
}

// Error names the place.
func (e *fault) Error() string { return fmt.Sprintf("%s:%d:%d: %v", e.file, e.line, e.column, e.err) }

// Unwrap returns what is wrong.
func (e *fault) Unwrap() error { return e.err }

// Parse reads a file of changes. It says what is wrong with the first lines that are.
func Parse(name string, r io.Reader) (*File, error) {
	f := &File{Name: name}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	var errs []error
	line := 1
	for ; lines.Scan() && len(errs) < mostErrors; line++ {
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

func (f *File) fault(line, column int, err error) error { return &fault{f.Name, line, column, err} }

// take takes a line.
func (f *File) take(text string, line int) error {
	if !utf8.ValidString(text) {
		return f.fault(line, 1, errors.New("the line is not UTF-8"))
	}
	fields, column, err := fieldsOf(text)
	if err != nil {
		return f.fault(line, column, err)
	}
	if len(fields) == 0 {
		return nil
	}
	c := Change{Verb: Verb(fields[0].text), Line: line, Text: strings.TrimSpace(text)}
	read, known := grammar[c.Verb]
	if !known {
		return f.fault(line, fields[0].column, unknown(fields[0].text))
	}
	l := &words{file: f, Change: &c, left: fields[1:], end: utf8.RuneCountInString(text) + 1}
	if read(l); l.err == nil && len(l.left) > 0 {
		l.fail(l.left[0], fmt.Errorf("%q is too much: %s", l.left[0].text, usage[c.Verb]))
	}
	if l.err == nil && c.Verb != Follow {
		f.Changes = append(f.Changes, c)
	}
	return l.err
}

// usage says how each change is written.
var usage = map[Verb]string{
	Move:        "write: move FROM TO [301|302|303|307|308|404|410]",
	Host:        "write: host OLD NEW [301|302|303|307|308]",
	Redirect:    "write: redirect FROM TO [301|302|303|307|308]",
	Delete:      "write: delete URLS [404|410]",
	Canonical:   "write: canonical URLS URL",
	NoIndex:     "write: noindex URLS",
	RobotsRule:  "write: robots: Disallow: /path or robots: Allow: /path",
	Follow:      "write: links follow moves yes|no",
	AddLink:     `write: add-link FROM TO "text" [main|nav]`,
	DropLink:    "write: drop-link FROM TO",
	DropLinksTo: "write: drop-links-to URLS",
	DropBlock:   "write: drop-block NAME [URLS]",
}

// unknown is the error of a word that is no change.
func unknown(word string) error {
	var all []string
	for _, v := range slices.Sorted(maps.Keys(usage)) {
		all = append(all, string(v))
	}
	return fmt.Errorf("%q is no change: there are %s", word, wording.List(all))
}

// grammar reads what follows each verb.
var grammar = map[Verb]func(*words){
	Move: func(l *words) {
		l.what, l.to = l.urls(), l.urls()
		l.status = l.oneOf(http.StatusMovedPermanently, 301, 302, 303, 307, 308, 404, 410)
	},
	Redirect: func(l *words) {
		l.what, l.to = l.urls(), l.urls()
		l.status = l.oneOf(http.StatusMovedPermanently, 301, 302, 303, 307, 308)
	},
	Host: func(l *words) {
		l.what, l.to = l.host(), l.host()
		l.status = l.oneOf(http.StatusMovedPermanently, 301, 302, 303, 307, 308)
	},
	Delete:    func(l *words) { l.what, l.status = l.urls(), l.oneOf(http.StatusNotFound, 404, 410) },
	Canonical: func(l *words) { l.what, l.to = l.urls(), l.urls() },
	NoIndex:   func(l *words) { l.what = l.urls() },
	AddLink: func(l *words) {
		l.what, l.to = l.urls(), l.urls()
		l.text, l.place = l.quoted(), l.placed()
	},
	DropLink:    func(l *words) { l.what, l.to = l.urls(), l.urls() },
	DropLinksTo: func(l *words) { l.to = l.urls() },
	DropBlock:   (*words).block,
	RobotsRule:  (*words).rule,
	Follow:      (*words).follow,
}

// words are the fields of a line that are left to read. The first error sticks.
type words struct {
	*Change
	file *File
	left []field
	end  int // the column behind the line
	err  error
}

func (l *words) fail(f field, err error) {
	if l.err == nil {
		l.err = l.file.fault(l.Line, f.column, err)
	}
}

// next takes the next field; what names it.
func (l *words) next(what string) (f field) {
	if len(l.left) == 0 {
		l.fail(field{column: l.end}, fmt.Errorf("%s is missing: %s", what, usage[l.Verb]))
		return field{}
	}
	f, l.left = l.left[0], l.left[1:]
	return f
}

// urls takes what names URLs.
func (l *words) urls() field {
	f := l.next("a URL")
	if l.err == nil {
		if _, err := parsePattern(f.text); err != nil || f.quoted {
			l.fail(f, cmp.Or(err, errors.New("a URL stands without quotes")))
		}
	}
	return f
}

// host takes a host, with its scheme or without.
func (l *words) host() field {
	f := l.next("a host")
	if l.err == nil {
		u, err := site.Parse(withScheme(f.text, "https"))
		if err == nil && (u.Path != "/" || u.HasQuery || strings.ContainsAny(f.text, "*$#@") || f.quoted) {
			err = errors.New("it has more than a scheme, a host and a port")
		}
		if err != nil {
			l.fail(f, fmt.Errorf("%q is no host: %w: %s", f.text, err, usage[l.Verb]))
		}
	}
	return f
}

// withScheme is a host as the beginning of a URL.
func withScheme(host, scheme string) string {
	if strings.Contains(host, "://") {
		return strings.TrimSuffix(host, "/")
	}
	return scheme + "://" + strings.TrimSuffix(host, "/")
}

// oneOf takes a status, if one follows.
func (l *words) oneOf(usual int, all ...int) int {
	if len(l.left) == 0 || l.err != nil {
		return usual
	}
	f := l.next("a status")
	n, err := strconv.Atoi(f.text)
	if err != nil || !slices.Contains(all, n) {
		l.fail(f, fmt.Errorf("%q is no status that goes here: %s", f.text, usage[l.Verb]))
	}
	return n
}

// quoted takes a text.
func (l *words) quoted() string {
	f := l.next("the text")
	if l.err == nil && !f.quoted {
		l.fail(f, fmt.Errorf("the text stands in quotes: %s", usage[l.Verb]))
	}
	return f.text
}

// placed takes where a link stands, if that follows.
func (l *words) placed() site.LinkPlace {
	places := map[string]site.LinkPlace{"main": site.PlaceMain, "nav": site.PlaceNavigation}
	if len(l.left) == 0 || l.err != nil {
		return site.PlaceMain
	}
	f := l.next("a place")
	place, ok := places[f.text]
	if !ok {
		l.fail(f, fmt.Errorf("%q is no place of a link: %s", f.text, usage[l.Verb]))
	}
	return place
}

// rule takes a rule of robots.txt.
func (l *words) rule() {
	name := l.next("a rule")
	if l.err != nil {
		return
	}
	if n := strings.ToLower(name.text); n != "disallow:" && n != "allow:" {
		l.fail(name, fmt.Errorf("%q is no rule: %s", name.text, usage[l.Verb]))
		return
	}
	path := l.next("a path")
	if l.err == nil && !strings.HasPrefix(path.text, "/") && !strings.HasPrefix(path.text, "*") {
		l.fail(path, fmt.Errorf("the path of a rule begins with /: %s", usage[l.Verb]))
	}
	l.text = name.text + " " + path.text
}

// follow takes whether links follow moves.
func (l *words) follow() {
	for _, want := range []string{"follow", "moves"} {
		if f := l.next(want); l.err == nil && f.text != want {
			l.fail(f, fmt.Errorf("%q is not %s: %s", f.text, want, usage[l.Verb]))
		}
	}
	f := l.next("yes or no")
	switch stays := f.text == "no"; {
	case l.err != nil:
	case f.text != "yes" && !stays:
		l.fail(f, fmt.Errorf("%q is neither yes nor no: %s", f.text, usage[l.Verb]))
	case l.file.said > 0 && l.file.Stays != stays:
		l.fail(f, fmt.Errorf("line %d says the contrary", l.file.said))
	default:
		l.file.Stays, l.file.said = stays, l.Line
	}
}
