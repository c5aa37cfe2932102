//go:build linux || darwin || freebsd

package store

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// openWithFewFiles opens a folder with ever fewer open files allowed until that fails, and prints what is wrong with
// the errors.
func openWithFewFiles(dir string) error {
	failed := 0
	for files := uint64(40); files > 4; files-- {
		limit := syscall.Rlimit{Cur: files, Max: 1000}
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			return err
		}
		s, err := Open(Options{Dir: dir})
		if err == nil {
			err = s.Close()
		}
		if err == nil {
			continue
		}
		if failed++; errors.Is(err, ErrDamaged) {
			fmt.Printf("%d files: %v\n", files, err)
		}
	}
	if failed == 0 {
		fmt.Println("it never failed")
	}
	fmt.Println("done")
	return nil
}

// TestTooManyOpenFiles checks that too many open files never count as damage.
func TestTooManyOpenFiles(t *testing.T) {
	dir := filled1(t)
	c := startChild(t, "few files", dir)
	for {
		line := c.line(t)
		if line == "done" {
			break
		}
		t.Error(line)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("%v: %s", err, strings.TrimSpace(c.errors.String()))
	}
	check(t, journal(t, open(t, Options{Dir: dir}), "http://a"), tenRecords())
}
