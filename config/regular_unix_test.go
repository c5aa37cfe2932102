//go:build unix

package config

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A named pipe in place of a file with secrets is refused without waiting for a writer.
func TestNamedPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	must(t, syscall.Mkfifo(pipe, 0o600))
	for _, file := range []string{pipe, private(t, "f.ini", "[a.example]\ncookies = "+pipe)} {
		_, _, err := ReadCredentials(file, moment)
		if err == nil || !strings.Contains(err.Error(), pipe+": not a regular file") {
			t.Errorf("%s: %v", file, err)
		}
	}
}
