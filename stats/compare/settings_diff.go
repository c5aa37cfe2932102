package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/wording"
)

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
	if reason := incomparable(a, b); reason != "" {
		o.IgnoreContent = true
		o.Notes = append(o.Notes, "contents are not compared, and no page counts as moved or changed: "+reason)
	}
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if decides(name) && a[name] != b[name] {
			o.Notes = append(o.Notes, fmt.Sprintf("[%s was %s and %s: not every difference is a change of the site",
				strings.Replace(name, ".", "] ", 1), named(a[name]), named(b[name])))
		}
	}
	return o
}

// incomparable returns why contents cannot be compared, or "".
func incomparable(a, b map[string]string) string {
	switch key, other := a["duplicates.key"], b["duplicates.key"]; {
	case key != other:
		return fmt.Sprintf("[duplicates] key was %s and %s", named(key), named(other))
	case key == "none":
		return "[duplicates] key = none, by which no two pages are alike"
	case key == "text" && (a["walk.elements"] != b["walk.elements"] || a["walk.url_profile"] != b["walk.url_profile"]):
		return "[duplicates] key = text, which looks at the links too, and [walk] elements or url_profile differ"
	}
	return ""
}

// decides reports whether a setting decides what becomes a page or an arc.
func decides(name string) bool {
	switch name {
	case "sites.max_depth", "download.max_body", "export.self_loops", "robots.robots":
		return true
	}
	return strings.HasPrefix(name, "walk.") || strings.HasPrefix(name, "limits.")
}

// named is a value for a note.
func named(value string) string { return cmp.Or(wording.Begin(value, 61), "empty") }
