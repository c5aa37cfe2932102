package stats

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/site"
)

const (
	directoriesListed = 40   // most folders listed
	directoryShare    = 1000 // a listed folder has at least one in this many pages
)

// Directories is the tree of folders in URLs, folded if it is large. A page belongs to its deepest listed folder.
type Directories struct {
	Count int         `json:"count"` // number of folders that directly hold pages, listed or not
	List  []Directory `json:"list"`  // ascending by path, at most 40, always with the root
	Arcs  [][3]int    `json:"arcs"`  // [from, to, arcs], ascending; from and to are indices in List
}

// Directory is a folder without the listed folders below it. The pages and arcs of all add up to the site's.
type Directory struct {
	Path  string `json:"path"`  // begins and ends with a slash
	Pages int    `json:"pages"` // without those in listed folders below
	Borders
}

// describeDirectories also returns every page's index in List. of gives the folder of a URL. It starts with the root
// and repeatedly adds the folder that divides its listed parent best: the smaller part is greatest, and ties go to the
// first path. It stops when a part would have less than a thousandth of the pages.
func describeDirectories(g *site.Graph, dg digraph, of func(url string) string) (Directories, []int32) {
	if dg.pages == 0 {
		return Directories{List: []Directory{}, Arcs: [][3]int{}}, []int32{}
	}
	t := newFolderTree(g, of)
	listed := t.list(max(1, dg.pages/directoryShare))
	d := Directories{Count: len(slices.Compact(t.folders)), List: make([]Directory, len(listed))}
	place := make([]int32, dg.pages)
	for k, f := range listed {
		d.List[k].Path = f.path
		for _, page := range t.order[f.from:f.to] { // folders come after their parents
			place[page] = int32(k)
		}
	}
	for _, k := range place {
		d.List[k].Pages++
	}
	borders, arcs := arcsBetween(dg, place, len(d.List))
	for k := range d.List {
		d.List[k].Borders = borders[k]
	}
	d.Arcs = arcs
	return d, place
}

// folderTree holds the pages sorted by folder, so that a folder with everything below it is one range.
type folderTree struct {
	order   []int32  // pages
	folders []string // their folders, in the same order
}

// folder is a folder that divides its pages or holds them all directly.
type folder struct {
	path     string
	from, to int // its range
	listed   bool
	above    int // its nearest candidate folder above, -1 for the root
	rest     int // number of pages outside listed folders below
}

func newFolderTree(g *site.Graph, of func(url string) string) folderTree {
	t := folderTree{order: countUp(len(g.Pages)), folders: make([]string, len(g.Pages))}
	all := make([]string, len(g.Pages))
	for i := range g.Pages {
		all[i] = of(g.Pages[i].URL)
	}
	slices.SortStableFunc(t.order, func(a, b int32) int { return cmp.Compare(all[a], all[b]) })
	for i, page := range t.order {
		t.folders[i] = all[page]
	}
	return t
}

func (t *folderTree) list(least int) []folder {
	all := t.candidates(nil, folder{path: "/", to: len(t.order), above: -1, rest: len(t.order)}, least)
	all[0].listed = true
	for range directoriesListed - 1 {
		best, most := 0, least-1
		for k := range all {
			if gain := t.gain(all, k); gain > most {
				best, most = k, gain
			}
		}
		if best == 0 {
			break
		}
		all[best].listed = true
		for k := all[best].above; k >= 0; k = all[k].above {
			all[k].rest -= all[best].rest
			if all[k].listed {
				break
			}
		}
	}
	return slices.DeleteFunc(all, func(f folder) bool { return !f.listed })
}

// gain returns the smaller part when listing folder k divides the pages: its own pages or those left above.
func (t *folderTree) gain(all []folder, k int) int {
	if all[k].listed {
		return 0
	}
	above := all[k].above
	for !all[above].listed {
		above = all[above].above
	}
	return min(all[k].rest, all[above].rest-all[k].rest)
}

