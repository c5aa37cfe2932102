package stats

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// trade returns a search that was worked out by hand. Agent 0, moon, has no label, and agent 1, tides, has one.
//
//	1 nobody  common seed, on no topic
//	2 moon    page a, relevant .5, stored
//	3 moon    redirect to visit 4
//	4 moon    page b, .1: not relevant
//	5 tides   page c, .4, stored; its label says no
//	6 tides   duplicate of a, .3 to tides: stored before
//	7 moon    status 404
//	8 tides   forbidden by robots.txt
//	9 tides   page d, bought from moon, .1 but its label says yes
func trade() *site.Search {
	page := func(hash string) *site.Page { return &site.Page{Hash: hash} }
	s := &site.Search{
		Name: "sky", Scheme: "market", Matching: "exact", Understanding: 0.2, Now: 12.5, Ended: site.EndedWorkDone,
		Complete: true,
		Agents: []site.Agent{{Name: "moon", FirstEnergy: 5, Energy: 3.5},
			{Name: "tides", FirstEnergy: 5, Energy: 3.5, Labelled: true}},
		Visits: []site.Visit{
			{Agent: site.Nobody, State: site.StatePage, Relevance: []float64{.05, .15}, Content: page("h")},
			{State: site.StatePage, Relevance: []float64{.5, .3}, Stored: true, Content: page("a")},
			{State: site.StateRedirect, Page: 4, Free: true},
			{State: site.StatePage, Relevance: []float64{.1, .6}, Content: page("b")},
			{Agent: 1, State: site.StatePage, Relevance: []float64{0, .4}, Stored: true, Content: page("c")},
			{Agent: 1, State: site.StateDuplicate, Page: 2, Relevance: []float64{.5, .3}, Again: true},
			{State: site.StateStatus, Status: 404},
			{Agent: 1, State: site.StateRobots, Free: true},
			{Agent: 1, State: site.StatePage, Relevance: []float64{0, .1}, OnTopic: true, Content: page("d")},
		},
		Markets: []site.Market{
			{Offered: 3, Buyers: 1, Value: .1 + .2, Optimum: .3, Sales: []site.Sale{{From: 0, To: 1, Value: .3}}},
			{Offered: 2, Buyers: 2, Value: .9, Optimum: 1, Sales: []site.Sale{{From: 0, To: 1}, {From: 1, To: 0}}},
			{Offered: 1, Buyers: 1, Value: 0, Optimum: .05},
		},
	}
	for i := range s.Visits {
		s.Visits[i].Number = i + 1
	}
	return s
}

// Each number of a score-card agrees with the search worked out by hand.
func TestCountSearch(t *testing.T) {
	got := CountSearch(trade())
	moon := Score{Visited: 2, OnTopic: 1, Relevant: 1, JudgedBy: ByRelevance, Stored: 1,
		OnTopicShare: .5, StoredShare: .5, Failed: 1, Redirects: 1, MeanRelevance: .3, Best: .5, BestVisit: 2,
		Bought: 1, Sold: 2, FirstEnergy: 5, Energy: 3.5, Harvest: []HarvestPoint{{1, 1, .5}, {2, .5, .3}}}
	tides := Score{Visited: 3, OnTopic: 1, Relevant: 2, JudgedBy: ByLabel, Stored: 1, Again: 1,
		OnTopicShare: .333333333, StoredShare: .333333333, AgainShare: .333333333, Forbidden: 1,
		MeanRelevance: .266666667, Best: .4, BestVisit: 5, Bought: 2, Sold: 1, FirstEnergy: 5, Energy: 3.5,
		Harvest: []HarvestPoint{{1, 0, .4}, {2, 0, .35}, {3, .333333333, .266666667}}}
	all := Score{Visited: 5, OnTopic: 2, Relevant: 3, JudgedBy: ByBoth, Stored: 2, Again: 1,
		OnTopicShare: .4, StoredShare: .4, AgainShare: .2, Failed: 1, Redirects: 1, Forbidden: 1,
		MeanRelevance: .28, Best: .5,
		BestVisit: 2, Bought: 3, Sold: 3, FirstEnergy: 10, Energy: 7, Harvest: []HarvestPoint{
			{1, 1, .5}, {2, .5, .3}, {3, .333333333, .333333333}, {4, .25, .325}, {5, .4, .28}}}
	want := ScoreCard{Search: "sky", Scheme: "market", Matching: "exact", Clock: "seconds", Understanding: .2,
		Now: 12.5, Ended: "work-done", Complete: true, Common: 1, All: all,
		Agents: []AgentScore{{"moon", "", moon, .5, 2}, {"tides", "", tides, .6, 4}},
		Markets: MarketScore{Held: 3, Offered: 6, Sold: 3, Value: 1.2, Optimum: 1.35, AtOptimum: 1, Worst: 2,
			WorstLoss: .1}}
	console.Equal(t, got, want)
	console.Equal(t, got.Markets.Lost(), .15, "lost")
}

