package download

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"sitegraph/site"
)

// guard keeps a public site from leading the program into the network that it runs in, by a redirect or by
// changing what its name resolves to. It watches over the crawl of one site, whose host the user named:
//
//   - Before the first connection to that host its name is looked up once. If all its addresses are private
//     (loopback, link-local and so on), the site is private, and otherwise public, for the whole crawl.
//   - The host of a public site is never reached at a private address, also
//     not if its name resolves to one later, or to one among others.
//   - The host of a private site is reached at the private addresses of the first answer and at no others.
//   - The host of a site that is to be public, since the user did not name it,
//     is never reached at a private address.
//   - Any other host (the home page redirects there, or robots.txt does) may be private only if the site is.
//   - Further hosts that the user named are looked up in the same way, each for itself.
//
// What was found at first is kept before the first connection, and counts in later runs as well.
type guard struct {
	named  string // the named host, without brackets; "" for no guard
	public bool   // the host must be public
	lookup Lookup
	kept   Decisions // nil: this guard alone remembers

	mutex sync.Mutex
	// private has the addresses of the private ones of the named hosts, nil for a
	// public one; it lacks those that were not looked up yet.
	private map[string][]netip.Addr
	further map[string]bool // named hosts beside the first
}

// Lookup returns the addresses of a host name; nil asks the system.
type Lookup func(ctx context.Context, host string) ([]netip.Addr, error)

// Private returns the addresses of a host, a name or an address, if none of them is public, and else none.
func (l Lookup) Private(ctx context.Context, host string) (addresses []netip.Addr, err error) {
	host = strings.Trim(host, "[]")
	if ip, literal := netip.ParseAddr(host); literal == nil {
		addresses = []netip.Addr{ip}
	} else if l != nil {
		addresses, err = l(ctx, host)
	} else {
		addresses, err = net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	}
	if err != nil || slices.ContainsFunc(addresses, site.IsPublic) {
		return nil, err
	}
	for i := range addresses {
		addresses[i] = addresses[i].Unmap().WithZone("")
	}
	return addresses, nil
}

// Decisions are those about the hosts that the user named, in all runs.
type Decisions interface {
	// Decided returns the addresses that a private host had at first, none for a public one; ok is false before the
	// first connection to it.
	Decided(host string) (private []netip.Addr, ok bool, err error)
	// Decide keeps them.
	Decide(host string, private []netip.Addr) error
}

// newGuard returns the guard of a site, none without a host.
func newGuard(o HTTPOptions) *guard {
	g := &guard{
		public: o.Public,
		named:  strings.Trim(o.Host, "[]"), // a URL has an IPv6 address in brackets, a dialled host has none
		lookup: o.Lookup, kept: o.Decisions,
		private: map[string][]netip.Addr{}, further: map[string]bool{},
	}
	for _, other := range o.Named {
		g.further[strings.Trim(other, "[]")] = true
	}
	return g
}

type privateError struct {
	host  string
	named bool // the host of the site itself
}

func (e *privateError) Error() string {
	if e.named {
		return e.host + " has a private address that it did not have at first: if it has moved, crawl from scratch " +
			"with --fresh"
	}
	return e.host + " has a private address, where a public site must not lead; name it in hosts.txt to allow it"
}

// decide settles whether the site is private, before the first connection to a
// host. The error is that of the name look-up.
func (g *guard) decide(ctx context.Context, host string) error {
	if g.named == "" {
		return nil
	}
	if !g.isNamed(host) {
		g.settle(ctx)
		return nil
	}
	g.mutex.Lock()
	_, decided := g.private[host]
	g.mutex.Unlock()
	if decided || g.public {
		return nil
	}
	var addresses []netip.Addr
	known, err := false, error(nil)
	if g.kept != nil {
		addresses, known, err = g.kept.Decided(host)
	}
	if err == nil && !known {
		addresses, err = g.lookup.Private(ctx, host)
	}
	if err != nil {
		return err
	}

	g.mutex.Lock()
	defer g.mutex.Unlock()
	if _, decided := g.private[host]; decided {
		return nil
	}
	if g.kept != nil && !known {
		err = g.kept.Decide(host, addresses)
	}
	if err == nil {
		g.private[host] = addresses
	}
	return err
}

func (g *guard) isNamed(host string) bool { return host == g.named || g.further[host] }

// settle decides about the site by its host, if no connection has done so; a name
// that cannot be looked up now leaves it public.
func (g *guard) settle(ctx context.Context) {
	if g.named != "" {
		_ = g.decide(ctx, g.named)
	}
}

// check decides about the address (IP:port) at which a host is about to be reached.
func (g *guard) check(host, address string) error {
	target, err := netip.ParseAddrPort(address)
	if err != nil || g.named == "" {
		return nil
	}
	ip := target.Addr().Unmap().WithZone("")
	if site.IsPublic(ip) {
		return nil
	}

	g.mutex.Lock()
	defer g.mutex.Unlock()
	named := g.isNamed(host)
	if named && slices.Contains(g.private[host], ip) || !named && g.private[g.named] != nil {
		return nil
	}
	return &privateError{host: host, named: named}
}
