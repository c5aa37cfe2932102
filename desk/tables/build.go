package tables

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"unsafe"

	"sitegraph/site"
)

// The names of the dictionaries.
const (
	urlsName  = "urls"
	textsName = "texts"
)

// Build builds the index of a crawl in a new folder. The folder is removed when the index is closed or ctx ends first.
func Build(ctx context.Context, dir string, c *site.Crawl) (*Index, error) {
	of := schemas
	if c.Hits != nil {
		of = append(slices.Clip(of), hitsSchema)
	}
	return build(ctx, dir, of, func(b *builder) error { return b.crawl(c) })
}

// BuildSearch does the same for the tables of a search by agents.
func BuildSearch(ctx context.Context, dir string, s *site.Search) (*Index, error) {
	return build(ctx, dir, searchSchemas, func(b *builder) error { return b.search(s) })
}

func build(ctx context.Context, dir string, of []schema, write func(*builder) error) (x *Index, err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	b := &builder{ctx: ctx, dir: dir, schemas: of, urls: site.NewInterner(), texts: site.NewInterner()}
	if err = cmp.Or(write(b), b.finish()); err == nil {
		return open(dir, of)
	}
	return nil, errors.Join(fmt.Errorf("tables: %w", err), os.RemoveAll(dir))
}

// builder writes the files of an index. Until the last row, codes number the texts in order of arrival.
type builder struct {
	ctx         context.Context
	dir         string
	schemas     []schema
	urls, texts *site.Interner
	tables      []*tableWriter
	added       int
}

type tableWriter struct {
	*schema
	files []*writer // one per column
	codes []uint32  // of the current row
}

func (b *builder) table(name string) *tableWriter {
	for i := range b.schemas {
		if s := &b.schemas[i]; s.name == name {
			t := &tableWriter{schema: s}
			for _, c := range s.columns {
				t.files = append(t.files, create(columnPath(b.dir, name, c.Name)))
			}
			b.tables = append(b.tables, t)
			return t
		}
	}
	panic("no table " + name) // a bug in this package
}

func columnPath(dir, table, column string) string { return filepath.Join(dir, table+"."+column) }

func (b *builder) url(text string) uint32 {
	i, _ := b.urls.Add(text)
	return uint32(i)
}

func (b *builder) text(text string) uint32 {
	i, _ := b.texts.Add(text)
	return uint32(i)
}

// number returns the code of a number. 0 is an empty cell, which sorts before all others.
func number[N int | int64](n N) uint32 {
	if n < 0 {
		return 0
	}
	return uint32(min(int64(n), math.MaxUint32-1)) + 1
}

// decimal returns the code of a decimal number. The bits of non-negative floats sort like their values.
func decimal(x float64) uint32 { return math.Float32bits(float32(x)) + 1 }

// decimalOf returns the number of a code with the digits that a float32 has.
func decimalOf(code uint32) float64 {
	short := strconv.FormatFloat(float64(math.Float32frombits(code-1)), 'g', -1, 32)
	x, _ := strconv.ParseFloat(short, 64) // parses what was just written
	return x
}

func (b *builder) add(t *tableWriter, codes ...uint32) error {
	for i, code := range codes {
		t.files[i].uint32(code)
	}
	if b.added++; b.added%4096 == 0 {
		return b.ctx.Err()
	}
	return nil
}

func (b *builder) finish() (err error) {
	for _, t := range b.tables {
		for _, f := range t.files {
			err = cmp.Or(err, f.close())
		}
	}
	if err = cmp.Or(err, b.ctx.Err()); err != nil {
		return err
	}
	urls, urlsErr := writeDictionary(b.dir, urlsName, b.urls)
	texts, textsErr := writeDictionary(b.dir, textsName, b.texts)
	err = cmp.Or(urlsErr, textsErr)
	codes := map[Kind][]uint32{URL: urls, Text: texts}
	for _, t := range b.tables {
		for _, c := range t.schema.columns {
			if err = cmp.Or(err, b.ctx.Err()); err == nil && codes[c.Kind] != nil {
				err = translate(columnPath(b.dir, t.name, c.Name), codes[c.Kind])
			}
		}
	}
	return err
}

// translate replaces the numbers in a file by their codes.
func translate(path string, codes []uint32) (err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	block := make([]uint32, 1<<16)
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&block[0])), 4*len(block))
	for at := int64(0); ; {
		n, err := io.ReadFull(f, raw)
		if n == 0 && errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		for i := range n / 4 {
			block[i] = codes[block[i]]
		}
		if _, err := f.WriteAt(raw[:n], at); err != nil {
			return err
		}
		at += int64(n)
	}
}
