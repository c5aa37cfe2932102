package identity

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A deferred kind gets a suggested rule if its own pages say nothing new, or if fewer than one request in excludedNew
// gave a page. At most excludesSuggested kinds get one, since each costs a pass over all URLs.
const (
	excludesSuggested = 20
	excludedNew       = 10
)

// putOff is a group of deferred shapes that are reported together.
type putOff struct {
	site.Shape
	shapes          map[int32]bool
	barren, telling bool // whether its pages say nothing new, and whether some say enough
}

// Report returns the deferred kinds by falling number of waiting URLs, which were not fetched. A directory or program
// that is deferred as a whole is one kind: "/a/*", "/a/?*" or "/a/list?*".
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
		tells := p.barren && !p.telling && p.Requests >= yieldRequests ||
			p.Requests >= barrenFew && p.New*excludedNew < p.Requests
		if i < excludesSuggested && tells {
			urls := y.written(func(shape int32) bool { return p.shapes[shape] })
			others := y.written(func(shape int32) bool { return !p.shapes[shape] && !y.likeHash(shape, p.shapes) })
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

// likeHash reports whether a shape has a number where one of others has a hash, because some hashes have no letter.
func (y *Yields) likeHash(shape int32, others map[int32]bool) bool {
	name := y.shapes[shape].name
	for i := range name {
		if name[i] == '#' {
			other, known := y.ids[name[:i]+"@"+name[i+1:]]
			if known && others[other] {
				return true
			}
		}
	}
	return false
}

// PutOff returns a function that names the kind with which a key is deferred, as in Report, or "" if it is not.
func (y *Yields) PutOff() func(key evidence.URLID) string {
	mixed := y.mixed()
	return func(key evidence.URLID) string {
		shape := y.shape(key)
		if !y.dry(shape) {
			return ""
		}
		return y.nameOf(y.reportedWith(shape, mixed))
	}
}

// putOff collects the deferred shapes. A completely fetched kind is reported only if all of it gave too little, and one
// whose pages say something new only if fewer than half of its requests gave a page.
func (y *Yields) putOff(waits map[int32]int) (all []*putOff) {
	examples, mixed := y.examples(), y.mixed()
	known := map[group]*putOff{}
	for i := range int32(len(y.shapes)) {
		s := &y.shapes[i]
		if !y.dry(i) {
			continue
		}
		g := y.reportedWith(i, mixed)
		p := known[g]
		if p == nil {
			kind := site.Shape{Shape: y.nameOf(g), Deferred: true, Of: y.requests()}
			p = &putOff{Shape: kind, shapes: map[int32]bool{}}
			known[g], all = p, append(all, p)
		}
		if k := y.barren[y.groupOf(i)]; k != nil {
			p.barren, p.telling = true, p.telling || k.telling
		}
		p.shapes[i] = true
		p.Requests, p.New, p.Waiting = p.Requests+s.total.requests, p.New+s.total.fresh, p.Waiting+waits[i]
		if e := y.urls.String(examples[i]); p.Example == "" || e < p.Example {
			p.Example = e
		}
	}
	return slices.DeleteFunc(all, func(p *putOff) bool {
		return p.Waiting == 0 && p.New*yieldLeast >= p.Requests || !p.barren && 2*p.New >= p.Requests
	})
}

func (y *Yields) mixed() map[int32]bool {
	mixed := map[int32]bool{}
	for i := range int32(len(y.shapes)) {
		if !y.dry(i) {
			for _, b := range y.shapes[i].under {
				mixed[b] = true
			}
		}
	}
	return mixed
}

// reportedWith returns the widest branch around a deferred shape that is deferred as a whole, or the group with which
// the shape is judged. The root does not count, nor do all programs of a directory together.
func (y *Yields) reportedWith(shape int32, mixed map[int32]bool) group {
	s := &y.shapes[shape]
	for i, b := range s.under[1:] {
		programs := strings.HasSuffix(y.branches[b].name, "/?") && i+2 < len(s.under)
		if !mixed[b] && !programs && y.branches[b].shapes > 1 {
			return group{b, -1}
		}
	}
	return y.groupOf(shape)
}

func (y *Yields) nameOf(g group) string {
	if g.branch >= 0 {
		return y.branches[g.branch].name + "*"
	}
	return y.shapes[g.shape].name
}

// written yields the URLs of the wanted shapes as pages write them.
func (y *Yields) written(wanted func(shape int32) bool) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for id, key := range y.urls.Keys {
			if s := y.of.Get(key); s > 0 && wanted(s-1) && !yield(y.urls.Bytes(evidence.URLID(id))) {
				return
			}
		}
	}
}
