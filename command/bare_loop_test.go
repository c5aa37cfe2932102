//go:build unix

package command

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/url"
	"path"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// bare is the least state that a crawl needs, in memory: known URLs, queue and arcs.
type bare struct {
	sync.Mutex
	number  map[string]uint32
	queue   []string
	arcs    [][2]uint32
	pages   int
	working int
	wake    *sync.Cond
}

// bareCrawl fetches a site over raw connections and returns the number of its pages and arcs.
func bareCrawl(tb testing.TB, origin string) (pages, arcs int) {
	home, err := url.Parse(origin)
	if err != nil {
		tb.Fatal(err)
	}
	c := &bare{number: map[string]uint32{"/": 0}, queue: []string{"/"}}
	c.wake = sync.NewCond(c)
	var all sync.WaitGroup
	for range benchConnections {
		all.Go(func() {
			if err := c.work(home.Host); err != nil {
				tb.Error(err)
			}
		})
	}
	all.Wait()
	return c.pages, len(c.arcs)
}

// work fetches pages over one connection until there are none.
func (c *bare) work(host string) error {
	conn, err := net.Dial("tcp", host)
	if err != nil {
		return err
	}
	defer conn.Close()
	in, body := bufio.NewReaderSize(conn, 64<<10), []byte(nil)
	var links []string
	for at, ok := c.next(); ok; at, ok = c.next() {
		request := "GET " + at + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n"
		if _, err := io.WriteString(conn, request); err != nil {
			return err
		}
		var html bool
		if body, html, err = bareAnswer(in, body); err != nil {
			return err
		}
		links = links[:0]
		if html {
			links = bareLinks(links, at, body)
		}
		c.add(at, html, links)
	}
	return nil
}

// next takes a path from the queue, and returns false at the end of the crawl.
func (c *bare) next() (string, bool) {
	c.Lock()
	defer c.Unlock()
	for len(c.queue) == 0 {
		if c.working == 0 {
			c.wake.Broadcast()
			return "", false
		}
		c.wake.Wait()
	}
	at := c.queue[0]
	c.queue = c.queue[1:]
	c.working++
	return at, true
}

// add stores the arcs of a page and queues new paths.
func (c *bare) add(at string, page bool, links []string) {
	c.Lock()
	defer c.Unlock()
	if page {
		c.pages++
	}
	from := c.number[at]
	for _, to := range links {
		n, known := c.number[to]
		if !known {
			n = uint32(len(c.number))
			c.number[to] = n
			c.queue = append(c.queue, to)
		}
		c.arcs = append(c.arcs, [2]uint32{from, n})
	}
	c.working--
	c.wake.Broadcast()
}

// bareAnswer reads an answer of known length and reports whether it is an HTML page.
func bareAnswer(in *bufio.Reader, into []byte) (body []byte, html bool, err error) {
	length, ok := 0, false
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return into, false, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(": "))
		switch {
		case bytes.HasPrefix(line, []byte("HTTP/1.1 200")):
			ok = true
		case bytes.EqualFold(name, []byte("content-length")):
			length, _ = strconv.Atoi(string(value))
		case bytes.EqualFold(name, []byte("content-type")):
			html = bytes.HasPrefix(value, []byte("text/html"))
		}
	}
	body = append(into[:0], make([]byte, max(0, length))...)
	_, err = io.ReadFull(in, body)
	return body, ok && html, err
}

// bareLinks appends the paths on the site that a page links to, without fragments.
func bareLinks(links []string, at string, body []byte) []string {
	folder := at[:strings.LastIndexByte(at, '/')+1]
	for {
		i := bytes.Index(body, []byte("<a "))
		if i < 0 {
			return links
		}
		body = body[i:]
		end := bytes.IndexByte(body, '>')
		if end < 0 {
			return links
		}
		_, href, ok := bytes.Cut(body[:end], []byte(`href="`))
		body = body[end:]
		if !ok {
			continue
		}
		href, _, _ = bytes.Cut(href, []byte(`"`))
		href, _, _ = bytes.Cut(href, []byte("#"))
		if len(href) == 0 || bytes.IndexByte(href, ':') >= 0 {
			continue
		}
		links = append(links, bareResolve(folder, string(href)))
	}
}

// bareResolve resolves a relative address against a folder.
func bareResolve(folder, href string) string {
	if !strings.HasPrefix(href, "/") {
		href = folder + href
	}
	if !strings.Contains(href, "./") {
		return href
	}
	clean := path.Clean(href)
	if strings.HasSuffix(href, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}
