package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

// web answers without a network.
type web struct{ world }

func (w web) Download(_ context.Context, r site.Request) site.Response {
	text, ok := w.world[r.URL.Path]
	to, redirects := strings.CutPrefix(text, "-> ")
	answer := site.Response{URL: r.URL, Status: 200, ContentType: "text/html", Body: []byte(text), Attempts: 1}
	switch {
	case !ok:
		answer.Status, answer.Body = 404, nil
	case redirects:
		answer.Status, answer.Location, answer.Body = 302, to, nil
	}
	return answer
}

// offline makes a search read a web instead of servers.
func offline(o *Options, w web) {
	o.Open = func(site.URL, bool) (Host, error) { return Host{Downloader: w, Close: func() {}}, nil }
}

// If a record of a state is replaced, left out or inserted, the search goes on or ends with an error.
func FuzzJournal(f *testing.F) {
	w := web{world{
		"/":  `portal <a href=/1>a0.9</a> <a href=/2>b0.8</a> <a href=/r>a0.7</a> <a href=http://x.example/>b0.6</a>`,
		"/1": `a0.9 <a href=/2>b0.9</a> <a href=/3>a0.4</a>`, "/2": `b0.9 <a href=/1>a0.4</a> <a href=/4>a0.8</a>`,
		"/3": "a0.5", "/r": "-> /5", "/5": "a0.5", "/4": "b0.4", "/robots.txt": "User-agent: *\nDisallow: /4\n",
		"/sitemap.xml": sitemapOf("http://h.example/a0.3", "http://h.example/3"), "/a0.3": "a0.2",
	}}
	fresh := func(t testing.TB, records [][]byte, stable bool) Options {
		topics := defaults("a", "b")
		topics.Interval, topics.Agents[0].Energy, topics.Agents[1].Target = 2, 1, 0
		o := options(t, nil, topics)
		o.Seeds = []site.URL{mustParse(t, "http://h.example/")}
		o.Parts.Settings["lookahead"] = "1"
		o.Parts.Journal = &memory{records}
		readsSitemaps(&o, "start")
		if offline(&o, w); stable {
			makeStable(t, &o)
		}
		return o
	}
	var journals [2][][]byte // for the keys exact and stable
	for key := range journals {
		o := fresh(f, nil, key == 1)
		if _, _, err := Run(f.Context(), o); err != nil {
			f.Fatal(err)
		}
		records := o.Parts.Journal.(*memory).records
		for i, r := range records {
			f.Add(uint8(i), uint8(3*key), r)
			f.Add(uint8(i), uint8(3*key+1), []byte{})
			f.Add(uint8(i), uint8(3*key+2), records[len(records)-1-i])
		}
		journals[key] = records
	}
	for at := range journals[0] { // searches with a key other than that of the answers
		f.Add(uint8(at), uint8(0), []byte(`s{"origin":"0","start":"http:0","settings":{"lookahead":"1"},"stable":true,`+
			`"search":true}`))
	}
	f.Fuzz(func(t *testing.T, at, how uint8, record []byte) {
		key := int(how) / 3 % 2
		records := journals[key]
		i := int(at) % len(records)
		put := [][][]byte{{record}, {}, {record, records[i]}}[how%3]
		s, links, err := Run(t.Context(), fresh(t, slices.Concat(records[:i], put, records[i+1:]), key == 1))
		if err != nil {
			return
		}
		for q := site.Nobody; q < 2; q++ {
			if c := Graph(s, q, links); len(c.Searched.Pages) != len(c.Graph.Pages) {
				t.Errorf("%d of %d pages", len(c.Searched.Pages), len(c.Graph.Pages))
			}
		}
		for _, a := range s.Agents {
			if a.Energy < 0 || a.Energy > a.FirstEnergy {
				t.Errorf("energy %v of %v", a.Energy, a.FirstEnergy)
			}
		}
		if _, err := json.Marshal(s); err != nil {
			t.Error(err)
		}
	})
}

// odd serves malformed answers.
func odd(out http.ResponseWriter, r *http.Request) {
	h := out.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	switch r.URL.Path {
	case "/robots.txt":
		out.Write([]byte("User-agent: *\n# \xff\xfe\x00\nDisallow: /forbidden\xe4\nDisallow: /forbidden\n"))
	case "/":
		out.Write([]byte("<html lang='\xff'><title>a\xff\x00<&\u2028</title><meta name=robots content='\xfe'>" +
			"<link rel=canonical href='/\xff'>a0.9 <a href='/x\xff?q=\xfe'>a0.9 \xff\xfe</a> <a href=/loc>a0.8</a> " +
			"<a href=/scheme>a0.8</a> <a href=/type>a0.8</a> <a href=/500>a0.8</a> <a href=/cut>a0.8</a> " +
			"<a href=/short>a0.8</a> <a href=/forbidden>a0.8</a> " +
			"<a href='http://\xff.example/'>a0.8</a> <a href=/\xe4>a0.8</a> <a href='/\u2028'>a0.7</a> " +
			"<a href='/%ff%00'>a0.7</a>"))
	case "/loc":
		h["Location"] = []string{"/y\xff"}
		out.WriteHeader(301)
	case "/scheme":
		h["Location"] = []string{"javascript:\xfe"}
		out.WriteHeader(301)
	case "/type":
		h["Content-Type"] = []string{"image/\xff\xfe"}
	case "/500":
		out.WriteHeader(500)
	case "/cut":
		panic(http.ErrAbortHandler)
	case "/short":
		h.Set("Content-Length", "1000")
		out.Write([]byte("\xff"))
	default:
		out.Write([]byte("a0.5 \xff " + r.URL.Path))
	}
}

// The journal keeps what the search used, whatever bytes came.
func TestOddAnswers(t *testing.T) {
	server := serve(t, http.HandlerFunc(odd))
	o := options(t, server, defaults("a"))
	o.Agents[0].Energy = 50
	o.Agents[0].Seeds = []site.URL{mustParse(t, server.URL+"/")}
	want := account(t, t.Context(), o)
	o.Values = words{[]string{"a"}, new(int)}
	server.Close()
	if got := account(t, t.Context(), o); got != want {
		t.Errorf("another account: %s", firstDifference(got, want))
	}
	for _, state := range []site.State{site.StatePage, site.StateRedirect, site.StateRedirectBad, site.StateNotHTML,
		site.StateStatus, site.StateFailed, site.StateRobots} {
		if !strings.Contains(want, fmt.Sprintf(`"State": %q`, state)) {
			t.Errorf("no visit ends as %s", state)
		}
	}
}

// The state of an earlier version, a header and visits in JSON, is refused with advice.
func TestEarlierVersion(t *testing.T) {
	o := options(t, nil, defaults("a"))
	o.Seeds = []site.URL{mustParse(t, "http://h.example/")}
	o.Parts.Journal = &memory{[][]byte{[]byte(`h{"Settings":{}}`),
		[]byte(`v{"a":-1,"k":"http://h.example/","s":"page"}`)}}
	if _, _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "--fresh") {
		t.Errorf("got %v", err)
	}
}
