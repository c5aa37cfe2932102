package export

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// WriteSearch writes the tables of a search by agents: visits.csv, market.csv and waiting.csv.
func WriteSearch(ctx context.Context, d *Dir, s *site.Search) error {
	return errors.Join(Visits(s).Write(ctx, d), Market(s).Write(ctx, d), Waiting(s).Write(ctx, d))
}

// Visits returns visits.csv, with a row for each visit.
func Visits(s *site.Search) Listing {
	return List("visits.csv", site.WithoutErrors(s.Visits), func(r *Row, v *site.Visit) {
		own, relevance := v.Agent != site.Nobody && v.Agent < len(v.Relevance), 0.0
		if own {
			relevance = v.Relevance[v.Agent]
		}
		why := site.Entry{State: v.State, Status: v.Status, Reason: v.Reason}.Why()
		r.number("number", v.Number).text("agent", agentName(s, v.Agent)).text("found_by", agentName(s, v.FoundBy))
		r.url("url", v.URL).url("normalized_url", v.Key).text("state", string(v.State)).text("reason", why)
		r.positive("status", v.Status).positive("page", v.Page).number("level", v.Depth)
		r.decimal("estimate", v.Estimate).exactIf("relevance", own, rounded(relevance))
		r.flag("stored", v.Stored).flag("again", v.Again).positive("found_on", v.Link).aside("from", visited(s, v.Link))
		r.text("anchor", v.Anchor).decimal("time", v.Time)
		if own && s.Agents[v.Agent].Labelled {
			r.flag("on_topic", v.OnTopic)
		} else {
			r.text("on_topic", "")
		}
		r.entry(s, v.Link, v.Listed)
	})
}

// Market returns market.csv, with a row for each sale.
func Market(s *site.Search) Listing {
	type sold struct {
		site.Sale
		market int
		time   float64
	}
	var all []sold
	for i, m := range s.Markets {
		all = append(all, site.Each(m.Sales, func(sale site.Sale) sold { return sold{sale, i + 1, m.Time} })...)
	}
	return List("market.csv", site.WithoutErrors(all), func(r *Row, m *sold) {
		r.number("market", m.market).decimal("time", m.time).url("normalized_url", m.URL)
		r.text("seller", agentName(s, m.From)).text("buyer", agentName(s, m.To))
		r.decimal("seller_value", m.SellerValue).decimal("value", m.Value).decimal("price", m.Price)
	})
}

// Waiting returns waiting.csv, with a row for each URL that an agent did not visit.
func Waiting(s *site.Search) Listing {
	return List("waiting.csv", site.WithoutErrors(s.Waiting), func(r *Row, w *site.Waiting) {
		r.text("agent", agentName(s, w.Agent)).url("url", w.URL).url("normalized_url", w.Key)
		r.decimal("estimate", w.Estimate).positive("found_on", w.Link).aside("from", visited(s, w.Link))
		r.text("anchor", w.Anchor).entry(s, w.Link, w.Listed)
	})
}

// entry adds how the search got to a URL, if it also begins at URLs that sitemaps list.
func (r *Row) entry(s *site.Search, link int, listed bool) {
	if s.BeginsAtListed() {
		r.text("entry", s.Entry(link, listed))
	}
}

func visited(s *site.Search, number int) string {
	if number == 0 {
		return ""
	}
	return s.Visits[number-1].URL
}

func agentName(s *site.Search, agent int) string {
	if agent == site.Nobody || agent >= len(s.Agents) {
		return ""
	}
	return s.Agents[agent].Name
}

// Hosts returns hosts.csv, with a row for each host that the site links to.
func Hosts(all []stats.OutsideHost) Listing {
	return List("hosts.csv", site.WithoutErrors(all), func(r *Row, h *stats.OutsideHost) {
		r.text("host", h.Host).number("links", h.Links).number("pages", h.Pages).number("urls", h.URLs)
		r.number("first_page_id", h.FirstPage).url("first_page", h.FirstURL)
	})
}

// Problems returns problems.csv, with a row for each place where a problem must be mended.
func Problems(g *site.Graph, places iter.Seq2[stats.Place, error]) Listing {
	return List(linkerTable.name, places, func(r *Row, p *stats.Place) {
		r.text("kind", p.Kind).text("severity", p.Severity).positive("page_id", p.Page).url("url", p.URL)
		r.positive("status", p.Status).text("detail", p.Detail).positive("source", p.Source)
		r.url("source_url", urlOf(g, p.Source)).text("anchor", p.Text).text("href", p.Href)
	})
}

// Tickets returns tickets.csv, with a row for each finding, ready for import into issue trackers.
func Tickets(all []stats.Finding) Listing {
	return List("tickets.csv", site.WithoutErrors(all), func(r *Row, f *stats.Finding) {
		about := f.Why + " " + f.How + " At fault: " + strings.Join(f.URLs, ", ")
		if more := f.Count - len(f.URLs); more > 0 {
			about += fmt.Sprintf(" and %d more", more)
		}
		r.text("title", wording.Capital(strings.ReplaceAll(f.Kind, "-", " "))+" "+f.Where)
		r.text("description", about+". To be mended on: "+strings.Join(f.Some, ", "))
		r.number("pages", f.Pages).text("severity", f.Severity)
		r.text("repair", strings.Join(f.Repair[:min(len(f.Repair), repairsOfTicket)], "; "))
	})
}

