package export

import (
	"encoding/binary"
	"math/bits"

	"github.com/klauspost/compress/zstd"

	"sitegraph/site"
)

// A Parquet file consists of row groups, each with a chunk of pages per column, and a footer in Thrift's compact
// protocol. See https://parquet.apache.org/docs/file-format and parquet.thrift, which defines the numbers below.
// Each chunk has one data page (version 1), preceded by a dictionary page if its texts repeat enough.

const (
	// parquetGroup is the maximum number of rows in a row group, enough for parallel readers and fine for memory.
	// parquetGroupBytes ends a group of long texts earlier.
	parquetGroup      = 1 << 16
	parquetGroupBytes = 64 << 20
	parquetDictionary = 1 << 20 // maximum bytes of a column's dictionary in a row group
	parquetMagic      = "PAR1"
)

// These are enums of parquet.thrift.
const (
	encodingPlain, encodingRLE, encodingDictionary = 0, 3, 8
	codecZstd                                      = 6
	pageOfData, pageOfDictionary                   = 0, 2
)

type parquetKind struct {
	physical  int64 // Type
	converted int64 // ConvertedType, -1 for none
	logical   []thriftField
}

var (
	parquetBoolean = parquetKind{0, -1, nil}
	parquetLong    = parquetKind{2, -1, nil}
	parquetDouble  = parquetKind{5, -1, nil}
	parquetText    = parquetKind{6, 0, []thriftField{thriftNested(1)}} // STRING
	parquetTime    = parquetKind{2, 9, []thriftField{                  // TIMESTAMP in UTC, milliseconds
		thriftNested(8, thriftTrue(1), thriftNested(2, thriftNested(1)))}}
)

type parquetFile struct {
	o       *out
	zstd    *zstd.Encoder
	columns []*parquetColumn
	at      int64 // bytes written
	rows    int64 // rows of the groups already written
	held    int64 // rows of the current group
	groups  [][]byte
}

func newParquetFile(o *out) (*parquetFile, error) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	f := &parquetFile{o: o, zstd: z}
	return f, f.write([]byte(parquetMagic))
}

func (f *parquetFile) write(b []byte) error {
	f.at += int64(len(b))
	_, err := f.o.Write(b)
	return err
}

// endRow must be called after each column got its value for a row.
func (f *parquetFile) endRow() error {
	f.held++
	if f.held < parquetGroup && f.held%256 != 0 {
		return nil
	}
	size := site.Sum(f.columns, func(c *parquetColumn) int { return len(c.plain) + len(c.dictionary) })
	if f.held < parquetGroup && size < parquetGroupBytes {
		return nil
	}
	return f.endGroup()
}

func (f *parquetFile) endGroup() error {
	from := f.at
	var chunks [][]byte
	var whole int64
	for _, c := range f.columns {
		chunk, size, err := f.chunk(c)
		if err != nil {
			return err
		}
		chunks, whole = append(chunks, chunk), whole+size
		c.clear()
	}
	f.groups = append(f.groups, thriftStruct(thriftList(1, thriftIsStruct, chunks...), thriftLong(2, whole),
		thriftLong(3, f.held), thriftLong(5, from), thriftLong(6, f.at-from)))
	f.rows, f.held = f.rows+f.held, 0
	return nil
}

// chunk writes the pages of a column. It returns the ColumnChunk and the size before compression.
func (f *parquetFile) chunk(c *parquetColumn) (meta []byte, whole int64, err error) {
	from, encoding, body := f.at, int64(encodingPlain), c.levels(f.held)
	var dictionary []thriftField
	if len(c.indexes) > 0 {
		dictionary = []thriftField{thriftLong(11, from)}
		of := thriftNested(7, thriftInt(1, int64(len(c.places))), thriftInt(2, encodingPlain))
		if whole, err = f.page(pageOfDictionary, of, c.dictionary); err != nil {
			return nil, 0, err
		}
		encoding = encodingDictionary
		width := max(1, bits.Len(uint(len(c.places)-1)))
		body = bitPacked(append(body, byte(width)), c.indexes, width)
	} else {
		body = append(body, c.plain...)
	}
	data := f.at
	of := thriftNested(5, thriftInt(1, f.held), thriftInt(2, encoding), thriftInt(3, encodingRLE),
		thriftInt(4, encodingRLE))
	size, err := f.page(pageOfData, of, body)
	whole += size
	encodings := [][]byte{thriftNumber(encodingPlain), thriftNumber(encodingRLE), thriftNumber(encodingDictionary)}
	if encoding == encodingPlain {
		encodings = encodings[:2]
	}
	fields := append([]thriftField{thriftInt(1, c.kind.physical), thriftList(2, thriftIsInt, encodings...),
		thriftList(3, thriftIsText, thriftBytes(c.name)), thriftInt(4, codecZstd), thriftLong(5, f.held),
		thriftLong(6, whole), thriftLong(7, f.at-from), thriftLong(9, data)}, dictionary...)
	fields = append(fields, thriftNested(12, thriftLong(3, f.held-c.known))) // null_count
	return thriftStruct(thriftLong(2, from), thriftNested(3, fields...)), whole, err
}

