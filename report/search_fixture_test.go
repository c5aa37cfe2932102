package report

import (
	"fmt"
	"math/rand/v2"

	"sitegraph/site"
	"sitegraph/stats"
)

// sky returns a search by two agents, worked out by hand. The common seed, which is nobody's, leads to both.
//
//	1 nobody   the portal, on no topic
//	2 moon     its seed, stored
//	3 tides    from the portal, not relevant
//	4 moon     from 2, status 404
//	5 moon     from 2, stored
//	6 tides    from 5, bought from moon, stored
//	7 tides    from 3, forbidden by robots.txt
//	8 moon     from 5, a redirect to 6
//	9 tides    from 6, the content of 5, stored before
func sky() *site.Search {
	page := func(title string) *site.Page { return &site.Page{Title: title, Hash: title} }
	s := &site.Search{
		Name: "sky", Scheme: "market", Matching: "exact", Understanding: 0.2, Now: 60, Ended: site.EndedWorkDone,
		Complete: true, Asked: 8,
		Agents: []site.Agent{
			{Name: "moon", Keywords: "moon, crater", Seeds: []string{"http://a.example/moon"},
				Hosts: []string{"a.example"}, FirstEnergy: 5, Energy: 3.5, Target: 1},
			{Name: "tides", Keywords: "tide, sea", Hosts: []string{"*"}, FirstEnergy: 5, Energy: 4, Target: 1,
				Labelled: true}},
		Visits: []site.Visit{
			{Agent: site.Nobody, FoundBy: site.Nobody, State: site.StatePage, Page: 1, Relevance: []float64{0.1, 0.05},
				Content: page("Portal")},
			{State: site.StatePage, Page: 2, Relevance: []float64{0.5, 0}, Stored: true, Content: page("The moon")},
			{Agent: 1, FoundBy: 1, Link: 1, Anchor: "Sea", Estimate: 0.3, State: site.StatePage, Page: 3,
				Relevance: []float64{0, 0.1}, Content: page("The sea")},
			{Link: 2, Anchor: "gone", Estimate: 0.4, State: site.StateStatus, Status: 404},
			{Link: 2, Anchor: "craters", Estimate: 0.35, State: site.StatePage, Page: 5,
				Relevance: []float64{0.8, 0.25}, Stored: true, Content: page("Craters")},
			{Agent: 1, Link: 5, Anchor: "how tides rise", Estimate: 0.6, State: site.StatePage, Page: 6,
				Relevance: []float64{0.1, 0.7}, Stored: true, OnTopic: true, Content: page("Tides")},
			{Agent: 1, FoundBy: 1, Link: 3, Estimate: 0.2, State: site.StateRobots, Free: true},
			{Link: 5, Anchor: "old tides", Estimate: 0.3, State: site.StateRedirect, Page: 6, Free: true,
				Reason: site.Reason{Target: "http://a.example/6"}},
			{Agent: 1, FoundBy: 1, Link: 6, Anchor: "craters", Estimate: 0.2, State: site.StateDuplicate, Page: 5,
				Relevance: []float64{0.8, 0.25}, Again: true}},
		Markets: []site.Market{{Time: 30, After: 5, Offered: 2, Buyers: 1, Value: 0.6, Optimum: 0.6,
			Sales: []site.Sale{
				{URL: "http://a.example/6", From: 0, To: 1, SellerValue: 0.05, Value: 0.6, Price: 0.1}}}},
		Waiting: []site.Waiting{{Agent: 1, URL: "http://a.example/w", Estimate: 0.22, Link: 6}},
		Robots:  []site.HostRobots{{Origin: "http://a.example", RobotsSeen: site.RobotsSeen{Access: site.RobotsRules}}},
	}
	for i := range s.Visits {
		v := &s.Visits[i]
		v.Number, v.URL = i+1, fmt.Sprintf("http://a.example/%d", i+1)
		v.Key = v.URL
	}
	return s
}

