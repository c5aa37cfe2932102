package config

import (
	"fmt"
	"strings"

	"gopkg.in/ini.v1"
)

// entry is one "key = value" of a settings file; section is "" before the
// first heading.
type entry struct {
	line         int
	section, key string
	value        string
}

// scanner walks through the lines of a settings file.
type scanner struct {
	file  string
	lines []string
	next  int // index of the next line
	// section is the heading above; skip is set below an unknown one, whose
	// keys would only repeat the error.
	section string
	skip    bool
	seen    map[string]int // section and key to line
	clean   strings.Builder
	found   []entry
	errs    []error
}

// scan reads the entries of a settings file. Lines that cannot be used are
// errors; the entries returned are those of the others.
func scan(file, text string) ([]entry, []error) {
	s := scanner{file: file, lines: strings.Split(text, "\n"), seen: map[string]int{}}
	for s.next < len(s.lines) {
		line := strings.TrimSpace(s.lines[s.next])
		s.next++
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '[':
			s.heading(line)
		default:
			s.assignment(line)
		}
	}
	if err := s.values(); err != nil {
		s.errs = append(s.errs, fmt.Errorf("%s: %w", file, err))
	}
	return s.found, s.errs
}

// fail records an error in a line, counted from 1.
func (s *scanner) fail(line int, format string, args ...any) {
	s.errs = append(s.errs, fmt.Errorf("%s:%d: %s", s.file, line, fmt.Sprintf(format, args...)))
}

// heading reads "[section]".
func (s *scanner) heading(line string) {
	name, ok := strings.CutSuffix(line[1:], "]")
	name = strings.TrimSpace(name)
	var known []string
	for _, k := range sections() {
		known = append(known, k.name)
		if ok && name == k.name {
			s.section, s.skip = name, false
			fmt.Fprintf(&s.clean, "[%s]\n", name)
			return
		}
	}
	s.skip = true
	if !ok || !isName(name) {
		s.fail(s.next, "%s: a section is written [name], on a line of its own", quote(line))
		return
	}
	s.fail(s.next, "[%s]: unknown section%s (known: %s)", name, didYouMean(name, known), strings.Join(known, ", "))
}

// assignment reads "key = value", with the lines a quoted value goes on over.
func (s *scanner) assignment(line string) {
	at := s.next
	key, value, ok := strings.Cut(line, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !ok || !isName(key) {
		s.fail(at, "%s: expected \"key = value\", \"[section]\", or a comment that begins with # or ;", quote(line))
		return
	}
	value, ok = s.quoted(value)
	if !ok {
		s.fail(at, "%s: the quotation mark before %s is not closed", s.label(key), quote(strings.TrimLeft(value, `"`)))
		return
	}
	if s.skip {
		return
	}
	if first, twice := s.seen[s.section+"."+key]; twice {
		s.fail(at, "%s: already given in line %d", s.label(key), first)
		return
	}
	s.seen[s.section+"."+key] = at
	s.found = append(s.found, entry{line: at, section: s.section, key: key})
	fmt.Fprintf(&s.clean, "%s = %s\n", key, value)
}

// label shows a key with its section.
func (s *scanner) label(key string) string { return label(s.section, key) }

// label shows a key as it is spoken of in messages.
func label(section, key string) string {
	if section == "" {
		return key
	}
	return "[" + section + "] " + key
}

// quotedLines bounds the lines over which a quoted value goes on.
const quotedLines = 100

// quoted completes a value that opens with a double quote and goes on over
// further lines, as RCCrawler's settings.ini is printed: the lines are joined
// by one space. It reports false when the quote is not closed before the next
// key, heading, comment or blank line. It also refuses the two openings that
// mean more to ini.v1 than to us.
func (s *scanner) quoted(value string) (string, bool) {
	if strings.HasPrefix(value, "`") || strings.HasPrefix(value, `"""`) {
		return value, false
	}
	if !strings.HasPrefix(value, `"`) {
		return value, true
	}
	joined := value
	for n := s.next; n <= s.next+quotedLines; n++ {
		if len(joined) > 1 && strings.HasSuffix(joined, `"`) {
			s.next = n
			return joined, true
		}
		if n >= len(s.lines) {
			break
		}
		line := strings.TrimSpace(s.lines[n])
		if line == "" || strings.ContainsAny(line[:1], "#;[") || strings.Contains(line, "=") {
			break
		}
		joined += " " + line
	}
	return value, false
}

// isName tells whether text can be the name of a key or section.
func isName(text string) bool {
	for _, c := range text {
		letter := 'a' <= lower(byte(c)) && lower(byte(c)) <= 'z'
		digit := '0' <= c && c <= '9'
		if c > 127 || !letter && !digit && c != '_' && c != '-' && c != '.' {
			return false
		}
	}
	return text != "" && text != "-"
}

// values has ini.v1 read the clean text and fills in the values. The options
// and Value (not String) switch off all that library does on its own:
// comments within values, continuation by backslash, and %(name)s, which
// recurses without end.
func (s *scanner) values() error {
	file, err := ini.LoadSources(ini.LoadOptions{
		IgnoreContinuation:      true,
		IgnoreInlineComment:     true,
		KeyValueDelimiters:      "=",
		PreserveSurroundedQuote: true,
	}, []byte(s.clean.String()))
	if err != nil {
		return err
	}
	for i, e := range s.found {
		name := e.section
		if name == "" {
			name = ini.DefaultSection
		}
		s.found[i].value = unquote(file.Section(name).Key(e.key).Value())
	}
	return nil
}

// unquote removes one pair of quotation marks around a value.
func unquote(value string) string {
	last := len(value) - 1
	if last > 0 && value[0] == value[last] && (value[0] == '"' || value[0] == '\'') {
		return strings.TrimSpace(value[1:last])
	}
	return value
}
