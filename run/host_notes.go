package run

import (
	"fmt"
	"net/netip"
	"strings"

	"sitegraph/extractor/store"
)

// hostNotes are the decisions about the hosts of a site, which the state has as notes: a host that was public, or had
// some private addresses, when it was first reached stays that in all runs, be they crawls, checks or iterations.
type hostNotes struct {
	store *store.Store
	site  string // the name of its journal
}

const (
	// addressesNote begins the name of a note, which the host ends.
	addressesNote = "addresses "
	// publicHost is the note of a host that has no private addresses.
	publicHost = "public"
)

// Decided reads the note of a host.
func (n hostNotes) Decided(host string) (private []netip.Addr, ok bool, err error) {
	text, ok, err := n.store.Note(n.site, addressesNote+host)
	if !ok || err != nil || text == publicHost {
		return nil, ok, err
	}
	for field := range strings.FieldsSeq(text) {
		ip, err := netip.ParseAddr(field)
		if err != nil {
			return nil, false, fmt.Errorf("state: addresses of %s: %w: crawl from scratch with --fresh", host, err)
		}
		private = append(private, ip)
	}
	return private, true, nil
}

// Decide writes it.
func (n hostNotes) Decide(host string, private []netip.Addr) error {
	text := publicHost
	if len(private) > 0 {
		text = strings.Trim(fmt.Sprint(private), "[]")
	}
	return n.store.SetNote(n.site, addressesNote+host, text)
}
