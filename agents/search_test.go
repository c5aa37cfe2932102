package agents

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/robots"
	"sitegraph/extractor/scope"
	"sitegraph/internal/console"
	"sitegraph/site"
)

type memory struct{ records [][]byte }

func (m *memory) Append(records [][]byte) error {
	for _, r := range records {
		m.records = append(m.records, slices.Clone(r))
	}
	return nil
}

func (m *memory) Replay() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for _, r := range m.records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func (m *memory) Read(n int) ([]byte, error) { return m.records[n], nil }

// words scores texts by keywords. A page or anchor with "a0.7" is worth 0.7 to the agent with the keyword a. A page is
// worth less the more pages were learned before, with or without terms.
type words struct {
	topics []string
	learnt *int
}

func (w words) of(text string) []float64 {
	values := make([]float64, len(w.topics))
	for word := range strings.FieldsSeq(text) {
		for q, topic := range w.topics {
			var v float64
			if rest, ok := strings.CutPrefix(word, topic); ok {
				fmt.Sscan(rest, &v)
				values[q] = max(values[q], v)
			}
		}
	}
	return values
}

func (w words) Page(p PageText) []float64 {
	values := w.of(p.Text)
	for q := range values {
		values[q] *= 1 - float64(*w.learnt)/1000
	}
	*w.learnt++
	return values
}

// Link scores a link by its anchor, and a listed URL by the parts of its path.
func (w words) Link(l LinkText) []float64 {
	if l.Listed {
		return w.of(strings.ReplaceAll(l.URL, "/", " "))
	}
	return w.of(l.Anchor)
}

type robotsReader struct{}

func (robotsReader) Fetch(ctx context.Context, d extractor.Downloader, origin site.URL) extractor.RobotsAnswer {
	seen := robots.Fetch(ctx, func(ctx context.Context, u site.URL) site.Response {
		return d.Download(ctx, site.Request{URL: u, Robots: true})
	}, origin)
	return robotsReader{}.Judge(seen)
}

func (robotsReader) Judge(seen site.RobotsSeen) extractor.RobotsAnswer {
	r := robots.Rule(robots.ClassRFC9309, seen, "sitegraph", time.Minute)
	return extractor.RobotsAnswer{Seen: seen, Rules: r.Rules, Delay: r.CrawlDelay, Retry: r.Retry}
}

// world is a served web with the text of each path, where "-> /x" is a redirect.
type world map[string]string

func (w world) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	text, ok := w[r.URL.Path]
	if !ok {
		http.NotFound(out, r)
		return
	}
	if to, ok := strings.CutPrefix(text, "-> "); ok {
		http.Redirect(out, r, to, http.StatusFound)
		return
	}
	if r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml" {
		fmt.Fprint(out, strings.ReplaceAll(text, "HOST", r.Host))
		return
	}
	out.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(out, "<title>%s</title><body>%s", r.URL.Path, text)
}

func mustParse(t testing.TB, url string) site.URL {
	t.Helper()
	u, err := site.Parse(url)
	must(t, err)
	return u
}

// options returns the options of a search of the topics a, b, ... on a server.
func options(t testing.TB, server *httptest.Server, topics config.Topics) Options {
	t.Helper()
	var names []string
	for _, a := range topics.Agents {
		names = append(names, a.Name)
	}
	parser, err := parse.New("tokenizer", parse.Options{Elements: []string{"a"}, AnchorText: true, Text: true,
		Around: true})
	must(t, err)
	n, err := site.NewNormaliser("default", nil)
	must(t, err)
	o := Options{Topics: topics, Name: "test", Lookahead: 1, Values: words{names, new(int)},
		Members: func(site.URL) (*site.Members, error) { return nil, nil }}
	o.Parts = extractor.Parts{Parser: parser, Normaliser: n, Digest: dedup.Digest, Encoder: parse.QueryEncoder,
		Refused: refusal, Robots: robotsReader{}, Journal: &memory{}, Settings: map[string]string{}, Now: time.Now}
	o.Limits = scope.Limits{MaxLevel: -1, MaxRedirects: 5, MaxURLLength: 2000, Downloads: 4, PerHost: 4, Parsers: 2,
		Extensions: map[string]bool{"pdf": true}}
	o.Open = func(origin site.URL, named bool) (Host, error) {
		d := download.NewHTTP(download.HTTPOptions{UserAgent: "sitegraph", Timeout: 10 * time.Second, MaxBody: 1 << 20,
			MaxHeader: 1 << 16, MaxConnsPerHost: 16, Host: origin.Host, Public: !named})
		return Host{Downloader: d, Close: d.Close}, nil
	}
	return o
}

