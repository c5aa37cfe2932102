package scorecard

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sitegraph/site"
)

// TestJudge: five visits by hand. Agent 0 fetches both pages of its site, one of
// them twice, and agent 1 that of its own site and one of agent 0's. Of the five
// pages three are on the topic of their agent and four stored; two of the four
// pages within reach are stored by the right agent.
func TestJudge(t *testing.T) {
	w := newWorld()
	for _, p := range []page{{path: "/index.html"}, {path: "/a.html"}, {site: 1, path: "/index.html"}} {
		w.add(p)
	}
	k := &task{reachable: 4}
	topics := []topic{{site: 0}, {site: 1}}
	for q := range k.topics {
		k.topics[q] = &topics[min(q, 1)]
	}
	found := &site.Search{Agents: make([]site.Agent, agents)}
	for i, v := range []struct {
		agent  int
		url    string
		stored bool
	}{
		{0, "http://site00.example/", true}, {1, "http://site01.example/index.html", true},
		{0, "http://site01.example/", false}, {1, "http://site00.example/a.html", true},
		{0, "http://site00.example/index.html", true},
	} {
		found.Visits = append(found.Visits, site.Visit{Number: i + 1, Agent: v.agent, URL: v.url, Key: v.url,
			State: site.StatePage, Page: i + 1, Stored: v.stored, Relevance: make([]float64, agents),
			Content: &site.Page{}})
	}
	o := w.judge(k, found)
	want := [measureCount]float64{cr: 60, rcr: 80, recall: 50, visited: 5, stored: 4}
	if o.measures != want || o.storedTwice != 1 || !math.IsNaN(o.harvest[0]) {
		t.Errorf("%+v, want %v", o, want)
	}
}

// TestTopicWords: words of few sites' titles come first, stop words never; a folder
// with enough pages is a topic of its own.
func TestTopicWords(t *testing.T) {
	w := newWorld()
	for s, title := range []string{"The alpha engine guide", "A guide of beta storage", "Gamma and its guide: views"} {
		w.sites = append(w.sites, docs{})
		for i := range 2 * leastPages {
			path := fmt.Sprintf("/%d.html", i)
			if s == 0 && i < leastPages {
				path = "/part" + path
			}
			w.add(page{site: s, path: path, title: title})
		}
	}
	w.addTopics()
	var got []string
	for _, of := range w.topics {
		got = append(got, fmt.Sprintf("%d %s %d %s", of.site, of.folder, len(of.pages), of.words))
	}
	want := []string{"0  24 [alpha engine guide]", "0 /part/ 12 [alpha engine guide]", "1  24 [beta storage guide]",
		"2  24 [gamma views guide]"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
