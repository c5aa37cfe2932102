package warc

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"sitegraph/site"
)

// ErrHead is returned if the head of a capture is too long.
var ErrHead = errors.New("the head of the answer is too long")

// Capture is the recorded result of one request. Its fields are like Exchange's. The caller closes it.
type Capture struct {
	Head      []byte       // head of the answer, with its empty line; nil without an answer
	BodyHead  []byte       // head of the record that has this one's body; nil if this one has it
	Body      io.Reader    // everything after the head
	Truncated Truncation   // why Body is incomplete, "" if it is complete
	Failure   site.Failure // Exchange.Failure, only in files by sitegraph
	// Missing is true for a revisit record if the archive lacks the record that it repeats.
	Missing bool

	block *block
	files []io.Closer
}

// block is the block of a record. It keeps errors of the archive.
type block struct {
	from io.Reader
	left int64
	err  error
}

func (b *block) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	n, err := b.from.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if err == io.EOF && b.left == 0 {
		return n, nil
	}
	if err != nil {
		b.err = fmt.Errorf("the record cannot be read as before: %w", err)
		return n, b.err
	}
	return n, nil
}

// Err returns the archive's error while reading Body, nil without one.
func (c *Capture) Err() error {
	if c.block == nil {
		return nil
	}
	return c.block.err
}

// Close closes the files.
func (c *Capture) Close() {
	for _, f := range c.files {
		f.Close()
	}
}

// Find opens the last capture of a URL, preferably of a request with the same purpose, then of another status than
// 304; nil without one. url has the form of site.URL. The error is ErrHead if the head is longer than maxHead bytes,
// or comes from reading files that were readable before.
func (x *Index) Find(url string, asked Asked, maxHead int64) (*Capture, error) {
	all := slices.DeleteFunc(slices.Clone(x.of(url)), func(p place) bool {
		return p.asked != asked && (p.asked == AskedHead || p.asked == AskedProbe) // it has no body
	})
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(a.rank(asked), b.rank(asked)) })
	for _, p := range slices.Backward(all) {
		c, f, err := x.open(p)
		if err != nil {
			return nil, err
		}
		if u, err := site.Parse(f.url()); err == nil && u.String() == url {
			return c, x.complete(c, f, p, maxHead)
		}
		c.Close()
	}
	return nil, nil
}

// rank is higher for captures that answer a request better.
func (p place) rank(asked Asked) (rank int) {
	if p.asked == asked {
		rank += 2
	}
	if p.kind != isUnchanged {
		rank++
	}
	return rank
}

// open reads a record up to its block.
func (x *Index) open(p place) (*Capture, fields, error) {
	at := x.parts[p.part]
	file, section, err := at.open()
	if err != nil {
		return nil, nil, err
	}
	r := newRecords(section, p.offset)
	_, err = r.next()
	var f fields
	var length int64
	if err == nil {
		f, length, err = readFields(r.text)
	}
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("%s: the record at byte %d cannot be read as before: %w", at.name, p.offset, err)
	}
	c := &Capture{block: &block{from: r.text, left: length}, files: []io.Closer{file}}
	c.Truncated = Truncation(f["warc-truncated"])
	if f["warc-segment-number"] != "" {
		c.Truncated = TruncatedLength // the next segment is another record; nobody writes segments today
	}
	return c, f, nil
}

// complete fills in head, body and failure. It closes the capture on error.
func (x *Index) complete(c *Capture, f fields, p place, maxHead int64) (err error) {
	if text := f[lowerFailure]; text != "" {
		class, detail, _ := strings.Cut(text, " ")
		c.Failure = site.Failure{Class: site.FailureClass(class), Detail: detail}
	}
	switch p.kind {
	case isFailure:
		c.Body = bytes.NewReader(nil)
	case isResource:
		c.Head = []byte("HTTP/1.1 200 OK\r\nContent-Type: " + f["content-type"] + "\r\n\r\n")
		c.Body = c.block
	default:
		err = c.split(maxHead)
	}
	if err == nil && (p.kind == isRevisit || p.kind == isUnchanged) {
		err = x.join(c, f, p.kind == isUnchanged, maxHead)
	}
	if err != nil {
		c.Close()
	}
	return err
}

