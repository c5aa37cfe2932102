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
	all := append(slices.Clone(p.Further), start)
	switch {
	case p.List:
		id[settingScope] = site.ScopeList
	case p.Section && !slices.ContainsFunc(all, func(u site.URL) bool { return site.Section(u.Path) == "/" }):
		id[settingScope] = site.ScopeSection
	case p.Members != nil:
		names := p.Members.Names()
		slices.Sort(names)
		id[settingScope], id[settingMembers] = site.ScopeEntity, strings.Join(names, " ")
		if len(names) > 10 {
			id[settingMembers] = wording.Count(len(names), "host", "hosts") + fingerprint(names)
		}
	}
	return id
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
	var below []string
	for _, section := range s.Sections {
		below = append(below, s.Origin+section)
	}
	began := "the crawl began at " + s.Start
	if s.Further > 0 {
		began += " and " + wording.Count(s.Further, "other page", "other pages")
	}
	switch {
	case s.List:
		return fmt.Sprintf("%s listed: no link was followed", wording.Count(s.Further+1, "URL was", "URLs were"))
	case n.members != nil:
		return fmt.Sprintf("%s; the site is %s", began, wording.ListFirst(n.members.Names(), 20))
	case below != nil:
		return began + "; what does not lie below " + wording.List(below) + " counts as another site's"
	case s.Further > 0 || string(pathOf([]byte(s.began()))) != "/":
		return began
	}
	return ""
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

// further returns the start pages beside the first one, on its origin, sorted.
func (w *walk) further(start site.URL) []site.URL {
	n := w.parts.Normaliser
	all := slices.Clone(w.parts.Further)
	for i := range all {
		if w.parts.Search != "" {
			break
		}
		all[i].Scheme, all[i].Host, all[i].Port = start.Scheme, start.Host, start.Port
	}
	slices.SortFunc(all, func(a, b site.URL) int { return cmp.Compare(n.Address(a), n.Address(b)) })
	all = slices.CompactFunc(all, func(a, b site.URL) bool { return n.Address(a) == n.Address(b) })
	return slices.DeleteFunc(all, func(u site.URL) bool { return n.Address(u) == n.Address(start) })
}

// sections are the paths below which URLs are the site's own, nil for all. A site that
// its home page led to has those of the first one.
func (w *walk) sections(start site.URL) []string {
	if !w.parts.Section || w.known.site.Origin != "" {
		return w.known.site.Sections
	}
	var all []string
	for _, u := range append(w.further(start), start) {
		all = append(all, site.Section(string(pathOf([]byte(w.parts.Normaliser.Key(u))))))
	}
	slices.Sort(all)
	if all = slices.Compact(all); slices.Contains(all, "/") {
		return nil
	}
	return all
}

// within reports whether a normalized URL lies in one of some sections, or there are none.
func within(sections []string, key string) bool {
	if sections == nil {
		return true
	}
	path := string(pathOf([]byte(key)))
	return slices.ContainsFunc(sections, func(s string) bool { return strings.HasPrefix(path, s) || path+"/" == s })
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
	case site.SameSite(u, w.origin) || !within(s.Sections, w.parts.Normaliser.Key(u)):
		return false
	case s.List:
		upgraded := w.origin
		upgraded.Scheme = "https"
		return w.origin.Scheme == "http" && w.origin.Port == "" && site.SameSite(u, upgraded) &&
			(w.parts.Claim == nil || w.parts.Claim(u.Origin()))
	}
	return true
}
