package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"sitegraph/internal/tempdir"
)

// The test binary runs itself as another process. These variables name the role of that process and its folder.
const (
	childRole = "SITEGRAPH_STORE_CHILD"
	childDir  = "SITEGRAPH_STORE_DIR"
)

func TestMain(m *testing.M) {
	roles := map[string]func(dir string) error{
		"hold": hold, "append": appendForever, "read": holdCopy, "few files": openWithFewFiles,
	}
	role := roles[os.Getenv(childRole)]
	if role == nil {
		tempdir.InMemory()
		debug.SetGCPercent(400)
		os.Exit(m.Run())
	}
	if err := role(os.Getenv(childDir)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type child struct {
	*exec.Cmd
	out    *bufio.Reader
	errors bytes.Buffer
}

func startChild(t *testing.T, role, dir string) *child {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	c := &child{Cmd: exec.Command(self)}
	c.Env = append(os.Environ(), childRole+"="+role, childDir+"="+dir)
	c.Stderr = &c.errors
	if _, err := c.StdinPipe(); err != nil { // stays open until the child ends
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	must(t, err)
	c.out = bufio.NewReader(out)
	must(t, c.Start())
	return c
}

func (c *child) line(t *testing.T) string {
	t.Helper()
	line, err := c.out.ReadString('\n')
	if err != nil {
		_ = c.Wait()
		t.Fatalf("child: %v\n%s", err, c.errors.String())
	}
	return strings.TrimSpace(line)
}

func (c *child) kill(t *testing.T) (rest string) {
	t.Helper()
	must(t, c.Process.Kill())
	said, _ := io.ReadAll(c.out)
	_ = c.Wait()
	return string(said)
}

func hold(dir string) error {
	s, err := Open(Options{Dir: dir})
	if err != nil {
		return err
	}
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return s.Close()
}

func TestInUse(t *testing.T) {
	t.Parallel() // waits for the lock
	dir := t.TempDir()
	c := startChild(t, "hold", dir)
	c.line(t)
	_, err := Open(Options{Dir: dir})
	if !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), dir) {
		t.Errorf("second process: %v", err)
	}
	c.kill(t)
	s := open(t, Options{Dir: dir}) // a killed process leaves no lock
	if _, err := Open(Options{Dir: dir}); !errors.Is(err, ErrInUse) {
		t.Errorf("same process: %v", err)
	}
	mustAppend(t, journal(t, s, "http://a"), records(0, 10)) // the first store still works
}

func TestReopen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "state")
	var want [][]byte
	for round := range 4 {
		s, err := Open(Options{Dir: dir, Sync: round%2 == 1})
		must(t, err)
		j := journal(t, s, "http://a")
		check(t, j, want)
		more := records(len(want), 0, 10, partSize*2+round, 7)
		mustAppend(t, j, more)
		want = append(want, more...)
		mustAppend(t, journal(t, s, fmt.Sprintf("http://other-%d", round)), records(0, 5))
		must(t, s.Close())
	}
	s := open(t, Options{Dir: dir})
	check(t, journal(t, s, "http://a"), want)
	check(t, journal(t, s, "http://other-2"), records(0, 5))
}

func TestWrongFormat(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(Options{Dir: dir})
	must(t, err)
	err = s.db.Update(func(txn *badger.Txn) error { return txn.Set([]byte("M"), []byte("sitegraph state 999")) })
	must(t, errors.Join(err, s.Close()))
	for range 2 { // the refusal releases the lock
		_, err = Open(Options{Dir: dir})
		if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "999") {
			t.Fatal(err)
		}
	}
}

// An empty .mem (badger issue 2207) or .vlog file would prevent opening the folder.
func TestEmptyLogs(t *testing.T) {
	for _, name := range []string{"00077.mem", "000077.vlog"} {
		t.Run(name, func(t *testing.T) { testEmptyLog(t, name) })
	}
}

func testEmptyLog(t *testing.T, name string) {
	dir := t.TempDir()
	s, err := Open(Options{Dir: dir})
	must(t, err)
	mustAppend(t, journal(t, s, "http://a"), records(0, 10, 20))
	must(t, s.Close())
	empty := filepath.Join(dir, name)
	must(t, os.WriteFile(empty, nil, 0o600))
	check(t, journal(t, open(t, Options{Dir: dir}), "http://a"), records(0, 10, 20))
	if info, err := os.Stat(empty); err == nil && info.Size() == 0 {
		t.Error("the empty file is still there")
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	must(t, os.WriteFile(file, []byte("x"), 0o600))
	if _, err := Open(Options{Dir: file}); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file for a folder: %v", err)
	}
	garbage := filepath.Join(dir, "garbage")
	must(t, os.MkdirAll(garbage, 0o755))
	must(t, os.WriteFile(filepath.Join(garbage, "MANIFEST"), []byte("no manifest"), 0o600))
	for range 2 {
		refused(t, garbage, garbage)
	}
}

// TestNotDamaged checks that system errors are not reported as damage, since users may remove a damaged state.
func TestNotDamaged(t *testing.T) {
	for name, spoil := range map[string]func(dir string) error{
		"a file for the folder": func(dir string) error {
			return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, []byte("mine"), 0o600))
		},
		"a folder for the list of tables": func(dir string) error {
			path := filepath.Join(dir, "MANIFEST")
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
		},
		"a folder for a table": func(dir string) error {
			path := filepath.Join(dir, "000001.sst")
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filled1(t)
			must(t, spoil(dir))
			s, err := Open(Options{Dir: dir})
			if err == nil {
				s.Close()
			}
			if err == nil || errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), dir) {
				t.Errorf("%v", err)
			}
		})
	}
}

func filled1(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "state")
	s, err := Open(Options{Dir: dir})
	must(t, err)
	mustAppend(t, journal(t, s, "http://a"), tenRecords())
	must(t, s.Close())
	return dir
}

func tenRecords() [][]byte { return records(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) }

// TestRemove checks that Remove deletes a damaged state but nothing else in the folder.
func TestRemove(t *testing.T) {
	t.Parallel() // it waits for the lock
	dir := filled1(t)
	other := filepath.Join(dir, "notes.txt")
	err := errors.Join(os.Remove(filepath.Join(dir, "MANIFEST")), os.WriteFile(other, []byte("mine"), 0o600))
	must(t, err)
	refused(t, dir, "MANIFEST is missing")
	must(t, Remove(dir))
	check(t, journal(t, open(t, Options{Dir: dir}), "http://a"), nil)
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
	if err := Remove(dir); !errors.Is(err, ErrInUse) {
		t.Errorf("in use: %v", err)
	}
}

func refused(t *testing.T, dir, words string) {
	t.Helper()
	s, err := Open(Options{Dir: dir})
	if err == nil {
		s.Close()
		t.Fatal("no error")
	}
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("not recognised as damage: %v", err)
	}
	if !strings.Contains(err.Error(), words) || strings.Contains(err.Error(), "runtime error") ||
		strings.Contains(err.Error(), "panic") {
		t.Error(err)
	}
}
