package extractor_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/site"
)

// maxHops is the redirect limit in these tests.
const maxHops = 10

// model predicts what a walk finds, from the site's plan alone. It is slow and simple: strings, maps, one step after
// the other.
type model struct {
	*testSite
	maxLevel int // negative: no limit
	excludes func(form string) bool

	pages  []*resource
	levels []int             // of the pages
	pageOf map[string]int    // key → index of the page that shows it
	sent   map[string]string // key → form requested first
	asked  map[string]string // key → form that answered
	linked map[string]int    // key → level at which links led to it, if in scope
	form   map[string]string // key → smallest spelling among links of that level
	left   map[string]bool   // out-of-scope keys that links led to
	hop    map[string]int    // key → level at which redirects led to it
	barred map[string]int    // key → level of the first redirect that was not followed there
	from   map[string]int    // key → first page that links to it
	byKey  map[string]*resource
}

func (s *testSite) expect(maxLevel int) *model {
	return s.expectWithout(maxLevel, func(form string) bool { return strings.Contains(form, "/excluded/") })
}

func (s *testSite) expectWithout(maxLevel int, excludes func(form string) bool) *model {
	m := &model{testSite: s, maxLevel: maxLevel, excludes: excludes, pageOf: map[string]int{},
		sent: map[string]string{}, asked: map[string]string{}, linked: map[string]int{}, form: map[string]string{},
		left: map[string]bool{}, hop: map[string]int{}, barred: map[string]int{}, from: map[string]int{},
		byKey: map[string]*resource{}}
	for _, r := range s.resources {
		m.byKey[r.key] = r
	}
	if s.starts == nil {
		s.starts = []string{"/"}
	}
	frontier := slices.Clone(s.starts)
	for _, key := range frontier {
		m.linked[key], m.form[key] = 0, key
	}
	for level := 0; len(frontier) > 0 && (maxLevel < 0 || level <= maxLevel); level++ {
		slices.Sort(frontier)
		m.fetch(frontier)
		first := len(m.pages)
		m.take(frontier, level)
		frontier = m.look(first, level+1)
	}
	return m
}

// chain follows the redirects from r, at most maxHops, and returns all resources from r on. state says why it ends, and
// is "" at an answer that is no redirect.
func (m *model) chain(r *resource) (path []*resource, forms []string, state site.State) {
	path, forms = []*resource{r}, []string{""}
	for r.kind == isRedirect {
		switch {
		case len(path) > maxHops:
			return path, forms, site.StateRedirectBad
		case r.away:
			return path, forms, site.StateRedirectOut
		case r.next == nil || slices.Contains(path, r.next):
			return path, forms, site.StateRedirectBad
		case m.leavesOut(r.next, r.nextForm):
			return path, forms, site.StateRedirectLost
		}
		path, forms = append(path, r.next), append(forms, r.nextForm)
		r = r.next
	}
	return path, forms, ""
}

// fetch decides in which spelling each key is requested. Keys in the frontier take the smallest of their links. Each
// further hop takes the smallest of the redirects that are as far.
func (m *model) fetch(frontier []string) {
	for hops := range maxHops + 1 {
		found := map[string]string{}
		for _, k := range frontier {
			path, forms, _ := m.chain(m.byKey[k])
			if hops >= len(path) {
				continue
			}
			key, form := path[hops].key, forms[hops]
			if hops == 0 {
				form = m.form[k]
			}
			if have, known := found[key]; !known || better(key, form, have) {
				found[key] = form
			}
		}
		for key, form := range found {
			if _, done := m.asked[key]; done {
				continue
			}
			m.sent[key] = form
			switch r := m.byKey[key]; {
			case r.next == r: // followed once, since the key stays the same
				form = r.nextForm
			case r.canonical && r.kind != isForbidden:
				form = key
			}
			m.asked[key] = form
		}
	}
}

func (m *model) take(frontier []string, level int) {
	finals := map[string]bool{}
	for _, k := range frontier {
		path, _, state := m.chain(m.byKey[k])
		last := path[len(path)-1]
		for _, r := range path[1:] {
			m.mark(m.hop, r.key, level)
		}
		if last.kind == isRedirect && state == site.StateRedirectLost {
			m.mark(m.barred, last.next.key, level)
		}
		if _, known := m.pageOf[last.key]; state == "" && last.kind == isPage && !known {
			finals[last.key] = true
		}
	}
	shown := map[*content]int{}
	for i, r := range m.pages {
		shown[r.content] = i
	}
	for _, key := range keys(finals) {
		r := m.byKey[key]
		if i, known := shown[r.content]; known {
			m.pageOf[key] = i
			continue
		}
		shown[r.content], m.pageOf[key] = len(m.pages), len(m.pages)
		m.pages, m.levels = append(m.pages, r), append(m.levels, level)
	}
}

