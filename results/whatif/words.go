package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
	"sitegraph/wording"
)

// words has the fields of a line that are still to be read. It keeps the first error.
type words struct {
	*Change
	file  *File
	usage string // usage of the verb
	left  []field
	end   int // column after the line's end
	err   error
}

func (l *words) fail(f field, err error) {
	if l.err == nil {
		l.err = l.file.fault(l.Line, f.column, err)
	}
}

func (l *words) next(what string) (f field) {
	if len(l.left) == 0 {
		l.fail(field{column: l.end}, fmt.Errorf("%s is missing: %s", what, l.usage))
		return field{}
	}
	f, l.left = l.left[0], l.left[1:]
	return f
}

func (l *words) urls() field {
	f := l.next("a URL")
	if l.err == nil {
		if _, err := parsePattern(f.text); err != nil || f.quoted {
			l.fail(f, cmp.Or(err, errors.New("write a URL without quotes")))
		}
	}
	return f
}

func (l *words) host() field {
	f := l.next("a host")
	if l.err == nil {
		u, err := site.Parse(withScheme(f.text, "https"))
		if err == nil && (u.Path != "/" || u.HasQuery || strings.ContainsAny(f.text, "*$#@") || f.quoted) {
			err = errors.New("it has more than a scheme, a host and a port")
		}
		if err != nil {
			l.fail(f, fmt.Errorf("%q is not a host: %w: %s", f.text, err, l.usage))
		}
	}
	return f
}

func withScheme(host, scheme string) string {
	if !strings.Contains(host, "://") {
		host = scheme + "://" + host
	}
	return strings.TrimSuffix(host, "/")
}

// oneOf reads one of these statuses. The first is the default.
func (l *words) oneOf(all ...int) int {
	if len(l.left) == 0 || l.err != nil {
		return all[0]
	}
	f := l.next("a status")
	n, err := strconv.Atoi(f.text)
	if err != nil || !slices.Contains(all, n) {
		l.fail(f, fmt.Errorf("%q is not a status possible here: %s", f.text, l.usage))
	}
	return n
}

func (l *words) quoted() string {
	f := l.next("the text")
	if l.err == nil && !f.quoted {
		l.fail(f, fmt.Errorf("the text needs quotes: %s", l.usage))
	}
	return f.text
}

func (l *words) placed() site.LinkPlace {
	places := map[string]site.LinkPlace{"main": site.PlaceMain, "nav": site.PlaceNavigation}
	if len(l.left) == 0 || l.err != nil {
		return site.PlaceMain
	}
	f := l.next("a place")
	place, ok := places[f.text]
	if !ok {
		l.fail(f, fmt.Errorf("%q is not a place of a link: %s", f.text, l.usage))
	}
	return place
}

func (l *words) rule() {
	name := l.next("a rule")
	if l.err != nil {
		return
	}
	if n := strings.ToLower(name.text); n != "disallow:" && n != "allow:" {
		l.fail(name, fmt.Errorf("%q is not a rule: %s", name.text, l.usage))
		return
	}
	path := l.next("a path")
	if l.err == nil && !strings.HasPrefix(path.text, "/") && !strings.HasPrefix(path.text, "*") {
		l.fail(path, fmt.Errorf("the path of a rule begins with /: %s", l.usage))
	}
	l.text = name.text + " " + path.text
	if len(l.left) > 0 && l.err == nil {
		robot := l.next("a robot")
		if strings.Trim(strings.ToLower(robot.text), "abcdefghijklmnopqrstuvwxyz-_") != "" {
			l.fail(robot, fmt.Errorf("%q is no name of a robot, such as GPTBot: %s", robot.text, l.usage))
		}
		l.robot = robot.text
	}
}

func (l *words) follow() {
	for _, want := range []string{"follow", "moves"} {
		if f := l.next(want); l.err == nil && f.text != want {
			l.fail(f, fmt.Errorf("%q is not %s: %s", f.text, want, l.usage))
		}
	}
	f := l.next("yes or no")
	switch stays := f.text == "no"; {
	case l.err != nil:
	case f.text != "yes" && !stays:
		l.fail(f, fmt.Errorf("%q is neither yes nor no: %s", f.text, l.usage))
	case l.file.said > 0 && l.file.Stays != stays:
		l.fail(f, fmt.Errorf("line %d says the contrary", l.file.said))
	default:
		l.file.Stays, l.file.said = stays, l.Line
	}
}

type field struct {
	text   string
	column int // in characters, from 1
	quoted bool
}

var errQuote = errors.New(`the quote is not closed: a text is written between two ", and \" is a quote within`)

// fieldsOf splits a line into fields and a comment, which begins at a word with #. column is the position of an error.
func fieldsOf(line string) (fields []field, comment string, column int, err error) {
	at := 0
	for {
		rest := strings.TrimLeft(line[at:], " \t\r")
		if at = len(line) - len(rest); rest == "" || rest[0] == '#' {
			return fields, rest, 0, nil
		}
		f := field{column: utf8.RuneCountInString(line[:at]) + 1}
		n := strings.IndexAny(rest+" ", " \t\r")
		if f.text = rest[:n]; rest[0] == '"' {
			f.quoted = true
			if f.text, n = unquote(rest); n == 0 {
				return nil, "", f.column, errQuote
			}
		}
		fields = append(fields, f)
		at += n
	}
}

// unquote returns the quoted text at the start of a line, and its length with quotes, or 0 if the quote is not closed.
func unquote(line string) (text string, n int) {
	var b strings.Builder
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '"':
			return b.String(), i + 1
		case line[i] == '\\' && i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '\\'):
			i++
		}
		b.WriteByte(line[i])
	}
	return "", 0
}

// LinkLine returns a change that adds a link to a page's content, or "" if no line can name the pages.
func LinkLine(from, to, origin, text string) string {
	from, fromOK := site.Exactly(from, origin)
	to, toOK := site.Exactly(to, origin)
	if !fromOK || !toOK {
		return ""
	}
	text = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(wording.Line(text))
	return string(AddLink) + " " + from + " " + to + ` "` + text + `" main`
}
