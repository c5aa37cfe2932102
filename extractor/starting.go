package extractor

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

// The names in a state of what a crawl takes beside the whole site from its home page.
const (
	settingStarts   = "[sites] start pages"
	settingScope    = "[sites] scope"
	settingMembers  = "[sites] members"
	settingSitemaps = "[sites] sitemaps"
)

// startsAtOnce is the number of start pages in a record.
const startsAtOnce = 1000

// Beginning returns what identifies, in the settings of a state, where a crawl begins and
// what it takes for the site.
func Beginning(start site.URL, p Parts) map[string]string {
	starts := []string{start.String()}
	for _, u := range p.Further {
		starts = append(starts, u.String())
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	id := map[string]string{settingStarts: strings.Join(starts, " "), settingScope: site.ScopeHost,
		settingSitemaps: "off or check"}
	if p.SitemapStarts {
		id[settingSitemaps] = "start"
	}
	if len(starts) > 3 {
		id[settingStarts] = wording.Count(len(starts), "URL", "URLs") + fingerprint(starts)
	}
	if scope := p.scopes(start); len(scope) > 0 {
		id[settingScope] = strings.Join(scope, ", ")
	}
	if p.Members != nil {
		names := p.Members.Names()
		slices.Sort(names)
		id[settingMembers] = strings.Join(names, " ")
		if len(names) > 10 {
			id[settingMembers] = wording.Count(len(names), "host", "hosts") + fingerprint(names)
		}
	}
	return id
}

// scopes names what is not the whole of one host.
func (p *Parts) scopes(start site.URL) (all []string) {
	if p.List {
		all = append(all, site.ScopeList)
	}
	if p.Members != nil {
		all = append(all, site.ScopeEntity)
	}
	if p.Section && p.inSections(start) {
		all = append(all, site.ScopeSection)
	}
	return all
}

// inSections reports whether the start pages of a host all lie in sections.
func (p *Parts) inSections(start site.URL) bool {
	whole, hosts := map[string]bool{}, map[string]bool{}
	for _, u := range append(slices.Clone(p.Further), start) {
		host := site.HostIn(u.Origin())
		hosts[host], whole[host] = true, whole[host] || site.Section(u.Path) == "/"
	}
	return slices.ContainsFunc(site.Names(hosts), func(host string) bool { return !whole[host] })
}

// fingerprint tells long lists apart.
func fingerprint(list []string) string {
	h := fnv.New64a()
	for _, s := range list {
		fmt.Fprintln(h, s)
	}
	return fmt.Sprintf(" (%016x)", h.Sum64())
}

// beginningNote says where a crawl began and what it took for the site; "" if that is the
// home page and all of it.
func (n *known) beginningNote() string {
	s := &n.site
	note := "the crawl began at " + s.Start
	switch {
	case s.List:
		note = wording.Count(s.Further+1, "URL was", "URLs were") + " listed: no link was followed"
	case s.Further > 0:
		note += " and " + wording.Count(s.Further, "other page", "other pages")
	case n.members == nil && s.Sections == nil && site.PathIn(s.began()) == "/":
		return ""
	}
	if n.members != nil {
		note += "; the site is " + wording.ListFirst(n.members.Names(), 20)
	}
	switch below := s.below(); {
	case below == nil:
		return note
	case n.members != nil:
		return note + "; where a host has a section, only what lies below it counts: " + wording.List(below)
	default:
		return note + "; what does not lie below " + wording.List(below) + " counts as another site's"
	}
}

// below are the URLs of the sections.
func (r *siteRecord) below() (all []string) {
	for _, section := range r.Sections {
		if section[0] == '/' {
			section = r.Origin + section
		}
		all = append(all, section)
	}
	return all
}

// ScopeOf returns what the settings of a state take for the site.
func ScopeOf(settings map[string]string) string {
	return cmp.Or(settings[settingScope], site.ScopeHost)
}

// fits compares where a state began with where this run begins. A state that does not say
// so began at the home page.
func (r *siteRecord) fits(now map[string]string) error {
	if now[settingScope] == "" {
		return nil // of no interest
	}
	before := map[string]string{settingScope: ScopeOf(r.Settings),
		settingStarts:   cmp.Or(r.Settings[settingStarts], r.began()),
		settingSitemaps: cmp.Or(r.Settings[settingSitemaps], "off or check"),
		settingMembers:  r.Settings[settingMembers]}
	for _, key := range []string{settingStarts, settingScope, settingMembers, settingSitemaps} {
		if before[key] != now[key] {
			return fmt.Errorf("the state was made with %s = %q, now it is %q: restore it, crawl from scratch with "+
				"--fresh, or keep both with another folder (-O)", key, before[key], now[key])
		}
	}
	return nil
}

// began is the start page that was given, before it led to another site.
func (r *siteRecord) began() string {
	if len(r.Passed) > 0 {
		return r.Passed[0]
	}
	return r.Start
}

// further returns the start pages beside the first one, sorted. Those on its host moved with it.
func (w *walk) further(start site.URL) []site.URL {
	n := w.parts.Normaliser
	all := slices.Clone(w.parts.Further)
	for i := range all {
		if w.parts.Search == "" && w.beganAt(all[i], start) {
			all[i].Scheme, all[i].Host, all[i].Port = start.Scheme, start.Host, start.Port
		}
	}
	slices.SortFunc(all, func(a, b site.URL) int { return cmp.Compare(n.Address(a), n.Address(b)) })
	all = slices.CompactFunc(all, func(a, b site.URL) bool { return n.Address(a) == n.Address(b) })
	return slices.DeleteFunc(all, func(u site.URL) bool { return n.Address(u) == n.Address(start) })
}

// beganAt reports whether a URL is on the host of the first start page that was given, which may have moved to start.
func (w *walk) beganAt(u, start site.URL) bool {
	began := start
	if w.known.site.Origin != "" {
		began, _ = site.Parse(w.known.site.began())
	}
	return w.parts.Members == nil || site.SameSite(u, began)
}

// sections are those of the start pages, as site.NewScope has them; nil for whole hosts. A host of several start pages
// that are not all in sections is taken whole. A site that its home page led to has those of the first one.
func (w *walk) sections(start site.URL) []string {
	if !w.parts.Section || w.known.site.Origin != "" {
		return w.known.site.Sections
	}
	var all []string
	whole, first := map[string]bool{}, site.HostIn(w.parts.Normaliser.Key(start))
	for _, u := range append(w.further(start), start) {
		key := w.parts.Normaliser.Key(u)
		host, path := site.HostIn(key), site.Section(site.PathIn(key))
		if host == first {
			host = ""
		}
		whole[host] = whole[host] || path == "/"
		all = append(all, host+path)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(s string) bool { return whole[s[:strings.IndexByte(s, '/')]] })
}

// scopeAt is what the site's own URLs are if its start page is on an origin.
func (w *walk) scopeAt(origin site.URL) *site.Scope {
	return site.NewScope(origin, w.known.members, w.known.site.Sections)
}

// noteStarts notes further start pages in the journal.
func (w *walk) noteStarts(further []site.URL) error {
	n := w.parts.Normaliser
	for some := range slices.Chunk(further, startsAtOnce) {
		var r startsRecord
		for _, u := range some {
			r.URLs, r.Keys = append(r.URLs, n.Address(u)), append(r.Keys, n.Key(u))
		}
		if err := w.note(kindStarts, r); err != nil {
			return err
		}
	}
	return nil
}

// completeStarts notes the start pages that a kill kept from the journal.
func (w *walk) completeStarts() error {
	if w.known.site.Search {
		return w.noteSeeds()
	}
	known := len(w.known.starts) - 1
	if known == w.known.site.Further {
		return nil
	}
	start, err := site.Parse(w.known.site.Start)
	if err != nil {
		return fmt.Errorf("start page in the state: %w", err)
	}
	further := w.further(start)
	return w.noteStarts(further[min(known, len(further)):])
}

// takeStarts takes the record of further start pages.
func (n *known) takeStarts(record []byte) error {
	var r startsRecord
	if err := readEvent(record, &r); err != nil {
		return err
	}
	if len(r.URLs) != len(r.Keys) || len(n.starts) == 0 {
		return fmt.Errorf("%w: start pages", errRecord)
	}
	for i, url := range r.URLs {
		n.starts = append(n.starts, n.urls.add(url, r.Keys[i]))
	}
	return nil
}

// movesTo reports whether a URL that the first start page redirects to makes its origin
// the site: one in the section, on another origin. A list moves only from http to https.
func (w *walk) movesTo(u site.URL) bool {
	s := &w.known.site
	switch {
	case site.SameSite(u, w.origin) || !w.scopeAt(u).Has(u, w.parts.Normaliser.Key(u)):
		return false
	case s.List:
		upgraded := w.origin
		upgraded.Scheme = "https"
		return w.origin.Scheme == "http" && w.origin.Port == "" && site.SameSite(u, upgraded) &&
			(w.parts.Claim == nil || w.parts.Claim(u.Origin()))
	}
	return true
}
