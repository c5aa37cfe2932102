package sites

import (
	"fmt"
	"net/http"
	"strconv"

	"sitegraph/schedule/sites"
)

// synthetic is a site given by the external links that its pages bring, which no other page has. It is a tree in
// which the order by depth and normalized URL is that of the pages: page i links to the pages 10i+1 to 10i+10.
type synthetic []sites.Page

const childrenOf = 10

func (s synthetic) answer(path string) (a answer, ok bool) {
	page := 0
	if path != "/" {
		var err error
		if page, err = strconv.Atoi(path[1:]); err != nil || page < 1 || page >= len(s) {
			return a, false
		}
	}
	a.status = http.StatusOK
	for child := childrenOf*page + 1; child <= childrenOf*page+childrenOf && child < len(s); child++ {
		a.links = append(a.links, fmt.Sprintf("/%07d", child))
	}
	for link := range s[page].New {
		a.links = append(a.links, fmt.Sprintf("http://page-%d.example/%d", page, link))
	}
	return a, true
}