type fetched func(site.Fetch)

func (f fetched) Fetched(one site.Fetch) { f(one) }
func (fetched) Progress(site.Progress)   {}

// refusal treats pages with the word denied as refused.
func refusal(r site.Response, _ int) site.Refusal {
	if strings.Contains(string(r.Body), "denied") {
		return site.RefusalRepeated
	}
	return ""
}

func serve(t *testing.T, w http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(w)
	t.Cleanup(s.Close)
	return s
}

// show summarises a search: agent, path and state of each visit.
func show(s *site.Search, server *httptest.Server) (lines []string) {
	for _, v := range s.Visits {
		who := "-"
		if v.Agent != site.Nobody {
			who = s.Agents[v.Agent].Name
		}
		stored := ""
		if v.Stored {
			stored = " stored"
		}
		lines = append(lines, fmt.Sprintf("%s %s %s%s", who, strings.TrimPrefix(v.URL, server.URL), v.State, stored))
	}
	return lines
}

func defaults(names ...string) config.Topics {
	t := config.Topics{Scheme: "market", Matching: "exact", Clock: config.ClockPages, Lifetime: 600, Run: 300,
		Interval: 120, WonTime: 10, Understanding: 0.2, PageEnergy: 0.5, Step: 0.1, Lots: 1}
	for _, n := range names {
		t.Agents = append(t.Agents, config.Agent{Name: n, Keywords: n, Energy: 5, Target: 2})
	}
	return t
}

func TestTurns(t *testing.T) {
	server := serve(t, world{
		"/":   `portal <a href=/a1>a0.9</a> <a href=/b1>b0.8</a> <a href=/x>nothing</a> <a href=/a2>a0.5</a>`,
		"/a1": `a0.9 <a href=/a3>a0.4</a> <a href=/b2>b0.9</a> <a href=/gone>a0.3</a>`,
		"/a2": `-> /a3`, "/a3": `a0.6`, "/b1": `b0.3 <a href=/copy>b0.7</a>`, "/copy": `b0.3 <a href=/copy>b0.7</a>`,
		"/x": "x", "/b2": "b0.9",
	})
	o := options(t, server, defaults("a", "b"))
	o.Seeds = []site.URL{mustParse(t, server.URL+"/")}
	s, _, err := Run(t.Context(), o)
	must(t, err)
	// The portal has the words of its links, so it is a's. Its links a1 and a2 go to a, and b1 goes to b. x is worth
	// nothing to both, and b has fewer seeds. The target of a2 is in a's queue already. Finally a explores b2, which is
	// worthless to it.
	want := []string{"a / page stored", "a /a1 page stored", "b /b1 page stored", "a /a2 alias-redirect",
		"b /copy page stored", "a /a3 page stored", "b /x page", "a /gone status", "a /b2 page"}
	if got := show(s, server); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if s.Ended != site.EndedWorkDone || !s.Complete || s.Agents[0].Energy != 3 || s.Agents[1].Energy != 3.5 {
		t.Errorf("ended %s, complete %v, energy %v and %v", s.Ended, s.Complete, s.Agents[0].Energy, s.Agents[1].Energy)
	}
}

// With hosts = * links may lead anywhere except to private addresses that the user did not name.
func TestPublicHosts(t *testing.T) {
	pages := world{"/": `a0.9 <a href=/named>a0.9</a>`, "/named": "a0.8"}
	server := serve(t, pages)
	secret := strings.Replace(server.URL, "127.0.0.1", "localhost", 1) + "/named"
	pages["/"] += fmt.Sprintf(` <a href=%s>a0.9</a>`, secret)
	o := options(t, server, defaults("a"))
	o.Agents[0].Hosts, o.Agents[0].Seeds = []string{"*"}, []site.URL{mustParse(t, server.URL+"/")}
	s, _, err := Run(t.Context(), o)
	must(t, err)
	states := map[string]site.State{}
	for _, v := range s.Visits {
		states[v.URL] = v.State
	}
	console.Equal(t, states[server.URL+"/named"], site.StatePage, states)
	console.Equal(t, states[secret], site.StateUnreachable, states)
}
