//go:build linux

package command

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk crawls onto a small disk (a tmpfs, which only the administrator can mount): the run ends with exit
// code 1 and a clear text, and when there is space it goes on to the same files.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, "160m")
	ballast := filepath.Join(disk, "ballast")
	s := newKilledSite(t, 150, func(n int64) {
		if n == 70 {
			load(ballast)
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

// TestFullStart: a disk that is full at the start is said to be so; --fresh
// takes it for no damage, and forgets nothing.
func TestFullStart(t *testing.T) {
	disk := smallDisk(t, "160m")
	s := newKilledSite(t, 20, nil)
	start(t, "-q", "-O", disk, s.URL).ends(t, exitDone)
	ballast := filepath.Join(disk, "ballast")
	if err := load(ballast); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-q", "-O", disk, s.URL}, {"--fresh", "-q", "-O", disk, s.URL}} {
		said := start(t, args...).ends(t, exitFailure)
		full := strings.Contains(said, "the disk is full") && strings.Contains(said, "make space and run again")
		if !full || strings.Contains(said, "damaged") {
			t.Errorf("%q:\n%s", args, said)
		}
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	s.reset()
	start(t, "-q", "-O", disk, s.URL).ends(t, exitDone)
	if pages, robots := s.repeats(); pages+robots > 0 {
		t.Error("the crawl began from scratch")
	}
}

// TestFullResult: results that do not fit their disk are said to be so, and written when there is space.
func TestFullResult(t *testing.T) {
	disk, out := smallDisk(t, "40k"), t.TempDir()
	t.Setenv("SITEGRAPH_EXPORT_RESULT_FOLDER", disk)
	s := newKilledSite(t, 150, nil)
	said := start(t, "-q", "-O", out, s.URL).ends(t, exitFailure)
	if !strings.Contains(said, "no space left on device: make space and run again to resume") {
		t.Errorf("said %s", said)
	}
	if err := syscall.Mount("", disk, "", syscall.MS_REMOUNT, "size=20m"); err != nil {
		t.Fatal(err)
	}
	start(t, "-q", "-O", out, s.URL).ends(t, exitDone)
	got := files(t, only(t, disk, "*"))
	t.Setenv("SITEGRAPH_EXPORT_RESULT_FOLDER", t.TempDir())
	start(t, "-q", "-O", out, "--fresh", s.URL).ends(t, exitDone)
	mustEqualFiles(t, got, files(t, only(t, os.Getenv("SITEGRAPH_EXPORT_RESULT_FOLDER"), "*")))
}

// smallDisk mounts a disk of a size; without the right to, the test is over.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no tmpfs can be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	return disk
}

// load writes 70 MiB.
func load(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	piece := make([]byte, 1<<20)
	for range 70 {
		if _, err := f.Write(piece); err != nil {
			return err
		}
	}
	return nil
}
