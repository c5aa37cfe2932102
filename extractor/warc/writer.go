package warc

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// usualSize is the size at which the next file begins, as the standard recommends (annex C.1).
	usualSize = 1e9
	// minRevisit is the minimum payload for a revisit record. A revisit of a shorter one would not save space.
	minRevisit = 512
	// maxOriginals limits the memory for payloads, about 250 bytes each. Further ones get no revisit records.
	maxOriginals = 1 << 20
)

// Options set up a Writer.
type Options struct {
	Dir    string      // folder of the files; made with the first record
	Prefix string      // start of the file names
	Info   []string    // the fields of the warcinfo record: name, value, name, value, ...
	Size   int64       // size that ends a file, in bytes; 0 means about 1 GB
	Failed func(error) // called once, with the first write error; may be nil
}

// Writer writes exchanges into the files PREFIX-TIME-NUMBER.warc.gz. It creates a file only for an exchange, and never
// continues a file of an earlier run, so a record cut off by a kill harms no other. Many goroutines may use a Writer at
// once.
type Writer struct {
	options   Options
	mu        sync.Mutex
	file      *os.File
	size      int64
	info      string // identifier of the file's warcinfo record
	number    int
	originals map[digest]original
	err       error // the first error, which ends all writing

	// The first "not modified" of a server makes the writer index the folder's earlier files. Its record then names the
	// record with the page, so the archive can be replayed.
	reading sync.Once
	index   *Index              // nil if unreadable
	since   map[string]original // later pages by URL; nil before indexing
}

// NewWriter returns a writer. Close it when done.
func NewWriter(o Options) *Writer {
	if o.Size == 0 {
		o.Size = usualSize
	}
	return &Writer{options: o, originals: map[digest]original{}}
}

// Record writes an exchange. After an error the archive lacks it, and nothing more is written.
func (w *Writer) Record(e Exchange) error {
	var sum digest
	repeatable := len(e.Body) >= minRevisit && e.Truncated == "" && e.Head != nil
	if repeatable {
		sum = sha1.Sum(e.Body)
	}
	info, before, err := w.prepare(sum)
	if err != nil {
		return err
	}
	if isNotModified.Match(e.Head) {
		before = w.answerOf(e.URL)
	}
	records, id := e.records(info, before)
	packed := pack(records) // the main work, so outside of the lock
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.fail(w.write(packed))
	}
	if repeatable && before == nil && len(w.originals) < maxOriginals {
		w.originals[sum] = original{id: id, url: e.URL, date: e.Started}
	}
	if w.err == nil && w.since != nil && e.Asked == AskedPage && isOK.Match(e.Head) {
		sum := sha1.Sum(e.Body)
		w.since[e.URL] = original{id, e.URL, e.Started, label(sum[:])}
	}
	return w.err
}

// prepare opens a file if necessary. It returns the file's warcinfo record and the first record with this payload, nil
// if there is none.
func (w *Writer) prepare(sum digest) (info string, before *original, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil && w.file == nil {
		w.fail(w.begin())
	}
	if found, ok := w.originals[sum]; ok {
		before = &found
	}
	return w.info, before, w.err
}

// pack compresses each record as its own gzip member, since readers of single records need this (annex D).
func pack(records []*record) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	for _, r := range records {
		z.Reset(&out)
		z.Write(r.fields.Bytes()) // a buffer cannot fail
		for _, part := range r.block {
			z.Write(part)
		}
		io.WriteString(z, "\r\n\r\n")
		z.Close()
	}
	return out.Bytes()
}

// write adds whole records to the file. It removes records that a full disk cut off.
func (w *Writer) write(packed []byte) error {
	if w.file == nil { // another goroutine filled it
		if err := w.begin(); err != nil {
			return err
		}
	}
	if _, err := w.file.Write(packed); err != nil {
		return errors.Join(err, w.file.Truncate(w.size))
	}
	if w.size += int64(len(packed)); w.size >= w.options.Size {
		return w.end()
	}
	return nil
}

func (w *Writer) begin() error {
	if err := os.MkdirAll(w.options.Dir, 0o755); err != nil {
		return err
	}
	now := time.Now().UTC()
	stamp := strings.Replace(now.Format("20060102150405.000"), ".", "", 1)
	for {
		name := fmt.Sprintf("%s-%s-%05d.warc.gz", w.options.Prefix, stamp, w.number)
		w.number++
		f, err := os.OpenFile(filepath.Join(w.options.Dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		w.file, w.size, w.info = f, 0, newID()
		r := newRecord("warcinfo", w.info, now)
		r.add("WARC-Filename", name)
		var text []byte
		for field := range slices.Chunk(w.options.Info, 2) {
			text = fmt.Appendf(text, "%s: %s\r\n", field[0], oneLine(field[1]))
		}
		r.close(typeFields, text)
		return w.write(pack([]*record{r}))
	}
}

// end writes the file to the disk and closes it.
func (w *Writer) end() error {
	if w.file == nil {
		return nil
	}
	err := errors.Join(w.file.Sync(), w.file.Close())
	w.file = nil
	return err
}

func (w *Writer) fail(err error) {
	if w.err != nil || err == nil {
		return
	}
	w.err = fmt.Errorf("web archive: %w", err)
	if w.options.Failed != nil {
		w.options.Failed(w.err)
	}
}

// Close closes the file and returns the first write error.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fail(w.end())
	if w.index == nil {
		return w.err
	}
	return errors.Join(w.err, w.index.Close())
}

// answerOf returns the last record of a page, nil if the archive has none.
func (w *Writer) answerOf(url string) *original {
	w.reading.Do(func() {
		w.mu.Lock()
		w.since = map[string]original{}
		w.mu.Unlock()
		w.index, _ = Open(context.Background(), w.options.Dir, nil) // new records matter more than this error
	})
	w.mu.Lock()
	o, ok := w.since[url]
	w.mu.Unlock()
	if ok {
		return &o
	}
	if w.index == nil {
		return nil
	}
	return w.index.page(url)
}

// isOK matches the head of an answer with status 200.
var isOK = regexp.MustCompile(`(?i)^HTTP\S* +200\b`)

// page returns the last record of a page. For a revisit, it returns the record that this repeats.
func (x *Index) page(url string) *original {
	for _, p := range slices.Backward(x.of(url)) {
		if p.asked != AskedPage || p.kind != isResponse && p.kind != isRevisit {
			continue
		}
		c, f, err := x.open(p)
		if err != nil {
			continue
		}
		head, _ := readHead(bufio.NewReader(c.block), maxFields)
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
