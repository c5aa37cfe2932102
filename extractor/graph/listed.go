package graph

import (
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// StartAtListed makes what sitemaps list start pages, as far as links there would be followed.
func (b *Builder) StartAtListed() {
	l, urls := &b.Known.Listed, slices.Clone(b.Known.ListedStarts)
	if !b.Known.Site.BeginsAtListed() {
		return
	}
	for _, e := range l.Entries {
		urls = append(urls, e.URL)
	}
	for _, url := range urls {
		key := b.Known.URLs.Key(url)
		if b.Known.URLs.Inside(url) && (b.inScope(key) || b.Scope.Judge(key, url) == scope.InScope) &&
			b.Found.Link(key, url, 0) {
			b.Starts = append(b.Starts, key)
		}
	}
	b.Known.URLs.Sort(b.Starts)
}

// MarkEntries marks the pages at which the crawl began, and those of them that sitemaps gave.
func (b *Builder) MarkEntries(g *site.Graph) {
	typed := map[evidence.URLID]bool{}
	for _, url := range b.Known.Starts {
		typed[b.Follow(b.Known.URLs.Key(url)).Key] = true
	}
	for i, p := range b.Pages {
		switch {
		case p.depth > 0:
		case typed[p.Key]:
			g.Pages[i].Entry = site.EntryStart
		default:
			g.Pages[i].Entry = site.EntrySitemap
		}
	}
}

// conclusive reports whether the walk went wherever links lead, so that what it did not reach is reached by none.
func (b *Builder) conclusive() bool {
	if !b.Complete() {
		return false
	}
	for k := range evidence.URLID(b.Known.URLs.Len()) {
		m := b.Found.Mark(k)
		if b.tooDeep(k) || m != scope.InScope && m != scope.Excluded && m != scope.FileEnding {
			return false
		}
	}
	return !slices.ContainsFunc(b.Pages, func(p page) bool { return p.Answer.Counts.Dropped > 0 })
}

// Unlinked returns the keys that sitemaps list and no link led to, of a walk that is
// conclusive, with the URLs by which they are fetched. A search looks at nothing that its agents do not visit.
func (b *Builder) Unlinked() (keys []evidence.URLID) {
	l := &b.Known.Listed
	if s := &b.Known.Site; !l.Known || l.Start || s.List || s.Search || !b.conclusive() {
		return nil
	}
	for _, e := range l.Entries {
		key := b.Known.URLs.Key(e.URL)
		if !b.Known.URLs.Inside(e.URL) || b.Found.Seen(key) || b.Scope.Judge(key, e.URL) != scope.InScope {
			continue
		}
		if keys = append(keys, key); b.Found.FetchURL(key) == evidence.NoURL {
			b.Found.SetFetchAs(key, e.URL)
		}
		b.Found.Prefer(key, e.URL)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	b.Known.URLs.Sort(keys)
	return keys
}

// lookedAt are the keys that sitemaps list and no link led to, and those to which redirects lead from there, as far as
// the site has answered: they are checked again as other URLs that are not pages.
func lookedAt(b *Builder) map[evidence.URLID]bool {
	all := map[evidence.URLID]bool{}
	for _, key := range b.Unlinked() {
		for a := b.Known.Answer(key); a != nil && !all[key] && !b.Found.Seen(key); a = b.Known.Answer(key) {
			if all[key] = true; a.Outcome == evidence.OutRedirect && a.Location != evidence.NoURL && a.Inside {
				key = b.Known.URLs.Key(a.Location)
			}
		}
	}
	return all
}

// Unchecked reports whether an entry of a sitemap is still to be looked at.
func (b *Builder) Unchecked() bool {
	return slices.ContainsFunc(b.Unlinked(), func(k evidence.URLID) bool { return b.Follow(k).Missing })
}
