package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sitegraph/site"
)

// EditHosts replaces a hosts file by those of its lines that are kept, which get the line with its end, followed by
// more lines, given without theirs. What is kept stays as it is, byte for byte: order, comments, a byte order mark,
// line ends; further lines end as the last one does. Readers see the old file or the new one. A file that does not
// exist is made. A file that could not be read with the further lines is an error, and stays as it is.
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

// ReplaceFile writes a file so that readers see the old one or the new one. It keeps the mode of the old one, and
// replaces the file that a symbolic link leads to.
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
