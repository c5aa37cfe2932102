package config

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

const settingsLimit = 1 << 20 // bytes, so that a wrong file name cannot fill the memory

func readSettings(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readClean(f, file, settingsLimit)
}

// readClean reads a file as text with "\n" line ends and without a BOM.
func readClean(r io.Reader, name string, limit int64) (string, error) {
	data, err := readText(r, name, limit)
	if err != nil {
		return "", err
	}
	return cleanText(name, data)
}

// readText reads a file without its BOM. It refuses large files and UTF-16.
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

// lineEnds makes all line ends "\n".
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// cleanText makes all line ends "\n". It refuses anything but UTF-8 text and names the line.
func cleanText(file string, data []byte) (string, error) {
	text := lineEnds.Replace(string(data))
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

// entry is one "key = value" of a settings file; section is "" before the first heading.
type entry struct {
	line         int
	section, key string
	value        string
}

// readSettingLines reads the entries of a settings file. Lines that cannot be used are errors.
func readSettingLines(file, text string) *lineReader {
	c := &lineReader{file: file, lines: strings.Split(text, "\n"), at: map[string]int{}, ends: map[string]int{},
		last: map[string]int{}}
	c.known = site.Each(Sections(), func(s Section) string { return s.Name })
	for ; c.line < len(c.lines); c.line++ {
		switch line := strings.TrimSpace(c.lines[c.line]); {
		case strings.HasPrefix(line, "["):
			c.heading(line)
		case !endsEntry(line):
			c.assignment(line)
		}
	}
	return c
}

type lineReader struct {
	file    string
	known   []string // section names
	lines   []string
	line    int // index of the current line
	section string
	skip    bool           // skips keys after an unknown heading, which would only repeat the error
	at      map[string]int // the line of each setting, from 1
	ends    map[string]int // the index of the last line of each setting's value
	last    map[string]int // the index of each section's heading, or of the last line of its last setting
	entries []entry
	errs    []error
}

// endsEntry reports whether a line is blank, a comment or a heading.
func endsEntry(line string) bool { return line == "" || strings.ContainsAny(line[:1], "#;[") }

func (c *lineReader) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s:%d: %s", c.file, c.line+1, fmt.Sprintf(format, args...)))
}

func (c *lineReader) heading(line string) {
	name, ok := strings.CutSuffix(line[1:], "]")
	name = strings.TrimSpace(name)
	c.skip = !ok || !slices.Contains(c.known, name)
	switch {
	case !c.skip:
		c.section, c.last[name] = name, c.line
	case !ok || !isName(name):
		c.fail("%s: a section is written [name], on a line of its own", quote(line))
	default:
		c.fail("[%s]: unknown section%s (known: %s)", name, didYouMean(name, c.known), strings.Join(c.known, ", "))
	}
}

// assignment reads "key = value". A quoted value may go on over several lines.
func (c *lineReader) assignment(line string) {
	key, value, ok := strings.Cut(line, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !ok || !isName(key) {
		c.fail(`%s: expected "key = value", "[section]", or a comment that begins with # or ;`, quote(line))
		return
	}
	joined, more, ok := c.join(value)
	if !ok {
		opened := quote(strings.TrimLeft(value, `"`))
		c.fail("%s: the quotation mark before %s is not closed", label(c.section, key), opened)
		return
	}
	name := currentName(c.section, key)
	first, twice := c.at[name]
	switch {
	case c.skip:
	case twice:
		c.fail("%s: already given in line %d", label(c.section, key), first)
	default:
		c.at[name], c.ends[name], c.last[c.section] = c.line+1, c.line+more, c.line+more
		c.entries = append(c.entries, entry{c.line + 1, c.section, key, unquote(joined)})
	}
	c.line += more
}

const quotedLines = 100 // the most lines of a quoted value

// join completes a value that opens with a double quotation mark and goes on over more lines, as in the printed
// settings.ini of RCCrawler. It joins the lines by spaces. It returns false if the quote is not closed before the next
// key, heading, comment or blank line, and for two openings that other readers of ini files take for more than a quote.
func (c *lineReader) join(value string) (joined string, more int, ok bool) {
	if strings.HasPrefix(value, "`") || strings.HasPrefix(value, `"""`) {
		return "", 0, false
	}
	joined = value
	for strings.HasPrefix(value, `"`) && (len(joined) < 2 || !strings.HasSuffix(joined, `"`)) {
		more++
		if c.line+more == len(c.lines) || more > quotedLines {
			return "", 0, false
		}
		line := strings.TrimSpace(c.lines[c.line+more])
		if endsEntry(line) || strings.Contains(line, "=") {
			return "", 0, false
		}
		joined += " " + line
	}
	return joined, more, true
}

func isName(text string) bool {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."
	return text != "" && text != "-" && strings.Trim(text, allowed) == ""
}

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

// ReadSecret reads a text file with secrets. It must be a regular file, which others can neither read nor write.
func ReadSecret(path string) (string, error) {
	data, err := readSecret(path)
	if err != nil {
		return "", err
	}
	return cleanText(path, data)
}

// readSecret does what ReadSecret does, without the check for text.
func readSecret(path string) ([]byte, error) {
	f, info, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" { // Windows has other permissions
		return nil, fmt.Errorf("%s: others can read or write it (mode %04o), and it holds secrets: chmod 600 %s",
			path, info.Mode().Perm(), ShellWord(path))
	}
	return readText(f, path, settingsLimit)
}

// ReadRegular reads a regular file, of any size.
func ReadRegular(path string) ([]byte, error) {
	f, _, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// openRegular opens a regular file and refuses others at once, because opening a named pipe waits for a writer.
func openRegular(path string) (*os.File, os.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a regular file: only those are read here", path)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ShellWord quotes a text so that a shell reads it as one argument.
func ShellWord(text string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./"
	if strings.Trim(text, plain) == "" && !strings.HasPrefix(text, "-") {
		return text
	}
	return "-- '" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
