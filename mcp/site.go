package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sitegraph/desk/tables"
	"sitegraph/results/inspect"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats"
)

type listed struct {
	Name     string    `json:"name"`
	Site     string    `json:"site,omitempty"`
	Pages    int       `json:"pages"`
	Arcs     int       `json:"arcs"`
	Complete bool      `json:"complete"`
	Ended    string    `json:"ended,omitempty"`
	Finished time.Time `json:"finished,omitzero"`
	Fault    string    `json:"fault,omitempty"` // why it cannot be read
}

func (s *Server) sites(_ context.Context, in part) (any, error) {
	limits, err := in.limits()
	if err != nil {
		return nil, err
	}
	dirs, err := s.crawls.dirs()
	if err != nil {
		return nil, err
	}
	list, err := inspect.Take(site.WithoutErrors(dirs), limits, nil, listedFolder)
	return struct {
		Crawls inspect.List[listed] `json:"crawls"`
	}{list}, err
}

func listedFolder(dir string) listed {
	m, err := manifestOf(dir)
	if err != nil {
		return listed{Name: dir, Fault: err.Error()}
	}
	return listed{Name: dir, Site: m.Site, Pages: m.Counts.Pages, Arcs: m.Counts.Arcs, Complete: m.Complete,
		Ended: string(m.Ended), Finished: m.Finished}
}

// some returns a crawl and the limits of a question about it.
func (s *Server) some(crawl string, p part) (r *reading, limits inspect.Limits, err error) {
	if limits, err = p.limits(); err == nil {
		r, err = s.crawls.get(crawl)
	}
	return r, limits, err
}

type ofSummary struct {
	ofCrawl
	amount
}

func (s *Server) summary(_ context.Context, in ofSummary) (any, error) {
	r, limits, err := s.some(in.Crawl, part{amount: in.amount})
	if err != nil {
		return nil, err
	}
	analysis, err := r.numbers()
	if err != nil {
		return nil, err
	}
	numbers, cut, err := shortened(analysis.Summary, limits.Items, longestAnswer)
	return struct {
		about
		Numbers any       `json:"numbers"`
		Cut     []cutList `json:"cut"`
	}{r.about(), numbers, cut}, err
}

type ofProblems struct {
	ofCrawl
	Kind     string `json:"kind,omitempty" jsonschema:"only this kind, for instance broken-link"`
	Severity string `json:"severity,omitempty" jsonschema:"only error, warning or notice"`
	URL      string `json:"url,omitempty" jsonschema:"only those of this URL, as the problems have it"`
	part
}

func (s *Server) problems(_ context.Context, in ofProblems) (any, error) {
	r, limits, err := s.some(in.Crawl, in.part)
	if err != nil {
		return nil, err
	}
	if err := known("severity", in.Severity, []string{"error", "warning", "notice"}, strings.Clone); err != nil {
		return nil, err
	}
	asked := inspect.Asked{Kind: in.Kind, Severity: in.Severity, URL: in.URL}
	if e, err := r.asked.One(in.URL); err == nil { // a sitemap may have one that the crawl does not know
		asked.URL = e.URL
	}
	kinds, some, err := r.asked.Problems(asked, limits)
	if err != nil {
		return nil, err
	}
	if err := known("kind", in.Kind, kinds, func(k stats.Problem) string { return k.Kind }); err != nil {
		return nil, err
	}
	kinds = slices.DeleteFunc(kinds, func(k stats.Problem) bool {
		return in.From > 0 || in.URL != "" || in.Kind != "" && k.Kind != in.Kind ||
			in.Severity != "" && k.Severity != in.Severity
	})
	return struct {
		about
		Kinds    []stats.Problem               `json:"kinds"`
		Problems inspect.List[inspect.Problem] `json:"problems"`
	}{r.about(), append([]stats.Problem{}, kinds...), some}, nil
}

func known[T any](what, name string, all []T, nameOf func(T) string) error {
	names := site.Each(all, nameOf)
	if name == "" || slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("%s %q is unknown here; there are: %s", what, name, cmp.Or(strings.Join(names, ", "), "none"))
}