func (m *model) mark(reached map[string]int, key string, level int) {
	if _, known := reached[key]; !known {
		reached[key] = level
	}
}

// look collects the links of the pages from index first on.
func (m *model) look(first, level int) (frontier []string) {
	for i := first; i < len(m.pages); i++ {
		for _, l := range m.pages[i].content.links {
			key := m.mention(l, i)
			if l.to == nil {
				continue
			}
			if l.to.ending || m.leavesOut(l.to, l.form) {
				m.left[key] = true
				continue
			}
			if _, known := m.linked[key]; !known {
				m.linked[key], m.form[key] = level, l.form
				frontier = append(frontier, key)
			}
			if m.linked[key] == level {
				if better(key, l.form, m.form[key]) {
					m.form[key] = l.form
				}
			}
		}
	}
	return frontier
}

// leavesOut reports whether the setting exclude leaves out a resource in this spelling. It never does so for a start
// page.
func (m *model) leavesOut(r *resource, form string) bool {
	return !slices.Contains(m.starts, r.key) && m.excludes(form)
}

func better(key, form, than string) bool {
	return form == key && than != key || than != key && form < than
}

// mention notes a page's link and returns its key, or "" if the link is bad.
func (m *model) mention(l link, page int) string {
	key := l.external
	if l.to != nil {
		key = l.to.key
	}
	if _, known := m.from[key]; !known && key != "" {
		m.from[key] = page
	}
	return key
}

func (m *model) beyond(key string) bool { return m.maxLevel >= 0 && m.linked[key] > m.maxLevel }

// settled reports whether all URLs that a resource leads to were fetched. Below the maximum depth only redirect targets
// are known.
func (m *model) settled(r *resource) bool {
	path, _, _ := m.chain(r)
	for _, r := range path {
		if _, asked := m.asked[r.key]; !asked {
			return false
		}
	}
	return true
}

// stands returns the page that a link to a key leads to, or -1.
func (m *model) stands(key string) int {
	if _, inScope := m.linked[key]; !inScope {
		return -1
	}
	if p, known := m.pageOf[key]; known {
		return p
	}
	if !m.settled(m.byKey[key]) {
		return -1
	}
	path, _, state := m.chain(m.byKey[key])
	if p, known := m.pageOf[path[len(path)-1].key]; known && state == "" {
		return p
	}
	return -1
}

func (m *model) dump() []string {
	var out []string
	truncated := map[string]bool{}
	for i, r := range m.pages {
		out = append(out, fmt.Sprintf("page %d %s %s level=%d links=%d external=%d title=%q bytes=%d",
			i+1, origin+m.asked[r.key], origin+r.key, m.levels[i], r.count(func(l link) bool { return l.to != nil }),
			r.count(func(l link) bool { return l.external != "" }), r.content.title, len(r.content.body)))
		arcs := map[int]int{}
		for _, l := range r.content.links {
			if l.to == nil {
				continue
			}
			if m.leavesOut(l.to, l.form) {
				continue
			}
			if p := m.stands(l.to.key); p >= 0 {
				arcs[p]++
			} else if m.beyond(l.to.key) {
				truncated[fmt.Sprint(i, l.to.key)] = true
			}
		}
		for _, p := range slices.Sorted(maps.Keys(arcs)) {
			out = append(out, fmt.Sprintf("arc %d %d weight=%d", i+1, p+1, arcs[p]))
		}
		out = append(out, r.tables(i+1)...)
	}
	out = append(out, fmt.Sprintf("truncated %d", len(truncated)))
	return append(out, m.ledger()...)
}

func (r *resource) count(wanted func(link) bool) (n int) {
	for _, l := range r.content.links {
		if wanted(l) {
			n++
		}
	}
	return n
}

func (r *resource) tables(id int) []string {
	counts := map[string]int{}
	for _, l := range r.content.links {
		switch {
		case l.external != "":
			counts[fmt.Sprintf("external %d %s %q", id, l.external, l.text)]++
		case l.to == nil:
			counts[fmt.Sprintf("bad %d %.40s %q", id, l.href, l.text)]++
		}
	}
	var out []string
	for _, line := range keys(counts) {
		out = append(out, fmt.Sprintf("%s count=%d", line, counts[line]))
	}
	return out
}
