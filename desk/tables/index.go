package tables

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"unsafe"

	"github.com/edsrzf/mmap-go"
)

// ErrClosed is the error of a query to an index that a newer one replaced.
var ErrClosed = errors.New("the table was rebuilt: ask again")

// Index is the tables of a crawl. Several goroutines may query it.
type Index struct {
	dir         string
	urls, texts *dictionary
	tables      map[string]*Table

	mu     sync.Mutex
	users  int
	closed bool
}

// Table is one table of an index.
type Table struct {
	*schema
	index   *Index
	rows    int
	columns []*mapped[uint32]
	widths  []func() int // of the columns, in bits; computed on demand
	sets    cache
	out     struckRows
	classes func() []Class // computed on demand
}

func open(dir string, of []schema) (x *Index, err error) {
	x = &Index{dir: dir, tables: map[string]*Table{}}
	var textsErr error
	x.urls, err = openDictionary(dir, urlsName)
	x.texts, textsErr = openDictionary(dir, textsName)
	err = cmp.Or(err, textsErr)
	for i := range of {
		s := &of[i]
		t := &Table{schema: s, index: x}
		for _, c := range s.columns {
			column, columnErr := mapFile[uint32](columnPath(dir, s.name, c.Name))
			err = cmp.Or(err, columnErr)
			t.columns = append(t.columns, column)
			t.widths = append(t.widths, sync.OnceValue(func() int { return widthOf(column.data) }))
			t.rows = len(column.data)
		}
		t.classes = sync.OnceValue(t.countClasses)
		x.tables[s.name] = t
	}
	if err != nil {
		x.Close()
		return nil, fmt.Errorf("tables: %w", err)
	}
	return x, nil
}

// Close removes the index once its last query is answered.
func (x *Index) Close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed = true; x.users == 0 {
		x.unmap()
	}
}

// use keeps the index open until done is called.
func (x *Index) use() (done func(), err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return nil, ErrClosed
	}
	x.users++
	return x.release, nil
}

func (x *Index) release() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.users--; x.users == 0 && x.closed {
		x.unmap()
	}
}

func (x *Index) unmap() {
	for _, d := range []*dictionary{x.urls, x.texts} {
		if d != nil {
			d.close()
		}
	}
	x.urls, x.texts = nil, nil
	for _, t := range x.tables {
		for _, c := range t.columns {
			c.close()
		}
	}
	x.tables = nil
	_ = os.RemoveAll(x.dir) // the rest goes with the parent folder
}

type mapped[T any] struct {
	data []T
	raw  mmap.MMap
}

// mapFile maps a file of numbers in this machine's byte order.
func mapFile[T any](path string) (*mapped[T], error) {
	m := &mapped[T]{}
	f, err := os.Open(path)
	if err != nil {
		return m, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() == 0 {
		return m, err
	}
	if m.raw, err = mmap.Map(f, mmap.RDONLY, 0); err == nil {
		var one T
		m.data = unsafe.Slice((*T)(unsafe.Pointer(&m.raw[0])), len(m.raw)/int(unsafe.Sizeof(one)))
	}
	return m, err
}

func (m *mapped[T]) close() {
	if m != nil && m.raw != nil {
		_ = m.raw.Unmap()
		m.data = nil
	}
}

// writer writes a file of numbers and keeps the first error.
type writer struct {
	*bufio.Writer
	file *os.File
	err  error
	buf  [8]byte
}

func create(path string) *writer {
	f, err := os.Create(path)
	return &writer{Writer: bufio.NewWriterSize(f, 1<<16), file: f, err: err}
}

func (w *writer) uint32(n uint32) {
	binary.NativeEndian.PutUint32(w.buf[:], n)
	w.Write(w.buf[:4])
}

func (w *writer) uint64(n uint64) {
	binary.NativeEndian.PutUint64(w.buf[:], n)
	w.Write(w.buf[:8])
}

func (w *writer) close() error {
	if w.err != nil {
		return w.err
	}
	return errors.Join(w.Flush(), w.file.Close())
}
