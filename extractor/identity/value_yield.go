package identity

import (
	"maps"
	"path"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A parameter with more or longer values, or fewer requests for each, names pages rather than kinds of pages.
const (
	kindsMost    = 64
	kindLength   = 32
	kindRequests = 4
)

// fileExtension is the name under which the extension of a file counts as a parameter.
const fileExtension = "."

// valueYields counts the yield of a shape by parameter and value. In "?a=rss&p=x" and "?a=tree&p=x", a distinguishes
// feeds from pages. A parameter with too many values maps to nil.
type valueYields map[string]map[string]gain

func (v valueYields) count(url string, g gain) {
	for name, value := range eachValue(url) {
		values, known := v[name]
		if !known {
			values = map[string]gain{}
			v[name] = values
		}
		if values == nil {
			continue
		}
		values[value] = values[value].plus(g)
		if len(values) > kindsMost || len(value) > kindLength {
			v[name] = nil
		}
	}
}

// telling returns the parameter whose values explain most of the variance in the yield, or "" if none does.
func (v valueYields) telling(all gain) (name string) {
	most := 0.0
	for _, n := range slices.Sorted(maps.Keys(v)) {
		if len(v[n])*kindRequests > all.requests {
			continue
		}
		if s := spread(v[n], all); s > most {
			name, most = n, s
		}
	}
	return name
}

// spread returns the variance of the yield between the values of a parameter.
func spread(values map[string]gain, all gain) float64 {
	sum, mean := 0.0, float64(all.fresh)/float64(max(all.requests, 1))
	for _, value := range slices.Sorted(maps.Keys(values)) {
		g := values[value]
		d := float64(g.fresh)/float64(g.requests) - mean
		sum += float64(g.requests) * d * d
	}
	return sum
}

func valueOf(url, name string) string {
	for n, value := range eachValue(url) {
		if n == name {
			return value
		}
	}
	return ""
}

// eachValue yields the parameters of a URL and the extension of its file.
func eachValue(url string) func(yield func(name, value string) bool) {
	return func(yield func(name, value string) bool) {
		before, query, has := strings.Cut(url, "?")
		if !yield(fileExtension, path.Ext(before[strings.LastIndexByte(before, '/')+1:])) || !has {
			return
		}
		names := 0
		for pair := range strings.SplitSeq(query, site.QuerySeparator(query)) {
			name, value, _ := strings.Cut(pair, "=")
			if names++; names > site.MaxShapeParams || !yield(name, value) {
				return
			}
		}
	}
}

// byValue chooses size of the keys of a shape, by the most telling parameter: first in proportion to the pages that
// each value has yielded, then any.
func (y *Yields) byValue(keys []evidence.URLID, size int) map[evidence.URLID]bool {
	shape := &y.shapes[y.shape(keys[0])]
	if len(keys) <= size || shape.by == "" {
		return setOf(keys[:min(len(keys), size)])
	}
	chosen, waiting, taken := map[evidence.URLID]bool{}, map[string]int{}, map[string]int{}
	for _, k := range keys {
		value := valueOf(y.urls.String(k), shape.by)
		g := shape.values[shape.by][value]
		waiting[value]++
		if len(chosen) < size && taken[value] < (waiting[value]*(g.fresh+1)+g.requests)/(g.requests+1) {
			taken[value]++
			chosen[k] = true
		}
	}
	for _, k := range keys {
		if len(chosen) < size {
			chosen[k] = true
		}
	}
	return chosen
}

// longestProgram is the maximum length of a program's name.
const longestProgram = 24

// kindOf returns the kind under which a normalized URL is counted: its shape, with the name of the program if it has
// parameters, "/a/list.php?page".
func kindOf(key string) string {
	shape := site.ShapeOf(key)
	directory, names, has := strings.Cut(shape, "?")
	if !has {
		return shape
	}
	path, _, _ := strings.Cut(key, "?")
	name := path[strings.LastIndexByte(path, '/')+1:]
	if !strings.HasSuffix(path[:len(path)-len(name)], "://") && isProgram(name) {
		directory += name
	}
	return directory + "?" + names
}

// isProgram reports whether the last segment of a path can be the name of a program: in lower case, with or without an
// extension. Other segments name pages, and there may be any number of those.
func isProgram(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && c != '_' && c != '-' && c != '.' {
			return false
		}
	}
	return name != "" && len(name) <= longestProgram
}

// repeatsFolder reports whether the path of a URL has the same folder twice. Numbers do not count.
func repeatsFolder(url string) bool {
	path, _, _ := strings.Cut(url, "?")
	seen := map[string]bool{}
	for folder := range strings.SplitSeq(site.PathIn(path), "/") {
		if folder == "" || strings.Trim(folder, "0123456789") == "" {
			continue
		}
		if seen[folder] {
			return true
		}
		seen[folder] = true
	}
	return false
}
