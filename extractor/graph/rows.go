package graph

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sitegraph/extractor/blocks"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Count returns the counts of a graph.
func (b *Builder) Count(g *site.Graph) site.Counts {
	c := site.Counts{Pages: len(g.Pages), Arcs: g.Arcs(), Fetched: b.Known.Fetched,
		Links: g.Weights.Sum(), States: map[site.State]int{}, Limits: map[string]int{}}
	for _, p := range b.Pages {
		c.InternalLinks += int(p.Answer.Counts.Internal)
		c.ExternalLinks += int(p.Answer.Counts.External)
		c.BadLinks += int(p.Answer.Counts.Nowhere())
		if p.Answer.Counts.Dropped > 0 {
			c.Limits[site.LimitLinksPerPage]++
		}
	}
	return c
}

// arc is an arc from the current page.
type arc struct{ to, weight uint32 }

// Graph builds pages and arcs. It also counts the unique pairs of a page and a key below the maximum depth.
func (b *Builder) Graph() (g *site.Graph, truncated int) {
	room := 0 // for all arcs at once, since they take most of the memory and growing slices would take twice as much
	for _, p := range b.Pages {
		b.Known.URLs.EachInside(p.Answer.Links, func(evidence.URLID, uint32) { room++ })
	}
	g = &site.Graph{Pages: make([]site.Page, len(b.Pages)), Offsets: make([]int, 1, len(b.Pages)+1),
		Targets: make([]uint32, 0, room)}
	g.Weights.Grow(room)
	var row []arc
	var deeper []evidence.URLID
	for i, p := range b.Pages {
		g.Pages[i] = b.page(p)
		row, deeper = row[:0], deeper[:0]
		b.Known.URLs.EachInside(p.Answer.Links, func(url evidence.URLID, count uint32) {
			if to := b.linkedPage(url); to >= 0 {
				row = append(row, arc{to: uint32(to), weight: count})
			} else if key := b.Known.URLs.Key(url); b.tooDeep(key) && !b.Scope.Excludes(url) {
				deeper = append(deeper, key)
			}
		})
		appendRow(g, row)
		slices.Sort(deeper)
		truncated += len(slices.Compact(deeper))
	}
	return g, truncated
}

// appendRow sorts a page's arcs and merges those with the same target.
func appendRow(g *site.Graph, row []arc) {
	slices.SortFunc(row, func(a, b arc) int { return cmp.Compare(a.to, b.to) })
	first := len(g.Targets)
	for _, a := range row {
		if last := len(g.Targets) - 1; last >= first && g.Targets[last] == a.to {
			g.Weights.Set(last, g.Weights.At(last)+a.weight)
			continue
		}
		g.Targets = append(g.Targets, a.to)
		g.Weights.Append(a.weight)
	}
	g.Offsets = append(g.Offsets, len(g.Targets))
}

// page returns the graph's view of a page. Describe adds titles and other facts.
func (b *Builder) page(p page) site.Page {
	a := p.Answer
	digest := b.digestOf(p.Key, a)
	if b.Told.Pages != nil {
		digest = a.Digest
	}
	hash, size := hex.EncodeToString(digest[:]), a.Bytes
	if b.Same.Awake() {
		hash, size = "", 0 // they would differ in every crawl
	}
	return site.Page{
		URL: b.urlOf(p.Key, a), Key: b.names.page(p.Key), Level: p.depth,
		Links: int(a.Counts.Internal), ExternalLinks: int(a.Counts.External),
		Status: int(a.Status), ContentType: a.MediaType, Bytes: size, Hash: hash,
	}
}

// MarkVolatile marks arcs of pages requested twice if only one of the answers had all their links.
func (b *Builder) MarkVolatile(g *site.Graph) {
	var marks []bool
	for i, p := range b.Pages {
		volatile := b.Same.Masks.Volatile(b.Known.URLs.String(p.Key))
		if len(volatile) == 0 {
			continue
		}
		if marks == nil {
			marks = make([]bool, g.Arcs())
		}
		stays := map[uint32]bool{}
		b.Known.URLs.EachInside(p.Answer.Links, func(url evidence.URLID, _ uint32) {
			_, varies := slices.BinarySearch(volatile, b.Known.URLs.String(b.Known.URLs.Key(url)))
			if to := b.linkedPage(url); to >= 0 && !varies {
				stays[uint32(to)] = true
			}
		})
		for at := g.Offsets[i]; at < g.Offsets[i+1]; at++ {
			marks[at] = !stays[g.Targets[at]]
		}
	}
	if slices.Contains(marks, true) {
		g.Volatile = marks
	}
}

// TellDifferences records how aliases with key stable differ from their pages.
func (b *Builder) TellDifferences(aliases []site.Alias) {
	for i := range aliases {
		a := &aliases[i]
		if a.Kind != site.AliasDuplicate && a.Kind != site.AliasCanonical {
			continue
		}
		key := b.Known.URLs.Find(a.Key)
		if key == evidence.NoURL || b.Known.Answer(key) == nil || b.pageOf(key) < 0 {
			continue
		}
		b.Same.Differs(a, key, b.Pages[b.pageOf(key)].Key)
	}
}

