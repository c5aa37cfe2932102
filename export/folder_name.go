package export

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// maxFolderName is in bytes. File systems take 255; the rest is for what file names add.
const maxFolderName = 200

// FolderName names a site's folder and prefixes its files: the host, and _PORT if the URL has a port, as
// [LegalName] has it. It does not tell http from https; two such sites need two folders.
func FolderName(u site.URL) string {
	name := u.Host
	if u.Port != "" {
		name += "_" + u.Port
	}
	return LegalName(strings.Map(asciiRune, name))
}

// asciiRune puts _ for what no host name in its ASCII form has.
func asciiRune(r rune) rune {
	if r >= utf8.RuneSelf {
		return '_'
	}
	return r
}

// LegalName makes a text the name of a folder that is legal everywhere: at most 200 bytes of letters and
// digits of any script, dot, minus and underscore. Any other character becomes _, and so does a dot at either
// end. The device names of Windows (con, nul, com1.example, ...) and the empty name get a leading _. A longer
// name is cut and ends in _ and 16 hexadecimal digits of the SHA-256 of the whole.
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

// isDevice: Windows reserves the name, alone and before a dot ("Naming Files, Paths, and Namespaces").
func isDevice(stem string) bool {
	stem = strings.ToLower(stem)
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(stem) == 4 && (stem[:3] == "com" || stem[:3] == "lpt") && '0' <= stem[3] && stem[3] <= '9'
}
