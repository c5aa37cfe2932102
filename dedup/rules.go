package dedup

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/site"
)

// Sample is a fetched URL for learning rules.
type Sample struct {
	URL   string // normalized
	Class int    // equal for the same page; -1 for a URL that is not a page and teaches nothing
	Thin  bool   // a page with little text, which teaches nothing
}

// Rules reduce the URLs of a site. Several goroutines may use them at once. The zero value changes no URL.
type Rules struct {
	list []site.URLRule

	declared []int // in List
	byShape  map[string]*shapeRules
	names    map[string]bool // all parameters of byShape
	params   map[string]int  // rules for parameters of the path, by name
	segments map[string]int  // by number, and the shape with * for the segment
	sessions []int           // in List
}

// shapeRules has the rules for the parameters of one kind of URL. Numbers are indexes in List.
type shapeRules struct {
	names    map[string]int // by parameter
	defaults map[string]int // by parameter, "=" and value
	only     map[string]int // by parameter, " " and the URL without it
}

// LearnRules learns from samples. The result does not depend on their order. The samples must be fetched URLs, since a
// URL left out because of a rule is no evidence for it. declared has the rules of CleanParams, sessions the names that
// the masks found.
func LearnRules(samples []Sample, declared []site.URLRule, sessions []string) *Rules {
	if len(declared) == 0 && !enoughAlike(samples) {
		return newRules(nil)
	}
	samples = witnesses(samples)
	list := append(agreeing(testDeclared(samples, declared), samples).list, learn(samples, sessions)...)
	r := agreeing(list, samples)
	for range maxStages {
		more := r.further(samples)
		if len(more) == 0 {
			break
		}
		r = agreeing(append(r.list, more...), samples)
	}
	return r
}

// enoughAlike reports whether enough samples share a page for a rule.
func enoughAlike(samples []Sample) bool {
	var classes []int
	for i := range samples {
		if samples[i].Class >= 0 {
			classes = append(classes, samples[i].Class)
		}
	}
	slices.Sort(classes)
	alike := len(classes) - len(slices.Compact(classes))
	return alike*4 >= minAgreed // two pages, each with and without a parameter
}

// maxStages is the maximum number of times that rules are learnt from reduced URLs. A session hides the meaning of
// other parameters until it is removed.
const maxStages = 3

// agreeing returns the rules of a list. It retracts rules that join samples of two classes.
func agreeing(list []site.URLRule, samples []Sample) *Rules {
	for {
		site.Sort(list, compareRules)
		r := newRules(list)
		if len(list) == 0 || !r.retract(samples) {
			return r
		}
	}
}

func (r *Rules) further(samples []Sample) []site.URLRule {
	written, changed := slices.Clone(samples), false
	for i := range written {
		key, used := r.Reduce(written[i].URL)
		written[i].URL, changed = key, changed || used != nil
	}
	if !changed {
		return nil
	}
	known := map[site.URLRule]bool{}
	for _, rule := range r.list {
		known[identity(rule)] = true
	}
	more := learn(witnesses(written), nil)
	return slices.DeleteFunc(more, func(rule site.URLRule) bool { return rule.Retracted || known[identity(rule)] })
}

// identity returns a rule without its evidence.
func identity(rule site.URLRule) site.URLRule {
	return site.URLRule{Kind: rule.Kind, Shape: rule.Shape, Only: rule.Only, Name: rule.Name, Value: rule.Value}
}

// List returns the accepted, declared and retracted rules, strongest first.
func (r *Rules) List() []site.URLRule { return r.list }

// HeldOut reports whether a URL is fetched even if a rule makes it an alias, to test the rule: about 5 % of all, by
// hash.
func HeldOut(url string) bool { return mixed(mixedHash(url)+1)%20 == 0 }

