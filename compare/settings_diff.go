package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// duplicateKey is the setting that defines equal content.
const duplicateKey = "duplicates.key"

// renamed maps the names that settings had in earlier versions to those of
// today, so that folders of any version can be compared.
var renamed = map[string]string{
	"sites.max_level":         "sites.max_depth",
	"sites.downloads_at_once": "sites.connections_per_host",
}

// withNewNames returns settings by the names of today.
func withNewNames(settings map[string]string) map[string]string {
	now := make(map[string]string, len(settings))
	for name, value := range settings {
		now[cmp.Or(renamed[name], name)] = value
	}
	return now
}

// SettingsDiff returns how two crawls that were made with the given settings
// (section.key → value, as in the manifest) may be compared: whether equal
// hashes mean equal content, and, in the notes, which settings differ that
// decide what becomes a page or an arc.
func SettingsDiff(a, b map[string]string) Options {
	a, b = withNewNames(a), withNewNames(b)
	var o Options
	switch {
	case a[duplicateKey] != b[duplicateKey]:
		o.ignore("[duplicates] key was %s and %s", named(a[duplicateKey]), named(b[duplicateKey]))
	case a[duplicateKey] == "none":
		o.ignore("[duplicates] key = none, by which no two pages are alike")
	case a[duplicateKey] == "text" &&
		(a["walk.elements"] != b["walk.elements"] || a["walk.url_profile"] != b["walk.url_profile"]):
		o.ignore("[duplicates] key = text, which looks at the links too, and [walk] elements or url_profile differ")
	}
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if decides(name) && a[name] != b[name] {
			o.Notes = append(o.Notes, fmt.Sprintf("%s was %s and %s: not every difference is a change of the site",
				bracketed(name), named(a[name]), named(b[name])))
		}
	}
	return o
}

// ignore notes why contents cannot be compared.
func (o *Options) ignore(format string, args ...any) {
	o.IgnoreContent = true
	o.Notes = append(o.Notes,
		"contents are not compared, and no page counts as moved or changed: "+fmt.Sprintf(format, args...))
}

// decides reports whether a setting decides what becomes a page or an arc.
func decides(name string) bool {
	section, _, _ := strings.Cut(name, ".")
	switch name {
	case "sites.max_depth", "download.max_body", "export.self_loops", "robots.robots":
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
