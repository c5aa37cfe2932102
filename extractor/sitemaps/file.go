package sitemaps

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"

	"sitegraph/site"
)

// maxFile is the greatest size of a sitemap, decompressed (sitemaps.org).
const maxFile = 50 << 20

// magic begins a gzip file, and each of its members.
var magic = []byte{0x1f, 0x8b}

// unzipped returns a sitemap as it is or decompressed, cut after a number of bytes, and whether that is all of it.
func unzipped(body []byte, most int64) (text []byte, whole bool) {
	most, whole = min(most, maxFile), true
	if bytes.HasPrefix(body, magic) {
		body, whole = decompress(body, most)
	}
	if int64(len(body)) >= most {
		body, whole = body[:most], false
	}
	return body, whole
}

// decompress returns as much of a gzip file as can be read, at most that many
// bytes. Whatever follows its last member is not read.
func decompress(body []byte, most int64) (text []byte, whole bool) {
	rest := bytes.NewReader(body)
	z, err := gzip.NewReader(rest)
	for err == nil {
		z.Multistream(false)
		var member []byte
		member, err = io.ReadAll(io.LimitReader(z, most-int64(len(text))))
		text = append(text, member...)
		if err != nil || int64(len(text)) == most || !bytes.HasPrefix(body[len(body)-rest.Len():], magic) {
			return text, err == nil
		}
		err = z.Reset(rest)
	}
	return text, false
}

// readText reads a sitemap in any format and gives what it lists to take, until that says false.
func readText(text string, whole bool, file *File, take func(location, modified string) bool) {
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<") {
		parseXML(text, file, take)
		return
	}
	parseText(text, whole, file, take)
}

// parseText reads a sitemap that has a URL on each line. If the first is not one, the file is something else.
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
