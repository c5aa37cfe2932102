package whatif

import (
	"fmt"
	"iter"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

// Lists in the formats of other tools can be read. The expected links were found by hand.
func TestReadBacklinks(t *testing.T) {
	all, err := ReadBacklinks("f", strings.NewReader("\ufeffSource url,Target url\n\n# mine\n"+
		"https://b.example/x,https://a.example/old/\nhttps://b.example/y https://a.example/a?q=1,2\n/b\n"+
		"\"https://b.example/a,b\",/a\r\nhttps://b.example/z, /z\n"))
	var got []string
	for _, b := range all {
		got = append(got, b.Source+">"+b.Target)
	}
	want := []string{"https://b.example/x>https://a.example/old/", "https://b.example/y>https://a.example/a?q=1,2",
		">/b",
		"https://b.example/a,b>/a", "https://b.example/z>/z"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	for text, says := range map[string]string{
		"/a\nb,c\n":                           "f:2: ",
		"/a\n/b,/c,/d\n":                      "f:2: write a URL, or the page that links and the URL",
		"/a\n\"x\n":                           "f:2: the line is no CSV",
		"/a\nhttps://x.example/ mailto:a@b.c": "f:2: ",
	} {
		if _, err := ReadBacklinks("f", strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%q: %v, want %s", text, err, says)
		}
	}
}

// Links from elsewhere get the fates found by hand. After the changes, nothing leads to the page /u.
func TestJudgeBacklinks(t *testing.T) {
	s := siteOf(t, "/ /a /b /old/ /old/x /gone /r /u", "/a /b", "/b /a", "/old/ /old/x", "/old/x /", "/gone !",
		"/r >/b",
		"/u /")
	p, err := planned(t, s, "move /old/ /new/ 308\ndelete /a 410\nredirect /b /a\ndrop-links-to /u\nmove /r /s")
	must(t, err)
	now := ledgerOf("/ page 200", "/a page 200", "/b page 200", "/old/ page 200", "/old/x page 200", "/gone status 404",
		"/r alias-redirect 301", "/u page 200")
	then := ledgerOf("/ page 200", "/a status 410", "/new/ page 200", "/old/ alias-redirect 308", "/gone status 404",
		"/b redirect-lost 301")
	all := []compare.Backlink{{Target: "/"}, {Target: "/a"}, {Target: "/b"}, {Target: "/old/"}, {Target: "/old/x"},
		{Target: "/old/unknown"}, {Target: "/gone"}, {Target: "/r"}, {Target: "/u"}, {Target: "/never"},
		{Target: "https://c.example/"}}
	must(t, p.JudgeBacklinks(all, now, then))
	var got []string
	for _, b := range all {
		got = append(got, fmt.Sprint(strings.TrimPrefix(b.Target, home), " ", b.Fate, " ", b.Status, " ",
			strings.TrimPrefix(b.To, home), " ", b.Change))
	}
	want := []string{" survives 200  0", "a breaks 410  2", "b breaks 301  3", "old/ redirects 308  1",
		"old/x redirects 308 new/x 1", "old/unknown unknown 308 new/unknown 1", "gone broken 404  0",
		"r redirects 301 s 5", "u survives 200  0", "never unknown 0  0", "https://c.example/ unknown 0  0"}
	console.Equal(t, got, want)
}

// ledgerOf returns a crawl whose ledger has the URLs, states and statuses of lines.
func ledgerOf(lines ...string) *site.Crawl {
	return &site.Crawl{Ledger: iter.Seq2[site.Entry, error](func(yield func(site.Entry, error) bool) {
		for _, line := range lines {
			var e site.Entry
			fmt.Sscan(line, &e.Key, &e.State, &e.Status)
			if !strings.Contains(e.Key, "://") {
				e.Key = at(e.Key)
			}
			if !yield(e, nil) {
				return
			}
		}
	})}
}

// TestTook checks by hand which lines take a link away.
func TestTook(t *testing.T) {
	s := shop(t)
	s.Judge = func(seen site.RobotsSeen, _ string) Rules { return closedTo(strings.Contains(seen.Text, "/old/")) }
	p, err := planned(t, s, "delete /a 410\ndrop-link /b /a\ndrop-links-to /old/x\nrobots: Disallow: /old/\nmove /b /c")
	must(t, err)
	for link, want := range map[string]string{"a b": "[1]", "b a": "[1 2]", "old/ old/x": "[3 4]", " b": "[]",
		" a": "[1]"} {
		source, target, _ := strings.Cut(link, " ")
		console.Equal(t, fmt.Sprint(p.Took(at(source), at(target))), want, link)
	}
}

// closedTo is a robots.txt that forbids /old/ if true.
type closedTo bool

func (c closedTo) Allowed(target string) bool { return !bool(c) || !strings.HasPrefix(target, "/old/") }

// Leaving says how many pages leave the site, checked by hand.
func TestLeaving(t *testing.T) {
	p, err := planned(t, shop(t), "move /old/ https://b.example/old/\nmove /a /c")
	must(t, err)
	outside := ledgerOf("/ page 200", "/c page 200", "https://b.example/old/ external 0",
		"https://b.example/old/x external 0", "https://other.example/ external 0")
	got, err := p.Leaving(outside.Ledger)
	want := "2 pages move to URLs outside the site, such as https://b.example/old/, and so out of its graph"
	if err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if got, err = p.Leaving(ledgerOf("/ page 200", "/c page 200").Ledger); got != "" || err != nil {
		t.Errorf("%q, %v, want nothing", got, err)
	}
}

// Each folder has a line with its exceptions, unsure moves are listed apart, and the file can be parsed.
func TestWriteMoves(t *testing.T) {
	var pages []compare.Likeness
	for _, row := range []string{
		"/ / 1", "/lib/a.html /ref/a/ 1", "/lib/in/b.html /ref/in/b/ 1", "/lib/c.html /ref/c/ 1",
		"/lib/d.html /ref/d/ 1",
		"/lib/index.html /ref/ 1", "/lib/other.html /one/ 0.95", "/lib/gone.html - 0", "/lib/doubt.html /two 0.5",
		"/one/ - 0", "/a - 0", "/b /c 0.6", "/de/x /x 1", "/de/y /y 1", "/*/z /z 1",
	} {
		f := strings.Fields(strings.ReplaceAll(row, " - ", "  ? "))
		l := compare.Likeness{From: f[0], To: strings.Trim(f[1], "?"), Evidence: "h1",
			Certainty: map[string]float64{"1": 1, "0.95": 0.95, "0.6": 0.6, "0.5": 0.5, "0": 0}[f[2]]}
		pages = append(pages, l)
	}
	var b strings.Builder
	must(t, WriteMoves(&b, pages))
	const want = `# 9 pages moved, 1 stay, 2 are unsure, 3 are gone.
move /lib/**.html$ /ref/**/$  # 4 pages
move /de/ /  # 2 pages
move /lib/index.html /ref/$  # 1.00: h1
move /lib/other.html /one/$  # 0.95: h1
delete /lib/gone.html
delete /lib/doubt.html  # or: move /lib/doubt.html /two  # 0.50: h1
delete /one/$

# Unsure: take away the # of what is right.
# delete /a
# move /b /c  # 0.60: h1
# in words, for it has a *: move /*/z /z  # 1.00: h1
`
	console.Equal(t, b.String(), want)
	f, err := Parse("moves.txt", strings.NewReader(b.String()))
	if err != nil || len(f.Changes) != 7 {
		t.Errorf("%d changes are read: %v", len(f.Changes), err)
	}
}

// moving has changes that need redirects.
const moving = "move /old/ /new/ 301\nmove /a /c?x=\"$1\" 302\nmove /q?x=1 /shop/%C3%A9 301\n" +
	"redirect /f/*/b-*.html https://b.example/*_*/ 308\nmove /old/x /x 404\n" +
	"redirect /g/ /b 307\n"

// further has changes that take precedence over others, or match several spellings of a URL.
const further = "move /s?a=1&b=2&c=3 /s/abc\nmove /v/ /v/1/\nredirect /h/** /h/x.html 302\n" +
	"move /h/in/ /h/out/\nmove /*.txt /texts/*\nmove /u/ /\ndelete /old/gone/ 410\nmove /t?a=1 /t/\n"

var answers = map[string]string{
	"/old/":           "301 /new/",
	"/old/deep/y?z=1": "301 /new/deep/y?z=1",
	"/old/gone/z":     "404 ", // no redirect has it
	"/a":              "302 /c?x=%22$1%22",
	"/a?x=2":          "404 ",
	"/q?x=1":          "301 /shop/%C3%A9",
	"/q?x=12":         "404 ",
	"/f/1/b-2.html":   "308 https://b.example/1_2/",
	"/f/1/2/b-2.html": "404 ",
	"/old/x":          "404 ", // not /new/x
	"/b":              "404 ",
	"/g/":             "307 /b",
	"/g/x?y=1":        "307 /b", // without the query, as in the target
	"/s?c=3&a=1&b=2":  "301 /s/abc",
	"/s?b=2&a=1&c=3":  "301 /s/abc",
	"/s?c=3&a=1":      "404 ",
	"/t?&a=1":         "301 /t/", // as a page spells it
	"/v/x?b=1&a=2":    "301 /v/1/x?b=1&a=2",
	"/v/1/x":          "404 ", // a page moves here
	"/v/1/unseen":     "404 ",
	"/h/unseen":       "302 /h/x.html",
	"/h/x.html":       "404 ",
	"/h/in/q":         "301 /h/out/q",
	"/h/out/q":        "404 ",
	"/a.txt":          "301 /texts/a",
	"/u//b.example/":  "301 https://a.example//b.example/", // //b.example/ would be another host
	"/robots.txt":     "404 ",
}

// A real nginx with the list answers as the list says.
func TestNginx(t *testing.T) {
	program, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("there is no nginx here")
	}
	dir, address := t.TempDir(), unused(t)
	list := redirects(t, "redirects.nginx.conf", moving+further)
	var uses strings.Builder
	for line := range strings.Lines(list) {
		if _, use, ok := strings.Cut(line, ":  "); ok {
			uses.WriteString(use)
		}
	}
	conf := filepath.Join(dir, "nginx.conf")
	text := fmt.Sprintf("daemon off; master_process off; pid %[1]s/pid; error_log %[1]s/log;\nevents {}\nhttp {\n"+
		"access_log off; client_body_temp_path %[1]s/1; proxy_temp_path %[1]s/2; fastcgi_temp_path %[1]s/3;\n"+
		"uwsgi_temp_path %[1]s/4; scgi_temp_path %[1]s/5; absolute_redirect off;\n%[2]s\nserver { listen %[3]s;\n"+
		"root %[1]s;\n%[4]s}\n}\n", dir, list, address, uses.String())
	serve(t, conf, text, program, "-e", filepath.Join(dir, "log"), "-c", conf)
	ask(t, "http://"+address)
}

// A real Apache answers as the list says.
func TestApache(t *testing.T) {
	const modules = "/usr/lib/apache2/modules"
	program, err := exec.LookPath("apache2")
	if err != nil {
		t.Skip("there is no Apache here")
	}
	dir, address := t.TempDir(), unused(t)
	conf := filepath.Join(dir, "apache.conf")
	var text strings.Builder
	fmt.Fprintf(&text, "ServerRoot %[1]s\nPidFile pid\nErrorLog log\nMutex file:%[1]s\nDocumentRoot %[1]s\n"+
		"ServerName a.example\nListen %[2]s\n", dir, address)
	for _, m := range []string{"mpm_event", "authz_core", "rewrite"} {
		fmt.Fprintf(&text, "LoadModule %s_module %s/mod_%[1]s.so\n", m, modules)
	}
	fmt.Fprintf(&text, "<VirtualHost *>\n%s</VirtualHost>\n", redirects(t, "redirects.apache.conf", moving+further))
	serve(t, conf, text.String(), program, "-X", "-f", conf)
	ask(t, "http://"+address)
}

func unused(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return l.Addr().String()
}

// serve runs a server with a configuration until the test ends.
func serve(t *testing.T, conf, text, program string, args ...string) {
	t.Helper()
	must(t, os.WriteFile(conf, []byte(text), 0o600))
	server := exec.CommandContext(t.Context(), program, args...)
	must(t, server.Start())
	t.Cleanup(func() { server.Process.Kill(); server.Wait() })
}

func ask(t *testing.T, origin string) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	deadline := time.Now().Add(5 * time.Minute)
	for path, want := range answers {
		r, err := client.Get(origin + path)
		for err != nil && time.Now().Before(deadline) { // until it listens
			r, err = client.Get(origin + path)
		}
		must(t, err)
		r.Body.Close()
		got := fmt.Sprint(r.StatusCode, " ", strings.TrimPrefix(r.Header.Get("Location"), origin))
		console.Equal(t, got, want, path)
	}
}

