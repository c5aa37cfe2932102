package extractor

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"sitegraph/site"
)

type task struct {
	url, key string
	rules    Rules
	barred   bool            // nobody knows the rules
	unless   site.Validators // of the version that is known
	twin     bool            // the page is known, and asked for again to see what varies
}

// visitor is what a worker knows: the parts and the site, nothing of the walk.
type visitor struct {
	resolver
	parts  *Parts
	limits *Limits
	parse  chan struct{} // bounds the pages that are parsed at once
	// keepTexts keeps the visible text of pages and the texts of their links, for
	// a search.
	keepTexts bool
	packers   sync.Pool // of what compresses them
}

// safely visits; a fault of our own while reading a page is the page's failure,
// not the run's end.
func (v *visitor) safely(ctx context.Context, t task) (a *Answer) {
	defer func() {
		if fault := recover(); fault != nil {
			a = &Answer{URL: t.url, Key: t.key, Outcome: outFailed, fault: fmt.Sprint(fault),
				Failure: site.Failure{Class: site.FailOther, Detail: "internal fault"}}
		}
	}()
	return v.visit(ctx, t)
}

// visit fetches one URL and reads what it gives. A redirect to another
// URL of the same key (sorted parameters, single slashes) is followed at
// once: the key stays and the URL is replaced (A4). The answer is nil when
// ctx ended the transfer.
func (v *visitor) visit(ctx context.Context, t task) *Answer {
	tried := []string{t.url}
	for {
		a := v.ask(ctx, t)
		if a == nil || a.Outcome != outRedirect || a.Location.Key != t.key || len(tried) > v.limits.MaxRedirects ||
			slices.Contains(tried, a.Location.URL) {
			return a
		}
		t.url = a.Location.URL
		tried = append(tried, t.url)
	}
}

// ask makes one request, if robots.txt allows it.
func (v *visitor) ask(ctx context.Context, t task) *Answer {
	a := &Answer{URL: t.url, Key: t.key, twin: t.twin}
	u, err := site.Parse(t.url)
	if err != nil {
		a.Outcome, a.Failure = outFailed, site.Failure{Class: site.FailOther, Detail: err.Error()}
		return a
	}
	if t.barred {
		a.Outcome, a.Failure = outFailed, site.Failure{Class: site.FailRobots}
		return a
	}
	if !t.allowed(u) {
		a.Outcome = outForbidden
		return a
	}
	r := v.parts.Downloader.Download(ctx, site.Request{URL: u, NoXHTML: v.limits.NoXHTML, Unless: t.unless,
		Twin: t.twin})
	if r.Failure.Class == site.FailCancelled || ctx.Err() != nil && r.Failure.Failed() {
		return nil
	}
	a.Status, a.Failure = r.Status, r.Failure
	a.started, a.elapsed, a.tries = r.Started, r.Elapsed, r.Attempts
	if r.Status == http.StatusNotModified && t.unless != (site.Validators{}) {
		a.Outcome = outMatched
		return a
	}
	v.classify(a, r)
	return a
}

// allowed asks robots.txt about the URL and about its normal form: who
// forbade either means the page.
func (t task) allowed(u site.URL) bool {
	if !t.rules.Allowed(u.Target()) {
		return false
	}
	if t.key == t.url {
		return true
	}
	k, err := site.Parse(t.key)
	return err != nil || t.rules.Allowed(k.Target())
}

func (v *visitor) classify(a *Answer, r site.Response) {
	switch {
	case r.Failure.Failed():
		a.Outcome = outFailed
	case site.IsRedirect(r.Status):
		a.Outcome = outRedirect
		a.Location, a.Cookie = v.location(r), r.SetsCookie
	case r.Refused != "":
		a.refuse(r.Refused)
	case r.Status != 200:
		a.Outcome = outStatus
	case !site.IsHTML(r.ContentType, v.limits.NoXHTML):
		a.Outcome, a.Type = outNotHTML, mediaType(r.ContentType)
	default:
		a.Type = mediaType(r.ContentType)
		v.read(a, r)
	}
}

