//go:build linux

package command

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullArchive: a disk on which the archive has no place stops the crawl, and
// the next run goes on to the same files.
func TestFullArchive(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	disk := filepath.Join(out, "warc")
	if err := os.Mkdir(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=40k"); err != nil {
		t.Skipf("no tmpfs can be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	s := newKilledSite(t, 150, nil)
	args := []string{"-q", "-O", out, "--delay", "0", "--warc", s.URL}
	said := start(t, args...).ends(t, exitFailure)
	if !strings.Contains(said, "web archive: ") || !strings.Contains(said, "make space and run again to resume") {
		t.Errorf("said %s", said)
	}
	if err := syscall.Mount("", disk, "", syscall.MS_REMOUNT, "size=20m"); err != nil {
		t.Fatal(err)
	}
	start(t, args...).ends(t, exitDone)
	whole := t.TempDir()
	start(t, "-q", "-O", whole, "--delay", "0", s.URL).ends(t, exitDone)
	mustEqualFiles(t, files(t, resultFolder(t, out)), files(t, resultFolder(t, whole)))
}
