package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// duplicateKey is the setting that says what equal content is.
const duplicateKey = "duplicates.key"

// Judge says how two crawls may be compared that were made with the given
// settings (section.key → value, as in the manifest): whether their hashes tell
// the same, and, in the notes, which settings differ that decide what becomes a
// page or an arc.
func Judge(a, b map[string]string) Options {
	var o Options
	switch {
	case a[duplicateKey] != b[duplicateKey]:
		o.ignore("[duplicates] key was %s and %s", named(a[duplicateKey]), named(b[duplicateKey]))
	case a[duplicateKey] == "none":
		o.ignore("[duplicates] key = none, by which no two pages are alike")
	case a[duplicateKey] == "text" && (a["walk.elements"] != b["walk.elements"] || a["walk.url_profile"] != b["walk.url_profile"]):
		o.ignore("[duplicates] key = text, which looks at the links too, and [walk] elements or url_profile differ")
	}
	names := map[string]bool{}
	for _, settings := range []map[string]string{a, b} {
		for name := range settings {
			names[name] = decides(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if names[name] && a[name] != b[name] {
			o.Notes = append(o.Notes, fmt.Sprintf("%s was %s and %s: not all that differs is the site's doing", bracketed(name), named(a[name]), named(b[name])))
		}
	}
	return o
}

// ignore notes why contents cannot be compared.
func (o *Options) ignore(format string, args ...any) {
	o.IgnoreContent = true
	o.Notes = append(o.Notes, "contents are not compared, and no page counts as moved or changed: "+fmt.Sprintf(format, args...))
}

// decides tells whether a setting decides what becomes a page or an arc.
func decides(name string) bool {
	section, _, _ := strings.Cut(name, ".")
	switch name {
	case "sites.max_level", "download.max_body", "export.self_loops", "robots.robots":
		return true
	}
	return section == "walk" || section == "limits"
}

// bracketed writes a setting's name as messages do.
func bracketed(name string) string {
	section, key, _ := strings.Cut(name, ".")
	return "[" + section + "] " + key
}

func named(value string) string {
	const longest = 60
	switch {
	case value == "":
		return "empty"
	case len(value) > longest:
		return strings.ToValidUTF8(value[:longest], "") + "…"
	}
	return value
}
