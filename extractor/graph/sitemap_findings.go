package graph

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
	"sitegraph/wording"
)

type listing struct {
	*Ledger
	tables     *Tables
	conclusive bool
	reached    []int32                 // stepsFrom the user's start pages
	list       map[evidence.URLID]bool // keys of a list of URLs
	graph      *site.Graph
}

// Sitemaps returns the findings about sitemap entries, or nil if no sitemaps were read.
func (l *Ledger) Sitemaps(t *Tables, g *site.Graph) (*site.Sitemaps, error) {
	from := &l.Known.Listed
	if !from.Known {
		return nil, nil
	}
	x := &listing{Ledger: l, tables: t, graph: g, conclusive: l.conclusive()}
	if l.Known.Site.List {
		x.list = map[evidence.URLID]bool{}
		for _, url := range l.Known.Starts {
			x.list[l.Known.URLs.Key(url)] = true
		}
	}
	var typed []evidence.URLID
	for _, url := range x.typed() {
		typed = append(typed, l.Known.URLs.Key(url))
	}
	x.reached = x.stepsFrom(typed)
	s := &site.Sitemaps{Files: from.Files, Cut: from.Cut, Start: from.Start, Conclusive: x.conclusive,
		Found: map[site.SitemapFinding]int{}}
	entries := make([]site.SitemapEntry, 0, len(from.Entries))
	for _, e := range from.Entries {
		entry, err := x.find(e)
		if err != nil {
			return nil, err
		}
		s.Found[entry.Finding]++
		entries = append(entries, entry)
	}
	if beside := x.unlisted(); len(beside) > 0 {
		entries, s.Found[site.FoundNotInSitemaps] = append(entries, beside...), len(beside)
	}
	site.Sort(entries, func(a, b site.SitemapEntry) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.URL, b.URL))
	})
	s.Entries = site.WithoutErrors(entries)
	return s, nil
}

func (x *listing) unlisted() (all []site.SitemapEntry) {
	from, urls := &x.Known.Listed, x.Known.URLs
	if len(from.Entries) == 0 {
		return nil
	}
	missing := maps.Clone(x.list)
	for _, e := range from.Entries {
		delete(missing, urls.Key(e.URL))
	}
	for _, url := range x.Known.Starts {
		key := urls.Key(url)
		if !missing[key] {
			continue
		}
		delete(missing, key)
		e := x.entry(key)
		all = append(all, site.SitemapEntry{URL: urls.String(url), Key: urls.String(key), Status: e.Status,
			Page: e.Page, Finding: site.FoundNotInSitemaps, Detail: e.Why()})
	}
	return all
}

func (x *listing) find(e evidence.ListedURL) (out site.SitemapEntry, err error) {
	urls := x.Known.URLs
	key := urls.Key(e.URL)
	out = site.SitemapEntry{URL: urls.String(e.URL), Key: urls.String(key),
		Sitemap: x.Known.Listed.Files[e.File].URL}
	switch m := x.Scope.Judge(key, e.URL); {
	case !urls.Inside(e.URL):
		out.Finding = site.FoundOutside
	case x.list != nil && !x.list[key] && !x.Known.Listed.Start:
		out.Finding = site.FoundNotInList
	case x.Found.Seen(key):
		err = x.ofLedger(key, &out)
	case m != scope.InScope:
		state, reason := x.Scope.Reason(m)
		out.Finding = site.FoundLeftOut
		out.Detail = cmp.Or(site.Entry{State: state, Reason: reason}.Why(), string(state))
	default:
		err = x.ofAnswer(key, &out)
	}
	if urls.Inside(e.URL) && x.Found.Seen(key) && out.Finding != site.FoundLeftOut {
		out.Status = x.entry(key).Status // an entry left out may have one from a crawl without the exclusion
	}
	return out, err
}

var foundIn = map[site.State]site.SitemapFinding{
	site.StatePage: site.FoundPage, site.StateRedirect: site.FoundRedirect, site.StateBoth: site.FoundRedirect,
	site.StateHop: site.FoundRedirect, site.StateRedirectOut: site.FoundRedirect,
	site.StateRedirectBad: site.FoundDead, site.StateRedirectLost: site.FoundRedirect,
	site.StateStatus: site.FoundDead, site.StateFailed: site.FoundDead,
	site.StateDuplicate: site.FoundNonCanonical, site.StateCanonical: site.FoundNonCanonical,
	site.StateRule: site.FoundNonCanonical, site.StateRobots: site.FoundBlocked, site.StateNotHTML: site.FoundNoPage,
	site.StateExtension: site.FoundLeftOut, site.StateExcluded: site.FoundLeftOut, site.StateLimit: site.FoundLeftOut,
}

// redirectTo returns the finding about an entry that redirects to a URL with a state.
func redirectTo(state site.State) site.SitemapFinding {
	if foundIn[state] == site.FoundDead {
		return site.FoundDead
	}
	return site.FoundRedirect
}

