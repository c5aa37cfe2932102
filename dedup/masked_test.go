package dedup

import (
	"crypto/sha256"
	"encoding/binary"

	"sitegraph/site"
)

// Masked is what of a page counts.
type Masked struct {
	Digest site.Digest // of the texts that count, in their order
	Size   int         // bytes of the texts that count whole
	Hidden []int       // the indices of the links that are masked, nil if none
}

// Apply says what of a page counts. A nil *Masks hides nothing.
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
