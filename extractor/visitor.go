package extractor

import (
	"context"
	"encoding/hex"

	"sitegraph/site"
)

// Visitor fetches and reads single URLs of a host, for a crawl that is not of one
// site and has an order of its own. It knows nothing of that crawl, and may be
// used by many goroutines.
type Visitor struct{ visitor *visitor }

// Visited is what a URL gave.
type Visited struct {
	// URL was fetched. It is the one asked for, or another one of the same
	// normalized URL to which that redirects.
	URL string
	// State is StatePage, StateNotHTML, StateStatus, StateRefused, StateFailed,
	// StateRobots, or of a redirect StateHop, and StateRedirectBad if it leads nowhere.
	State  site.State
	Reason site.Reason // what led to it
	Status int         // the HTTP status, 0 without an answer
	To     Target      // where a redirect leads
	Digest site.Digest // of a page: equal digests are one page
	Page   *site.Page  // of a page: what it states of itself
	Text   string      // of a page: the visible text, white space collapsed
	Links  []PageLink  // of a page, in the order of its source, each once; those that are no usable link are left out
	Fetch  site.Fetch  // a line of the log; its Tries are 0 if nothing was sent
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

// NewVisitor returns a visitor of the host of a URL. Of the parts it uses
// Downloader, Parser, Normaliser, Digest, Refused and Encoder; the parser is to give all
// texts. parse bounds the pages that are parsed at once.
func NewVisitor(p Parts, l Limits, host site.URL, parse chan struct{}) *Visitor {
	v := &visitor{parts: &p, limits: &l, parse: parse, keepTexts: true}
	v.resolver = resolver{normaliser: p.Normaliser, origin: host, scope: site.NewScope(host, nil, nil),
		maxLength: l.MaxURLLength}
	return &Visitor{visitor: v}
}

// Visit fetches a URL if the rules allow that, and reads what it gives. It is
// false when ctx ended the transfer.
func (v *Visitor) Visit(ctx context.Context, url, key string, rules Rules) (Visited, bool) {
	a := v.visitor.safely(ctx, task{url: url, key: key, rules: rules})
	if a == nil {
		return Visited{}, false
	}
	out := Visited{URL: a.URL, Status: a.Status, Digest: a.Digest, Fetch: a.fetch(v.visitor.origin.Origin())}
	out.State, out.Reason = a.state()
	if a.Outcome == outRedirect && out.State == site.StateHop {
		out.To = v.target(a.Location.URL, a.Location.Key)
	}
	if a.Outcome == outPage {
		v.describe(&out, a)
	}
	return out, true
}

// target is where a usable reference leads.
func (v *Visitor) target(url, key string) Target {
	l := v.visitor.limits
	out := key == "" || len(url) > l.MaxURLLength || l.judgeURL(url, key) != inScope
	return Target{URL: url, Key: key, LeftOut: out}
}

// describe adds what a page says.
func (v *Visitor) describe(out *Visited, a *Answer) {
	h := a.Head
	out.Text = a.text
	out.Page = &site.Page{URL: a.URL, Key: a.Key, Status: a.Status, ContentType: a.Type, Bytes: a.Bytes,
		Hash: hex.EncodeToString(a.Digest[:]), Title: h.Title, Lang: h.Lang, Canonical: h.Canonical, Robots: h.Robots,
		Refresh: h.Refresh, Facts: a.Facts}
	for _, l := range a.Internal {
		out.Page.Links += int(l.Count)
	}
	for _, l := range a.External {
		out.Page.ExternalLinks += int(l.Count)
	}
	out.Links = make([]PageLink, len(a.anchors))
	for i, l := range a.anchors {
		out.Links[i] = PageLink{Target: v.target(l.URL, l.Key), Text: l.Text, Around: l.Around,
			Count: l.Count}
	}
}

// anchor is a usable link of a page with its texts, and the number of equal ones.
type anchor struct {
	URL, Key, Text, Around string
	Count                  int
}

// state is how an answer ends by itself, whatever a redirect leads to.
func (a *Answer) state() (site.State, site.Reason) {
	switch a.Outcome {
	case outPage:
		return site.StatePage, site.Reason{}
	case outRedirect:
		if a.Location.Fault.Failed() {
			return site.StateRedirectBad, site.Reason{Location: a.Location.Fault}
		}
		return site.StateHop, site.Reason{Target: a.Location.URL}
	case outForbidden:
		return site.StateRobots, site.Reason{}
	case outStatus:
		return site.StateStatus, site.Reason{}
	case outNotHTML:
		return site.StateNotHTML, site.Reason{MediaType: a.Type}
	case outRefused:
		return refusedBy(a.Refusal, a.Status)
	}
	return site.StateFailed, failedBy(a.Failure)
}

// fetch is the answer as a line of the log of a site.
func (a *Answer) fetch(origin string) site.Fetch {
	failure := a.Failure
	if a.fault != "" {
		failure.Detail += ": " + a.fault
	}
	return site.Fetch{Time: a.started, Site: origin, URL: a.URL, Status: a.Status, Type: a.Type, Bytes: a.Bytes,
		Elapsed: a.elapsed, Tries: a.tries, Failure: failure}
}
