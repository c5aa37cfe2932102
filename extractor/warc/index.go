package warc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

// Index finds captures by their URLs. It keeps about 80 bytes for each, and reads the rest from the files. Many
// goroutines may use it at once.
type Index struct {
	parts    []part
	captures []place                   // by URL, date and position
	names    []name                    // identifiers and payload digests, for revisit records
	origins  map[string]int            // number of captures of each site
	days     map[string]map[int64]bool // days with captures, by origin, as day numbers since 1970
	until    int64                     // ignore later captures; 0: ignore none
	notes    []string
	damages  int        // number of damaged places; notes has some
	zstd     Zstd       // nil: skip zstd files
	temps    []*os.File // unpacked files
}

type place struct {
	url    uint64 // hash of the URL
	date   int64  // in nanoseconds since 1970, 0 if unknown
	offset int64  // of the record, or of its gzip member
	part   int32
	kind   kind
	asked  Asked
}

// kind tells which parts of an answer a record has.
type kind uint8

const (
	isResponse  kind = iota
	isRevisit        // only the head; another record has the body
	isResource       // only the body
	isFailure        // nothing, since there was no answer
	isUnchanged      // a status 304, which says nothing about the page
)

// name is the hash of an identifier or payload digest, with a place that has it.
type name struct {
	hash uint64
	at   place
}

// Open reads the archives in a file (.warc, .warc.gz, .warc.zst, .wacz) or folder. Close it when done. It skips damaged
// parts, which Notes lists, and fails if nothing else is left. If ctx ends, it skips the rest.
func Open(ctx context.Context, path string, zstd Zstd) (*Index, error) {
	x := &Index{origins: map[string]int{}, days: map[string]map[int64]bool{}, zstd: zstd}
	err := x.find(ctx, path)
	found := len(x.parts) // unpacked files are scanned at once
	for i := 0; i < found && err == nil; i++ {
		err = x.scan(ctx, int32(i))
	}
	if err == nil && len(x.captures) == 0 && x.damages > 0 {
		err = errors.New(x.notes[0])
	}
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	slices.SortFunc(x.captures, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.url, b.url), byDate(a, b))
	})
	if !slices.ContainsFunc(x.captures, func(p place) bool { return p.kind == isRevisit || p.kind == isUnchanged }) {
		x.names = nil
	}
	slices.SortFunc(x.names, func(a, b name) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), byDate(a.at, b.at))
	})
	return x, nil
}

func byDate(a, b place) int {
	return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.part, b.part), cmp.Compare(a.offset, b.offset))
}

// Until returns the archive as it was at the end of this second, without later captures. The zero time means now.
// Captures without a date always count.
func (x *Index) Until(t time.Time) *Index {
	earlier := *x
	if !t.IsZero() {
		earlier.until = t.Add(time.Second).UnixNano() - 1
	}
	return &earlier
}

// Days returns the ends of all days, in UTC, that have captures of the wanted sites.
func (x *Index) Days(wanted func(origin site.URL) bool) (all []time.Time) {
	seen := map[int64]bool{}
	for origin, days := range x.days {
		if u, err := site.Parse(origin); err == nil && wanted(u) {
			maps.Copy(seen, days)
		}
	}
	for _, day := range slices.Sorted(maps.Keys(seen)) {
		all = append(all, time.Unix((day+1)*secondsOfDay-1, 0).UTC())
	}
	return all
}

const secondsOfDay = 24 * 60 * 60

// Notes lists some of the places that were skipped or cut off, and counts the others.
func (x *Index) Notes() []string {
	if left := x.damages - len(x.notes); left > 0 {
		return append(slices.Clip(x.notes), fmt.Sprintf("the archive has %d more damaged places", left))
	}
	return x.notes
}

// Summary sums up the captures, such as "130 captures: 100 of http://a.example, 30 of http://b.example".
func (x *Index) Summary() string {
	const most = 5
	sites := slices.SortedFunc(maps.Keys(x.origins), func(a, b string) int {
		return cmp.Or(cmp.Compare(x.origins[b], x.origins[a]), cmp.Compare(a, b))
	})
	var parts []string
	for _, s := range sites[:min(most, len(sites))] {
		parts = append(parts, fmt.Sprintf("%d of %s", x.origins[s], s))
	}
	if len(sites) > most {
		parts = append(parts, fmt.Sprintf("and of %d more sites", len(sites)-most))
	}
	text := fmt.Sprintf("%d captures", len(x.captures))
	if len(parts) == 0 {
		return text
	}
	return text + ": " + strings.Join(parts, ", ")
}

// Has reports whether the archive has a capture of this URL.
func (x *Index) Has(u site.URL) bool { return len(x.of(u.String())) > 0 }

// of returns the captures with a URL's hash, the latest last. The caller must read them to compare the URLs.
func (x *Index) of(url string) []place {
	hash := site.TextHash([]byte(url))
	from, _ := slices.BinarySearchFunc(x.captures, hash, func(p place, h uint64) int { return cmp.Compare(p.url, h) })
	to := from
	for to < len(x.captures) && x.captures[to].url == hash && (x.until == 0 || x.captures[to].date <= x.until) {
		to++
	}
	return x.captures[from:to]
}

func (x *Index) named(text string) (all []place) {
	hash := site.TextHash([]byte(text))
	from, _ := slices.BinarySearchFunc(x.names, hash, func(n name, h uint64) int { return cmp.Compare(n.hash, h) })
	for ; from < len(x.names) && x.names[from].hash == hash; from++ {
		all = append(all, x.names[from].at)
	}
	return all
}

// add keeps a record if it is the capture of a web page.
func (x *Index) add(f fields, number int32, offset int64, notModified bool) {
	kind, ok := f.kind()
	if !ok {
		return
	}
	if notModified && (kind == isResponse || kind == isRevisit) {
		kind = isUnchanged
	}
	u, err := site.Parse(f.url())
	if err != nil {
		return
	}
	p := place{url: site.TextHash([]byte(u.String())), date: instant(f["warc-date"]), offset: offset,
		part: number, kind: kind, asked: Asked(f[lowerAsked])}
	x.captures = append(x.captures, p)
	x.origins[u.Origin()]++
	if p.date != 0 {
		if x.days[u.Origin()] == nil {
			x.days[u.Origin()] = map[int64]bool{}
		}
		x.days[u.Origin()][time.Unix(0, p.date).Unix()/secondsOfDay] = true
	}
	if id := f["warc-record-id"]; id != "" && kind != isFailure {
		x.names = append(x.names, name{hash: site.TextHash([]byte(id)), at: p})
	}
	if digest := f.digest(); digest != "" && p.hasBody() {
		x.names = append(x.names, name{hash: site.TextHash([]byte(digest)), at: p})
	}
}

// The names of our own fields in lower case.
var lowerFailure, lowerAsked = strings.ToLower(FieldFailure), strings.ToLower(FieldAsked)

// kind returns the kind of a record. ok is false if it has no answer of its own.
func (f fields) kind() (k kind, ok bool) {
	switch f["warc-type"] {
	case "response":
		return isResponse, true
	case "revisit":
		if strings.HasSuffix(f["warc-profile"], "/server-not-modified") {
			return isUnchanged, true
		}
		return isRevisit, true
	case "resource":
		return isResource, true
	case "metadata":
		return isFailure, f[lowerFailure] != ""
	}
	return 0, false
}
