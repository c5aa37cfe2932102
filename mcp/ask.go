package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/results/inspect"
	"sitegraph/site"
)

const (
	usualItems = 20  // items of a list without a limit
	maxItems   = 500 // the largest limit
)

type ofCrawl struct {
	Crawl string `json:"crawl,omitempty" jsonschema:"name or host of a crawl; needed if there are several"`
}

type part struct {
	From int `json:"from,omitempty" jsonschema:"place of the first item, from 0"`
	amount
}

type amount struct {
	Limit  int `json:"limit,omitempty" jsonschema:"how many items of each list; 20 without it, 500 at most"`
	halved int
}

// longestAnswer bounds an answer without a limit, in bytes (about 4,000 tokens). Longer ones get shorter lists.
const longestAnswer = 16_000

// halve halves the number of items asked for, and reports whether that is possible.
func (a *amount) halve() bool {
	a.halved++
	return a.Limit == 0 && usualItems>>a.halved > 0
}

func (p part) limits() (inspect.Limits, error) {
	if p.Limit < 0 || p.Limit > maxItems {
		return inspect.Limits{}, fmt.Errorf("limit %d: must be from 1 to %d; ask for further items with from",
			p.Limit, maxItems)
	}
	if p.From < 0 {
		return inspect.Limits{}, fmt.Errorf("from %d: must be 0 or more", p.From)
	}
	if p.Limit == 0 {
		p.Limit = usualItems >> p.halved
	}
	return inspect.Limits{From: p.From, Items: p.Limit}, nil
}

type about struct {
	Crawl      string   `json:"crawl"`
	Site       string   `json:"site"`
	Incomplete string   `json:"incomplete,omitempty"` // what an incomplete crawl lacks
	Missing    []string `json:"missing,omitempty"`    // the tables that its folder lacks
}

type cutList struct {
	List  string `json:"list"`
	Total int    `json:"total"`
	Cut   int    `json:"cut"`
}

// cutLists returns a value as JSON decodes it, with the first items of each list, and the names of cut lists.
func cutLists(value any, most int) (any, []cutList, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, nil, fmt.Errorf("the numbers: %w", err)
	}
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, nil, fmt.Errorf("the numbers: %w", err)
	}
	c := cutter{most: most, cut: []cutList{}}
	all = c.shorten("", all)
	return all, c.cut, nil
}

type cutter struct {
	most int
	cut  []cutList
}

func (c *cutter) shorten(name string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			value[key] = c.shorten(strings.TrimPrefix(name+"."+key, "."), value[key])
		}
	case []any:
		if len(value) > c.most {
			c.cut = append(c.cut, cutList{name, len(value), len(value) - c.most})
			value = value[:c.most]
		}
		for i := range value {
			value[i] = c.shorten(fmt.Sprintf("%s[%d]", name, i), value[i])
		}
		return value
	}
	return value
}

type ofURL struct {
	ofCrawl
	URL string `json:"url" jsonschema:"the URL, or its path; it need not be normalized"`
}

func (s *Server) find(crawl, url string) (*reading, site.Entry, error) {
	r, err := s.crawls.get(crawl)
	if err != nil {
		return nil, site.Entry{}, err
	}
	e, err := r.asked.One(url)
	if err != nil && !r.past.Complete {
		err = fmt.Errorf("%w; the crawl is incomplete (%s)", err, r.past.Ended)
	}
	return r, e, err
}

const linkingPages = 5

func (s *Server) why(_ context.Context, in ofURL) (any, error) {
	r, e, err := s.find(in.Crawl, in.URL)
	if err != nil {
		return nil, err
	}
	links, err := r.asked.InLinks(e, inspect.Limits{Items: linkingPages})
	return struct {
		Crawl string `json:"crawl"`
		inspect.Verdict
		In inspect.List[inspect.Link] `json:"in_links"`
	}{r.name, r.asked.Verdict(e), links}, err
}

type ofPage struct {
	ofURL
	part
}

func (s *Server) page(_ context.Context, in ofPage) (any, error) {
	r, e, limits, err := s.asked(ofLinks{ofPage: in})
	if err != nil {
		return nil, err
	}
	page, err := r.asked.Page(e, limits)
	return struct {
		Crawl string `json:"crawl"`
		inspect.Page
	}{r.name, page}, err
}

type ofPath struct {
	ofCrawl
	To   string `json:"to" jsonschema:"the URL where the path ends"`
	From string `json:"from,omitempty" jsonschema:"the page where it begins; without it, the start page"`
}

func (s *Server) path(_ context.Context, in ofPath) (any, error) {
	r, to, err := s.find(in.Crawl, in.To)
	if err != nil {
		return nil, err
	}
	from, err := r.asked.Start()
	if in.From != "" {
		_, from, err = s.find(in.Crawl, in.From)
	}
	if err != nil {
		return nil, err
	}
	path, err := r.asked.Path(from, to)
	return struct {
		about
		inspect.Path
	}{r.about(), path}, err
}

type ofLinks struct {
	ofPage
	Content bool `json:"content,omitempty" jsonschema:"only links in the content of pages, none of menus"`
}

func (s *Server) asked(in ofLinks) (r *reading, e site.Entry, limits inspect.Limits, err error) {
	if limits, err = in.limits(); err == nil {
		limits.Content = in.Content
		r, e, err = s.find(in.Crawl, in.URL)
	}
	return r, e, limits, err
}

func (s *Server) inLinks(_ context.Context, in ofLinks) (any, error) {
	r, e, limits, err := s.asked(in)
	if err != nil {
		return nil, err
	}
	links, err := r.asked.InLinks(e, limits)
	return struct {
		about
		URL string                     `json:"url"`
		In  inspect.List[inspect.Link] `json:"in_links"`
	}{r.about(), e.URL, links}, err
}

func (s *Server) neighbours(_ context.Context, in ofLinks) (any, error) {
	r, e, limits, err := s.asked(in)
	if err != nil {
		return nil, err
	}
	around, err := r.asked.Around(e, limits)
	return struct {
		about
		inspect.Around
	}{r.about(), around}, err
}
