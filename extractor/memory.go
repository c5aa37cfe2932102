package extractor

import "sitegraph/extractor/evidence"

// memory is what is known of a site, and the journal that keeps it.
type memory struct {
	known   *evidence.Known
	journal evidence.Journal
	unsaved [][]byte // known, and not in the journal yet
}

func (m *memory) later(record []byte) error {
	m.unsaved = append(m.unsaved, record)
	return m.known.Take(record)
}

func (m *memory) save() error {
	if len(m.unsaved) == 0 {
		return nil
	}
	err := m.journal.Append(m.unsaved)
	m.unsaved = m.unsaved[:0]
	return err
}

func (m *memory) append(records ...[]byte) error {
	if err := m.save(); err != nil || len(records) == 0 {
		return err
	}
	if err := m.journal.Append(records); err != nil {
		return err
	}
	for _, r := range records {
		if err := m.known.Take(r); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) note(kind byte, v any) error {
	record, err := evidence.Event(kind, v)
	if err != nil {
		return err
	}
	return m.append(record)
}

// read returns a record, which may not be in the journal yet.
func (m *memory) read(n uint32) ([]byte, error) {
	if first := m.known.Records - len(m.unsaved); int(n) >= first {
		return m.unsaved[int(n)-first], nil
	}
	return m.journal.Read(int(n))
}
