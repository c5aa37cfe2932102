package dedup

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

// Reduce returns a URL as reduced by the rules, and the numbers (in List) of the rules that changed it. The reduced URL
// is a name for all URLs of a page. It must never be fetched, because there may be no link to it.
func (r *Rules) Reduce(url string) (reduced string, used []int) {
	if len(r.list) == 0 {
		return url, nil
	}
	for {
		next := r.path(r.parameters(r.session(r.clean(url, &used), &used), &used), &used)
		if next == url {
			return url, used
		}
		url = next
	}
}

func (r *Rules) clean(url string, used *[]int) string {
	if len(r.declared) == 0 || !strings.Contains(url, "?") {
		return url
	}
	var applied map[string]int // by name
	path := cmp.Or(site.PathIn(url), "/")
	for _, number := range r.declared {
		if !site.FitsStars(r.list[number].Shape, path, false) {
			continue
		}
		if applied == nil {
			applied = map[string]int{}
		}
		name := site.Unescaped(r.list[number].Name)
		if _, known := applied[name]; !known {
			applied[name] = number
		}
	}
	if applied == nil {
		return url
	}
	return without(url, func(param string) bool {
		number, drop := applied[site.Unescaped(paramName(param))]
		if drop {
			use(used, number)
		}
		return drop
	})
}

func use(used *[]int, number int) {
	if !slices.Contains(*used, number) {
		*used = append(*used, number)
	}
}

// parameters applies all learnt rules about parameters of the shape at once.
func (r *Rules) parameters(url string, used *[]int) string {
	if !r.hasNames(url) {
		return url
	}
	shape := site.ShapeOf(url)
	own, general := r.byShape[shape], r.byShape[anyDirectory+namesOf(shape)]
	if own == nil && general == nil {
		return url
	}
	return without(url, func(param string) bool {
		number, drop := general.drops(url, param)
		if !drop {
			number, drop = own.drops(url, param)
		}
		if drop {
			use(used, number)
		}
		return drop
	})
}

func (s *shapeRules) drops(url, param string) (number int, drop bool) {
	if s == nil {
		return 0, false
	}
	name := paramName(param)
	if number, drop = s.names[name]; drop {
		return number, true
	}
	if len(s.defaults) > 0 && !repeated(url, name) {
		number, drop = s.defaults[name+"="+paramValue(param)]
	}
	if !drop && len(s.only) > 0 {
		number, drop = s.only[name+" "+withoutParam(url, name)]
	}
	return number, drop
}

// hasNames reports whether a URL has few enough parameters and a rule exists for one of them.
func (r *Rules) hasNames(url string) (has bool) {
	_, query := cutQuery(url)
	if query == "" || len(r.names) == 0 {
		return false
	}
	separator := site.QuerySeparator(query)
	if strings.Count(query, separator) >= maxRuleParams {
		return false
	}
	for param, more := "", true; more && !has; {
		param, query, more = strings.Cut(query, separator)
		has = r.names[paramName(param)]
	}
	return has
}

func repeated(url, name string) bool {
	_, query := cutQuery(url)
	n := 0
	for _, param := range queryParams(query) {
		if paramName(param) == name {
			n++
		}
	}
	return n > 1
}

func (r *Rules) path(url string, used *[]int) string {
	if len(r.params) > 0 {
		for part := range pathParams(url) {
			if number, ok := r.params[paramName(part)]; ok {
				use(used, number)
				url = strings.Replace(url, part, "", 1)
			}
		}
	}
	if len(r.segments) > 0 {
		for _, s := range tokens(url) {
			general := url[:s.from] + "*" + url[s.to:]
			if number, ok := r.segments[strconv.Itoa(s.number)+site.ShapeOf(general)]; ok {
				use(used, number)
				return general
			}
		}
	}
	return url
}

// pathParams yields the parameters of a path that look like sessions: ";jsessionid=1A2B3C4D".
func pathParams(url string) iter.Seq[string] {
	return func(yield func(string) bool) {
		base, _ := cutQuery(url)
		if strings.IndexByte(base, ';') < 0 {
			return
		}
		base = base[min(pathStart(url), len(base)):]
		for found := 0; found < maxRuleParams; {
			i := strings.IndexByte(base, ';')
			if i < 0 {
				return
			}
			end := i + 1
			for end < len(base) && base[end] != ';' && base[end] != '/' {
				end++
			}
			if isToken(paramValue(base[i:end])) {
				if found++; !yield(base[i:end]) {
					return
				}
			}
			base = base[end:]
		}
	}
}

type pathSegment struct {
	number   int // from 1
	from, to int // in the URL
}

// tokens returns the directories of a path that look like sessions.
func tokens(url string) (list []pathSegment) {
	base, _ := cutQuery(url)
	at := pathStart(url)
	for number := 1; at < len(base) && len(list) < maxRuleParams; number++ {
		from := at + 1
		n := strings.IndexByte(base[from:], '/')
		if n < 0 {
			break
		}
		if n >= minSegment && isToken(base[from:from+n]) {
			list = append(list, pathSegment{number, from, from + n})
		}
		at = from + n
	}
	return list
}

// minSegment is the minimum length of a session in a path.
const minSegment = 12

// maxCleanParam is the maximum length of a Clean-param rule in bytes.
const maxCleanParam = 500

// CleanParams reads the lines "Clean-param: p0[&p1&..] [path]" of a robots.txt, in any group. The path is a prefix in
// which * matches anything. It ignores other lines. See
// https://yandex.com/support/webmaster/en/robot-workings/clean-param
func CleanParams(robots string) (rules []site.URLRule) {
	seen := map[[2]string]bool{}
	for line := range strings.Lines(robots) {
		line, _, _ = strings.Cut(line, "#")
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if !strings.EqualFold(strings.TrimSpace(strings.TrimPrefix(key, "\ufeff")), "clean-param") ||
			len(value) > maxCleanParam {
			continue
		}
		fields := strings.Fields(value)
		if len(fields) == 1 {
			fields = append(fields, "/")
		}
		if len(fields) != 2 || !isPattern(fields[1]) {
			continue
		}
		for name := range strings.SplitSeq(fields[0], "&") {
			rule := site.URLRule{Kind: site.RuleDeclared, Shape: fields[1], Name: name}
			if id := [2]string{rule.Shape, name}; name != "" && !seen[id] {
				seen[id] = true
				rules = append(rules, rule)
			}
		}
	}
	return rules
}

// isPattern reports whether the path in a Clean-param line has only allowed characters.
func isPattern(path string) bool {
	odd := func(c rune) bool { return c >= 0x80 || !isAlphanumeric(byte(c)) && !strings.ContainsRune(".-/*_", c) }
	return (path[0] == '/' || path[0] == '*') && !strings.ContainsFunc(path, odd)
}

func testDeclared(samples []Sample, declared []site.URLRule) []site.URLRule {
	list := make([]site.URLRule, len(declared))
	for i, rule := range declared {
		list[i] = site.URLRule{Kind: site.RuleDeclared, Shape: rule.Shape, Name: rule.Name}
	}
	if len(list) == 0 {
		return nil
	}
	newRules(list).eachJoined(samples, func(first, second Sample, usedA, usedB []int) {
		for _, number := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(usedA, usedB)))) {
			count(&list[number], first, second)
		}
	})
	return list
}
