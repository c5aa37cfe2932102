package whatif

import (
	"cmp"
	"encoding/csv"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// The list of redirects has three forms. The two for servers have rules for the lines of the file of changes, so they
// also apply to unknown URLs. Servers match them against the URL as requested, with its query.

// Forms returns the forms of the list of redirects, named by file ending.
func Forms() []string { return site.Names(forms) }

var forms = map[string]func(*Plan, io.Writer) error{
	"redirects.csv":         writeCSV,
	"redirects.nginx.conf":  writeNginx,
	"redirects.apache.conf": writeApache,
}

// WriteRedirects writes the list of redirects in one of Forms.
func (p *Plan) WriteRedirects(form string, w io.Writer) error { return forms[form](p, w) }

// Redirects counts the known URLs that redirect after the changes.
func (p *Plan) Redirects() (n int) {
	for _, f := range p.fates {
		if f.redirects() {
			n++
		}
	}
	return n
}

func writeCSV(p *Plan, w io.Writer) error {
	rows := [][]string{{"from", "to", "status", "line"}}
	for _, key := range site.Names(p.fates) {
		if f := p.fates[key]; f.redirects() {
			rows = append(rows, []string{key, f.to.url, strconv.Itoa(f.status), strconv.Itoa(p.Changes[f.change].Line)})
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// rule is a redirect for servers, or an exception from later rules.
type rule struct {
	origin string // origin of the URLs it applies to
	path   string // path and query of a single URL, or ""
	match  string // expression if path is ""
	begin  string // common prefix of all paths
	rank   int
	to     []string // nil for an exception
	status int
}

// redirectRules returns the rules in order of precedence, first single URLs, then patterns from longest to shortest.
func redirectRules(p *Plan) []rule {
	var globs []rule
	for i := range p.Changes {
		c := &p.Changes[i]
		what, t := p.patternOf(c, c.what), &p.targets[i]
		if p.named[c.Verb] != p.named[Move] || what.single() || p.firsts[i] != i {
			continue
		}
		if (c.Verb == Move || c.Verb == Host) && !t.single() {
			globs = append(globs, ruleOf(t.pattern))
		}
		r := ruleOf(what)
		if r.status = c.status; site.IsRedirect(c.status) && what.text != t.text {
			r.to = t.parts(r.origin)
		}
		globs = append(globs, r)
	}
	slices.SortStableFunc(globs, func(a, b rule) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(len(a.to), len(b.to)))
	})
	return append(singleRules(p), globs...)
}

// ruleOf returns an exception for the URLs that a glob names.
func ruleOf(what pattern) rule {
	r := rule{origin: site.OriginIn(what.text), rank: what.rank()}
	what.literals = slices.Clone(what.literals)
	what.literals[0] = strings.TrimPrefix(what.literals[0], r.origin)
	r.begin, r.match = what.literals[0], what.compile().String()
	return r
}

// singleRules returns rules for URLs, in all known spellings and parameter orders, that globs alone would get wrong.
func singleRules(p *Plan) []rule {
	spellings := map[string]string{} // normalized URL by spelling
	urls := p.Known.URLs
	for id := range evidence.URLID(urls.Len()) {
		if key := urls.String(urls.Key(id)); !urls.Outside(id) {
			spellings[urls.String(id)] = key
		}
	}
	for _, more := range []iter.Seq[string]{maps.Keys(p.comes), maps.Keys(p.kept), maps.Keys(p.named[Move].single)} {
		for key := range more {
			spellings[key] = key
		}
	}
	for url, key := range maps.Clone(spellings) {
		for _, other := range reordered(url) {
			if a, err := parse(other, p.Normaliser); err == nil && a.key == key {
				spellings[other] = key
			}
		}
	}
	var all []rule
	for _, url := range site.Names(spellings) {
		key := spellings[url]
		origin := site.OriginIn(key)
		if path, ours := strings.CutPrefix(url, origin); ours && p.differs(url, key) {
			r := rule{origin: origin, path: path, begin: path}
			if f, ok := p.fateOf(key); ok && f.redirects() {
				r.status, r.to = f.status, []string{site.Below(f.to.url, origin)}
			}
			all = append(all, r)
		}
	}
	return all
}

// differs reports whether globs alone would treat this spelling of a URL wrongly.
func (p *Plan) differs(url, key string) bool {
	want, goes := p.fateOf(key)
	best := slices.DeleteFunc(p.named[Move].find(url), func(m match) bool { return m.rank == alone })
	got, is := p.unseen(url, best)
	goes, is = goes && want.redirects(), is && got.redirects()
	return goes != is || goes && (want.status != got.status || want.to.key != got.to.key)
}

const maxReordered = 3 // maximum parameters for which we write all orders

// reordered returns a URL with its parameters in all orders, or nothing if it has too many.
func reordered(url string) (all []string) {
	path, query, _ := strings.Cut(url, "?")
	params := strings.Split(query, "&")
	if len(params) < 2 || len(params) > maxReordered {
		return nil
	}
	for i, first := range params {
		rest := slices.Delete(slices.Clone(params), i, i+1)
		all = append(all, path+"?"+first+"&"+strings.Join(rest, "&"))
		slices.Reverse(rest)
		all = append(all, path+"?"+first+"&"+strings.Join(rest, "&"))
	}
	return all
}

// parts returns the literals between groups. A group may begin with a slash, and "/" before it would name a host.
func (t *target) parts(origin string) []string {
	if t.single() {
		return []string{site.Below(t.address.url, origin)}
	}
	parts := slices.Clone(t.literals)
	if path := site.Below(parts[0], origin); path != "/" {
		parts[0] = path
	}
	return parts
}
