package whatif

import (
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

const home = "https://a.example/"

type everything struct{}

func (everything) Allowed(string) bool { return true }

// siteOf is a site of which pages link to each other; a URL behind > redirects there, behind ! it is not found.
func siteOf(t testing.TB, lines ...string) Site {
	t.Helper()
	n, err := site.NewNormaliser(site.ProfileDefault, nil)
	must(t, err)
	s := Site{Known: evidence.NewKnown(), Journal: &memory{}, Normaliser: n, Texts: true, Links: true,
		Places: (*evidence.Fetched).Placed,
		Judge:  func(site.RobotsSeen, string) Rules { return everything{} }}
	take := func(record []byte, err error) {
		t.Helper()
		if err == nil {
			err = s.Journal.Append([][]byte{record})
		}
		if err == nil {
			err = s.Known.Take(record)
		}
		must(t, err)
	}
	take(evidence.Event(evidence.KindSite, evidence.SiteRecord{Origin: home[:len(home)-1], Start: home, Key: home,
		Started: time.Unix(1, 0), Longest: 2048}))
	take(evidence.Event(evidence.KindRobots, evidence.RobotsRecord{Seen: site.RobotsSeen{Access: site.RobotsRules}}))
	for _, line := range lines {
		words := strings.Fields(line)
		a := &evidence.Fetched{URL: at(words[0]), Key: at(words[0]), Outcome: evidence.OutPage, Status: 200,
			Type: "text/html"}
		a.Digest[0] = byte(s.Known.Records)
		for _, w := range words[1:] {
			switch w[0] {
			case '!':
				a.Outcome, a.Status = evidence.OutStatus, 404
			case '>':
				a.Outcome, a.Status = evidence.OutRedirect, 301
				a.Location = evidence.Target{URL: at(w[1:]), Key: at(w[1:])}
			default:
				to, err := parse(at(w), n)
				must(t, err)
				a.Links = append(a.Links, evidence.Link{URL: to.url, Key: to.key, Count: 1})
			}
		}
		take(s.Known.Encode(a, s.Known.Records), nil)
	}
	return s
}

func at(path string) string { return home + strings.TrimPrefix(path, "/") }

func planned(t testing.TB, s Site, text string) (*Plan, error) {
	t.Helper()
	f, err := Parse("f", strings.NewReader(text))
	must(t, err)
	p, err := NewPlan(f, s)
	if err != nil {
		return p, err
	}
	if _, _, err := p.Write(); err != nil {
		return p, err
	}
	return p, p.Idle()
}