// split reads the head off the block. It skips interim answers before it.
func (c *Capture) split(maxHead int64) error {
	r := bufio.NewReader(c.block)
	for again := true; again; {
		var err error
		if c.Head, err = readHead(r, maxHead); err != nil {
			return err
		}
		next, _ := r.Peek(len("HTTP"))
		again = isInterim.Match(c.Head) && bytes.EqualFold(next, []byte("HTTP"))
	}
	c.Body = r
	return nil
}

// isInterim matches the head of an interim answer, which another one follows (RFC 9110 section 15.2).
var isInterim = regexp.MustCompile(`(?i)^HTTP\S* +1\d\d\b`)

// readHead reads up to an empty line. It skips empty lines at the start.
func readHead(r *bufio.Reader, maxHead int64) ([]byte, error) {
	head, begins := []byte{}, 0 // of the line
	for {
		piece, err := r.ReadSlice('\n')
		head = append(head, piece...)
		switch {
		case int64(len(head)) > maxHead:
			return head, ErrHead
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && err != io.EOF:
			return head, err
		case err == io.EOF:
			return head, nil
		case len(bytes.TrimRight(head[begins:], "\r\n")) > 0:
		case begins > 0:
			return head, nil
		default:
			head = head[:0]
		}
		begins = len(head)
	}
}

// maxRevisits limits how many revisits in a row we follow.
const maxRevisits = 10

// join gives a revisit record the body of the record that it repeats, and also its head if the revisit has none or the
// server said that nothing changed.
func (x *Index) join(c *Capture, f fields, unchanged bool, maxHead int64) error {
	for range maxRevisits {
		p, ok, err := x.original(f, unchanged)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		var first *Capture
		first, f, err = x.open(p)
		if err != nil {
			return err
		}
		c.files = append(c.files, first.files...)
		if !p.hasBody() {
			continue
		}
		if err := x.complete(first, f, p, maxHead); err != nil {
			return err
		}
		c.Body, c.block, c.Truncated, c.BodyHead = first.Body, first.block, first.Truncated, first.Head
		if len(c.Head) == 0 || unchanged {
			c.Head = first.Head
		}
		return nil
	}
	c.Missing = !unchanged
	return nil
}

// original finds the record that a revisit repeats, which may be a revisit, too. It searches by identifier, then by URL
// and date, then by payload. It skips the payload if the server said that nothing changed.
func (x *Index) original(f fields, unchanged bool) (p place, ok bool, err error) {
	p, ok, err = x.namedBy(f["warc-refers-to"], func(f fields) string { return f["warc-record-id"] })
	if ok || err != nil {
		return p, ok, err
	}
	if p, ok = x.dated(f); ok || unchanged {
		return p, ok, nil
	}
	return x.namedBy(f.digest(), fields.digest)
}

// dated finds the record with the URL and date that a revisit names. Some programs write only one of the two dates with
// a fraction.
func (x *Index) dated(f fields) (place, bool) {
	u, err := site.Parse(unbracketed(f["warc-refers-to-target-uri"]))
	if err != nil {
		return place{}, false
	}
	date, all := instant(f["warc-refers-to-date"]), x.of(u.String())
	for _, fits := range []func(place) bool{place.hasBody, func(p place) bool { return p.kind == isRevisit }} {
		for _, unit := range []int64{1, 1e9} {
			is := func(p place) bool { return fits(p) && p.date/unit == date/unit }
			if i := slices.IndexFunc(all, is); i >= 0 {
				return all[i], true
			}
		}
	}
	return place{}, false
}

func (p place) hasBody() bool { return p.kind == isResponse || p.kind == isResource }

// namedBy finds the record whose fields give this name.
func (x *Index) namedBy(wanted string, of func(fields) string) (p place, ok bool, err error) {
	if wanted == "" {
		return p, false, nil
	}
	for _, p := range x.named(wanted) {
		c, f, err := x.open(p)
		if err != nil {
			return p, false, err
		}
		c.Close()
		if of(f) == wanted {
			return p, true, nil
		}
	}
	return p, false, nil
}
