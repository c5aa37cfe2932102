package extractor

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
	"sitegraph/wording"
)

const startsAtOnce = 1000

// Beginning returns the settings of a state that determine where a crawl begins and which URLs belong to the site.
func Beginning(start site.URL, p Parts) map[string]string {
	starts := []string{start.String()}
	for _, u := range p.Further {
		starts = append(starts, u.String())
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	id := map[string]string{evidence.SettingStarts: strings.Join(starts, " "), evidence.SettingScope: site.ScopeHost,
		evidence.SettingSitemaps: "off or check"}
	if p.SitemapStarts {
		id[evidence.SettingSitemaps] = "start"
	}
	if len(starts) > 3 {
		id[evidence.SettingStarts] = wording.Count(len(starts), "URL", "URLs") + fingerprint(starts)
	}
	if scope := p.scopes(start); len(scope) > 0 {
		id[evidence.SettingScope] = strings.Join(scope, ", ")
	}
	if names := p.Members.Names(); len(names) > 0 {
		slices.Sort(names)
		id[evidence.SettingMembers] = strings.Join(names, " ")
		if len(names) > 10 {
			id[evidence.SettingMembers] = wording.Count(len(names), "host", "hosts") + fingerprint(names)
		}
	}
	return id
}

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

// inSections reports whether some host has all its start pages in sections.
func (p *Parts) inSections(start site.URL) bool {
	whole, hosts := map[string]bool{}, map[string]bool{}
	for _, u := range append(slices.Clone(p.Further), start) {
		host := site.HostIn(u.Origin())
		hosts[host], whole[host] = true, whole[host] || site.Section(u.Path) == "/"
	}
	return slices.ContainsFunc(site.Names(hosts), func(host string) bool { return !whole[host] })
}

func fingerprint(list []string) string {
	h := fnv.New64a()
	for _, s := range list {
		fmt.Fprintln(h, s)
	}
	return fmt.Sprintf(" (%016x)", h.Sum64())
}

// beginning determines where the crawl of a site begins and which URLs belong to the site.
type beginning struct {
	parts  *Parts
	limits *scope.Limits
	known  *evidence.Known
	memory *memory
	live   bool // the crawl can request missing answers
}

// further returns the start pages after the first one, sorted. If the first one led to another origin, the others on
// its host move there too.
func (b *beginning) further(start, began site.URL) []site.URL {
	n := b.parts.Normaliser
	all := slices.Clone(b.parts.Further)
	for i := range all {
		if b.parts.Search == "" && (b.parts.Members == nil || site.SameSite(all[i], began)) {
			all[i].Scheme, all[i].Host, all[i].Port = start.Scheme, start.Host, start.Port
		}
	}
	slices.SortFunc(all, func(a, b site.URL) int { return cmp.Compare(n.Address(a), n.Address(b)) })
	all = slices.CompactFunc(all, func(a, b site.URL) bool { return n.Address(a) == n.Address(b) })
	return slices.DeleteFunc(all, func(u site.URL) bool { return n.Address(u) == n.Address(start) })
}

// beganAt returns the user's start page, which may have led to start.
func beganAt(start site.URL, passed []string) site.URL {
	if len(passed) > 0 {
		start, _ = site.Parse(passed[0])
	}
	return start
}

// sections returns the sections of the start pages, for site.NewScope; nil for whole hosts. A host is taken whole if
// one of its start pages is in no section. A site to which the home page led has the sections of the first site.
func (b *beginning) sections(start site.URL, passed []string) []string {
	switch {
	case len(passed) > 0:
		return b.known.Site.Sections
	case !b.parts.Section:
		return nil
	}
	var all []string
	whole, first := map[string]bool{}, site.HostIn(b.parts.Normaliser.Key(start))
	for _, u := range append(b.further(start, start), start) {
		key := b.parts.Normaliser.Key(u)
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

func (b *beginning) noteStarts(further []site.URL) error {
	n := b.parts.Normaliser
	for some := range slices.Chunk(further, startsAtOnce) {
		var r evidence.StartsRecord
		for _, u := range some {
			r.URLs, r.Keys = append(r.URLs, n.Address(u)), append(r.Keys, n.Key(u))
		}
		if err := b.memory.note(evidence.KindStarts, r); err != nil {
			return err
		}
	}
	return nil
}

// completeStarts records the start pages missing from the journal after a crash.
func (b *beginning) completeStarts() error {
	if b.known.Site.Search {
		return b.noteSeeds()
	}
	known := len(b.known.Starts) - 1
	if known == b.known.Site.Further {
		return nil
	}
	start, err := site.Parse(b.known.Site.Start)
	if err != nil {
		return fmt.Errorf("start page in the state: %w", err)
	}
	further := b.further(start, beganAt(start, b.known.Site.Passed))
	return b.noteStarts(further[min(known, len(further)):])
}

// movesTo reports whether the target of the first start page's redirect makes its origin the site. It must be on
// another origin and in the section. A list only moves from http to https.
func (w *walk) movesTo(u site.URL) bool {
	s := &w.known.Site
	scope := site.NewScope(u, w.known.Members, s.Sections) // with its start page there
	switch {
	case site.SameSite(u, w.origin), !scope.Has(u.String(), w.parts.Normaliser.Key(u)):
		return false
	case s.List:
		upgraded := w.origin
		upgraded.Scheme = "https"
		return w.origin.Scheme == "http" && w.origin.Port == "" && site.SameSite(u, upgraded) &&
			(w.parts.Claim == nil || w.parts.Claim(u.Origin()))
	}
	return true
}
