package extractor

import (
	"bytes"
	"slices"

	"sitegraph/site"
)

// urlID stands for one URL. A URL that is its own normal form is its own key.
type urlID uint32

const noURL = ^urlID(0)

// urlTable numbers all URLs of a walk in the order in which they are first
// mentioned. It belongs to the goroutine that owns the walk.
type urlTable struct {
	texts *site.Interner
	keys  []urlID // the normalized URL of each URL
}

func newURLTable() *urlTable { return &urlTable{texts: site.NewInterner()} }

func (t *urlTable) Len() int { return len(t.keys) }

// bytes returns the text of a URL; it belongs to the table.
func (t *urlTable) bytes(id urlID) []byte { return t.texts.Bytes(int(id)) }

func (t *urlTable) String(id urlID) string { return t.texts.String(int(id)) }

// key returns the normalized URL of a URL.
func (t *urlTable) key(id urlID) urlID { return t.keys[id] }

// find returns the id of a text, or noURL.
func (t *urlTable) find(text string) urlID {
	if i, ok := t.texts.Find(text); ok {
		return urlID(i)
	}
	return noURL
}

// add returns the id of a URL, new or known. A key that is another text is
// added first.
func (t *urlTable) add(url, key string) urlID {
	if key != url {
		if id := t.find(url); id != noURL {
			return id
		}
		k := t.add(key, key)
		id, _ := t.texts.Add(url)
		t.keys = append(t.keys, k)
		return urlID(id)
	}
	id, added := t.texts.Add(url)
	if added {
		t.keys = append(t.keys, urlID(id))
	}
	return urlID(id)
}

func (t *urlTable) sort(ids []urlID) {
	slices.SortFunc(ids, func(a, b urlID) int { return bytes.Compare(t.bytes(a), t.bytes(b)) })
}

// distinct sorts URLs by their text, each once.
func (t *urlTable) distinct(ids []urlID) []urlID {
	t.sort(ids)
	return slices.Compact(ids)
}

// column holds a number for each URL. It grows as it is written; what was
// never written is 0.
type column []int32

func (c column) get(id urlID) int32 {
	if int(id) < len(c) {
		return c[id]
	}
	return 0
}

// set writes a number; size is the length that the column will have at least.
func (c *column) set(id urlID, v int32, size int) {
	if int(id) >= len(*c) {
		*c = append(*c, make([]int32, max(size, int(id)+1)-len(*c))...)
	}
	(*c)[id] = v
}
