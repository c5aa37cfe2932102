package whatif

import (
	"bufio"
	"errors"
	"fmt"
	"io"
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
