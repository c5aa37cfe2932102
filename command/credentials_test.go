package command

import (
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sitegraph/internal/console"
)

// TestCredentials checks that a login is sent to its own site only, and is written to no file.
func TestCredentials(t *testing.T) {
	var mu sync.Mutex
	var strangers []http.Header
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		strangers = append(strangers, r.Header)
	}))
	defer other.Close()
	guarded := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		cookie, err := r.Cookie("session")
		switch {
		case user != "ann" || password != "S3CRET" || err != nil || cookie.Value != "K3KS":
			w.Header().Set("WWW-Authenticate", "Basic")
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == "/robots.txt":
			http.Redirect(w, r, other.URL+"/robots.txt", http.StatusFound)
		case r.URL.Path == "/away":
			http.Redirect(w, r, other.URL+"/", http.StatusFound)
		default:
			w.Header().Set("Content-Type", "text/html")
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "K3KS"})
			io.WriteString(w, "<title>"+r.URL.Path+"</title><a href=/in>in</a><a href=/away>away</a>")
		}
	}))
	defer guarded.Close()

	out := t.TempDir()
	file := filepath.Join(t.TempDir(), "credentials.ini")
	text := "[" + guarded.URL + "]\nuser = ann\npassword = S3CRET\ncookie = session=K3KS\n"
	must(t, os.WriteFile(file, []byte(text), 0o644))
	args := []string{"-O", out, "--warc", "--export", "csv,ledger,stats,report,links", "-v", "--credentials", file}
	crawl(append(args, guarded.URL)...).MustEnd(t, exitUsage).MustSay(t, "mode 0644", "chmod 600 "+file)
	must(t, os.Chmod(file, 0o600))
	without := crawl("-O", t.TempDir(), guarded.URL)
	without.MustEnd(t, exitNothing).MustSay(t, "status 401", "asks for a login", "[download] credentials")
	crawl("-O", t.TempDir(), "--credentials", file, other.URL).MustSay(t, "no site of this run is "+guarded.URL)
	strangers = nil

	whole := crawl(append(args, guarded.URL)...).MustEnd(t, exitDone)
	if len(strangers) == 0 {
		t.Error("the other host was never asked")
	}
	for _, h := range strangers {
		if h.Get("Authorization") != "" || h.Get("Cookie") != "" {
			t.Errorf("the other host got %v", h)
		}
	}
	whole.MustShow(t, "2") // pages: the start page and /in
	everything := whole.Out + whole.Err + contents(t, out)
	for _, secret := range []string{"S3CRET", "K3KS", "YW5uOlMzQ1JFVA=="} { // ann:S3CRET
		if strings.Contains(everything, secret) {
			t.Errorf("%s is in the files or in the messages", secret)
		}
	}
	console.Has(t, everything, "GET /in HTTP/1.1")
}

// TestEchoes checks that no file or message has a login that the server echoes everywhere. Other cookies stay.
func TestEchoes(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		said := r.Header.Get("Authorization") + " " + user + " " + password + " " + r.Header.Get("Cookie") + " " +
			r.Header.Get("X-Key")
		where := url.QueryEscape(r.Header.Get("Authorization") + password)
		w.Header().Set("X-Robots-Tag", "noarchive, "+password)
		switch r.URL.Path {
		case "/robots.txt":
			io.WriteString(w, "User-agent: *\nDisallow: /private\n# "+said+"\nSitemap: /sitemap.xml?"+where+"\n")
		case "/moved":
			http.Redirect(w, r, "/to?"+where, http.StatusFound)
		case "/missing":
			http.Error(w, said, http.StatusNotFound)
		case "/away":
			http.Redirect(w, r, "bad scheme:"+said, http.StatusFound)
		default:
			w.Header().Set("Content-Type", "text/html; said="+password)
			io.WriteString(w, "<title>"+said+"</title><meta name=robots content='"+said+"'><a href='/in?"+where+
				"'>"+said+"</a> <a href=/moved>m</a><a href=/away>m</a><a href=/missing>m</a> default "+
				"<a href='http://other.invalid/"+where+"'>out</a>")
		}
	}))
	defer server.Close()
	file := filepath.Join(t.TempDir(), "credentials.ini")
	text := "[" + server.URL + "]\nuser = ann\npassword = S3CRET\ncookie = session=K3KS44K3KS\n" +
		"cookie = theme=default\nheader = X-Key: a1b2c3d4\n"
	must(t, os.WriteFile(file, []byte(text), 0o600))
	topics := filepath.Join(t.TempDir(), "topics.ini")
	must(t, os.WriteFile(topics, []byte("[a]\nkeywords = default\nseeds = "+server.URL+"/\n"), 0o600))
	for _, args := range [][]string{{server.URL}, {"--sitemaps", "check", server.URL}, {"agents", "--topics", topics}} {
		out := t.TempDir()
		o := crawl(append(args, "-O", out, "--warc", "-v", "--export", "csv,ledger,stats,report,links,external",
			"--credentials", file)...)
		everything := o.Out + o.Err + contents(t, out)
		for _, secret := range []string{"S3CRET", "K3KS44", "YW5uOlMzQ1JFVA", "a1b2c3d4"} {
			if i := strings.Index(everything, secret); i >= 0 {
				t.Errorf("%q: %s is in the files or in the messages: %q", args, secret, everything[max(0, i-80):i+40])
			}
		}
		console.Has(t, everything, "theme=default", "Disallow: /private")
	}
}

// contents returns the content of all files in a folder, unpacked.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		var r io.Reader = f
		if strings.HasSuffix(path, ".gz") {
			if r, err = gzip.NewReader(f); err != nil {
				return err
			}
		}
		_, err = io.Copy(&all, r)
		return err
	})
	must(t, err)
	return all.String()
}

// TestCookieWall checks that a site that redirects clients without its cookie in a circle gives no pages but a reason.
func TestCookieWall(t *testing.T) {
	wall := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		if _, err := r.Cookie("seen"); err != nil {
			http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
			http.Redirect(w, r, map[bool]string{true: "/check", false: "/"}[r.URL.Path == "/"], http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<title>in</title>")
	}))
	defer wall.Close()
	dir := t.TempDir()
	for range 2 { // a later run knows it from the state
		crawl("-O", dir, wall.URL).MustEnd(t, exitNothing).
			MustSay(t, "redirects to itself and sets a cookie", "[download] credentials")
	}
	file := filepath.Join(dir, "credentials.ini")
	must(t, os.WriteFile(file, []byte("["+wall.URL+"]\ncookie = seen=1\n"), 0o600))
	crawl("-O", dir, "--fresh", "--credentials", file, wall.URL).MustEnd(t, exitDone)
}
