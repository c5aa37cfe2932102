package tables

import (
	"sync"

	"sitegraph/export/struck"
)

// struckRows are the rows of a table that are struck out, as of some version of the list.
type struckRows struct {
	mu      sync.Mutex
	list    *struck.List
	version int
	rows    set
}

func (t *Table) struck(list *struck.List) set {
	t.out.mu.Lock()
	defer t.out.mu.Unlock()
	if version := list.Version(); t.out.rows == nil || t.out.list != list || t.out.version != version {
		t.out.list, t.out.version, t.out.rows = list, version, t.withIdentities(list.All())
	}
	return t.out.rows
}

func (t *Table) withIdentities(all map[string]bool) set {
	rows, of := newSet(t.rows), t.schema.identity()
	if len(of) == 0 {
		return rows
	}
	place := of[0]
	d := t.dictionary(t.schema.columns[place].Kind)
	first, wanted := newSet(d.texts.len()), 0 // codes of the first cells
	for identity := range all {
		table, cells, err := struck.Parse(identity)
		if err != nil || table != t.name {
			continue
		}
		if code, ok := d.find(cells[0]); ok {
			first.add(code)
			wanted++
		}
	}
	if wanted == 0 {
		return rows
	}
	for row, code := range t.columns[place].data {
		if first.has(code) && all[t.identity(uint32(row))] {
			rows.add(uint32(row))
		}
	}
	return rows
}

// identity is the name of a row, "" if it cannot be struck out.
func (t *Table) identity(row uint32) string {
	var cells []string
	if len(t.schema.identity()) == 0 {
		return ""
	}
	for _, i := range t.schema.identity() {
		cells = append(cells, string(t.dictionary(t.schema.columns[i].Kind).texts.text(t.columns[i].data[row])))
	}
	return struck.Identity(t.name, cells...)
}

func (s *schema) identity() (places []int) {
	for i, c := range s.columns {
		if c.Identity {
			places = append(places, i)
		}
	}
	return places
}
