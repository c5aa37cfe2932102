package stats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

// deepLevel is the first deep level, because visitors see 0 to 4 (Baeza-Yates and Castillo, 2004).
const deepLevel = 5

// pageStatus is the HTTP status of all pages, because no other answers are read.
const pageStatus = 200

func deepPage(f *finder, i int) (Occurrence, bool) {
	level := f.crawl.Graph.Pages[i].Level
	return Occurrence{Detail: fmt.Sprintf("level %d", level)}, level >= deepLevel
}

// oneInlink skips start pages, which need no link.
func oneInlink(f *finder, i int) (Occurrence, bool) {
	if f.crawl.Graph.Pages[i].Level == 0 || f.graph.in.degree(i) > 2 {
		return Occurrence{}, false
	}
	ids, count := f.linking(i)
	return Occurrence{Sources: ids, SourceCount: count}, count == 1
}

func noOutlink(f *finder, i int) (Occurrence, bool) {
	external := f.crawl.Graph.Pages[i].ExternalLinks
	return Occurrence{Detail: fmt.Sprintf("external links: %d", external)},
		f.graph.out.degree(i) == f.graph.out.loops(i)
}

// robotsMeta finds the pages whose robots meta tag or header has a word. The word "none" means noindex and nofollow.
func robotsMeta(word string) func(f *finder, i int) (Occurrence, bool) {
	return func(f *finder, i int) (Occurrence, bool) {
		robots, found := asksOf(&f.crawl.Graph.Pages[i], "", word)
		return Occurrence{Detail: robots}, found
	}
}

// asksOf reports whether a page's robots meta tag or header has a word for a robot ("" for all). robots is that text.
func asksOf(p *site.Page, robot, word string) (robots string, found bool) {
	for _, robots := range []string{p.Robots, robotsHeader(p, robot)} {
		if hasWord(robots, word) || hasWord(robots, "none") {
			return robots, true
		}
	}
	return "", false
}

func descriptionOf(p *site.Page) string {
	if p.Facts == nil {
		return ""
	}
	return p.Facts.Description
}

// duplicates finds each text that several pages have. It reports the first page, with all of them as sources.
func duplicates(textOf func(*site.Page) string) func(*finder) occurrences {
	return func(f *finder) occurrences {
		pages := f.crawl.Graph.Pages
		text := func(i int32) string { return textOf(&pages[i]) }
		order := slices.DeleteFunc(countUp(len(pages)), func(i int32) bool { return text(i) == "" })
		slices.SortFunc(order, func(a, b int32) int {
			return cmp.Or(cmp.Compare(text(a), text(b)), cmp.Compare(a, b))
		})
		var shared [][]int32
		for from, to := range runs(order, func(a, b *int32) bool { return text(*a) == text(*b) }) {
			if to-from > 1 {
				shared = append(shared, order[from:to])
			}
		}
		site.Sort(shared, func(a, b []int32) int { return cmp.Compare(a[0], b[0]) })
		return site.Sought(site.WithoutErrors(shared), func(same *[]int32) (Occurrence, bool) {
			first := int((*same)[0])
			o := Occurrence{Page: first + 1, URL: pages[first].URL, Status: pageStatus,
				Detail: textOf(&pages[first]), SourceCount: len(*same), at: *same}
			o.Sources = o.pagesAt()[:min(len(*same), sourcesListed)]
			return o, true
		})
	}
}

// duplicateClass finds pages whose content also has other URLs, unless canonical links say which URL is right.
func duplicateClass(f *finder, i int) (o Occurrence, found bool) {
	if o.at = f.copies[i+1]; len(o.at) == 0 || f.isCanonical(i) {
		return o, false
	}
	keys := site.Each(o.at[:min(len(o.at), sourcesListed)], func(alias int32) string {
		return f.crawl.Aliases[alias].Key
	})
	o.Detail = others(keys, len(o.at))
	return o, true
}

// findCopies collects the aliases with the content of each page, by page id.
func (f *finder) findCopies() {
	f.copies = map[int][]int32{}
	for i, a := range f.crawl.Aliases {
		if a.Kind == site.AliasDuplicate || a.Kind == site.AliasRule {
			id := f.pageID(a.Page)
			f.copies[id] = append(f.copies[id], int32(i))
		}
	}
}

// isCanonical reports whether a page names its own URL as canonical. Copies of it do so too.
func (f *finder) isCanonical(i int) bool {
	p := &f.crawl.Graph.Pages[i]
	return p.Canonical == p.URL || p.Canonical == p.Key
}

