package whatif

import (
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// orders names a limit of the rules for servers; the number is maxReordered.
const orders = "URLs with more than 3 parameters, and patterns with a query, redirect in known orders of parameters."

// block identifies a part of a server's configuration, by origin, and by status if each has its own part.
type block struct {
	origin string
	status int
}

// inBlocks yields the rules of each block with a redirect. Rules of the origin's other blocks become exceptions in it.
func inBlocks(rules []rule, of func(rule) block) iter.Seq2[block, []rule] {
	return func(yield func(block, []rule) bool) {
		done := map[block]bool{}
		for _, first := range rules {
			at := of(first)
			if first.to == nil || done[at] {
				continue
			}
			done[at] = true
			var some []rule
			for _, r := range rules {
				if of(r) != at {
					r.to = nil
				}
				if r.origin == at.origin {
					some = append(some, r)
				}
			}
			if !yield(at, effective(some)) {
				return
			}
		}
	}
}

// effective leaves out exceptions that no later redirect could match.
func effective(rules []rule) (some []rule) {
	var begins []string // prefixes of the later expressions that redirect
	for _, r := range slices.Backward(rules) {
		if r.to == nil && !slices.ContainsFunc(begins, func(b string) bool {
			return strings.HasPrefix(r.begin, b) || strings.HasPrefix(b, r.begin)
		}) {
			continue
		}
		if some = append(some, r); r.to != nil && r.match != "" && !slices.Contains(begins, r.begin) {
			begins = append(begins, r.begin)
		}
	}
	slices.Reverse(some)
	return some
}

func writeNginx(p *Plan, w io.Writer) error {
	var b strings.Builder
	number := 0
	byStatus := func(r rule) block { return block{r.origin, r.status} }
	for at, some := range inBlocks(redirectRules(p), byStatus) {
		number++
		name := fmt.Sprintf("$redirect_%d_%d", at.status, number)
		fmt.Fprintf(&b, "\n# In the server block of %s:  if (%s) { return %d %[2]s; }\n", at.origin, name, at.status)
		fmt.Fprintf(&b, "map $request_uri %s {\n\tdefault \"\";\n", name)
		for _, r := range some {
			b.WriteString("\t" + r.nginx() + "\n")
		}
		b.WriteString("}\n")
	}
	dollar := ""
	if strings.Contains(b.String(), "${redirect_dollar}") { // nginx has no other way to write a $ in a text
		dollar = "\ngeo $redirect_dollar { default \"$\"; }\n"
	}
	_, err := fmt.Fprintf(w, "# Redirects: %d. This goes into the http block; with many lines, set "+
		"map_hash_bucket_size and map_hash_max_size there. %s\n%s%s", p.Redirects(), orders, dollar, b.String())
	return err
}

// nginx returns a line of a map. It names the groups of an expression, so that no other expression overwrites them.
func (r *rule) nginx() string {
	quote := func(s string) string { return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"` }
	value := func(s string) string { return strings.ReplaceAll(s, "$", "${redirect_dollar}") }
	what := r.path
	if r.match != "" {
		what = "~" + r.match
	}
	switch {
	case r.to == nil:
		return quote(what) + ` "";`
	case len(r.to) == 1:
		return quote(what) + " " + quote(value(r.to[0])) + ";"
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

// group matches a group of a glob's expression.
var group = regexp.MustCompile(`\(\.\*\)|\(\[\^/\?\]\*\)`)

// writeApache writes rules for mod_rewrite that match the request line.
func writeApache(p *Plan, w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Redirects: %d. %s\n", p.Redirects(), orders)
	byOrigin := func(r rule) block { return block{origin: r.origin} }
	for at, some := range inBlocks(redirectRules(p), byOrigin) {
		fmt.Fprintf(&b, "\n# In the virtual host of %s, or in .htaccess at its top:\nRewriteEngine On\n", at.origin)
		for _, r := range some {
			b.WriteString(r.apache())
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// apache returns a rule. Groups match no "?", so a query at the end stays, unless all URLs have the same target.
func (r *rule) apache() string {
	match, flags := "^"+regexp.QuoteMeta(r.path)+"$", ",QSD"
	if r.match != "" && len(r.to) < 2 {
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
