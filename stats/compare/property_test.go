package compare

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// pairs yields pairs of small and medium crawls.
func pairs(t *testing.T) iter.Seq2[*site.Crawl, *site.Crawl] {
	return func(yield func(a, b *site.Crawl) bool) {
		for seed := range uint64(300) {
			a, b := dice(seed, 1+int(seed)%40)
			if !yield(a.crawl(), b.crawl()) {
				return
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

// oracle matches pages slowly, as the documentation says.
func oracle(a, b *site.Crawl, byContent bool) map[string]string {
	inB, match := map[string]string{}, map[string]string{}
	for _, p := range b.Graph.Pages {
		inB[strings.TrimPrefix(p.Key, b.Site)] = p.Key
	}
	taken := map[string]bool{}
	for _, p := range a.Graph.Pages {
		if key, ok := inB[strings.TrimPrefix(p.Key, a.Site)]; ok {
			match[p.Key], taken[key] = key, true
		}
	}
	if !byContent {
		return match
	}
	with := func(pages []site.Page, hash string, free func(string) bool) (keys []string) {
		for _, p := range pages {
			if p.Hash == hash && free(p.Key) {
				keys = append(keys, p.Key)
			}
		}
		return keys
	}
	byKey := maps.Clone(match)
	for _, p := range a.Graph.Pages {
		mine := with(a.Graph.Pages, p.Hash, func(k string) bool { return byKey[k] == "" })
		theirs := with(b.Graph.Pages, p.Hash, func(k string) bool { return !taken[k] })
		if p.Hash != "" && byKey[p.Key] == "" && len(mine) == 1 && len(theirs) == 1 {
			match[p.Key] = theirs[0]
		}
	}
	return match
}

// Pages and arcs agree with the oracle's matches.
func TestOracle(t *testing.T) {
	for a, b := range pairs(t) {
		d := New(a, b, Options{})
		match := oracle(a, b, true)
		back := map[string]string{}
		for x, y := range match {
			back[y] = x
		}
		was, is, sum := pagesOf(a), pagesOf(b), map[Change]int{}
		for c := range d.Union() {
			if p := was[c.A.Key]; p.Level != c.A.Level || p.Hash != c.A.Hash {
				t.Errorf("%+v of %+v", c.A, p)
			}
			if p := is[c.B.Key]; p.Level != c.B.Level || p.Hash != c.B.Hash {
				t.Errorf("%+v of %+v", c.B, p)
			}
			sum[c.Change]++
			switch c.Change {
			case Removed:
				console.Equal(t, match[c.A.Key], "", c.A.Key)
			case Added:
				console.Equal(t, back[c.B.Key], "", c.B.Key)
			default:
				checkPair(t, c, match, a.Site, b.Site)
			}
		}
		if p := d.Summary().Pages; p.Removed != sum[Removed] || p.Added != sum[Added] || p.Moved != sum[Moved] ||
			p.Changed != sum[Changed] || p.Shifted != sum[Shifted] || p.Kept != sum[Kept] {
			t.Errorf("%+v, counted %v", p, sum)
		}
		checkArcs(t, d, a, b, match, back)
		checkSummary(t, d.Summary())
	}
}

func pagesOf(c *site.Crawl) map[string]site.Page {
	all := map[string]site.Page{}
	for _, p := range c.Graph.Pages {
		all[p.Key] = p
	}
	return all
}

func checkPair(t *testing.T, c PageChange, match map[string]string, siteA, siteB string) {
	t.Helper()
	moved := strings.TrimPrefix(c.A.Key, siteA) != strings.TrimPrefix(c.B.Key, siteB)
	changed := c.A.Hash != c.B.Hash && c.A.Hash != "" && c.B.Hash != ""
	shifted := c.A.Level != c.B.Level || c.A.InDegree != c.B.InDegree || c.A.OutDegree != c.B.OutDegree
	want := Kept
	switch {
	case moved:
		want = Moved
	case changed:
		want = Changed
	case shifted:
		want = Shifted
	}
	console.Equal(t, match[c.A.Key], c.B.Key, c)
	console.Equal(t, c.Change, want, c)
}

// arcsOf returns the arcs of a crawl by the keys of their pages.
func arcsOf(c *site.Crawl) map[[2]string]uint32 {
	all := map[[2]string]uint32{}
	for i, p := range c.Graph.Pages {
		targets, weights := c.Graph.Out(i)
		for k, to := range targets {
			all[[2]string{p.Key, c.Graph.Pages[to].Key}] = weights.At(k)
		}
	}
	return all
}

func checkArcs(t *testing.T, d *Difference, a, b *site.Crawl, match, back map[string]string) {
	t.Helper()
	was, is := arcsOf(a), arcsOf(b)
	changes := map[Change]int{}
	for c := range d.Arcs() {
		ends := [2]string{c.Source, c.Target}
		changes[c.Change]++
		ok := false
		switch c.Change {
		case Removed:
			later := [2]string{match[c.Source], match[c.Target]}
			ok = was[ends] == c.WeightA && c.WeightA > 0 && is[later] == 0 && c.WeightB == 0
			delete(was, ends)
		case Added:
			earlier := [2]string{back[c.Source], back[c.Target]}
			ok = is[ends] == c.WeightB && c.WeightB > 0 && was[earlier] == 0 && c.WeightA == 0
			delete(is, ends)
		case Reweighted:
			earlier := [2]string{back[c.Source], back[c.Target]}
			ok = is[ends] == c.WeightB && was[earlier] == c.WeightA && c.WeightA != c.WeightB &&
				c.WeightA > 0 && c.WeightB > 0
			delete(was, earlier)
			delete(is, ends)
		}
		if !ok {
			t.Errorf("%+v", c)
		}
	}
	// Arcs that are left are in both crawls and unchanged.
	for ends, w := range was {
		console.Equal(t, is[[2]string{match[ends[0]], match[ends[1]]}], w, "no row for the arc", ends)
	}
	console.Equal(t, len(was), len(is))
	counts := ArcCounts{changes[Removed], changes[Added], changes[Reweighted], len(was), d.Summary().Arcs.Overlap}
	console.Equal(t, counts, d.Summary().Arcs, "counted")
}

// checkSummary checks the sums that hold for any difference.
func checkSummary(t *testing.T, s Summary) {
	t.Helper()
	p, r := s.Pages, s.Arcs
	both := p.Moved + p.Changed + p.Shifted + p.Kept
	if both+p.Removed != s.A.Pages || both+p.Added != s.B.Pages || r.Kept+r.Reweighted+r.Removed != s.A.Arcs ||
		r.Kept+r.Reweighted+r.Added != s.B.Arcs {
		t.Errorf("%+v", s)
	}
	a, b, left, came := 0, 0, 0, 0
	for _, l := range s.Levels {
		console.Equal(t, l.B, l.A-l.Removed-l.Left+l.Added+l.Came, l)
		a, b, left, came = a+l.A, b+l.B, left+l.Left, came+l.Came
	}
	if a != s.A.Pages || b != s.B.Pages || left != came || left != s.Shifts.Nearer+s.Shifts.Deeper {
		t.Errorf("%+v", s)
	}
}

// The union has every page and arc of both crawls once, in order.
func TestUnion(t *testing.T) {
	for a, b := range pairs(t) {
		d := New(a, b, Options{})
		union := slices.Collect(d.Union())
		if s := d.Summary().Pages; len(union) != s.Removed+s.Added+s.Moved+s.Changed+s.Shifted+s.Kept {
			t.Fatalf("%d pages in the union of %+v", len(union), s)
		}
		inA, inB := map[string]uint32{}, map[string]uint32{}
		for i, c := range union {
			if i > 0 && !ordered(union[i-1], c, a.Site, b.Site) {
				t.Errorf("%+v before %+v", union[i-1], c)
			}
			inA[c.A.Key]++
			inB[c.B.Key]++
		}
		for _, p := range a.Graph.Pages {
			console.Equal(t, inA[p.Key], 1, p.Key, "is in the union")
		}
		was, is := arcsOf(a), arcsOf(b)
		for arc := range d.UnionArcs() {
			from, to := union[arc.Source-1], union[arc.Target-1]
			one, two := [2]string{from.A.Key, to.A.Key}, [2]string{from.B.Key, to.B.Key}
			if was[one] != arc.WeightA || is[two] != arc.WeightB || arc.WeightA+arc.WeightB == 0 {
				t.Errorf("%+v is %v and %v", arc, one, two)
			}
			if (arc.Change == Added) != (arc.WeightA == 0) || (arc.Change == Removed) != (arc.WeightB == 0) ||
				(arc.Change == Kept) != (arc.WeightA == arc.WeightB) {
				t.Errorf("%+v", arc)
			}
			delete(was, one)
			delete(is, two)
		}
		if len(was)+len(is) > 0 {
			t.Errorf("not in the union: %v, %v", was, is)
		}
	}
}

func ordered(x, y PageChange, siteA, siteB string) bool {
	level := func(c PageChange) int {
		if c.Change == Removed {
			return c.A.Level
		}
		return c.B.Level
	}
	key := func(c PageChange) string {
		if c.Change == Removed {
			return strings.TrimPrefix(c.A.Key, siteA)
		}
		return strings.TrimPrefix(c.B.Key, siteB)
	}
	return level(x) < level(y) || level(x) == level(y) && key(x) <= key(y)
}

// A reader may leave any sequence after any row, and has then seen only the first rows.
func TestStops(t *testing.T) {
	a, b := dice(5, 30)
	d := New(a.crawl(), b.crawl(), Options{})
	leave(t, "Pages", d.Pages())
	leave(t, "Arcs", d.Arcs())
	leave(t, "Union", d.Union())
	leave(t, "UnionArcs", d.UnionArcs())
	leave(t, "merged", d.merged())
}

func leave[T comparable](t *testing.T, name string, values iter.Seq[T]) {
	t.Helper()
	all := slices.Collect(values)
	if len(all) < 2 {
		t.Errorf("%s has %d rows; leaving it tests nothing", name, len(all))
	}
	for rows := 1; rows <= len(all); rows++ {
		var got []T
		values(func(v T) bool { // a call after false would see too many
			got = append(got, v)
			return len(got) < rows
		})
		console.Equal(t, got, all[:rows], name, "left after", rows, "rows")
	}
}
