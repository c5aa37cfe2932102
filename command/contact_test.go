package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/extractor/store"
	"sitegraph/internal/console"
	"sitegraph/run"
)

// TestContact checks that a missing contact is reported before the first crawl of someone else's site.
func TestContact(t *testing.T) {
	dir := t.TempDir()
	st, err := store.Open(store.Options{Dir: filepath.Join(dir, "state")})
	if err == nil {
		err = errors.Join(st.SetSummary("https://known.example", []byte("{}")), st.Close())
	}
	settings, loadErr := config.Load(config.Sources{})
	must(t, errors.Join(err, loadErr))
	for _, c := range []struct {
		hosts   string
		contact string
		says    bool
	}{
		{"new.example", "", true}, {"new.example", "me@example.org", false}, {"8.8.8.8", "", true},
		{"known.example", "", false}, {"http://known.example", "", true}, // not the same site
		{"localhost", "", false}, {"127.0.0.1:8080", "", false}, {"[::1]", "", false}, {"10.1.2.3", "", false},
		{"127.0.0.1 new.example", "", true}, {museum, "", false}, {museum + " known.example new.example", "", false},
	} {
		var said bytes.Buffer
		a := &app{config: run.NewConfig(*settings, dir), progress: newProgress("none", false, &said)}
		a.config.Download.Contact, a.config.Sample.Host = c.contact, museum
		hosts, err := a.hostArguments(strings.Fields(c.hosts))
		must(t, err)
		a.greet(hosts, func(h config.Host) bool { return hasBegun(a.config.StateDir(), h.URL.Origin()) })
		says := strings.Contains(said.String(), "no contact is set")
		console.Equal(t, says, c.says, c.hosts, c.contact, said.String())
	}
}

// TestBrowser checks that the desk opens a browser only on the user's own screen.
func TestBrowser(t *testing.T) {
	for _, c := range []struct{ system, env, want string }{
		{"linux", "DISPLAY=:0", "[xdg-open]"}, {"linux", "DISPLAY=", "[]"},
		{"linux", "WAYLAND_DISPLAY=w", "[xdg-open]"}, {"darwin", "HOME=/", "[open]"},
		{"darwin", "SSH_CONNECTION=a", "[]"}, {"windows", "HOME=/", "[rundll32 url.dll,FileProtocolHandler]"}} {
		console.Equal(t, fmt.Sprint(browser(c.system, (&app{env: []string{c.env}}).variable)), c.want, c.system, c.env)
	}
}

// TestServeSays checks that serve says where the desk is, and ends when it is told to.
func TestServeSays(t *testing.T) {
	t.Chdir(t.TempDir())
	var out bytes.Buffer
	over, end := context.WithCancel(t.Context())
	end()
	root := newRoot(&app{out: &out, err: &out})
	root.SetArgs([]string{"serve", "--no-open", "--listen", "127.0.0.1:0"})
	err := root.ExecuteContext(over)
	if says := "The desk of projects: http://127.0.0.1:"; err != nil || !strings.HasPrefix(out.String(), says) {
		t.Errorf("%v, %q; want %q", err, out.String(), says)
	}
}

// TestServeRefuses checks that serve explains wrong flags and ports in use.
func TestServeRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	tokens := t.TempDir()
	short := write(t, filepath.Join(tokens, "short"), "short\n")
	long := write(t, filepath.Join(tokens, "long"), "0123456789abcdef\n")
	shared := write(t, filepath.Join(tokens, "shared"), "0123456789abcdef\n")
	for file, mode := range map[string]os.FileMode{short: 0o600, long: 0o400, shared: 0o640} {
		must(t, os.Chmod(file, mode))
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"serve --listen " + l.Addr().String(), exitFailure, "is in use"},
		{"serve --listen 0.0.0.0:0", exitUsage, "--token-file"},
		{"serve --listen :0", exitUsage, "--token-file"},
		{"serve --listen [::]:0", exitUsage, "--token-file"},
		{"serve --listen 8642", exitUsage, "ADDRESS:PORT"},
		{"serve --token-file " + short, exitUsage, "5 characters"},
		{"serve --token-file none", exitUsage, "none"},
		{"serve --token-file " + shared + " --listen " + l.Addr().String(), exitUsage, "chmod 600 " + shared},
		{"serve --token-file " + tokens, exitUsage, "not a regular file"},
		{"serve --gephi-lite javascript:alert(1)", exitUsage, "--gephi-lite"},
		{"serve --gephi-lite http://127.0.0.1:1/ --token-file " + long, exitUsage, "remove one of the two"},
		{"serve a b", exitUsage, "one folder"},
	} {
		var out, errs bytes.Buffer
		code := Main(strings.NewReader(""), &out, &errs, strings.Fields(c.args), nil)
		if code != c.code || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%s: %d, %s; want %d, %q", c.args, code, errs.String(), c.code, c.says)
		}
	}
	if _, err := os.Stat("projects"); err == nil {
		t.Error("a folder was made")
	}
}
