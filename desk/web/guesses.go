package web

import (
	"crypto/sha256"
	"net/netip"
	"sync"
	"time"
)

const (
	// mostGuesses is how many wrong tokens a client may try in a guessTime. A token of 16 random characters would
	// take it longer than the world has existed.
	mostGuesses = 10
	guessTime   = time.Minute
	// mostGuessers bounds the clients that are kept apart; further ones count as one.
	mostGuessers = 10_000
)

// guesses counts the wrong tokens of clients.
type guesses struct {
	now func() time.Time

	mu      sync.Mutex
	clients map[netip.Prefix]*guesser
}

// guesser is a client that sent wrong tokens: which they were, by their digests, since it did first. The same one
// again tells it nothing, so a program with an old token uses up one guess.
type guesser struct {
	since time.Time
	wrong map[[sha256.Size]byte]bool
}

func newGuesses() *guesses { return &guesses{now: time.Now, clients: map[netip.Prefix]*guesser{}} }

// try compares a text of a client, whose address has its port, with a token. One that guessed too often has to wait
// first, and is not told whether the text is right.
func (g *guesses) try(address, text, token string) (right bool, wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := g.client(address)
	c := g.clients[key]
	if c != nil && g.now().Sub(c.since) >= guessTime {
		delete(g.clients, key)
		c = nil
	}
	if c != nil && len(c.wrong) >= mostGuesses {
		return false, c.since.Add(guessTime).Sub(g.now())
	}
	if sameText(text, token) {
		return true, 0
	}
	if c == nil {
		c = &guesser{g.now(), map[[sha256.Size]byte]bool{}}
		g.clients[key] = c
	}
	c.wrong[sha256.Sum256([]byte(text))] = true
	return false, 0
}

// client returns what addresses of one client have in common: all of IPv4, the network of IPv6, in which a client
// chooses its address. It is the zero value for clients that are too many.
func (g *guesses) client(address string) netip.Prefix {
	at, _ := netip.ParseAddrPort(address) // net/http writes it
	ip, bits := at.Addr().Unmap().WithZone(""), 32
	if ip.Is6() {
		bits = 64
	}
	key, _ := ip.Prefix(bits)
	if g.clients[key] != nil || len(g.clients) < mostGuessers {
		return key
	}
	for other, c := range g.clients {
		if g.now().Sub(c.since) >= guessTime {
			delete(g.clients, other)
		}
	}
	if len(g.clients) < mostGuessers {
		return key
	}
	return netip.Prefix{}
}
