package evidence

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The table gives numbers as a map would.
func TestURLTable(t *testing.T) {
	b, known := NewURLTable(), map[string]URLID{}
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		key := fmt.Sprintf("http://h/%d", r.IntN(6000))
		address := key
		if r.IntN(3) == 0 {
			address = fmt.Sprintf("%s?%d", key, r.IntN(4))
		}
		if id, have := known[address]; have != (b.Find(address) != NoURL) || have && b.Find(address) != id {
			t.Fatalf("find(%s) = %d, want %d, %t", address, b.Find(address), id, have)
		}
		before := b.Len()
		id := b.Add(address, key)
		if known[address] = id; int(id) > before+1 || b.String(id) != address || b.String(b.Key(id)) != key ||
			b.Key(b.Key(id)) != b.Key(id) {
			t.Fatalf("add(%s, %s) = %d: %s, %s", address, key, id, b.String(id), b.String(b.Key(id)))
		}
		known[key] = b.Key(id)
	}
	if b.Len() != len(known) {
		t.Errorf("%d addresses, want %d", b.Len(), len(known))
	}
	for address, id := range known {
		if b.Find(address) != id {
			t.Errorf("find(%s) = %d, want %d", address, b.Find(address), id)
		}
	}
	if b.Find("") != NoURL || b.Add("", "") == NoURL || b.Find("") == NoURL {
		t.Error("the empty address")
	}
}
