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
	if err := os.WriteFile(file, []byte(topics), 0o600); err != nil {
		t.Fatal(err)
	}
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
	return all
}

// TestSameTopic: the links of a common page are dealt in turn to agents whose
// topics are the same, and no page is visited twice.
func TestSameTopic(t *testing.T) {
	h := serveHost(t, pages(map[string]string{"/": links("coin", 4),
		"/1": "coin one", "/2": "coin two", "/3": "coin three", "/4": "coin four"}))
	code, said, visits := try(t, agent("a", "coin")+agent("b", "coin"), h.URL+"/")
	mustBe(t, "visits", visits, "/ page a stored", "/1 page a stored", "/2 page b stored", "/3 page a stored",
		"/4 page b stored")
	if code != 0 {
		t.Errorf("exit code %d, says %s", code, said)
	}
}

// links are that many links with an anchor.
func links(anchor string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<a href="/%d">%s</a> `, i+1, anchor)
	}
	return b.String()
}

// TestOneAgent: an agent alone has nobody to trade with.
func TestOneAgent(t *testing.T) {
	h := serveHost(t, pages(map[string]string{"/": links("coin", 2), "/1": "coin one", "/2": "nothing here"}))
	code, said, visits := try(t, agent("a", "coin", "seeds = "+h.URL+"/"))
	mustBe(t, "visits", visits, "/ page a stored", "/1 page a stored", "/2 page a")
	if code != 0 || strings.Contains(said, "sold 1") {
		t.Errorf("exit code %d, says %s", code, said)
	}
}

// TestManyAgents: there are more agents than URLs; those that got none say so.
func TestManyAgents(t *testing.T) {
	h := serveHost(t, pages(map[string]string{"/": links("coin", 2), "/1": "coin one", "/2": "coin two"}))
	topics := ""
	for i := range 5 {
		topics += agent(fmt.Sprint("agent", i), "coin")
	}
	code, said, visits := try(t, topics, h.URL+"/")
	mustBe(t, "visits", visits, "/ page agent0 stored", "/1 page agent0 stored", "/2 page agent1 stored")
	for i := 2; i < 5; i++ {
		says := fmt.Sprintf("agent%d: stored nothing: others visited", i)
		if code != 0 || !strings.Contains(said, says) {
			t.Errorf("exit code %d, does not say %q: %s", code, says, said)
		}
	}
}

// TestNoRelevantSeed: seeds are visited though they are on no topic; their links
// are explored, but not by strict agents, and it is said why nothing was stored.
func TestNoRelevantSeed(t *testing.T) {
	h := serveHost(t, pages(map[string]string{"/": links("weather", 2), "/own": `<a href="/1">rain</a>`}))
	lone := agent("a", "coin", "seeds = "+h.URL+"/own")
	_, _, visits := try(t, lone)
	mustBe(t, "visits", visits, "/own page a", "/1 status a")
	code, said, visits := try(t, "strict = true\n"+lone)
	mustBe(t, "visits of a strict one", visits, "/own page a")
	if code != 0 || !strings.Contains(said, "a: no page has any of its keywords") {
		t.Errorf("exit code %d, says %s", code, said)
	}
}

// TestOutOfEnergy: with energy for a page each the search ends, and says what is left.
func TestOutOfEnergy(t *testing.T) {
	h := serveHost(t, pages(map[string]string{"/a": links("coin", 9), "/b": links("map", 5) + links("stamp", 9)}))
	code, said, visits := try(t, "energy = 0.5\n"+agent("a", "coin", "seeds = "+h.URL+"/a")+
		agent("b", "map", "seeds = "+h.URL+"/b"))
	mustBe(t, "visits", visits, "/a page a stored", "/b page b stored")
	for _, says := range []string{"ended: energy", "9 URLs known and not visited", "0 of 0.5"} {
		if code != 0 || !strings.Contains(said, says) {
			t.Errorf("exit code %d, does not say %q: %s", code, says, said)
		}
	}
}

// TestWithoutWordBreaks: keywords are found in Japanese and Thai.
func TestWithoutWordBreaks(t *testing.T) {
	h := serveHost(t, pages(map[string]string{"/ja": `有田焼は日本の陶磁器である <a href="/arita">陶磁器</a>`, "/arita": "佐賀県有田町の陶磁器",
		"/th": `เครื่องปั้นดินเผาไทย <a href="/ja">日本</a>`}))
	code, said, visits := try(t, agent("陶磁器", "陶磁器", "seeds = "+h.URL+"/ja")+
		agent("ดินเผา", "เครื่องปั้นดินเผา", "seeds = "+h.URL+"/th"))
	mustBe(t, "visits", visits, "/ja page 陶磁器 stored", "/th page ดินเผา stored", "/arita page 陶磁器 stored")
	if code != 0 {
		t.Errorf("exit code %d, says %s", code, said)
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

// TestForbidden: a host whose robots.txt forbids everything is asked for nothing else, and costs no energy.
func TestForbidden(t *testing.T) {
	web := pages(map[string]string{"/": links("coin", 3)})
	web["/robots.txt"] = hostAnswer{kind: "text/plain", text: "User-agent: *\nDisallow: /\n"}
	h := serveHost(t, web)
	code, said, visits := try(t, agent("a", "coin", "seeds = "+h.URL+"/"))
	mustBe(t, "visits", visits, "/ robots a")
	if code != 4 || len(h.asked) != 1 || !strings.Contains(said, "5 of 5") || !strings.Contains(said, "robots.txt") {
		t.Errorf("exit code %d, asked for %v, says %s", code, h.asked, said)
	}
}