// Lasting reduces masks to the parts that are the same in every crawl. The pages that showed them vary, since a time in
// seconds differs only if the two requests were not in the same second.
func Lasting(masks []site.Mask) []site.Mask {
	for i := range masks {
		m := &masks[i]
		words := strings.Fields(m.Second)
		m.First, m.Second, m.URL, m.Differed = "", "", "", 0
		if m.Kind != site.MaskDigits {
			continue
		}
		for j, w := range words {
			if strings.ContainsAny(w, "0123456789") {
				words[j] = "…"
			}
		}
		m.First = strings.Join(words, " ")
	}
	site.Sort(masks, func(a, b site.Mask) int {
		return cmp.Or(cmp.Compare(b.Seen, a.Seen), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Shape, b.Shape),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.First, b.First))
	})
	return masks
}

// Blocks returns the blocks that contain links to some keys, with blocks on the most pages first.
func (t *Tables) Blocks(keys map[string]bool) ([]site.Block, error) {
	pages := t.linkedPages(map[int][]byte{})
	learnt, err := blocks.Learn(pages)
	if err != nil {
		return nil, err
	}
	for p, err := range pages {
		if err != nil {
			return nil, err
		}
		for k, b := range learnt.Of(p.Links) {
			if key := p.Links[k].Key; b != nil && keys[key] {
				if b.Leads == nil {
					b.Leads = map[string][]int{}
				}
				if on := b.Leads[key]; len(on) == 0 || on[len(on)-1] != p.ID {
					b.Leads[key] = append(on, p.ID)
				}
			}
		}
	}
	return slices.DeleteFunc(learnt.Blocks(), func(b site.Block) bool { return b.Leads == nil }), nil
}

const maxKept = 100_000 // pages whose places are kept between two readings

// linkedPages yields the pages with their links in page order, since the journal's order depends on the connections.
func (t *Tables) linkedPages(kept map[int][]byte) iter.Seq2[blocks.Page, error] {
	return func(yield func(blocks.Page, error) bool) {
		var links placedLinks // several readers may be at work
		for i, page := range t.Pages {
			packed, err := kept[i], error(nil)
			if packed == nil {
				if packed, err = t.packedIn(page.Answer); len(kept) < maxKept {
					kept[i] = slices.Clone(packed)
				}
			}
			if err == nil {
				err = links.unpack(page.Answer, packed)
			}
			p := blocks.Page{ID: i + 1, Key: t.Known.URLs.String(page.Key), Links: make([]blocks.Link, len(links.all))}
			for k, l := range links.all {
				p.Links[k].Written = l.Place
			}
			links.learn(t.templates, t.shape(page))
			for k, l := range links.all {
				p.Links[k].Place = l.Place
				if l.List == evidence.ListLinks && l.Place != site.PlaceMain { // links in the content are in no block
					p.Links[k].Key = t.Known.URLs.String(t.Known.URLs.Key(links.urls[l.URL]))
				}
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

type linkedURLs struct {
	*Tables
	*site.LinkedSet
}

// Linked returns the URLs of the wanted kinds that are not pages of the site, sorted by key, with the results of
// checking them.
func (t *Tables) Linked(c *site.Crawl) ([]*site.Linked, error) {
	if len(t.limits.Linked) == 0 {
		return nil, nil
	}
	l := &linkedURLs{Tables: t, LinkedSet: site.NewLinkedSet(t.limits.Linked)}
	if err := l.fromLedger(c); err != nil {
		return nil, err
	}
	if err := l.fromUses(); err != nil {
		return nil, err
	}
	all := l.All()
	for _, u := range all {
		u.Check = t.Known.Checked[u.Key]
		u.Outdated = t.Known.Looked[u.Key] < t.Known.LastIteration()
	}
	return all, nil
}

func (l *linkedURLs) fromLedger(c *site.Crawl) error {
	for e, err := range c.Ledger {
		if err != nil {
			return err
		}
		switch e.State {
		case site.StateExternal:
			l.Add(site.LinkedExternal, e.Key, e.URL, c.Mentions(e.Key)...)
		case site.StateExtension:
			l.Add(site.LinkedDocument, e.Key, e.URL, c.Mentions(e.Key)...)
		}
	}
	return nil
}

func (l *linkedURLs) fromUses() error {
	for i, p := range l.Pages {
		place, ok := l.Known.Uses[p.Key]
		if !ok {
			continue
		}
		record, err := l.Journal.Read(int(place))
		var uses []evidence.UsedURL
		if err == nil {
			uses, err = evidence.UsesIn(record)
		}
		if err != nil {
			return fmt.Errorf("record %d of the state: %w", place, err)
		}
		for _, u := range uses {
			l.Add(u.Kind, u.Key, u.URL, i+1)
		}
	}
	return nil
}
