package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"sitegraph/site"
)

const entityLine = 64 << 10 // bytes of a line with members: some two thousand hosts

// cutMembers splits a line at the "=" before its members. Within a path it must follow a space: URLs may contain "=".
func cutMembers(text string) (first, members string, ok bool) {
	authority := 0
	if at := strings.Index(text, "://"); at >= 0 {
		authority = at + 3
	}
	for i := range len(text) {
		if text[i] != '=' {
			continue
		}
		spaced := i > 0 && (text[i-1] == ' ' || text[i-1] == '\t')
		if spaced || !strings.ContainsAny(text[min(authority, i):i], `/\?#`) {
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// readMembers reads the members of a line. first is the site before the "=". The remarks are about repeated members.
func readMembers(first site.Member, text string) (members []site.Member, remarks []string, err error) {
	members = []site.Member{first}
	var twice []string
	seen := map[site.Member]bool{first: true}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			return nil, nil, fmt.Errorf("%s: a member is missing: expected site = host, *.domain, http://host",
				quote(strings.TrimSpace(text)))
		}
		m, err := parseMember(part)
		if err != nil {
			return nil, nil, fmt.Errorf("%s is not a member of a site: %w: expected host, *.domain or http://host",
				quote(withoutUser(part)), err)
		}
		if seen[m] {
			twice = append(twice, m.String())
			continue
		}
		seen[m] = true
		members = append(members, m)
	}
	switch more := len(twice) - 1; {
	case more == 0:
		remarks = append(remarks, twice[0]+" is named twice")
	case more > 0:
		remarks = append(remarks, fmt.Sprintf("%s is named twice (and %d more)", twice[0], more))
	}
	return members, remarks, nil
}

func parseMember(text string) (site.Member, error) {
	m, err := site.ParseMember(text)
	_, host, ok := strings.Cut(text, "://")
	if !ok {
		host = text
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "*."), "/")
	switch {
	case strings.Contains(text, ";"):
		return m, errors.New("connections, depth and delay belong before the =")
	case err != nil:
		return m, err
	case !hostLike(host) || !hostLike(m.Host):
		return m, site.LinkFault{Kind: site.FaultBadHost}
	}
	return m, checkBelow(m)
}

// checkBelow refuses a domain whose subdomains do not belong together.
func checkBelow(m site.Member) error {
	domain := strings.TrimSuffix(m.Host, ".")
	suffix, listed := publicsuffix.PublicSuffix(domain)
	if m.Below && suffix == domain && (listed || strings.Contains(suffix, ".")) { // a name of an intranet is not
		return fmt.Errorf("%s is a public suffix, not one site", domain)
	}
	return nil
}

// domainMembers returns the members for [sites] scope = entity: a site, its registered domain, and all subdomains.
func domainMembers(first site.Member) ([]site.Member, error) {
	domain, err := registeredDomain(first.Host)
	if err != nil {
		return nil, fmt.Errorf("%w: [sites] scope = entity needs one", err)
	}
	members := []site.Member{first, {Host: domain}, {Host: domain, Below: true}}
	return slices.Compact(members), nil // first may be the domain
}

// registeredDomain returns the part of a host that its owner has registered. The error says why there is none.
func registeredDomain(host string) (string, error) {
	host = strings.TrimSuffix(host, ".")
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return "", errors.New("an address has no registered domain")
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return "", fmt.Errorf("%s has no registered domain", host)
	}
	return domain, nil
}

// members returns the members of a site that was read from text; nil if it has none.
func members(u site.URL, text, list string, entity bool, s *Settings) ([]site.Member, []string, error) {
	first := site.Member{Host: u.Host, Port: u.Port}
	if strings.Contains(text, "://") {
		first.Scheme = u.Scheme
	}
	switch {
	case entity:
		return readMembers(first, list)
	case s.Sites.Scope == site.ScopeEntity:
		all, err := domainMembers(first)
		return all, nil, err
	}
	return nil, nil, nil
}

// Shared is a member that a site has in common with an earlier one.
type Shared struct {
	Of     int // the index of the other site
	Member site.Member
}

// Overlaps returns, by index, the sites that share a member with an earlier site, nil if there are none. It ignores
// earlier sites that overlap themselves. A site without members is one host.
func Overlaps(hosts []Host) map[int]Shared {
	if !slices.ContainsFunc(hosts, func(h Host) bool { return h.Members != nil }) {
		return nil
	}
	t := taken{at: map[string][]takenMember{}, below: map[string][]takenMember{}}
	all := map[int]Shared{}
	for i, h := range hosts {
		s, found := t.add(h, i)
		if found && !(h.Members == nil && site.SameSite(h.URL, hosts[s.Of].URL)) { // else a further start page
			all[i] = s
		}
	}
	return all
}

