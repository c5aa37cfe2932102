package parse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

// Bounds for JSON in a page, since anyone can write it.
const (
	maxLinkedJSON   = 1 << 20 // bytes of a script in JSON-LD
	maxPayloadJSON  = 4 << 20 // bytes of a script with data
	deepestJSON     = 200     // objects and lists in each other
	maxCrumbs       = 50
	longestDeclared = 2000 // bytes of a URL
)

// breadcrumbs returns the URLs of the first BreadcrumbList in JSON-LD, by position. An item without a URL gives "". See
// https://schema.org/BreadcrumbList.
func breadcrumbs(text []byte) (urls []string) {
	var document any
	if len(text) > maxLinkedJSON || !bytes.Contains(text, []byte("BreadcrumbList")) || isDeep(text) ||
		json.Unmarshal(text, &document) != nil {
		return nil
	}
	items := asList(listIn(document)["itemListElement"])
	if len(items) > maxCrumbs {
		return nil
	}
	slices.SortStableFunc(items, func(a, b any) int { return cmp.Compare(positionOf(a), positionOf(b)) })
	for _, item := range items {
		if item != nil {
			urls = append(urls, urlOf(item))
		}
	}
	return urls
}

// listIn returns the first BreadcrumbList in the value, in a list or graph, or in a field of a page.
func listIn(value any) map[string]any {
	object, _ := value.(map[string]any)
	if slices.Contains(asList(object["@type"]), any("BreadcrumbList")) {
		return object
	}
	inner := []any{object["@graph"], object["breadcrumb"], object["mainEntity"]}
	if list, ok := value.([]any); ok {
		inner = list
	}
	for _, v := range inner {
		if v == nil {
			continue
		}
		if found := listIn(v); found != nil {
			return found
		}
	}
	return nil
}

func asList(value any) []any {
	if list, ok := value.([]any); ok {
		return list
	}
	return []any{value}
}

// positionOf returns the position of an item, which may be a number or a text; 0 if it has none.
func positionOf(item any) float64 {
	object, _ := item.(map[string]any)
	switch position := object["position"].(type) {
	case float64:
		return position
	case string:
		n, _ := strconv.ParseFloat(position, 64)
		return n
	}
	return 0
}

// urlOf returns the URL in an item's field "item", which holds a URL or an object.
func urlOf(item any) string {
	object, _ := item.(map[string]any)
	if thing, ok := object["item"].(map[string]any); ok {
		first, _ := thing["@id"].(string)
		second, _ := thing["url"].(string)
		return fitting(cmp.Or(first, second))
	}
	url, _ := object["item"].(string)
	return fitting(url)
}

func fitting(url string) string {
	if len(url) > longestDeclared {
		return ""
	}
	return url
}

// isDeep reports whether brackets are nested too deeply. It ignores brackets in texts.
func isDeep(text []byte) bool {
	depth, inText := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && inText:
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{' || c == '[':
			if depth++; depth > deepestJSON {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// treeLinks returns the texts of fields that name a link, in source order. It returns nothing unless text is JSON.
func treeLinks(text []byte) (links []string) {
	if len(text) > maxPayloadJSON || isDeep(text) || !json.Valid(text) {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	var objects []bool // for each open bracket whether it is an object's
	key, isKey := "", false
	for {
		token, err := d.Token()
		if err != nil {
			return links
		}
		inObject := len(objects) > 0 && objects[len(objects)-1]
		switch v := token.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				objects = append(objects, v == '{')
				isKey = v == '{'
				key = ""
				continue
			}
			objects = objects[:len(objects)-1]
			inObject = len(objects) > 0 && objects[len(objects)-1]
		case string:
			if inObject && isKey {
				key, isKey = v, false
				continue
			}
			if namesLink(key) && looksLikeLink(v) {
				links = append(links, v)
			}
		}
		key, isKey = "", inObject
	}
}

// indexedLinks does the same for Nuxt's format, a list whose objects refer to their fields by index
// (https://github.com/Rich-Harris/devalue).
func indexedLinks(text []byte) (links []string) {
	var all []json.RawMessage
	if len(text) > maxPayloadJSON || isDeep(text) || json.Unmarshal(text, &all) != nil {
		return nil
	}
	for _, raw := range all {
		var object map[string]int
		if len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &object) != nil {
			continue
		}
		var places []int
		for key, at := range object {
			if namesLink(key) && at >= 0 && at < len(all) {
				places = append(places, at)
			}
		}
		slices.Sort(places) // a map has no order
		for _, at := range slices.Compact(places) {
			var link string
			if json.Unmarshal(all[at], &link) == nil && looksLikeLink(link) {
				links = append(links, link)
			}
		}
	}
	return links
}

// namesLink reports whether fields with this name hold links to pages.
func namesLink(key string) bool {
	names := []string{"href", "url", "uri", "link", "to", "path", "fullpath", "pathname", "permalink"}
	return slices.Contains(names, strings.ToLower(key))
}

// looksLikeLink reports whether a text is a path or web address that may be a page. Patterns of routes, pictures and
// parts of the program are not.
func looksLikeLink(text string) bool {
	path, _, _ := strings.Cut(text, "?")
	switch site.Extension(path) {
	case "avif", "css", "gif", "ico", "jpeg", "jpg", "js", "json", "map", "mjs", "mp4", "png", "svg", "webp", "woff2":
		return false
	}
	rooted := strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "/_next/") && !strings.HasPrefix(text, "/_nuxt/")
	return (rooted || strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")) &&
		len(text) <= longestDeclared && !strings.ContainsAny(text, " \t\r\n[]{}<>*")
}
