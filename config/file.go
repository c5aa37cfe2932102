package config

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// settingsLimit is far above any settings file; it keeps a wrong file name
// from filling the memory.
const settingsLimit = 1 << 20

// readSettings reads a settings file as text with "\n" line ends and no BOM.
func readSettings(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := readText(f, file, settingsLimit)
	if err != nil {
		return "", err
	}
	return cleanText(file, data)
}

// readText reads a file without its BOM, and refuses one that is too large or
// in UTF-16.
func readText(r io.Reader, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case int64(len(data)) > limit:
		return nil, fmt.Errorf("%s: larger than %s: this is not the right file", name, sizeText(limit))
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return nil, fmt.Errorf("%s:1: written in UTF-16; save the file as UTF-8 text", name)
	}
	return bytes.TrimPrefix(data, []byte("\uFEFF")), nil
}

// cleanText makes all line ends "\n", and refuses what is not UTF-8 text, naming
// the line.
func cleanText(file string, data []byte) (string, error) {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data))
	line := 1
	for i, c := range text {
		switch {
		case c == '\n':
			line++
		case c == '\t':
		case c == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			return "", fmt.Errorf("%s:%d: not UTF-8; save the file as UTF-8 text", file, line)
		case unicode.IsControl(c):
			return "", fmt.Errorf("%s:%d: holds the control character %U; this is not a text file", file, line, c)
		}
	}
	return text, nil
}

// entry is one "key = value" of a settings file; section is "" before the
// first heading.
type entry struct {
	line         int
	section, key string
	value        string
}

// entryReader reads a settings file line by line.
type entryReader struct {
	file    string
	known   []string // section names
	lines   []string
	line    int            // index of the current line
	section string         // the heading above
	skip    bool           // below an unknown heading, whose keys would only repeat the error
	at      map[string]int // settings to the lines where they were given
	entries []entry
	errs    []error
}

// readEntries reads the entries of a settings file. Lines that cannot be used
// are errors; the entries returned are those of the others. There are no
// comments within values, no continuation by backslash and no %(name)s.
func readEntries(file, text string) ([]entry, []error) {
	r := entryReader{file: file, lines: strings.Split(text, "\n"), at: map[string]int{}}
	headings, _ := readDefaults()
	for _, h := range headings {
		r.known = append(r.known, h.name)
	}
	for ; r.line < len(r.lines); r.line++ {
		switch line := strings.TrimSpace(r.lines[r.line]); {
		case endsEntry(line) && !strings.HasPrefix(line, "["):
		case endsEntry(line):
			r.heading(line)
		default:
			r.assignment(line)
		}
	}
	return r.entries, r.errs
}

// endsEntry reports whether a line is blank, a comment or a heading.
func endsEntry(line string) bool { return line == "" || strings.ContainsAny(line[:1], "#;[") }

// fail records an error in the current line.
func (r *entryReader) fail(format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf("%s:%d: %s", r.file, r.line+1, fmt.Sprintf(format, args...)))
}

// heading reads "[section]".
func (r *entryReader) heading(line string) {
	name, ok := strings.CutSuffix(line[1:], "]")
	name = strings.TrimSpace(name)
	r.skip = !ok || !slices.Contains(r.known, name)
	switch {
	case !r.skip:
		r.section = name
	case !ok || !isName(name):
		r.fail("%s: a section is written [name], on a line of its own", quote(line))
	default:
		r.fail("[%s]: unknown section%s (known: %s)", name, didYouMean(name, r.known), strings.Join(r.known, ", "))
	}
}

// assignment reads "key = value", with the lines over which a quoted value goes on.
func (r *entryReader) assignment(line string) {
	key, value, ok := strings.Cut(line, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !ok || !isName(key) {
		r.fail(`%s: expected "key = value", "[section]", or a comment that begins with # or ;`, quote(line))
		return
	}
	joined, more, ok := r.join(value)
	if !ok {
		opened := quote(strings.TrimLeft(value, `"`))
		r.fail("%s: the quotation mark before %s is not closed", label(r.section, key), opened)
		return
	}
	name := currentName(r.section, key)
	first, twice := r.at[name]
	switch {
	case r.skip:
	case twice:
		r.fail("%s: already given in line %d", label(r.section, key), first)
	default:
		r.at[name] = r.line + 1
		r.entries = append(r.entries, entry{r.line + 1, r.section, key, unquote(joined)})
	}
	r.line += more
}

// quotedLines bounds the lines over which a quoted value goes on.
const quotedLines = 100

// join completes a value that opens with a double quotation mark and goes on
// over more lines, as RCCrawler's settings.ini is printed: the lines are
// joined by one space. It reports false when the quote is not closed before the
// next key, heading, comment or blank line, and for the two openings that mean
// more to other readers of such files.
func (r *entryReader) join(value string) (joined string, more int, ok bool) {
	if strings.HasPrefix(value, "`") || strings.HasPrefix(value, `"""`) {
		return "", 0, false
	}
	joined = value
	for strings.HasPrefix(value, `"`) && (len(joined) < 2 || !strings.HasSuffix(joined, `"`)) {
		more++
		if r.line+more == len(r.lines) || more > quotedLines {
			return "", 0, false
		}
		line := strings.TrimSpace(r.lines[r.line+more])
		if endsEntry(line) || strings.Contains(line, "=") {
			return "", 0, false
		}
		joined += " " + line
	}
	return joined, more, true
}

// isName reports whether text can be the name of a key or section.
func isName(text string) bool {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."
	return text != "" && text != "-" && strings.Trim(text, allowed) == ""
}

// label shows a key as messages do.
func label(section, key string) string {
	if section == "" {
		return key
	}
	return "[" + section + "] " + key
}

// unquote removes one pair of quotation marks around a value.
func unquote(value string) string {
	last := len(value) - 1
	if last > 0 && value[0] == value[last] && (value[0] == '"' || value[0] == '\'') {
		return strings.TrimSpace(value[1:last])
	}
	return value
}
