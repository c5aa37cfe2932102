package state

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

var thing = Frame{Kind: "thing policy", Version: 3, Name: "best"}

// things has a value of every sort.
type things struct {
	small   uint8
	signed  int64
	seed    uint64
	page    uint32
	share   float64
	endless float64
	on      bool
	name    string
	list    []uint32
	fixed   []int
	floats  []float64
	random  rand.PCG
}

func (s *things) code(c *Coder) {
	Int(c, &s.small, 1, 200)
	Int(c, &s.signed, math.MinInt64, math.MaxInt64)
	Int(c, &s.seed, 0, math.MaxUint64)
	Int(c, &s.page, 0, math.MaxUint32)
	c.Float(&s.share, 0, 1)
	c.Float(&s.endless, math.Inf(-1), math.Inf(1))
	c.Flag(&s.on)
	c.Text(&s.name, 9)
	List(c, &s.list, 0, 7)
	Ints(c, &s.fixed, 2, -3, 3)
	c.Floats(&s.floats, 2)
	c.Random(&s.random)
}

func example() *things {
	return &things{
		small: 200, signed: math.MinInt64, seed: math.MaxUint64, page: math.MaxUint32, share: 1, endless: math.Inf(-1),
		on: true, name: "a\x00ü", list: []uint32{7, 0, 3}, fixed: []int{-3, 3}, floats: []float64{-math.MaxFloat64, 0.1},
		random: *rand.NewPCG(1, 2),
	}
}

func saved(t testing.TB, s *things) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := thing.Save(&b, s.code); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRestored: what was written is read, from any reader.
func TestRestored(t *testing.T) {
	want := example()
	var got things
	if err := thing.Restore(iotest.OneByteReader(bytes.NewReader(saved(t, want))), got.code); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&got, want) {
		t.Errorf("%+v, want %+v", &got, want)
	}
}

