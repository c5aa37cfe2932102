//go:build linux

package command

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sitegraph/internal/console"
)

// TestFullDisks checks that a full disk (a tmpfs that root mounts) ends a run with code 1, and that the next resumes.
func TestFullDisks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		folder string // folder on the small disk: part of the output folder, or all of it
		size   string
		load   bool // other data fills the disk meanwhile
		args   []string
		says   string
	}{
		"of all":         {"", "160m", true, nil, "the disk is full"},
		"of results":     {"result", "40k", false, nil, "no space left on device"},
		"of the archive": {"warc", "40k", false, []string{"--warc"}, "web archive: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, whole := t.TempDir(), t.TempDir()
			disk := filepath.Join(out, c.folder)
			mount(t, disk, c.size)
			ballast := filepath.Join(disk, "ballast")
			s := newKilledSite(t, 150, func(n int64) {
				if c.load && n == 70 {
					load(ballast)
				}
			})
			args := append(c.args, "-q", "-O", out, "--delay", "0", s.URL)
			said := start(t, args...).Ends(t, exitFailure)
			console.Has(t, said, c.says, "make space and run again")
			if c.load {
				// A disk that is full from the start is reported too. For --fresh this is no damage to remove.
				said := start(t, append([]string{"--fresh"}, args...)...).Ends(t, exitFailure)
				console.Has(t, said, c.says)
				console.Lacks(t, said, "damaged")
				must(t, os.Remove(ballast))
			}
			must(t, syscall.Mount("", disk, "", syscall.MS_REMOUNT, "size=160m"))
			s.reset()
			start(t, args...).Ends(t, exitDone)
			if s.times("/") > 0 {
				t.Error("the crawl began from scratch")
			}
			start(t, "-q", "-O", whole, "--delay", "0", s.URL).Ends(t, exitDone)
			mustEqualFiles(t, files(t, resultFolder(t, out)), files(t, resultFolder(t, whole)))
		})
	}
}

// mount mounts a disk of some size, or skips the test if that is not permitted.
func mount(t *testing.T, disk, size string) {
	t.Helper()
	must(t, os.MkdirAll(disk, 0o755))
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no tmpfs can be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
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
