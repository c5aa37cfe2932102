package mcp

import (
	"context"
	"fmt"

	"sitegraph/results/inspect"
	"sitegraph/site"
)

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
