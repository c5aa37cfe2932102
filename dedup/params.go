package dedup

import (
	"slices"
	"strings"

	"sitegraph/site"
)

// LinkKey returns the normalized URL of a link without the parameters that vary.
func (m *Masks) LinkKey(url string) string {
	path, query, found := strings.Cut(url, "?")
	if m == nil || len(m.params) == 0 || !found {
		return url
	}
	shape := site.ShapeOf(path)
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if !m.params[param{shape, name}] {
			kept = append(kept, pair)
		}
	}
	if len(kept) == 0 {
		return path
	}
	return path + "?" + strings.Join(kept, "&")
}

// maxParams is how many parameters of a link may vary: the last of them is all
// that follow.
const maxParams = 32

// paramsOf returns the path of a URL, and the pairs of its query.
func paramsOf(url string) (path string, pairs []string) {
	path, query, found := strings.Cut(url, "?")
	if !found {
		return path, nil
	}
	return path, strings.SplitN(query, "&", maxParams)
}

// differingParams returns the names of the parameters whose values alone tell
// two URLs apart, nil if they differ in more.
func differingParams(first, second string) []string {
	path, a := paramsOf(first)
	other, b := paramsOf(second)
	if path != other || len(a) != len(b) {
		return nil
	}
	var names []string
	for i := range a {
		name, _, _ := strings.Cut(a[i], "=")
		if other, _, _ := strings.Cut(b[i], "="); name != other {
			return nil
		}
		if a[i] != b[i] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// compareLinks counts the links of two pages, and finds those that only one has.
func (m *Masks) compareLinks(t TwinPages) {
	first := m.links(t.First)
	second := first
	if !slices.EqualFunc(t.First, t.Second, func(a, b Piece) bool { return a.URL == b.URL }) {
		second = m.links(t.Second)
	}
	var found []string
	for key, url := range first {
		if _, both := second[key]; !both {
			found = append(found, url)
		}
	}
	for key, url := range second {
		if _, both := first[key]; !both {
			found = append(found, url)
		}
	}
	slices.Sort(found)
	m.volatile[t.URL] = found
	m.twins.Links += (len(first) + len(second) + len(found)) / 2
	m.twins.Volatile += len(found)
}

// links returns the links of a page by their keys, of several the smallest.
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

// learnParams learns the parameters that vary in links: those that did on two
// pages, and on at least half of the links that have them.
func (l *learner) learnParams() {
	candidates := map[param]*evidence{}
	for _, t := range l.twins {
		t.eachParam(func(p param, first, second string, differs bool) {
			if differs && candidates[p] == nil {
				candidates[p] = &evidence{example: site.Mask{
					Kind: site.MaskParam, Shape: p.shape, Name: p.name,
					First: cut(first), Second: cut(second), URL: t.url,
				}}
			}
		})
	}
	if len(candidates) == 0 {
		return
	}
	for _, t := range l.twins {
		t.eachParam(func(p param, _, _ string, differs bool) {
			if e := candidates[p]; e != nil {
				e.saw(t.url, differs)
			}
		})
	}
	for p, e := range candidates {
		if e.most() {
			l.masks.params[p] = true
			l.masks.list = append(l.masks.list, e.example)
		}
	}
	l.compare()
}

// eachParam calls see for the parameters of all links of the first page that
// have one like them in the second.
func (t *twin) eachParam(see func(p param, first, second string, differs bool)) {
	from := 0
	for _, r := range append(slices.Clone(t.runs), run{a0: len(t.pages[0].at)}) {
		for _, i := range t.pages[0].at[from:r.a0] {
			url := t.pages[0].pieces[i].URL
			seeParams(url, url, see)
		}
		for _, c := range t.matched(r, func(a, b string) bool { return differingParams(a, b) != nil }) {
			x, y := t.couple(c)
			seeParams(x.URL, y.URL, see)
		}
		from = r.a1
	}
}

// seeParams calls see for each name in two URLs that differ in values alone.
func seeParams(first, second string, see func(p param, first, second string, differs bool)) {
	path, pairs := paramsOf(first)
	if len(pairs) == 0 {
		return
	}
	shape, differing := site.ShapeOf(path), differingParams(first, second)
	var names []string
	for _, pair := range pairs {
		if name, _, _ := strings.Cut(pair, "="); !slices.Contains(names, name) {
			names = append(names, name)
			see(param{shape, name}, first, second, slices.Contains(differing, name))
		}
	}
}
