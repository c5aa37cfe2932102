package graph

import (
	"bytes"
	"cmp"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// ToFetch follows keys along redirects to the first keys without an answer. It returns the keys after the fewest hops,
// sorted, and chooses a URL to fetch each by. The others wait, or else a stopped round would resume with other URLs to
// choose from.
func (b *Builder) ToFetch(keys []evidence.URLID) []evidence.URLID {
	type end struct {
		key, url evidence.URLID
		hops     int
	}
	var ends []end
	for _, k := range keys {
		e := b.Follow(k)
		if !e.Missing || len(ends) > 0 && e.hops > ends[0].hops {
			continue
		}
		if len(ends) > 0 && e.hops < ends[0].hops {
			ends = ends[:0]
		}
		ends = append(ends, end{e.Key, e.url, e.hops})
	}
	todo := make([]evidence.URLID, len(ends))
	chosen := map[evidence.URLID]bool{}
	for i, e := range ends {
		todo[i] = e.key
		switch {
		case b.inScope(e.key): // links chose the URL
		case e.url == evidence.NoURL: // an earlier call chose the URL
		case chosen[e.key]:
			b.Found.Prefer(e.key, e.url)
		default:
			b.Found.SetFetchAs(e.key, e.url)
			chosen[e.key] = true
		}
	}
	return b.Known.URLs.Distinct(todo)
}

// HomeLeadsTo returns the URL at which the home page's redirects leave the site, or nil if they do not.
func (b *Builder) HomeLeadsTo() *site.URL {
	e := b.Follow(b.Scope.Start)
	if e.state != site.StateRedirectOut {
		return nil
	}
	if u, err := site.Parse(e.reason.Target); err == nil {
		return &u
	}
	return nil
}

// Unanswered reports whether a key itself has no answer yet. Targets of its redirects do not count.
func (b *Builder) Unanswered(key evidence.URLID) bool {
	e := b.Follow(key)
	return e.Missing && e.hops == 0
}

// Rank sets the importance of a crawl's URLs if the order estimated it.
func (s *Sequence) Rank(c *site.Crawl) {
	if len(s.Known.Importance) == 0 {
		return
	}
	for i, p := range s.Pages {
		c.Graph.Pages[i].Importance = s.Known.Importance[p.Key]
	}
	c.Ranked, c.Frontier = true, slices.Values(s.frontier())
}

// frontier returns the known URLs that were not fetched, most important first.
func (s *Sequence) frontier() []site.Candidate {
	var keys []evidence.URLID
	for k := range s.Known.Importance {
		if s.Known.Answer(k) == nil && s.Found.FetchURL(k) != evidence.NoURL {
			keys = append(keys, k)
		}
	}
	urls := s.Known.URLs
	slices.SortFunc(keys, func(a, b evidence.URLID) int {
		return cmp.Or(cmp.Compare(s.Known.Importance[b], s.Known.Importance[a]),
			bytes.Compare(urls.Bytes(a), urls.Bytes(b)))
	})
	all := make([]site.Candidate, len(keys))
	for i, k := range keys {
		all[i] = site.Candidate{Key: urls.String(k), URL: urls.String(s.Found.FetchURL(k)), Depth: s.DepthOf(k),
			Importance: s.Known.Importance[k]}
	}
	return all
}

// rewards counts a site's distinct external URLs in BeeBot's normal form, which is the normalized URL in lower case
// without a final slash.
type rewards struct {
	urls  *evidence.URLTable
	forms *site.Interner
	form  evidence.Column // 1 + number of the form, by key
	// pages counts the pages with each form, last is the newest of them.
	pages, last []int32
	page        int32 // pages so far
}

// add adds a page. It returns the numbers of its external URLs that no earlier page had and that exactly one had.
func (r *rewards) add(a *evidence.Answer) (found, again int) {
	r.page++
	r.urls.EachOutside(a.Links, func(url evidence.URLID, _ uint32) {
		f := r.formOf(r.urls.Key(url))
		if r.last[f] == r.page {
			return
		}
		r.last[f] = r.page
		switch r.pages[f] {
		case 0:
			found++
		case 1:
			again++
		}
		r.pages[f]++
	})
	return found, again
}

func (r *rewards) formOf(key evidence.URLID) int {
	if f := r.form.Get(key); f != 0 {
		return int(f) - 1
	}
	text := bytes.TrimSuffix(bytes.ToLower(r.urls.Bytes(key)), []byte("/"))
	f, added := r.forms.Add(string(text))
	if added {
		r.pages, r.last = append(r.pages, 0), append(r.last, 0)
	}
	r.form.Set(key, int32(f)+1, r.urls.Len())
	return f
}

// StartAtListed makes sitemap entries start pages, if links to them would be followed.
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

// MarkEntries marks the pages at which the crawl began. The mark tells whether the user or a sitemap gave them.
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

// conclusive reports whether the walk followed all links. Then no link leads to a page that it did not reach.
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

// Unlinked returns the keys in sitemaps that no link leads to, if the walk is conclusive. It chooses the URLs to fetch
// them by. It returns none in a search, which fetches only what its agents visit.
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

// lookedAt returns the answered keys in sitemaps that no link leads to, with the targets of their redirects. They are
// checked again like other URLs that are not pages.
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

// Unchecked reports whether an unlinked sitemap entry has no answer yet.
func (b *Builder) Unchecked() bool {
	return slices.ContainsFunc(b.Unlinked(), func(k evidence.URLID) bool { return b.Follow(k).Missing })
}
