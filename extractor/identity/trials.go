package identity

import (
	"maps"
	"slices"
	"strings"

	"sitegraph/dedup"
	"sitegraph/site"
)

// trials name the parameters whose value is all that pages show of them. Only there
// may the value be left out of texts: a page about Foo is not one about Bar.
type trials struct {
	alike  site.Sets         // pages that differ in values of their own URLs alone
	groups groups            // of the pages
	shapes map[string]*tally // by parameter and shape
	names  map[string]*tally // by parameter
}

// groups are pages by their URL without a parameter, and the parameter's name.
type groups map[string]*ofGroup

// ofGroup are pages whose URLs differ in the value of one parameter.
type ofGroup struct {
	shape string
	pages []int32
}

// tally counts pages beyond the first of their group, and those of them that are like another one.
type tally struct{ trials, agreed int }

// minTrials is the least number of them, and minShown what Wilson's lower bound of their share must exceed.
const (
	minTrials = 10
	minShown  = 0.8
)

// From mattersFrom pages on that differ from the others of their group, one in
// mattersShare or more, a parameter is known to matter.
const (
	mattersFrom  = 2
	mattersShare = 10
)

func (t *tally) add(n tally) {
	t.trials += n.trials
	t.agreed += n.agreed
}

func (t *tally) matters() bool {
	if t == nil {
		return false
	}
	differ := t.trials - t.agreed
	return differ >= mattersFrom && differ*mattersShare >= t.trials
}

func (t tally) accepted() bool {
	return t.trials >= minTrials && dedup.Wilson(t.agreed, t.trials) > minShown
}

func newTrials(joined site.Sets, g groups) *trials {
	return &trials{alike: slices.Clone(joined), groups: g, shapes: map[string]*tally{},
		names: map[string]*tally{}}
}

func groupsIn(m *maskedPages) groups {
	g := groups{}
	for place := range m.pages.all() {
		if m.at[place].size >= minKept {
			g.add(place, m.pages.url(place))
		}
	}
	return g
}

func (g groups) add(place int32, url string) {
	before, query, has := strings.Cut(url, "?")
	if !has {
		return
	}
	separator := site.QuerySeparator(query)
	pairs := strings.Split(query, separator)
	if len(pairs) > maxComponents {
		return
	}
	for i, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		others := strings.Join(slices.Delete(slices.Clone(pairs), i, i+1), separator)
		key := name + " " + before + "?" + others
		if g[key] == nil {
			g[key] = &ofGroup{shape: name + " " + site.ShapeOf(url)}
		}
		g[key].pages = append(g[key].pages, place)
	}
}

// count adds up the groups of each shape.
func (t *trials) count() {
	for _, g := range t.groups {
		n := g.tally(t.alike)
		name, _, _ := strings.Cut(g.shape, " ")
		if t.shapes[g.shape] == nil {
			t.shapes[g.shape] = &tally{}
		}
		if t.names[name] == nil {
			t.names[name] = &tally{}
		}
		t.shapes[g.shape].add(n)
		t.names[name].add(n)
	}
}

// matters reports whether one of the parameters in which two URLs differ is known to tell pages apart.
func (t *trials) matters(differs []string) bool {
	return slices.ContainsFunc(differs, func(p string) bool { return t.shapes[p].matters() })
}

// mayMatter is matters where little is known of a shape and the whole site decides.
func (t *trials) mayMatter(differs []string) bool {
	return slices.ContainsFunc(differs, func(p string) bool {
		if n := t.shapes[p]; n != nil && n.trials >= minTrials {
			return n.matters()
		}
		name, _, _ := strings.Cut(p, " ")
		return t.names[name].matters()
	})
}

// join joins the pages of a group that differ in the values of their parameter
// alone, where that was seen to be all that the parameter does.
func (t *trials) join(joined site.Sets) {
	t.count()
	for _, key := range slices.Sorted(maps.Keys(t.groups)) {
		g := t.groups[key]
		if !t.shapes[g.shape].accepted() && !g.tally(t.alike).accepted() {
			continue
		}
		first := map[int32]int32{}
		for _, place := range g.pages {
			set := t.alike.First(place)
			if other, known := first[set]; known {
				joined.Join(other, place)
			} else {
				first[set] = place
			}
		}
	}
}

func (g *ofGroup) tally(alike site.Sets) tally {
	seen := map[int32]bool{}
	for _, place := range g.pages {
		seen[alike.First(place)] = true
	}
	return tally{trials: len(g.pages) - 1, agreed: len(g.pages) - len(seen)}
}
