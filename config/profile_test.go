package config

import (
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// The reference lists each rule once with its profiles, and each example breaks only its rule.
func TestURLRules(t *testing.T) {
	examples := map[string][2]string{
		site.RuleSchemeHostCase:  {"HTTP://eXaMplE.com/", "http://example.com/"},
		site.RuleDefaultPort:     {"https://example.com:443/q.html", "https://example.com/q.html"},
		site.RuleTripletCase:     {"http://example.com/%3a.%2b", "http://example.com/%3A.%2B"},
		site.RuleTrailingSlash:   {"http://example.com/folder?x=1", "http://example.com/folder/?x=1"},
		site.RuleDotSegments:     {"http://example.com/f1/./f2/../f3/", "http://example.com/f1/f3/"},
		site.RuleFragment:        {"http://example.com/folder/#fragment", "http://example.com/folder/"},
		site.RuleDoubleSlash:     {"http://example.com/f1//f2/", "http://example.com/f1/f2/"},
		site.RuleIPToHost:        {"https://208.76.188.166/", "https://example.com/"},
		site.RuleSortQuery:       {"http://example.com/?b=1&a=3", "http://example.com/?a=3&b=1"},
		site.RuleEmptyQuery:      {"http://example.com/?", "http://example.com/"},
		site.RuleEmptyParams:     {"http://example.com/?b=1&&c=2", "http://example.com/?b=1&c=2"},
		site.RuleValuelessParams: {"http://example.com/?a&b=&c=2", "http://example.com/?c=2"},
	}
	hostIPs := map[string]string{"208.76.188.166": "example.com"}
	key := func(profile, address string) string {
		n, err := site.NewNormaliser(profile, hostIPs)
		must(t, err)
		u, err := site.Parse(address)
		must(t, err)
		return n.Key(u)
	}
	for _, r := range urlRules() {
		address, want := examples[r.name][0], examples[r.name][1]
		console.Equal(t, key(string(r.name), address), want, r.name, address)
		for profile, has := range map[string]string{"default": r.inDefault, "paper": r.inPaper} {
			if got := key(profile, address) == want; got != (has != "") {
				t.Errorf("%s: profile %s applies it: %t, the reference says %q", r.name, profile, got, has)
			}
		}
	}
	var names []string
	for _, r := range urlRules() {
		names = append(names, r.name)
	}
	all := site.RuleNames()
	slices.Sort(names)
	slices.Sort(all)
	console.Equal(t, all, names, "the reference has the rules")
}

// An unknown rule is reported as an error with its line.
func TestURLProfile(t *testing.T) {
	for value, want := range map[string]string{
		"default": "", "paper": "", "sort-query": "", "sort-query, fragment": "", "sort-query fragment,": "",
		"Paper": `s.ini:2: [walk] url_profile = "Paper": "Paper" is not known: ` +
			`must be default, paper, or a list of scheme-host-case, `,
		"sort-qurey": `did you mean "sort-query"?`,
		"default, x": `"default" is not known`,
		",":          `s.ini:2: [walk] url_profile = ",": must be default, paper, or a list of `,
	} {
		_, msg := load(t, "[walk]\nurl_profile = "+value+"\n", Sources{})
		if want == "" && msg != "" || !strings.Contains(msg, want) {
			t.Errorf("%q: %q, want %q", value, msg, want)
		}
		if _, err := site.NewNormaliser(value, nil); (err == nil) != (want == "") {
			t.Errorf("%q: the normaliser says %v", value, err)
		}
	}
}
