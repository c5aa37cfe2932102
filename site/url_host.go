package site

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// HostIn returns host and port of an absolute URL, as written. It returns other texts unchanged.
func HostIn(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return url
	}
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	return rest
}

// OriginIn returns an absolute URL up to its path. It returns other texts unchanged.
func OriginIn(url string) string {
	scheme, _, ok := strings.Cut(url, "://")
	if !ok {
		return url
	}
	return url[:len(scheme)+len("://")+len(HostIn(url))]
}

// authority reads [user[:password]@]host[:port] and drops the user.
func authority(scheme, s string) (host, port string, err error) {
	s = s[strings.LastIndexByte(s, '@')+1:]
	host, port, found := cutPort(s)
	if host == "" {
		return "", "", LinkFault{Kind: FaultNoHost}
	}
	if host, err = parseHost(host); err != nil {
		return "", "", err
	}
	if found {
		port, err = parsePort(scheme, port)
	}
	return host, port, err
}

func cutPort(s string) (host, port string, found bool) {
	inside := false
	for i := range len(s) {
		switch s[i] {
		case '[':
			inside = true
		case ']':
			inside = false
		case ':':
			if !inside {
				return s[:i], s[i+1:], true
			}
		}
	}
	return s, "", false
}

// parsePort returns a port without leading zeros, or "" for the scheme's default.
func parsePort(scheme, s string) (string, error) {
	if s == "" {
		return "", nil
	}
	value, err := strconv.ParseUint(s, 10, 16)
	if err != nil {
		return "", LinkFault{Kind: FaultBadPort}
	}
	if scheme == "http" && value == 80 || scheme == "https" && value == 443 {
		return "", nil
	}
	return strconv.FormatUint(value, 10), nil
}

// parseHost serialises a domain, an IPv4 address in any historic notation, or an IPv6 address in brackets.
func parseHost(raw string) (string, error) {
	if raw[0] == '[' {
		return parseIPv6(raw)
	}
	host, err := parseDomain(raw)
	if err != nil {
		return "", err
	}
	if endsInNumber(host) {
		return parseIPv4(host)
	}
	return host, nil
}

func parseDomain(raw string) (string, error) {
	if isPlainHost(raw) {
		return raw, nil
	}
	host := strings.ToValidUTF8(percentDecode(raw), "\uFFFD")
	// The newest standard keeps an all-ASCII domain, even with a wrong xn-- label.
	if runEnd(host, true) == len(host) {
		host = strings.ToLower(host)
	} else if ascii, err := idn.ToASCII(host); err == nil {
		host = ascii
	} else {
		return "", LinkFault{Kind: FaultBadHost}
	}
	if host == "" || !isPlainHost(host) {
		return "", LinkFault{Kind: FaultBadHost}
	}
	return host, nil
}

func isPlainHost(s string) bool {
	for i := range len(s) {
		if classes[s[i]]&plainHost == 0 {
			return false
		}
	}
	return true
}

func percentDecode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if isTriplet(s, i) {
			out = append(out, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		} else {
			out = append(out, s[i])
		}
	}
	return string(out)
}

// idn implements the standard's "domain to ASCII" with beStrict false (UTS 46, non-transitional).
var idn = idna.New(
	idna.MapForLookup(),
	idna.BidiRule(),
	idna.CheckJoiners(true),
	idna.CheckHyphens(false),
	idna.StrictDomainName(false),
	idna.Transitional(false),
	idna.VerifyDNSLength(false),
)

// endsInNumber reports whether a domain is an IPv4 address, because its last non-empty label is a number.
func endsInNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" {
		return false
	}
	if strings.Trim(last, digits) == "" {
		return true
	}
	_, ok := ipv4Number(last)
	return ok
}

