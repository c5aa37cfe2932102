package allpages

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// pack packs lists.
func pack(t *testing.T, lists [][]uint32) *packed {
	t.Helper()
	p, err := newPacker(t.TempDir(), len(lists))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		if err := p.add(list); err != nil {
			t.Fatal(err)
		}
	}
	done, err := p.mapped()
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// lists reads all lists, and closes them.
func (p *packed) lists(t *testing.T) (all [][]uint32) {
	t.Helper()
	of := p.Reader()
	for i := range p.Len() {
		all = append(all, slices.Clone(of(i)))
	}
	if err := p.close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(p.file.Name()); err == nil {
		t.Errorf("%s is left", p.file.Name())
	}
	return all
}

func randomLists(seed uint64, pages, most int) [][]uint32 {
	r := rand.New(rand.NewPCG(seed, 9))
	lists := make([][]uint32, pages)
	for i := range lists {
		for range r.IntN(most) {
			lists[i] = append(lists[i], uint32(r.IntN(pages)))
		}
		slices.Sort(lists[i])
		lists[i] = slices.Compact(lists[i])
	}
	return lists
}

func equal(a, b [][]uint32) bool { return slices.EqualFunc(a, b, slices.Equal[[]uint32]) }

// TestPacked: lists come back as they were, turned round however little is held at once, and joined.
func TestPacked(t *testing.T) {
	for seed := range uint64(30) {
		lists := randomLists(seed, 1+int(seed)*8, 1+int(seed))
		out := pack(t, lists)
		back, between := make([][]uint32, len(lists)), make([][]uint32, len(lists))
		for i, list := range lists {
			for _, j := range list {
				back[j] = append(back[j], uint32(i))
			}
		}
		for i := range lists {
			between[i] = append(slices.Clone(lists[i]), back[i]...)
			slices.Sort(between[i])
			between[i] = slices.DeleteFunc(slices.Compact(between[i]), func(j uint32) bool { return int(j) == i })
		}
		for _, most := range []int{1, 7, 1000, 1 << 20} {
			in, err := reversed(t.TempDir(), out, most)
			if err != nil {
				t.Fatal(err)
			}
			if most == 7 {
				both, err := neighbours(t.TempDir(), out, in)
				if err != nil {
					t.Fatal(err)
				}
				if got := both.lists(t); !equal(got, between) {
					t.Errorf("seed %d: neighbours are %v, want %v", seed, got, between)
				}
			}
			if got := in.lists(t); !equal(got, back) {
				t.Errorf("seed %d, %d at once: got %v, want %v", seed, most, got, back)
			}
		}
		if got := out.lists(t); !equal(got, lists) {
			t.Errorf("seed %d: got %v, want %v", seed, got, lists)
		}
	}
}

// TestPackedFar: differences of every length.
func TestPackedFar(t *testing.T) {
	lists := [][]uint32{{1<<31 - 2, 1<<31 - 1}, {0, 1, 128, 129, 1 << 14, 1 << 21, 1 << 28, 1<<32 - 1}, {}, {0}}
	if got := pack(t, lists).lists(t); !equal(got, lists) {
		t.Errorf("got %v, want %v", got, lists)
	}
}

// TestPrints finds every URL, and no other.
func TestPrints(t *testing.T) {
	var p prints
	if _, ok := p.page("http://a.example/"); ok {
		t.Error("an empty table has a page")
	}
	const urls = 5000
	for i := range urls {
		p.add(fmt.Sprint("http://a.example/", i), uint32(i))
		p.add(fmt.Sprint("http://a.example/", i/2), uint32(urls)) // has a page already, but for none
	}
	for i := range 2 * urls {
		page, ok := p.page(fmt.Sprint("http://a.example/", i))
		if ok != (i < urls) || ok && int(page) != i {
			t.Fatalf("%d: page %d, %t", i, page, ok)
		}
	}
	if len(p.table) > 4*urls {
		t.Errorf("a table of %d for %d URLs", len(p.table), urls)
	}
}
