package stats

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/site"
)

// parametersListed is the greatest number of parameters listed.
const parametersListed = 100

// Parameter is a name in the queries of the pages' URLs, with the number of
// pages that have it and of different values.
type Parameter struct {
	Name   string `json:"name"`   // as written
	Pages  int    `json:"pages"`  // that have it
	Values int    `json:"values"` // different ones
}

// parameterUse is a parameter in the query of a page.
type parameterUse struct {
	name, value string
	// again is set if the page has the name more than once, and this is not
	// the first of them.
	again bool
}

// queryParameters returns the parameters in the pages' URLs, by falling number
// of pages, equal ones by name, at most a hundred. Names and values are
// compared as written; "a" and "a=" are the same.
func queryParameters(g *site.Graph) []Parameter {
	var uses []parameterUse
	for i := range g.Pages {
		_, query := splitURL(g.Pages[i].URL)
		uses = appendUses(uses, query)
	}
	slices.SortFunc(uses, compareUses)
	found := []Parameter{}
	for from, to := range runs(uses, func(a, b *parameterUse) bool { return a.name == b.name }) {
		p := Parameter{Name: uses[from].name}
		for i := from; i < to; i++ {
			if !uses[i].again {
				p.Pages++
			}
			if i == from || uses[i].value != uses[i-1].value {
				p.Values++
			}
		}
		found = append(found, p)
	}
	slices.SortFunc(found, func(a, b Parameter) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Name, b.Name))
	})
	return found[:min(len(found), parametersListed)]
}

func appendUses(uses []parameterUse, query string) []parameterUse {
	from := len(uses)
	for parameter := range strings.SplitSeq(query, "&") {
		if parameter != "" {
			name, value, _ := strings.Cut(parameter, "=")
			uses = append(uses, parameterUse{name: name, value: value})
		}
	}
	own := uses[from:]
	slices.SortFunc(own, compareUses)
	for i := 1; i < len(own); i++ {
		own[i].again = own[i].name == own[i-1].name
	}
	return uses
}

func compareUses(a, b parameterUse) int {
	return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.value, b.value))
}