// ofLedger is find for a URL that links or redirects lead to.
func (x *listing) ofLedger(key evidence.URLID, out *site.SitemapEntry) error {
	e := x.entry(key)
	out.Finding, out.Page = cmp.Or(foundIn[e.State], site.FoundUnknown), e.Page
	switch e.State {
	case site.StateHop:
		return x.ofAnswer(key, out)
	case site.StateRedirectLost:
		out.Finding = redirectTo(e.Reason.TargetState)
	case site.StatePage:
		page := x.pageOf(key)
		if canonical := x.graph.Pages[page].Canonical; x.another(canonical, key) {
			out.Finding, out.Detail = site.FoundNonCanonical, "its canonical link leads to "+canonical
		} else if x.reached[page] == 0 {
			x.orphan(out)
		}
		return nil
	}
	out.Detail = cmp.Or(e.Why(), string(e.State))
	return nil
}

// orphan records that no link reaches a page, if that is certain.
func (x *listing) orphan(out *site.SitemapEntry) {
	out.Finding, out.Detail = site.FoundOrphan, ""
	if !x.conclusive {
		out.Finding, out.Detail = site.FoundUnknown, "no link to it was found, but the crawl did not go everywhere"
	}
}

// another reports whether a canonical link names a URL with another key.
func (x *listing) another(canonical string, key evidence.URLID) bool {
	if canonical == "" || canonical == x.Known.URLs.String(key) {
		return false
	}
	id := x.Known.URLs.Find(canonical)
	return id == evidence.NoURL || x.Known.URLs.Key(id) != key
}

// ofAnswer is find for a URL that nothing leads to.
func (x *listing) ofAnswer(key evidence.URLID, out *site.SitemapEntry) error {
	end := x.Follow(key)
	if end.Missing || !x.conclusive && !x.Found.Seen(key) { // the answer may be from a run that went further
		x.orphan(out)
		out.Finding = site.FoundUnknown
		return nil
	}
	out.Status = int(x.Known.Answer(key).Status)
	state, reason := end.state, end.reason
	a := x.Known.Answer(end.Key)
	if state == "" && a.Outcome != evidence.OutPage {
		state, reason = x.OutcomeOf(a)
	}
	status := int(a.Status)
	switch {
	case state != "" && end.hops > 0 && end.state == "":
		out.Finding = redirectTo(state)
		out.Detail = fmt.Sprintf("to %s: %s", x.Known.URLs.String(end.Key),
			site.Entry{State: state, Status: status, Reason: reason}.Outcome())
		return nil
	case state != "":
		out.Finding = cmp.Or(foundIn[state], site.FoundUnknown)
		out.Detail = cmp.Or(site.Entry{State: state, Status: status, Reason: reason}.Why(), string(state))
		return nil
	case end.hops > 0:
		out.Finding, out.Detail = site.FoundRedirect, "to "+x.Known.URLs.String(end.Key)
		if page := x.pageOf(end.Key); page >= 0 {
			out.Page = x.Known.URLs.String(x.Pages[page].Key)
		}
		return nil
	}
	if page, same := x.ByDigest[x.Digest(end.Key)]; same {
		out.Finding, out.Page = site.FoundNonCanonical, x.Known.URLs.String(x.Pages[page].Key)
		out.Detail = "has the content of " + out.Page
		return nil
	}
	d, err := x.tables.detailsIn(a)
	if err != nil {
		return err
	}
	if x.another(d.Head.Canonical, key) {
		out.Finding, out.Detail = site.FoundNonCanonical, "its canonical link leads to "+d.Head.Canonical
		return nil
	}
	x.orphan(out)
	return nil
}

// shownSitemaps is the maximum number of unreadable sitemaps to name.
const shownSitemaps = 3

// SitemapsNote summarizes the findings and names unreadable sitemaps.
func SitemapsNote(s *site.Sitemaps) string {
	total := 0
	var found, unread []string
	for _, f := range slices.Sorted(maps.Keys(s.Found)) {
		if f != site.FoundNotInSitemaps {
			total += s.Found[f]
		}
		if f != site.FoundPage {
			found = append(found, fmt.Sprintf("%d %s", s.Found[f], f))
		}
	}
	for _, f := range s.Files {
		if why := unreadable(f); why != "" {
			unread = append(unread, fmt.Sprintf("%s (%s)", f.URL, why))
		}
	}
	read := len(s.Files) - len(unread)
	if read == 0 && total == 0 && len(unread) > 0 {
		return "no sitemap was found: " + wording.ListFirst(unread, shownSitemaps)
	}
	note := fmt.Sprintf("%s listed in %s", wording.Count(total, "URL is", "URLs are"),
		wording.Count(read, "sitemap", "sitemaps"))
	if len(found) > 0 {
		note += ": " + strings.Join(found, ", ")
	}
	if len(unread) > 0 {
		note += "; not read: " + wording.ListFirst(unread, shownSitemaps)
	}
	if s.Cut != "" {
		note += fmt.Sprintf("; there are more (limit: %s)", s.Cut)
	}
	return note
}

// unreadable says why a sitemap could not be read. It returns "" if it could.
func unreadable(f site.SitemapFile) string {
	switch {
	case f.Listed > 0:
		return ""
	case f.Status == 0:
		return "no answer"
	case f.Fault == site.SitemapElsewhere:
		return f.Fault
	case f.Status != http.StatusOK:
		return fmt.Sprintf("status %d", f.Status)
	}
	return f.Fault
}
