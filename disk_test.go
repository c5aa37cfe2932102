//go:build linux

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFullDisk crawls onto a small disk (a tmpfs, which only the administrator
// can mount): the run ends with exit code 1 and a clear text, and when there is
// space it goes on to the same files.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=160m"); err != nil {
		t.Logf("no tmpfs can be mounted here: %v", err)
		return
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	ballast := filepath.Join(disk, "ballast")
	s := newKilledSite(t, 300, func(n int64) {
		if n == 150 {
			os.WriteFile(ballast, make([]byte, 70<<20), 0o644)
		}
	})
	args := []string{"-q", "-O", disk, "--delay", "0", s.URL}
	p := start(t, args...)
	p.says(t, "the disk is full")
	p.ends(t, exitFailure)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	start(t, args...).ends(t, exitDone)
	whole := t.TempDir()
	start(t, "-q", "-O", whole, "--delay", "0", s.URL).ends(t, exitDone)
	mustEqualFiles(t, files(t, resultFolder(t, disk)), files(t, resultFolder(t, whole)))
}
