package command

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// capture returns the record of a page in a web archive, as other programs write it.
func capture(url, date, body string) string {
	return captured(url, date, "200 OK\r\nContent-Type: text/html\r\n", body)
}

// captured returns the record of an answer.
func captured(url, date, head, body string) string {
	block := "HTTP/1.1 " + head + fmt.Sprintf("Content-Length: %d\r\n\r\n", len(body)) + body
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n"+
		"Content-Length: %d\r\n\r\n%s\r\n\r\n", url, date, len(block), block)
}

// onTwoDays makes a folder with two copies of an archive, as if they were made on two days.
func onTwoDays(t *testing.T, archive string) string {
	t.Helper()
	file, err := os.Open(archive)
	must(t, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	must(t, err)
	text, err := io.ReadAll(z)
	must(t, err)
	folder, dates := t.TempDir(), regexp.MustCompile(`(?m)^(WARC-(?:Refers-To-)?Date: )....-..-..`)
	for _, day := range []string{"2020-01-01", "2020-01-05"} {
		write(t, filepath.Join(folder, day+".warc"), dates.ReplaceAllString(string(text), "${1}"+day))
	}
	return folder
}
