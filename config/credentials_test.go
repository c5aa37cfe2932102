package config

import (
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// moment is the time at which the tests read cookies, 1,000,000 seconds after 1970.
var moment = time.Unix(1_000_000, 0)

// private writes a file that only its owner can read and returns its path.
func private(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// headersFor returns the headers that a request for a URL carries.
func headersFor(t testing.TB, c Credentials, address string) http.Header {
	t.Helper()
	u, err := site.Parse(address)
	must(t, err)
	return c.For(u)
}

// A secret is sent only to the scheme, host and port of its section.
func TestCredentials(t *testing.T) {
	file := private(t, "credentials.ini", "# ours\r\n[https://a.example]\r\nuser = Aladdin\r\n"+
		"password = open sesame\r\n; and\r\nheader = x-api-key: k=1; #2\r\ncookie = s = v=1 \r\ncookie = t=\r\n"+
		"[HTTP://A.example:8080/]\ntoken = eyJ.a-b\n[b.example]\nheader = Authorization: Own x\n")
	c, notes, err := ReadCredentials(file, moment)
	if err != nil || notes != nil {
		t.Fatal(notes, err)
	}
	basic := http.Header{"Authorization": {"Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="}, // RFC 7617 section 2
		"X-Api-Key": {"k=1; #2"}, "Cookie": {"s=v=1; t="}}
	for address, want := range map[string]http.Header{
		"https://a.example/":          basic,
		"https://A.EXAMPLE:443/x?y":   basic,
		"http://a.example/":           nil, // a scheme downgrade
		"https://a.example:8443/":     nil,
		"https://www.a.example/":      nil,
		"https://a.example.evil.com/": nil,
		"http://a.example:8080/x":     {"Authorization": {"Bearer eyJ.a-b"}},
		"https://b.example/":          {"Authorization": {"Own x"}},
	} {
		console.Equal(t, headersFor(t, c, address), want, address)
	}
	console.Equal(t, len(Credentials{}.For(site.URL{})), 0, "without a file")
}

// Cookies of a browser's file are sent where the browser would send them.
func TestCookies(t *testing.T) {
	file := private(t, "credentials.ini", "[https://www.a.example]\ncookies = c.txt\n[http://www.a.example]\n"+
		"cookies = c.txt\n")
	rows := strings.Join([]string{"# Netscape HTTP Cookie File", "",
		".a.example\tTRUE\t/\tFALSE\t0\tall\t1",
		"www.a.example\tFALSE\t/docs\tTRUE\t2000000\tdocs\t2",
		"#HttpOnly_www.a.example\tFALSE\t/\tTRUE\t1000001.5\thidden\t3",
		"www.a.example\tFALSE\t/\tFALSE\t999999\told\t4",
		"a.example\tFALSE\t/\tFALSE\t0\tupper\t5",
		"www.b.example\tFALSE\t/\tFALSE\t0\tother\t6",
		"www.b.example\tFALSE\t/\tFALSE\tsoon\t\x01\t\xff;",
		"www.a.example\tFALSE\t/\tFALSE\t0\tempty",
		"www.a.example\tFALSE\t/x\tFALSE\t0\tids\t[1, 2]",
	}, "\n")
	must(t, os.WriteFile(filepath.Join(filepath.Dir(file), "c.txt"), []byte(rows), 0o600))
	c, notes, err := ReadCredentials(file, moment)
	if err != nil || len(notes) != 2 ||
		!strings.Contains(notes[0], "cookies for https://www.a.example have expired (1)") {
		t.Fatal(notes, err)
	}
	for address, want := range map[string]string{"https://www.a.example/": "all=1; hidden=3; empty=",
		"https://www.a.example/docs":   "docs=2; all=1; hidden=3; empty=",
		"https://www.a.example/docs/x": "docs=2; all=1; hidden=3; empty=",
		"https://www.a.example/x":      "ids=[1, 2]; all=1; hidden=3; empty=",
		"https://www.a.example/docsx":  "all=1; hidden=3; empty=", "http://www.a.example/docs": "all=1; empty="} {
		console.Equal(t, headersFor(t, c, address).Get("Cookie"), want, address)
	}
}

// Errors name the file and line of the mistake and never contain the secret.
func TestBadCredentials(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "# nothing\n", "has no section"},
		{"no section", "token = S3CRET\n[https://a.example]\n", ":1: token comes before the first section"},
		{"no key", "[https://a.example]\nS3CRET\n", `:2: expected "key = value"`},
		{"unknown key", "[https://a.example]\npasword = S3CRET\n", `:2: unknown key; did you mean "password"?`},
		{"a token as a key", "[https://a.example]\nS3CRET== \n", ":2: unknown key"},
		{"heading", "[https://u:S3CRET@a.example]\n", ":1: a section names a site"},
		{"heading with a path", "[https://a.example/S3CRET]\n", ":1: a section names a site"},
		{"open heading", "[https://a.example\ntoken = S3CRET", ":1: a section names a site"},
		{"section twice", "[a.example]\n[https://a.example:443]\n", ":2: [https://a.example]: already given in line 1"},
		{"no value", "[a.example]\ntoken =\n", ":2: token must not be empty"},
		{"twice", "[a.example]\ntoken = S3CRET\ntoken = S3CRET\n", ":3: token: token is already given in line 2"},
		{"token with its scheme", "[a.example]\ntoken = Bearer S3CRET\n", ":2: token: must be one word"},
		{"colon", "[a.example]\nuser = a:S3CRET\npassword = x\n", ":2: user: must not contain a colon"},
		{"user alone", "[a.example]\nuser = S3CRET\n", ":1: [https://a.example]: user and password go together"},
		{"two ways", "[a.example]\nuser = u\npassword = S3CRET\nheader = authorization: S3CRET\n",
			"user and header Authorization are several ways"},
		{"header without a name", "[a.example]\nheader = S3CRET\n", ":2: header: must be written"},
		{"header with spaces", "[a.example]\nheader = S3CRET x: y\n", ":2: header: must be written"},
		{"host", "[a.example]\nheader = host: S3CRET\n", ":2: header: Host cannot be set"},
		{"hop by hop", "[a.example]\nheader = transfer-encoding: S3CRET\n", "Transfer-Encoding cannot be set"},
		{"proxy", "[a.example]\nheader = Proxy-Authorization: S3CRET\n", "Proxy-Authorization cannot be set"},
		{"agent", "[a.example]\nheader = user-agent: S3CRET\n", "use [download] user_agent"},
		{"cookie as header", "[a.example]\nheader = Cookie: S3CRET\n", "write cookie = name=value"},
		{"carriage return", "[a.example]\nheader = X: a\rX-Evil: S3CRET\n", `:3: expected "key = value"`},
		{"control character", "[a.example]\nheader = X: a\vS3CRET\n", ":2: holds the control character U+000B"},
		{"cookies in one line", "[a.example]\ncookie = a=S3CRET; b=S3CRET\n", ":2: cookie: must be written"},
		{"cookie as a file", "[a.example]\ncookies = s=S3CRET\n", ":2: cookies: must be the name of a file"},
		{"no file", "[a.example]\ncookies = none.txt\n", "none.txt: no such file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := private(t, "f.ini", c.text)
			_, _, err := ReadCredentials(file, moment)
			console.Fails(t, err, c.want)
			console.Fails(t, err, file)
			if err != nil && strings.Contains(err.Error(), "S3CRET") {
				t.Errorf("shows the secret: %v", err)
			}
		})
	}
}

