package stats

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// brokenLink leaves out URLs that sitegraph declined to read and URLs that only some visitors may see.
func brokenLink(f *finder, e *site.Entry) bool {
	whole := e.State == site.StateUnreachable && f.crawl.Members == nil // the first host is the only one
	return dead(e.State, e.Status, e.Reason) && !whole && e.From != ""
}

// listedDead leaves out URLs in sitemaps, because other kinds cover them.
func listedDead(f *finder, e *site.Entry) bool {
	if e.From != "" || e.Level != 0 || e.State == site.StateUnreachable || !dead(e.State, e.Status, e.Reason) {
		return false
	}
	if f.inSitemap == nil {
		f.inSitemap = map[string]bool{}
		if f.crawl.Sitemaps != nil {
			for listed := range f.crawl.Sitemaps.Entries { // the kinds of sitemaps report an error
				f.inSitemap[listed.Key] = true
			}
		}
	}
	return !f.inSitemap[e.Key]
}

// dead reports whether a visitor to a URL finds nothing.
func dead(state site.State, status int, r site.Reason) bool {
	switch state {
	case site.StateStatus:
		return status >= 400 && !denied(status)
	case site.StateFailed:
		return !declined(r)
	}
	return state == site.StateUnreachable
}

// denied reports whether a status means that only some visitors may see the URL.
func denied(status int) bool { return status == 401 || status == 403 }

// deniedWith finds the linked URLs that answer with a status or redirect to a URL that does.
func deniedWith(status int) func(*finder, *site.Entry) bool {
	return func(_ *finder, e *site.Entry) bool {
		own := e.State == site.StateStatus && e.Status == status
		end := e.State == site.StateRedirectLost && e.Reason.TargetState == site.StateStatus &&
			e.Reason.TargetStatus == status
		return (own || end) && e.From != ""
	}
}

// declined reports whether a failure came from a limit in the settings, from the archive, or from HTTP that
// browsers may understand.
func declined(r site.Reason) bool {
	c := r.Failure.Class
	return c == site.FailTooLarge || c == site.FailHeader || c == site.FailRefusal || c == site.FailNotArchived ||
		c == site.FailSyntax
}

// linkKinds returns the kinds of problems that a single row of the ledger shows.
func linkKinds() map[string]kind {
	row := func(found func(e *site.Entry) bool) func(*finder, *site.Entry) bool {
		return func(_ *finder, e *site.Entry) bool { return found(e) }
	}
	return map[string]kind{
		"redirect-bad": {entry: row(func(e *site.Entry) bool { return e.State == site.StateRedirectBad })},
		"redirect-lost": {entry: row(func(e *site.Entry) bool { // redirects to files and the like are fine
			return e.State == site.StateRedirectLost && dead(e.Reason.TargetState, e.Reason.TargetStatus, e.Reason)
		})},
		"redirect-external": {entry: row(func(e *site.Entry) bool { return e.State == site.StateRedirectOut }),
			amend: func(_ *finder, o *Occurrence) { o.Detail = "to " + o.Detail }},
		"robots-blocked": {entry: row(func(e *site.Entry) bool {
			lost := e.State == site.StateRedirectLost && e.Reason.TargetState == site.StateRobots
			return (e.State == site.StateRobots || lost) && e.From != ""
		})},
		"odd-status": {entry: row(func(e *site.Entry) bool {
			return e.State == site.StateStatus && e.Status < 400 && e.From != ""
		})},
		"not-read": {entry: row(func(e *site.Entry) bool {
			return e.State == site.StateFailed && declined(e.Reason) && e.From != ""
		})},
		"links-cut": {stands: onPage, entry: row(func(e *site.Entry) bool {
			return e.State == site.StatePage && e.Reason.Limit != ""
		})},
	}
}

func leadsNowhere(e *site.Entry) bool {
	r := e.Reason
	return dead(e.State, e.Status, r) || e.State == site.StateRedirectBad ||
		e.State == site.StateRedirectLost && dead(r.TargetState, r.TargetStatus, r)
}

// insecureLink recognizes the site's host by its origin and ignores the port.
func insecureLink(f *finder, e *site.Entry) bool {
	if e.State != site.StateExternal || !strings.HasPrefix(e.Key, "http://") ||
		!strings.HasPrefix(f.origin, "https://") {
		return false
	}
	there, err := site.Parse(e.Key)
	here, _ := site.Parse(f.origin)
	return err == nil && there.Host == here.Host
}

// meant reports whether an href has a scheme that browsers pass to other programs.
func meant(href string) bool {
	return slices.Contains([]string{
		"about", "blob", "bitcoin", "callto", "chrome", "data", "ed2k", "facetime", "fax", "feed", "ftp",
		"ftps", "geo", "git", "intent", "irc", "ircs", "itms", "itms-apps", "javascript", "magnet", "mailto",
		"maps", "market", "matrix", "mms", "mumble", "news", "nntp", "rtmp", "rtsp", "sftp", "sip", "sips",
		"skype", "sms", "spotify", "ssh", "steam", "svn", "tel", "tg", "urn", "viber", "view-source", "vscode",
		"webcal", "whatsapp", "ws", "wss", "xmpp", "zoommtg",
	}, site.SchemeOf(href))
}

