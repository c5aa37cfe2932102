package replayed

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// parts adapts a site to a crawl's interfaces for downloads, parsing and robots.txt.
type parts struct{ *Site }

// Download gives the answer that the finished crawl got.
func (s parts) Download(_ context.Context, r site.Request) site.Response {
	answer, ok := s.answers[r.URL.String()]
	if !ok {
		answer, ok = s.answers[s.normaliser.Key(r.URL)]
	}
	if !ok {
		answer.Failure = site.Failure{Class: site.FailNotArchived, Detail: "the finished crawl did not request it"}
	}
	answer.URL, answer.Attempts = r.URL, 1
	return answer
}

// Parse returns the links of the page whose number is the body.
func (s parts) Parse(r site.Response) (d site.Document, err error) {
	page := binary.BigEndian.Uint32(r.Body)
	internal, external := s.links[page], []int32(nil)
	if s.External != nil {
		external = s.External[page]
	}
	d.Links = make([]site.Anchor, 0, len(internal)+len(external))
	for _, a := range internal {
		d.Links = append(d.Links, site.Anchor{AnchorText: a})
	}
	for _, number := range external {
		d.Links = append(d.Links, site.Anchor{AnchorText: s.outside[number]})
	}
	return d, nil
}

// Fetch returns the robots.txt of an origin.
func (s parts) Fetch(_ context.Context, _ extractor.Downloader, origin site.URL) extractor.RobotsAnswer {
	return s.Judge(site.RobotsSeen{URL: origin.Origin(), Access: site.RobotsRules, Fetched: clock()})
}

// Judge returns an origin's rules. They forbid what was forbidden to the finished crawl.
func (s parts) Judge(seen site.RobotsSeen) extractor.RobotsAnswer {
	return extractor.RobotsAnswer{Seen: seen, Rules: rules{s.Site, seen.URL}}
}

// rules are the rules of an origin's robots.txt.
type rules struct {
	site   *Site
	origin string
}

// Allowed reports whether a path may be fetched.
func (r rules) Allowed(target string) bool { return !r.site.forbidden[r.origin+target] }

// clock stands still, since replays must not depend on the time.
func clock() time.Time { return time.Unix(0, 0) }

// digest is equal for equal pages.
func digest(c site.Content) (d site.Digest) {
	copy(d[:], c.Body)
	return d
}

// forgetful is a journal that nobody reads.
type forgetful struct{}

// Append forgets records.
func (forgetful) Append([][]byte) error { return nil }

// Replay yields nothing, so every replay begins from scratch.
func (forgetful) Replay() iter.Seq2[[]byte, error] { return func(func([]byte, error) bool) {} }

// Read always fails, since no record is kept.
func (forgetful) Read(n int) ([]byte, error) {
	return nil, fmt.Errorf("record %d of a replay was not kept", n)
}

// maxRedirects is the maximum number of hops in a redirect chain, as in the default settings.
const maxRedirects = 10

// ordered returns the site for a crawl by depth or in another order.
func (s *Site) ordered(byDepth bool) extractor.OrderedSite {
	settings := map[string]string{}
	if !byDepth {
		settings["[order] pages"] = "replayed"
	}
	own := parts{s}
	p := extractor.Parts{Downloader: own, Parser: own, Robots: own, Normaliser: s.normaliser, Digest: digest,
		Encoder: func(string) func(string) []byte { return nil }, Journal: forgetful{}, Now: clock,
		Members: s.members, Further: s.starts[1:], Settings: settings}
	l := scope.Limits{MaxLevel: -1, MaxRedirects: maxRedirects, MaxURLLength: 1 << 16}
	return extractor.OrderedSite{Start: s.starts[0], Close: func() {},
		Open: func() (extractor.Parts, scope.Limits, error) { return p, l, nil }}
}
