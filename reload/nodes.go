package reload

import (
	"errors"
	"io"
	"math"

	"sitegraph/site"
)

const (
	// mostPages is what the graph's numbers can count.
	mostPages = math.MaxUint32
	// mostBytes bounds the size of a page: 18 digits.
	mostBytes = 1e18 - 1
	// shortestNode is the least size of a row of nodes.csv, its commas and
	// numbers, so that no manifest can ask for more room than its files fill.
	shortestNode = 24
)

// The columns of nodes.csv, and their places.
func nodeColumns() []string {
	return []string{"Id", "url", "normalized_url", "hash", "title", "canonical", "refresh",
		"content_type", "lang", "robots", "level", "in_degree", "out_degree", "external_links", "status", "bytes"}
}

const (
	nodeID = iota
	nodeURL
	nodeKey
	nodeHash
	nodeTitle
	nodeCanonical
	nodeRefresh
	nodeContentType
	nodeLang
	nodeRobots
	nodeLevel
	nodeIn
	nodeOut
	nodeExternal
	nodeStatus
	nodeBytes
)

// degrees are those that nodes.csv gives to a page.
type degrees struct{ in, out uint32 }

// nodeReader makes pages of the rows of nodes.csv.
type nodeReader struct {
	*table
	pages   []site.Page
	degrees []degrees
	// words has the texts that many pages share: media types, languages.
	words map[string]string
}

// readNodes reads nodes.csv.
func (f *Folder) readNodes() ([]site.Page, []degrees, error) {
	t, err := f.openTable(nodesName, nodeColumns()...)
	if err != nil {
		return nil, nil, err
	}
	defer t.close()
	room := min(int64(f.Manifest.Counts.Pages), t.want.Bytes/shortestNode)
	n := &nodeReader{table: t, pages: make([]site.Page, 0, room), degrees: make([]degrees, 0, room), words: map[string]string{}}
	for {
		err := t.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = n.page()
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if len(n.pages) != f.Manifest.Counts.Pages {
		return nil, nil, t.mismatch("%d pages, the manifest counts %d", len(n.pages), f.Manifest.Counts.Pages)
	}
	return n.pages, n.degrees, nil
}

// page takes in the present row.
func (n *nodeReader) page() error {
	id := int64(len(n.pages)) + 1
	if got, ok := number(n.cell(nodeID), mostPages); !ok || got != id {
		return n.damage("Id is %s, not %d: the pages are numbered from 1", shown(n.cell(nodeID)), id)
	}
	p, d, err := n.numbers()
	if err != nil {
		return err
	}
	n.texts(nodeURL, &p.URL, &p.Key, &p.Hash, &p.Title, &p.Canonical, &p.Refresh)
	p.ContentType, p.Lang, p.Robots = n.word(nodeContentType), n.word(nodeLang), n.word(nodeRobots)
	if err := n.order(&p); err != nil {
		return err
	}
	n.pages, n.degrees = append(n.pages, p), append(n.degrees, d)
	return nil
}

// numbers reads the cells with numbers.
func (n *nodeReader) numbers() (p site.Page, d degrees, err error) {
	read := func(i int, most int64) int64 {
		if err != nil {
			return 0
		}
		var x int64
		x, err = n.number(i, 0, most)
		return x
	}
	p.Level = int(read(nodeLevel, math.MaxInt32))
	p.ExternalLinks = int(read(nodeExternal, math.MaxInt32))
	p.Status = int(read(nodeStatus, 999))
	p.Bytes = read(nodeBytes, mostBytes)
	d.in = uint32(read(nodeIn, mostPages))
	d.out = uint32(read(nodeOut, mostPages))
	return p, d, err
}

// order checks what a page's place demands: pages stand in the order of levels
// and, within a level, of their keys; level 0 is the start page alone.
func (n *nodeReader) order(p *site.Page) error {
	if p.Key == "" {
		return n.damage("a page without normalized_url")
	}
	if len(n.pages) == 0 {
		if p.Level != 0 {
			return n.damage("level %d of the first page: the start page has 0", p.Level)
		}
		return nil
	}
	last := &n.pages[len(n.pages)-1]
	switch {
	case p.Level == 0:
		return n.damage("level 0, which only the first page has")
	case p.Level < last.Level || p.Level > last.Level+1:
		return n.damage("level %d behind level %d", p.Level, last.Level)
	case p.Level == last.Level && p.Key <= last.Key:
		return n.damage("normalized_url %s behind %s: a level's pages are sorted by it", shown(p.Key), shown(last.Key))
	}
	return nil
}

// word returns a cell's text, the same string for the same text unless there
// are too many.
func (n *nodeReader) word(i int) string {
	const most = 4096
	if w, ok := n.words[string(n.cell(i))]; ok {
		return w
	}
	w := string(n.cell(i))
	if len(n.words) < most {
		n.words[w] = w
	}
	return w
}
