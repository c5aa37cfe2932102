package extractor

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

type task struct {
	url, key string
	rules    Rules
	barred   bool            // the rules are unknown
	unless   site.Validators // validators of the known version
	twin     bool            // a second request, to find out which parts vary
	whole    bool            // identify the page by its bytes if it comes as a file
}

// visitor is what workers know, namely the parts and the site but not the walk.
type visitor struct {
	resolver
	parts  *Parts
	limits *scope.Limits
	parse  chan struct{} // limits the pages parsed at once
	// keepTexts keeps the visible text of pages and of their links for a search.
	keepTexts bool
	packers   sync.Pool // compressors for texts
	rooms     sync.Pool // of *linkRoom
}

// safely visits a URL. A panic while reading a page is a failure of that page and does not end the run.
func (v *visitor) safely(ctx context.Context, t task) (a *evidence.Fetched) {
	defer func() {
		if fault := recover(); fault != nil {
			a = &evidence.Fetched{URL: t.url, Key: t.key, Outcome: evidence.OutFailed, Fault: fmt.Sprint(fault),
				Failure: site.Failure{Class: site.FailOther, Detail: "internal fault"}}
		}
	}()
	return v.visit(ctx, t)
}

// visit fetches one URL and reads the answer. It immediately follows a redirect to another spelling of the URL (sorted
// parameters, single slashes), which keeps the key and changes the URL. It returns nil if ctx ended the transfer.
func (v *visitor) visit(ctx context.Context, t task) *evidence.Fetched {
	tried := []string{t.url}
	for {
		a := v.ask(ctx, t)
		if a == nil || a.Outcome != evidence.OutRedirect || a.Location.Key != t.key ||
			len(tried) > v.limits.MaxRedirects || len(a.Location.URL) > v.maxLength ||
			slices.Contains(tried, a.Location.URL) {
			return a
		}
		t.url = a.Location.URL
		tried = append(tried, t.url)
	}
}

// ask sends one request if robots.txt allows it.
func (v *visitor) ask(ctx context.Context, t task) *evidence.Fetched {
	a := &evidence.Fetched{URL: t.url, Key: t.key, Twin: t.twin}
	u, err := site.Parse(t.url)
	if err != nil {
		a.Outcome, a.Failure = evidence.OutFailed, site.Failure{Class: site.FailOther, Detail: err.Error()}
		return a
	}
	if t.barred {
		a.Outcome, a.Failure = evidence.OutFailed, site.Failure{Class: site.FailRobots}
		return a
	}
	if !t.allowed(u) {
		a.Outcome = evidence.OutForbidden
		return a
	}
	r := v.parts.Downloader.Download(ctx, site.Request{URL: u, NoXHTML: v.limits.NoXHTML, Unless: t.unless,
		Twin: t.twin})
	if r.Failure.Class == site.FailCancelled || ctx.Err() != nil && r.Failure.Failed() {
		return nil
	}
	a.Status, a.Failure = r.Status, r.Failure
	a.Started, a.Elapsed, a.Tries = r.Started, r.Elapsed, r.Attempts
	if r.Status == http.StatusNotModified && t.unless != (site.Validators{}) {
		a.Outcome = evidence.OutMatched
		return a
	}
	r.Whole = t.whole && r.AsFile && !strings.Contains(t.url, "?")
	v.classify(a, r)
	if r.Recycle != nil {
		r.Recycle() // the answer has copies
	}
	return a
}

// allowed checks the URL and its normal form against robots.txt. A rule against either is meant for the page.
func (t task) allowed(u site.URL) bool {
	if ok := t.rules.Allowed(u.Target()); !ok || t.key == t.url {
		return ok
	}
	k, err := site.Parse(t.key)
	return err != nil || t.rules.Allowed(k.Target())
}

func (v *visitor) classify(a *evidence.Fetched, r site.Response) {
	switch {
	case r.Failure.Failed():
		a.Outcome = evidence.OutFailed
	case site.IsRedirect(r.Status):
		a.Outcome = evidence.OutRedirect
		a.Cookie = r.SetsCookie
		if a.Location = v.resolve(r.URL, r.Location, nil); r.Location == "" {
			a.Location = evidence.Target{Fault: site.LinkFault{Kind: site.FaultNoLocation}}
		}
	case r.Refused != "":
		a.Refuse(r.Refused)
	case r.Status != 200:
		a.Outcome = evidence.OutStatus
	case !site.IsHTML(r.ContentType, v.limits.NoXHTML):
		a.Outcome, a.Type = evidence.OutNotHTML, mediaType(r.ContentType)
		if tag := r.Validators.ETag; tag != "" {
			var d site.Digester
			d.Add(evidence.HashOf([]byte(tag)))
			a.Digest = d.Sum()
		}
	default:
		a.Type = mediaType(r.ContentType)
		v.read(a, r)
	}
}

