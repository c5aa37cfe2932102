package visits

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
)

// Lines are read in the formats that the documents of Caddy, IIS, CloudFront and ELB show, and in the JSON that nginx
// writes with its variable names. All lines have the same time.
func TestFormats(t *testing.T) {
	at := time.Date(2019, 12, 4, 21, 2, 31, 0, time.UTC).Unix()
	for _, c := range []struct{ text, host, method, target, referer, agent string }{
		{`{"level":"info","ts":1575493351.52,"msg":"handled request","request":{"remote_ip":"127.0.0.1",` +
			`"method":"GET","host":"localhost","uri":"/a?b=\u0041","headers":{"User-Agent":["curl/7.82.0"],` +
			`"Referer":["http://localhost/"]}},"status":200}`, "localhost", "GET", "/a?b=A",
			"http://localhost/", "curl/7.82.0"},
		{`{"time_local":"04/Dec/2019:22:02:31 +0100","request":"GET /a HTTP/1.1","status":"200",` +
			`"http_referer":"-","http_user_agent":"X \"Y\""}`, "", "GET", "/a", "-", `X "Y"`},
		{`{"time_iso8601":"2019-12-04T21:02:31+00:00","request_method":"HEAD","request_uri":"/a","status":200,` +
			`"host":"h"}`, "h", "HEAD", "/a", "", ""},
		{"#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem " +
			"sc-status cs(Referer) cs(User-Agent) cs-uri-query x-host-header\n2019-12-04\t21:02:31\tLAX1\t392\t" +
			"192.0.2.1\tGET\td1.cloudfront.net\t/index.html\t200\t-\tMozilla/5.0%20(X11)\ta=b\twww.a.example",
			"www.a.example", "GET", "/index.html?a=b", "", "Mozilla/5.0 (X11)"},
		{"#Software: Microsoft Internet Information Services 10.0\n#Fields: date time s-ip cs-method cs-uri-stem " +
			"cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus\n2019-12-04 " +
			"21:02:31 192.0.2.1 GET /default.htm - 80 - 192.0.2.9 Mozilla/5.0+(X11) http://h/ 200 0", "", "GET",
			"/default.htm", "http://h/", "Mozilla/5.0 (X11)"},
		{`2019-12-04T21:02:31.943958Z my-lb 192.168.131.39:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 ` +
			`"GET http://www.a.example:80/ HTTP/1.1" "curl/7.38.0" - -`, "", "GET", "http://www.a.example:80/", "",
			"curl/7.38.0"},
		{`h2 2019-12-04T21:02:31.186641Z app/my-lb/50 [2001:db8::1]:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 ` +
			`366 "GET https://a.example:443/x HTTP/2.0" "curl/7.46.0" - -`, "", "GET", "https://a.example:443/x", "",
			"curl/7.46.0"},
	} {
		var f format
		for text := range strings.Lines(c.text) {
			if f.directive([]byte(text)) {
				continue
			}
			l, err := f.parse([]byte(text))
			got := []string{string(l.host), string(l.method), string(l.target), string(l.referer), string(l.agent)}
			want := []string{c.host, c.method, c.target, c.referer, c.agent}
			when, fault := timeOf(string(l.time))
			if !reflect.DeepEqual(got, want) || l.status != 200 || when != at || err != nil || fault != nil {
				t.Errorf("%s: %q %d at %d, %v, %v, want %q at %d", c.text, got, l.status, when, err, fault, want, at)
			}
		}
	}
	for text, want := range map[string]string{
		"\ufeffTop pages,Clicks,Impressions,CTR\n/a,\"1,234\",9,1%":       "/a 1234 <nil>",
		"clicks;page;views\n12;https://h/a?b=\"c\";9":                     "https://h/a?b=\"c\" 12 <nil>",
		"Landing_Page\tSessions\n/a\t1.234":                               "/a 1234 <nil>",
		"page,impressions,clicks\n/a,7":                                   " 0 " + errClicks.Error(),
		"page,clicks\n/a,many":                                            " 0 " + errClicks.Error(),
		"page,impressions\n/a,7":                                          " 0 " + errTime.Error(),
		"# Analytics\nPage path,Views,Users\n\"/a,b\",0,0":                "/a,b 0 <nil>",
		hit("01", "GET /page", "200", "-", "clicks,page") + "page,clicks": " 0 " + errTime.Error(),
	} {
		var f format
		var l line
		var err error
		for text := range strings.Lines(text) {
			if text = strings.TrimSpace(text); !f.directive([]byte(text)) {
				l, err = f.parse([]byte(text))
			}
		}
		if err != nil {
			l = line{}
		}
		console.Equal(t, fmt.Sprint(string(l.target), " ", l.count, " ", err), want, text)
	}
	for text, want := range map[string]error{"{": errJSON, "{}": errStatus, `{"status":200,"ts":1}`: nil,
		`2019-12-04T21:02:31.943958Z a b c d e f 200 200 0 29 "`: errRequest} {
		if _, err := new(format).parse([]byte(text)); err != want {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}

// No line of any format makes the reader fail.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"page,clicks\n/a,7", "#Fields: cs-method sc-status\nGET 200", `{"status":200,"ts":1}`,
		`2019-12-04T21:02:31.943958Z a b c d e f 200 200 0 29 "GET / HTTP/1.1"`, hit("01", "GET /", "200", "-", "X")} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var format format
		for text := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' }) {
			if !format.directive([]byte(text)) {
				if l, err := format.parse([]byte(text)); err == nil && l.count < 0 {
					t.Errorf("%q: %d visits", text, l.count)
				}
			}
		}
	})
}
