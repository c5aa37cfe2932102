package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/run"
	"sitegraph/site"
)

// TestAgentsUsage checks that mistakes in topics and seeds end with code 2, before anything is written.
func TestAgentsUsage(t *testing.T) {
	dir := t.TempDir()
	file := func(text string) []string {
		return []string{"--topics", write(t, filepath.Join(dir, "topics.ini"), text)}
	}
	const seed = "https://a.example/"
	for _, c := range []struct {
		name, text string
		args, says []string
	}{
		{"no topic", "", []string{seed}, []string{"topics.ini:1: no agent"}},
		{"no seeds", "[a]\nkeywords = coin\nseeds = " + seed + "\n\n[b]\nkeywords = stamp\n[c]\nkeywords = map\n", nil,
			[]string{"topics.ini:5: [b]: no seeds", "topics.ini:7: [c]: no seeds", "on the command line"}},
		{"seed without scheme", "[a]\nkeywords = coin\n", []string{"a.example/links"},
			[]string{`"a.example/links" is not a complete URL`, `did you mean "https://a.example/links"?`}},
		{"stop words", "[a]\nkeywords = coin\n\n[b]\nkeywords = the of and\n\n[c]\nkeywords = !\n", []string{seed},
			[]string{"topics.ini:4: topic b: ", "topics.ini:7: topic c: ", "have no word"}},
		{"two mistakes", "run = x\n[a]\nkeyword = coin\n", []string{seed},
			[]string{"topics.ini:1: run", "topics.ini:2: [a]: no keywords", `topics.ini:3: [a] keyword: unknown key`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			o := sitegraph(append(append([]string{"agents", "-O", out}, file(c.text)...), c.args...)...)
			o.MustEnd(t, exitUsage).MustSay(t, c.says...)
			if _, err := os.Stat(out); err == nil || o.Out != "" {
				t.Errorf("something was written; printed %q", o.Out)
			}
		})
	}
	none := filepath.Join(dir, "none.ini")
	sitegraph("agents", "--topics", none, seed).MustEnd(t, exitUsage).MustSay(t, "file of topics", none, "--topics")
	sitegraph("agents", "--help").MustEnd(t, exitDone).
		MustShow(t, "--topics file", `"topics.ini")`, "keywords = coin penny", "resume", "docs/agents.md")
}

