package inspect

import (
	"fmt"

	"sitegraph/wording"
)

// Pair says whether two URLs are the same page.
type Pair struct {
	First   Verdict `json:"first"`    // of the first URL
	Second  Verdict `json:"second"`   // of the second
	OnePage bool    `json:"one_page"` // they are one URL, or one page represents both
	// Differ lists differences between two pages, as far as known.
	Differ []Difference `json:"differ,omitempty"`
}

// Difference is a trait in which two pages differ.
type Difference struct {
	Of     string `json:"of"` // title, description, h1, words, links or content
	First  string `json:"first"`
	Second string `json:"second"`
}

// Pair compares what [Site.One] finds for two texts.
func (s *Site) Pair(first, second string) (p Pair, err error) {
	a, err := s.One(first)
	if err != nil {
		return p, err
	}
	b, err := s.One(second)
	if err != nil {
		return p, err
	}
	p = Pair{First: s.Verdict(a), Second: s.Verdict(b)}
	p.OnePage = a.Key == b.Key || a.Page != "" && a.Page == b.Page
	if at, other := s.pageOf(a.Page), s.pageOf(b.Page); !p.OnePage && at >= 0 && other >= 0 {
		p.Differ = s.differ(at, other)
	}
	return p, nil
}

func (s *Site) differ(a, b int) (all []Difference) {
	add := func(of, first, second string) {
		if first != second {
			all = append(all, Difference{of, first, second})
		}
	}
	p, q := &s.Graph.Pages[a], &s.Graph.Pages[b]
	add("title", p.Title, q.Title)
	if p.Facts != nil && q.Facts != nil {
		add("description", p.Facts.Description, q.Facts.Description)
		add("h1", p.Facts.H1, q.Facts.H1)
		add("words", fmt.Sprint(p.Facts.Words), fmt.Sprint(q.Facts.Words))
	}
	add("links", s.linksWithout(a, b), s.linksWithout(b, a))
	if len(all) == 0 {
		add("content", p.Hash, q.Hash)
	}
	return all
}

// linksWithout names pages, other than itself, to which only the first page links.
func (s *Site) linksWithout(page, other int) string {
	var urls []string
	targets, _ := s.Graph.Out(page)
	for _, to := range targets {
		if _, both := s.Graph.Arc(other, int(to)); !both && int(to) != page {
			urls = append(urls, s.Graph.Pages[to].URL)
		}
	}
	return wording.ListFirst(urls, 3)
}
