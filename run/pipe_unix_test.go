//go:build unix

package run

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestShardOfPipe: a named pipe in place of shard.json is refused, and does not wait for its writer.
func TestShardOfPipe(t *testing.T) {
	folder := t.TempDir()
	must(t, syscall.Mkfifo(filepath.Join(folder, "shard.json"), 0o600))
	_, err := Merge(t.TempDir(), Merging{Folders: []string{folder}})
	if err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Error(err)
	}
}
