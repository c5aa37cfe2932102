package identity

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// isNoPage reports whether a URL, or one that differs from it in the query, was answered by something else than a
// page, and none by a page; or so were some that have a parameter in common with it.
func (s *Identity) isNoPage(key evidence.URLID) bool {
	if s.shown == nil {
		s.countShown()
	}
	path, pairs := options(s.known.URLs.String(key))
	if n := s.shown[path]; n.others > 0 && n.pages == 0 {
		return true
	}
	return slices.ContainsFunc(pairs, func(pair string) bool {
		n := s.shown[path+"?"+pair]
		return n.others >= minOthers && n.pages == 0
	})
}

// minOthers is how many answers say of a parameter that it asks for no page.
const minOthers = 4

// shown counts answers.
type shown struct{ pages, others int }

// countShown counts the answers to the URLs of each path, and of each parameter of it.
func (s *Identity) countShown() {
	s.shown = map[string]shown{}
	for place := range s.known.Answers {
		a := s.known.Answers[place]
		visible := s.known.Answer(s.known.URLs.Key(a.URL)) == a
		if !visible || a.Outcome != evidence.OutPage && a.Outcome != evidence.OutNotHTML &&
			a.Outcome != evidence.OutStatus {
			continue
		}
		path, pairs := options(s.key(place))
		for _, of := range append(pairs, "") {
			if of != "" {
				of = "?" + of
			}
			n := s.shown[path+of]
			if a.Outcome == evidence.OutPage {
				n.pages++
			} else {
				n.others++
			}
			s.shown[path+of] = n
		}
	}
}

// options returns the path of a URL, and its parameters that are no ids.
func options(url string) (path string, pairs []string) {
	path, query, has := strings.Cut(url, "?")
	if !has {
		return path, nil
	}
	pairs = strings.Split(query, site.QuerySeparator(query))
	if len(pairs) > maxComponents {
		return path, nil
	}
	return path, slices.DeleteFunc(pairs, func(pair string) bool {
		_, value, _ := strings.Cut(pair, "=")
		return isToken(value)
	})
}