func (v *visitor) location(r site.Response) target {
	if r.Location == "" {
		return target{Fault: site.LinkFault{Kind: site.FaultNoLocation}}
	}
	return v.resolve(r.URL, r.Location, nil)
}

// read parses a page. Parsing is bounded by the number of parsers, since it is
// the main load.
func (v *visitor) read(a *Answer, r site.Response) {
	v.parse <- struct{}{}
	defer func() { <-v.parse }()
	doc, err := v.parts.Parser.Parse(r)
	if err != nil {
		a.Outcome, a.Failure = outFailed, site.Failure{Class: site.FailOther, Detail: "the page cannot be read"}
		a.fault = err.Error()
		return
	}
	a.Outcome, a.Bytes = outPage, int64(len(r.Body))
	base := r.URL
	encode := v.parts.Encoder(doc.Charset)
	if doc.HasBase {
		if b, err := r.URL.Resolve(doc.Base, encode); err == nil {
			base = b
		}
	}
	l := &linker{resolver: &v.resolver, limits: v.limits, base: base, encode: encode, answer: a, keepTexts: v.keepTexts}
	if v.keepTexts {
		a.text = doc.Text
	}
	l.take(doc.Links)
	if refused := v.parts.refused(r, len(a.Internal)); refused != "" {
		a.refuse(refused)
		return
	}
	a.Head = head{Title: doc.Title, Lang: doc.Lang, Canonical: v.canonical(base, doc.Canonical),
		Robots: doc.Robots, Refresh: doc.Refresh}
	a.Facts = v.facts(base, &doc, r)
	if v.keepTexts {
		v.packTexts(a)
	}
	if v.parts.Uses != nil {
		a.uses = v.uses(base, encode, r)
	}
	content := site.Content{Key: a.Key, Body: r.Body, Text: doc.Text, Targets: l.targets(!doc.HasBase)}
	a.Digest = v.parts.Digest(content)
	if v.parts.Stable {
		a.pieces, a.generated = l.pieces(&doc, a.twin), r.Validators == site.Validators{}
		if doc.Canonical != "" {
			a.canonical = v.resolve(base, doc.Canonical, encode)
		}
	}
	if w := v.parts.Watch; w != nil {
		a.seen = &seenPage{validators: r.Validators, digest: a.Digest, head: a.Head.hash(),
			words: w.Words(doc.Text)}
		if w.Version != nil {
			a.seen.digest = w.Version(content)
		}
	}
}

// longestHeader bounds the headers of an answer that are kept, in bytes.
const longestHeader = 500

// facts are those of a page.
func (v *visitor) facts(base site.URL, doc *site.Document, r site.Response) *site.Facts {
	f := &site.Facts{Description: doc.Description, H1: doc.H1, H1s: doc.H1s, Words: doc.Words,
		RobotsTag: clip(r.RobotsTag, longestHeader), Modified: clip(r.Validators.Modified, longestHeader)}
	for _, a := range doc.Alternates {
		f.Alternates = append(f.Alternates, site.Alternate{Lang: clip(a.Lang, 100), URL: v.canonical(base, a.URL)})
	}
	return f
}

// refuse makes an answer that of who refused the page; what came with it, its links
// too, is not the site's.
func (a *Answer) refuse(by site.Refusal) {
	*a = Answer{URL: a.URL, Key: a.Key, Outcome: outRefused, Refusal: by, Status: a.Status,
		started: a.started, elapsed: a.elapsed, tries: a.tries}
}

// canonical resolves the canonical URL; as written when it cannot be.
func (v *visitor) canonical(base site.URL, href string) string {
	if href == "" {
		return ""
	}
	u, err := base.Resolve(href, nil)
	if err != nil {
		return clip(href, v.limits.MaxURLLength)
	}
	return clip(u.String(), v.limits.MaxURLLength)
}

// mediaType is a Content-Type without its parameters, lower case, and without
// what is no character or what a terminal would act on.
func mediaType(contentType string) string {
	t, _, _ := strings.Cut(contentType, ";")
	return clip(strings.ToLower(site.Printable(strings.TrimSpace(t))), 100)
}
