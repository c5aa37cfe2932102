package config

import (
	"cmp"
	"strings"
)

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
		for _, m := range h.Members {
			others = append(others, domainOf(m.Host))
		}
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
