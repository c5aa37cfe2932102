package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/results"
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
	Limit int `json:"limit,omitempty" jsonschema:"how many items of each list; 20 without it, 500 at most"`
}

func (a amount) limited() bool { return a.Limit != 0 }

func (p part) limits() (inspect.Limits, error) {
	if p.Limit < 0 || p.Limit > maxItems {
		return inspect.Limits{}, fmt.Errorf("limit %d: must be from 1 to %d; ask for further items with from",
			p.Limit, maxItems)
	}
	if p.From < 0 {
		return inspect.Limits{}, fmt.Errorf("from %d: must be 0 or more", p.From)
	}
	if p.Limit == 0 {
		p.Limit = usualItems
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

// longestAnswer bounds an answer to a question without a limit, in bytes (about 4,000 tokens).
const longestAnswer = 16_000

// brief returns an answer as JSON. Without a limit, the lists and texts of a long one are cut, and it names the lists
// that do not say so themselves.
func brief(answer any, limited bool) (text []byte, err error) {
	text, err = json.Marshal(answer)
	for most := usualItems / 2; err == nil && !limited && len(text) > longestAnswer && most > 0; most /= 2 {
		var short any
		var cut []cutList
		if short, cut, err = shortened(answer, most, 200*most); err != nil {
			break
		}
		if all, is := short.(map[string]any); is && len(cut) > 0 {
			all["cut"] = cut
		}
		text, err = json.Marshal(short)
	}
	return text, err
}

// shortened returns a value as JSON decodes it, with the first items of each list and the first bytes of each text, and
// the names of cut lists.
func shortened(value any, most, longest int) (any, []cutList, error) {
	text, err := json.Marshal(value)
	var all any
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the answer: %w", err)
	}
	c := cutter{most: most, longest: longest, cut: []cutList{}}
	all = c.shorten("", all)
	return all, c.cut, nil
}

type cutter struct {
	most, longest int
	cut           []cutList
}

func (c *cutter) shorten(name string, value any) any {
	switch value := value.(type) {
	case string:
		if len(value) > c.longest {
			return strings.ToValidUTF8(value[:c.longest], "") + " ..."
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if items, is := value[key].([]any); is && key != "columns" { // a table's rows have a cell for each
				value[key] = c.shortenList(name+"."+key, value, items)
			} else {
				value[key] = c.shorten(name+"."+key, value[key])
			}
		}
	case []any: // such as the cells of a row
		for i := range value {
			value[i] = c.shorten(name, value[i])
		}
	}
	return value
}

// shortenList cuts a list, and says so where its owner counts what was cut.
func (c *cutter) shortenList(name string, owner map[string]any, items []any) []any {
	if more := len(items) - c.most; more > 0 {
		if cut, counts := owner["cut"].(float64); counts {
			owner["cut"] = cut + float64(more)
		} else {
			c.cut = append(c.cut, cutList{name[1:], len(items), more})
		}
		items = items[:c.most]
	}
	for i := range items {
		items[i] = c.shorten(fmt.Sprintf("%s[%d]", name, i), items[i])
	}
	return items
}

type ofPage struct {
	ofCrawl
	URL string `json:"url" jsonschema:"the URL, or its path; it need not be normalized"`
	part
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

const linkingPages = 5 // which why names without a limit

func (s *Server) why(_ context.Context, in ofPage) (any, error) {
	r, e, limits, err := s.asked(ofLinks{ofPage: in})
	if err != nil {
		return nil, err
	}
	if !in.limited() {
		limits.Items = linkingPages
	}
	links, err := r.asked.InLinks(e, limits)
	return struct {
		Crawl string `json:"crawl"`
		inspect.Verdict
		In inspect.List[inspect.Link] `json:"in_links"`
	}{r.name, r.asked.Verdict(e), links}, err
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

type ofInLinks struct {
	ofLinks
	Missing bool `json:"missing,omitempty" jsonschema:"instead, pages whose text names the URL without a link"`
}

func (s *Server) inLinks(ctx context.Context, in ofInLinks) (any, error) {
	r, e, limits, err := s.asked(in.ofLinks)
	if err != nil {
		return nil, err
	}
	if in.Missing {
		return s.missing(ctx, r, e, limits)
	}
	links, err := r.asked.InLinks(e, limits)
	return struct {
		about
		URL string                     `json:"url"`
		In  inspect.List[inspect.Link] `json:"in_links"`
	}{r.about(), e.URL, links}, err
}

// missing lists the pages that should link to a page. It reads their texts from archives or a saved site only.
func (s *Server) missing(ctx context.Context, r *reading, e site.Entry, limits inspect.Limits) (any, error) {
	job := s.options.Job
	if job.Download.Downloader == "http" && !job.FromArchives() {
		return nil, errors.New("missing: the texts of pages were not kept: crawl with [download] warc = true, or run " +
			"sitegraph what-if --suggest missing-links, which requests the pages again")
	}
	m, err := s.options.State.MissingLinks(ctx, r.past.Site, job)
	if err != nil {
		return nil, err
	}
	found, err := inspect.Take(site.WithoutErrors(m.Links), limits,
		func(l results.MissingLink) bool { return l.To == e.Page }, itself)
	if n := len(m.Graph.Pages) - m.Read; n > 0 {
		found.Note = fmt.Sprintf("the texts of %d pages could not be read", n)
	}
	return struct {
		about
		URL     string                            `json:"url"`
		Missing inspect.List[results.MissingLink] `json:"missing_links"`
	}{r.about(), e.URL, found}, err
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