// hasWord reports whether a list such as rel or meta robots contains a word, in any case.
func hasWord(list, word string) bool {
	words := strings.FieldsFunc(list, func(r rune) bool { return r <= ' ' || r == ',' })
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, word) })
}

// groupedAtOnce limits the URLs held while collecting their pages. Beyond it a URL may have several occurrences.
const groupedAtOnce = 1 << 16

// grouped merges places with the same URL and detail into one occurrence. The places come in page order.
func grouped(places func(*finder) iter.Seq2[Place, error]) func(*finder) occurrences {
	return func(f *finder) occurrences {
		return func(yield func(Occurrence, error) bool) {
			found, known := []Occurrence{}, map[[2]string]int{}
			flush := func() bool {
				for _, o := range found {
					o.Page = 0
					if !yield(o, nil) {
						return false
					}
				}
				found, known = nil, map[[2]string]int{}
				return true
			}
			for p, err := range places(f) {
				if err != nil {
					yield(Occurrence{}, err)
					return
				}
				name := [2]string{p.URL, p.Detail}
				if _, again := known[name]; !again {
					if len(found) == groupedAtOnce && !flush() {
						return
					}
					known[name] = len(found)
					found = append(found, Occurrence{URL: p.URL, Detail: p.Detail})
				}
				found[known[name]].on(p.Source)
			}
			flush()
		}
	}
}

// on counts a page once. Page is the last one it counted.
func (o *Occurrence) on(page int) {
	if o.Page == page {
		return
	}
	o.Page = page
	if o.SourceCount++; o.SourceCount <= sourcesListed {
		o.Sources = append(o.Sources, page)
	}
}

const longestChain = 64

type redirect struct {
	key, to string
	url     string // the fetched URL if it is not the key
	status  int16  // its HTTP status
	page    int32  // the id of the page that it leads to, or 0
	from    int32  // the id of the first page that links to it, or 0
	linked  bool   // whether a page links to it and it leads to a page
}

// noteRedirect skips redirects that do not lead to a page, because their reason names the end and not the next hop.
func (f *finder) noteRedirect(e *site.Entry) {
	linked := e.From != ""
	switch e.State {
	case site.StateRedirect, site.StateBoth:
	case site.StateHop:
		linked = false
	default:
		return
	}
	row := redirect{key: e.Key, to: e.Reason.Target, linked: linked, status: int16(e.Status)}
	if e.URL != e.Key {
		row.url = e.URL
	}
	if linked {
		row.page, row.from = int32(f.pageID(e.Page)), int32(f.pageID(e.From))
	}
	f.redirects[row.key] = row
}

func (f *finder) chain(key string) []string {
	var chain []string
	for to := f.redirects[key].to; to != "" && len(chain) < longestChain; to = f.redirects[key].to {
		chain = append(chain, to)
		key = to
		if f.redirects[key].to == "" {
			key, _ = f.key(to)
		}
	}
	return chain
}

func redirectChains(f *finder) occurrences {
	return f.ofRedirects(func(_ *redirect, chain []string) (detail string, found bool) {
		if len(chain) < 2 {
			return "", false
		}
		return fmt.Sprintf("%d redirects: %s", len(chain), strings.Join(chain, " > ")), true
	})
}

func linksThroughRedirect(f *finder) occurrences {
	return f.ofRedirects(func(r *redirect, chain []string) (detail string, found bool) {
		return "to " + r.to, len(chain) < 2
	})
}

// ofRedirects yields the linked redirects to pages that judge accepts. chain lists the URLs that follow.
func (f *finder) ofRedirects(judge func(r *redirect, chain []string) (string, bool)) occurrences {
	return site.Sought(site.WithoutErrors(site.Names(f.redirects)), func(key *string) (o Occurrence, found bool) {
		r := f.redirects[*key]
		if !r.linked {
			return o, false
		}
		o = Occurrence{Page: int(r.page), URL: cmp.Or(r.url, r.key), Status: int(r.status), key: r.key}
		if o.Detail, found = judge(&r, f.chain(r.key)); found {
			o.Sources, o.SourceCount = f.linkers(r.key, int(r.from))
		}
		return o, found
	})
}

// redirectOnly reports whether a row is a page to which no page links, but not a start page.
func redirectOnly(f *finder, e *site.Entry) bool {
	if e.State != site.StatePage || e.From != "" {
		return false
	}
	page, ok := f.pages.Find(e.Key)
	return ok && f.crawl.Graph.Pages[page].Level > 0
}

// linkedByRedirects lists the pages whose arcs to this one come from redirects.
func linkedByRedirects(f *finder, o *Occurrence) {
	o.Detail = ""
	o.Sources, o.SourceCount = f.linking(o.Page - 1)
}