// candidates appends f and the folders below it with least pages or more, by path. Among equals it takes the deepest.
func (t *folderTree) candidates(all []folder, f folder, least int) []folder {
	k := len(all)
	all = append(all, f)
	for at := f.from; at < f.to; {
		path := t.folders[at]
		if len(path) == len(f.path) { // a page directly in this folder
			at++
			continue
		}
		path = path[:len(f.path)+strings.IndexByte(path[len(f.path):], '/')+1]
		end := at + countPrefix(t.folders[at:f.to], path)
		if end-at >= least {
			path = sharedFolder(t.folders[at], t.folders[end-1])
			all = t.candidates(all, folder{path: path, from: at, to: end, above: k, rest: end - at}, least)
		}
		at = end
	}
	return all
}

func sharedFolder(a, b string) string {
	end := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == '/' {
			end = i + 1
		}
	}
	return a[:end]
}

func folderOf(url string) string {
	path, _ := splitURL(url)
	return path[:strings.LastIndexByte(path, '/')+1]
}

// foldersOf returns a function that maps URLs to folders. If a site has several hosts, they are the top folders.
func foldersOf(c *site.Crawl) func(url string) string {
	if c.Members == nil {
		return folderOf
	}
	return func(url string) string { return "/" + site.HostIn(url) + folderOf(url) }
}

// splitURL returns the path of a URL, which begins with a slash, and its query without the question mark.
func splitURL(url string) (path, query string) {
	_, query, _ = strings.Cut(url, "?")
	return cmp.Or(site.PathIn(url), "/"), query
}

const (
	endingLength, hexLength = 5, 8 // the longest file ending, the fewest hexadecimal digits

	letters   = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	decimals  = "0123456789"
	hexDigits = decimals + "abcdefABCDEF"
)

type segmentKind uint8

const (
	segmentEnd segmentKind = iota // the path ends here
	segmentName
	segmentWord // a name that is not kept
	segmentNumber
	segmentDate
	segmentHex
)

func (kind segmentKind) pattern(name, ending string) string {
	if kind == segmentName {
		return name
	}
	return [...]string{
		segmentWord: "{word}", segmentNumber: "{number}", segmentDate: "{date}", segmentHex: "{hex}",
	}[kind] + ending
}

func classify(segment string) (kind segmentKind, name, ending string) {
	stem := segment
	if dot := strings.LastIndexByte(segment, '.'); dot > 0 && isEnding(segment[dot+1:]) {
		stem, ending = segment[:dot], segment[dot:]
	}
	switch {
	case isDate(stem):
		return segmentDate, "", ending
	case isNumber(stem):
		return segmentNumber, "", ending
	case isHex(stem):
		return segmentHex, "", ending
	}
	return segmentName, segment, ending
}

// isEnding reports whether text after a dot may be a file ending: a few letters and digits, starting with a letter.
func isEnding(text string) bool {
	return text != "" && len(text) <= endingLength && madeOf(text[:1], letters) && madeOf(text, letters+decimals)
}

func isNumber(text string) bool { return text != "" && madeOf(text, decimals) }

// isDate accepts 2024-01-31, 2024_01_31, 2024.01.31 and the same without a day.
func isDate(text string) bool {
	if len(text) != len("2024-01") && len(text) != len("2024-01-31") || strings.IndexByte("-_.", text[4]) < 0 {
		return false
	}
	parts := strings.Split(text, text[4:5])
	if len(parts) != 2+(len(text)-7)/3 || len(parts[0]) != 4 || !isNumber(parts[0]) {
		return false
	}
	for i, part := range parts[1:] {
		if len(part) != 2 || !isNumber(part) || part < "01" || part > []string{"12", "31"}[i] {
			return false
		}
	}
	return true
}

// isHex accepts a UUID, with or without hyphens, and other runs of hexadecimal digits with both digits and letters.
func isHex(text string) bool {
	if len(text) == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-' {
		text = strings.ReplaceAll(text, "-", "")
		return len(text) == 32 && madeOf(text, hexDigits)
	}
	return len(text) >= hexLength && madeOf(text, hexDigits) && strings.ContainsAny(text, decimals)
}

func madeOf(text, characters string) bool { return strings.Trim(text, characters) == "" }

// queryPattern returns the sorted parameter names of a query with {value}, after a question mark.
func queryPattern(query string) string {
	var names []string
	for parameter := range strings.SplitSeq(query, "&") {
		if parameter != "" {
			name, _, _ := strings.Cut(parameter, "=")
			names = append(names, name+"={value}")
		}
	}
	if names == nil {
		return ""
	}
	slices.Sort(names)
	return "?" + strings.Join(slices.Compact(names), "&")
}
