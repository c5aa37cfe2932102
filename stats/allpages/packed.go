package allpages

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/edsrzf/mmap-go"

	"sitegraph/stats"
)

// packed holds an ascending list of page numbers for every page in a memory-mapped file. Numbers are varints of the
// difference to the previous one; the first is relative to its page (much as in Boldi and Vigna, "The WebGraph
// framework I", WWW 2004).
type packed struct {
	file    *os.File
	bytes   mmap.MMap
	offsets []uint64 // where each list begins in the file, plus the end
}

func (p *packed) Len() int { return len(p.offsets) - 1 }

func (p *packed) Reader() func(i int) []uint32 {
	var list []uint32
	return func(i int) []uint32 {
		list = unpack(list[:0], uint32(i), p.bytes[p.offsets[i]:p.offsets[i+1]])
		return list
	}
}

func unpack(list []uint32, page uint32, text []byte) []uint32 {
	if len(text) == 0 {
		return list
	}
	first, n := binary.Varint(text)
	last := uint32(int64(page) + first)
	list = append(list, last)
	for text = text[n:]; len(text) > 0; text = text[n:] {
		if n = 1; text[0] < 0x80 {
			last += uint32(text[0]) + 1
		} else {
			var gap uint64
			gap, n = binary.Uvarint(text)
			last += uint32(gap) + 1
		}
		list = append(list, last)
	}
	return list
}

// rest releases the memory into which the file was read.
func (p *packed) rest() error {
	if p.bytes == nil {
		return nil
	}
	if err := p.bytes.Unmap(); err != nil {
		return err
	}
	return p.open()
}

func (p *packed) open() (err error) {
	if p.bytes, err = mmap.Map(p.file, mmap.RDONLY, 0); err != nil {
		return fmt.Errorf("map a file of arcs into memory: %w", err)
	}
	return nil
}

func (p *packed) close() error {
	var err error
	if p.bytes != nil {
		err = p.bytes.Unmap()
	}
	return errors.Join(err, p.file.Close(), os.Remove(p.file.Name()))
}

type packer struct {
	packed
	w    *bufio.Writer
	text []byte
}

func newPacker(dir string, pages int) (*packer, error) {
	f, err := os.CreateTemp(dir, ".tmp-arcs-")
	if err != nil {
		return nil, fmt.Errorf("a file for arcs: %w", err)
	}
	return &packer{packed: packed{file: f, offsets: make([]uint64, 1, pages+1)}, w: bufio.NewWriterSize(f, 1<<20)}, nil
}

func (p *packer) add(list []uint32) error {
	page := len(p.offsets) - 1
	p.text = p.text[:0]
	for k, number := range list {
		if k == 0 {
			p.text = binary.AppendVarint(p.text, int64(number)-int64(page))
		} else {
			p.text = binary.AppendUvarint(p.text, uint64(number-list[k-1]-1))
		}
	}
	p.offsets = append(p.offsets, p.offsets[page]+uint64(len(p.text)))
	if _, err := p.w.Write(p.text); err != nil {
		return fmt.Errorf("a file for arcs: %w", err)
	}
	return nil
}

// finish maps the file for reading. If that fails, it removes the file.
func (p *packer) finish() (*packed, error) {
	err := p.w.Flush()
	if err != nil {
		err = fmt.Errorf("a file for arcs: %w", err)
	} else if p.offsets[len(p.offsets)-1] > 0 { // an empty file cannot be mapped
		err = p.open()
	}
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	done := p.packed // drops the buffer
	return &done, nil
}

// reversed packs n lists: i is in the list of j if j is in lists' list of i. It scans lists repeatedly, so that it
// never holds more than most numbers of 4 bytes each.
func reversed(dir string, lists *packed, most int) (*packed, error) {
	n := lists.Len()
	counts, of := make([]uint32, n), lists.Reader()
	for i := range n {
		for _, j := range of(i) {
			counts[j]++
		}
	}
	p, err := newPacker(dir, n)
	if err != nil {
		return nil, err
	}
	for from := 0; from < n && err == nil; {
		to, held := from, 0
		for to < n && (to == from || held+int(counts[to]) <= most) {
			held += int(counts[to])
			to++
		}
		err = p.addReversed(of, n, from, counts[from:to], held)
		from = to
	}
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p.finish()
}

// addReversed adds the reversed lists, with the given lengths, of the pages from from on. held is their total length.
func (p *packer) addReversed(of func(int) []uint32, n, from int, counts []uint32, held int) error {
	next, numbers := make([]int, len(counts)+1), make([]uint32, held)
	for k, count := range counts {
		next[k+1] = next[k] + int(count)
	}
	for i := range n {
		for _, j := range of(i) {
			if k := int(j) - from; 0 <= k && k < len(counts) {
				numbers[next[k]] = uint32(i)
				next[k]++
			}
		}
	}
	begin := 0
	for k := range counts { // each list ends where the next one began
		if err := p.add(numbers[begin:next[k]]); err != nil {
			return err
		}
		begin = next[k]
	}
	return nil
}

// neighbours packs the undirected graph: for every page, the other pages in either of two lists.
func neighbours(dir string, out, in *packed) (*packed, error) {
	p, err := newPacker(dir, out.Len())
	if err != nil {
		return nil, err
	}
	a, b := out.Reader(), in.Reader()
	var list []uint32
	for i := range out.Len() {
		list = stats.AppendNeighbours(list[:0], uint32(i), a(i), b(i))
		if err := p.add(list); err != nil {
			return nil, errors.Join(err, p.close())
		}
	}
	return p.finish()
}