// Errors in a file of cookies do the same.
func TestBadCookies(t *testing.T) {
	for rows, want := range map[string]string{
		"x\n{\"S3CRET\": 1}":                              "c.txt:1: expected seven fields",
		"a.example\tFALSE\t/\tFALSE\tsoon\tn\tS3CRET":     "c.txt:1: the fifth field must be the expiry",
		"# x\na.example\tFALSE\t/\tFALSE\t0\tn\tS3CRET;b": "c.txt:2: not a cookie",
		"\tFALSE\t/\tFALSE\t0\tn\tS3CRET":                 "c.txt:1: not a cookie",
		"b.example\tFALSE\t/\tFALSE\t0\tn\tS3CRET":        "c.txt has no cookie for https://a.example",
		"a.example\tFALSE\t/\tFALSE\t0\t\x01\tS3CRET":     "c.txt:1: not a cookie",
		"a.example\tFALSE\t/\tFALSE\t0\tn\t\x01S3CRET":    "c.txt:1: not a cookie",
		"\xff.example\tS3CRET":                            "c.txt has no cookie for https://a.example",
	} {
		file := private(t, "f.ini", "[a.example]\ncookies = c.txt")
		must(t, os.WriteFile(filepath.Join(filepath.Dir(file), "c.txt"), []byte(rows), 0o600))
		_, _, err := ReadCredentials(file, moment)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "S3CRET") {
			t.Errorf("%q: %v, want %q", rows, err, want)
		}
	}
}

// A file of secrets that others can read is refused, with the command that fixes it.
func TestReadableByOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has other rights")
	}
	file := private(t, "it's mine.ini", "[a.example]\ntoken = x\n")
	for _, mode := range []os.FileMode{0o644, 0o640, 0o604, 0o620} {
		must(t, os.Chmod(file, mode))
		_, _, err := ReadCredentials(file, moment)
		advice := "chmod 600 -- '" + strings.ReplaceAll(file, "'", `'\''`) + "'"
		console.Fails(t, err, advice, mode)
	}
	must(t, os.Chmod(file, 0o400))
	if _, _, err := ReadCredentials(file, moment); err != nil {
		t.Error(err)
	}
	if _, _, err := ReadCredentials(filepath.Dir(file), moment); err == nil {
		t.Error("a folder is read")
	}
}

// Any bytes give an error or headers that can be sent.
func FuzzCredentials(f *testing.F) {
	f.Add([]byte("[https://a.example]\nuser = u\npassword =\nheader = X-A: b\ncookie = a=b\n[b.example;2]\ntoken=x"),
		[]byte("a.example\tTRUE\t/\tFALSE\t0\tn\tv\n#HttpOnly_.b.example\tTRUE\t/d\tTRUE\t1e9\tm\t"))
	f.Add([]byte("\uFEFF[a.example]\r\ncookies = c.txt\r\nheader = \u00e9: y\r\n[]\n[["), []byte("\x00"))
	f.Add([]byte("[http://[::1]:80]\nheader=Te:x\ncookie==;"), []byte("\t\t/\t\t\t\t"))
	f.Fuzz(func(t *testing.T, file, cookies []byte) {
		path := private(t, "f.ini", string(file))
		must(t, os.WriteFile(filepath.Join(filepath.Dir(path), "c.txt"), cookies, 0o600))
		c, _, err := ReadCredentials(path, moment)
		if (err == nil) != (len(c.Sites()) > 0) {
			t.Fatalf("%v, error %v", c.Sites(), err)
		}
		for _, origin := range c.Sites() {
			for name, values := range headersFor(t, c, origin+"/d") {
				if !isToken(name) || refusedHeader(name) != "" && name != "Cookie" || len(values) != 1 ||
					strings.ContainsAny(values[0], "\r\n\x00") {
					t.Fatalf("%s: %q", name, values)
				}
			}
		}
	})
}
