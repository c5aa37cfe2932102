package extractor

import (
	"bytes"
	"compress/flate"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// A search by topical agents is a site without a home page, on any hosts. Only its order knows which URLs the agents
// may visit. It reads the contents of an answer after the commit. The journal stores the texts of pages with their
// answers, so that a search can continue or be decided again without fetching them again.

// Visits gives a search's order and files access to the visits.
type Visits struct{ crawl *Ordered }

// Visits returns access to the visits of a search, which is the only site of its crawl.
func (o *Ordered) Visits() *Visits { return &Visits{o} }

// Visited is the result of a visit.
type Visited struct {
	// URL is the fetched URL, which is the requested one or another spelling that it redirected to.
	URL string
	// State is StatePage, StateNotHTML, StateStatus, StateRefused, StateFailed, StateRobots, StateUnreachable or
	// StateRobotsUnavailable. A redirect has StateHop, or StateRedirectBad if it leads nowhere.
	State  site.State
	Reason site.Reason // the reason for the state
	Status int         // the HTTP status, 0 without an answer
	To     Target      // the target of a redirect
	Digest site.Digest // for a page: pages with equal digests are one page
	Page   *site.Page  // for a page: its facts
	Text   string      // for a page: the visible text with collapsed white space
	Links  []PageLink  // for a page: its usable links in source order, each once
	// Uses are the URLs that a page uses, if requested.
	Uses []evidence.UsedURL
}

// Target is the target of a link or a redirect.
type Target struct {
	URL, Key string // the URL to fetch, and the normalized URL
	LeftOut  bool   // excluded by the settings: length, extension, path, include or exclude
	Document bool   // a document according to its file extension
}

// PageLink is a link on a page.
type PageLink struct {
	Target
	Text, Around string // the anchor text, and the visible text around it
	Count        int    // number of equal links, at least 1
}

// Number returns the order's number for a normalized URL, or false if no page links to it.
func (vs *Visits) Number(key string) (page uint32, ok bool) {
	s, err := vs.crawl.site(0)
	if err != nil {
		vs.crawl.fault = err
		return 0, false
	}
	k := s.known.URLs.Find(key)
	if k == evidence.NoURL {
		return 0, false
	}
	s.number(k)
	return uint32(s.numbers.Get(k) - 1), true
}

// Clock returns the virtual time of the last commit.
func (vs *Visits) Clock() time.Duration { return vs.crawl.clock }

// InFlight returns the number of running requests.
func (vs *Visits) InFlight() int { return vs.crawl.engine.Underway() }

// Stopped returns why requests have stopped, or "" if they have not.
func (vs *Visits) Stopped() site.Ending { return vs.crawl.stop }

// Ended returns the ending of the last run according to the journal.
func (vs *Visits) Ended() site.Ending { return vs.crawl.sites[0].known.End.Reason }

// Spent returns the number of pages processed, by visits and second requests.
func (vs *Visits) Spent() int { return vs.crawl.spent }

// Due returns the virtual time at which the first open decision is due, or false if there is none.
func (vs *Visits) Due() (due time.Duration, open bool) {
	if len(vs.crawl.open) == 0 {
		return 0, false
	}
	return vs.crawl.open[0].due, true
}

// HasAll reports whether the search has all the pages it wants.
func (vs *Visits) HasAll() bool { return vs.crawl.sites[0] != nil && vs.crawl.sites[0].hasAll() }

// Asked returns the number of URLs that this run requested.
func (vs *Visits) Asked() int { return vs.crawl.sites[0].status.asked }

// LinkChecks returns the results of checking linked and used URLs, by normalized URL.
func (vs *Visits) LinkChecks() map[string]site.LinkCheck { return vs.crawl.sites[0].known.Checked }

// Robots returns the robots.txt files of the hosts, by origin.
func (vs *Visits) Robots() []site.HostRobots { return vs.crawl.sites[0].known.MemberRobots(nil) }

// Recall repeats the decisions in the journals without any requests.
func (o *Ordered) Recall() error {
	o.recalling = true
	if err := (&resumption{o}).resume(); err != nil {
		return err
	}
	if err := o.decide(); err != nil {
		return err
	}
	s, err := o.site(0)
	if err == nil && s.same != nil {
		err = s.arrange(o.number)
	}
	return err
}

// Visited returns the committed answer to a URL.
func (vs *Visits) Visited(page uint32) (v Visited, err error) {
	s, err := vs.crawl.site(0)
	if err != nil {
		return v, err
	}
	a, urls := s.known.Answer(s.keys[page]), s.known.URLs
	if a == nil {
		return v, fmt.Errorf("%w: %s has no answer", evidence.ErrRecord, urls.String(s.keys[page]))
	}
	v = Visited{URL: urls.String(a.URL), Status: int(a.Status)}
	switch {
	case a.Outcome == evidence.OutPage:
		v.State, v.Digest = site.StatePage, a.Digest
		err = s.read(&v, a)
	case a.Outcome != evidence.OutRedirect:
		v.State, v.Reason = (&graph.Ledger{Builder: s.build}).OutcomeOf(a)
	case a.Location == evidence.NoURL:
		v.State, v.Reason = site.StateRedirectBad, site.Reason{Location: a.Why().Location}
	default:
		v.State, v.To = site.StateHop, targetOf(&s.limits, urls.String(a.Location), urls.String(urls.Key(a.Location)))
		v.Reason.Target = v.To.URL
	}
	return v, err
}

// targetOf returns the target of a usable reference.
func targetOf(l *scope.Limits, url, key string) Target {
	if key == "" || len(url) > l.MaxURLLength {
		return Target{URL: url, Key: key, LeftOut: true}
	}
	m := l.JudgeURL(url, key)
	return Target{URL: url, Key: key, LeftOut: m != scope.InScope, Document: m == scope.FileEnding}
}

// read adds the contents of a page from the journal.
func (s *orderedSite) read(v *Visited, a *evidence.Answer) error {
	record, err := s.memory.read(a.Record)
	if err != nil {
		return err
	}
	cold, err := evidence.Cold(record)
	if err != nil {
		return err
	}
	d, err := evidence.DecodeCold(cold)
	if err != nil {
		return err
	}
	h := d.Head
	v.Page = &site.Page{URL: v.URL, Key: s.known.URLs.String(s.known.URLs.Key(a.URL)), Status: v.Status,
		ContentType: a.MediaType, Bytes: a.Bytes, Hash: hex.EncodeToString(a.Digest[:]), Title: h.Title, Lang: h.Lang,
		Canonical: h.Canonical, Robots: h.Robots, Refresh: h.Refresh, Facts: d.Facts,
		Links: int(a.Counts.Internal), ExternalLinks: int(a.Counts.External)}
	if record, err = s.memory.read(a.Record - 1); err != nil {
		return err
	}
	text, anchors, err := decodeTexts(record)
	v.Text = text
	for _, l := range anchors {
		v.Links = append(v.Links, PageLink{Target: targetOf(&s.limits, l.URL, l.Key), Text: l.Text, Around: l.Around,
			Count: l.Count})
	}
	if place, used := s.known.Uses[s.known.URLs.Key(a.URL)]; used && err == nil {
		if record, err = s.memory.read(place); err == nil {
			v.Uses, err = evidence.UsesIn(record)
		}
	}
	return err
}

// packTexts creates the record with the texts of a page, which precedes the record of its answer.
func (v *visitor) packTexts(a *evidence.Fetched) {
	c := &evidence.Codec{Writing: true}
	c.Texts(&a.Text, &a.Anchors)
	b := bytes.NewBuffer([]byte{evidence.KindTexts})
	w, ok := v.packers.Get().(*flate.Writer)
	if !ok {
		w, _ = flate.NewWriter(b, flate.BestSpeed) // cannot fail, because the level is valid
	}
	w.Reset(b)
	_, _ = w.Write(c.Buf) // cannot fail in memory
	_ = w.Close()
	v.packers.Put(w)
	a.Texts, a.Text, a.Anchors = b.Bytes(), "", nil
}

func decodeTexts(record []byte) (text string, anchors []evidence.Anchor, err error) {
	if len(record) == 0 || record[0] != evidence.KindTexts {
		return "", nil, fmt.Errorf("%w: a page without its texts", evidence.ErrRecord)
	}
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(record[1:])))
	if err != nil {
		return "", nil, fmt.Errorf("%w: %w", evidence.ErrRecord, err)
	}
	c := &evidence.Codec{Buf: b}
	c.Texts(&text, &anchors)
	return text, anchors, c.Err
}

func (b *beginning) noteSeeds() error {
	all := slices.DeleteFunc(b.further(site.URL{}, site.URL{}), func(u site.URL) bool {
		return slices.Contains(b.known.Starts, b.known.URLs.Find(b.parts.Normaliser.Address(u)))
	})
	return b.noteStarts(all)
}

// waitsForAnother reports whether an earlier open decision is about the same URL. Once that is committed, this one is
// another visit to its answer.
func (o *Ordered) waitsForAnother(rank int, s *orderedSite) bool {
	d := o.open[rank]
	if o.Agents == nil || d.kind != evidence.OfAnswer {
		return false
	}
	if place := s.known.Of.Get(d.key); place != 0 {
		d.kind, d.stands = evidence.OfVisit, place
		return false
	}
	return slices.ContainsFunc(o.open[:rank], func(other *decision) bool { return other.key == d.key })
}

// beyondTime reports whether an earlier run's next decision is beyond the search's time, which may be shorter now.
func (o *Ordered) beyondTime() (bool, error) {
	if o.Agents == nil {
		return false, nil
	}
	err := o.decide()
	return err == nil && len(o.open) > 0 && !o.affordable(0), err
}
