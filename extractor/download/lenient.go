package download

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
)

// newLenient returns the transport for second readings. It mends the head of an answer before net/http reads it. A
// connection serves only one request.
func (h *HTTP) newLenient() *http.Transport {
	t := h.newTransport()
	t.ForceAttemptHTTP2, t.DisableKeepAlives = false, true
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		return h.mended(h.dial(ctx, network, address))
	}
	t.DialTLSContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		plain, err := h.dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		config := cmp.Or(t.TLSClientConfig, &tls.Config{}).Clone()
		config.ServerName, _, _ = net.SplitHostPort(address)
		c := tls.Client(plain, config)
		limited, cancel := context.WithTimeout(ctx, h.options.ConnectTimeout)
		defer cancel()
		if err := c.HandshakeContext(limited); err != nil {
			plain.Close()
			return nil, err
		}
		return h.mended(c, nil)
	}
	return t
}

func (h *HTTP) mended(c net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	return &mendedConn{Conn: c, from: bufio.NewReader(c), most: int(h.options.MaxHeader)}, nil
}

// mendedConn mends the head of the first answer, and the heads with a status 1xx before it.
type mendedConn struct {
	net.Conn
	from *bufio.Reader
	head bytes.Buffer
	most int  // maximum length of a head in bytes
	done bool // no further head follows
}

func (c *mendedConn) Read(p []byte) (int, error) {
	if !c.done && c.head.Len() == 0 {
		if err := c.readHead(); err != nil {
			return 0, err
		}
	}
	if c.head.Len() > 0 {
		return c.head.Read(p)
	}
	return c.from.Read(p)
}

// readHead reads a head. It leaves a head that is too long or not HTTP to net/http.
func (c *mendedConn) readHead() (err error) {
	var head []byte
	whole := false
	for !whole && len(head) < c.most && (err == nil || err == bufio.ErrBufferFull) {
		var part []byte
		part, err = c.from.ReadSlice('\n')
		head = append(head, part...)
		blank := bytes.HasSuffix(head, []byte("\n\r\n")) || bytes.HasSuffix(head, []byte("\n\n"))
		whole = blank && len(bytes.TrimSpace(head)) > 0
	}
	switch {
	case whole:
		head, err = mend(head), nil
	case err == io.EOF && bytes.HasPrefix(bytes.ToUpper(head), []byte("HTTP/")):
		err = io.ErrUnexpectedEOF
	case err == bufio.ErrBufferFull || len(head) > 0 && err == io.EOF:
		err = nil
	}
	c.done = !bytes.HasPrefix(head, []byte("HTTP/1.1 1"))
	c.head.Write(head)
	return err
}

var (
	// statusLine matches any version, and the status.
	statusLine = regexp.MustCompile(`^(?i:HTTP(/1\.0)?[/.\d]*|ICY)[ \t]+(\d{3})(|[^\d\r].*)\r?$`)
	// headerLine matches a name by RFC 9110, and a value without NUL and stray line breaks.
	headerLine = regexp.MustCompile("^([!#$%&'*+.^_`|~\\w-]+):([^\r\x00]*)\r?$")
	// framing matches headers that may tell where the body ends.
	framing     = regexp.MustCompile(`(?i)content-length|transfer-encoding`)
	fold        = regexp.MustCompile(`\r?\n[ \t]+`)
	unprintable = regexp.MustCompile(`[\x01-\x08\x0b-\x1f\x7f]`)
)

// mend rewrites the head of an answer by RFC 9112, if browsers read it too and the end of the body is beyond doubt. It
// returns any other head unchanged. It drops lines that are not headers.
func mend(head []byte) []byte {
	first, rest, _ := strings.Cut(fold.ReplaceAllString(strings.TrimSpace(string(head)), " "), "\n")
	status := statusLine.FindStringSubmatch(first)
	if status == nil {
		return head
	}
	var out strings.Builder
	reason := strings.TrimSpace(unprintable.ReplaceAllString(status[3], " "))
	out.WriteString("HTTP" + cmp.Or(status[1], "/1.1") + " " + status[2] + " " + reason)
	var length, coding string
	for line := range strings.Lines(rest) {
		line = strings.TrimSuffix(line, "\n")
		m := headerLine.FindStringSubmatch(line)
		sure := true
		switch {
		case m == nil:
			sure = !framing.MatchString(line) && !strings.ContainsRune(line, 0)
		case strings.EqualFold(m[1], "Content-Length"):
			length, sure = agreed(length, m[2], "+")
		case strings.EqualFold(m[1], "Transfer-Encoding"):
			coding, sure = agreed(coding, strings.ToLower(m[2]), "identity")
		default:
			out.WriteString("\r\n" + strings.TrimRight(unprintable.ReplaceAllString(line, " "), " \t"))
		}
		if !sure {
			return head
		}
	}
	switch {
	case length != "" && coding != "":
		return head
	case length != "":
		out.WriteString("\r\nContent-Length: " + length)
	case coding != "":
		out.WriteString("\r\nTransfer-Encoding: " + coding)
	}
	out.WriteString("\r\n\r\n")
	return []byte(out.String())
}

// agreed returns the only value in a list and the headers before it, without a meaningless prefix. ok is false if there
// are two values or a value has several words.
func agreed(before, list, prefix string) (value string, ok bool) {
	for v := range strings.SplitSeq(list, ",") {
		v = strings.TrimPrefix(strings.TrimSpace(v), prefix)
		if strings.ContainsAny(v, "+ \t") || v != "" && before != "" && v != before {
			return "", false
		}
		before = cmp.Or(v, before)
	}
	return before, true
}
