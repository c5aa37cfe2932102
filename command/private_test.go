//go:build linux

package command

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// inNamespace is the environment variable of the process that has a network of its own.
const inNamespace = "SITEGRAPH_NAMESPACE"

// TestPublicToPrivate crawls a site with a public address whose home page, and another whose robots.txt, redirect to
// loopback: nothing is fetched there, and the program says so. It happens in a network of its own, which only the
// administrator can have.
func TestPublicToPrivate(t *testing.T) {
	if os.Getenv(inNamespace) != "" {
		publicToPrivate(t)
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestPublicToPrivate$", "-test.v")
	c.Env = append(os.Environ(), inNamespace+"=1")
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	out, err := c.CombinedOutput()
	switch text := string(out); {
	case !strings.Contains(text, "=== RUN"), strings.Contains(text, "--- SKIP"):
		t.Logf("no network of its own can be had here: %v\n%s", err, text)
	case err != nil || !strings.Contains(text, "--- PASS"):
		t.Errorf("%v\n%s", err, text)
	}
}

// public are addresses of a service that has no web site (AS112, RFC 7535).
const public, publicToo = "192.31.196.77", "192.31.196.78"

func publicToPrivate(t *testing.T) {
	for _, args := range [][]string{
		{"link", "set", "lo", "up"},
		{"addr", "add", public + "/32", "dev", "lo"},
		{"addr", "add", publicToo + "/32", "dev", "lo"},
	} {
		if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
			t.Skipf("ip %s: %v %s", strings.Join(args, " "), err, out)
		}
	}
	secret := func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s was asked for", r.Host, r.URL)
	}
	listen(t, "127.0.0.1:8001", secret)
	listen(t, public+":80", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		http.Redirect(w, r, "http://127.0.0.1:8001/secret", http.StatusFound)
	})
	listen(t, publicToo+":80", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.Redirect(w, r, "http://127.0.0.1:8001/secret.txt", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte("<title>public</title>"))
	})
	for _, host := range []string{public, publicToo} {
		out := t.TempDir()
		p := start(t, "-q", "-O", out, "--delay", "0", "http://"+host)
		said := p.Ends(t, exitNothing)
		if !strings.Contains(said, "private address") || strings.Contains(said, "run again later") {
			t.Errorf("%s: said %q", host, said)
		}
	}
}

func listen(t *testing.T, address string, serve http.HandlerFunc) {
	t.Helper()
	l, err := net.Listen("tcp", address)
	must(t, err)
	s := &http.Server{Handler: serve}
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
}
