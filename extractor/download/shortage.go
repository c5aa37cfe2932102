package download

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// While this machine lacks handles, buffers, ports or memory, requests pause for firstPause, then twice as long each
// time, up to longestPause. The run ends if no request gets through in maxPauses pauses, about half a minute.
const (
	firstPause   = 100 * time.Millisecond
	longestPause = 2 * time.Second
	maxPauses    = 18
)

// shortages lists the errors of a machine that temporarily lacks a resource. The numbers are for Windows.
var shortages = []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, 10024, 10055}

// Shortage returns the reason if an error means that this machine lacks handles, buffers, ports or memory, otherwise
// nil. Such an error says nothing about the site.
func Shortage(err error) error {
	if err == nil {
		return nil
	}
	dns, _ := errors.AsType[*net.DNSError](err)
	for _, short := range shortages {
		if errors.Is(err, short) || dns != nil && strings.Contains(dns.Err, short.Error()) { // DNSError keeps only text
			return short
		}
	}
	if errors.Is(err, syscall.EADDRNOTAVAIL) && hasAddressFor(err) {
		return syscall.EADDRNOTAVAIL
	}
	return nil
}

// hasAddressFor reports whether this machine has an address that could reach the one in an error. If not, no port is
// missing; for example, the machine may lack IPv6. The connection sends nothing.
func hasAddressFor(err error) bool {
	op, _ := errors.AsType[*net.OpError](err)
	if op == nil || op.Addr == nil {
		return false
	}
	c, err := net.Dial("udp", op.Addr.String())
	if err == nil {
		c.Close()
	}
	return err == nil || Shortage(err) != nil
}

// patience repeats an action that fails because of a shortage.
type patience struct {
	giveUp func(error) // ends the run after the longest pause; nil waits forever
	sleep  func(context.Context, time.Duration) error
	over   atomic.Bool  // it gave up
	served atomic.Int64 // successful tries
}

// while repeats try until it no longer fails because of a shortage. It returns false if it gave up or ctx ended.
func (p *patience) while(ctx context.Context, try func() error) bool {
	served, vain := p.served.Load(), 0
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		short := Shortage(try())
		if short == nil {
			p.served.Add(1)
			return true
		}
		if vain++; p.served.Load() != served {
			served, vain = p.served.Load(), 0
		}
		if vain == maxPauses && p.giveUp != nil {
			p.over.Store(true)
			p.giveUp(fmt.Errorf("this machine lacks what requests need: %w: allow more (ulimit -n), or use fewer "+
				"connections, and run again to resume", short))
			return false
		}
		if p.sleep(ctx, pause) != nil {
			return false
		}
	}
}
