package sitemaps

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"

	"sitegraph/site"
)

// maxFile is the greatest size of a sitemap, decompressed (sitemaps.org).
const maxFile = 50 << 20

// decode returns a sitemap as text, cut after a number of bytes, and whether that
// is all of it.
func decode(body []byte, most int64) (text string, whole bool) {
	most, whole = min(most, maxFile), true
	if bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		body, whole = decompress(body, most)
	}
	if int64(len(body)) >= most {
		body, whole = body[:most], false
	}
	return decodeText(body), whole
}

// decompress returns as much of a gzip file as can be read, at most that many
// bytes.
func decompress(body []byte, most int64) (text []byte, whole bool) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, false
	}
	text, err = io.ReadAll(io.LimitReader(z, most))
	return text, err == nil
}

// decodeText returns bytes in UTF-8 or UTF-16 as UTF-8 without byte order mark.
func decodeText(b []byte) string {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")), bytes.HasPrefix(b, []byte("<\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(b, []byte("\xfe\xff")), bytes.HasPrefix(b, []byte("\x00<")):
		order = binary.BigEndian
	default:
		return strings.ToValidUTF8(string(bytes.TrimPrefix(b, []byte("\ufeff"))), "\ufffd")
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = order.Uint16(b[2*i:])
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
}

// parse reads a sitemap in any format and gives what it lists to take, until that
// says false.
func parse(text string, whole bool, file *File, take func(location, modified string) bool) {
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<") {
		parseXML(text, file, take)
		return
	}
	parseText(text, whole, file, take)
}

// parseText reads a sitemap that has a URL on each line. If the first is not one,
// the file is something else.
func parseText(text string, whole bool, file *File, take func(location, modified string) bool) {
	for line := range strings.Lines(text) {
		cut := !whole && !strings.HasSuffix(line, "\n")
		if line = strings.TrimSpace(line); line == "" || cut {
			continue
		}
		if scheme := site.SchemeOf(line); scheme != "http" && scheme != "https" {
			line = ""
		}
		if file.Format == "" && line == "" {
			break
		}
		if file.Format = FormatText; !take(line, "") {
			return
		}
	}
	if file.Format == "" {
		file.Fault = FaultFormat
	}
}
