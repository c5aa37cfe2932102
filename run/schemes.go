package run

import (
	"slices"

	"sitegraph/config"
	"sitegraph/extractor/store"
)

// Settled gives hosts without a scheme that of the site that was crawled: http if the state has the site by it, and
// not by https.
func (c Config) Settled(hosts []config.Host) []config.Host {
	open := func(h config.Host) bool { return h.SchemeOpen }
	if c.Store.Store == "memory" || !slices.ContainsFunc(hosts, open) {
		return hosts
	}
	crawled, _ := store.Summarised(c.StateDir()) // what cannot be read is said where the state is opened
	named := map[string]bool{}
	for _, h := range hosts {
		named[h.URL.Origin()] = true
	}
	for i, h := range hosts {
		if plain := overHTTP(h); open(h) && !crawled[h.URL.Origin()] && crawled[plain.URL.Origin()] &&
			!named[plain.URL.Origin()] {
			hosts[i] = plain
		}
	}
	return hosts
}

func overHTTP(h config.Host) config.Host {
	h.SchemeOpen, h.URL.Scheme = false, "http"
	h.Further = slices.Clone(h.Further)
	for i := range h.Further {
		h.Further[i].Scheme = "http"
	}
	return h
}
