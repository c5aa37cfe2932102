package config

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

// reference builds docs/settings.md or docs/design/rccrawler.md from a file in testdata and the tables.
func reference(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	must(t, err)
	var settings, rules, old strings.Builder
	rows := Table(new(Settings))
	headings := Sections()
	for _, h := range headings {
		fmt.Fprintf(&settings, "\n## [%s]\n\n%s\n\n", h.Name, h.Doc)
		row(&settings, "key, flag", "default", "meaning")
		fmt.Fprintln(&settings, "---|---|---")
		for _, r := range rows {
			if r.Section == h.Name {
				row(&settings, r.cells()...)
			}
		}
	}
	for _, r := range urlRules() {
		row(&rules, "`"+string(r.name)+"`", r.doc, r.in())
	}
	var names []string
	for _, r := range rows {
		for _, name := range formerNames(r.Name()) {
			names = append(names, fmt.Sprintf("`%s` is now `%s`", key(name), key(r.Name())))
		}
	}
	var unused []string
	for _, k := range oldKeys {
		if k.to == "" {
			unused = append(unused, "`"+k.key+"`")
			continue
		}
		row(&old, k.cells()...)
	}
	return []byte(strings.NewReplacer("{{settings}}", settings.String(), "{{rules}}", rules.String(),
		"{{former}}", strings.Join(names, ", "), "{{rccrawler}}", old.String(),
		"{{unused}}", strings.Join(unused, ", ")).Replace(string(text)))
}

// key formats "section.key" as messages do.
func key(name string) string {
	section, key, _ := strings.Cut(name, ".")
	return label(section, key)
}

// noLimit matches a sentence that the reference states once for all limits.
var noLimit = regexp.MustCompile(`[;.] 0 means no limit\.`)

func (r Setting) cells() []string {
	name := "`" + r.Key + "`"
	if r.Short != "" {
		name += ", `-" + r.Short + "`"
	}
	if r.Flag != "" {
		name += ", `--" + r.Flag + "`"
	}
	value, doc := "", noLimit.ReplaceAllString(r.Doc, ".")
	if r.Default != "" {
		value = "`" + r.Default + "`"
	}
	if len(r.Default) > 200 {
		value = "see settings.ini"
	}
	if r.namesMore() {
		doc += " Allowed: " + strings.TrimPrefix(strings.TrimSuffix(r.Allowed(), ", or empty"), "one of ") + "."
	}
	return []string{name, value, doc}
}

// namesMore reports whether the setting allows names that its description does not explain (except url_profile).
func (r Setting) namesMore() bool {
	return r.Key != "url_profile" && slices.ContainsFunc(r.Names, func(name string) bool {
		return !regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).MatchString(r.Doc)
	})
}

// cells returns the row of one of RCCrawler's keys in the reference.
func (k oldKey) cells() []string {
	here, values := "`"+key(k.to)+"`", "as there"
	if k.unit != "" {
		values = "a whole number of seconds"
	}
	if k.values != nil {
		var list []string
		for _, v := range k.values {
			list = append(list, strings.TrimSuffix(v.old+" → "+v.now, " → "))
		}
		values = strings.Join(list, "; ")
	}
	return []string{"`" + k.key + "`", here, values}
}

func row(out *strings.Builder, cells ...string) {
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(c, "|", `\|`)
	}
	fmt.Fprintln(out, strings.TrimRight(strings.Join(cells, " | "), " "))
}

// urlRule is a row of the reference of [walk] url_profile.
type urlRule struct {
	name               string
	doc                string
	inDefault, inPaper string
}

func (r urlRule) in() string {
	switch {
	case r.inDefault == "always":
		return "always"
	case r.inDefault != "":
		return "default, paper"
	case r.inPaper != "":
		return "paper"
	}
	return ""
}

// urlRules lists the rules of URL normalization in the order of the paper. A test compares them with the profiles.
func urlRules() []urlRule {
	return []urlRule{
		{site.RuleSchemeHostCase, "scheme and host in lower case: `http://eXaMplE.com/` is `http://example.com/`",
			"always", "always"},
		{site.RuleDefaultPort, "no `:80` for http, no `:443` for https", "always", "always"},
		{site.RuleTripletCase, "percent-encoded triplets in upper case: `/%3a` is `/%3A`", "yes", "yes"},
		{site.RuleTrailingSlash, "a slash after a last segment without a dot: `/folder?x=1` is `/folder/?x=1`", "",
			"yes"},
		{site.RuleDotSegments, "no `.` and `..` segments: `/f1/./f2/../f3` is `/f1/f3`", "always", "always"},
		{site.RuleFragment, "no fragment: `/folder/#part` is `/folder/`", "always", "always"},
		{site.RuleDoubleSlash, "one slash in place of several in the path: `/f1//f2` is `/f1/f2`", "yes", "yes"},
		{site.RuleIPToHost,
			"the host name in place of an IP address to which the name of the crawled host resolves at the start", "",
			""},
		{site.RuleSortQuery,
			"parameters sorted by name, those of one name in their order: `/?b=1&a=3` is `/?a=3&b=1`", "yes", "yes"},
		{site.RuleEmptyQuery, "no `?` without parameters: `/?` is `/`", "yes", "yes"},
		{site.RuleEmptyParams, "nothing between two `&`: `/?a=1&&b=2` is `/?a=1&b=2`", "yes", "yes"},
		{site.RuleValuelessParams, "no parameters without a value: `/?a&b=&c=2` is `/?c=2`", "", "yes"},
	}
}
