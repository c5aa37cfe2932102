package export

import "encoding/binary"

// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
type thriftField struct {
	id, kind byte
	value    []byte
}

// Types of the compact protocol.
const (
	thriftIsTrue   = 1
	thriftIsInt    = 5
	thriftIsLong   = 6
	thriftIsText   = 8
	thriftIsList   = 9
	thriftIsStruct = 12
)

// thriftStruct encodes a struct. Its fields must be sorted by id, with gaps of at most 15.
func thriftStruct(fields ...thriftField) (b []byte) {
	last := byte(0)
	for _, f := range fields {
		b = append(append(b, (f.id-last)<<4|f.kind), f.value...)
		last = f.id
	}
	return append(b, 0)
}

func thriftNested(id byte, fields ...thriftField) thriftField {
	return thriftField{id, thriftIsStruct, thriftStruct(fields...)}
}

func thriftList(id, kind byte, items ...[]byte) thriftField {
	b := []byte{byte(len(items))<<4 | kind}
	if len(items) > 14 {
		b = binary.AppendUvarint([]byte{15<<4 | kind}, uint64(len(items)))
	}
	for _, item := range items {
		b = append(b, item...)
	}
	return thriftField{id, thriftIsList, b}
}

func thriftTrue(id byte) thriftField           { return thriftField{id, thriftIsTrue, nil} }
func thriftInt(id byte, n int64) thriftField   { return thriftField{id, thriftIsInt, thriftNumber(n)} }
func thriftLong(id byte, n int64) thriftField  { return thriftField{id, thriftIsLong, thriftNumber(n)} }
func thriftText(id byte, s string) thriftField { return thriftField{id, thriftIsText, thriftBytes(s)} }

func thriftNumber(n int64) []byte { return binary.AppendVarint(nil, n) } // zigzag, like Go's varints
func thriftBytes(s string) []byte { return append(binary.AppendUvarint(nil, uint64(len(s))), s...) }
