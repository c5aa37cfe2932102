package report

import (
	"io"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// teller builds the report of one site.
type teller struct {
	document
	in Site
	stats.Summary
	values stats.Values
	graph  *site.Graph
	// holes is how many addresses may be pages at a better moment.
	holes int
	// told is the text spent on the places of problems, in bytes.
	told int
}

// WriteSite writes the report of one site as one HTML file. The error is w's,
// or says that the picture is no safe piece of a page.
func WriteSite(w io.Writer, in Site) error {
	return tell(in).write(w)
}

// Charts returns the charts of the site's report that are not empty, in its
// order.
func Charts(in Site) []Drawing { return tell(in).drawings }

// tell builds the report of a site.
func tell(in Site) *teller {
	if in.Crawl == nil {
		in.Crawl = &site.Crawl{}
	}
	t := &teller{in: in, Summary: in.Analysis.Summary, values: in.Analysis.Values, graph: in.Crawl.Graph}
	if t.graph == nil {
		t.graph = &site.Graph{}
	}
	t.picture = in.Picture
	t.holes = t.failures()
	t.head()
	t.cards()
	t.overview()
	t.depth()
	t.centre()
	t.cutOff()
	t.parts()
	t.degrees()
	t.distances()
	t.problems()
	t.making()
	return t
}

func (t *teller) head() {
	t.Title, t.Heading = host(t.Summary.Site), "The structure of a web site"
	t.Address = home(t.Summary.Site)
	t.Version = t.in.Version
	if when := spoken(t.in.Crawl.Started, t.in.Crawl.Finished); when != "" {
		t.Facts = append(t.Facts, "Crawled "+when)
	}
	if t.Complete {
		t.Facts = append(t.Facts, "Complete: nothing was left to fetch")
	}
	t.warn()
}

// warn puts above all what a reader must know before he believes a number.
func (t *teller) warn() {
	if !t.Complete {
		lines := []string{t.reason() + " All figures below are those of the part seen, and distances can only be shorter in the whole site."}
		if n := t.unfetched(); n > 0 {
			lines = append(lines, say("%s known but not fetched.", wording.Count(n, "address was", "addresses were")))
		}
		t.Banners = append(t.Banners, banner{Loud: true, Title: "This crawl is incomplete", Lines: lines})
	}
	if n := t.holes; n > 0 {
		t.Banners = append(t.Banners, banner{Loud: true, Title: wording.Count(n, "address failed", "addresses failed"),
			Lines: []string{say("%s no usable answer, or an error of the server, after all tries. The graph may have holes there; ledger.csv names each with its reason.",
				wording.Form(n, "It gave", "They gave"))}})
	}
	if t.Pages == 0 {
		t.Banners = append(t.Banners, banner{Loud: true, Title: "No page was found",
			Lines: []string{"There is nothing to count. The notes and the outcome of the addresses, below, say why."}})
	}
	if len(t.in.Missing) > 0 {
		t.Banners = append(t.Banners, banner{Title: "Tables were missing",
			Lines: []string{say("The report was made without %s: what %s would tell is not in it.", wording.List(t.in.Missing), wording.Form(len(t.in.Missing), "it", "they"))}})
	}
	var notes []string
	for _, n := range t.in.Crawl.Notes[:min(len(t.in.Crawl.Notes), rowsShown)] {
		notes = append(notes, clean(n))
	}
	if len(notes) > 0 {
		t.Banners = append(t.Banners, banner{Title: "Notes of the crawl", Lines: notes})
	}
}

// failures counts the addresses that failed, and those that the server answered
// with an error of its own.
func (t *teller) failures() int {
	return t.States[site.StateFailed] + t.in.Crawl.Counts.ServerErrors
}

// unfetched counts the addresses that a further run would ask for.
func (t *teller) unfetched() int {
	return t.States[site.StateStopped] + t.States[site.StateLimit] + t.States[site.StateBeyondLevel]
}

func (t *teller) reason() string {
	says := map[string]string{
		"work-done":          "The walk ended by itself, but left addresses out.",
		"timeout":            "The walk ended when its time was over.",
		"stop-file":          "The walk was stopped by the stop file.",
		"max-pages":          "The walk ended when it had as many pages as it was allowed.",
		"signal":             "The walk was stopped by a signal.",
		"robots-unavailable": "robots.txt could not be read, so nothing more was fetched.",
		"unreachable":        "The host did not answer.",
		"another-site":       "The start page leads to another site of the same run.",
	}[t.Ended]
	switch {
	case says != "":
		return says
	case t.Ended == "":
		return "The walk ended early."
	}
	return say("The walk ended early (%s).", clean(t.Ended))
}

func (t *teller) cards() {
	add := func(name, value, remark string) { t.Cards = append(t.Cards, card{name, value, remark}) }
	add("Pages", wording.Grouped(t.Pages), "distinct, in HTML")
	add("Arcs", wording.Grouped(t.Arcs), say("pairs of pages; %s a page", wording.Number(wording.Significant(t.OutDegree.Mean, 3))))
	add("Links", wording.Grouped(t.Links), "between these pages")
	add("Levels", wording.Grouped(len(t.Levels)), t.deepest())
	add("External links", wording.Grouped(t.ExternalLinks.Total), say("to other sites; %s a page", wording.Number(wording.Significant(t.ExternalLinks.Mean, 3))))
	broken := t.States[site.StateFailed] + t.States[site.StateStatus]
	add("Broken", wording.Grouped(broken), say("addresses; %s failed", wording.Grouped(t.holes)))
}

func (t *teller) deepest() string {
	if len(t.Levels) == 0 {
		return ""
	}
	return "the deepest " + clicks(t.Levels[len(t.Levels)-1].Level) + " away"
}

// overview is the map of the site.
func (t *teller) overview() {
	if t.picture == nil {
		return
	}
	t.add("map", "Map", []block{{HTML: t.picture.HTML}})
}

// page returns a cell that names the page of an id.
func (t *teller) page(id int) text {
	if id < 1 || id > len(t.graph.Pages) {
		return text{Text: say("page %d", id)}
	}
	p := &t.graph.Pages[id-1]
	return named(p.Title, p.URL)
}

// named is a cell with a page's title and its address as a link.
func named(title, address string) text {
	if title = clean(title); title == "" {
		title = "(no title)"
	}
	return text{Text: title, Below: clean(address), BelowLink: link(address)}
}

// home is a cell with a site's origin as a link.
func home(origin string) text { return text{Text: clean(site.Show(origin)), Link: link(origin)} }

// address is a cell with an address as a link.
func address(a string) text { return text{Text: clean(a), Link: link(a)} }
