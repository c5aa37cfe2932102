package download

import (
	"bufio"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// raw starts a server that reads a request and then does what answer says. The returned channel has the request lines.
func raw(t testing.TB, answer func(net.Conn)) (base string, lines chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { listener.Close() })
	lines = make(chan string, 100)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				in := bufio.NewReader(conn)
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				for header := line; strings.TrimSpace(header) != ""; {
					if header, err = in.ReadString('\n'); err != nil {
						return
					}
				}
				lines <- strings.TrimRight(line, "\r\n")
				answer(conn)
			}()
		}
	}()
	return "http://" + listener.Addr().String(), lines
}

func say(text string) func(net.Conn) {
	return func(c net.Conn) { c.Write([]byte(text)) }
}

const okHTML = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

func TestTargetGoesOutUnchanged(t *testing.T) {
	base, lines := raw(t, say(okHTML+"Content-Length: 0\r\n\r\n"))
	h := newHTTP(t, HTTPOptions{})
	for _, target := range []string{
		"/", "/?", "/a|b", "/%zz", "/%", "/[x]", "/a%2Fb%2fc", "/a;b=c,d", "/a:b@c", "/*", "/a'b\"c", "/^`{}",
		"/\u00e9", "/\xe9", "/?a|b=%zz&x[]=1", "/?q=a+b%20c", "/??", "/a?b?c", "/?http://x/", "/a//b", "//a", "///a",
		"//a/[x]?q",
	} {
		got := h.Download(t.Context(), at(t, base, target))
		if got.Failure.Failed() {
			t.Errorf("%s: %+v", target, got.Failure)
			continue
		}
		if line := <-lines; line != "GET "+target+" HTTP/1.1" {
			t.Errorf("%s: sent %q", target, line)
		}
	}
	for _, target := range []string{"//a|b", "//%zz?x|y", "///é"} { // absolute form
		h.Download(t.Context(), at(t, base, target))
		if line := <-lines; line != "GET "+base+target+" HTTP/1.1" {
			t.Errorf("%s: sent %q", target, line)
		}
	}
}

func TestTargetThroughProxy(t *testing.T) {
	base, lines := raw(t, say(okHTML+"Content-Length: 0\r\n\r\n"))
	h := newHTTP(t, HTTPOptions{})
	h.proxy = func(*http.Request) (*url.URL, error) { return url.Parse(base) }
	for _, target := range []string{"/a|b?c|d", "//x", "/%zz", "/?"} {
		h.Download(t.Context(), at(t, "http://site.test:8080", target))
		if line := <-lines; line != "GET http://site.test:8080"+target+" HTTP/1.1" {
			t.Errorf("%s: sent %q", target, line)
		}
	}
}