func (v *visitor) linker(a *evidence.Fetched, doc *site.Document, page site.URL) *linker {
	l := &linker{resolver: &v.resolver, limits: v.limits, base: page, encode: v.parts.Encoder(doc.Charset), answer: a,
		keepTexts: v.keepTexts}
	if doc.HasBase {
		if b, err := page.Resolve(doc.Base, l.encode); err == nil {
			l.base = b
		}
	}
	if l.linkRoom, _ = v.rooms.Get().(*linkRoom); l.linkRoom == nil {
		l.linkRoom = new(linkRoom)
	}
	return l
}

// recycle keeps the memory of a linker, and of the links it used, for the next page.
func (v *visitor) recycle(room *linkRoom, links func()) {
	room.clear()
	v.rooms.Put(room)
	if links != nil {
		links()
	}
}

// read parses a page. Parsing is the main load, so the number of parsers limits it.
func (v *visitor) read(a *evidence.Fetched, r site.Response) {
	v.parse <- struct{}{}
	defer func() { <-v.parse }()
	doc, err := v.parts.Parser.Parse(r)
	if err != nil {
		a.Outcome, a.Failure = evidence.OutFailed, site.Failure{Class: site.FailOther,
			Detail: "the page cannot be read"}
		a.Fault = err.Error()
		return
	}
	a.Outcome, a.Bytes = evidence.OutPage, int64(len(r.Body))
	doc.Canonical = cmp.Or(doc.Canonical, r.Canonical)
	l := v.linker(a, &doc, r.URL)
	defer v.recycle(l.linkRoom, doc.Recycle)
	base, encode := l.base, l.encode
	if v.keepTexts {
		a.Text = doc.Text
	}
	l.take(doc.Links)
	if refused := v.parts.refused(r, a.LinksTo(r.URL.Origin())); refused != "" {
		a.Refuse(refused)
		return
	}
	a.Head = evidence.Head{Title: doc.Title, Lang: doc.Lang, Canonical: v.canonical(base, doc.Canonical),
		Robots: doc.Robots, Refresh: doc.Refresh}
	a.Facts = v.facts(base, &doc, r)
	l.declare(a.Facts, &doc)
	if v.keepTexts && !a.Twin {
		v.packTexts(a)
	}
	if v.parts.Uses != nil {
		a.Uses = v.uses(base, encode, r)
	}
	content := site.Content{Body: r.Body, Text: doc.Text}
	a.Digest, a.Open = v.parts.Digest(content), l.open(content, v.parts.Open, !doc.HasBase)
	if v.parts.Stable {
		if doc.Canonical != "" {
			a.Canonical = v.resolve(base, doc.Canonical, encode)
		}
		a.Pieces, a.Generated = new(evidence.Pieces), r.Validators == site.Validators{}
		if !r.Whole {
			a.Pieces = l.pieces(&doc, a.Twin)
		}
	}
	if w := v.parts.Watch; w != nil {
		a.Seen = &evidence.SeenPage{Validators: r.Validators, Digest: a.Digest, Head: a.Head.Hash(),
			Words: w.Words(doc.Text)}
	}
}

// longestHeader is the maximum number of bytes of a header to keep.
const longestHeader = 500

func (v *visitor) facts(base site.URL, doc *site.Document, r site.Response) *site.Facts {
	f := &site.Facts{Description: doc.Description, H1: doc.H1, H1s: doc.H1s, Words: doc.Words,
		WithoutAlt: doc.WithoutAlt,
		RobotsTag:  evidence.Clip(r.RobotsTag, longestHeader), Modified: evidence.Clip(r.Validators.Modified,
			longestHeader)}
	if v.parts.Times {
		f.Milliseconds = int(max(1, r.Elapsed.Milliseconds()))
	}
	f.Password = doc.Password && v.parts.LogsIn != nil && v.parts.LogsIn(r.Body)
	for _, a := range doc.Alternates {
		f.Alternates = append(f.Alternates, site.Alternate{Lang: evidence.Clip(a.Lang, 100), URL: v.canonical(base,
			a.URL)})
	}
	return f
}

// canonical resolves the canonical URL. It returns an unresolvable one as written.
func (v *visitor) canonical(base site.URL, href string) string {
	if href == "" {
		return ""
	}
	u, err := base.Resolve(href, nil)
	if err != nil {
		return evidence.Clip(href, v.limits.MaxURLLength)
	}
	return evidence.Clip(u.String(), v.limits.MaxURLLength)
}

// mediaType returns a Content-Type in lower case, without parameters, control characters and invalid UTF-8.
func mediaType(contentType string) string {
	t, _ := site.MediaType(contentType)
	return evidence.Clip(site.Printable(t), 100)
}
