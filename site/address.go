package site

import "net/netip"

// IsOpen reports whether other machines may reach what listens at a host.
func IsOpen(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host != "localhost" && (err != nil || !ip.Unmap().IsLoopback())
}

// IsPublic reports whether an address is one of the Internet: globally reachable by the registries of
// special-purpose addresses, neither multicast nor reserved. ::ffff:0:0/96 and 64:ff9b::/96 are judged by the
// IPv4 address inside: by the second prefix a network without IPv4 reaches all hosts that have nothing else.
func IsPublic(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	if translated.Contains(ip) {
		b := ip.As16()
		ip = netip.AddrFrom4([4]byte(b[12:]))
	}
	for _, special := range special {
		if special.Contains(ip) {
			return false
		}
	}
	return ip.IsValid()
}

// translated is the prefix of NAT64 (RFC 6052).
var translated = netip.MustParsePrefix("64:ff9b::/96")

// special are the addresses that are not public: what the IANA IPv4 and IPv6 Special-Purpose Address
// Registries (of October 2025) do not call globally reachable, multicast, and what is reserved. The few
// exceptions inside 192.0.0.0/24 and 2001::/23 are anycast services and identifiers, no hosts.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network, RFC 791
	netip.MustParsePrefix("10.0.0.0/8"),      // private use, RFC 1918
	netip.MustParsePrefix("100.64.0.0/10"),   // between a provider and its customers, RFC 6598
	netip.MustParsePrefix("127.0.0.0/8"),     // loopback, RFC 1122
	netip.MustParsePrefix("169.254.0.0/16"),  // link-local, RFC 3927
	netip.MustParsePrefix("172.16.0.0/12"),   // private use, RFC 1918
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments, RFC 6890
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation, RFC 5737
	netip.MustParsePrefix("192.88.99.0/24"),  // relays of 6to4, deprecated by RFC 7526
	netip.MustParsePrefix("192.168.0.0/16"),  // private use, RFC 1918
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks, RFC 2544
	netip.MustParsePrefix("198.51.100.0/24"), // documentation, RFC 5737
	netip.MustParsePrefix("203.0.113.0/24"),  // documentation, RFC 5737
	netip.MustParsePrefix("224.0.0.0/4"),     // multicast, RFC 5771
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved, and broadcast, RFC 1112

	// Global unicast addresses are in 2000::/3 alone. Outside are ::/96 with loopback, 64:ff9b:1::/48, 100::/64,
	// 100:0:0:1::/64, 5f00::/16, fc00::/7, fe80::/10, fec0::/10 and ff00::/8.
	netip.MustParsePrefix("::/3"),
	netip.MustParsePrefix("4000::/2"),
	netip.MustParsePrefix("8000::/1"),
	netip.MustParsePrefix("2001::/23"),     // protocol assignments with Teredo, benchmarks and ORCHID, RFC 2928
	netip.MustParsePrefix("2001:db8::/32"), // documentation, RFC 3849
	netip.MustParsePrefix("2002::/16"),     // 6to4, RFC 3056: an IPv4 address of any kind
	netip.MustParsePrefix("3fff::/20"),     // documentation, RFC 9637
}
