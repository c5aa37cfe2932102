package tables

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"

	"sitegraph/site"
)

// dictionary has each text once, in the order of compareTexts. The index of a text is its code.
type dictionary struct {
	texts  texts
	folded texts // in lower case, each followed by a line break
}

// texts has texts in a row. Text i begins at starts[i].
type texts struct {
	starts *mapped[uint64]
	bytes  *mapped[byte]
}

func (t texts) len() int { return len(t.starts.data) - 1 }

func (t texts) text(i uint32) []byte { return t.bytes.data[t.starts.data[i]:t.starts.data[i+1]] }

// compareTexts compares in the order of codes: alphabetically regardless of case for ASCII, then by bytes.
func compareTexts(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if x, y := lower(a[i]), lower(b[i]); x != y {
			return cmp.Compare(x, y)
		}
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), bytes.Compare(a, b))
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// folded returns a text in lower case and on one line, as searches compare it.
func folded(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ToLower(text), []byte("\n"), []byte(" "))
}

// writeDictionary writes a dictionary and returns the codes of the texts by their numbers.
func writeDictionary(dir, name string, all *site.Interner) (codes []uint32, err error) {
	order := site.UpTo[uint32](all.Len())
	slices.SortFunc(order, func(a, b uint32) int { return compareTexts(all.Bytes(int(a)), all.Bytes(int(b))) })
	plain, lower := newTextWriter(dir, name), newTextWriter(dir, name+".folded")
	codes = make([]uint32, len(order))
	for code, i := range order {
		codes[i] = uint32(code)
		plain.add(all.Bytes(int(i)))
		lower.add(append(folded(all.Bytes(int(i))), '\n'))
	}
	return codes, cmp.Or(plain.close(), lower.close())
}

type textWriter struct {
	starts, bytes *writer
	size          uint64
}

func newTextWriter(dir, name string) *textWriter {
	path := filepath.Join(dir, name)
	t := &textWriter{starts: create(path + ".starts"), bytes: create(path + ".texts")}
	t.starts.uint64(0)
	return t
}

func (t *textWriter) add(text []byte) {
	t.bytes.Write(text)
	t.size += uint64(len(text))
	t.starts.uint64(t.size)
}

func (t *textWriter) close() error { return cmp.Or(t.starts.close(), t.bytes.close()) }

func openDictionary(dir, name string) (d *dictionary, err error) {
	d = &dictionary{}
	for _, t := range []struct {
		to   *texts
		name string
	}{{&d.texts, name}, {&d.folded, name + ".folded"}} {
		starts, startsErr := mapFile[uint64](filepath.Join(dir, t.name+".starts"))
		bytes, bytesErr := mapFile[byte](filepath.Join(dir, t.name+".texts"))
		*t.to = texts{starts: starts, bytes: bytes}
		err = cmp.Or(err, startsErr, bytesErr)
	}
	return d, err
}

func (d *dictionary) close() {
	for _, t := range []texts{d.texts, d.folded} {
		t.starts.close()
		t.bytes.close()
	}
}

func (d *dictionary) find(text string) (code uint32, ok bool) {
	i, ok := sort.Find(d.texts.len(), func(i int) int { return compareTexts([]byte(text), d.texts.text(uint32(i))) })
	return uint32(i), ok
}

// containing returns the codes of the texts that contain a text in any case.
func (d *dictionary) containing(text string) set {
	needle := folded([]byte(strings.TrimSpace(text)))
	return d.inParts(func(from, to int, found set) {
		all, starts := d.folded.bytes.data, d.folded.starts.data
		at, code := starts[from], from
		for at < starts[to] {
			i := bytes.Index(all[at:starts[to]], needle)
			if i < 0 {
				return
			}
			code = after(starts[:to+1], code, at+uint64(i)) - 1
			found.add(uint32(code))
			code++
			at = starts[code]
		}
	})
}

// after returns the index of the first start beyond offset. It searches near from, as hits are often close together.
func after(starts []uint64, from int, offset uint64) int {
	step := 1
	for from+step < len(starts) && starts[from+step] <= offset {
		step *= 2
	}
	to := min(from+step, len(starts))
	from += step / 2
	return from + sort.Search(to-from, func(i int) bool { return starts[from+i] > offset })
}

const looks = 256 // a search checks its context after this many texts

func (d *dictionary) matching(ctx context.Context, pattern *regexp.Regexp) set {
	return d.inParts(func(from, to int, found set) {
		for i := from; i < to; i++ {
			if i%looks == 0 && ctx.Err() != nil {
				return
			}
			if pattern.Match(d.texts.text(uint32(i))) {
				found.add(uint32(i))
			}
		}
	})
}

func (d *dictionary) withHost(host string) set {
	return d.inParts(func(from, to int, found set) {
		for i := from; i < to; i++ {
			own := hostOf(d.texts.text(uint32(i)))
			if rest, ok := bytes.CutSuffix(own, []byte(host)); ok && (len(rest) == 0 || rest[len(rest)-1] == '.') {
				found.add(uint32(i))
			}
		}
	})
}

func hostOf(url []byte) []byte {
	_, rest, _ := bytes.Cut(url, []byte("://"))
	if end := bytes.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	if colon := bytes.LastIndexByte(rest, ':'); colon >= 0 && bytes.IndexByte(rest[colon:], ']') < 0 {
		rest = rest[:colon]
	}
	return rest
}

// inParts searches all codes, several parts at the same time.
func (d *dictionary) inParts(look func(from, to int, found set)) set {
	found := newSet(d.texts.len())
	inParts(len(found), func(from, to int) { look(from*64, min(to*64, d.texts.len()), found) })
	return found
}

const fewWords = 1 << 10 // fewer words are not worth another goroutine

// inParts calls f for parts of 0..words at the same time.
func inParts(words int, f func(from, to int)) {
	parts := max(1, min(runtime.GOMAXPROCS(0), words/fewWords))
	var all site.Group
	for p := range parts {
		all.Go(func() { f(words*p/parts, words*(p+1)/parts) })
	}
	all.Wait()
}
