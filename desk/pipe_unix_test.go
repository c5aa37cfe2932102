//go:build unix

package desk_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sitegraph/internal/console"
)

// A named pipe in place of a project's file is reported as trouble, and the desk goes on.
func TestNamedPipes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"settings.ini", "hosts.txt", "topics.ini"} {
		folder := t.TempDir()
		pipe := filepath.Join(folder, "one", name)
		must(t, errors.Join(os.Mkdir(filepath.Dir(pipe), 0o700), syscall.Mkfifo(pipe, 0o600)))
		p, err := open(t, folder).Project("one")
		must(t, err)
		o := p.Overview()
		trouble := o.Trouble
		if o.Search != nil {
			trouble = o.Search.Trouble
		}
		console.Has(t, trouble, name+": not a regular file")
	}
}
