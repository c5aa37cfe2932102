package atlas

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"unicode/utf16"

	"sitegraph/site"
)

const (
	budget   = 3_000_000 // bytes of the data besides the pictures
	maxPages = 50_000    // more would be slow to search
)

// data is what the script knows of the site: some pages, numbered anew in the order of their ids, and their arcs.
type data struct {
	Total  int        `json:"total"`  // pages of the site
	Pages  int        `json:"pages"`  // pages kept
	Index  packed     `json:"index"`  // the steps from page to page in the whole graph, the first from 0
	Levels packed     `json:"levels"` // in the whole graph
	In     packed     `json:"in"`     // degrees in the whole graph
	Out    packed     `json:"out"`
	Weight packed     `json:"weight"` // the logarithm of the rank, 0 to 255
	Titles folded     `json:"titles"`
	Head   string     `json:"head"` // most titles begin with it
	Tail   string     `json:"tail"` // most titles end with it
	URLs   folded     `json:"urls"`
	Links  packed     `json:"links"` // 1 for each URL that is complete and leads to the web
	Arcs   packed     `json:"arcs"`  // for each page the number of targets, and the steps between them, from 0
	Tiers  []float64  `json:"tiers"` // the text sizes that labels are chosen for
	Views  []viewData `json:"views"`
}

type viewData struct {
	Name   string     `json:"name"` // what a part is called
	Width  int        `json:"width"`
	Height int        `json:"height"`
	Parts  []partData `json:"parts"`
	Of     packed     `json:"of"`             // the part of each page
	Nth    packed     `json:"nth,omitempty"`  // the place of each page in its bubble, if there are bubbles
	Dots   bool       `json:"dots,omitempty"` // all pages are drawn
	Flows  [][3]int   `json:"flows"`          // from, to, arcs
	Drawn  int        `json:"drawn"`          // number of flows drawn
}

type partData struct {
	Label  string  `json:"label"`
	Pages  int     `json:"pages"`
	Inside int     `json:"inside"`
	Hue    int     `json:"hue"`
	X      float64 `json:"x,omitempty"`
	Y      float64 `json:"y,omitempty"`
	R      float64 `json:"r,omitempty"`
}

// pack packs as many pages as fit the budget, important ones first. json escapes "</script>".
func (m *Map) pack() (text []byte, pages int) {
	order := m.preference()
	for most := min(len(order), maxPages); ; {
		kept := slices.Clone(order[:most])
		slices.Sort(kept)
		text, err := json.Marshal(m.dataOf(kept))
		if err != nil {
			return []byte("null"), 0 // cannot happen: JSON can express all of it
		}
		if len(text) <= budget || most == 0 {
			return text, most
		}
		most = int(float64(most) * min(0.95, 0.98*budget/float64(len(text))))
	}
}

// preference orders the pages by rank, after the first twelve of each part, so that each part shows something.
func (m *Map) preference() []int {
	const each = 12
	order := byRank(m.rank)
	front := make([]bool, len(order))
	for _, v := range m.views {
		seen := make([]int, len(v.parts.sizes))
		for _, i := range order {
			if part := v.parts.of[i]; seen[part] < each {
				seen[part]++
				front[i] = true
			}
		}
	}
	first := slices.DeleteFunc(slices.Clone(order), func(i int) bool { return !front[i] })
	others := slices.DeleteFunc(order, func(i int) bool { return front[i] })
	return append(first, others...)
}

func (m *Map) dataOf(kept []int) data {
	d := data{Total: len(m.graph.Pages), Pages: len(kept), Weight: m.weights(kept), Arcs: m.arcs(kept), Tiers: tiers[:],
		Head: m.names.head, Tail: m.names.tail}
	last := 0
	for _, i := range kept {
		page := m.graph.Pages[i]
		d.Index.add(i - last)
		last = i
		d.Levels.add(max(page.Level, 0))
		d.In.add(m.degrees[i])
		d.Out.add(m.graph.OutDegree(i))
		d.addText(page.Title, page.URL)
	}
	d.Views = site.Each(m.views, func(v view) viewData { return v.pack(kept) })
	return d
}

