// Package dedup defines "the same content". Two pages of one site with equal digests are one page. The page at the
// smaller depth represents both (at equal depth, the one with the smaller normalized URL). Only its links are followed,
// and links to the other count as links to it. Pages of different sites are never compared. Redirects, errors and
// answers that are not HTML have no digest.
//
//	none   every normalized URL is a separate page
//	exact  the bytes of the decoded body
//	stable the parts of a page that never change; see below
//	text   the visible text with collapsed white space, and the normalized URLs
//	       of the internal links, except links within the page; below 64
//	       characters of text, exact
//
// A page that shows the time or a counter has a new digest at every visit, except under none and stable. text ignores
// changes in markup, scripts and comments.
//
//	digest.go   the keys by name, and digests
//	masks.go    pages without the pieces that vary
//	params.go   links without the parameters that vary
//	learn.go    masks learnt from pages fetched twice
//	named.go    twins that are two different pages; pieces that a mask must not hide
//	regions.go  masks for everything between two texts
//	loose.go    sites with random boxes, layout or order; the differences between two lists
//	twins.go    pages fetched twice, their pieces, and their evidence
//
// Rules say which URLs show one page. They are learnt from pages with known classes.
//
//	rules.go    learning, retracting and listing a site's rules
//	reduce.go   URLs as reduced by rules; the rules that robots.txt declares
//	slots.go    the parts of URLs that a rule can be about, and groups of URLs that are equal without such a part
//	weigh.go    the evidence of the groups, and the evidence that a rule needs
//	judge.go    which rules are accepted
//	url.go      the parts of URLs, and the parts that may vary
package dedup

import (
	"crypto/sha256"
	"hash"
	"unicode/utf8"

	"sitegraph/site"
)

// minText is the minimum number of characters for comparing text. Otherwise all empty shells would be one page.
const minText = 64

// Key defines when two pages are one. The zero value is exact and compares bytes.
type Key struct {
	PerURL bool // every normalized URL is a separate page
	// Open begins the digest of a content whose links also count. The normalized URLs of the internal links, except
	// links within the page, complete it. It returns nil if the bytes decide, and is nil if they always do.
	Open func(site.Content) site.OpenDigest
	// Stable identifies pages by the parts that never change, with masks and rules. It requires pieces from the parser.
	Stable bool
}

// New returns the key with a name.
func New(name string) (Key, error) { return site.Lookup("duplicate key", name, keys) }

var keys = map[string]Key{"none": {PerURL: true}, "exact": {}, "text": {Open: open}, "stable": {Stable: true}}

// Digest returns the first 128 bits of the SHA-256 of a page's bytes. Nobody can make two pages collide.
func Digest(c site.Content) site.Digest {
	full := sha256.Sum256(c.Body)
	return site.Digest(full[:16])
}

// OfURL returns the digest of a normalized URL that counts as a separate page.
func OfURL(key string) site.Digest {
	h := begin("none")
	h.Write([]byte(key))
	return site.Digest(h.Sum(nil)[:16])
}

func open(c site.Content) site.OpenDigest {
	if utf8.RuneCountInString(c.Text) < minText {
		return nil
	}
	h := begin("text")
	h.Write([]byte(c.Text))
	return site.Leave(h)
}

// begin begins a digest of a kind. Digests of different kinds differ.
func begin(kind string) hash.Hash {
	h := sha256.New()
	h.Write([]byte("sitegraph " + kind + "\x00"))
	return h
}
