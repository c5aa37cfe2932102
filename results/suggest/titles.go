package suggest

import (
	"strings"

	"sitegraph/site"
)

// separators are between the parts of a title.
var separators = []string{" | ", " — ", " – ", " - ", " · ", " :: ", " » ", " « ", " / "}

// fewPages is how many pages may share a part of their titles without it being the name of a section or the site.
const fewPages = 2

// titles are the titles of pages without the parts at their ends that other pages have, too: the name of the site.
func titles(pages []site.Page) []string {
	parts := make([][]string, len(pages))
	ends := map[string]int{}
	for i := range pages {
		parts[i] = split(pages[i].Title)
		if n := len(parts[i]); n > 1 {
			ends[parts[i][0]]++
			ends[parts[i][n-1]]++
		}
	}
	all := make([]string, len(pages))
	for i, p := range parts {
		for len(p) > 1 && ends[p[len(p)-1]] > fewPages {
			p = p[:len(p)-1]
		}
		for len(p) > 1 && ends[p[0]] > fewPages {
			p = p[1:]
		}
		if len(p) == 1 {
			all[i] = p[0]
		} else if len(p) == len(split(pages[i].Title)) {
			all[i] = pages[i].Title
		}
	}
	return all
}

func split(title string) (parts []string) {
	for _, s := range separators {
		title = strings.ReplaceAll(title, s, "\x00")
	}
	for part := range strings.SplitSeq(title, "\x00") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
