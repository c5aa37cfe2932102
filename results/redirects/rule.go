package redirects

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
)

// Rule says how a server answers some URLs.
type Rule struct {
	Line int    // from 1
	Text string // as written

	host   string         // whose URLs it is about; "" for all
	path   string         // the only URL, as about says; unused if match decides
	match  *regexp.Regexp // of about, without its first trim bytes
	about  string         // a variable of the request
	trim   int
	to     string // of a redirect, with variables as $name or ${name}; "" for none
	status int    // of the answer; 0 for none
	keeps  bool   // a target without a query gets that of the request
	group  int    // the rules that an exception is about; 0 for all
	rank   int    // lower ones come first
}

// Rules are about one of these variables.
const (
	aboutPath    = "uri"         // decoded
	aboutTarget  = "request_uri" // the path and the query
	aboutRequest = "THE_REQUEST" // the line of the request
)

// variables returns the variables of nginx and Apache for a request to a host.
func variables(host, target string) map[string]string {
	path, query, _ := strings.Cut(target, "?")
	plain, err := url.PathUnescape(path)
	if err != nil || !utf8.ValidString(plain) {
		plain = path
	}
	return map[string]string{aboutTarget: target, aboutRequest: "GET " + target + " HTTP/1.1", aboutPath: plain,
		"document_uri": plain, "REQUEST_URI": path, "args": query, "query_string": query, "QUERY_STRING": query,
		"is_args": strings.Repeat("?", min(1, len(query))), "host": host, "http_host": host, "server_name": host,
		"HTTP_HOST": host, "SERVER_NAME": host, "scheme": "https", "REQUEST_SCHEME": "https", "dollar": "$", "": ""}
}

// answers reports whether a rule is about a request, and returns its target.
func (r *Rule) answers(request map[string]string) (to string, ok bool) {
	text := request[r.about]
	if r.host != "" && r.host != request["host"] || r.match == nil && r.path != text || len(text) < r.trim {
		return "", false
	}
	if r.match != nil {
		groups := r.match.FindStringSubmatch(text[r.trim:])
		if groups == nil {
			return "", false
		}
		request = maps.Clone(request)
		r.capture(request, groups)
	}
	to = os.Expand(r.to, func(name string) string { return request[name] })
	if query := request["args"]; r.keeps && query != "" && !strings.Contains(to, "?") {
		to += "?" + query
	}
	return to, true
}

// capture adds the groups of an expression to the variables, by number and name.
func (r *Rule) capture(to map[string]string, groups []string) {
	for i, group := range groups {
		to[strconv.Itoa(i)], to[r.match.SubexpNames()[i]] = group, group
	}
}

// check returns an error about a rule that gives no clear answer.
func (r *Rule) check() error {
	known, unknown := variables("", ""), ""
	if r.match != nil {
		r.capture(known, r.match.SubexpNames())
	}
	os.Expand(r.to, func(name string) string {
		if _, is := known[name]; !is {
			unknown = name
		}
		return ""
	})
	switch {
	case unknown != "":
		return fmt.Errorf("the variable $%s is unknown", unknown)
	case (r.to != "") != site.IsRedirect(r.status) && r.status != 0:
		return fmt.Errorf("the status %d does not go with it", r.status)
	case r.to != "" && !strings.HasPrefix(r.to, "/") && !strings.HasPrefix(r.to, "$") && !strings.Contains(r.to, "://"):
		return fmt.Errorf("%q is neither a path (/x) nor a URL", r.to)
	case r.match == nil && !strings.HasPrefix(r.path, "/"):
		return fmt.Errorf("%q is not a path (/x)", r.path)
	}
	return nil
}

// part matches what patterns of hosts have instead of text: :name, :name*, :name(expression), (expression), and * at
// the end.
var part = regexp.MustCompile(`(/?)(?::([A-Za-z_]\w*)(\([^()]*\))?([*+?]?)|(\*)$|(\([^()]*\)))`)

// glob sets a path, or a pattern with such parts, whose target has them by name.
func (r *Rule) glob(from string) (err error) {
	if err = r.from(from); err != nil {
		return err
	}
	var b strings.Builder
	at := 0
	for _, m := range part.FindAllStringSubmatchIndex(r.path, -1) {
		text := func(k int) string { return r.path[max(0, m[2*k]):max(0, m[2*k+1])] }
		name, many := cmp.Or(text(2), "splat"), text(4)+text(5)
		own := cmp.Or(text(3), map[string]string{"": "([^/]+)", "?": "([^/]+)"}[many], "(.*)")
		group := text(1) + cmp.Or(text(6), "(?P<"+name+">"+own[1:])
		if text(1) != "" && (many == "*" || many == "?") { // /a/* is about /a, too
			group = "(?:" + group + ")?"
		}
		b.WriteString(regexp.QuoteMeta(r.path[at:m[0]]) + group)
		at = m[1]
		r.to = regexp.MustCompile(":"+name+`\b[*+?]?`).ReplaceAllString(r.to, "$${"+name+"}")
	}
	if at > 0 {
		r.match, err = regexp.Compile("^" + b.String() + regexp.QuoteMeta(r.path[at:]) + "$")
	}
	return err
}

// from sets the URL that a rule is about. A query must be the same.
func (r *Rule) from(text string) error {
	if strings.Contains(text, "://") {
		u, err := site.Parse(text)
		if err != nil {
			return err
		}
		r.host, text = u.Host, site.Below(text, u.Origin())
	}
	if r.path, r.about = text, aboutTarget; !strings.Contains(text, "?") {
		r.path, r.about = decoded(text), aboutPath
	}
	return nil
}

// File is a file of redirects.
type File struct {
	Rules  []Rule    // in their order of precedence
	Unread []Finding // what was not understood

	text          string
	line, counted int              // the present line, and up to where lines were counted
	groups        int              // of rules
	exact         map[string][]int // indexes of the rules for a single URL
	patterns      []int
}

// add adds a rule, unless it cannot be understood.
func (f *File) add(r *Rule, err error) {
	if err == nil {
		err = r.check()
	}
	if err != nil {
		f.Unread = append(f.Unread, Finding{r.Line, "not understood", err.Error() + ": " + r.Text, 1})
		return
	}
	f.Rules = append(f.Rules, *r)
}

func (f *File) index() {
	site.Sort(f.Unread, func(a, b Finding) int { return a.Line - b.Line })
	site.Sort(f.Rules, func(a, b Rule) int { return a.rank - b.rank })
	f.exact = map[string][]int{}
	for i := range f.Rules {
		if r := &f.Rules[i]; r.match == nil {
			f.exact[r.path] = append(f.exact[r.path], i)
		} else {
			f.patterns = append(f.patterns, i)
		}
	}
}

// first returns the index of the rule that answers a request, and its target, or -1. It passes over targets that are
// the same URL, because such a rule only changes the scheme or the host.
func (f *File) first(request map[string]string, same func(to string) bool) (rule int, to string) {
	candidates := slices.Concat(f.exact[request[aboutPath]], f.exact[request[aboutTarget]], f.patterns)
	slices.Sort(candidates)
	left := map[int]bool{} // groups whose exception applies
	for _, i := range slices.Compact(candidates) {
		r := &f.Rules[i]
		to, ok := r.answers(request)
		switch {
		case !ok || left[r.group] || to != "" && same(to):
		case r.status > 0:
			return i, to
		case r.group == 0:
			return -1, ""
		default:
			left[r.group] = true
		}
	}
	return -1, ""
}
