package download

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"

	"sitegraph/extractor/warc"
)

// An archive is a document, written by many programs. The length of its record is the length of an answer, and what
// the head says of the body is believed only where the body agrees.

// archived reads a capture as HTTP. The error is that of a head without a status.
func archived(c *warc.Capture) (*http.Response, error) {
	got := &http.Response{ProtoMajor: 1, ContentLength: -1}
	var err error
	if got.StatusCode, got.Header, err = headOf(c.Head); err != nil {
		return nil, err
	}
	if c.BodyHead != nil { // another record has the body, as this head says
		_, transfer, err := headOf(c.BodyHead)
		if err != nil {
			return nil, err
		}
		for _, name := range []string{"Transfer-Encoding", "Content-Encoding"} {
			if got.Header.Del(name); transfer[name] != nil {
				got.Header[name] = transfer[name]
			}
		}
	}
	body := bufio.NewReader(io.MultiReader(c.Body, &ending{truncated: c.Truncated != ""}))
	got.Body = io.NopCloser(body)
	if strings.Contains(strings.ToLower(got.Header.Get("Transfer-Encoding")), "chunked") {
		got.Body = io.NopCloser(&chunks{from: body})
	}
	return got, nil
}

// headOf reads the head of an answer. Lines that are not headers are left out.
func headOf(head []byte) (status int, header http.Header, err error) {
	lines := strings.Split(strings.TrimLeft(string(head), "\r\n"), "\n")
	version, rest, _ := strings.Cut(strings.TrimSpace(lines[0]), " ")
	rest = strings.TrimLeft(rest, " ")
	status, err = strconv.Atoi(rest[:min(3, len(rest))])
	if err != nil || len(version) < 4 || !strings.EqualFold(version[:4], "HTTP") {
		return 0, nil, errNoStatus
	}
	header = http.Header{}
	last := ""
	for _, line := range lines[1:] {
		name, value, ok := strings.Cut(line, ":")
		switch {
		case last != "" && strings.TrimLeft(line, " \t") != line: // folded
			values := header[last]
			values[len(values)-1] += " " + strings.TrimSpace(line)
		case ok && strings.TrimSpace(name) != "":
			last = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
			header.Add(last, strings.TrimSpace(value))
		}
	}
	return status, header, nil
}

// chunks joins the chunks of a body. A body that has none, or none any more, is what it is from there on.
type chunks struct {
	from *bufio.Reader
	left int64 // of this chunk
	over bool  // what follows is not a chunk
}

// Read implements io.Reader.
func (c *chunks) Read(p []byte) (int, error) {
	for c.left == 0 && !c.over {
		size, line := c.next()
		switch {
		case size == 0:
			return 0, io.EOF
		case size < 0:
			c.over = true
		default:
			_, _ = c.from.Discard(line) // it was seen
			c.left = size
		}
	}
	if !c.over {
		p = p[:min(int64(len(p)), c.left)]
	}
	n, err := c.from.Read(p)
	c.left -= int64(n)
	return n, err
}

// next returns the size of the next chunk and the length of the line that says it; the size is negative if no line
// does.
func (c *chunks) next() (size int64, length int) {
	begins, _ := c.from.Peek(256)
	text := bytes.TrimLeft(begins, "\r\n")
	if len(text) == 0 {
		return 0, 0
	}
	line, _, whole := bytes.Cut(text, []byte("\n"))
	length = len(begins) - len(text) + len(line) + 1
	digits, _, _ := bytes.Cut(line, []byte(";"))
	size, err := strconv.ParseInt(strings.TrimSpace(string(digits)), 16, 64)
	if err != nil || !whole && size > 0 {
		return -1, 0
	}
	return size, length
}

func isText(body *bufio.Reader) bool {
	begins, _ := body.Peek(sniffLength)
	return strings.HasPrefix(http.DetectContentType(begins), "text/")
}
