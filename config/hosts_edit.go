package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sitegraph/site"
)

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
