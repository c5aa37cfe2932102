package sites

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/command"
)

// try runs the program on a file of topics, and returns the exit code, what it
// says, and the visits: path, state and agent of each, and whether it was stored.
func try(t *testing.T, topics string, args ...string) (code int, said string, visits []string) {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, "my.ini")
	must(t, os.WriteFile(file, []byte(topics), 0o600))
	env := []string{"SITEGRAPH_SITES_CRAWL_DELAY=0", "SITEGRAPH_DOWNLOAD_TRIES=1", "SITEGRAPH_ORDER_LOOKAHEAD=1"}
	args = append([]string{"agents", "--topics", file, "-O", folder, "--progress", "none", "--export", "csv"}, args...)
	var text bytes.Buffer
	code = command.Main(strings.NewReader(""), &text, &text, args, env)
	name := filepath.Join(folder, "topics", "topics.visits.csv")
	if _, err := os.Stat(name); err == nil {
		for _, row := range table(t, name, "url", "state", "agent", "stored") {
			row = strings.Replace(strings.TrimSuffix(row, " false"), " true", " stored", 1)
			visits = append(visits, path(row))
		}
	}
	return code, text.String(), visits
}

// agent is a section.
func agent(name, keywords string, more ...string) string {
	return fmt.Sprintf("[%s]\nkeywords = %s\n%s\n", name, keywords, strings.Join(more, "\n"))
}

// pages are pages by path, the text of each.
func pages(texts map[string]string) map[string]hostAnswer {
	all := map[string]hostAnswer{}
	for path, text := range texts {
		all[path] = hostAnswer{text: text}
	}
	if rules, ok := texts["/robots.txt"]; ok {
		all["/robots.txt"] = hostAnswer{kind: "text/plain", text: rules}
	}
	return all
}

