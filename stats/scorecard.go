package stats

import (
	"cmp"

	"sitegraph/site"
)

// ScoreCard rates a crawl by topical agents (Liu Jia and Du Yajun, 2016), as in scorecard.json.
type ScoreCard struct {
	Search        string       `json:"search"` // the name of the search
	Scheme        string       `json:"scheme"`
	Matching      string       `json:"matching"`
	Clock         string       `json:"clock"`         // the unit of times: pages or seconds
	Understanding float64      `json:"understanding"` // the least relevance of a page on topic
	Now           float64      `json:"now"`           // when the search ended, by the clock
	Ended         string       `json:"ended"`
	Complete      bool         `json:"complete"`
	Common        int          `json:"common"` // pages of common seeds, which belong to no topic and no score
	All           Score        `json:"all"`
	Agents        []AgentScore `json:"agents"` // in the order of the topics file
	Markets       MarketScore  `json:"markets"`
}

// Score rates the visits of one agent or of all together. Shares are of the pages visited, 0 to 1.
type Score struct {
	Visited int `json:"visited"` // VC, the HTML pages fetched, duplicates included
	// OnTopic is CC, the pages on the topic of the agent that fetched them. The topic's label decides if it has one,
	// otherwise their relevance. Relevant ignores labels.
	OnTopic      int     `json:"on_topic"`
	Relevant     int     `json:"relevant"`
	JudgedBy     string  `json:"judged_by"`    // how OnTopic was counted
	Stored       int     `json:"stored"`       // DTOC
	Again        int     `json:"stored_again"` // RC, pages that another agent had stored before
	OnTopicShare float64 `json:"cr"`           // CR = CC/VC
	StoredShare  float64 `json:"rcr"`          // RCR = DTOC/VC
	AgainShare   float64 `json:"rr"`           // RR = RC/VC
	Failed       int     `json:"failed"`       // URLs without a page: an error, no answer, or not HTML
	Redirects    int     `json:"redirects"`    // URLs that redirect
	Forbidden    int     `json:"forbidden"`    // URLs that robots.txt forbids
	// MeanRelevance is relevance to the topic of the fetching agent. Best is the greatest, found on visit BestVisit.
	MeanRelevance float64        `json:"mean_relevance"`
	Best          float64        `json:"best_relevance"`
	BestVisit     int            `json:"best_visit"`
	Bought        int            `json:"bought"` // URLs bought
	Sold          int            `json:"sold"`
	FirstEnergy   float64        `json:"first_energy"`
	Energy        float64        `json:"energy_left"`
	Harvest       []HarvestPoint `json:"harvest"` // progress by pages visited, ascending; the last covers all
}

// OnTopic is judged in one of these ways.
const (
	ByRelevance = "relevance"
	ByLabel     = "label"
	ByBoth      = "both" // some agents have labels and others do not
)

// AgentScore is the score of one agent.
type AgentScore struct {
	Topic string `json:"topic"` // the name of the agent
	Ended string `json:"ended"` // as in site.Agent.Ended
	Score
	Seen      float64 `json:"seen_relevance"` // the greatest relevance to the topic of any page that any agent visited
	SeenVisit int     `json:"seen_visit"`     // the number of that visit
}

// HarvestPoint sums up the first pages visited.
type HarvestPoint struct {
	Pages         int     `json:"pages"`    // number of pages
	OnTopic       float64 `json:"on_topic"` // share of them on topic
	MeanRelevance float64 `json:"mean_relevance"`
}

const maxHarvestPoints = 200

// CountSearch computes the score-card of a search.
func CountSearch(s *site.Search) ScoreCard {
	card := ScoreCard{
		Search: s.Name, Scheme: s.Scheme, Matching: s.Matching, Clock: "seconds", Understanding: s.Understanding,
		Now: s.Now, Ended: string(s.Ended), Complete: s.Complete,
		Agents: make([]AgentScore, len(s.Agents)), Markets: countMarkets(s.Markets),
	}
	if s.Pages {
		card.Clock = "pages"
	}
	t := &tallies{search: s, agents: make([]running, len(s.Agents)), stored: map[int]bool{}}
	for i := range s.Visits {
		t.add(&s.Visits[i], &card)
	}
	for i, a := range s.Agents {
		t.agents[i].score.FirstEnergy, t.agents[i].score.Energy = a.FirstEnergy, a.Energy
		t.all.score.FirstEnergy, t.all.score.Energy = t.all.score.FirstEnergy+a.FirstEnergy, t.all.score.Energy+a.Energy
	}
	for _, m := range s.Markets {
		for _, sale := range m.Sales {
			t.agents[sale.From].score.Sold++
			t.agents[sale.To].score.Bought++
		}
	}
	t.all.score.Sold, t.all.score.Bought = card.Markets.Sold, card.Markets.Sold
	card.All = t.all.finish(judged(s.Agents))
	for i, a := range s.Agents {
		card.Agents[i].Topic, card.Agents[i].Ended = a.Name, string(a.Ended)
		card.Agents[i].Score = t.agents[i].finish(judged(s.Agents[i : i+1]))
	}
	return card
}

func judged(agents []site.Agent) string {
	labelled := 0
	for _, a := range agents {
		if a.Labelled {
			labelled++
		}
	}
	switch labelled {
	case 0:
		return ByRelevance
	case len(agents):
		return ByLabel
	}
	return ByBoth
}

