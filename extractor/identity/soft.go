package identity

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A "soft 404" says "not found" with status 200. sitegraph does not request invented URLs to see one. It finds them
// among linked pages: unrelated URLs give the same page, which may only differ in the URL it names.
const (
	minSoft  = 3  // unrelated URLs that must give the same page, if it names its URL
	minApart = 5  // the same if it does not, because a page may have several URLs
	minNames = 20 // alternatively, different names in the same directories
)

type softPages struct {
	pages   *pages
	links   *anatomies
	class   []int32                 // class of each page, by place
	sets    map[site.Digest][]int32 // pages that differ only in values of their URLs
	classes map[int32][]int32       // pages by their class
	soft    map[int32]bool          // classes

	// Filled by prepare: parameters with several values, sets of parameters under several paths, and the segments and
	// links that most pages have.
	telling, places map[string]bool
	segments        map[component]bool
	linked          map[evidence.URLID]bool
}

// FindSoft finds the classes of such pages. They remain pages.
func (s *Identity) FindSoft() {
	f := &softPages{pages: s.pages, links: s.links, class: s.Classes, sets: map[site.Digest][]int32{},
		classes: map[int32][]int32{}, soft: map[int32]bool{}}
	for place := range s.pages.all() {
		f.classes[s.Classes[place]] = append(f.classes[s.Classes[place]], place)
		if m := &s.masked.at[place]; m.size >= minCompared && m.echoes != m.texts {
			f.sets[m.echoes] = append(f.sets[m.echoes], place)
		}
	}
	for _, pages := range f.sets {
		if len(pages) >= minSoft && f.named(pages) {
			f.mark(pages)
		}
	}
	for _, pages := range f.classes {
		if len(pages) >= minApart && f.nameless(pages) {
			f.mark(pages)
		}
	}
	if place, ok := s.pages.placeOf(s.Home()); ok {
		delete(f.soft, s.Classes[place]) // many URLs lead there
	}
	s.soft = f.soft
}

func (f *softPages) mark(pages []int32) {
	for _, place := range pages {
		f.soft[f.class[place]] = true
	}
}

// named reports whether pages that name their URLs are soft. If their paths differ, they may only have links that most
// pages have, because the pages for an article's tags also list just the article.
func (f *softPages) named(pages []int32) bool {
	f.prepare()
	var named []int32 // one page of each class
	seen := map[int32]bool{}
	for _, place := range pages {
		if class := f.class[place]; !seen[class] {
			seen[class] = true
			named = append(named, place)
		}
	}
	apart := f.apart(named, minSoft, f.unrelated)
	if len(apart) < minSoft {
		return false
	}
	one := f.anatomy(apart[0]).path()
	onPaths := slices.ContainsFunc(apart, func(p int32) bool { return !slices.Equal(f.anatomy(p).path(), one) })
	return !onPaths || !slices.ContainsFunc(apart, f.leadsOn)
}

// nameless reports whether a page that does not name its URLs is soft. The paths of its URLs must share no segment, or
// there must be many URLs, and the page must lead nowhere.
func (f *softPages) nameless(pages []int32) bool {
	f.prepare()
	apart := f.apart(pages, minApart, func(a, b *anatomy) bool {
		return !slices.ContainsFunc(a.path(), func(c component) bool {
			return !f.segments[c] && slices.ContainsFunc(b.path(), func(o component) bool { return o.value == c.value })
		})
	})
	names := f.apart(pages, minNames, func(a, b *anatomy) bool { return f.links.nameOf(a) != f.links.nameOf(b) })
	return (len(apart) == minApart || len(names) == minNames) && !f.leadsOn(pages[0])
}

func (f *softPages) apart(pages []int32, most int, unrelated func(a, b *anatomy) bool) (apart []int32) {
	for _, place := range pages {
		own := f.anatomy(place)
		if !slices.ContainsFunc(apart, func(p int32) bool { return !unrelated(f.anatomy(p), own) }) {
			apart = append(apart, place)
		}
		if len(apart) == most {
			break
		}
	}
	return apart
}

// unrelated reports whether two URLs have different names at the end of their paths, or one path that means nothing,
// and share no parameter that tells pages apart.
func (f *softPages) unrelated(a, b *anatomy) bool {
	x := f.links
	if f.share(a, b) {
		return false
	}
	if slices.Equal(a.path(), b.path()) {
		return !f.places[x.namesOf(a)] && !f.places[x.namesOf(b)]
	}
	return x.nameOf(a) != x.nameOf(b)
}

func (f *softPages) share(a, b *anatomy) bool {
	return slices.ContainsFunc(a.components, func(c component) bool {
		return !c.segment && f.telling[f.links.texts.String(c.name)] && slices.Contains(b.components, c)
	})
}

