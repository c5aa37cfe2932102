package whatif

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

// A list of the redirects that the site needs has three forms. Those for servers have a rule a line of the file of
// changes, so they hold for URLs, too, that the crawl does not know; they are held against the URL as it was asked for,
// with its query.

// Forms are the forms of the list of redirects, by the ending of the file.
func Forms() []string { return site.Names(forms) }

var forms = map[string]func(redirectList, io.Writer) error{
	"redirects.csv":         redirectList.writeCSV,
	"redirects.nginx.conf":  redirectList.writeNginx,
	"redirects.apache.conf": redirectList.writeApache,
}

// WriteRedirects writes the list of redirects in a form.
func (p *Plan) WriteRedirects(form string, w io.Writer) error {
	r := redirectList{rules: p.redirectRules}
	for _, key := range site.Names(p.fates) {
		if f := p.fates[key]; f.redirects() {
			r.known = append(r.known, []string{key, f.to.url, strconv.Itoa(f.status),
				strconv.Itoa(p.Changes[f.change].Line)})
		}
	}
	return forms[form](r, w)
}

// redirectList is what the forms write.
type redirectList struct {
	known [][]string    // rows of the URLs that the crawl knows and that redirect then, sorted
	rules func() []rule // as a server is told them
}

// Redirects counts the URLs that the crawl knows and that redirect then.
func (p *Plan) Redirects() (n int) {
	for _, f := range p.fates {
		if f.redirects() {
			n++
		}
	}
	return n
}

func (all redirectList) writeCSV(w io.Writer) error {
	return csv.NewWriter(w).WriteAll(append([][]string{{"from", "to", "status", "line"}}, all.known...))
}

// rule is a redirect as a server is told it.
type rule struct {
	origin string // whose URLs it is about
	path   string // the one path and query, "" for an expression
	match  string // that expression
	to     []string
	status int
}

// redirectRules returns the rules, those for single URLs first. Some of these redirect nowhere: they are exceptions of
// others.
func (p *Plan) redirectRules() []rule {
	var single, globs []rule
	for i := range p.Changes {
		c := &p.Changes[i]
		if c.Verb != Move && c.Verb != Host && c.Verb != Redirect && c.Verb != Delete {
			continue
		}
		what := p.patternOf(c, c.what)
		r := rule{origin: site.OriginIn(what.text), status: c.status}
		if site.IsRedirect(c.status) {
			r.to = p.targets[i].parts(r.origin)
		}
		if what.single() {
			a, _ := parse(what.text, p.Normaliser)
			r.path = cut(a.key, r.origin)
			single = append(single, r)
		} else if r.to != nil {
			what.literals[0] = strings.TrimPrefix(what.literals[0], r.origin)
			r.match = what.compile().String()
			globs = append(globs, r)
		}
	}
	single = slices.DeleteFunc(single, func(r rule) bool { return r.to == nil && !p.redirectsAll(r.origin+r.path) })
	return append(single, globs...)
}

// redirectsAll reports whether a change redirects a URL that does not name it alone.
func (p *Plan) redirectsAll(key string) bool {
	return slices.ContainsFunc(p.becomes.find(key), func(m match) bool {
		return !m.single && site.IsRedirect(p.Changes[m.change].status)
	})
}

// parts are the literals between the groups of the pattern that is matched.
func (t *target) parts(origin string) []string {
	parts := []string{t.address.url}
	if !t.single() {
		parts = slices.Clone(t.literals)
	}
	parts[0] = cut(parts[0], origin)
	return parts
}

// cut is a URL from its path on, if it is of an origin.
func cut(url, origin string) string {
	if path, ours := strings.CutPrefix(url, origin); ours && strings.HasPrefix(path, "/") {
		return path
	}
	return url
}

// byOrigin calls f for the rules of each origin and status, with the exceptions that other rules make of them.
func byOrigin(rules []rule, f func(origin string, status int, some []rule)) {
	type group struct {
		origin string
		status int
	}
	groups, globs := map[group][]rule{}, map[group]bool{}
	var order []group
	for _, r := range rules {
		g := group{r.origin, r.status}
		if r.to != nil && groups[g] == nil {
			order = append(order, g)
		}
		if r.to != nil {
			groups[g], globs[g] = append(groups[g], r), globs[g] || r.match != ""
		}
	}
	for _, g := range order {
		some := groups[g]
		for _, r := range rules {
			if globs[g] && r.match == "" && r.origin == g.origin && (r.status != g.status || r.to == nil) {
				r.to = nil
				some = append(some, r)
			}
		}
		f(g.origin, g.status, some)
	}
}

