package site

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

func TestIndexFindsTheFirst(t *testing.T) {
	texts := []string{"a", "", "b", "a", "", "c"}
	x := NewIndex(len(texts), func(i int, text string) bool { return texts[i] == text })
	for i, text := range texts {
		first := slices.Index(texts, text)
		if got, added := x.Add(text, i); got != first || added != (first == i) {
			t.Errorf("adding %q as %d: got %d %v, want %d", text, i, got, added, first)
		}
	}
	for _, text := range append(texts, "d", "aa", "\x00") {
		got, ok := x.Find(text)
		if want := slices.Index(texts, text); got != want || ok != (want >= 0) {
			t.Errorf("%q: got %d %v, want %d", text, got, ok, want)
		}
	}
}

// Texts that happen to share a hash are distinguished by their letters, also after the index grows. Numbers may have
// gaps.
func TestIndexOfEqualHashes(t *testing.T) {
	names := map[int]string{}
	x := NewIndex(0, func(i int, text string) bool { return names[i] == text })
	for i := 1; i < 40; i++ {
		names[i*i] = fmt.Sprint("name ", i)
		_, at := x.search(names[i*i], 7)
		x.enter(at, 7, i*i)
	}
	for i, name := range names {
		if got, _ := x.search(name, 7); got != i {
			t.Errorf("%s: got %d, want %d", name, got, i)
		}
	}
	if got, _ := x.search("name 40", 7); got >= 0 {
		t.Errorf("a name that was not added is found as %d", got)
	}
}

func TestInterner(t *testing.T) {
	n := NewInterner()
	if _, ok := n.Find(""); ok || n.Len() != 0 {
		t.Fatal("an empty one finds something")
	}
	for round := range 2 {
		for i := range 10_000 {
			got, added := n.Add(fmt.Sprint(i))
			console.Equal(t, got, i, "round", round)
			console.Equal(t, added, (round == 0), "round", round)
		}
	}
	if i, added := n.Add(""); i != 10_000 || !added || n.String(i) != "" {
		t.Errorf("the empty text: %d %v", i, added)
	}
	for i := range 10_000 {
		text := fmt.Sprint(i)
		if got, ok := n.Find(text); !ok || got != i || n.String(i) != text || string(n.Bytes(i)) != text {
			t.Fatalf("%s is found as %d %v, %q", text, got, ok, n.Bytes(i))
		}
	}
	if _, ok := n.Find("10000"); ok {
		t.Error("a text is found that was not added")
	}
	console.Equal(t, testing.AllocsPerRun(100, func() { n.Find("77"); n.Add("4711") }), 0)
}

// Texts may be longer than a chunk or end where it ends, and stay unchanged when others are added.
func TestInternerOfLongTexts(t *testing.T) {
	n, want := NewInterner(), []string{"a"}
	for _, size := range []int{1 << 10, 3 * chunkSize, chunkSize, chunkSize - 1, 1, chunkSize - 2, 2, chunkSize / 2,
		chunkSize/2 - 1} {
		want = append(want, strings.Repeat(fmt.Sprint(len(want)), size))
	}
	want = append(want, "", "b")
	var got []string
	for i, text := range want {
		if k, added := n.Add(text); k != i || !added {
			t.Fatalf("text %d of %d bytes: got %d %t", i, len(text), k, added)
		}
		got = append(got, n.String(i))
	}
	for i := range want {
		console.Equal(t, got[i], want[i], i)
		console.Equal(t, n.String(i), want[i], i)
	}
}

func FuzzInterner(f *testing.F) {
	f.Add("a b a  c", byte(' '))
	f.Add("\xff\x00\xff", byte(0))
	f.Fuzz(func(t *testing.T, all string, cut byte) {
		n, known := NewInterner(), map[string]int{}
		for from, at := 0, 0; at <= len(all); at++ {
			if at < len(all) && all[at] != cut {
				continue
			}
			text := all[from:at]
			from = at + 1
			want, there := known[text]
			if !there {
				want = len(known)
				known[text] = want
			}
			if got, added := n.Add(text); got != want || added == there {
				t.Fatalf("%q: got %d %v, want %d", text, got, added, want)
			}
		}
		for text, want := range known {
			if got, ok := n.Find(text); !ok || got != want || n.String(got) != text {
				t.Fatalf("%q: found as %d %v, want %d", text, got, ok, want)
			}
		}
	})
}

func TestNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	edges := []uint32{0, 1, isLarge - 1, isLarge, isLarge + 1, 1 << 16, math.MaxUint32}
	var n Numbers
	var want []uint32
	sum := 0
	for range 1000 {
		number := edges[random.IntN(len(edges))]
		if len(want) > 0 && random.IntN(3) == 0 {
			i := random.IntN(len(want))
			sum += int(number) - int(want[i])
			want[i] = number
			n.Set(i, number)
			continue
		}
		sum += int(number)
		want = append(want, number)
		n.Append(number)
	}
	if n.Len() != len(want) || n.Sum() != sum || !n.Equal(NumbersOf(want...)) {
		t.Errorf("%d numbers with the sum %d, want %d with %d", n.Len(), n.Sum(), len(want), sum)
	}
	from, to := len(want)/3, len(want)/2
	most := n.part(from, to)
	part := most.part(1, to-from)
	for i, number := range want[from+1 : to] {
		console.Equal(t, part.At(i), number, "number", i, "of the part")
	}
	other := NumbersOf(slices.Concat(want[:5], []uint32{want[5] + 1}, want[6:])...)
	if n.Equal(other) {
		t.Error("lists that differ in one number are equal")
	}
}

func TestLookup(t *testing.T) {
	known := map[string]int{"b": 2, "a": 1}
	if got, err := Lookup("letter", "b", known); got != 2 || err != nil {
		t.Errorf("got %d, %v", got, err)
	}
	if got, err := Lookup("letter", "c", known); got != 0 || err == nil ||
		err.Error() != `unknown letter "c"; known are a, b` {
		t.Errorf("got %d, %v", got, err)
	}
	console.Equal(t, Names(known), []string{"a", "b"})
}

// The Punycode comes from RFC 3492 section 7.1 and the registries.
func TestShow(t *testing.T) {
	for _, c := range []struct{ address, want string }{
		{"https://xn--mnchen-3ya.example", "https://münchen.example"},
		{"http://xn--e1afmkfd.xn--p1ai:8080", "http://пример.рф:8080"},
		{"http://xn--mnchen-3ya.example/xn--mnchen-3ya?a=b", "http://münchen.example/xn--mnchen-3ya?a=b"},
		{"http://example.com/xn--mnchen-3ya", "http://example.com/xn--mnchen-3ya"},
		{"https://example.com", "https://example.com"},
		{"http://xn--a", "http://xn--a"},
		{"http://xn--mnchen-3ya.xn--\u202e", "http://xn--mnchen-3ya.xn--\u202e"},
		{"http://[::1]:8080", "http://[::1]:8080"},
		{"xn--mnchen-3ya", "xn--mnchen-3ya"},
		{"", ""},
	} {
		console.Equal(t, Show(c.address), c.want, "Show", c.address)
	}
}
