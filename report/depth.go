package report

import (
	"slices"

	"sitegraph/chart"
	"sitegraph/stats"
	"sitegraph/wording"
)

// depth tells how far the pages lie, and what is seen within some clicks.
func (t *teller) depth() {
	if len(t.Levels) == 0 {
		return
	}
	words := words(t.depthSays())
	t.add("depth", "How deep it is", words, t.levelFigure())
	t.add("clicks", "What is seen within some clicks", t.seen())
}

// within returns the first level within which a share of the pages lies.
func (t *teller) within(share float64) int {
	for _, l := range t.Levels {
		if l.CumulativeShare >= share {
			return l.Level
		}
	}
	return t.Levels[len(t.Levels)-1].Level
}

func (t *teller) depthSays() string {
	if t.Pages == 1 {
		return "The site is its start page alone."
	}
	fullest := slices.MaxFunc(t.Levels, func(a, b stats.Level) int { return a.Pages - b.Pages })
	half, most := t.within(0.5), t.within(0.9)
	says := say("Half of the pages lie within %s of the start page", clicks(half))
	if most > half {
		says += say(", nine in ten within %s", clicks(most))
	}
	last := t.Levels[len(t.Levels)-1]
	return says + say(". The fullest level is %d, with %s (%s of all); the farthest %s %s away.",
		fullest.Level, pages(fullest.Pages), wording.Percent(of(fullest.Pages, t.Pages)),
		wording.Form(last.Pages, "page lies", "pages lie"), clicks(last.Level))
}

func (t *teller) levelFigure() []block {
	var steps []chart.Step
	levels := table{Caption: "Pages by level", Columns: columns("#level", "#pages", "#share of all", "#at this level or nearer", "#of these can return home")}
	back := map[int]float64{}
	for _, l := range t.Return.Levels {
		back[l.Level] = l.Share
	}
	for _, l := range t.Levels {
		steps = append(steps, chart.Step{At: l.Level, Count: float64(l.Pages), Share: l.CumulativeShare})
	}
	levels = filled(levels, t.Levels, levelsShown, inJSON, func(_ int, l stats.Level) []text {
		home := "–"
		if share, known := back[l.Level]; known {
			home = wording.Percent(share)
		}
		return cells(wording.Grouped(l.Level), wording.Grouped(l.Pages), wording.Percent(of(l.Pages, t.Pages)), wording.Percent(l.CumulativeShare), home)
	})
	w := chart.Words{Title: "Pages by their distance from the start page", Says: t.depthSays(), X: "level (clicks from the start page)", Y: "pages"}
	return t.figure("levels", chart.Steps(w, "pages at this level", "share within (right scale)", steps), levels)
}

// seen tells which share of the site lies within so many clicks.
func (t *teller) seen() []block {
	levels := t.Depth.Levels
	if len(levels) == 0 {
		return nil
	}
	says := t.seenSays()
	w := chart.Words{Title: "Seen within so many clicks", Says: says, X: "clicks from the start page", Y: "share of the whole site"}
	return slices.Concat(
		words(says),
		t.figure("depth", chart.Curves(w, t.curves()), t.seenTable()),
		words("A surfer starts at home and, on each page, follows one of its links with the chance named, or else stops. "+
			"Where few visits lie deep, a shallow crawl sees what visitors see."))
}

func (t *teller) seenSays() string {
	at := t.within(0.9)
	for _, l := range t.Depth.Levels {
		if l.Level < at {
			continue
		}
		says := say("Within %s one sees %s of the pages, %s of the arcs and pages that hold %s of the PageRank.",
			clicks(l.Level), wording.Percent(l.Pages), wording.Percent(l.Arcs), wording.Percent(l.PageRank))
		if n := min(len(l.Visits), len(t.Depth.Continue)); n > 0 {
			says += say(" Of the visits of a surfer who goes on with a chance of %s, %s fall there.",
				chancePercent(t.Depth.Continue[n-1]), wording.Percent(l.Visits[n-1]))
		}
		return says
	}
	return ""
}

func (t *teller) curves() []chart.Curve {
	curve := func(name string, share func(stats.DepthLevel) float64) chart.Curve {
		c := chart.Curve{Name: name}
		for _, l := range t.Depth.Levels {
			c.Points = append(c.Points, chart.Point{X: float64(l.Level), Y: share(l)})
		}
		return c
	}
	all := []chart.Curve{
		curve("pages", func(l stats.DepthLevel) float64 { return l.Pages }),
		curve("arcs", func(l stats.DepthLevel) float64 { return l.Arcs }),
		curve("PageRank", func(l stats.DepthLevel) float64 { return l.PageRank }),
	}
	for i, chance := range t.Depth.Continue {
		all = append(all, curve("visits, "+chancePercent(chance)+" go on", func(l stats.DepthLevel) float64 {
			if i < len(l.Visits) {
				return l.Visits[i]
			}
			return 0
		}))
	}
	return all
}

func (t *teller) seenTable() table {
	names := []string{"#clicks", "#pages", "#arcs", "#PageRank"}
	for _, chance := range t.Depth.Continue {
		names = append(names, "#visits, "+chancePercent(chance)+" go on")
	}
	all := table{Caption: "Shares of the site within so many clicks", Columns: columns(names...)}
	return filled(all, t.Depth.Levels, levelsShown, inJSON, func(_ int, l stats.DepthLevel) []text {
		row := []string{wording.Grouped(l.Level), wording.Percent(l.Pages), wording.Percent(l.Arcs), wording.Percent(l.PageRank)}
		for i := range t.Depth.Continue {
			visits := "–"
			if i < len(l.Visits) {
				visits = wording.Percent(l.Visits[i])
			}
			row = append(row, visits)
		}
		return cells(row...)
	})
}

// chancePercent writes a chance that somebody chose, so without decimals that
// say nothing.
func chancePercent(chance float64) string {
	return wording.Number(wording.Significant(chance*100, 3)) + "\u00a0%"
}