// witnesses returns the samples that are pages, sorted by URL, each URL once. A URL with two classes is left out.
func witnesses(samples []Sample) []Sample {
	all := slices.DeleteFunc(slices.Clone(samples), func(s Sample) bool { return s.Class < 0 })
	site.Sort(all, func(a, b Sample) int {
		if c := strings.Compare(a.URL, b.URL); c != 0 {
			return c
		}
		return cmp.Or(CompareBool(a.Thin, b.Thin), cmp.Compare(a.Class, b.Class))
	})
	kept := all[:0]
	for i := 0; i < len(all); {
		end := i + 1
		for end < len(all) && all[end].URL == all[i].URL && all[end].Thin == all[i].Thin {
			end++
		}
		if all[i].Class == all[end-1].Class {
			kept = append(kept, all[i])
		}
		for url := all[i].URL; end < len(all) && all[end].URL == url; {
			end++
		}
		i = end
	}
	return kept
}

// CompareBool orders false before true.
func CompareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func compareRules(a, b site.URLRule) int {
	return cmp.Or(CompareBool(a.Retracted, b.Retracted), cmp.Compare(b.Agreed, a.Agreed), cmp.Compare(a.Kind, b.Kind),
		strings.Compare(a.Shape, b.Shape), strings.Compare(a.Name, b.Name), strings.Compare(a.Value, b.Value),
		strings.Compare(a.First, b.First), strings.Compare(a.Second, b.Second))
}

func newRules(list []site.URLRule) *Rules {
	r := &Rules{list: list, byShape: map[string]*shapeRules{}, names: map[string]bool{},
		params: map[string]int{}, segments: map[string]int{}}
	for i, rule := range list {
		if !rule.Retracted {
			r.add(i, rule)
		}
	}
	return r
}

func (r *Rules) add(i int, rule site.URLRule) {
	switch rule.Kind {
	case site.RuleDeclared:
		r.declared = append(r.declared, i)
	case site.RuleSegment:
		if rule.Name != "" {
			r.params[rule.Name] = i
		} else {
			r.segments[rule.Value+rule.Shape] = i
		}
	case site.RuleSession:
		r.sessions = append(r.sessions, i)
	case site.RuleParam:
		r.names[rule.Name] = true
		if rule.Only {
			r.ofShape(shapeWith(rule.Shape, rule.Name)).only[rule.Name+" "+rule.Shape] = i
		} else {
			r.ofShape(rule.Shape).names[rule.Name] = i
		}
	case site.RuleDefault:
		r.names[rule.Name] = true
		r.ofShape(rule.Shape).defaults[rule.Name+"="+rule.Value] = i
	}
}

func (r *Rules) ofShape(shape string) *shapeRules {
	s := r.byShape[shape]
	if s == nil {
		s = &shapeRules{map[string]int{}, map[string]int{}, map[string]int{}}
		r.byShape[shape] = s
	}
	return s
}

// retract retracts rules that join two different pages, alone or together, and reports whether there were any. If
// several rules took part, it retracts them all.
func (r *Rules) retract(samples []Sample) (found bool) {
	r.eachJoined(samples, func(first, second Sample, usedA, usedB []int) {
		if first.Class == second.Class {
			return
		}
		for _, number := range slices.Concat(usedA, usedB) {
			if rule := &r.list[number]; !rule.Retracted {
				rule.Retracted, rule.First, rule.Second = true, first.URL, second.URL
			}
			found = true
		}
	})
	return found
}

// eachJoined calls see for each sample that the rules join with the first one of its reduced URL, with the rules that
// changed either. It skips thin samples.
func (r *Rules) eachJoined(samples []Sample, see func(first, second Sample, usedA, usedB []int)) {
	type page struct {
		sample int
		used   []int
	}
	pages := make(map[string]page, len(samples))
	for i, s := range samples {
		key, used := r.Reduce(s.URL)
		if s.Thin {
			continue
		}
		if first, seen := pages[key]; seen {
			see(samples[first.sample], s, first.used, used)
		} else {
			pages[key] = page{i, used}
		}
	}
}