// large makes up a search with a number of agents and visits.
func large(agents, visits int) *site.Search {
	r := rand.New(rand.NewPCG(uint64(agents), uint64(visits)))
	topics := []string{"Medieval manuscripts", "Harbour trade", "Printing houses", "Botanical gardens", "Organs",
		"Star catalogues", "Silk roads", "Village schools", "Coin hoards", "Opera houses", "Paper mills", "Letters"}
	s := &site.Search{Name: "archives", Scheme: "market", Matching: "exact", Understanding: 0.2, Asked: visits,
		Ended: site.EndedEnergy, Now: 3021.5}
	for a := range agents {
		name := topics[a%len(topics)]
		s.Agents = append(s.Agents, site.Agent{Name: name, Keywords: name + ", archive, catalogue, collection",
			Seeds: []string{fmt.Sprintf("http://host%d.example/", a)}, Hosts: []string{"*"},
			FirstEnergy: 100, Energy: 100 - 0.5*float64(visits/agents), Target: 5})
	}
	for i := range visits {
		v := site.Visit{Number: i + 1, Agent: r.IntN(agents), Page: i + 1, State: site.StatePage, Time: float64(i)}
		v.FoundBy, v.URL = v.Agent, fmt.Sprintf("http://host%d.example/items/%d/%d.html", r.IntN(agents), i%7, i)
		v.Key = v.URL
		if i >= agents {
			v.Link, v.Anchor = 1+r.IntN(i), fmt.Sprintf("catalogue of item %d", i)
			from := s.Visits[v.Link-1]
			if v.Depth = from.Depth + 1; from.Agent != v.Agent && from.State == site.StatePage && r.IntN(3) > 0 {
				v.Agent, v.FoundBy = from.Agent, from.Agent
			} else if from.Agent != v.Agent {
				v.FoundBy = from.Agent
				s.Markets = append(s.Markets, site.Market{Time: v.Time, After: i, Offered: 3, Buyers: 2, Value: 0.4,
					Optimum: 0.4, Sales: []site.Sale{{URL: v.Key, From: v.FoundBy, To: v.Agent,
						SellerValue: r.Float64() / 5, Value: 0.4, Price: r.Float64() / 9}}})
			}
			v.Estimate = r.Float64()
		}
		for range agents {
			v.Relevance = append(v.Relevance, r.Float64()*r.Float64()*0.6)
		}
		v.Content = &site.Page{Title: fmt.Sprintf("%s, part %d: the catalogue", topics[i%len(topics)], i), Hash: v.Key}
		v.Stored = v.Relevance[v.Agent] >= 0.2
		switch r.IntN(15) {
		case 0:
			v.State, v.Status, v.Stored, v.Content, v.Relevance, v.Page = site.StateStatus, 404, false, nil, nil, 0
		case 1:
			v.State, v.Free, v.Stored, v.Content, v.Relevance, v.Page = site.StateRobots, true, false, nil, nil, 0
		}
		s.Visits = append(s.Visits, v)
	}
	for i := range visits {
		s.Waiting = append(s.Waiting, site.Waiting{Agent: i % agents, URL: fmt.Sprintf("http://host1.example/w/%d", i),
			Estimate: r.Float64() / 2, Link: 1 + r.IntN(visits), Anchor: "more of it"})
	}
	return s
}

// lost returns a search that found nothing relevant.
func lost() *site.Search {
	s := sky()
	for i := range s.Visits {
		s.Visits[i].Stored, s.Visits[i].Again = false, false
	}
	s.Understanding, s.Markets, s.Waiting = 0.9, nil, nil
	return s
}

// failed returns a search whose seeds all failed.
func failed() *site.Search {
	s := sky()
	s.Visits = s.Visits[3:4]
	s.Visits[0].Number, s.Visits[0].Link, s.Markets = 1, 0, nil
	return s
}

// single returns a search by one agent.
func single() *site.Search {
	s := sky()
	s.Agents, s.Visits, s.Markets, s.Waiting = s.Agents[:1], s.Visits[1:2], nil, nil
	s.Visits[0].Number, s.Visits[0].Page = 1, 1
	return s
}

func searches() map[string]*site.Search {
	separate := sky()
	separate.Scheme = "separate"
	loses := sky()
	loses.Matching, loses.Markets[0].Optimum, loses.Complete, loses.Ended = "literal", 0.8, false, site.EndedSignal
	return map[string]*site.Search{
		"sky": sky(), "large": large(5, 400), "many": large(20, 600), "lost": lost(), "failed": failed(),
		"single": single(), "separate": separate, "loses": loses,
		"no visit": {Name: "none", Scheme: "market", Agents: []site.Agent{{Name: "moon"}}}, "zero": {}}
}

func searched(s *site.Search) Search {
	return Search{Search: s, Card: stats.CountSearch(s), Version: "1.2.3",
		Settings: []Setting{{"energy", "5"}, {"hosts", ""}}, Files: []string{"agents.visits.csv"}}
}
