package sites

import (
	"encoding/binary"
	"io"
	"net"
	"time"
)

// The types of frames that are sent or waited for (RFC 9113 section 6).
const (
	frameHeaders  = 1
	frameSettings = 4
	frameGoAway   = 7
)

// openHTTP2 speaks HTTP/2 by hand: it sends its settings, waits for a request, and leaves the rest to f.
func openHTTP2(f func(net.Conn) error) func(*Site) error {
	return func(s *Site) error {
		l, err := s.listenTLS(identity{}, "h2")
		if err != nil {
			return err
		}
		s.accept(l, func(c net.Conn) {
			preface := make([]byte, len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
			if _, err := io.ReadFull(c, preface); err != nil {
				return
			}
			if settingsFrame(c) == nil && untilRequest(c) == nil && f(c) == nil {
				io.Copy(io.Discard, c)
			}
		})
		return nil
	}
}

// untilRequest reads frames up to the first HEADERS.
func untilRequest(c net.Conn) error {
	for {
		var head [9]byte
		if _, err := io.ReadFull(c, head[:]); err != nil {
			return err
		}
		length := int64(head[0])<<16 | int64(head[1])<<8 | int64(head[2])
		if _, err := io.CopyN(io.Discard, c, length); err != nil {
			return err
		}
		if head[3] == frameHeaders {
			return nil
		}
	}
}

// frame writes a frame of the connection (stream 0).
func frame(c net.Conn, kind byte, payload []byte) error {
	head := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, 0, 0, 0, 0, 0}
	_, err := c.Write(append(head, payload...))
	return err
}

func settingsFrame(c net.Conn) error { return frame(c, frameSettings, nil) }

// goAway announces that no stream was processed, for a reason (RFC 9113 section 7). The pause bounds how often a client
// that connects again at once does so.
func goAway(reason uint32) func(net.Conn) error {
	return func(c net.Conn) error {
		time.Sleep(20 * time.Millisecond)
		return frame(c, frameGoAway, binary.BigEndian.AppendUint32(make([]byte, 4), reason))
	}
}