// TestFormat: the bytes are those of the package comment. The check sum of an
// empty state was computed with zlib of Python.
func TestFormat(t *testing.T) {
	var b bytes.Buffer
	n, x := -2, 1.0
	err := thing.Save(&b, func(c *Coder) {
		Int(c, &n, -9, 9)
		c.Finite(&x)
	})
	want := "sitegraph\tthing policy\t3\tbest\t9\n\x03\x00\x00\x00\x00\x00\x00\xf0\x3f"
	if whole := b.String(); err != nil || whole[:len(whole)-sumSize] != want {
		t.Errorf("%q, %v", whole, err)
	}
	b.Reset()
	if err := thing.Seal(&b, nil); err != nil || !strings.HasSuffix(b.String(), "\t0\n\xce\x1aH\xa4") {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// TestFrames: each fault has its own words, and whatever is cut or turned is
// refused.
func TestFrames(t *testing.T) {
	good := saved(t, example())
	turned := bytes.Clone(good)
	turned[len(good)-9] ^= 1
	other := func(old, new string) []byte { return bytes.Replace(good, []byte(old), []byte(new), 1) }
	for _, c := range []struct {
		what  string
		state []byte
		want  string
	}{
		{"nothing", nil, "no saved state"},
		{"a text", []byte("a,b\n1,2\n"), "no saved state"},
		{"half a first line", good[:20], "cut short in its first line"},
		{"another kind", other("thing policy", "king policy"), `a "king policy", not of a "thing policy"`},
		{"another version", other("\t3\t", "\t4\t"), `version "4"; this program knows version 3`},
		{"another policy", other("best", "bust"), `thing policy "bust", not of "best"`},
		{"no length", other("best\t", "best\t-"), "no length"},
		{"cut", good[:len(good)-1], "cut short"},
		{"longer", append(bytes.Clone(good), 7), "1 bytes too many"},
		{"turned", turned, "check sum"},
	} {
		_, err := thing.Open(bytes.NewReader(c.state))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x21
		for _, state := range [][]byte{good[:i], bad} {
			if _, err := thing.Open(bytes.NewReader(state)); err == nil {
				t.Fatalf("byte %d: no error", i)
			}
		}
	}
}

// TestValues: what is out of bounds, is not there or is too much is refused,
// and the first error is the one that is told.
func TestValues(t *testing.T) {
	var n int
	var b byte
	var x float64
	var list []uint64
	var floats []float64
	nan := "\x01\x00\x00\x00\x00\x00\xf8\x7f"
	for _, c := range []struct {
		what, body string
		code       func(*Coder)
		want       string
	}{
		{"too great", "\x04", func(c *Coder) { Int(c, &n, 0, 1) }, "2 stands where a number from 0 to 1"},
		{"too small", "\x01", func(c *Coder) { Int(c, &n, 0, 1) }, "-1 stands"},
		{"too great for its type", "\x80\x04", func(c *Coder) { Int(c, &b, 0, 255) }, "256 stands"},
		{"no integer", "\x80", func(c *Coder) { Int(c, &n, 0, 1) }, "no integer"},
		{"an endless integer", strings.Repeat("\xff", 11), func(c *Coder) { Int(c, &n, 0, 1) }, "no integer"},
		{"not a number", nan, func(c *Coder) { c.Float(&x, math.Inf(-1), math.Inf(1)) }, "NaN stands"},
		{"half a float", "1234", func(c *Coder) { c.Finite(&x) }, "too early"},
		{"more than there is", "\x06\x00\x00", func(c *Coder) { c.Length(&n) }, "3 things stand in 2 bytes"},
		{"a long list", "\x00", func(c *Coder) { Ints(c, &list, math.MaxInt, 0, 1) }, "too early"},
		{"a negative list", "\x00", func(c *Coder) { c.Floats(&floats, -1) }, "too early"},
		{"a float in the list", nan, func(c *Coder) { c.Floats(&floats, 1) }, "NaN"},
		{"too much", "\x00\x00", func(c *Coder) { Int(c, &n, 0, 1) }, "1 bytes too many"},
		{"first", "\x04", func(c *Coder) { Int(c, &n, 0, 1); c.Fail("later"); Int(c, &n, 0, 9) }, "2 stands"},
	} {
		var state bytes.Buffer
		if err := thing.Seal(&state, []byte(c.body)); err != nil {
			t.Fatal(err)
		}
		if err := thing.Restore(&state, c.code); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
	if n != 0 || x != 0 || list != nil || b != 0 {
		t.Errorf("refused values were taken: %v %v %v %v", n, x, list, b)
	}
}

// TestSaveFails: what could not be read is not written, and what the disk says
// comes back.
func TestSaveFails(t *testing.T) {
	full := errors.New("no space")
	if err := thing.Save(failing{full}, example().code); !errors.Is(err, full) || !strings.Contains(err.Error(), "thing policy best") {
		t.Error(err)
	}
	for i, wrong := range []func(s *things){
		func(s *things) { s.small = 0 },
		func(s *things) { s.share = math.NaN() },
		func(s *things) { s.name = "longer than nine" },
		func(s *things) { s.list[1] = 8 },
		func(s *things) { s.fixed = nil },
	} {
		s, b := example(), bytes.Buffer{}
		if wrong(s); thing.Save(&b, s.code) == nil || b.Len() > 0 {
			t.Errorf("%d: no error, or something was written", i)
		}
	}
	if _, err := thing.Open(iotest.ErrReader(full)); !errors.Is(err, full) {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzState: no bytes make Restore panic, in a right frame or in none, and what
// is taken is written and read as the same.
func FuzzState(f *testing.F) {
	whole := saved(f, example())
	body, err := thing.Open(bytes.NewReader(whole))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(body)
	f.Add(body[:len(body)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		thing.Restore(bytes.NewReader(data), new(things).code)
		var state bytes.Buffer
		if err := thing.Seal(&state, data); err != nil {
			t.Fatal(err)
		}
		var one, two things
		if thing.Restore(&state, one.code) != nil {
			return
		}
		if err := thing.Restore(bytes.NewReader(saved(t, &one)), two.code); err != nil || !reflect.DeepEqual(&one, &two) {
			t.Fatalf("%+v, then %+v, %v", one, two, err)
		}
	})
}
