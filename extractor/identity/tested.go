package identity

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A rule about values may hold for a reason that other pages lack. A list with one entry is the same in every order,
// and most posts have their newest comments on page 2. So such a rule applies only to pages like those on which it was
// tested: pages of similar length, with links to themselves whose values compare in the same way.
const (
	// minLike is the number of pages at least as long, and at most as long, on which a rule must have been tested.
	// Lists of two entries have the same order by chance in half of all cases.
	minLike = 6
	// enoughValues is the number of ignored values after which a page is assumed to ignore the parameter.
	enoughValues = 8
)

// standing tells how a value compares with the values in a page's links to itself.
type standing struct{ among, less, greater, other bool }

// tested holds the pages on which rules were tested and held.
type tested struct {
	masked *maskedPages
	rules  []site.URLRule
	groups map[string][]member // pages that rules make one, smallest URL first
	sizes  map[trial][]int     // numbers of links of the pages on which a rule was tested, sorted
}

// member is a page, and the rules that change its URL.
type member struct {
	place int32
	used  []int
}

// trial is a rule with the standing of its value.
type trial struct {
	rule int
	at   standing
}

// needsTest reports whether a rule may hold on some pages only. Rules about sessions or a single URL hold everywhere.
func needsTest(rule *site.URLRule) bool {
	return rule.Kind == site.RuleDefault || rule.Kind == site.RuleParam && !rule.Only
}

// count finds where rules were tested. Pages with little text do not count.
func (t *tested) count(classes []int32) {
	for _, g := range t.groups {
		site.Sort(g, func(a, b member) int { return t.masked.pages.compare(a.place, b.place) })
	}
	type page struct {
		trial
		class int32
	}
	seen := map[page]bool{}
	for _, reduced := range slices.Sorted(maps.Keys(t.groups)) {
		g := slices.DeleteFunc(slices.Clone(t.groups[reduced]), func(m member) bool {
			return t.masked.at[m.place].size < minKept
		})
		for rule := range t.rulesOf(g) {
			base, known := t.base(g, rule)
			if !known || t.values(g, rule) < 2 {
				continue
			}
			p := page{trial{rule, t.standing(rule, base)}, classes[base]}
			if !seen[p] {
				seen[p] = true
				t.sizes[p.trial] = append(t.sizes[p.trial], t.masked.at[base].links)
			}
		}
	}
	for _, sizes := range t.sizes {
		slices.Sort(sizes)
	}
}

// rulesOf returns the rules that change URLs of a group and need a test.
func (t *tested) rulesOf(g []member) map[int]bool {
	rules := map[int]bool{}
	for _, m := range g {
		for _, rule := range m.used {
			if needsTest(&t.rules[rule]) {
				rules[rule] = true
			}
		}
	}
	return rules
}

// values counts the values of a rule's parameter in a group's URLs; a missing parameter is a value, too.
func (t *tested) values(g []member, rule int) int {
	seen := map[string]bool{}
	for _, m := range g {
		_, query, _ := strings.Cut(t.masked.pages.url(m.place), "?")
		seen[strings.Join(valuesOf(query, t.rules[rule].Name), "&")] = true
	}
	return len(seen)
}

// base returns the page with which a rule makes others one: one whose URL it does not change, or any if the rule is
// about all values.
func (t *tested) base(g []member, rule int) (place int32, known bool) {
	i := slices.IndexFunc(g, func(m member) bool { return !slices.Contains(m.used, rule) })
	if i < 0 && len(g) > 0 && t.rules[rule].Kind == site.RuleParam {
		i = 0
	}
	if i < 0 {
		return 0, false
	}
	return g[i].place, true
}

// holds reports whether the rules that make a URL one with known pages were tested on pages like these.
func (t *tested) holds(reduced string, used []int) bool {
	g := t.groups[reduced]
	for _, rule := range used {
		base, known := t.base(g, rule)
		if known && needsTest(&t.rules[rule]) && !t.covers(rule, base) && !t.ignores(g, rule) {
			return false
		}
	}
	// If every page has the part that a rule removes, the rule tells nothing about a URL without it.
	return len(g) == 0 || !slices.ContainsFunc(g[0].used, func(rule int) bool {
		_, without := t.base(g, rule)
		return needsTest(&t.rules[rule]) && !without && !slices.Contains(used, rule)
	})
}

// ignores reports whether a page is known with many values of a rule's parameter.
func (t *tested) ignores(g []member, rule int) bool {
	return t.rules[rule].Kind == site.RuleParam && len(g) >= enoughValues && t.values(g, rule) >= enoughValues
}

// covers reports whether a rule was tested on enough pages like this one.
func (t *tested) covers(rule int, place int32) bool {
	at := t.standing(rule, place)
	if _, err := strconv.Atoi(t.rules[rule].Value); err == nil && at == (standing{}) {
		return false // a number that the page does not mention
	}
	sizes, size := t.sizes[trial{rule, at}], t.masked.at[place].links
	shorter, _ := slices.BinarySearch(sizes, size+1)
	less, _ := slices.BinarySearch(sizes, size)
	return shorter >= minLike && len(sizes)-less >= minLike
}

// standing compares the value of a rule with the values in a page's links to itself.
func (t *tested) standing(number int, place int32) (at standing) {
	rule := &t.rules[number]
	if rule.Kind != site.RuleDefault {
		return at
	}
	n, err := strconv.Atoi(rule.Value)
	for _, value := range t.masked.ownValues(place, rule.Name) {
		m, err2 := strconv.Atoi(value)
		switch {
		case value == rule.Value:
			at.among = true
		case err != nil || err2 != nil:
			at.other = true
		case m < n:
			at.less = true
		default:
			at.greater = true
		}
	}
	return at
}

// ownValues returns the values of a parameter in a page's links to itself.
func (m *maskedPages) ownValues(place int32, name string) (values []string) {
	n := m.pages.known
	path, query, _ := strings.Cut(m.masks.LinkKey(m.pages.url(place)), "?")
	own := strings.Split(query, site.QuerySeparator(query))
	own = slices.DeleteFunc(own, func(pair string) bool { return pair == "" || strings.HasPrefix(pair, name+"=") })
	evidence.Each(n.Answers[place].Links, func(url evidence.URLID, _ uint32) {
		text := n.URLs.String(n.URLs.Key(url))
		if !strings.Contains(text, name+"=") {
			return
		}
		linkPath, linkQuery, _ := strings.Cut(m.masks.LinkKey(text), "?")
		all := strings.Split(linkQuery, site.QuerySeparator(linkQuery))
		foreign := func(pair string) bool { return !slices.Contains(all, pair) }
		if linkPath == path && !slices.ContainsFunc(own, foreign) {
			values = append(values, valuesOf(linkQuery, name)...)
		}
	})
	return values
}

func valuesOf(query, name string) (values []string) {
	for pair := range strings.SplitSeq(query, site.QuerySeparator(query)) {
		if value, found := strings.CutPrefix(pair, name+"="); found {
			values = append(values, value)
		}
	}
	return values
}
