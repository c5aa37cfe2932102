package identity

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// excludesSuggested is the number of deferred shapes that get a rule: each costs
// a pass over all URLs.
const excludesSuggested = 20

// putOff is what the deferred shapes that are judged together have in common: one
// shape, or the small ones of a branch.
type putOff struct {
	site.Shape
	shapes map[int32]bool
}

// Report returns the shapes that are deferred, those first that most keys wait
// for. The keys that wait were not fetched. The small ones of a branch are one,
// "/a/*" or "/a/?*".
func (y *Yields) Report(waiting []evidence.URLID) []site.Shape {
	waits := map[int32]int{}
	for _, k := range waiting {
		waits[y.shape(k)]++
	}
	all := y.putOff(waits)
	slices.SortFunc(all, func(a, b *putOff) int {
		return cmp.Or(b.Waiting-a.Waiting, b.Requests-a.Requests, cmp.Compare(a.Shape.Shape, b.Shape.Shape))
	})
	var out []site.Shape
	for i, p := range all {
		if i < excludesSuggested {
			urls := y.written(func(shape int32) bool { return p.shapes[shape] })
			others := y.written(func(shape int32) bool { return !p.shapes[shape] })
			if branch, ok := strings.CutSuffix(p.Shape.Shape, "*"); ok {
				p.Exclude = excludeBranch(branch, p.Example, urls, others)
			} else {
				p.Exclude = ExcludeRule(urls, others)
			}
		}
		out = append(out, p.Shape)
	}
	return out
}

// putOff gathers the deferred shapes.
func (y *Yields) putOff(waits map[int32]int) (all []*putOff) {
	examples := y.examples()
	byBranch := map[int32]*putOff{}
	for i := range int32(len(y.shapes)) {
		s := &y.shapes[i]
		judge, branch := y.judge(i)
		if !judge.dry() {
			continue
		}
		p := byBranch[branch]
		if p == nil || branch < 0 {
			p = &putOff{Shape: site.Shape{Shape: s.name, Deferred: true}, shapes: map[int32]bool{}}
			if all = append(all, p); branch >= 0 {
				byBranch[branch], p.Shape.Shape = p, y.branches[branch].name+"*"
			}
		}
		p.shapes[i] = true
		p.Requests, p.New, p.Waiting = p.Requests+s.total.requests, p.New+s.total.fresh, p.Waiting+waits[i]
		if e := y.urls.String(examples[i]); p.Example == "" || e < p.Example {
			p.Example = e
		}
	}
	return all
}

// written yields the URLs, as pages write them, of the site's shapes that are
// wanted.
func (y *Yields) written(wanted func(shape int32) bool) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for id, key := range y.urls.Keys {
			if s := y.of.Get(key); s > 0 && wanted(s-1) && !yield(y.urls.Bytes(evidence.URLID(id))) {
				return
			}
		}
	}
}
