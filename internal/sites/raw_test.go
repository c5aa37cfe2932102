package sites

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// ok begins an answer with a page; headers may follow.
const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

// raw takes the connection from net/http and gives it to f; at the end it is closed.
func raw(f func(*Site, *net.TCPConn)) handler {
	return func(s *Site, w http.ResponseWriter, _ *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			http.Error(w, "no raw connection: "+err.Error(), http.StatusTeapot)
			return
		}
		s.keep(c)
		defer s.drop(c)
		if tcp, isTCP := c.(*net.TCPConn); isTCP {
			f(s, tcp)
		}
	}
}

// send answers with these bytes and closes the connection.
func send(answer string) handler {
	return raw(func(_ *Site, c *net.TCPConn) { io.WriteString(c, answer) })
}

// reset answers with these bytes and resets the connection.
func reset(answer string) handler {
	return raw(func(s *Site, c *net.TCPConn) {
		io.WriteString(c, answer)
		if answer != "" {
			s.pause(50 * time.Millisecond) // a reset overtakes what was not read yet
		}
		c.SetLinger(0)
	})
}

// drip answers with start at once and then with one more byte at a time.
func drip(start, more string) handler {
	return raw(func(s *Site, c *net.TCPConn) {
		io.WriteString(c, start)
		for s.pause(100 * time.Millisecond) {
			for i := range len(more) {
				if _, err := io.WriteString(c, more[i:i+1]); err != nil || !s.pause(100*time.Millisecond) {
					return
				}
			}
		}
	})
}

// pour answers with start and then without end.
func pour(start, more string) handler {
	more = strings.Repeat(more, 1+1<<15/len(more))
	return raw(func(_ *Site, c *net.TCPConn) {
		_, err := io.WriteString(c, start)
		for err == nil {
			_, err = io.WriteString(c, more)
		}
	})
}

// pause waits, and reports whether the server still runs.
func (s *Site) pause(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-s.server.done:
		return false
	}
}

// readTarget reads a request and returns the target as it was sent.
func readTarget(c net.Conn) (string, error) {
	r := bufio.NewReader(c)
	line, err := r.ReadString('\n')
	for header := line; err == nil && strings.TrimSpace(header) != ""; {
		header, err = r.ReadString('\n')
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "GET "), " HTTP/1.1"), err
}

// lastAnswer sends robots.txt or a page, and announces that no other answer will come.
func lastAnswer(c net.Conn, target, body string) {
	kind := "text/html; charset=utf-8"
	if target == "/robots.txt" {
		kind, body = "text/plain", rules
	}
	io.WriteString(c, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: "+kind+"\r\n\r\n"+body)
}

// accept gives each connection to f and closes it.
func (s *Site) accept(l net.Listener, f func(net.Conn)) {
	s.server.busy.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.keep(c)
			s.server.busy.Go(func() {
				defer s.drop(c)
				f(c)
			})
		}
	})
}

// coded answers with a body under a content coding.
func coded(name string, body []byte) handler {
	return func(_ *Site, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if name != "" {
			w.Header().Set("Content-Encoding", name)
		}
		w.Write(body)
	}
}

// always answers with the status.
func always(status int) handler {
	return func(_ *Site, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
}
