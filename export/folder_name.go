package export

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// maxFolderName is in bytes. File systems allow 255; file names need the rest for their suffixes.
const maxFolderName = 200

// FolderName returns the name of a site's folder, also used as the prefix of its files. This is the host, with
// _PORT if the URL has a port, made legal by [LegalName]. http and https get the same name; use two folders.
func FolderName(u site.URL) string {
	name := u.Host
	if u.Port != "" {
		name += "_" + u.Port
	}
	return LegalName(strings.Map(asciiRune, name))
}

// asciiRune replaces a non-ASCII character with _; no host name in ASCII form contains one.
func asciiRune(r rune) rune {
	if r >= utf8.RuneSelf {
		return '_'
	}
	return r
}

// LegalName turns a text into a folder name that every system accepts. It keeps letters and digits of any script,
// dots, minus signs and underscores, and replaces any other character, and a dot at either end, with _. Device
// names of Windows (con, nul, com1.example, ...) and the empty name get a leading _. A name of over 200 bytes is
// cut and ends in _ and 16 hexadecimal digits of the SHA-256 of the whole.
func LegalName(whole string) string {
	name := strings.Map(folderRune, whole)
	if strings.HasPrefix(name, ".") {
		name = "_" + name[1:]
	}
	if strings.HasSuffix(name, ".") {
		name = name[:len(name)-1] + "_"
	}
	if stem, _, _ := strings.Cut(name, "."); name == "" || isDevice(stem) {
		name = "_" + name
	}
	if len(name) > maxFolderName {
		sum := sha256.Sum256([]byte(whole))
		tail := fmt.Sprintf("_%x", sum[:8])
		name = strings.ToValidUTF8(name[:maxFolderName-len(tail)], "") + tail
	}
	return name
}

func folderRune(r rune) rune {
	switch {
	case r == utf8.RuneError:
		return '_'
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '.', r == '-':
		return r
	}
	return '_'
}

// isDevice reports whether Windows reserves a name, alone and before a dot ("Naming Files, Paths, and Namespaces").
func isDevice(stem string) bool {
	stem = strings.ToLower(stem)
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(stem) == 4 && (stem[:3] == "com" || stem[:3] == "lpt") && '0' <= stem[3] && stem[3] <= '9'
}
