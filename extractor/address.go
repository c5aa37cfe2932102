package extractor

import "hash/maphash"

// addressID stands for one address. An address that is its own normal form is
// its own key.
type addressID uint32

// none is no address.
const none = ^addressID(0)

// addressBook gives every address a small integer, in order of first mention,
// and keeps the text once. It belongs to the goroutine that owns the walk.
type addressBook struct {
	text  []byte      // all addresses, one after the other
	start []uint64    // start[i] is where address i begins; one more at the end
	keys  []addressID // the key of each address
	slots []slot      // open addressing, a power of two
	seed  maphash.Seed
}

// slot holds an id+1 and the upper half of its hash.
type slot struct {
	tag uint32
	id  uint32
}

func newAddressBook() *addressBook {
	return &addressBook{start: []uint64{0}, slots: make([]slot, 1<<10), seed: maphash.MakeSeed()}
}

// Len returns the number of addresses.
func (b *addressBook) Len() int { return len(b.keys) }

// bytes returns the text of an address; it belongs to the book.
func (b *addressBook) bytes(id addressID) []byte { return b.text[b.start[id]:b.start[id+1]] }

// String returns the text of an address.
func (b *addressBook) String(id addressID) string { return string(b.bytes(id)) }

// key returns the key of an address.
func (b *addressBook) key(id addressID) addressID { return b.keys[id] }

// find returns the id of a text, or none.
func (b *addressBook) find(text string) addressID {
	id, _, _ := b.look(text)
	return id
}

// add returns the id of an address, new or known. The key is added first when
// it is another text.
func (b *addressBook) add(address, key string) addressID {
	id, at, tag := b.look(address)
	if id != none {
		return id
	}
	if key == address {
		return b.insert(address, at, tag, none)
	}
	k := b.add(key, key)
	_, at, tag = b.look(address)
	return b.insert(address, at, tag, k)
}

func (b *addressBook) look(text string) (id addressID, at int, tag uint32) {
	h := maphash.String(b.seed, text)
	tag = uint32(h >> 32)
	mask := len(b.slots) - 1
	for at = int(h) & mask; b.slots[at].id != 0; at = (at + 1) & mask {
		s := b.slots[at]
		if s.tag == tag && string(b.bytes(addressID(s.id-1))) == text {
			return addressID(s.id - 1), at, tag
		}
	}
	return none, at, tag
}

func (b *addressBook) insert(text string, at int, tag uint32, key addressID) addressID {
	id := addressID(len(b.keys))
	if key == none {
		key = id
	}
	b.text = append(b.text, text...)
	b.start = append(b.start, uint64(len(b.text)))
	b.keys = append(b.keys, key)
	b.slots[at] = slot{tag: tag, id: uint32(id) + 1}
	if len(b.keys)*4 > len(b.slots)*3 {
		b.grow()
	}
	return id
}

func (b *addressBook) grow() {
	b.slots = make([]slot, 2*len(b.slots))
	mask := len(b.slots) - 1
	for id := range b.keys {
		h := maphash.Bytes(b.seed, b.bytes(addressID(id)))
		at := int(h) & mask
		for b.slots[at].id != 0 {
			at = (at + 1) & mask
		}
		b.slots[at] = slot{tag: uint32(h >> 32), id: uint32(id) + 1}
	}
}
