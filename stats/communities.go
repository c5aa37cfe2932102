package stats

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

const communitiesListed = 100

// Communities are groups of pages with more arcs inside than a random graph with the same degrees would have.
type Communities struct {
	Method string `json:"method"` // the algorithm; it is deterministic
	Count  int    `json:"count"`
	// Modularity ignores directions and lies between -0.5 and 1 (Newman and Girvan, Phys. Rev. E 69, 026113, 2004).
	Modularity float64     `json:"modularity"`
	List       []Community `json:"list"` // the 100 largest, in the numbering of [Values]
}

// Borders counts a group's arcs.
type Borders struct {
	Inside int `json:"inside"` // between its pages, self-loops included
	Out    int `json:"out"`    // from its pages to others
	In     int `json:"in"`     // from others to its pages
}

// Community is one community.
type Community struct {
	Pages int `json:"pages"` // its members
	Borders
	Prefix string   `json:"prefix"` // the deepest folder that holds more than half of its pages
	Words  []string `json:"words"`  // up to three words that distinguish it
	First  int      `json:"first"`  // the id of its first page
}

// describeCommunities also returns the community of every page, 0 being the largest. With a million pages and 20
// million arcs it takes about 64 bytes per page and up to 16 per arc. t may be nil.
func describeCommunities(g *site.Graph, dg digraph, t tick) (Communities, []int32) {
	community := leiden(dg, t)
	sizes := bySize(community)
	c := Communities{Method: "Leiden", Count: len(sizes), Modularity: Round(modularity(dg, community, len(sizes))),
		List: make([]Community, min(len(sizes), communitiesListed))}
	listed := make([]int32, len(community)) // all unlisted communities form one more group
	for i, number := range community {
		listed[i] = min(number, int32(len(c.List)))
	}
	borders, _ := arcsBetween(dg, listed, len(c.List)+1)
	for i := range c.List {
		c.List[i].Pages, c.List[i].Borders = sizes[i], borders[i]
	}
	labelCommunities(g, listed, c.List)
	return c, community
}

// bySize renumbers groups by falling size and returns their sizes.
func bySize(group []int32) []int {
	sizes := []int{}
	for _, c := range group {
		if int(c) == len(sizes) {
			sizes = append(sizes, 0)
		}
		sizes[c]++
	}
	order := countUp(len(sizes))
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(sizes[b], sizes[a]) })
	number, sorted := make([]int32, len(sizes)), make([]int, len(sizes))
	for i, c := range order {
		number[c], sorted[i] = int32(i), sizes[c]
	}
	for i, c := range group {
		group[i] = number[c]
	}
	return sorted
}

// modularity sums inside/m - (degrees/2m)² over the groups, for m arcs: the share of arcs inside groups minus the
// expected share in a random graph. It ignores self-loops and directions.
func modularity(dg digraph, group []int32, groups int) float64 {
	inside, degrees := make([]int64, groups), make([]int64, groups)
	arcs := int64(0)
	for i, c := range group {
		for _, t := range dg.out.of(i) {
			if int(t) == i {
				continue
			}
			arcs++
			degrees[c]++
			degrees[group[t]]++
			if group[t] == c {
				inside[c]++
			}
		}
	}
	if arcs == 0 {
		return 0
	}
	q := 0.0
	for c := range groups {
		expected := float64(degrees[c]) / float64(2*arcs)
		q += float64(inside[c])/float64(arcs) - float64(expected*expected)
	}
	return q
}

// arcsBetween counts the arcs inside, out of and into groups. arcs lists [from, to, count] between groups, ascending.
func arcsBetween(dg digraph, group []int32, groups int) (borders []Borders, arcs [][3]int) {
	between := make([]int, groups*groups)
	for i, from := range group {
		for _, t := range dg.out.of(i) {
			between[int(from)*groups+int(group[t])]++
		}
	}
	borders, arcs = make([]Borders, groups), [][3]int{}
	for k, count := range between {
		switch from, to := k/groups, k%groups; {
		case from == to:
			borders[from].Inside = count
		case count > 0:
			borders[from].Out += count
			borders[to].In += count
			arcs = append(arcs, [3]int{from, to, count})
		}
	}
	return borders, arcs
}

const (
	labelWords, wordLength = 3, 40 // words per label and letters per word, at most
	// wordSample and wordChoice bound the memory: how many titles of a community supply words, and how many of the most
	// frequent words are compared with all titles.
	wordSample, wordChoice = 10_000, 64
	wordShare              = 20 // at least one in this many pages of a community must have a word
)