const repairsOfTicket = 20 // keeps a cell short enough for any tracker

func urlOf(g *site.Graph, id int) string {
	if id < 1 || id > len(g.Pages) {
		return ""
	}
	return g.Pages[id-1].URL
}

// WriteTables writes tables.xlsx, with a sheet of the kinds of problems, and those of problems.csv, nodes.csv and
// arcs.csv.
func WriteTables(ctx context.Context, d *Dir, c *site.Crawl, o Options, kinds []stats.Problem, places Listing) error {
	count := List("", site.WithoutErrors(kinds), func(r *Row, p *stats.Problem) {
		r.text("kind", p.Kind).text("severity", p.Severity).number("count", p.Count).text("meaning", p.Explanation)
	})
	return WriteWorkbook(ctx, d, "tables.xlsx",
		Sheet{Name: "Kinds", Listing: count, Widths: []float64{24, 10, 10, 100}},
		Sheet{Name: "Problems", Listing: places, Widths: []float64{22, 10, 9, 60, 8, 40, 9, 60, 30, 40}},
		Sheet{Name: "Pages", Listing: nodesOf(c, o), Widths: []float64{8, 40, 60, 60}},
		Sheet{Name: "Arcs", Listing: arcsOf(c, o), Widths: []float64{10, 10, 10, 10, 16}})
}

// WriteChanges writes changes.csv and arc_changes.csv, and also problem_changes.csv if d compares problems.
func WriteChanges(ctx context.Context, dir *Dir, d *compare.Difference) error {
	err := errors.Join(
		List("changes.csv", site.Unfailing(d.Pages()), pageChange).Write(ctx, dir),
		List("arc_changes.csv", site.Unfailing(d.Arcs()), arcChange).Write(ctx, dir))
	if err == nil && d.Summary().Problems != nil {
		err = List("problem_changes.csv", d.Problems(), problemChange).Write(ctx, dir)
	}
	return err
}

func pageChange(r *Row, c *compare.PageChange) {
	inA, inB := c.Change != compare.Added, c.Change != compare.Removed
	r.text("change", string(c.Change)).url("normalized_url_a", c.A.Key).url("normalized_url_b", c.B.Key)
	r.url("url_a", c.A.URL).url("url_b", c.B.URL)
	r.numberIf("level_a", inA, c.A.Level).numberIf("level_b", inB, c.B.Level)
	r.numberIf("in_degree_a", inA, c.A.InDegree).numberIf("in_degree_b", inB, c.B.InDegree)
	r.numberIf("out_degree_a", inA, c.A.OutDegree).numberIf("out_degree_b", inB, c.B.OutDegree)
	r.text("hash_a", c.A.Hash).text("hash_b", c.B.Hash).text("title_a", c.A.Title).text("title_b", c.B.Title)
}

func arcChange(r *Row, c *compare.ArcChange) {
	r.text("change", string(c.Change)).url("source", c.Source).url("target", c.Target)
	r.number("weight_a", int(c.WeightA)).number("weight_b", int(c.WeightB))
}

func problemChange(r *Row, c *compare.ProblemChange) {
	n, known := c.Places, c.Places != compare.Places{}
	r.text("change", string(c.Change)).text("kind", c.Kind).text("severity", c.Severity)
	r.url("url", c.URL).text("detail", c.Detail).numberIf("places_a", known, n.A).numberIf("places_b", known, n.B)
	r.numberIf("places_fixed", known, n.Fixed).numberIf("places_new", known, n.New)
}

// WriteEffects writes unreachable.csv and pagerank_changes.csv, and also backlinks.csv if e has backlinks.
func WriteEffects(ctx context.Context, dir *Dir, e *compare.Effects) error {
	err := errors.Join(
		List("unreachable.csv", site.WithoutErrors(e.Losses), loss).Write(ctx, dir),
		List("pagerank_changes.csv", site.WithoutErrors(e.Ranks), func(r *Row, c *compare.RankChange) {
			r.url("url_a", c.A.URL).url("url_b", c.B.URL)
			r.exact("pagerank_a", c.RankA).exact("pagerank_b", c.RankB).exact("gain", c.Gain())
		}).Write(ctx, dir))
	if err == nil && e.Backlinks != nil {
		err = List("backlinks.csv", site.WithoutErrors(e.Backlinks), func(r *Row, b *compare.Backlink) {
			r.url("source", b.Source).url("target", b.Target).text("fate", string(b.Fate))
			r.positive("status", b.Status).url("to", b.To).positive("line", b.Change)
		}).Write(ctx, dir)
	}
	return err
}

func loss(r *Row, l *compare.Loss) {
	lines := site.Each(l.Changes, strconv.Itoa)
	r.url("url", l.URL).text("title", l.Title).number("level", l.Level).text("lines", strings.Join(lines, " "))
}

// Measures returns measures.csv, with a row for each page.
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

// Reach returns reach.csv, which says why robots do not reach a page. column renames a robot named like another column.
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

// Sites returns <prefix>.csv with the numbers of sites, and their name, tags and note unless about is nil.
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

// Correlations returns sites.correlations.csv, with a row for each pair of columns.
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

// Decision is a decision about a URL of one of the sites that share a budget.
type Decision struct {
	site.Decision
	Site  string // site of the URL
	Total int    // found on all sites so far
}

// Budget returns sites.budget.csv, with a row for each decision.
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
