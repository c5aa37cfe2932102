package scorecard

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"sitegraph/schedule/market"
)

// topic is a site, or one folder of a site.
type topic struct {
	site   int
	folder string // "" for the whole site, else as "/api/"
	pages  []int
	// words are those that its titles have and others do not, the best first.
	words []string
}

// leastPages is how many pages a topic has at least; the folder of a site has at
// most mostShare of its pages.
const (
	leastPages = 12
	mostShare  = 0.7
)

// has reports whether a page is on the topic.
func (t *topic) has(p *page) bool { return p.site == t.site && strings.HasPrefix(p.path, t.folder) }

// addTopics finds the topics.
func (w *world) addTopics() {
	for s := range w.sites {
		whole := topic{site: s}
		folders := map[string]int{}
		for i, p := range w.pages {
			if p.site == s {
				whole.pages = append(whole.pages, i)
				if at := strings.IndexByte(p.path[1:], '/'); at > 0 {
					folders[p.path[:at+2]]++
				}
			}
		}
		if len(whole.pages) < leastPages {
			continue
		}
		w.topics = append(w.topics, whole)
		for folder, n := range folders {
			if n >= leastPages && float64(n) <= mostShare*float64(len(whole.pages)) {
				part := topic{site: s, folder: folder}
				for _, i := range whole.pages {
					if part.has(&w.pages[i]) {
						part.pages = append(part.pages, i)
					}
				}
				w.topics = append(w.topics, part)
			}
		}
	}
	slices.SortFunc(w.topics, func(a, b topic) int {
		return cmp.Or(a.site-b.site, strings.Compare(a.folder, b.folder))
	})
	w.nameTopics()
}

// keywordChoice is how many words of its titles stand for a topic, keywordsEach how
// many of them an agent is given.
const (
	keywordChoice = 5
	keywordsEach  = 3
)

// nameTopics finds the words of the topics: those of most titles, the more so the
// fewer other sites' titles have them. Topics without enough of them are left out.
func (w *world) nameTopics() {
	share := make([]map[string]float64, len(w.topics)) // of the titles with a word
	sites := map[string]map[int]bool{}
	for i, t := range w.topics {
		share[i] = map[string]float64{}
		for _, p := range t.pages {
			for word := range titleWords(w.pages[p].title) {
				share[i][word] += 1 / float64(len(t.pages))
			}
		}
		for word, s := range share[i] {
			if sites[word] == nil {
				sites[word] = map[int]bool{}
			}
			if s >= 0.05 {
				sites[word][t.site] = true
			}
		}
	}
	for i := range w.topics {
		score := map[string]float64{}
		var all []string
		for word, s := range share[i] {
			rare := math.Log(float64(len(w.sites)+1) / float64(1+len(sites[word])))
			score[word] = s * rare * rare
			if _, err := market.NewScorer(market.Topic{Keywords: word}); err == nil {
				all = append(all, word)
			}
		}
		slices.SortFunc(all, func(a, b string) int {
			return cmp.Or(cmp.Compare(score[b], score[a]), strings.Compare(a, b))
		})
		w.topics[i].words = all[:min(len(all), keywordChoice)]
	}
	w.topics = slices.DeleteFunc(w.topics, func(t topic) bool { return len(t.words) < keywordsEach })
}

// titleWords are the words of a title that have three letters and no digit.
func titleWords(title string) map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if len([]rune(word)) >= 3 && !strings.ContainsFunc(word, unicode.IsDigit) {
			words[word] = true
		}
	}
	return words
}

// depths are how many links each page is away from the nearest start; -1 where
// none leads.
func depths(links [][]int, starts []int) []int {
	depth := slices.Repeat([]int{-1}, len(links))
	for _, i := range starts {
		depth[i] = 0
	}
	line := slices.Clone(starts)
	for at := 0; at < len(line); at++ {
		for _, to := range links[line[at]] {
			if depth[to] < 0 {
				depth[to] = depth[line[at]] + 1
				line = append(line, to)
			}
		}
	}
	return depth
}

// links are those of all pages, and the same backwards.
func (w *world) links() (out, into [][]int) {
	out, into = make([][]int, len(w.pages)), make([][]int, len(w.pages))
	for i, p := range w.pages {
		out[i] = p.links
		for _, to := range p.links {
			into[to] = append(into[to], i)
		}
	}
	return out, into
}