func (f *parquetFile) page(kind int64, of thriftField, body []byte) (whole int64, err error) {
	packed := f.zstd.EncodeAll(body, nil)
	header := thriftStruct(thriftInt(1, kind), thriftInt(2, int64(len(body))), thriftInt(3, int64(len(packed))), of)
	if err := f.write(header); err != nil {
		return 0, err
	}
	return int64(len(header) + len(body)), f.write(packed)
}

func (f *parquetFile) end() error {
	if f.held > 0 {
		if err := f.endGroup(); err != nil {
			return err
		}
	}
	schema := [][]byte{thriftStruct(thriftText(4, "sitegraph"), thriftInt(5, int64(len(f.columns))))}
	schema = append(schema, site.Each(f.columns, (*parquetColumn).element)...)
	footer := thriftStruct(thriftInt(1, 1), thriftList(2, thriftIsStruct, schema...), thriftLong(3, f.rows),
		thriftList(4, thriftIsStruct, f.groups...), thriftText(6, "sitegraph version 1 (build 0)"))
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
	return f.write(append(footer, parquetMagic...))
}

type parquetColumn struct {
	name     string
	kind     parquetKind
	nullable bool
	there    []uint32 // for each row of a nullable column, 1 if it has a value, else 0
	known    int64    // rows with a value
	plain    []byte   // values in PLAIN encoding, unless there is a dictionary
	// places has each text's index in the dictionary, indexes each row's. All are empty once the dictionary is too big.
	places     map[string]uint32
	dictionary []byte
	indexes    []uint32
}

func (c *parquetColumn) clear() {
	clear(c.places)
	c.there, c.known, c.plain = c.there[:0], 0, c.plain[:0]
	c.dictionary, c.indexes = c.dictionary[:0], c.indexes[:0]
}

func (c *parquetColumn) null() { c.there = append(c.there, 0) }

func (c *parquetColumn) value() {
	if c.known++; c.nullable {
		c.there = append(c.there, 1)
	}
}

func (c *parquetColumn) long(n int64) {
	c.value()
	c.plain = binary.LittleEndian.AppendUint64(c.plain, uint64(n))
}

func (c *parquetColumn) boolean(is bool) {
	if c.known%8 == 0 {
		c.plain = append(c.plain, 0)
	}
	if is {
		c.plain[len(c.plain)-1] |= 1 << (c.known % 8)
	}
	c.value()
}

func (c *parquetColumn) text(text []byte) {
	if c.value(); len(c.plain) > 0 {
		c.plain = appendParquetText(c.plain, text)
		return
	}
	if c.places == nil {
		c.places = map[string]uint32{}
	}
	place, known := c.places[string(text)]
	if !known {
		place = uint32(len(c.places))
		c.places[string(text)] = place
		c.dictionary = appendParquetText(c.dictionary, text)
	}
	if c.indexes = append(c.indexes, place); len(c.dictionary) > parquetDictionary {
		c.writeOut()
	}
}

// writeOut gives the dictionary up.
func (c *parquetColumn) writeOut() {
	var texts [][]byte
	for rest := c.dictionary; len(rest) > 0; {
		n := 4 + binary.LittleEndian.Uint32(rest)
		texts, rest = append(texts, rest[:n]), rest[n:]
	}
	for _, place := range c.indexes {
		c.plain = append(c.plain, texts[place]...)
	}
	clear(c.places)
	c.dictionary, c.indexes = c.dictionary[:0], c.indexes[:0]
}

func appendParquetText(b, text []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(text))), text...)
}

func (c *parquetColumn) levels(rows int64) []byte {
	if !c.nullable {
		return nil
	}
	b := bitPacked(make([]byte, 4, 8+rows/8), c.there, 1)
	binary.LittleEndian.PutUint32(b, uint32(len(b)-4))
	return b
}

func (c *parquetColumn) element() []byte {
	repetition := int64(0) // REQUIRED
	if c.nullable {
		repetition = 1 // OPTIONAL
	}
	fields := []thriftField{thriftInt(1, c.kind.physical), thriftInt(3, repetition), thriftText(4, c.name)}
	if c.kind.converted >= 0 {
		fields = append(fields, thriftInt(6, c.kind.converted), thriftNested(10, c.kind.logical...))
	}
	return thriftStruct(fields...)
}

// bitPacked appends numbers as one bit-packed run of the hybrid encoding, in groups of eight, lowest bits first.
func bitPacked(b []byte, numbers []uint32, width int) []byte {
	b = binary.AppendUvarint(b, uint64((len(numbers)+7)/8)<<1|1)
	var held uint64
	n := 0
	for i := range (len(numbers) + 7) / 8 * 8 {
		if i < len(numbers) {
			held |= uint64(numbers[i]) << n
		}
		for n += width; n >= 8; n -= 8 {
			b, held = append(b, byte(held)), held>>8
		}
	}
	return b
}