type tallies struct {
	search *site.Search
	agents []running
	all    running
	stored map[int]bool // contents that any agent stored
}

type running struct {
	score     Score
	relevance float64 // the sum over pages
	harvest   []HarvestPoint
}

func (t *tallies) add(v *site.Visit, card *ScoreCard) {
	came := CameOf(v)
	page := came == CamePage
	for a := range card.Agents {
		seen := &card.Agents[a]
		if page && a < len(v.Relevance) && v.Relevance[a] > seen.Seen {
			seen.Seen, seen.SeenVisit = v.Relevance[a], v.Number
		}
	}
	if v.Agent == site.Nobody {
		if page {
			card.Common++
		}
		return
	}
	first := t.page(v)
	again := v.Again || v.Stored && t.stored[first]
	t.stored[first] = t.stored[first] || v.Stored
	relevance := 0.0
	if v.Agent < len(v.Relevance) {
		relevance = v.Relevance[v.Agent]
	}
	relevant := page && relevance >= t.search.Understanding
	onTopic := relevant
	if t.search.Agents[v.Agent].Labelled {
		onTopic = v.OnTopic
	}
	for _, to := range []*running{&t.agents[v.Agent], &t.all} {
		if !page {
			to.missed(came)
			continue
		}
		to.visited(v.Number, relevance)
		to.score.OnTopic += one(onTopic)
		to.score.Relevant += one(relevant)
		to.score.Stored += one(v.Stored)
		to.score.Again += one(again)
		to.point()
	}
}

// Came is the outcome of a visit.
type Came uint8

// A visit has one of these outcomes.
const (
	CameNothing   Came = iota // an error, no answer, or not HTML
	CamePage                  // HTML, duplicates included
	CameRedirect              // a redirect, or a URL that a rule merges with a page; the page is another visit
	CameForbidden             // robots.txt forbids the URL
)

// CameOf returns the outcome of a visit.
func CameOf(v *site.Visit) Came {
	switch v.State {
	case site.StatePage, site.StateDuplicate, site.StateCanonical:
		return CamePage
	case site.StateRule, site.StateRedirect, site.StateBoth, site.StateHop,
		site.StateRedirectOut, site.StateRedirectLost:
		return CameRedirect
	case site.StateRobots:
		return CameForbidden
	}
	return CameNothing
}

// page returns the number of the first visit to the same page.
func (t *tallies) page(v *site.Visit) int {
	if v.Page > 0 && v.Page <= len(t.search.Visits) {
		v = &t.search.Visits[v.Page-1]
	}
	return cmp.Or(v.Same, v.Number)
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func (t *running) missed(came Came) {
	switch came {
	case CameRedirect:
		t.score.Redirects++
	case CameForbidden:
		t.score.Forbidden++
	default:
		t.score.Failed++
	}
}

func (t *running) visited(number int, relevance float64) {
	t.score.Visited++
	t.relevance += relevance
	if relevance > t.score.Best {
		t.score.Best, t.score.BestVisit = relevance, number
	}
}

func (t *running) point() {
	n := t.score.Visited
	t.harvest = append(t.harvest, HarvestPoint{Pages: n, OnTopic: share(t.score.OnTopic, n),
		MeanRelevance: quotient(t.relevance, float64(n))})
}

// finish computes the shares and thins out the harvest.
func (t *running) finish(judgedBy string) Score {
	s := t.score
	s.JudgedBy = judgedBy
	s.OnTopicShare, s.StoredShare = share(s.OnTopic, s.Visited), share(s.Stored, s.Visited)
	s.AgainShare, s.MeanRelevance = share(s.Again, s.Visited), quotient(t.relevance, float64(s.Visited))
	s.FirstEnergy, s.Energy = Round(s.FirstEnergy), Round(s.Energy)
	s.Harvest = []HarvestPoint{}
	points := min(s.Visited, maxHarvestPoints)
	for i := range points {
		s.Harvest = append(s.Harvest, t.harvest[(i+1)*s.Visited/points-1])
	}
	return s
}

// MarketScore sums up all markets.
type MarketScore struct {
	Held    int     `json:"held"`    // number of markets
	Offered int     `json:"offered"` // number of URLs offered, counted anew in each market
	Sold    int     `json:"sold"`
	Value   float64 `json:"value"`   // value of the sold URLs to their buyers
	Optimum float64 `json:"optimum"` // the greatest possible value
	// AtOptimum counts the markets that reached the optimum. Worst is the number of the market that lost most, or 0.
	AtOptimum int     `json:"at_optimum"`
	Worst     int     `json:"worst"`
	WorstLoss float64 `json:"worst_loss"`
}

// Lost returns how far all markets together fell short of the optimum.
func (m MarketScore) Lost() float64 { return Round(m.Optimum - m.Value) }

// rounding is below the differences between values, which have six decimals, and above the rounding errors of a sum.
const rounding = 5e-7

func countMarkets(markets []site.Market) MarketScore {
	var m MarketScore
	for i, held := range markets {
		m.Held++
		m.Offered += held.Offered
		m.Sold += len(held.Sales)
		m.Value += held.Value
		m.Optimum += held.Optimum
		lost := held.Optimum - held.Value
		if lost < rounding {
			m.AtOptimum++
		} else if lost > m.WorstLoss {
			m.Worst, m.WorstLoss = i+1, Round(lost)
		}
	}
	m.Value, m.Optimum = Round(m.Value), Round(m.Optimum)
	return m
}