// Agents that share nothing store one page each, and all but the first are stored again.
func TestStoredByEach(t *testing.T) {
	s := &site.Search{Scheme: "separate", Understanding: .2, Agents: make([]site.Agent, 3)}
	for a := range 3 {
		s.Visits = append(s.Visits, site.Visit{Number: a + 1, Agent: a, Page: a + 1, Same: 1, Key: "k",
			State:     site.StatePage,
			Relevance: []float64{.2, .2, .2}, Stored: true, Content: &site.Page{}})
	}
	got := CountSearch(s)
	if got.All.Stored != 3 || got.All.Again != 2 || got.Agents[0].Again != 0 || got.Agents[2].Again != 1 {
		t.Errorf("stored %d, again %d: %+v", got.All.Stored, got.All.Again, got.Agents)
	}
}

// Searches without agents, visits or relevant pages give valid numbers.
func TestSmallSearches(t *testing.T) {
	if got := CountSearch(&site.Search{Pages: true}); got.All.Visited != 0 || got.All.OnTopicShare != 0 ||
		got.All.JudgedBy != ByRelevance || got.Clock != "pages" {
		t.Errorf("no agent: %+v", got)
	}
	s := &site.Search{Understanding: .2, Agents: make([]site.Agent, 1)}
	s.Visits = []site.Visit{{Number: 1, State: site.StatePage, Relevance: []float64{0}}}
	if got := CountSearch(s).All; got.OnTopic != 0 || got.BestVisit != 0 || got.Visited != 1 {
		t.Errorf("nothing relevant: %+v", got)
	}
	for name, card := range map[string]ScoreCard{"none": CountSearch(&site.Search{}), "trade": CountSearch(trade())} {
		var back ScoreCard
		text, err := json.Marshal(card)
		must(t, err)
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(card, back) {
			t.Errorf("%s: read back %+v: %v", name, back, err)
		}
	}
}

// The harvest of a thousand pages, every third on topic, has two hundred points.
func TestLongHarvest(t *testing.T) {
	s := &site.Search{Understanding: .5, Agents: make([]site.Agent, 1)}
	for i := range 999 {
		v := site.Visit{Number: i + 1, State: site.StatePage, Relevance: []float64{0}}
		if i%3 == 2 {
			v.Relevance[0] = .75
		}
		s.Visits = append(s.Visits, v)
	}
	got := CountSearch(s).Agents[0].Harvest
	if last := got[len(got)-1]; len(got) != 200 || last != (HarvestPoint{999, .333333333, .25}) || got[0].Pages != 4 {
		t.Errorf("%d points, first %+v, last %+v", len(got), got[0], got[len(got)-1])
	}
}

// Graphs of searches may have several pages of depth 0, empty depths, and pages that nothing reaches.
func TestSearch(t *testing.T) {
	for seed := range uint64(50) {
		dice := rand.New(rand.NewPCG(seed, 5))
		n := dice.IntN(12)
		g := randomGraph(seed, n, n*n/4)
		level := dice.IntN(3)
		for i := range n {
			level += dice.IntN(2) * dice.IntN(3)
			key := fmt.Sprintf("http://h%d.example/%02d", dice.IntN(3), i)
			g.Pages[i] = site.Page{Key: key, Level: level}
		}
		c := &site.Crawl{Site: "topics", Graph: g, Searched: &site.Searched{}}
		a, err := Analyse(c, nil)
		must(t, err)
		pages := 0
		for _, l := range a.Levels {
			pages += l.Pages
		}
		if a.Pages != n || pages != n || a.Arcs != len(g.Targets) || a.Problems == nil || len(a.Problems) > 0 {
			t.Errorf("seed %d: %+v", seed, a.Summary)
		}
		for range a.Occurrences(0) {
			t.Errorf("seed %d: a problem", seed)
		}
	}
}
