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

// A search by topical agents is a site without a home page, of all hosts there are. Its order alone knows which URLs
// the agents may visit; it asks what an answer said, when that has been committed. The journal keeps what pages say
// beside their answers, so a search that goes on, or is decided again, reads them again for nothing.

// Visits says what came of the visits of a search; its order and its files ask.
type Visits struct{ crawl *Ordered }

// Visits returns what came of the visits of a search, which is the only site of its crawl.
func (o *Ordered) Visits() *Visits { return &Visits{o} }

// Visited is what a URL gave.
type Visited struct {
	// URL was fetched. It is the one asked for, or another one of the same normalized URL to which that redirects.
	URL string
	// State is StatePage, StateNotHTML, StateStatus, StateRefused, StateFailed, StateRobots, StateUnreachable,
	// StateRobotsUnavailable, or of a redirect StateHop, and StateRedirectBad if it leads nowhere.
	State  site.State
	Reason site.Reason // what led to it
	Status int         // the HTTP status, 0 without an answer
	To     Target      // where a redirect leads
	Digest site.Digest // of a page: equal digests are one page
	Page   *site.Page  // of a page: what it states of itself
	Text   string      // of a page: the visible text, white space collapsed
	Links  []PageLink  // of a page, in the order of its source, each once; those that are no usable link are left out
	// Uses are what a page uses, if anybody asks for that.
	Uses []evidence.UsedURL
}

// Target is a URL that a link or a redirect leads to.
type Target struct {
	URL, Key string // the URL as it is fetched, and its normalized URL
	LeftOut  bool   // by the settings: its length, file extension or path, include or exclude
	Document bool   // by its file extension
}

// PageLink is a link of a page.
type PageLink struct {
	Target
	Text, Around string // the anchor text, and the visible text around it
	Count        int    // the number of links that say so, 1 or more
}

// Number returns the number by which the order asks for a normalized URL; false if no page of the site has it.
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

// Clock is the virtual time of the last commit.
func (vs *Visits) Clock() time.Duration { return vs.crawl.clock }

// InFlight is the number of requests under way.
func (vs *Visits) InFlight() int { return vs.crawl.engine.Underway() }

// Stopped is why no more is requested, "" if nothing ended that.
func (vs *Visits) Stopped() site.Ending { return vs.crawl.stop }

// Ended is how the last run ended by the journal of a site.
func (vs *Visits) Ended() site.Ending { return vs.crawl.sites[0].known.End.Reason }

// Spent are the pages processed: those visited, and second requests for them.
func (vs *Visits) Spent() int { return vs.crawl.spent }

// Due is when the first open decision is due on the virtual clock; false if there is none.
func (vs *Visits) Due() (due time.Duration, open bool) {
	if len(vs.crawl.open) == 0 {
		return 0, false
	}
	return vs.crawl.open[0].due, true
}

// HasAll reports whether a site has all pages that are wanted.
func (vs *Visits) HasAll() bool { return vs.crawl.sites[0] != nil && vs.crawl.sites[0].hasAll() }

// Asked counts the URLs of a site that this run requested.
func (vs *Visits) Asked() int { return vs.crawl.sites[0].status.asked }

// LinkChecks is what came of checking URLs that pages of a site link to or use, by normalized URL.
func (vs *Visits) LinkChecks() map[string]site.LinkCheck { return vs.crawl.sites[0].known.Checked }

// Robots are the robots.txt of the hosts of a site, by origin.
func (vs *Visits) Robots() []site.HostRobots { return vs.crawl.sites[0].known.MemberRobots(nil) }

// Recall repeats what the journals hold, and requests nothing.
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

// Visited returns what the answer to a URL is that was committed.
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

// targetOf is where a usable reference leads.
func targetOf(l *scope.Limits, url, key string) Target {
	if key == "" || len(url) > l.MaxURLLength {
		return Target{URL: url, Key: key, LeftOut: true}
	}
	m := l.JudgeURL(url, key)
	return Target{URL: url, Key: key, LeftOut: m != scope.InScope, Document: m == scope.FileEnding}
}

// read adds what a page says, which the journal has.
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

// packTexts makes the record of what a page says, which comes just before that of its answer.
func (v *visitor) packTexts(a *evidence.Fetched) {
	c := &evidence.Codec{Writing: true}
	c.Texts(&a.Text, &a.Anchors)
	b := bytes.NewBuffer([]byte{evidence.KindTexts})
	w, ok := v.packers.Get().(*flate.Writer)
	if !ok {
		w, _ = flate.NewWriter(b, flate.BestSpeed) // the level is one
	}
	w.Reset(b)
	_, _ = w.Write(c.Buf) // to memory
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

// waitsForAnother reports whether an open decision is about a URL that one before it is about, too. When that one is
// committed, this is one more visit of the answer.
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

// beyondTime reports whether the next decision of an earlier run is beyond the time of a search, which is less now.
func (o *Ordered) beyondTime() (bool, error) {
	if o.Agents == nil {
		return false, nil
	}
	err := o.decide()
	return err == nil && len(o.open) > 0 && !o.affordable(0), err
}