func others(keys []string, count int) string {
	more := ""
	if count > len(keys) {
		more = " ..."
	}
	return wording.Count(count, "other address", "other addresses") + ": " + strings.Join(keys, " ") + more
}

// judgeCanonical returns the kind of problem with a page's canonical link, or "" if there is none.
func (f *finder) judgeCanonical(i int) (kind, detail string) {
	p := &f.crawl.Graph.Pages[i]
	if p.Canonical == "" || p.Canonical == p.URL {
		return "", ""
	}
	switch key, own := f.key(p.Canonical); {
	case key == "":
		return "canonical-bad", p.Canonical
	case !own:
		return "canonical-elsewhere", "another site: " + p.Canonical
	}
	key := f.canonicalKey(i)
	if key == "" {
		return "", ""
	}
	if page, ok := f.pages.Find(key); ok {
		if f.isCircle(i) {
			return "canonical-circle", fmt.Sprintf("page %d: %s", page+1, p.Canonical)
		}
		return "canonical-elsewhere", fmt.Sprintf("page %d: %s", page+1, p.Canonical)
	}
	if a := f.alias(key); a != nil {
		return f.judgeAlias(p, a)
	}
	return f.judgeUnknown(p, key)
}

// judgeAlias treats a canonical URL that redirects as a mistake, but not one that shows the same content.
func (f *finder) judgeAlias(p *site.Page, a *site.Alias) (kind, detail string) {
	switch {
	case a.Kind == site.AliasRedirect || a.Kind == site.AliasBoth:
		return "canonical-not-a-page", fmt.Sprintf("redirects to page %d: %s", f.pageID(a.Page), p.Canonical)
	case a.Page == p.Key:
		return "", ""
	}
	return "canonical-elsewhere", fmt.Sprintf("same content as page %d: %s", f.pageID(a.Page), p.Canonical)
}

func (f *finder) judgeUnknown(p *site.Page, key string) (kind, detail string) {
	known := f.named[key]
	switch {
	case known.State == "":
		return "canonical-unseen", "in no link: " + p.Canonical
	case leadsNowhere(&known):
		return "canonical-dead", known.Outcome() + ": " + p.Canonical
	}
	switch known.State {
	case site.StateStatus, site.StateRefused, site.StateFailed, site.StateNotHTML, site.StateHop,
		site.StateRedirectOut, site.StateRedirectBad, site.StateRedirectLost:
		return "canonical-not-a-page", known.Outcome() + ": " + p.Canonical
	}
	return "canonical-unseen", fmt.Sprintf("%s: %s", known.State, p.Canonical)
}

func (f *finder) isCircle(i int) bool {
	const longest = 64
	at := i
	for range longest {
		next := f.shownAt(f.crawl.Graph.Pages[at].Canonical)
		if next < 0 || next == at {
			return false
		}
		if at = next; at == i {
			return true
		}
	}
	return false
}

func canonical(wanted string) kind {
	return kind{page: func(f *finder, i int) (Occurrence, bool) {
		name, detail := f.judgeCanonical(i)
		return Occurrence{Detail: detail}, name == wanted
	}, stands: func(f *finder, o *Occurrence) standing {
		return standing{pages: []int{o.Page}, href: f.crawl.Graph.Pages[o.Page-1].Canonical}
	}}
}

// ofPages yields the pages with a problem. Unless find gives other sources, they are the pages that link to it.
func ofPages(f *finder, find func(f *finder, i int) (Occurrence, bool)) occurrences {
	return func(yield func(Occurrence, error) bool) {
		for i := range f.graph.pages {
			o, found := find(f, i)
			if !found {
				continue
			}
			o.Page, o.URL, o.Status = i+1, f.crawl.Graph.Pages[i].URL, pageStatus
			if o.SourceCount == 0 {
				o.Sources, o.SourceCount = f.linking(i)
			}
			if !yield(o, nil) {
				return
			}
		}
	}
}

// canonicalKey returns the key of a page's canonical link if it belongs to the site and is not the page's own.
func (f *finder) canonicalKey(i int) string {
	p := &f.crawl.Graph.Pages[i]
	if p.Canonical == "" || f.isCanonical(i) {
		return ""
	}
	if key, own := f.key(p.Canonical); own && key != p.Key {
		if same, _ := f.key(p.URL); key != same {
			return key
		}
	}
	return ""
}
