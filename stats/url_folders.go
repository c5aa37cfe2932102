package stats

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/site"
)

const (
	directoriesListed = 40   // the greatest number of folders listed
	directoryShare    = 1000 // a folder is listed with one in so many pages
)

// Directories is the tree of folders in URLs, folded where large. A page is in the deepest folder listed.
type Directories struct {
	Count int         `json:"count"` // the number of folders that hold pages directly, listed or not
	List  []Directory `json:"list"`  // ascending by path; the root is always there, at most 40 are
	Arcs  [][3]int    `json:"arcs"`  // [from, to, arcs], ascending, with places in List
}

// Directory is a folder but for those below it that are listed. Pages and arcs of all add up to the site's.
type Directory struct {
	Path  string `json:"path"`  // begins and ends with a slash
	Pages int    `json:"pages"` // its own
	Borders
}

// describeDirectories also returns every page's place in List, by folders as of gives them. Beginning with
// the root, it adds the folder that best divides the pages of the listed one it lies in, that is with the
// greatest lesser part, of equal ones the first by path, as long as both have a thousandth of the pages.
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
		for _, page := range t.order[f.from:f.to] { // folders follow those they lie in
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

// folderTree is the pages sorted by folder, so that a folder with all that is below it is one stretch.
type folderTree struct {
	order   []int32  // pages
	folders []string // theirs, in the same order
}

// folder is one that divides its pages, or holds them all directly.
type folder struct {
	path     string
	from, to int // its stretch
	listed   bool
	above    int // its nearest folder above, -1 for the root
	rest     int // pages in no listed folder below
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

// gain is the lesser part of the pages when folder k is listed: its own, or what is left above.
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

// candidates appends a folder and those below with least pages or more, by path; of equal ones the deepest.
func (t *folderTree) candidates(all []folder, f folder, least int) []folder {
	k := len(all)
	all = append(all, f)
	for at := f.from; at < f.to; {
		path := t.folders[at]
		if len(path) == len(f.path) { // a page of this folder itself
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

// foldersOf returns what gives URLs their folders. The hosts of a site with several are those in the root.
func foldersOf(c *site.Crawl) func(url string) string {
	if c.Members == nil {
		return folderOf
	}
	return func(url string) string { return "/" + site.HostIn(url) + folderOf(url) }
}
