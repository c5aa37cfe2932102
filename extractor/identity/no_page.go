package identity

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// isNoPage reports whether a URL, or one that differs from it in the query, was answered by something else than a
// page, and none by a page; or so were some that have a parameter in common with it.
func (s shown) isNoPage(url string) bool {
	path, pairs := options(url)
	if n := s[path]; n.others > 0 && n.pages == 0 {
		return true
	}
	return slices.ContainsFunc(pairs, func(pair string) bool {
		n := s[path+"?"+pair]
		return n.others >= minOthers && n.pages == 0
	})
}

// minOthers is how many answers say of a parameter that it asks for no page.
const minOthers = 4

// shown is what answered URLs showed, by path and by parameter.
type shown map[string]answered

type answered struct{ pages, others int }

// countShown counts the answers to the URLs of each path, and of each parameter of it.
func countShown(n *evidence.Known) shown {
	s := shown{}
	for _, a := range n.Answers {
		key := n.URLs.Key(a.URL)
		visible := n.Answer(key) == a
		if !visible || a.Outcome != evidence.OutPage && a.Outcome != evidence.OutNotHTML &&
			a.Outcome != evidence.OutStatus {
			continue
		}
		path, pairs := options(n.URLs.String(key))
		for _, of := range append(pairs, "") {
			if of != "" {
				of = "?" + of
			}
			count := s[path+of]
			if a.Outcome == evidence.OutPage {
				count.pages++
			} else {
				count.others++
			}
			s[path+of] = count
		}
	}
	return s
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
