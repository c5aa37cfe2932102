package download

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
)

// guard keeps a redirect of a public site from leading into the network that
// the program runs in. The hosts that the user named may be anywhere; any
// other host (the home page redirected there, or robots.txt did) may have a
// loopback, link-local or private address only if a named host has one too.
type guard struct {
	named  []string // nil: everything is allowed
	inside atomic.Bool
}

// privateError is the refusal of an address.
type privateError struct{ host string }

func (e *privateError) Error() string {
	return fmt.Sprintf("%s has a private address, where a redirect of a public site must not lead; name it in hosts.txt to allow it", e.host)
}

// check judges the address (IP:port) that a host is about to be reached at.
func (g *guard) check(host, address string) error {
	if g.named == nil || !private(address) || g.inside.Load() {
		return nil
	}
	// A URL has an IPv6 address in brackets, a dialled host has none.
	if slices.ContainsFunc(g.named, func(name string) bool { return strings.Trim(name, "[]") == host }) {
		g.inside.Store(true)
		return nil
	}
	return &privateError{host: host}
}

// private tells addresses that only a local network knows (RFC 1918, 4193,
// 3927, 6598, and loopback).
func private(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	ip = ip.Unmap()
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() || ip.IsMulticast() ||
		sharedSpace.Contains(ip)
}

// sharedSpace are the addresses between a provider and its customers.
var sharedSpace = netip.MustParsePrefix("100.64.0.0/10")