func labelCommunities(g *site.Graph, group []int32, list []Community) {
	members := membersOf(group, len(list)+1)
	words := make([]map[string]int, len(list))
	for c := range list {
		pages := members.of(c)
		list[c].First, list[c].Prefix = int(pages[0])+1, commonFolder(g, pages)
		words[c] = frequentWords(g, pages)
	}
	all := countWords(g, group, words)
	for c := range list {
		list[c].Words = distinctive(words[c], all, list[c].Pages, len(g.Pages))
	}
}

// commonFolder returns the deepest folder with over half of the pages. The middle of the sorted folders lies in it.
func commonFolder(g *site.Graph, pages []uint32) string {
	folders := make([]string, len(pages))
	for i, p := range pages {
		folders[i] = folderOf(g.Pages[p].URL)
	}
	slices.Sort(folders)
	folder := folders[len(folders)/2]
	for folder != "/" && 2*countPrefix(folders, folder) <= len(folders) {
		folder = folder[:strings.LastIndexByte(folder[:len(folder)-1], '/')+1] // its parent
	}
	return folder
}

func countPrefix(sorted []string, prefix string) int {
	from := sort.SearchStrings(sorted, prefix)
	return sort.Search(len(sorted)-from, func(i int) bool { return !strings.HasPrefix(sorted[from+i], prefix) })
}

// frequentWords returns the most frequent words in titles, each with a count of 0 for countWords to raise.
func frequentWords(g *site.Graph, pages []uint32) map[string]int {
	step := (len(pages) + wordSample - 1) / wordSample
	counts := map[string]int{}
	for i := 0; i < len(pages); i += step {
		for _, word := range titleWords(g.Pages[pages[i]].Title) {
			counts[word]++
		}
	}
	chosen := map[string]int{}
	for _, word := range foremost(counts, wordChoice) {
		chosen[word] = 0
	}
	return chosen
}

func foremost[N int | float64](values map[string]N, most int) []string {
	words := slices.SortedFunc(maps.Keys(values), func(a, b string) int {
		return cmp.Or(cmp.Compare(values[b], values[a]), cmp.Compare(a, b))
	})
	return words[:min(len(words), most)]
}

func countWords(g *site.Graph, community []int32, words []map[string]int) map[string]int {
	all := map[string]int{}
	for _, own := range words {
		for word := range own {
			all[word] = 0
		}
	}
	for i, c := range community {
		for _, word := range titleWords(g.Pages[i].Title) {
			if _, chosen := all[word]; !chosen {
				continue
			}
			all[word]++
			if int(c) >= len(words) {
				continue
			}
			if _, own := words[c][word]; own {
				words[c][word]++
			}
		}
	}
	return all
}

// distinctive returns the words with the greatest p log(p/q). p and q are the shares of a community's titles and of all
// other titles that have the word. Both are smoothed by adding a title that half has the word. A word must be twice as
// frequent as elsewhere and occur in a twentieth of the community's titles.
func distinctive(own, all map[string]int, pages, site int) []string {
	if pages == site {
		return []string{}
	}
	least := max(min(2, pages), (pages+wordShare-1)/wordShare)
	scores := map[string]float64{}
	for word, count := range own {
		p := (float64(count) + 0.5) / float64(pages+1)
		q := (float64(all[word]-count) + 0.5) / float64(site-pages+1)
		if count >= least && p >= 2*q {
			scores[word] = Round(p * math.Log(p/q))
		}
	}
	return append([]string{}, foremost(scores, labelWords)...)
}

// fillers are English words that occur in any topic, sorted.
var fillers = []string{
	"about", "all", "an", "and", "are", "as", "at", "be", "by", "can", "do", "for", "from", "how", "in", "is",
	"it", "its", "my", "not", "of", "on", "or", "our", "that", "the", "this", "to", "us", "we", "what", "with",
	"you", "your",
}

// titleWords returns the words of a title, sorted, in lower case. It skips single letters, numbers and fillers.
func titleWords(title string) (words []string) {
	site.Words(title, func(written []byte, _ bool) {
		for word := range strings.SplitSeq(string(written), "'") {
			length := utf8.RuneCountInString(word)
			_, filler := slices.BinarySearch(fillers, word)
			if length >= 2 && length <= wordLength && strings.IndexFunc(word, unicode.IsLetter) >= 0 && !filler {
				words = append(words, word)
			}
		}
	})
	slices.Sort(words)
	return slices.Compact(words)
}
