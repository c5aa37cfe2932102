package inspect

import (
	"slices"

	"sitegraph/site"
)

// Anchor is a link as it is written.
type Anchor struct {
	// The fields are those of links.csv.
	Text  string `json:"text"`
	Href  string `json:"href"`
	Place string `json:"place,omitempty"`
	Rel   string `json:"rel,omitempty"`
}

// mostAnchors bounds how many ways to write the links of one page to another are listed.
const mostAnchors = 10

func appendAnchor(all []Anchor, l *site.Occurrence) []Anchor {
	a := Anchor{Text: l.Text, Href: l.Href, Place: l.Place, Rel: l.Rel}
	if len(all) == mostAnchors || slices.Contains(all, a) {
		return all
	}
	return append(all, a)
}

func (s *Site) keepsLinks() bool { return s.LinksOf != nil || s.Links != nil }

// eachLink calls f for the links of pages, whose ids ascend; for none, if the crawl kept no links.
func (s *Site) eachLink(ids []int, f func(*site.Occurrence)) error {
	if len(ids) == 0 || !s.keepsLinks() {
		return nil
	}
	if s.LinksOf != nil {
		for _, id := range ids {
			links, err := s.LinksOf(id)
			if err != nil {
				return err
			}
			for i := range links {
				f(&links[i])
			}
		}
		return nil
	}
	for l, err := range s.Links {
		if err != nil {
			return err
		}
		if l.Source > ids[len(ids)-1] {
			return nil
		}
		if _, ok := slices.BinarySearch(ids, l.Source); ok {
			f(&l)
		}
	}
	return nil
}

// addAnchors adds to links, which are in the order of their pages, how those of them are written that are meant.
func (s *Site) addAnchors(list *List[Link], meant func(*site.Occurrence) bool) error {
	if !s.keepsLinks() {
		return nil
	}
	var ids []int
	for _, l := range list.Items {
		ids = append(ids, l.ID)
	}
	return s.eachLink(ids, func(l *site.Occurrence) {
		if at, ok := slices.BinarySearch(ids, l.Source); ok && meant(l) {
			list.Items[at].Anchors = appendAnchor(list.Items[at].Anchors, l)
		}
	})
}

func (s *Site) leadsTo(l *site.Occurrence, e site.Entry) bool {
	if l.Key != "" || l.URL == "" {
		return l.Key == e.Key
	}
	if l.URL == e.URL {
		return true
	}
	u, err := site.Parse(l.URL)
	return err == nil && s.Key(u) == e.Key
}