type ofTable struct {
	ofCrawl
	Table   string `json:"table" jsonschema:"its name, such as pages, ledger or hits"`
	Text    string `json:"text,omitempty" jsonschema:"only rows with this text in a cell, whatever its case"`
	Pattern string `json:"pattern,omitempty" jsonschema:"only rows with a cell that matches this RE2"`
	Host    string `json:"host,omitempty" jsonschema:"only rows about this host and its subdomains"`
	Class   string `json:"class,omitempty" jsonschema:"only this state, kind of problem, or content type"`
	Status  string `json:"status,omitempty" jsonschema:"only this HTTP status, or a span: 404, 4xx, 400-499"`
	Level   string `json:"level,omitempty" jsonschema:"only this depth, or a span: 3, 3-, 2-5"`
	Sort    string `json:"sort,omitempty" jsonschema:"a column to sort by; with - before it, the greatest first"`
	part
}

func (s *Server) table(ctx context.Context, in ofTable) (any, error) {
	r, limits, err := s.some(in.Crawl, in.part)
	if err != nil {
		return nil, err
	}
	if err := known("table", in.Table, append(tables.Names(), tables.Hits), strings.Clone); err != nil {
		return nil, err
	}
	if in.Table == tables.Hits && r.past.Hits == nil {
		return nil, errNoVisits
	}
	index, err := r.index.get(r.asked)
	if err != nil {
		return nil, err
	}
	sort, descending := strings.CutPrefix(in.Sort, "-")
	page, err := index.Page(ctx, in.Table, tables.Query{
		Filter: tables.Filter{Text: in.Text, Pattern: in.Pattern, Host: in.Host, Class: in.Class, Status: in.Status,
			Level: in.Level},
		Sort: sort, Descending: descending, From: limits.From, Rows: limits.Items}, nil)
	if err != nil {
		return nil, err
	}
	rows := inspect.List[[]any]{Total: page.Matching, From: limits.From, Items: [][]any{}}
	for _, row := range page.Rows {
		rows.Items = append(rows.Items, row.Cells)
	}
	rows.Cut = rows.Total - len(rows.Items)
	return struct {
		about
		Columns []tables.Column     `json:"columns"`
		All     int                 `json:"all_rows"` // rows of the table, regardless of the filter
		Unknown string              `json:"unknown,omitempty"`
		Rows    inspect.List[[]any] `json:"rows"`
	}{r.about(), page.Columns, page.Total, r.unknown(in.Table), rows}, nil
}

var errNoVisits = errors.New("no visits are known: write the files with --hits and the access logs of the server")

// unknown says why a table is empty if the crawl did not look for its rows.
func (r *reading) unknown(table string) string {
	switch {
	case table == tables.Sitemap && r.past.Sitemaps == nil:
		return "sitemaps were not read: crawl with --sitemaps check"
	case table == tables.Linked && r.past.Linked == nil:
		return "what pages link to was not checked: crawl with --check-linked external"
	}
	return ""
}

const maxRobots = 50

// usualRobots are used by questions that name no robots.
var usualRobots = [...]string{"*", "Googlebot", "Bingbot", "GPTBot", "OAI-SearchBot", "ClaudeBot", "PerplexityBot",
	"CCBot", "Google-Extended"}

type ofReach struct {
	ofCrawl
	Robots []string `json:"robots,omitempty" jsonschema:"names, such as GPTBot or *; well-known ones without it"`
	part
}

// unreached is a page that some robots do not reach. Why has the rule that forbids it to each of them, or "behind".
type unreached struct {
	URL   string            `json:"url"`
	Depth int               `json:"depth"`
	Why   map[string]string `json:"why"`
}

func (s *Server) reach(_ context.Context, in ofReach) (any, error) {
	names := in.Robots
	if len(names) == 0 {
		names = usualRobots[:]
	}
	if len(names) > maxRobots {
		return nil, fmt.Errorf("robots: name %d at most", maxRobots)
	}
	r, limits, err := s.some(in.Crawl, in.part)
	if err != nil {
		return nil, err
	}
	reach, err := run.Reach(r.past.Crawl, names, r.past.Settings["download.downloader"])
	if err != nil {
		return nil, err
	}
	pages := r.past.Graph.Pages
	notReached, err := inspect.Take(site.WithoutErrors(site.UpTo[int](len(pages))), limits,
		func(i int) bool {
			return slices.ContainsFunc(reach.Robots, func(robot stats.RobotReach) bool { return robot.Why(i) != "" })
		},
		func(i int) unreached {
			one := unreached{URL: pages[i].URL, Depth: pages[i].Level, Why: map[string]string{}}
			for _, robot := range reach.Robots {
				if why := robot.Why(i); why != "" {
					one.Why[robot.Robot] = why
				}
			}
			return one
		})
	return struct {
		about
		Reach *stats.Reach            `json:"reach"`
		Pages inspect.List[unreached] `json:"pages_not_reached"`
	}{r.about(), reach, notReached}, err
}
