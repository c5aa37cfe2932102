package stats

import (
	"reflect"
	"testing"

	"sitegraph/site"
)

func TestReturn(t *testing.T) {
	for _, c := range []struct {
		name  string
		graph *site.Graph
		want  Return
	}{
		{"nothing", graphOf(0), Return{Levels: []ReturnLevel{}, LostAt: -1}},
		{"a page", graphOf(1), Return{Pages: 1, Share: 1, Levels: []ReturnLevel{{0, 1, 1}}, LostAt: -1}},
		{"half of level 1, and none behind",
			withLevels(graphOf(5, arc(0, 1), arc(0, 2), arc(1, 0), arc(2, 3), arc(3, 4)), 0, 1, 1, 2, 3),
			Return{Pages: 2, Share: 0.4, Levels: []ReturnLevel{{0, 1, 1}, {1, 1, 0.5}, {2, 0, 0}, {3, 0, 0}},
				LostAt: 2}},
		{"lost on level 1, but not behind",
			withLevels(graphOf(5, arc(0, 1), arc(0, 2), arc(0, 3), arc(1, 4), arc(4, 0)), 0, 1, 1, 1, 2),
			Return{Pages: 3, Share: 0.6, Levels: []ReturnLevel{{0, 1, 1}, {1, 1, 0.333333333}, {2, 1, 1}}, LostAt: -1}},
	} {
		got, _ := describeReturn(c.graph, newDigraph(c.graph))
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestReturnByDefinition(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		d := pathLengths(g)
		_, home := describeReturn(g, newDigraph(g))
		for i := range d {
			if home[i] != (d[i][0] >= 0) {
				t.Errorf("page %d: %v, but the start page is at distance %d", i, home[i], d[i][0])
			}
		}
	})
}
