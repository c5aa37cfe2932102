package export

import (
	"iter"
	"slices"

	"sitegraph/site"
	"sitegraph/stats"
)

// counted yields the numbers from 1 to last; 0 is the zero value that [List] passes.
func counted(last int) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for n := 1; n <= last && yield(n, nil); n++ {
		}
	}
}

// Measures is measures.csv, a row a page.
func Measures(g *site.Graph, all []Measure) Listing {
	return List("measures.csv", counted(len(g.Pages)), func(r *Row, id *int) {
		r.number("Id", *id)
		for _, m := range all {
			m.cell(r, *id-1)
		}
	})
}

func (m Measure) cell(r *Row, page int) {
	switch {
	case page < 0 || m.Of == nil && m.Text == nil:
		r.text(m.Name, "")
	case m.Text != nil:
		r.text(m.Name, m.Text(page))
	case m.Whole:
		r.number(m.Name, int(m.Of(page)))
	default:
		r.decimal(m.Name, m.Of(page))
	}
}

// Reach is reach.csv, a row a page that some robot does not reach. The column of a robot has why; column names that of
// a robot with the name of another column.
func Reach(g *site.Graph, r *stats.Reach, column func(robot string) string) Listing {
	not := func(yield func(int, error) bool) {
		for i := range g.Pages {
			kept := slices.ContainsFunc(r.Robots, func(robot stats.RobotReach) bool { return robot.Why(i) != "" })
			if kept && !yield(i, nil) {
				return
			}
		}
	}
	return List("reach.csv", not, func(row *Row, i *int) {
		row.number("Id", *i+1).url("url", g.Pages[*i].URL).number("level", g.Pages[*i].Level)
		for _, robot := range r.Robots {
			name := robot.Robot
			if slices.ContainsFunc(row.cells[:3], func(c Cell) bool { return c.Name == name }) {
				name = column(name)
			}
			row.text(name, robot.Why(*i))
		}
	})
}

// Sites is <prefix>.csv with the numbers of sites, and with what is said of them if something is.
func Sites(a *stats.Across, about []site.About) Listing {
	return List("csv", counted(len(a.Sites)), func(r *Row, number *int) {
		at := max(*number-1, 0)
		s := a.Sites[at]
		r.text("site", s.Site).flag("complete", s.Complete).text("group", s.Group)
		for k, name := range a.Columns {
			r.figure(name, s.Values[k])
		}
		if about != nil {
			of := about[at]
			r.text("name", of.Name).text("tags", of.TagText()).text("note", of.Note)
		}
	})
}

// Correlations is sites.correlations.csv, with a row for each pair of columns.
func Correlations(a *stats.Across) Listing {
	pairs := func(yield func([2]int) bool) {
		for i := range a.Columns {
			for j := 0; j < i && yield([2]int{j, i}); j++ {
			}
		}
	}
	return List("correlations.csv", site.Unfailing(pairs), func(r *Row, of *[2]int) {
		i, j := of[0], of[1]
		known, _ := a.Both(i, j)
		r.text("a", a.Columns[i]).text("b", a.Columns[j])
		r.figure("spearman_rho", a.Rho[i][j]).figure("p", a.P[i][j]).number("sites", len(known))
	})
}

// Decision is a decision about a site of some that share a budget.
type Decision struct {
	site.Decision
	// Site is whose URL it is, Total what was found until then on all sites.
	Site  string
	Total int
}

// Budget is sites.budget.csv, a row a decision.
func Budget(decisions iter.Seq2[Decision, error]) Listing {
	return List("budget.csv", decisions, func(r *Row, d *Decision) {
		cost := 1
		if d.Free {
			cost = 0
		}
		r.number("number", d.Number).text("site", d.Site).url("url", d.URL).text("state", string(d.State))
		r.number("level", d.Depth).number("cost", cost).number("spent", d.Spent)
		r.number("found", d.Found).number("total", d.Total)
	})
}

// Numbers is a table of things, by their names, with some numbers of each. The first of the columns has the names.
func Numbers(name string, columns, things []string, numbers [][]float64) Listing {
	return List(name, counted(len(things)), func(r *Row, thing *int) {
		at := max(*thing-1, 0)
		r.text(columns[0], things[at])
		for i, x := range numbers[at] {
			r.exact(columns[i+1], x)
		}
	})
}
