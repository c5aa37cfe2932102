package redirects

import (
	"fmt"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// answers says what rules do with a URL, such as "301 /b", by line.
func answers(f *File, url string) string {
	i, to := f.first(variables("a.example", url), func(string) bool { return false })
	if i < 0 {
		return ""
	}
	return strings.TrimSpace(fmt.Sprint(f.Rules[i].Line, ": ", f.Rules[i].status, " ", to))
}

// Each format is read as its server reads it. The answers were worked out by hand from the documents of the servers.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       map[string]string // the answer to a URL
		unread     []int             // lines
	}{
		{"list.csv", "\ufefffrom,to,status,line\n/a,/b,301,1\n\"/c,d\",/$1,302,\nhttp://a.example/e?x=1,/e/,,\n" +
			"http://b.example/f,/g,,\n/h,,410,\n/i,j,301\n/k,/l,200x\n",
			map[string]string{"/a": "2: 301 /b", "/a?x=1": "2: 301 /b?x=1", "/c,d": "3: 302 /$1",
				"/e?x=1": "4: 301 /e/?x=1", "/e": "", "/f": "", "/h": "6: 410"}, []int{7, 8}},
		{"liste.txt", "/alt;/neu\n/%C3%A4;/ae\nalt;neu\n",
			map[string]string{"/alt": "1: 301 /neu", "/ä": "2: 301 /ae", "/%c3%a4": "2: 301 /ae"},
			[]int{3}},
		{"_redirects", "# old\n/a/* /b/:splat  # all\n/c/:id/:x /d?id=:id&x=:x 302!\n/e /f 410\n" +
			"/g http://h.example:80/\n/i /j Country=de\n/k\n/l/* /m/* 200\n",
			map[string]string{"/a": "2: 301 /b/", "/a/x/y": "2: 301 /b/x/y", "/ab": "", "/c/1/2": "3: 302 /d?id=1&x=2",
				"/c/1": "", "/e": "4: 410", "/g?x=1": "5: 301 http://h.example:80/?x=1", "/l/x": ""}, []int{6, 7, 8}},
		{"vercel.json", `{"cleanUrls": true,
"redirects": [
  {"source": "/a", "destination": "/b", "permanent": false},
  {"source": "/c/:path*", "destination": "https://x.example/:path*"},
  {"source": "/d/:id(\\d+)", "destination": "/e/:id", "statusCode": 301},
  {"source": "/f/(.*)", "destination": "/g/$1"},
  {"source": "/h", "destination": "/i", "has": [{"type": "host", "value": "x"}]}
]}`, map[string]string{"/a": "3: 307 /b", "/c": "4: 308 https://x.example/", "/c/x/y": "4: 308 https://x.example/x/y",
			"/d/12": "5: 301 /e/12", "/d/x": "", "/f/x": "6: 308 /g/x"}, []int{1, 7}},
		{"next.config.js", `module.exports = { async redirects() { /* source: '/q' */ return [
	{
		source: '/a/:id',
		destination: '/b/:id', permanent: true,
	},
	{ source: "/c", destination: "/d", permanent: false }, { source: '/e', destination: '/f', locale: false,
		permanent: true },
	{ source: '/g', /* once */ destination: 'https://x.example/h', // a shop: "h"
		permanent: true },
	{ source: '/i', destination: '/j', basePath: false, permanent: true },
], basePath: "/x" }}`, map[string]string{"/x/a/1": "2: 308 /x/b/1", "/a/1": "", "/x/c": "6: 307 /x/d", "/e": "",
			"/q": "", "/x/g": "8: 308 https://x.example/h", "/i": "10: 308 /j"}, []int{6}},
		{"next.config.ts", "export default { basePath: process.env.BASE, redirects: () => [\n" +
			"{ source: '/a', destination: '/b' }]}", map[string]string{"/a": "2: 308 /b"}, []int{1}},
		{"docusaurus.config.js", `export default { url: 'https://x.example', baseUrl: '/', // it's home
	navbar: [{to: '/blog', label: 'Blog'}],
	redirects: [{from: ['/a', '/b c'], to: '/d'}, {
		to: "/f", from: "/e",
	}, { from: other, to: '/g' }],
	trailingSlash: true,
}`, map[string]string{"/a": "3: 301 /d", "/b%20c": "3: 301 /d", "/b": "", "/e": "3: 301 /f", "/blog": ""}, []int{5, 6}},
		{"site.conf", `server {
	server_name a.example; # one
	rewrite ^/a/(\d+)$ /b/$1 permanent;
	rewrite ^/c/(?<what>.*)$ /d/${what}? redirect;
	rewrite ^/e$ /f last;
	location = /g { return 301 /h; }
	location /i/ { return 302 https://x.example$request_uri; }
	location ~* ^/i/(.*)\.php$ { return 308 /j/$1$is_args$args; }
	location ^~ /i/k/ { return 410; }
	location / { try_files $uri =404; }
	if ($m) { return 307 $m; }
	if ($host = b.example) {
		return 301 /never;
	}
}
map $request_uri $m {
	default "";
	"~^/n/(?<p>[^/?]*)$" "/o/${p}";
	"/n/x" "";
	/p?q=1 /r;
}`, map[string]string{"/a/12?x=1": "3: 301 /b/12?x=1", "/c/x?y=1": "4: 302 /d/x", "/e": "", "/g?x=1": "6: 301 /h",
			"/i/x?y=1": "7: 302 https://x.example/i/x?y=1", "/i/x.PHP?y=1": "8: 308 /j/x?y=1", "/i/k/x.php": "9: 410",
			"/n/y": "18: 301 /o/y", "/n/x": "", "/p?q=1": "20: 301 /r", "/p": ""}, []int{5, 10, 12}},
		{".htaccess", `RewriteRule ^r$ s [R]
Redirect /a /b
Redirect permanent /c/ https://x.example/d/
Redirect gone /e
RedirectMatch 303 ^/f/(.*)\.php$ /g/$1
RedirectPermanent "/h i" /j
RewriteRule ^k/(\d+)/?$ /l?id=$1 [R=301,L]
RewriteBase /x
RewriteRule ^/?m$ n? [R,NC,L,QSD]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteRule ^ index.php [L]
RewriteRule ^o$ - [G]
RewriteCond %{THE_REQUEST} "^[A-Z]+ /p/([^ ?]*) HTTP/"
RewriteRule ^ "https://x.example/q\$%1" [R=301,L,NE]
RewriteRule ^s$ /t [L]
`, map[string]string{"/a": "2: 302 /b", "/a/x?y=1": "2: 302 /b/x?y=1", "/ab": "",
			"/c/x": "3: 301 https://x.example/d/x",
			"/e":   "4: 410", "/f/x.php": "5: 303 /g/x", "/h%20i": "6: 301 /j", "/k/7": "7: 301 /l?id=7",
			"/k/7?y=1": "7: 301 /l?id=7", "/M?y=1": "9: 302 /x/n", "/o": "12: 410",
			"/p/x":   "13: 301 https://x.example/q$x",
			"/p/x?y": "", "/s": ""}, []int{1, 10, 15}},
	} {
		f, err := Read(c.text)
		console.Must(t, err)
		for url, want := range c.want {
			console.Equal(t, answers(f, url), want, c.name, url)
		}
		var unread []int
		for _, fault := range f.Unread {
			unread = append(unread, fault.Line)
		}
		console.Equal(t, unread, c.unread, c.name)
	}
	_, err := Read("Nothing to see\nhere.\n")
	console.Fails(t, err, "no redirects of nginx")
}

