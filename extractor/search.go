package extractor

import (
	"bytes"
	"compress/flate"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"time"

	"sitegraph/site"
)

// A search by topical agents is a site without a home page, of all hosts there are. Its order alone knows which URLs
// the agents may visit; it asks what an answer said, when that has been committed. The journal keeps what pages say
// beside their answers, so a search that goes on, or is decided anew, reads them again for nothing.

// Visited is what a URL gave.
type Visited struct {
	// URL was fetched. It is the one asked for, or another one of the same
	// normalized URL to which that redirects.
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
}

// Target is a URL that a link or a redirect leads to.
type Target struct {
	URL, Key string // the URL as it is fetched, and its normalized URL
	LeftOut  bool   // by the settings: its length, file extension or path, include or exclude
}

// PageLink is a link of a page.
type PageLink struct {
	Target
	Text, Around string // the anchor text, and the visible text around it
	Count        int    // the number of links that say so, 1 or more
}

// anchor is a usable link of a page with its texts, and the number of equal ones.
type anchor struct {
	URL, Key, Text, Around string
	Count                  int
}

// Number returns the number by which the order asks for a normalized URL; false if no page of the site has it.
func (o *Ordered) Number(i int, key string) (page uint32, ok bool) {
	s, err := o.site(i)
	if err != nil {
		o.fault = err
		return 0, false
	}
	k := s.known.urls.find(key)
	if k == noURL {
		return 0, false
	}
	s.number(k)
	return uint32(s.numbers.get(k) - 1), true
}

// Clock is the virtual time of the last commit.
func (o *Ordered) Clock() time.Duration { return o.clock }

// InFlight is the number of requests under way.
func (o *Ordered) InFlight() int { return o.engine.Underway() }

// Stopped is why no more is requested, "" if nothing ended that.
func (o *Ordered) Stopped() site.Ending { return o.stop }

// Ended is how the last run ended by the journal of a site.
func (o *Ordered) Ended(i int) site.Ending { return o.sites[i].known.end.Reason }

// Asked counts the URLs of a site that this run requested.
func (o *Ordered) Asked(i int) int { return o.sites[i].status.asked }

// Robots are the robots.txt of the hosts of a site, by origin.
func (o *Ordered) Robots(i int) []site.HostRobots { return o.sites[i].known.memberRobots() }

// Recall repeats what the journals hold, and requests nothing.
func (o *Ordered) Recall() error {
	o.recalling = true
	if err := o.resume(); err != nil {
		return err
	}
	return o.decide()
}

// Visited returns what the answer to a URL is that was committed.
func (o *Ordered) Visited(i int, page uint32) (v Visited, err error) {
	s, err := o.site(i)
	if err != nil {
		return v, err
	}
	a, urls := s.known.answer(s.keys[page]), s.known.urls
	if a == nil {
		return v, fmt.Errorf("%w: %s has no answer", errRecord, urls.String(s.keys[page]))
	}
	v = Visited{URL: urls.String(a.url), Status: int(a.status)}
	switch {
	case a.outcome == outPage:
		v.State, v.Digest = site.StatePage, a.digest
		err = s.read(&v, a)
	case a.outcome != outRedirect:
		v.State, v.Reason = (&ledger{builder: s.build}).outcomeOf(a)
	case a.location == noURL:
		v.State, v.Reason = site.StateRedirectBad, site.Reason{Location: a.why().location}
	default:
		v.State, v.To = site.StateHop, s.limits.targetOf(urls.String(a.location), urls.String(urls.key(a.location)))
		v.Reason.Target = v.To.URL
	}
	return v, err
}

// targetOf is where a usable reference leads.
func (l *Limits) targetOf(url, key string) Target {
	out := key == "" || len(url) > l.MaxURLLength || l.judgeURL(url, key) != inScope
	return Target{URL: url, Key: key, LeftOut: out}
}

// read adds what a page says, which the journal has.
func (s *orderedSite) read(v *Visited, a *answer) error {
	record, err := s.recordAt(a.record)
	if err != nil {
		return err
	}
	_, cold, err := decodeAnswer(record, s.known.urls)
	if err != nil {
		return err
	}
	d, err := decodeCold(cold, s.known.urls)
	if err != nil {
		return err
	}
	h := d.Head
	v.Page = &site.Page{URL: v.URL, Key: s.known.urls.String(s.known.urls.key(a.url)), Status: v.Status,
		ContentType: a.mediaType, Bytes: a.bytes, Hash: hex.EncodeToString(a.digest[:]), Title: h.Title, Lang: h.Lang,
		Canonical: h.Canonical, Robots: h.Robots, Refresh: h.Refresh, Facts: d.Facts,
		Links: int(a.counts.internal), ExternalLinks: int(a.counts.external)}
	if record, err = s.recordAt(a.record - 1); err != nil {
		return err
	}
	text, anchors, err := decodeTexts(record)
	v.Text = text
	for _, l := range anchors {
		v.Links = append(v.Links, PageLink{Target: s.limits.targetOf(l.URL, l.Key), Text: l.Text, Around: l.Around,
			Count: l.Count})
	}
	return err
}

// recordAt returns a record, which may not be in the journal yet.
func (s *orderedSite) recordAt(n uint32) ([]byte, error) {
	if first := s.known.records - len(s.records); int(n) >= first {
		return s.records[int(n)-first], nil
	}
	return s.parts.Journal.Read(int(n))
}

// packTexts makes the record of what a page says, which comes just before that of its answer.
func (v *visitor) packTexts(a *Answer) {
	c := &codec{writing: true}
	c.texts(&a.text, &a.anchors)
	b := bytes.NewBuffer([]byte{kindTexts})
	w, ok := v.packers.Get().(*flate.Writer)
	if !ok {
		w, _ = flate.NewWriter(b, flate.BestSpeed) // the level is one
	}
	w.Reset(b)
	_, _ = w.Write(c.buf) // to memory
	_ = w.Close()
	v.packers.Put(w)
	a.texts, a.text, a.anchors = b.Bytes(), "", nil
}

func decodeTexts(record []byte) (text string, anchors []anchor, err error) {
	if len(record) == 0 || record[0] != kindTexts {
		return "", nil, fmt.Errorf("%w: a page without its texts", errRecord)
	}
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(record[1:])))
	if err != nil {
		return "", nil, fmt.Errorf("%w: %w", errRecord, err)
	}
	c := &codec{buf: b}
	c.texts(&text, &anchors)
	return text, anchors, c.err
}

// texts writes or reads what a page says.
func (c *codec) texts(all *string, anchors *[]anchor) {
	text(c, all)
	list(c, anchors, 5, func(a *anchor) {
		for _, s := range []*string{&a.URL, &a.Key, &a.Text, &a.Around} {
			text(c, s)
		}
		number(c, &a.Count)
	})
}

// noteSeeds notes the start pages of a search that the journal does not have.
func (w *walk) noteSeeds() error {
	all := slices.DeleteFunc(w.further(site.URL{}), func(u site.URL) bool {
		return slices.Contains(w.known.starts, w.known.urls.find(w.parts.Normaliser.Address(u)))
	})
	return w.noteStarts(all)
}

// waitsForAnother reports whether an open decision is about a URL that one before it is about, too. When that one is
// committed, this is one more visit of the answer.
func (o *Ordered) waitsForAnother(rank int, s *orderedSite) bool {
	d := o.open[rank]
	if o.Agents == nil || d.kind != ofAnswer {
		return false
	}
	if place := s.known.of.get(d.key); place != 0 {
		d.kind, d.stands = ofVisit, place
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
