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

// guard keeps a public site from leading the program into its own network by a redirect or by a change of its DNS. It
// protects the crawl of one site, whose host the user named:
//
//   - Before the first connection to that host, the guard looks up its name once. If all its addresses are
//     private (loopback, link-local and so on), the site is private for the whole crawl, otherwise public.
//   - The host of a public site is never reached at a private address, even if
//     its name later resolves to one, or to one among others.
//   - The host of a private site is reached only at the private addresses of the first answer.
//   - The host of a site that must be public, since the user did not name it,
//     is never reached at a private address.
//   - Any other host (from a redirect of the home page or of robots.txt) may be private only if the site is.
//   - Further hosts that the user named are looked up in the same way, each by itself.
//
// The guard keeps its first finding before the first connection. Later runs use it, too.
type guard struct {
	named  string // the named host, without brackets; "" for no guard
	public bool   // the host must be public
	lookup Lookup
	kept   Decisions // nil: only this guard remembers

	mutex sync.Mutex
	// private has the addresses of each named private host, and nil for a public one. Hosts without a look-up so far
	// are missing.
	private map[string][]netip.Addr
	further map[string]bool // the other named hosts
}

// Lookup returns the addresses of a host name; nil asks the system.
type Lookup func(ctx context.Context, host string) ([]netip.Addr, error)

// Private returns the addresses of a host (a name or an address), or none if any of them is public.
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

// Decisions keeps the decisions about the hosts that the user named, across runs.
type Decisions interface {
	// Decided returns the first addresses of a private host, or none for a public one. ok is false before the first
	// connection to the host.
	Decided(host string) (private []netip.Addr, ok bool, err error)
	// Decide stores this decision.
	Decide(host string, private []netip.Addr) error
}

// newGuard returns the guard of a site. Without a host it allows everything.
func newGuard(o HTTPOptions) *guard {
	g := &guard{
		public: o.Public,
		named:  strings.Trim(o.Host, "[]"), // an IPv6 address has brackets in a URL, but not when dialled
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

// decide settles whether the site is private before the first connection to a host. It fails if the name look-up does.
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

// settle decides about the site by its host, unless a connection already did. If the look-up fails, the site stays
// public.
func (g *guard) settle(ctx context.Context) { _ = g.decide(ctx, g.named) }

// check decides whether a connection to a host may use this address (IP:port).
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