// JoinStarts turns sites that only name a page of an earlier site's member into start pages of that site.
func JoinStarts(hosts []Host) (joined []Host) {
	shared, places := Overlaps(hosts), map[int]int{}
	if len(shared) == 0 {
		return hosts
	}
	for i, h := range hosts {
		if s, found := shared[i]; found && h.IsPage() {
			of := &joined[places[s.Of]]
			of.Further = append(append(of.Further, h.URL), h.Further...)
			continue
		}
		places[i], joined = len(joined), append(joined, h)
	}
	return joined
}

// IsPage reports whether a site is just a page other than the home page.
func (h *Host) IsPage() bool { return h.Members == nil && !h.List && h.URL.Target() != "/" }

// withoutOverlaps drops sites that share a member with a site of an earlier line.
func (h *hostReader) withoutOverlaps() {
	h.hosts = JoinStarts(h.hosts)
	all := Overlaps(h.hosts)
	if len(all) == 0 {
		return
	}
	var kept []Host
	for i, host := range h.hosts {
		s, found := all[i]
		if !found {
			kept = append(kept, host)
			continue
		}
		h.line = h.seen[host.URL.String()]
		h.warn("%s shares %s with line %d, which counts; skipped", host.URL.Origin(), s.Member,
			h.seen[h.hosts[s.Of].URL.String()])
	}
	h.hosts = kept
}

type taken struct {
	at    map[string][]takenMember // by host, or by the domain of subdomains
	below map[string][]takenMember // by the domains above the host
}

type takenMember struct {
	site.Member
	of int // the index of the site
}

// add adds the members of a site, unless an earlier site has one of them.
func (t *taken) add(h Host, i int) (s Shared, found bool) {
	list := h.Members
	if list == nil {
		list = []site.Member{{Scheme: h.URL.Scheme, Host: h.URL.Host, Port: h.URL.Port}}
	}
	for _, m := range list {
		if s.Of, found = t.find(m); found {
			s.Member = m
			return s, true
		}
	}
	for _, m := range list {
		one := takenMember{m, i}
		t.at[m.Host] = append(t.at[m.Host], one)
		for domain := range above(m.Host) {
			t.below[domain] = append(t.below[domain], one)
		}
	}
	return s, false
}

// find returns the index of a site that shares URLs with a member.
func (t *taken) find(m site.Member) (of int, found bool) {
	candidates := [][]takenMember{t.at[m.Host]}
	if m.Below {
		candidates = append(candidates, t.below[m.Host])
	}
	for domain := range above(m.Host) {
		candidates = append(candidates, t.at[domain])
	}
	for _, some := range candidates {
		for _, one := range some {
			if one.Meets(m) {
				return one.of, true
			}
		}
	}
	return 0, false
}

func above(host string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, domain, ok := strings.Cut(host, "."); ok && yield(domain); {
			_, domain, ok = strings.Cut(domain, ".")
		}
	}
}

// Groups returns the name of each site's group, by index. Sites in a group may share a server: they have a registered
// domain, address or server in common, or an entity has hosts of both. The name is the least of the group's domains,
// addresses and servers, so it does not depend on the order of the sites.
func Groups(hosts []Host) []string {
	up := map[string]string{} // from a domain to a lesser one of its group
	least := func(name string) string {
		for up[name] != "" {
			name = up[name]
		}
		return name
	}
	for _, h := range hosts {
		first := least(domainOf(h.URL.Host))
		others := []string{cmp.Or(h.Server, first)}
		others = append(others, site.Each(h.Members, func(m site.Member) string { return domainOf(m.Host) })...)
		for _, other := range others {
			if other = least(other); other < first {
				up[first], first = other, other
			} else if other > first {
				up[other] = first
			}
		}
	}
	names := make([]string, len(hosts))
	for i, h := range hosts {
		names[i] = least(domainOf(h.URL.Host))
	}
	return names
}

// domainOf returns the registered domain of a host; the host itself if it is an address or has none.
func domainOf(host string) string {
	if domain, err := registeredDomain(host); err == nil {
		return domain
	}
	return strings.TrimSuffix(host, ".")
}