func redirects(t *testing.T, form, changes string) string {
	t.Helper()
	p, err := planned(t, siteOf(t, "/ /a /old/ /old/x /f/1/b-2.html /g/ /t?&a=1", "/a /", "/old/ /", "/old/x /",
		"/q?x=1 /", "/f/1/b-2.html /", "/g/ /", "/b /", "/s?a=1&b=2&c=3 /", "/v/x /", "/h/x.html /", "/h/in/q /",
		"/old/gone/y /", "/a.txt /", "/u/w /"), changes)
	must(t, err)
	var b strings.Builder
	must(t, p.WriteRedirects(form, &b))
	return b.String()
}

// The lists agree with ones written by hand.
func TestRedirects(t *testing.T) {
	if got, want := redirects(t, "redirects.csv", moving), `from,to,status,line
https://a.example/a,https://a.example/c?x=%22$1%22,302,2
https://a.example/f/1/b-2.html,https://b.example/1_2/,308,4
https://a.example/g/,https://a.example/b,307,6
https://a.example/old/,https://a.example/new/,301,1
https://a.example/old/gone/y,https://a.example/new/gone/y,301,1
https://a.example/q?x=1,https://a.example/shop/%C3%A9,301,3
`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const apache = "# Redirects: 6. " + orders + `

# In the virtual host of https://a.example, or in .htaccess at its top:
RewriteEngine On
RewriteCond %{THE_REQUEST} "^[A-Z]+ /a HTTP/"
RewriteRule ^ "/c?x=\%22\$1\%22" [R=302,L,NE,QSD]
RewriteCond %{THE_REQUEST} "^[A-Z]+ /old/x HTTP/"
RewriteRule ^ - [L]
RewriteCond %{THE_REQUEST} "^[A-Z]+ /q\?x=1 HTTP/"
RewriteRule ^ "/shop/\%C3\%A9" [R=301,L,NE,QSD]
RewriteCond %{THE_REQUEST} "^[A-Z]+ /f/([^/?]*)/b-([^/?]*)\.html HTTP/"
RewriteRule ^ "https://b.example/%1_%2/" [R=308,L,NE,QSD]
RewriteCond %{THE_REQUEST} "^[A-Z]+ /old/([^ ?]*)(?:\?[^ ]*)? HTTP/"
RewriteRule ^ "/new/%1" [R=301,L,NE]
RewriteCond %{THE_REQUEST} "^[A-Z]+ /g/[^ ]* HTTP/"
RewriteRule ^ "/b" [R=307,L,NE,QSD]
`
	console.Equal(t, redirects(t, "redirects.apache.conf", moving), apache)
}

// Each host has its own rules, which name the other host where they lead there.
func TestRedirectsOfHosts(t *testing.T) {
	s := siteOf(t, "/ /d/x", "/d/x /")
	p, err := planned(t, s, "move /d/ /e/\nmove https://b.example/d/ /b/\n"+
		"move https://b.example/y/ https://b.example/z/")
	if p == nil {
		t.Fatal(err)
	}
	const want = `
# In the server block of https://a.example:  if ($redirect_301_1) { return 301 $redirect_301_1; }
map $request_uri $redirect_301_1 {
	default "";
	"~^/d/(?<part1>.*)$" "/e/${part1}";
}

# In the server block of https://b.example:  if ($redirect_301_2) { return 301 $redirect_301_2; }
map $request_uri $redirect_301_2 {
	default "";
	"~^/d/(?<part1>.*)$" "https://a.example/b/${part1}";
	"~^/y/(?<part1>.*)$" "/z/${part1}";
}
`
	var b strings.Builder
	must(t, p.WriteRedirects("redirects.nginx.conf", &b))
	if _, got, _ := strings.Cut(b.String(), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