// parseIPv4 reads one to four numbers. The last one fills the rest of the address.
func parseIPv4(host string) (string, error) {
	parts := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(parts) > 4 {
		return "", LinkFault{Kind: FaultBadHost}
	}
	var address uint64
	for i, part := range parts {
		n, ok := ipv4Number(part)
		last := i == len(parts)-1
		if !ok || !last && n > 255 || last && n >= 1<<(8*(4-i)) {
			return "", LinkFault{Kind: FaultBadHost}
		}
		if !last {
			n <<= 8 * (3 - i)
		}
		address += n
	}
	return fmt.Sprintf("%d.%d.%d.%d", address>>24, address>>16&255, address>>8&255, address&255), nil
}

// ipv4Number reads a decimal, octal (0...) or hexadecimal (0x..., even alone) number. It caps the value at 1<<32.
func ipv4Number(s string) (uint64, bool) {
	base := 10
	switch {
	case s == "":
		return 0, false
	case strings.HasPrefix(s, "0x"):
		base, s = 16, s[2:]
	case s[0] == '0' && len(s) > 1:
		base, s = 8, s[1:]
	}
	var value uint64
	for i := range len(s) {
		if classes[s[i]]&hexDigit == 0 || int(unhex(s[i])) >= base {
			return 0, false
		}
		value = min(value*uint64(base)+uint64(unhex(s[i])), 1<<32)
	}
	return value, true
}

// parseIPv6 converts [address]. netip differs from the standard: it reads zones and writes embedded IPv4 with dots.
func parseIPv6(raw string) (string, error) {
	if raw[len(raw)-1] != ']' {
		return "", LinkFault{Kind: FaultBadHost}
	}
	address, err := netip.ParseAddr(raw[1 : len(raw)-1])
	if err != nil || !address.Is6() || address.Zone() != "" {
		return "", LinkFault{Kind: FaultBadHost}
	}
	if b := address.As16(); address.Is4In6() {
		return fmt.Sprintf("[::ffff:%x:%x]", uint(b[12])<<8|uint(b[13]), uint(b[14])<<8|uint(b[15])), nil
	}
	return "[" + address.String() + "]", nil
}

// ReversedHost returns a host in the notation of Common Crawl. It returns an IP address unchanged.
func ReversedHost(host string) string {
	if colon := strings.LastIndexByte(host, ':'); colon > strings.LastIndexByte(host, ']') {
		host = host[:colon]
	}
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return host
	}
	labels := strings.Split(strings.TrimPrefix(strings.TrimSuffix(host, "."), "www."), ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}

// IsOpen reports whether other machines can reach a service listening on host.
func IsOpen(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host != "localhost" && (err != nil || !ip.Unmap().IsLoopback())
}

// IsPublic reports whether an address is globally reachable according to the registries of special-purpose addresses,
// and neither multicast nor reserved. In ::ffff:0:0/96 and 64:ff9b::/96 the IPv4 address inside decides, because
// networks without IPv4 reach many hosts through the second prefix.
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

// translated is the NAT64 prefix (RFC 6052).
var translated = netip.MustParsePrefix("64:ff9b::/96")

// special has the multicast and reserved addresses, and others that the IANA IPv4 and IPv6 Special-Purpose Address
// Registries (October 2025) call not globally reachable. Their exceptions in 192.0.0.0/24 and 2001::/23 are no hosts.
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
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved and broadcast, RFC 1112

	// Global unicast addresses are only in 2000::/3. Outside it are ::/96 with loopback, 64:ff9b:1::/48, 100::/64,
	// 100:0:0:1::/64, 5f00::/16, fc00::/7, fe80::/10, fec0::/10 and ff00::/8.
	netip.MustParsePrefix("::/3"),
	netip.MustParsePrefix("4000::/2"),
	netip.MustParsePrefix("8000::/1"),
	netip.MustParsePrefix("2001::/23"),     // protocol assignments including Teredo, benchmarks and ORCHID, RFC 2928
	netip.MustParsePrefix("2001:db8::/32"), // documentation, RFC 3849
	netip.MustParsePrefix("2002::/16"),     // 6to4, RFC 3056: an IPv4 address of any kind
	netip.MustParsePrefix("3fff::/20"),     // documentation, RFC 9637
}
