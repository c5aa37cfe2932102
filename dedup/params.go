package dedup

import (
	neturl "net/url"
	"slices"
	"strings"

	"sitegraph/site"
)

// LinkKey returns a normalized URL in the form for comparing links. It has no varying parts, and addresses in its
// parameters are encoded only once.
func (m *Masks) LinkKey(url string) string {
	if m == nil {
		return url
	}
	return m.linkKey(url, maxNested, false)
}

// Plain returns a normalized URL without sessions, also in addresses inside its parameters.
func (m *Masks) Plain(url string) string { return m.linkKey(url, maxNested, true) }

func (m *Masks) linkKey(url string, nested int, plain bool) string {
	path, query, found := strings.Cut(url, "?")
	if strings.Contains(path, ";") || m.inPath {
		path = m.pathKey(path)
	}
	if !found {
		return path
	}
	masked := len(m.params) > 0
	if !masked && !mayCarry(query) {
		return path + "?" + query
	}
	shape := ""
	if masked && !plain {
		shape = site.ShapeOf(path)
	}
	kept := make([]string, 0, maxRuleParams)
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if masked && (plain && m.varies(anyDirectory, name) || !plain && m.varies(shape, name)) {
			continue
		}
		if nested > 0 && mayCarry(value) {
			if inner := m.carried(value, url); inner != "" {
				if key := m.linkKey(inner, nested-1, plain); !plain || key != inner { // values are compared decoded
					pair = name + "=" + neturl.QueryEscape(site.Unescaped(key))
				}
			}
		}
		kept = append(kept, pair)
	}
	if len(kept) == 0 {
		return path
	}
	return path + "?" + strings.Join(kept, "&")
}

func (m *Masks) varies(shape, name string) bool {
	return m.params[param{shape, name}] || m.params[param{anyDirectory, name}]
}

func (m *Masks) pathKey(path string) string {
	varies := func(name string) bool { return m.varies(anyDirectory, name) }
	for part := range pathParts(path, varies) {
		if varies(part.name) {
			path = strings.Replace(path, part.whole, "", 1)
		}
	}
	return path
}

// compareLinks counts the links of two answers and finds those in only one of them.
func (m *Masks) compareLinks(t TwinPages) {
	first := m.links(t.First)
	second := first
	if !slices.EqualFunc(t.First, t.Second, func(a, b Piece) bool { return a.URL == b.URL }) {
		second = m.links(t.Second)
	}
	var found []string
	for _, of := range [][2]map[string]string{{first, second}, {second, first}} {
		for key, url := range of[0] {
			if _, both := of[1][key]; !both {
				found = append(found, url)
			}
		}
	}
	slices.Sort(found)
	m.volatile[t.URL] = found
	m.twins.Links += (len(first) + len(second) + len(found)) / 2
	m.twins.Volatile += len(found)
}

func (m *Masks) links(pieces []Piece) map[string]string {
	links := map[string]string{}
	for i := range pieces {
		if url := pieces[i].URL; url != "" {
			key := m.LinkKey(url)
			if old, known := links[key]; !known || url < old {
				links[key] = url
			}
		}
	}
	return links
}

// learnParams learns the parameters that vary in links, on two pages and in at least half of the links that have them.
// If its values look generated, a parameter is learnt for all shapes when it varies in half of all links.
func (l *learner) learnParams() {
	candidates := map[param]*evidence{}
	for _, t := range l.twins {
		t.eachParam(l.masks, false, func(a, b linkPart) {
			if a.value == b.value {
				return
			}
			for _, p := range a.params(b) {
				if candidates[p] == nil {
					candidates[p] = &evidence{example: site.Mask{Kind: site.MaskParam, Shape: p.shape, Name: p.name,
						First: cut(a.name + "=" + a.value), Second: cut(b.name + "=" + b.value), URL: t.url}}
				}
			}
		})
	}
	if len(candidates) == 0 {
		return
	}
	sessions := map[param]bool{}
	for _, t := range l.twins {
		on := map[param]*onPage{}
		t.eachParam(l.masks, true, func(a, b linkPart) {
			for _, shape := range slices.Compact([]string{a.shape, anyDirectory}) {
				p := param{shape, a.name}
				if e := candidates[p]; e != nil {
					e.saw(t.url, a.value != b.value)
				}
				if on[p] == nil {
					on[p] = &onPage{first: a.value, second: b.value}
				}
				on[p].links++
				on[p].others = on[p].others || a.value != on[p].first || b.value != on[p].second
			}
		})
		for p, found := range on {
			// All links had one value in the first answer and another in the second; random numbers have more values.
			carried := found.links >= minSessionLinks && !found.others && found.first != found.second
			sessions[p] = sessions[p] || p.shape == anyDirectory && carried // one such page is enough
		}
	}
	for p, e := range candidates {
		if e.most() || sessions[p] && 2*e.differ >= e.seen {
			l.masks.vary(p, e.example)
		}
	}
	l.compare()
}

func (m *Masks) vary(p param, example site.Mask) {
	if !m.params[p] {
		m.params[p] = true
		m.inPath = m.inPath || p.name[0] == '/'
		m.list = append(m.list, example)
	}
}

// onPage has one part's values in the links of a page fetched twice.
type onPage struct {
	first, second string
	links         int
	others        bool // some links have other values
}

const minSessionLinks = 3

// params returns the parameters for which two different parts may be evidence.
func (a linkPart) params(b linkPart) []param {
	all := []param{{a.shape, a.name}}
	if a.shape != anyDirectory && isToken(a.value) && isToken(b.value) {
		all = append(all, param{anyDirectory, a.name})
	}
	return all
}

// eachParam calls see for the parts of each link in the first answer with a similar link in the second. It skips parts
// that only repeat the page's own URL. Without same, it skips equal links.
func (t *twin) eachParam(m *Masks, same bool, see func(a, b linkPart)) {
	if t.visits {
		return
	}
	_, own := m.partsOfLink(t.url)
	tell := func(a, b linkPart) {
		repeats := func(o linkPart) bool { return o.name == a.name && o.value == a.value }
		if a.name != "" && (a.value != b.value || !slices.ContainsFunc(own, repeats)) {
			see(a, b)
		}
	}
	variants := func(a, b string) bool { return m.couples(a, b, maxNested, func(_, _ linkPart) {}) }
	from := 0
	for _, r := range append(slices.Clone(t.runs), run{a0: len(t.pages[0].at)}) {
		for _, i := range t.pages[0].at[from:r.a0] {
			if url := t.pages[0].pieces[i].URL; same && url != "" {
				m.couples(url, url, maxNested, tell)
			}
		}
		for _, c := range t.matched(r, variants) {
			if x, y := t.couple(c); x.URL != "" {
				m.couples(x.URL, y.URL, maxNested, tell)
			}
		}
		from = r.a1
	}
}
