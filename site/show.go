package site

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Show converts a host in Punycode to Unicode if it is valid IDNA. It is for display only. The program stores, compares
// and sends the ASCII form.
func Show(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found || !strings.Contains(rest, "xn--") {
		return address
	}
	host, tail := rest, ""
	if i := strings.IndexAny(rest, ":/?#"); i >= 0 {
		host, tail = rest[:i], rest[i:]
	}
	shown, err := idna.Display.ToUnicode(host)
	if err != nil {
		return address
	}
	return scheme + "://" + shown + tail
}

// TurnsText reports whether a character sets the direction of the text after it, which can disguise a name: embeddings,
// overrides and isolates (Unicode Standard Annex 9, section 2). The marks U+061C, U+200E and U+200F are not among them,
// because Arabic and Hebrew need them and they only move adjacent punctuation.
func TurnsText(r rune) bool { return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069' }

// Printable replaces control characters, characters that turn text, and invalid bytes.
func Printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || TurnsText(c) {
			return utf8.RuneError
		}
		return c
	}, text)
}

// Hue is the colour of a group, such as a topic, a community or a folder.
type Hue struct {
	Light, Dark uint32 // on a light and on a dark background, 0xRRGGBB
}

// hues have a contrast of 3:1 to their background (WCAG 2.2, 1.4.11).
var hues = [...]Hue{
	{0x2f6fb5, 0x6fa8e8}, // blue
	{0xc9620c, 0xf0984a}, // orange
	{0x2c8a57, 0x5fc08b}, // green
	{0xc2385d, 0xf0809c}, // crimson
	{0x7a53b3, 0xb79ae6}, // violet
	{0x14878f, 0x4fc0c9}, // teal
	{0x94770a, 0xd2b548}, // ochre
	{0xb3489f, 0xe08fd0}, // pink
	{0x7d5a45, 0xc9a088}, // brown
	{0x52687d, 0x9db2c6}, // slate
}

// Hues is the number of different hues.
const Hues = len(hues)

// HueOf returns the hue of a group by its index. Hues repeat after Hues; [Nobody] is grey.
func HueOf(i int) Hue {
	if i < 0 {
		return Hue{0x868c94, 0x868d96}
	}
	return hues[i%Hues]
}

// About is the description of a site in hosts.txt. The crawl does not depend on it.
type About struct {
	// Name is the common name, Tags are words for sorting sites.
	Name string   `json:"name,omitempty"`
	Tags []string `json:"tags,omitempty"`
	Note string   `json:"note,omitempty"` // anything else
}

// None reports whether the description is empty.
func (a About) None() bool { return a.Name == "" && len(a.Tags) == 0 && a.Note == "" }

// TagText joins the tags with commas.
func (a About) TagText() string { return strings.Join(a.Tags, ", ") }

// Text returns the whole description, one part per line.
func (a About) Text() string {
	parts := []string{a.Name, a.TagText(), a.Note}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "\n")
}
