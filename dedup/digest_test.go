package dedup

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// long is just long enough to be compared, and short is too short.
var (
	long  = strings.Repeat("ä", minText)
	short = strings.Repeat("ä", minText-1) // more than minText bytes
)

// For each key, contents in the same class have equal digests, and all others differ.
func TestSame(t *testing.T) {
	contents := map[string]site.Content{
		"A": {Body: []byte("<p>x"), Text: long},
		"B": {Body: []byte("<p>x"), Text: long}, // other key
		"C": {Body: []byte("<b>x"), Text: long}, // other markup
		"D": {Body: []byte("<p>y"), Text: long}, // other links
		"E": {Body: []byte("<p>z"), Text: long + "!"},
		"F": {Body: []byte("<p>1"), Text: short}, // too short to tell
		"G": {Body: []byte("<p>2"), Text: short},
		"H": {Body: []byte("<p>2"), Text: short},
		"I": {},
		"J": {Body: []byte{}},
		// These differ in where one part ends and the next begins.
		"K": {Body: []byte("k"), Text: long},
		"L": {Body: []byte("l"), Text: long},
		"M": {Body: []byte("m"), Text: long + "http://h/1"},
	}
	targets := map[string][]string{"A": {"http://h/1"}, "B": {"http://h/1"}, "C": {"http://h/1"}, "D": {"http://h/2"},
		"E": {"http://h/1"}, "K": {"http://h/1", "http://h/2"}, "L": {"http://h/1http://h/2"}}
	for name, classes := range map[string][]string{
		"none":  {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M"},
		"exact": {"AB", "C", "D", "E", "F", "GH", "IJ", "K", "L", "M"},
		"text":  {"ABC", "D", "E", "F", "GH", "IJ", "K", "L", "M"},
	} {
		seen := map[site.Digest]string{}
		for _, class := range classes {
			for i, letter := range strings.Split(class, "") {
				got := whole(t, name, "http://h/"+letter, contents[letter], targets[letter])
				if other, known := seen[got]; known != (i > 0) || known && other != class {
					t.Errorf("%s: %s of class %s has the digest of class %q", name, letter, class, other)
				}
				seen[got] = class
			}
		}
	}
}

// whole returns the digest of a content and its URL, which links to some URLs of the site.
func whole(t testing.TB, name, url string, c site.Content, targets []string) site.Digest {
	t.Helper()
	key, err := New(name)
	console.Must(t, err)
	if key.PerURL {
		return OfURL(url)
	}
	if key.Open == nil || key.Open(c) == nil {
		return Digest(c)
	}
	digest, err := key.Open(c).With(slices.Values(targets))
	console.Must(t, err)
	return digest
}

// The digest covers the text and the links, each after a zero byte. This one is sha256sum of "sitegraph text", a zero
// byte, 64 times x, a zero byte, and "http://h/1".
func TestTextIsSHA256(t *testing.T) {
	c := site.Content{Text: strings.Repeat("x", minText)}
	got := whole(t, "text", "", c, []string{"http://h/1"})
	console.Equal(t, hex.EncodeToString(got[:]), "f29c80c8ed5b3a1792ab101cb84657d7")
}

// An exact digest is the first half of what sha256sum prints.
func TestExactIsSHA256(t *testing.T) {
	got := Digest(site.Content{Body: []byte("abc")})
	console.Equal(t, hex.EncodeToString(got[:]), "ba7816bf8f01cfea414140de5dae2223")
}

func TestNames(t *testing.T) {
	console.Equal(t, site.Names(keys), []string{"exact", "none", "stable", "text"}, "names")
	_, err := New("near")
	if err == nil || !strings.Contains(err.Error(), `"near"`) ||
		!strings.Contains(err.Error(), "exact, none, stable, text") {
		t.Errorf("unknown name: %v", err)
	}
}

// Masked is the part of a page that counts.
type Masked struct {
	Digest site.Digest // of the texts that count, in order
	Size   int         // bytes of texts that count completely
	Hidden []int       // indices of masked links, nil if none
}

// Apply returns the part of a page that counts. A nil *Masks hides nothing.
func (m *Masks) Apply(pieces []Piece) Masked {
	var room [512]uint64
	var masked Masked
	keys := m.AppendKeys(room[:0], newSide(pieces).plain)
	var block [4096]byte
	buffer := block[:0]
	for i, key := range keys {
		switch p := &pieces[i]; {
		case p.URL != "":
			if key == 0 {
				masked.Hidden = append(masked.Hidden, i)
			}
		case key != 0:
			buffer = binary.LittleEndian.AppendUint64(buffer, key)
			if key == p.Text {
				masked.Size += p.Size()
			}
		}
	}
	full := sha256.Sum256(buffer)
	masked.Digest = site.Digest(full[:16])
	return masked
}
