//go:build unix

package command

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestNamedPipes checks that a named pipe in place of a file is refused at once, without waiting for a writer.
func TestNamedPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "changes.txt")
	must(t, syscall.Mkfifo(pipe, 0o600))
	crawl("what-if", pipe).MustEnd(t, exitUsage).MustSay(t, "not a regular file")
	changes := write(t, filepath.Join(t.TempDir(), "more.txt"), "delete /x\n")
	crawl("what-if", "--backlinks", pipe, changes).MustEnd(t, exitUsage).MustSay(t, "not a regular file")
	shard := t.TempDir()
	must(t, syscall.Mkfifo(filepath.Join(shard, "shard.json"), 0o600))
	crawl("merge", "-O", t.TempDir(), shard).MustEnd(t, exitUsage).MustSay(t, "not a regular file")
}
