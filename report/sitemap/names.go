package sitemap

import (
	"strings"

	"sitegraph/site"
)

// names finds what a page is called in the picture, where there is only room for what sets its title apart.
type names struct {
	// head and tail are what many titles begin or end with, separator included; "" if there is no such thing.
	head, tail string
}

// separators stand between a page's own title and the name of the site.
var separators = [...]string{" — ", " – ", " - ", " | ", " · ", " • ", " :: ", " » ", " « "}

// colon stands behind the name of the site, never before it.
const colon = ": "

// newNames looks at up to 2,000 titles, evenly spread.
func newNames(pages []site.Page) names {
	heads, tails := map[string]int{}, map[string]int{}
	step, seen := 1+len(pages)/2000, 0
	for i := 0; i < len(pages); i += step {
		title := clean(pages[i].Title, longestTitle)
		first, last := len(title), -1
		for _, s := range separators {
			if at := strings.Index(title, s); at > 0 {
				first = min(first, at+len(s))
			}
			last = max(last, strings.LastIndex(title, s))
		}
		if at := strings.Index(title, colon); at > 0 {
			first = min(first, at+len(colon))
		}
		if first < len(title) {
			heads[title[:first]]++
		}
		if last > 0 {
			tails[title[last:]]++
		}
		seen++
	}
	return names{head: shared(heads, seen), tail: shared(tails, seen)}
}

// shared returns the text that over a third of the titles have, the commonest if there are two.
func shared(counts map[string]int, titles int) (text string) {
	most := max(titles/3, 1)
	for t, count := range counts {
		if count > most || count == most && text != "" && t < text {
			text, most = t, count
		}
	}
	return text
}

// of returns the name of a page, at most longestDrawn characters.
func (n names) of(page site.Page) string {
	title := clean(page.Title, longestTitle)
	if short := strings.TrimSuffix(title, n.tail); short != "" {
		title = short
	}
	if short := strings.TrimPrefix(title, n.head); short != "" {
		title = short
	}
	if title == "" {
		title = fallbackName(page.URL)
	}
	return clean(title, longestDrawn)
}
