package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sitegraph/site"
)

// WrittenIn returns the settings below the headings of a settings.ini, by name. The error names unusable lines.
func WrittenIn(text string) (map[string]string, error) {
	read := readSettingLines("settings.ini", text)
	values := map[string]string{}
	for _, e := range read.entries {
		if e.section != "" {
			values[currentName(e.section, e.key)] = e.value
		}
	}
	return values, joined(read.errs)
}

// EditINI changes settings in the text of a settings.ini, by name. "" removes a setting, so that the default applies. A
// new setting comes last in its section. Everything else stays as it is, comments too. The error says what is wrong
// with the text or a value.
func EditINI(text string, values map[string]string) (string, error) {
	c := readSettingLines("settings.ini", text)
	errs := c.errs
	rows := map[string]Setting{}
	for _, r := range Table(new(Settings)) {
		rows[r.Name()] = r
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		r, known := rows[name]
		if !known {
			errs = append(errs, fmt.Errorf("%s: unknown setting", name))
		} else if value := values[name]; value != "" {
			if err := r.Set(value); err != nil {
				errs = append(errs, fmt.Errorf("%s = %s: %w", label(r.Section, r.Key), quote(value), err))
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return "", err
	}
	e := editor{lineReader: c, gone: map[int]bool{}, instead: map[int]string{}, after: map[int][]string{}}
	for _, r := range Table(new(Settings)) { // in the order of settings.ini
		if value, changes := values[r.Name()]; changes {
			e.edit(r, strings.TrimSpace(value))
		}
	}
	return e.text(), nil
}

// editor changes lines of a checked text. Lines count from 0.
type editor struct {
	*lineReader
	gone    map[int]bool
	instead map[int]string
	after   map[int][]string
	end     []string // new sections
}

func (e *editor) edit(r Setting, value string) {
	line := r.Key + " = " + value
	first, written := e.at[r.Name()]
	if !written && value == "" {
		return
	}
	if written {
		first-- // at counts from 1
		for i := first; i <= e.ends[r.Name()]; i++ {
			e.gone[i] = true
		}
		if value != "" {
			e.gone[first], e.instead[first] = false, line
		}
		return
	}
	if at, known := e.last[r.Section]; known {
		e.after[at] = append(e.after[at], line)
		return
	}
	heading := "[" + r.Section + "]"
	if !slices.Contains(e.end, heading) {
		e.end = append(e.end, "", heading)
	}
	e.end = append(e.end, line)
}

func (e *editor) text() string {
	var out []string
	for i, line := range e.lines {
		if other, changed := e.instead[i]; changed {
			line = other
		}
		if !e.gone[i] {
			out = append(out, line)
		}
		out = append(out, e.after[i]...)
	}
	if len(e.end) == 0 {
		return strings.Join(out, "\n")
	}
	before := strings.TrimRight(strings.Join(out, "\n"), "\n")
	return strings.TrimLeft(before+"\n"+strings.Join(e.end, "\n")+"\n", "\n")
}

// EditHosts removes the lines of a hosts file for which keep returns false, and adds lines. keep gets lines with their
// ends; new lines are given without and end as the last one does. Everything else stays byte for byte: order, comments,
// byte order mark, line ends. Readers see either the old file or the new one. A missing file is created. If the new
// file could not be read, it returns an error and the old one stays.
func EditHosts(path string, keep func(line string) bool, more []string) error {
	text, err := ReadRegular(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	edited := editedHosts(string(text), keep, more)
	if _, err := readLines(strings.NewReader(edited), path); err != nil && len(more) > 0 {
		return err
	}
	return ReplaceFile(path, edited)
}

func editedHosts(text string, keep func(line string) bool, more []string) string {
	var edited strings.Builder
	body, bom := strings.CutPrefix(text, "\ufeff")
	if bom {
		edited.WriteString("\ufeff")
	}
	end, open := "\n", false
	for line := range strings.Lines(body) {
		if open = !strings.HasSuffix(line, "\n"); !open {
			end = line[len(strings.TrimRight(line, "\r\n")):]
		}
		if keep(line) {
			edited.WriteString(line)
		} else {
			open = false
		}
	}
	if open && len(more) > 0 {
		edited.WriteString(end)
	}
	for _, line := range more {
		edited.WriteString(line + end)
	}
	return edited.String()
}

// ReplaceFile replaces a file in one step, keeping its mode. It follows symbolic links.
func ReplaceFile(path, text string) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	return site.ReplaceFile(path, mode, func(f *os.File) error {
		_, err := f.WriteString(text)
		return errors.Join(err, f.Sync())
	})
}