// links are that many links with an anchor.
func links(anchor string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<a href="/%d">%s</a> `, i+1, anchor)
	}
	return b.String()
}

// TestSearches: small searches whose visits are worked out by hand. In topics {host} is the origin of the host;
// common is the path of a seed of all agents.
func TestSearches(t *testing.T) {
	for name, c := range map[string]struct {
		pages          map[string]string
		topics, common string
		code           int
		visits, says   []string
	}{
		"same topic: the links of a common page are dealt in turn": {map[string]string{"/": links("coin", 4),
			"/1": "coin one", "/2": "coin two", "/3": "coin three", "/4": "coin four"},
			agent("a", "coin") + agent("b", "coin"), "/", 0, []string{"/ page a stored", "/1 page a stored",
				"/2 page b stored", "/3 page a stored", "/4 page b stored"}, nil},
		"an agent alone": {map[string]string{"/": links("coin", 2), "/1": "coin one", "/2": "nothing here"},
			agent("a", "coin", "seeds = {host}/"), "", 0,
			[]string{"/ page a stored", "/1 page a stored", "/2 page a"}, nil},
		"more agents than URLs": {map[string]string{"/": links("coin", 2), "/1": "coin one", "/2": "coin two"},
			agent("a", "coin") + agent("b", "coin") + agent("c", "coin") + agent("d", "coin"), "/", 0,
			[]string{"/ page a stored", "/1 page a stored", "/2 page b stored"},
			[]string{"c: stored nothing: others visited", "d: stored nothing: others visited"}},
		"a seed on no topic": {map[string]string{"/own": `<a href="/1">rain</a>`},
			agent("a", "coin", "seeds = {host}/own"), "", 0, []string{"/own page a", "/1 status a"}, nil},
		"a seed on no topic, of a strict agent": {map[string]string{"/own": `<a href="/1">rain</a>`},
			"strict = true\n" + agent("a", "coin", "seeds = {host}/own"), "", 0, []string{"/own page a"},
			[]string{"a: no page has any of its keywords"}},
		"energy for a page each": {map[string]string{"/a": links("coin", 9), "/b": links("map", 5) + links("stamp", 9)},
			"energy = 0.5\n" + agent("a", "coin", "seeds = {host}/a") + agent("b", "map", "seeds = {host}/b"), "", 0,
			[]string{"/a page a stored", "/b page b stored"},
			[]string{"ended: energy", "9 URLs known and not visited", "0 of 0.5"}},
		"Japanese and Thai, without spaces between words": {map[string]string{
			"/ja": `有田焼は日本の陶磁器である <a href="/arita">陶磁器</a>`, "/arita": "佐賀県有田町の陶磁器",
			"/th": `เครื่องปั้นดินเผาไทย <a href="/ja">日本</a>`},
			agent("陶磁器", "陶磁器", "seeds = {host}/ja") + agent("ดินเผา", "เครื่องปั้นดินเผา", "seeds = {host}/th"), "", 0,
			[]string{"/ja page 陶磁器 stored", "/th page ดินเผา stored", "/arita page 陶磁器 stored"}, nil},
		"a host that forbids everything costs no energy": {map[string]string{"/": links("coin", 3),
			"/robots.txt": "User-agent: *\nDisallow: /\n"}, agent("a", "coin", "seeds = {host}/"), "", 4,
			[]string{"/ robots a"}, []string{"5 of 5", "robots.txt"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := serveHost(t, pages(c.pages))
			var args []string
			if c.common != "" {
				args = append(args, h.URL+c.common)
			}
			code, said, visits := try(t, strings.ReplaceAll(c.topics, "{host}", h.URL), args...)
			mustBe(t, "visits", visits, c.visits...)
			for _, says := range append(c.says, "") {
				if code != c.code || !strings.Contains(said, says) {
					t.Errorf("exit code %d, does not say %q: %s", code, says, said)
				}
			}
		})
	}
}

// TestSeedRedirectsElsewhere: the seed of agent a redirects to the host of agent
// b, where a may go on then, unless its hosts were given; what b has is b's.
func TestSeedRedirectsElsewhere(t *testing.T) {
	own := serveHost(t, map[string]hostAnswer{})
	other := serveHost(t, pages(map[string]string{"/b": `map <a href="/2">map</a>`, "/1": `coin <a href="/3">coin</a>`,
		"/2": "map two", "/3": "coin three"}))
	there := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	b := agent("b", "map", "seeds = "+there+"/b")
	for _, c := range []struct {
		name, to, hosts string
		want            []string
	}{
		{"follows", "/1", "", []string{"/a alias-redirect a", "/1 page a stored", "/b page b stored",
			"/3 page a stored", "/2 page b stored"}},
		{"stays", "/1", "hosts = 127.0.0.1",
			[]string{"/a redirect-external a", "/b page b stored", "/2 page b stored"}},
		{"is another's", "/b", "", []string{"/a alias-redirect a", "/b page b stored", "/2 page b stored"}},
	} {
		own.answers["/a"] = hostAnswer{to: there + c.to}
		code, said, visits := try(t, agent("a", "coin", "seeds = "+own.URL+"/a", c.hosts)+b)
		mustBe(t, c.name, visits, c.want...)
		if code != 0 {
			t.Errorf("%s: exit code %d, says %s", c.name, code, said)
		}
	}
}

// TestTextAuction: a market on real text. A page that has a topic's only keyword among n different words, each once,
// has the similarity 2/sqrt(n+3), since a keyword weighs twice as much: 1, 0.894427, 0.755929 for n of 1, 2, 4. With
// one of two keywords, which weigh the same at first, it is sqrt(2)/sqrt(n+3):
// 0.707107, 0.632456 for n of 1, 2; with both 2 sqrt(2)/sqrt(n+6): 0.894427 for 4.
// A link is worth half the page, a quarter its anchor, a quarter the text around, here that of the page:
//
//	             coin              stamp                     map stamp
//	"stamp"      0.75 * 0.755929   0.75 * 0.755929 + 0.25    0.75 * 0.894427 + 0.25 * 0.707107
//	             = 0.566947        = 0.816947                = 0.847597
//	"map sea"    0.566947          0.566947                  0.75 * 0.894427 + 0.25 * 0.632456
//	                                                         = 0.828934
//
// So maps, who bids most for the first, gets the second: 0.816947 + 0.828934 is
// more than 0.566947 + 0.847597. It would give 0.847597 - 0.828934 for the first.
func TestTextAuction(t *testing.T) {
	h := serveHost(t, map[string]hostAnswer{"/list": {text: `coin <a href="/s1">stamp</a> <a href="/s2">map sea</a>`},
		"/b1": {text: "stamp"}, "/b2": {text: "map stamp"}, "/s1": {text: "stamp album"}, "/s2": {text: "sea map"}})
	topics := fmt.Sprintf("clock = pages\nrun = 0\ninterval = 3\ntarget = 1\n"+
		"[coins]\nkeywords = coin\nenergy = 0.5\nseeds = %[1]s/list\n"+
		"[stamps]\nkeywords = stamp\nseeds = %[1]s/b1\n[maps]\nkeywords = map stamp\nseeds = %[1]s/b2\n", h.URL)
	job := newJob(t, t.TempDir(), topics, map[string]string{"order.lookahead": "1"})
	s := search(t, t.Context(), job)

	mustBe(t, "market.csv", table(t, filepath.Join(job.OutputDir, "topics", "topics.market.csv"), "time",
		"normalized_url", "seller", "buyer", "seller_value", "value", "price"),
		"3 "+h.URL+"/s1 coins stamps 0.566947 0.816947 0.018663",
		"3 "+h.URL+"/s2 coins maps 0.566947 0.828934 0")
	var got []string
	for _, v := range s.Visits {
		got = append(got, fmt.Sprint(path(v.URL), " ", s.Agents[v.Agent].Name, " ", v.Relevance[:2]))
	}
	mustBe(t, "visits", got, "/list coins [0.755929 0.755929]", "/b1 stamps [0 1]", "/b2 maps [0 0.894427]",
		"/s1 stamps [0 0.894427]", "/s2 maps [0 0]")
}
