package export

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

type factCells struct {
	site.Facts
	titleLength, descriptionLength int    // in characters
	hreflang                       string // the alternates
}

// Options.Facts chooses from factColumns. The first factsRead of them are read back, all or none.
var factColumns = []column[node]{
	{name: "description", text: func(n *node) *string { return &n.facts.Description }, later: true},
	{name: "h1", text: func(n *node) *string { return &n.facts.H1 }, later: true},
	{name: "h1_count", number: func(n *node) *int { return &n.facts.H1s }, optional: true, none: -1, later: true},
	{name: "words", number: func(n *node) *int { return &n.facts.Words }, optional: true, none: -1, later: true},
	{name: "x_robots_tag", text: func(n *node) *string { return &n.facts.RobotsTag }, repeats: true, later: true},
	{name: "hreflang", text: func(n *node) *string { return &n.facts.hreflang }, later: true},
	{name: "last_modified", text: func(n *node) *string { return &n.facts.Modified }, later: true},
	{name: "title_length", number: func(n *node) *int { return &n.facts.titleLength }, computed: true},
	{name: "description_length", number: func(n *node) *int { return &n.facts.descriptionLength },
		optional: true, none: -1, computed: true},
}

const factsRead = 6

// withoutFacts drops the columns of facts that the user does not want, or all if the crawl knows no facts.
func withoutFacts(c *site.Crawl, columns []column[node], wanted []string) []column[node] {
	known := slices.ContainsFunc(c.Graph.Pages, func(p site.Page) bool { return p.Facts != nil })
	return slices.DeleteFunc(columns, func(a column[node]) bool {
		isFact := slices.ContainsFunc(factColumns, func(f column[node]) bool { return f.name == a.name })
		return isFact && !(known && slices.Contains(wanted, a.name))
	})
}

func factsOf(p *site.Page) factCells {
	cells := factCells{titleLength: utf8.RuneCountInString(p.Title), descriptionLength: -1}
	if p.Facts == nil {
		cells.H1s, cells.Words = -1, -1
		return cells
	}
	cells.Facts = *p.Facts
	cells.descriptionLength = utf8.RuneCountInString(p.Facts.Description)
	var alternates []string
	for _, a := range p.Facts.Alternates {
		a = alternateAsWritten(a)
		alternates = append(alternates, a.Lang+"="+a.URL)
	}
	cells.hreflang = strings.Join(alternates, " ")
	return cells
}

// facts reverses factsOf. It returns nil if the facts are unknown.
func (f *factCells) facts() *site.Facts {
	if f.Words < 0 {
		return nil
	}
	facts := f.Facts
	for field := range strings.FieldsSeq(f.hreflang) {
		lang, url, _ := strings.Cut(field, "=")
		facts.Alternates = append(facts.Alternates, site.Alternate{Lang: lang, URL: url})
	}
	return &facts
}

func hasFacts(lacking []string) bool {
	return !slices.ContainsFunc(factColumns[:factsRead], func(c column[node]) bool {
		return slices.Contains(lacking, c.name)
	})
}

// declaredTable is declared.csv. It lists links that pages declare to programs and that are not arcs.
var declaredTable = table[site.Declared]{name: "declared.csv", columns: []column[site.Declared]{
	{name: "page_id", number: func(d *site.Declared) *int { return &d.Page }},
	{name: "source", text: func(d *site.Declared) *string { return &d.Source }, repeats: true},
	{name: "position", number: func(d *site.Declared) *int { return &d.Position }},
	{name: "url", text: func(d *site.Declared) *string { return &d.URL }},
	{name: "target", number: func(d *site.Declared) *int { return &d.Target }, optional: true},
}}

func hasDeclared(c *site.Crawl) bool {
	if c.Declared != nil {
		for range c.Declared {
			return true
		}
	}
	return false
}

// readDeclared reads declared.csv and adds the breadcrumbs to the facts of their pages.
func (f *Folder) readDeclared(c *site.Crawl) error {
	var all []site.Declared
	pages, last := len(c.Graph.Pages), 0
	err := each(f, declaredTable, func(r *tableReader[site.Declared], d *site.Declared) error {
		switch {
		case d.Page < max(last, 1) || d.Page > pages || d.Target < 0 || d.Target > pages:
			return r.damage("page %d after %d of %d, target %d: the rows are sorted by page_id", d.Page, last, pages,
				d.Target)
		case d.Source != site.SourceBreadcrumb && d.Source != site.SourcePayload:
			return r.damage("source %s is unknown", shown(d.Source))
		}
		last = d.Page
		all = append(all, *d)
		if facts := c.Graph.Pages[d.Page-1].Facts; facts != nil && d.Source == site.SourceBreadcrumb {
			facts.Breadcrumbs = append(facts.Breadcrumbs, d.URL)
		}
		return nil
	})
	if all != nil {
		c.Declared = slices.Values(all)
	}
	return err
}

type searchedCells struct {
	agent, foundBy, anchor string
	stored                 bool
	visit, foundOn         int       // foundOn is a page id, or 0
	own                    float64   // relevance to the agent's own topic, -1 without an agent
	relevance              []float64 // to each topic
}

