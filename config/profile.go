package config

import (
	"slices"
	"strings"

	"sitegraph/site"
)

// urlRule is a row of the reference of [walk] url_profile.
type urlRule struct {
	name               site.Rule
	doc                string
	inDefault, inPaper string
}

// urlRules are the rules an address can be normalised by, in the order of the
// paper; the tests hold them against what the profiles do.
func urlRules() []urlRule {
	return []urlRule{
		{site.RuleSchemeHostCase, "scheme and host in lower case: `http://eXaMplE.com/` is `http://example.com/`", "always", "always"},
		{site.RuleDefaultPort, "no `:80` for http, no `:443` for https", "always", "always"},
		{site.RuleTripletCase, "percent-encoded triplets in upper case: `/%3a` is `/%3A`", "yes", "yes"},
		{site.RuleTrailingSlash, "a slash behind a last segment without a dot: `/folder?x=1` is `/folder/?x=1`", "", "yes"},
		{site.RuleDotSegments, "no `.` and `..` segments: `/f1/./f2/../f3` is `/f1/f3`", "always", "always"},
		{site.RuleFragment, "no fragment: `/folder/#part` is `/folder/`", "always", "always"},
		{site.RuleDoubleSlash, "one slash for several in the path: `/f1//f2` is `/f1/f2`", "yes", "yes"},
		{site.RuleIPToHost, "the host's name for an IP address of the host that is crawled, as its name resolves at the start", "", ""},
		{site.RuleSortQuery, "parameters sorted by name, those of one name in their order: `/?b=1&a=3` is `/?a=3&b=1`", "yes", "yes"},
		{site.RuleEmptyQuery, "no `?` without parameters: `/?` is `/`", "yes", "yes"},
		{site.RuleEmptyParams, "nothing between two `&`: `/?a=1&&b=2` is `/?a=1&b=2`", "yes", "yes"},
		{site.RuleValuelessParams, "no parameters without a value: `/?a&b=&c=2` is `/?c=2`", "", "yes"},
	}
}

const markdownRules = `
## Rules of url_profile

The normal form of an address is its identity: two addresses with one normal form are one. A list of rules, such as ` + "`url_profile = triplet-case, sort-query`" + `, names those to apply; the ones that are always applied may be left out. Whatever the rules, what may not stand in an address is percent-encoded (a space is ` + "`%20`" + `, ü is ` + "`%C3%BC`" + `), and a % that begins no triplet is ` + "`%25`" + `. What is asked of the server is the address as the site writes it, without fragment and dot segments; only ` + "`paper`" + ` asks for the normal form. Beyond its rules ` + "`paper`" + ` takes ` + "`text/html`" + ` alone for HTML, not ` + "`application/xhtml+xml`" + `, and when a home page redirects from http to https leaves links that still say http external, where the others count them as the site's.

| rule | what it does | ` + "`default`" + ` | ` + "`paper`" + ` |
|---|---|---|---|
`

// ruleNames are the names of the rules.
func ruleNames() []string {
	var names []string
	for _, r := range urlRules() {
		names = append(names, string(r.name))
	}
	return names
}

// checkProfile judges the name of a profile, or a list of rules.
func checkProfile(r Setting, text string) error {
	if text == site.ProfileDefault || text == site.ProfilePaper {
		return nil
	}
	words := strings.FieldsFunc(text, isSeparator)
	for _, word := range words {
		if !slices.Contains(r.Names, word) {
			return unknownName(word, r)
		}
	}
	if len(words) == 0 {
		return errValue
	}
	return nil
}
