package download

import (
	"context"
	"crypto/x509"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"sitegraph/site"
)

// TestShortage: what this machine lacks is told from what the site does, however the error comes.
func TestShortage(t *testing.T) {
	op := func(name, address string, err error) error {
		e := &net.OpError{Op: name, Net: "tcp", Err: os.NewSyscallError("connect", err)}
		if address != "" {
			e.Addr, _ = net.ResolveTCPAddr("tcp", address)
		}
		return fmt.Errorf("request: %w", e)
	}
	for _, c := range []struct{ err, want error }{
		{op("dial", "", syscall.EMFILE), syscall.EMFILE},
		{op("dial", "", syscall.ENFILE), syscall.ENFILE},
		{op("read", "", syscall.ENOBUFS), syscall.ENOBUFS},
		{op("write", "", syscall.ENOMEM), syscall.ENOMEM},
		{&net.DNSError{Err: "dial udp 127.0.0.1:53: socket: too many open files", Name: "a.example"}, syscall.EMFILE},
		{&net.DNSError{Err: "no buffer space available", Name: "a.example"}, syscall.ENOBUFS},
		{x509.SystemRootsError{Err: &fs.PathError{Op: "open", Path: "/etc/ssl", Err: syscall.EMFILE}}, syscall.EMFILE},
		{op("dial", "127.0.0.1:9", syscall.EADDRNOTAVAIL), syscall.EADDRNOTAVAIL},
		{op("dial", "", syscall.EADDRNOTAVAIL), nil},
		{op("dial", "127.0.0.1:9", syscall.ECONNREFUSED), nil},
		{&net.DNSError{Err: "no such host", IsNotFound: true}, nil},
		{nil, nil},
	} {
		if got := Shortage(c.err); got != c.want {
			t.Errorf("%v: got %v, want %v", c.err, got, c.want)
		}
	}
}

// TestWaitsForHandles: a request waits until there are handles, connections and look-ups alike, and what it met is
// neither an answer nor in the archive. If there are none for long, the run ends.
func TestWaitsForHandles(t *testing.T) {
	base, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, page) })
	for _, lacking := range []error{&net.OpError{Op: "dial", Err: os.NewSyscallError("socket", syscall.EMFILE)},
		&net.DNSError{Err: "socket: too many open files"}} {
		kept := &tapes{}
		h := newHTTP(t, HTTPOptions{Recorder: kept, GiveUp: func(err error) { t.Error(err) }})
		left, waits := 3, 0
		h.patience.sleep = func(context.Context, time.Duration) error { waits++; return nil }
		dial := h.transport.DialContext
		h.transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			if left--; left >= 0 {
				return nil, lacking
			}
			return dial(ctx, network, address)
		}
		answer := h.Download(t.Context(), at(t, base, "/"))
		if answer.Failure.Failed() || string(answer.Body) != page || waits != 3 || len(kept.all) != 1 {
			t.Errorf("%v: %+v after %d waits, %d records", lacking, answer.Failure, waits, len(kept.all))
		}
	}
}

// TestGivesUp: the run ends when handles lack for long, from the network and from a folder.
func TestGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	h := newHTTP(t, HTTPOptions{GiveUp: cancel})
	h.transport.DialContext = func(context.Context, string, string) (net.Conn, error) { return nil, syscall.ENFILE }
	var slept time.Duration
	var mu sync.Mutex
	h.patience.sleep = func(_ context.Context, d time.Duration) error {
		mu.Lock()
		defer mu.Unlock()
		slept += d
		return nil
	}
	answer := h.Download(ctx, at(t, "http://127.0.0.1:9", "/"))
	const want = "this machine lacks what requests need: too many open files in system: allow more (ulimit -n), or " +
		"use fewer connections, and run again to resume"
	if got := context.Cause(ctx); answer.Failure.Class != site.FailCancelled || got == nil || got.Error() != want ||
		slept < 20*time.Second || slept > time.Minute {
		t.Errorf("%+v, %v, slept %v", answer.Failure, got, slept)
	}
	folder := &patience{giveUp: func(error) {}, sleep: h.patience.sleep}
	if folder.while(t.Context(), func() error { return syscall.EMFILE }) || !folder.over.Load() {
		t.Error("a folder goes on")
	}
}
