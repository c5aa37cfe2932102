package identity

import (
	"slices"
	"strings"

	"sitegraph/site"
)

// trials records which parameters distinguish pages, using pages whose URLs differ in the value of one parameter.
type trials struct {
	shapes map[string]*tally // by parameter and shape
	names  map[string]*tally // by parameter
}

// groups maps the name of a parameter and the URL without it to a group.
type groups map[string]*ofGroup

// ofGroup is a group of pages whose URLs differ in the value of one parameter.
type ofGroup struct {
	shape string
	pages []int32
}

// tally counts the pages of groups without the first one, and how many of them are one with another page.
type tally struct{ trials, agreed int }

// minTrials is the number of trials that decide about a shape. With fewer, the entire site decides.
const minTrials = 10

// A parameter matters if at least mattersFrom pages, and one in mattersShare, differ from the others of their group.
const (
	mattersFrom  = 2
	mattersShare = 5
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

func groupsIn(m *maskedPages) groups {
	g := groups{}
	for place := range m.pages.all() {
		if m.at[place].size >= minKept {
			g.add(place, m.pages.url(place))
		}
	}
	return g
}

// add enters a page for each of its parameters, and once without a name for its whole shape.
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
	shape := site.ShapeOf(url)
	enter := func(name, others string) {
		key := name + " " + others
		if g[key] == nil {
			g[key] = &ofGroup{shape: name + " " + shape}
		}
		g[key].pages = append(g[key].pages, place)
	}
	enter("", shape)
	for i, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		enter(name, before+"?"+strings.Join(slices.Delete(slices.Clone(pairs), i, i+1), separator))
	}
}

// newTrials adds up the groups of each shape.
func newTrials(joined site.Sets, all groups) *trials {
	t := &trials{shapes: map[string]*tally{}, names: map[string]*tally{}}
	for _, g := range all {
		n := g.tally(joined)
		name, _, _ := strings.Cut(g.shape, " ")
		if t.shapes[g.shape] == nil {
			t.shapes[g.shape] = &tally{}
		}
		t.shapes[g.shape].add(n)
		if name == "" {
			continue
		}
		if t.names[name] == nil {
			t.names[name] = &tally{}
		}
		t.names[name].add(n)
	}
	return t
}

// matters reports whether one of the parameters in which two URLs differ is known to distinguish pages.
func (t *trials) matters(differs []string) bool {
	return slices.ContainsFunc(differs, func(p string) bool { return t.shapes[p].matters() })
}

// mayMatter is like matters, but the entire site decides about a shape with few trials. A wall shows one page at all
// URLs of a shape, regardless of what their parameters mean elsewhere.
func (t *trials) mayMatter(differs []string) bool {
	return slices.ContainsFunc(differs, func(p string) bool {
		name, shape, _ := strings.Cut(p, " ")
		own, whole := t.shapes[p], t.shapes[" "+shape]
		switch {
		case own != nil && own.trials >= minTrials:
			return own.matters()
		case whole != nil && whole.trials >= minTrials && !whole.matters():
			return false
		}
		return t.names[name].matters()
	})
}

func (g *ofGroup) tally(joined site.Sets) tally {
	seen := map[int32]bool{}
	for _, place := range g.pages {
		seen[joined.First(place)] = true
	}
	return tally{trials: len(g.pages) - 1, agreed: len(g.pages) - len(seen)}
}
