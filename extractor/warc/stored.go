package warc

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha1"
	"regexp"
	"slices"
	"sync"
	"time"
)

// stored is what the folder of an archive had before. It is read when a server says for the first time that a page is
// unchanged: the record of that names the record that has the page, so that the archive can be replayed.
type stored struct {
	dir   string
	begin sync.Once
	index *Index // nil if there is none that can be read

	mu    sync.Mutex
	since map[string]original // pages that came since, by URL; nil before it was read
}

// answerOf returns the last page of a URL, nil if the archive has none.
func (s *stored) answerOf(url string) *original {
	s.begin.Do(func() {
		s.mu.Lock()
		s.since = map[string]original{}
		s.mu.Unlock()
		s.index, _ = Open(context.Background(), s.dir, nil) // what is written now is more than nothing
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	if o, ok := s.since[url]; ok {
		return &o
	}
	if s.index == nil {
		return nil
	}
	return s.index.page(url)
}

func (s *stored) note(e *Exchange, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.since != nil && e.Asked == AskedPage && isOK.Match(e.Head) {
		sum := sha1.Sum(e.Body)
		s.since[e.URL] = original{id, e.URL, e.Started, label(sum[:])}
	}
}

func (s *stored) close() error {
	if s.index == nil {
		return nil
	}
	return s.index.Close()
}

// isOK matches the head of a page.
var isOK = regexp.MustCompile(`(?i)^HTTP\S* +200\b`)

// page returns the last page of a URL. One that repeats another record is that one.
func (x *Index) page(url string) *original {
	for _, p := range slices.Backward(x.of(url)) {
		if p.asked != AskedPage || p.kind != isResponse && p.kind != isRevisit {
			continue
		}
		c, f, err := x.open(p)
		if err != nil {
			continue
		}
		head, _ := readHead(bufio.NewReader(c.block), mostFields)
		c.Close()
		if !isOK.Match(bytes.TrimSpace(head)) {
			continue
		}
		date, err := time.Parse(time.RFC3339Nano, cmp.Or(f["warc-refers-to-date"], f["warc-date"]))
		if err != nil {
			continue
		}
		return &original{id: cmp.Or(f["warc-refers-to"], f["warc-record-id"]),
			url: cmp.Or(f["warc-refers-to-target-uri"], f.url()), date: date, digest: f["warc-payload-digest"]}
	}
	return nil
}