func (d *data) addText(title, address string) {
	if title = clean(title, longestTitle); title == "" {
		title = clean(fallbackName(address), longestTitle)
	}
	d.Titles.add(title)
	if isLink(address) {
		d.URLs.add(address)
		d.Links.add(1)
	} else {
		d.URLs.add(clean(address, longestTitle))
		d.Links.add(0)
	}
}

// weights maps the logarithms of the ranks to 0..255.
func (m *Map) weights(kept []int) (all packed) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, i := range kept {
		if log := math.Log(m.rank[i]); m.rank[i] > 0 {
			least, most = min(least, log), max(most, log)
		}
	}
	for _, i := range kept {
		weight := 0.0
		if m.rank[i] > 0 && most > least {
			weight = 255 * (math.Log(m.rank[i]) - least) / (most - least)
		}
		all.add(int(math.Round(weight)))
	}
	return all
}

func (m *Map) arcs(kept []int) (all packed) {
	number := make([]int, len(m.graph.Pages)) // from 1
	for k, i := range kept {
		number[i] = k + 1
	}
	for _, i := range kept {
		var steps packed
		count, last := 0, 1
		targets, _ := m.graph.Out(i)
		for _, t := range targets {
			if k := number[t]; k > 0 {
				steps.add(k - last)
				count, last = count+1, k
			}
		}
		all.add(count)
		all = append(all, steps...)
	}
	return all
}

func (v view) pack(kept []int) viewData {
	p := v.parts
	d := viewData{Name: p.name, Width: v.Width(), Height: v.Height, Parts: v.partData(),
		Dots: v.bubbles != nil && len(p.of) <= maxDots, Flows: p.flows()}
	for _, i := range kept {
		d.Of.add(int(p.of[i]))
	}
	if v.bubbles != nil {
		d.Nth = p.nth(kept)
	}
	d.Drawn = min(len(d.Flows), p.maxFlows())
	return d
}

func (v view) partData() (all []partData) {
	p := v.parts
	for i, label := range p.labels {
		part := partData{Label: label, Pages: p.sizes[i], Inside: p.arcs[i*len(p.sizes)+i], Hue: p.hue(i)}
		if v.bubbles != nil {
			b := v.bubbles[i]
			part.X, part.Y, part.R = tenth(b.at.x+bubblesWidth/2), tenth(b.at.y+bubblesHeight/2), tenth(b.radius)
		}
		all = append(all, part)
	}
	return all
}

func tenth(x float64) float64 { return math.Round(x*10) / 10 }

func (p *parts) nth(kept []int) (all packed) {
	seen := make([]int, len(p.sizes))
	next := 0
	for _, i := range kept {
		for ; next < i; next++ {
			seen[p.of[next]]++
		}
		all.add(seen[p.of[i]])
	}
	return all
}

// packed is a sequence of whole numbers as varints (LEB128), base64 in JSON.
type packed []byte

func (p *packed) add(n int) { *p = binary.AppendUvarint(*p, uint64(n)) }

func (p packed) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, p), nil
}

// folded is a sequence of texts that omits what each text shares with the one before, at both ends.
type folded struct {
	Like packed   `json:"like"` // the lengths shared with the text before, at both ends, in UTF-16 units
	Own  []string `json:"own"`  // the rest

	last []uint16
}

func (f *folded) add(text string) {
	next := utf16.Encode([]rune(text))
	bound := min(len(next), len(f.last))
	head := 0
	for head < bound && next[head] == f.last[head] {
		head++
	}
	if head > 0 && head < len(next) && isHigh(next[head-1]) {
		head-- // do not split a character
	}
	tail := 0
	for tail < bound-head && next[len(next)-1-tail] == f.last[len(f.last)-1-tail] {
		tail++
	}
	if tail > 0 && isLow(next[len(next)-tail]) {
		tail--
	}
	f.Like.add(head)
	f.Like.add(tail)
	f.Own = append(f.Own, string(utf16.Decode(next[head:len(next)-tail])))
	f.last = next
}

func isHigh(unit uint16) bool { return unit >= 0xd800 && unit < 0xdc00 }
func isLow(unit uint16) bool  { return unit >= 0xdc00 && unit < 0xe000 }
