package atlas

import (
	"cmp"
	"net/url"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

// names finds short names for pages in the picture, which omit what titles have in common.
type names struct {
	head, tail string         // what many titles begin and end with, including the separator
	times      map[string]int // number of pages that would have each name
}

// separators stand between a page's own title and the name of the site.
var separators = [...]string{" — ", " – ", " - ", " | ", " · ", " • ", " :: ", " » ", " « "}

const colon = ": " // follows the name of the site, and never precedes it

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
	n := names{head: shared(heads, seen), tail: shared(tails, seen)}
	if len(pages) <= 2*maxDrawn {
		n.times = map[string]int{}
		for i := range pages {
			n.times[n.title(pages[i])]++
		}
	}
	return n
}

// shared returns the most common text if more than a third of the titles have it.
func shared(counts map[string]int, titles int) (text string) {
	most := max(titles/3, 1)
	for t, count := range counts {
		if count > most || count == most && text != "" && t < text {
			text, most = t, count
		}
	}
	return text
}

// of returns the name of a page, at most longestDrawn characters. Paths tell pages with equal titles apart.
func (n names) of(page site.Page) string {
	title := n.title(page)
	if path := fallbackName(page.URL); n.times[title] > 1 && path != title {
		const between = " · "
		path = wording.Middle(clean(path, longestTitle), longestDrawn/2-len(between)/2)
		return clean(title, longestDrawn-3-len([]rune(path))) + between + path
	}
	return clean(title, longestDrawn)
}

// title returns a page's title without what many titles share, or else the end of its path.
func (n names) title(page site.Page) string {
	title := clean(page.Title, longestTitle)
	title = cmp.Or(strings.TrimSuffix(title, n.tail), title)
	if title = cmp.Or(strings.TrimPrefix(title, n.head), title); title == "" {
		title = fallbackName(page.URL)
	}
	return title
}

// These are maximum lengths in characters. Longer texts are cut and end in an ellipsis.
const (
	longestName  = 24
	longestLabel = 48
	longestTitle = 160
	longestDrawn = 28
	longestURL   = 600
)

func clean(text string, most int) string { return wording.Begin(wording.Line(text), most) }

// isLink reports whether a page's URL can be a link: http or https, and short enough to keep whole.
func isLink(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") &&
		len(address) <= longestURL && clean(address, longestURL) == address
}

// fallbackName names a page without a title by the end of its path.
func fallbackName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	path := strings.Trim(u.Path, "/")
	path = path[strings.LastIndexByte(path, '/')+1:]
	if u.RawQuery == "" {
		return cmp.Or(path, u.Host)
	}
	return path + "?" + u.RawQuery
}

// plural returns the plural of a noun: with an s, or ies instead of y.
func plural(noun string) string {
	if stem, ok := strings.CutSuffix(noun, "y"); ok && !strings.HasSuffix(stem, "a") && !strings.HasSuffix(stem, "e") {
		return stem + "ies"
	}
	return noun + "s"
}

func counted(n int, noun string) string { return wording.Count(n, noun, plural(noun)) }