// leadsOn reports whether a page has internal links besides those to the home page, to itself, and those that most
// pages have.
func (f *softPages) leadsOn(place int32) (on bool) {
	n, own := f.pages.known, f.anatomy(place)
	n.URLs.EachInside(n.Answers[place].Links, func(url evidence.URLID, _ uint32) {
		key := n.URLs.Key(url)
		repeats := func(c component) bool { return f.links.isWhole(c.value, own) }
		on = on || !f.linked[f.target(key)] && f.target(key) != f.target(f.pages.home()) && key != f.pages.key(place) &&
			!slices.ContainsFunc(f.links.get(key).components, repeats)
	})
	return on
}

// target returns the first URL of the page that a URL shows, possibly after redirects.
func (f *softPages) target(key evidence.URLID) evidence.URLID {
	n := f.pages.known
	key = n.Follow(key, n.Answer)
	if place, ok := f.pages.placeOf(key); ok {
		return f.pages.key(f.classes[f.class[place]][0])
	}
	return key
}

func (f *softPages) anatomy(place int32) *anatomy { return f.links.get(f.pages.key(place)) }

// prepare learns the parts that most pages have and the parameters that distinguish pages.
func (f *softPages) prepare() {
	if f.telling != nil {
		return
	}
	f.telling, f.places = map[string]bool{}, map[string]bool{}
	x, pages := f.links, 0
	values, paths, segments, links := map[string]int{}, map[string]string{}, map[component]int{},
		map[evidence.URLID]int{}
	n := f.pages.known
	for place, page := range f.pages.all() {
		pages++
		a := f.anatomy(place)
		path, _, _ := strings.Cut(f.pages.url(place), "?")
		if first, known := paths[x.namesOf(a)]; known && first != path {
			f.places[x.namesOf(a)] = true
		} else {
			paths[x.namesOf(a)] = path
		}
		for _, c := range a.components {
			name := x.texts.String(c.name)
			if first, known := values[name]; c.segment {
				segments[c]++
			} else if known && first != c.value {
				f.telling[name] = true
			} else {
				values[name] = c.value
			}
		}
		n.URLs.EachInside(page.Links, func(url evidence.URLID, _ uint32) {
			links[f.target(n.URLs.Key(url))]++
		})
	}
	f.segments, f.linked = most(segments, pages), most(links, pages)
}

func most[K comparable](counts map[K]int, pages int) map[K]bool {
	found := map[K]bool{}
	for k, n := range counts {
		if 2*n > pages {
			found[k] = true
		}
	}
	return found
}

// namesOf joins the names of a URL's parameters.
func (x *anatomies) namesOf(a *anatomy) string {
	var names []string
	for _, c := range a.components[len(a.path()):] {
		names = append(names, x.texts.String(c.name))
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "&")
}

// nameOf returns the last segment of a URL's path that is not empty.
func (x *anatomies) nameOf(a *anatomy) string {
	for _, c := range slices.Backward(a.path()) {
		if name := x.texts.String(c.value); name != "" {
			return name
		}
	}
	return ""
}

// isNoPage reports whether only errors answered all URLs with a URL's path, or all with the path and one parameter.
func (s shown) isNoPage(url string) bool {
	path, pairs := options(url)
	none := func(of string) bool { return s[of].errors >= minErrors && s[of].pages == 0 }
	return none(path) || slices.ContainsFunc(pairs, func(pair string) bool { return none(path + "?" + pair) })
}

// minErrors is the number of errors that prove a path or a parameter to lead to no page.
const minErrors = 4

// shown counts answers by path and by parameter.
type shown map[string]answered

type answered struct{ pages, errors int }

// countShown counts the answers to the URLs of each path, and of each path with each parameter.
func countShown(n *evidence.Known) shown {
	s := shown{}
	for _, a := range n.Answers {
		key := n.URLs.Key(a.URL)
		visible := n.Answer(key) == a
		if !visible || a.Outcome != evidence.OutPage && a.Outcome != evidence.OutStatus {
			continue
		}
		path, pairs := options(n.URLs.String(key))
		for _, of := range append(pairs, "") {
			if of != "" {
				of = "?" + of
			}
			count := s[path+of]
			if a.Outcome == evidence.OutPage {
				count.pages++
			} else {
				count.errors++
			}
			s[path+of] = count
		}
	}
	return s
}

// options returns the path of a URL and its parameters without ids.
func options(url string) (path string, pairs []string) {
	path, query, has := strings.Cut(url, "?")
	if !has {
		return path, nil
	}
	pairs = strings.Split(query, site.QuerySeparator(query))
	if len(pairs) > maxComponents {
		return path, nil
	}
	return path, slices.DeleteFunc(pairs, func(pair string) bool {
		_, value, _ := strings.Cut(pair, "=")
		return isToken(value)
	})
}
