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

// If this machine runs short of handles, buffers, ports or memory, requests wait: first for firstPause, then each time
// twice as long, up to longestPause. The run ends if no request gets through in maxPauses pauses, about half a minute.
const (
	firstPause   = 100 * time.Millisecond
	longestPause = 2 * time.Second
	maxPauses    = 18
)

// shortages are the errors of a machine that runs short of something for a while. The numbers are those of Windows.
var shortages = []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, 10024, 10055}

// Shortage returns the reason if an error says that this machine has too few handles, buffers, ports or memory, which
// says nothing about the site; otherwise nil.
func Shortage(err error) error {
	if err == nil {
		return nil
	}
	dns, _ := errors.AsType[*net.DNSError](err)
	for _, short := range shortages {
		if errors.Is(err, short) || dns != nil && strings.Contains(dns.Err, short.Error()) { // which has the text alone
			return short
		}
	}
	if errors.Is(err, syscall.EADDRNOTAVAIL) && hasAddressFor(err) {
		return syscall.EADDRNOTAVAIL
	}
	return nil
}

// hasAddressFor reports whether this machine has an address from which it could reach the one in an error. Otherwise
// no port is missing: it speaks no IPv6, say. The connection sends nothing.
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

// patience repeats what fails for such a shortage.
type patience struct {
	giveUp func(error) // ends the run after the longest pause; nil: waiting never ends
	sleep  func(context.Context, time.Duration) error
	over   atomic.Bool  // it gave up
	served atomic.Int64 // successful tries
}

// while repeats try until it does not fail for a shortage. It is false if it gave up, or if ctx ended before.
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
