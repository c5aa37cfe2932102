//go:build unix

package command

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestWhatIfOfPipe: a named pipe in place of a file is refused, and does not wait for its writer.
func TestWhatIfOfPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "changes.txt")
	must(t, syscall.Mkfifo(pipe, 0o600))
	crawl("what-if", pipe).MustEnd(t, exitUsage).MustSay(t, "not a regular file")
	changes := write(t, filepath.Join(t.TempDir(), "more.txt"), "delete /x\n")
	crawl("what-if", "--backlinks", pipe, changes).MustEnd(t, exitUsage).MustSay(t, "not a regular file")
}
