package command

import "fmt"

// capture is the record of a page in a web archive, as other programs write it.
func capture(url, date, body string) string {
	return captured(url, date, "200 OK\r\nContent-Type: text/html\r\n", body)
}

// captured is the record of an answer.
func captured(url, date, head, body string) string {
	block := "HTTP/1.1 " + head + fmt.Sprintf("Content-Length: %d\r\n\r\n", len(body)) + body
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n"+
		"Content-Length: %d\r\n\r\n%s\r\n\r\n", url, date, len(block), block)
}
