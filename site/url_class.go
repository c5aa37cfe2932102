package site

// class is a set of properties of a byte; a byte above 0x7F has none.
type class uint16

const (
	letter     class = 1 << iota // A-Z a-z
	inScheme                     // may be in a scheme after its first letter
	lineBreak                    // tab, line feed, carriage return
	hexDigit                     // 0-9 A-F a-f
	endsPart                     // / \ #: ends an authority; a path segment too
	rawInPath                    // not in the standard's path percent-encode set
	rawInQuery                   // not in its query percent-encode set
	plainHost                    // may be in a domain and has no upper case
	keyPath                      // RFC 3986 allows it raw in a path (section 3.3)
	keyQuery                     // and in a query (section 3.4)
)

const (
	letters    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits     = "0123456789"
	pchar      = letters + digits + "-._~" + "!$&'()*+,;=" + ":@"
	hostBarred = "\x00\t\n\r #/:<>?@[\\]^|%" // the standard's forbidden host code points and %
)

// classes is never changed.
var classes = makeClasses()

func makeClasses() (table [256]class) {
	set := func(chars string, c class) {
		for i := range len(chars) {
			table[chars[i]] |= c
		}
	}
	unset := func(chars string, c class) {
		for i := range len(chars) {
			table[chars[i]] &^= c
		}
	}
	for c := ' '; c < 0x7F; c++ {
		table[c] |= rawInPath | rawInQuery | plainHost
	}
	unset(" \"#<>?^`{}", rawInPath)
	unset(" \"#<>", rawInQuery)
	unset(hostBarred, plainHost)
	unset(letters[26:], plainHost)
	set(letters, letter)
	set(letters+digits+"+-.", inScheme)
	set("\t\n\r", lineBreak)
	set(digits+"abcdefABCDEF", hexDigit)
	set("/\\#", endsPart)
	set(pchar+"/", keyPath)
	set(pchar+"/?", keyQuery)
	return table
}

const upperHex = "0123456789ABCDEF"

func appendEscape(out []byte, c byte) []byte {
	return append(out, '%', upperHex[c>>4], upperHex[c&15])
}

// isTriplet reports whether s has a % and two hexadecimal digits at i.
func isTriplet(s string, i int) bool {
	return i+2 < len(s) && s[i] == '%' && classes[s[i+1]]&classes[s[i+2]]&hexDigit != 0
}

// HasStrayPercent reports whether a URL has a % that begins no triplet. The
// URL standard lets it stand; its normal form is %25.
func HasStrayPercent(address string) bool {
	for i := range len(address) {
		if address[i] == '%' && !isTriplet(address, i) {
			return true
		}
	}
	return false
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}
