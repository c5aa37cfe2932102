package warc

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// maxFields limits the header of a record, in bytes.
const maxFields = 64 << 10

var (
	errNoRecord   = errors.New("no WARC record begins here")
	errNoLength   = errors.New("the record has no usable Content-Length")
	errLongFields = errors.New("the record's header is too long")
)

// fields is the header of a record. The names are in lower case.
type fields map[string]string

// readFields reads a record's header, up to its block, and returns the block's length. The error is io.EOF at the end
// of the file, and io.ErrUnexpectedEOF inside a header.
func readFields(r *bufio.Reader) (f fields, length int64, err error) {
	left := maxFields
	line, err := readLine(r, &left)
	if err != nil {
		return nil, 0, err
	}
	if !strings.HasPrefix(line, "WARC/") {
		return nil, 0, errNoRecord
	}
	all, last := fields{}, ""
	for {
		line, err := readLine(r, &left)
		switch {
		case err == io.EOF:
			return nil, 0, io.ErrUnexpectedEOF
		case err != nil:
			return nil, 0, err
		case line == "":
			if length, err = strconv.ParseInt(all["content-length"], 10, 64); err != nil || length < 0 {
				return nil, 0, errNoLength
			}
			return all, length, nil
		case (line[0] == ' ' || line[0] == '\t') && last != "": // folded, as version 1.0 allows
			all[last] = strings.TrimSpace(all[last] + " " + strings.TrimSpace(line))
			continue
		}
		if name, value, ok := strings.Cut(line, ":"); ok { // otherwise it is no field
			last = strings.ToLower(strings.TrimSpace(name))
			all[last] = strings.TrimSpace(value)
		}
	}
}

// readLine reads a line without its end and subtracts its bytes from left.
func readLine(r *bufio.Reader, left *int) (string, error) {
	var line []byte
	for {
		piece, err := r.ReadSlice('\n')
		if *left -= len(piece); *left < 0 {
			return "", errLongFields
		}
		line = append(line, piece...)
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(line) > 0:
			return "", io.ErrUnexpectedEOF
		case err != nil:
			return "", err
		}
		return strings.TrimRight(string(line), "\r\n"), nil
	}
}

// url is the target of the record. Old versions of wget write it in angle brackets.
func (f fields) url() string { return unbracketed(f["warc-target-uri"]) }

// digest is the payload's digest. Archives write it in any case.
func (f fields) digest() string { return strings.ToLower(f["warc-payload-digest"]) }

func unbracketed(uri string) string {
	return strings.TrimSuffix(strings.TrimPrefix(uri, "<"), ">")
}

// dateLayouts has the date formats of section 4.2 of version 1.1 (W3C-NOTE-datetime).
var dateLayouts = []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02", "2006-01", "2006"}

// instant reads a date as nanoseconds since 1970, or 0 if it is not a date.
func instant(date string) int64 {
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, date); err == nil {
			return t.UnixNano()
		}
	}
	return 0
}