func (all redirectList) writeNginx(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Redirects: %d. This goes into the http block; with many lines, set map_hash_bucket_size and "+
		"map_hash_max_size there.\n", len(all.known))
	number := 0
	byOrigin(all.rules(), func(origin string, status int, some []rule) {
		number++
		name := fmt.Sprintf("$redirect_%d_%d", status, number)
		fmt.Fprintf(&b, "\n# In the server block of %s:  if (%s) { return %d %[2]s; }\n", origin, name, status)
		fmt.Fprintf(&b, "map $request_uri %s {\n\tdefault \"\";\n", name)
		for _, r := range some {
			b.WriteString("\t" + r.nginx() + "\n")
		}
		b.WriteString("}\n")
	})
	_, err := io.WriteString(w, b.String())
	return err
}

// nginx is a line of a map: the groups of an expression have names, which nothing else changes.
func (r *rule) nginx() string {
	quote := func(s string) string { return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"` }
	value := func(s string) string { return strings.ReplaceAll(s, "$", "%24") }
	switch {
	case r.to == nil:
		return quote(r.path) + ` "";`
	case r.match == "":
		return quote(r.path) + " " + quote(value(r.to[0])) + ";"
	}
	n := 0
	named := group.ReplaceAllStringFunc(r.match, func(g string) string {
		n++
		return fmt.Sprintf("(?<part%d>%s", n, g[1:])
	})
	to := value(r.to[0])
	for i, literal := range r.to[1:] {
		to += fmt.Sprintf("${part%d}%s", i+1, value(literal))
	}
	return quote("~"+named) + " " + quote(to) + ";"
}

// group is one of those that a glob makes.
var group = regexp.MustCompile(`\(\.\*\)|\(\[\^/\?\]\*\)`)

// writeApache writes rules for mod_rewrite, which look at the line of the request.
func (all redirectList) writeApache(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Redirects: %d.\n", len(all.known))
	rules := all.rules()
	var origins []string
	for _, r := range rules {
		if !slices.Contains(origins, r.origin) && r.to != nil {
			origins = append(origins, r.origin)
		}
	}
	for _, origin := range origins {
		fmt.Fprintf(&b, "\n# In the virtual host of %s, or in .htaccess at its top:\nRewriteEngine On\n", origin)
		for _, r := range rules {
			if r.origin == origin {
				b.WriteString(r.apache())
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// apache is a rule with its condition. Apache passes no "?" on from a group, so a query behind all else stays what it
// is, unless all URLs have one target.
func (r *rule) apache() string {
	match, flags := "^"+regexp.QuoteMeta(r.path)+"$", ",QSD"
	if r.match != "" && len(r.to) == 1 {
		match = strings.ReplaceAll(r.match, "(.*)", "[^ ]*")
	} else if r.match != "" {
		match = strings.ReplaceAll(r.match, "(.*)", "([^ ?]*)")
		if before, ends := strings.CutSuffix(r.match, "(.*)$"); ends && !strings.Contains(strings.Join(r.to, ""), "?") {
			match, flags = strings.ReplaceAll(before, "(.*)", "([^ ?]*)")+"([^ ?]*)(?:\\?[^ ]*)?$", ""
		}
	}
	match = strings.TrimSuffix(strings.TrimPrefix(match, "^"), "$")
	quote := func(s string) string { return strings.ReplaceAll(s, `"`, `\"`) }
	value := func(s string) string { return strings.NewReplacer(`%`, `\%`, `$`, `\$`, `"`, `\"`).Replace(s) }
	condition := fmt.Sprintf("RewriteCond %%{THE_REQUEST} \"^[A-Z]+ %s HTTP/\"\n", quote(match))
	if r.to == nil {
		return condition + "RewriteRule ^ - [L]\n"
	}
	to := value(r.to[0])
	for i, literal := range r.to[1:] {
		to += fmt.Sprintf("%%%d%s", i+1, value(literal))
	}
	return condition + fmt.Sprintf("RewriteRule ^ \"%s\" [R=%d,L,NE%s]\n", to, r.status, flags)
}
