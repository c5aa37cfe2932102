package web_test

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	"sitegraph/desk"
	"sitegraph/desk/web"
)

// TestServe: when its context ends, as SIGTERM ends that of the command, a server
// stops the crawl under way in order, ends its streams, and leaves the folder.
func TestServe(t *testing.T) {
	s := newWebsite(t, 60)
	begun := make(chan bool, 1)
	s.tell(func(n int64) {
		if n == 20 {
			begun <- true
		}
	})
	folder := t.TempDir()
	d, err := desk.Open(desk.Options{Folder: folder, TwinPause: time.Millisecond})
	must(t, err)
	server, err := web.New(d, web.Options{})
	must(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	b := &browser{t, d, "http://" + l.Addr().String()}
	at := b.project("one", s.URL)
	stream, err := http.Get(b.base + "/api/events")
	must(t, err)
	defer stream.Body.Close()
	b.do(at, desk.Start)
	select {
	case <-begun:
		end()
	case <-time.After(5 * time.Minute):
		t.Fatal("no crawl")
	}
	select {
	case err := <-ended:
		must(t, err)
	case <-time.After(5 * time.Minute):
		t.Fatal("the server goes on")
	}
	if d, err = desk.Open(desk.Options{Folder: folder, TwinPause: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	defer d.Close(t.Context())
	p, err := d.Project("one")
	must(t, err)
	if known, err := p.Site(s.URL); err != nil || known.State != desk.Stopped || known.Ended != "signal" {
		t.Errorf("afterwards: %+v, %v", known, err)
	}
}