// crawl returns the crawl of a site with pages, and with other URLs and what they answer.
func crawl(origin, pages string, others ...site.Entry) Site {
	c := &site.Crawl{Site: origin, Graph: &site.Graph{}}
	var ledger []site.Entry
	for path := range strings.FieldsSeq(pages) {
		c.Graph.Pages = append(c.Graph.Pages, site.Page{URL: origin + path, Key: origin + path})
		ledger = append(ledger, site.Entry{URL: origin + path, Key: origin + path, State: site.StatePage})
	}
	for _, e := range others {
		e.URL, e.Key = origin+e.URL, origin+e.URL
		ledger = append(ledger, e)
	}
	c.Ledger = site.WithoutErrors(ledger)
	return Site{c, func(u site.URL) string { return u.String() }}
}

// Each fault has its line. The old site has another host, and a rule for the scheme alone is none.
func TestCheck(t *testing.T) {
	now := crawl("https://new.example", "/ /n /hidden",
		site.Entry{URL: "/dead", State: site.StateStatus, Status: 404},
		site.Entry{URL: "/moved", State: site.StateRedirect, Status: 301, Location: "https://new.example/n"})
	old := crawl("http://old.example", "/ /good /a /t/1 /t/2 /lost /g/x",
		site.Entry{URL: "/bad", State: site.StateStatus})
	f, err := Read(`/good,/n
/a,/b
/b,https://old.example/n
/x,/y
/y,/x
/t/1,/dead
/t/2,/moved
/hidden,/n
/good,/
/gone,/nowhere
/out,https://elsewhere.example/
/self,https://old.example/self
`)
	console.Must(t, err)
	pattern, err := Read("/g/* /n\n/g/y /\n/u/* /u/v\n")
	console.Must(t, err)
	for _, c := range []struct {
		file *File
		old  Site
		want string
	}{
		{f, old, "0 lost 1; 0 lost 1; 2 chain 1; 3 unused 1; 4 loop 1; 4 unused 1; 5 loop 1; 5 unused 1; 6 dead 1; " +
			"7 chain 1; 8 hides 1; 8 unused 1; 9 shadow 1; 10 unknown 1; 10 unused 1; 11 unused 1; 12 unused 1"},
		{f, Site{}, "2 chain 1; 4 loop 1; 5 loop 1; 6 dead 1; 7 chain 1; 8 hides 1; 9 shadow 1; 10 unknown 1"},
		{pattern, Site{}, "2 shadow 1"},
	} {
		found, err := Check(c.file, now, c.old)
		console.Must(t, err)
		var got []string
		for _, one := range found {
			got = append(got, fmt.Sprint(one.Line, " ", one.Kind, " ", one.URLs))
		}
		console.Equal(t, strings.Join(got, "; "), c.want)
	}
}

// No text makes the reader or the check fail.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"/a;/b;301", "/a/* /b/:splat",
		`{"redirects":[{"source":"/:a(x|y)*","destination":"/:a"}]}`,
		"RewriteRule ^/?(a|b)$ /$1 [R]", "location ~ ^/(a)$ { return 301 /${1}; }\nmap $uri $x { ~*a /b; }"} {
		f.Add(text)
	}
	now := crawl("https://new.example", "/ /a", site.Entry{URL: "/dead", State: site.StateStatus})
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read(text)
		if err != nil {
			return
		}
		_, err = Check(file, now, now)
		console.Must(t, err)
		for _, fault := range file.Unread {
			if fault.Line < 1 || fault.Line > 1+strings.Count(text, "\n") {
				t.Errorf("line %d of %q", fault.Line, text)
			}
		}
	})
}
