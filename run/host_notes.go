package run

import (
	"fmt"
	"net/netip"
	"strings"

	"sitegraph/extractor/store"
)

// hostNotes keeps decisions about the hosts of a site as notes in the state. If a host was public, or had some private
// addresses, when it was first reached, it stays so in all runs.
type hostNotes struct {
	store *store.Store
	site  string // name of its journal
}

const (
	addressesNote = "addresses " // prefix of a note's name; the host follows
	publicHost    = "public"     // note on a host without private addresses
)

// Decided reads the note on a host.
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

// Decide writes the note on a host.
func (n hostNotes) Decide(host string, private []netip.Addr) error {
	text := publicHost
	if len(private) > 0 {
		text = strings.Trim(fmt.Sprint(private), "[]")
	}
	return n.store.SetNote(n.site, addressesNote+host, text)
}