// TestAgents gives agents links that promise nothing, so they take them in turn: /c1 for coins, /s1 for stamps.
func TestAgents(t *testing.T) {
	t.Parallel()
	const coin, stamp = "<title>coin penny coin penny</title>", "<title>stamp blue stamp blue</title>"
	s := serve(t, map[string]string{
		"/portal": links("Portal", "/c1", "/s1"),
		"/c1":     coin + `<a href="/c2">coin penny</a>`, "/c2": coin + "penny",
		"/s1": stamp + `<a href="/s2">stamp blue</a> <a href="/dead">blue stamp</a>`, "/s2": stamp + "blue",
	})
	file := write(t, filepath.Join(t.TempDir(), "hobby.ini"),
		"[coins]\nkeywords = coin penny\nlanguage = en\n[stamps]\nkeywords = stamp blue\nlanguage = en\n")
	search := func(out string, flags ...string) outcome {
		return reporting(append([]string{"agents", "--topics", file, "-O", out, s.URL + "/portal"}, flags...)...)
	}
	table := regexp.MustCompile(`(?m)^ +topic .*\n +coins +2 +2 +2 +[01][.\d]* +4 of 5 +0 +0 +work-done\n` +
		` +stamps +2 +2 +2 +[01][.\d]* +3\.5 of 5 +0 +0 +work-done\n\n` +
		`stored: pages with a relevance of 0\.2 or more\nended: work-done after `)
	whole, part := t.TempDir(), t.TempDir()
	o := search(whole).MustEnd(t, exitDone)
	if !table.MatchString(o.Out) {
		t.Errorf("got\n%s", o.Out)
	}
	folder := filepath.Join(whole, "topics")
	o.MustShow(t, filepath.Join(folder, "coins")+": ", "open: "+filepath.Join(folder, "topics.report.html"))
	search(whole).MustEnd(t, exitDone).MustSay(t, "already complete")

	search(part, "--budget", "2").MustEnd(t, exitDone).
		MustSay(t, "the budget of 2 pages is used up", "larger --budget")
	search(part).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, filepath.Join(part, "topics", "coins")), files(t, filepath.Join(folder, "coins")))
	mustEqualFiles(t, files(t, filepath.Join(part, "topics", "stamps")), files(t, filepath.Join(folder, "stamps")))

	recorded, replayed := t.TempDir(), t.TempDir()
	search(recorded, "--warc").MustEnd(t, exitDone)
	s.Close()
	search(replayed, "--archive", filepath.Join(recorded, "warc")).MustEnd(t, exitDone)
	for _, name := range []string{"topics.visits.csv", "topics.nodes.csv", "topics.arcs.csv"} {
		want, err := os.ReadFile(filepath.Join(folder, name))
		must(t, err)
		if got, err := os.ReadFile(filepath.Join(replayed, "topics", name)); err != nil || string(got) != string(want) {
			t.Errorf("from an archive, %s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

// TestAgentsWithoutPages checks that a search ends if no seed is a page, and explains each seed.
func TestAgentsWithoutPages(t *testing.T) {
	s := serve(t, map[string]string{"/robots.txt": "User-agent: *\nDisallow: /private\n"})
	file := write(t, filepath.Join(t.TempDir(), "topics.ini"), "[coins]\nkeywords = coin\nseeds = "+s.URL+"/none\n"+
		"[stamps]\nkeywords = stamp\nseeds = "+s.URL+"/private\n")
	crawl("agents", "--topics", file, "-q", "-O", t.TempDir()).MustEnd(t, exitNothing).
		MustSay(t, s.URL+"/none", "404", s.URL+"/private", "robots.txt")
}

// TestAgentsSample checks that the shipped topics find pages on the sample site.
func TestAgentsSample(t *testing.T) {
	o := crawl("agents", "-O", t.TempDir()).MustEnd(t, exitDone)
	for _, topic := range []string{"coins", "stamps"} {
		if !regexp.MustCompile(`(?m)^ +` + topic + ` +[1-9]\d* +[1-9]`).MatchString(o.Out) {
			t.Errorf("%s has no page:\n%s", topic, o.Out)
		}
	}
	console.Equal(t, o.Err, "", "said")
}

// TestSearchProgress checks that the progress of a search names its agents, as a line and as an object.
func TestSearchProgress(t *testing.T) {
	state := site.SearchProgress{Visited: 12, Budget: 40, Sold: 3, InFlight: 2, Elapsed: time.Second,
		Agents: []site.AgentProgress{{Name: "coins", Visited: 8, Stored: 3, Waiting: 20, Energy: 1.5},
			{Name: "old stamps", Visited: 4, Stored: 2, Waiting: 3}}}
	var out strings.Builder
	p := newProgress("json", false, &out)
	p.Search(state)
	const want = "12 of 40 visited · 5 stored · 23 waiting · 3 sold · coins 3/8 · old stamps 2/4"
	console.Equal(t, p.line(), want)
	p.End()
	var last struct {
		InFlight int `json:"in_flight"`
		Done     bool
		Search   struct {
			Visited, Budget, Sold int
			Agents                []struct {
				Topic                    string
				Visited, Stored, Waiting int
				Energy                   float64
			}
		}
	}
	must(t, json.Unmarshal([]byte(out.String()), &last))
	s := last.Search
	if !last.Done || last.InFlight != 2 || s.Visited != 12 || s.Budget != 40 || s.Sold != 3 || len(s.Agents) != 2 ||
		s.Agents[0].Topic != "coins" || s.Agents[0].Energy != 1.5 || s.Agents[1].Waiting != 3 ||
		s.Agents[1].Stored != 2 {
		t.Errorf("got %s", out.String())
	}
}

// found is a search in which coins visited three pages (one relevant) and sold a URL to stamps, which found none.
func found() *site.Search {
	visit := func(n, agent int, state site.State, coins, stamps float64, stored bool) site.Visit {
		v := site.Visit{Number: n, Agent: agent, FoundBy: agent, URL: "http://a.example/" + string(rune('0'+n)),
			State: state, Stored: stored}
		if state == site.StatePage {
			v.Relevance = []float64{coins, stamps}
		}
		return v
	}
	return &site.Search{Name: "topics", Scheme: "market", Understanding: 0.2, Ended: site.EndedRun, Now: 300,
		Agents: []site.Agent{{Name: "coins", FirstEnergy: 5, Energy: 3, Ended: site.EndedRun},
			{Name: "stamps", FirstEnergy: 2, Energy: 1.5, Ended: site.EndedEnergy}},
		Visits: []site.Visit{visit(1, 0, site.StatePage, 0.1, 0, false), visit(2, 0, site.StatePage, 0.45, 0.13, true),
			visit(3, 0, site.StatePage, 0, 0, false), visit(4, 1, site.StateStatus, 0, 0, false)},
		Markets: []site.Market{{Time: 120, Offered: 2, Buyers: 1, Value: 0.5, Optimum: 0.5,
			Sales: []site.Sale{{From: 0, To: 1, Value: 0.5}}}},
		Waiting: []site.Waiting{{}, {}},
	}
}

// summary returns the exit code and the output at the end of a search.
func summary(s *site.Search) (code int, out, err string) {
	var text, remarks strings.Builder
	a := &app{show: display{people: &text}, err: &remarks, progress: newProgress("none", false, &remarks)}
	code = a.summariseSearch(run.AgentsOutcome{Search: s})
	return code, text.String(), remarks.String()
}

// TestSearchSummary shows what the agents of a search did, and why one of them stored nothing.
func TestSearchSummary(t *testing.T) {
	const wantOut = "" +
		"   topic  visited  stored  corpus  highest relevance  energy left  bought  sold   ended\n" +
		"   coins        3       1       1               0.45       3 of 5       0     1     run\n" +
		"  stamps        0       0       0               0.13     1.5 of 2       1     0  energy\n\n" +
		"stored: pages with a relevance of 0.2 or more; 1 market sold 1 URL\n" +
		"ended: run after 300 seconds of the agents' time, 2 URLs known and not visited\n"
	code, out, err := summary(found())
	console.Equal(t, code, exitDone)
	console.Equal(t, out, wantOut)
	const why = "stamps: no page is relevant enough: the highest relevance seen is 0.13 (http://a.example/2), " +
		"understanding is 0.2; lower it"
	console.Has(t, err, why)
	console.Lacks(t, err, "coins")
}

// TestSearchCodes checks that the ending of a search decides the exit code, as it does for crawls.
func TestSearchCodes(t *testing.T) {
	for ending, want := range map[site.Ending]int{
		site.EndedWorkDone: 0, site.EndedRun: 0, site.EndedEnergy: 0, site.EndedBudget: 0,
		site.EndedSignal: 3, site.EndedStopFile: 3, site.EndedTimeout: 3, site.EndedMaxPages: 0,
	} {
		s := found()
		s.Ended = ending
		code, _, err := summary(s)
		if code != want || strings.Contains(err, "run the same command again to resume") != (want == 3) ||
			strings.Contains(err, "larger --budget") != (ending == site.EndedBudget) {
			t.Errorf("%s: code %d, want %d; says %s", ending, code, want, err)
		}
	}
}

// TestSearchWhy checks the words that explain why the agents stopped fetching.
func TestSearchWhy(t *testing.T) {
	for ending, want := range map[site.Ending]string{
		site.EndedEnergy: "not visited: no energy is left", site.EndedLifetime: "not visited: no lifetime is left",
		site.EndedSpace: "not visited: no space is left", site.EndedStrict: "strict agents do not follow such",
		site.EndedUnsold: "no agent bought them", site.EndedMeans: "for different reasons",
		site.EndedWorkDone: "nothing is left to fetch", site.EndedBudget: "2 URLs known and not visited\n",
	} {
		s := found()
		s.Ended = ending
		if _, out, _ := summary(s); !strings.Contains(out, want) {
			t.Errorf("%s: says %s", ending, out)
		}
	}
}

// TestSearchWithoutFruit covers all reasons why an agent stored nothing.
func TestSearchWithoutFruit(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*site.Search)
		code   int
		says   string
	}{
		{"no keyword seen", func(s *site.Search) {
			s.Visits[1].Relevance[1], s.Visits[2].Agent = 0, 1
		}, 0, "stamps: no page has any of its keywords; check their language and its seeds"},
		{"others were quicker", func(s *site.Search) { s.Visits[1].Relevance[1] = 0.3 }, 0,
			"stamps: stored nothing: others visited the relevant pages first (best relevance 0.3 " +
				"(http://a.example/2)); give it seeds"},
		{"kept, as another one did not want it", func(s *site.Search) {
			s.Visits[2].Relevance[1], s.Visits[2].Content = 0.5, &site.Page{}
		}, 0, ""},
		{"no page", func(s *site.Search) {
			s.Visits[1].Relevance[1], s.Visits[3].Status = 0, 404
		}, 0, "stamps: visited no page: http://a.example/4: "},
		{"no energy", func(s *site.Search) { s.Visits, s.Waiting[0].Agent = s.Visits[:1], 1 }, 0,
			"stamps: visited no page: its energy, its lifetime or the time of the search ended before"},
		{"no seed", func(s *site.Search) { s.Visits = s.Visits[:1] }, 0,
			"stamps: visited no page: it has no seeds of its own, and got no links"},
		{"redirect", func(s *site.Search) {
			s.Visits[3].State, s.Visits[3].Reason.Target = site.StateRedirect, "http://a.example/2"
			s.Visits[1].Relevance[1] = 0
		}, 0, "stamps: visited no page: http://a.example/4: redirects to http://a.example/2"},
		{"nothing at all", func(s *site.Search) { s.Visits = s.Visits[3:] }, exitNothing,
			"stamps: visited no page: "},
	} {
		s := found()
		c.change(s)
		if code, _, err := summary(s); code != c.code || !strings.Contains(err, c.says) ||
			c.says == "" && strings.Contains(err, "stamps") {
			t.Errorf("%s: code %d, says %s", c.name, code, err)
		}
	}
}
