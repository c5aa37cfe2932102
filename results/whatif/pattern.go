package whatif

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"

	"sitegraph/site"
)

// pattern names a single URL, all URLs below a directory ("/learn/"), or URLs that match a glob. * matches any text
// within a path segment, ** matches anything. A $ at the end means that the URL ends there.
type pattern struct {
	text     string   // from the scheme on, or from the path on for the site's own host
	literals []string // around the wildcards, one more than these; nil for a single URL
	whole    []bool   // for each wildcard, whether it is **
}

func parsePattern(text string) (p pattern, err error) {
	path := text
	if scheme, rest, ok := strings.Cut(text, "://"); ok {
		if scheme != "http" && scheme != "https" {
			return p, fmt.Errorf("%q is not a URL of the web", text)
		}
		host, below, _ := strings.Cut(rest, "/")
		if path = "/" + below; host == "" || strings.Contains(host, "*") {
			return p, fmt.Errorf("%q has no host: a URL is a path (/x) or has a scheme and a host", text)
		}
	}
	switch {
	case !strings.HasPrefix(path, "/"):
		return p, fmt.Errorf("%q is neither a path (/x) nor a URL (https://...)", text)
	case strings.Contains(path, "#"):
		return p, errors.New("a URL has no # here: it marks a place in a page")
	}
	ends := strings.HasSuffix(text, "$")
	p.text = escaped(strings.TrimSuffix(text, "$"))
	if strings.HasSuffix(p.text, "/") && !ends && !strings.Contains(p.text, "?") {
		p.text += "**"
	}
	p.divide()
	if len(p.whole) > maxWildcards {
		return p, fmt.Errorf("%q has more than %d wildcards", text, maxWildcards)
	}
	return p, nil
}

const maxWildcards = 9

func (p *pattern) divide() {
	rest := p.text
	for {
		before, after, found := strings.Cut(rest, "*")
		if !found {
			break
		}
		rest = strings.TrimLeft(after, "*")
		p.literals, p.whole = append(p.literals, before), append(p.whole, len(rest) < len(after))
	}
	if p.literals != nil {
		p.literals = append(p.literals, rest)
	}
}

func (p *pattern) single() bool { return p.literals == nil }

const alone = math.MaxInt // rank of a pattern that names a single URL

// rank counts the bytes outside wildcards. The longest pattern wins, as in robots.txt (RFC 9309 section 2.2.2).
func (p *pattern) rank() (n int) {
	if p.single() {
		return alone
	}
	for _, literal := range p.literals {
		n += len(literal)
	}
	return n
}

// from prefixes a pattern that begins with a path with the origin of a site.
func (p pattern) from(origin string) pattern {
	if strings.HasPrefix(p.text, "/") {
		p.text = origin + p.text
		if p.literals != nil {
			p.literals = append([]string{origin + p.literals[0]}, p.literals[1:]...)
		}
	}
	return p
}

// directory returns the common prefix of a glob's URLs, up to its last slash.
func (p *pattern) directory() string {
	first, _, _ := strings.Cut(p.literals[0], "?")
	return first[:strings.LastIndexByte(first, '/')+1]
}

func (p *pattern) compile() *regexp.Regexp {
	var b strings.Builder
	b.WriteString("^")
	for i, literal := range p.literals {
		b.WriteString(regexp.QuoteMeta(literal))
		switch {
		case i == len(p.whole):
		case p.whole[i]:
			b.WriteString("(.*)")
		default:
			b.WriteString("([^/?]*)")
		}
	}
	b.WriteString("$")
	return regexp.MustCompile(b.String())
}

func (p *pattern) fill(texts []string) string {
	if p.single() {
		return p.text
	}
	var b strings.Builder
	for i, literal := range p.literals {
		b.WriteString(literal)
		if i < len(p.whole) {
			b.WriteString(texts[i])
		}
	}
	return b.String()
}

// escaped percent-encodes a pattern like a normalized URL, but leaves wildcards alone.
func escaped(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '%' && i+2 < len(text):
			b.WriteString(strings.ToUpper(text[i : i+3]))
			i += 2
		case c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>`", c) >= 0:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

type address struct{ url, key string }

func parse(text string, n *site.Normaliser) (address, error) {
	u, err := site.Parse(text)
	if err != nil {
		return address{}, err
	}
	url := n.Address(u)
	return address{url, n.KeyOf(u, url)}, nil
}