func searchedColumns(topics []string) []column[node] {
	columns := []column[node]{
		{name: "agent", text: func(n *node) *string { return &n.searched.agent }, repeats: true},
		{name: "found_by", text: func(n *node) *string { return &n.searched.foundBy }, repeats: true},
		{name: "found_on", number: func(n *node) *int { return &n.searched.foundOn }, most: maxPages, optional: true},
		{name: "anchor", text: func(n *node) *string { return &n.searched.anchor }},
		{name: "visit", number: func(n *node) *int { return &n.searched.visit }, most: maxPages},
		{name: "stored", flag: func(n *node) *bool { return &n.searched.stored }, means: kindBoolean},
		{name: "relevance", share: func(n *node) *float64 { return &n.searched.own }, optional: true, computed: true},
	}
	for i, name := range topicColumns(topics) {
		columns = append(columns, column[node]{name: name, share: func(n *node) *float64 {
			if n.searched.relevance == nil {
				n.searched.relevance = make([]float64, len(topics))
			}
			return &n.searched.relevance[i]
		}})
	}
	return columns
}

// topicColumns names the columns of relevance by the topics' letters and digits. It uses a topic's number if these
// are empty or mislead Gephi (see nodesTable), which ignores case.
func topicColumns(topics []string) []string {
	special := []string{"source", "target", "timestamp", "interval"}
	taken := map[string]bool{}
	var names []string
	for i, topic := range topics {
		text := strings.Join(strings.FieldsFunc(topic, separates), "_")
		lower := strings.ToLower(text)
		if text == "" || slices.ContainsFunc(special, func(s string) bool { return strings.Contains(lower, s) }) {
			text = strconv.Itoa(i + 1)
		}
		name := text
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = text + "_" + strconv.Itoa(n)
		}
		taken[strings.ToLower(name)] = true
		names = append(names, "relevance_"+name)
	}
	return names
}

func separates(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) }

func searchedOf(s *site.Searched, p site.SearchedPage) searchedCells {
	relevance := make([]float64, len(s.Topics))
	copy(relevance, p.Relevance)
	row := searchedCells{agent: topicOf(s, p.Agent), foundBy: topicOf(s, p.FoundBy), anchor: p.Anchor,
		stored: p.Stored, visit: p.Visit, foundOn: p.FoundOn, own: -1, relevance: relevance}
	if p.Agent != site.Nobody {
		row.own = relevance[p.Agent]
	}
	return row
}

func topicOf(s *site.Searched, agent int) string {
	if agent == site.Nobody {
		return ""
	}
	return s.Topics[agent]
}

type searchedReader struct {
	*site.Searched
	agents map[string]int // by topic as written in the files
	pages  int            // number of pages in the graph
}

func (f *Folder) newSearchedReader() *searchedReader {
	if f.Manifest.Search == nil {
		return nil
	}
	r := &searchedReader{Searched: &site.Searched{Topics: f.Manifest.Search.Topics},
		agents: map[string]int{"": site.Nobody}, pages: f.Manifest.Counts.Pages}
	o := &out{}
	for i, topic := range r.Topics {
		r.agents[string(o.clean(topic))] = i
	}
	return r
}

func (s *searchedReader) parse(row searchedCells) (p site.SearchedPage, err error) {
	agent, ok := s.agents[row.agent]
	foundBy, found := s.agents[row.foundBy]
	switch {
	case !ok || !found:
		return p, fmt.Errorf("agent %s, found_by %s: the manifest has no such topic",
			shown(row.agent), shown(row.foundBy))
	case row.visit == 0:
		return p, errors.New("visit 0: they are numbered from 1")
	case row.foundOn > s.pages:
		return p, fmt.Errorf("found_on %d of %d pages", row.foundOn, s.pages)
	}
	return site.SearchedPage{Agent: agent, FoundBy: foundBy, Visit: row.visit, FoundOn: row.foundOn,
		Anchor: row.anchor, Relevance: row.relevance, Stored: row.stored}, nil
}

// owners has the agents' colours. They have the hues of site.HueOf and differ in lightness for the colour-blind.
var owners = [site.Hues][3]int{
	{96, 144, 231}, {183, 89, 11}, {138, 230, 169}, {219, 57, 81}, {56, 32, 91},
	{96, 222, 250}, {255, 174, 10}, {175, 70, 155}, {62, 46, 29}, {60, 69, 83},
}

var noOwner = [3]int{150, 150, 150}

// ownerColour returns a paler colour for a page that the agent did not store, and a darker one from agent 11 on.
func ownerColour(agent int, stored bool) [3]int {
	rgb := noOwner
	if agent != site.Nobody {
		rgb = owners[agent%len(owners)]
	}
	for i := range rgb {
		if agent >= len(owners) {
			rgb[i] = rgb[i] * 3 / 5
		}
		if !stored && agent != site.Nobody {
			rgb[i] = 255 - (255-rgb[i])/2
		}
	}
	return rgb
}

func severalOwners(c *site.Crawl) bool {
	return c.Searched != nil && slices.ContainsFunc(c.Searched.Pages, func(p site.SearchedPage) bool {
		return p.Agent != c.Searched.Pages[0].Agent
	})
}

// inSectors returns each page's place on its level when each agent gets a sector of the level.
func inSectors(c *site.Crawl) []int {
	order := site.UpTo[int](len(c.Graph.Pages))
	level := func(i int) int { return c.Graph.Pages[i].Level }
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(level(a), level(b)),
			cmp.Compare(c.Searched.Pages[a].Agent, c.Searched.Pages[b].Agent))
	})
	places := make([]int, len(order))
	first := 0 // where the level begins in order
	for k, i := range order {
		if level(i) != level(order[first]) {
			first = k
		}
		places[i] = k - first
	}
	return places
}
