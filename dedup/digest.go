// Package dedup defines what "the same content" means. Two pages of one site
// with equal digests are one page: the one at the smaller depth represents both
// (at equal depth, the one with the smaller normalized URL), only its links are
// followed, and links to the other count as links to it. Pages of different
// sites are never compared; redirects, errors and answers that are not HTML
// have no digest.
//
//	none   every normalized URL is a page of its own
//	exact  the bytes of the decoded body
//	stable what a page shows whenever it is asked; see below
//	text   the visible text, white space collapsed, and the normalized URLs
//	       of the internal links except those within the page; below 64
//	       characters of text: exact
//
// (spec 1.7). A page that shows the time or a counter has another digest at
// every visit, except under none; text ignores what is only in markup, scripts
// and comments.
//
//	digest.go   the digesters by name
//	piece.go    the pieces of pages, of which key stable is made
//	masks.go    what of a page counts, given what the site varies
//	params.go   what of a link counts
//	learn.go    what the site varies, learnt from pages fetched twice
//	named.go    twins that are two pages are left out
//	regions.go  regions between two texts, learnt
//	twins.go    pages fetched twice, and what they witness for
//	align.go    where two lists differ
//
// Rules say which URLs show one page; they are learnt from pages whose classes
// are known.
//
//	rules.go       the rules of a site: learnt, taken back, listed
//	reduce.go      how they write a URL
//	slots.go       what of URLs a rule can be about, and the groups that show it
//	weigh.go       what the groups say
//	judge.go       which rules are accepted
//	evidence.go    how much must speak for a rule
//	cleanparam.go  the rules that robots.txt declares
//	url.go         the parts of URLs
package dedup

import (
	"crypto/sha256"
	"hash"
	"unicode/utf8"

	"sitegraph/site"
)

// minText is the number of characters from which text can be compared: empty
// shells must not all be one page.
const minText = 64

// Digester turns a page's content into the digest that identifies it: the
// first 128 bits of SHA-256, so that nobody can make two pages collide.
type Digester = func(site.Content) site.Digest

// NeedsText reports whether a digester of this name looks at the visible text.
func NeedsText(name string) bool { return name == "text" }

// IsStable reports whether pages are told apart by what they show whenever they
// are asked, with masks and rules; their digests are those of exact.
func IsStable(name string) bool { return name == "stable" }

// New returns the digester of a name.
func New(name string) (Digester, error) {
	return site.Lookup("duplicate key", name, digesters)
}

var digesters = map[string]Digester{"none": none, "exact": exact, "stable": exact, "text": text}

func none(c site.Content) site.Digest {
	h := begin("none")
	h.Write([]byte(c.Key))
	return site.Digest(h.Sum(nil)[:16])
}

func exact(c site.Content) site.Digest {
	full := sha256.Sum256(c.Body)
	return site.Digest(full[:16])
}

// text is exact where the links do not count; see Opener.
func text(c site.Content) site.Digest { return exact(c) }

// Opener returns what begins the digests of a name that compares links, too; the normalized URLs of the links into the
// site, but for those within the page, complete them. It returns nil where the digester says all, and is nil where that
// always does.
func Opener(name string) func(site.Content) site.OpenDigest {
	if name != "text" {
		return nil
	}
	return func(c site.Content) site.OpenDigest {
		if utf8.RuneCountInString(c.Text) < minText {
			return nil
		}
		h := begin("text")
		h.Write([]byte(c.Text))
		return site.Leave(h)
	}
}

// begin begins a digest apart from those of all other kinds.
func begin(kind string) hash.Hash {
	h := sha256.New()
	h.Write([]byte("sitegraph " + kind + "\x00"))
	return h
}
