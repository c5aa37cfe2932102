package struck_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/export/struck"
	"sitegraph/internal/console"
)

var must = console.Must

func opened(t *testing.T, path string) *struck.List {
	t.Helper()
	l, err := struck.Open(path)
	must(t, err)
	return l
}

// Invalid identities and too many of them change nothing; errors in the file name the line.
func TestChecked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "struck.txt")
	s := opened(t, path)
	for _, identity := range []string{"", "ledger", `["nodes","http://a/"]`, `["ledger"]`, `["ledger","a","b"]`,
		`[1,2]`} {
		if err := s.Strike([]string{`["ledger","http://a/"]`, identity}, true); err == nil {
			t.Errorf("%s was struck out", identity)
		}
	}
	many := make([]string, struck.Most+1)
	for i := range many {
		many[i] = fmt.Sprintf(`["ledger","http://a/%d"]`, i)
	}
	if err := s.Strike(many, true); !errors.Is(err, struck.ErrTooMany) || s.Len() != 0 {
		t.Errorf("%v, %d rows", err, s.Len())
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file was written: %v", err)
	}
	must(t, os.WriteFile(path, []byte("[\"ledger\",\"http://a/\"]\n\nrubbish\n"), 0o644))
	if _, err := struck.Open(path); err == nil || !strings.Contains(err.Error(), "struck.txt:3:") {
		t.Errorf("a damaged file: %v", err)
	}
}
