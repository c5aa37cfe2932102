package extractor

import (
	"cmp"
	"encoding/binary"
	"maps"
	"unique"

	"sitegraph/site"
)

// known is the journal in memory: every answer, small, and the site's facts.
// The owner of the walk fills it, from the journal at start and beside the
// journal afterwards.
type known struct {
	urls    *urlTable
	answers []answer
	of      column // the place of a key's answer + 1
	// held has the places of the answers of a crawl in the order of decisions;
	// they count when their decisions are committed.
	held    column
	commits []commit
	// anew says that the crawl was decided anew. spelled has, by the URL that was
	// asked for, the places of answers whose keys have several.
	anew     bool
	anewFrom int // the number of records when that was decided last
	spelled  map[urlID]int32
	number   int // the greatest of a commit

	// What the rare records of the journal hold.
	site   siteRecord
	starts []urlID // the URLs of the start pages, the home page first
	listed listed  // what sitemaps list
	// listedStarts are the start pages that sitemaps listed before those.
	listedStarts []urlID
	members      *site.Members              // nil for a site that is no entity
	ruled        map[string]site.RobotsSeen // robots.txt of the site's origin, and of the others of an entity
	end          endRecord
	records      int // length of the journal
	void         int // so many of the records came before the site began: their URLs are others
	// importance is that of URLs, as an order of decisions estimated it last,
	// after so many commits of all sites; it is empty if none did.
	importance   map[urlID]float64
	importanceOf int

	// Of key stable: the texts that records share, the second requests, and the
	// number of records up to the end of the last portion.
	frame *frame
	twins []twin
	// heldTwins are those of an ordered crawl that do not count yet.
	heldTwins []twin
	closed    int
	portions  [][]urlID     // the keys that were answered in each portion, sorted
	late      bool          // the last portion was the late one
	lateAt    int           // the pages processed by then on all sites of a crawl in the order of decisions
	recalled  portionRecord // what was recalled in the portion that is open
	settled   column        // of a watched site: 1 for the keys that counted before the crawl was decided anew
	loading   bool          // the journal is being read: the frame has to learn from it
	// horizon hides the answers of later records; 0 hides none.
	horizon int

	watching  *watching        // nil for a site that is not watched
	refusing  bool             // a URL was refused
	keepWords bool             // the words of pages are needed
	titles    map[urlID]string // of pages, by key; nil where they are not needed
	timing    timing

	uses    map[urlID]uint32          // by page, the record of what it uses; nil if none is kept
	checked map[string]site.LinkCheck // by normalized URL; nil if nothing was checked
	looked  map[string]int            // in which iteration that was

	// Totals of the answers.
	fetched int // for which something was sent
	barred  int // for which nothing was, since the robots.txt of a member cannot be had
	spent   int // of a budget: those that were no redirects, and second requests
	failed  int
	bytes   int64
}

// answer is one answer in memory.
type answer struct {
	url       urlID
	location  urlID
	record    uint32 // its place in the journal
	outcome   outcome
	inside    bool // location is on the site
	status    uint16
	digest    site.Digest
	bytes     int64
	mediaType string
	trouble   *trouble // nil if there was none
	version   *version // nil if the site was not watched
	pieced    *pieced  // nil unless key is stable; without the pieces
	internal  []byte   // packed links
	external  []byte
	counts    linkCounts
}

// clone returns a copy; nil has none.
func (a *answer) clone() *answer {
	if a == nil {
		return nil
	}
	b := *a
	return &b
}

// trouble is why an answer is of no use.
type trouble struct {
	failure  site.Failure
	refusal  site.Refusal   // who refused the page
	location site.LinkFault // why a redirect cannot be followed
	cookie   bool           // a redirect sets a cookie
}

// why returns the trouble of an answer, if any.
func (a *answer) why() trouble {
	if a.trouble == nil {
		return trouble{}
	}
	return *a.trouble
}

// redirects reports whether an answer leads to another URL of the site.
func (a *answer) redirects() bool {
	return a != nil && a.outcome == outRedirect && a.location != noURL && a.inside
}

// free reports whether an answer costs nothing of a budget.
func (a *answer) free() bool {
	return a.outcome == outRedirect || a.outcome == outForbidden || a.barred()
}

// barred reports whether nothing was sent, since nobody knows what robots.txt allows.
func (a *answer) barred() bool { return a.why().failure.Class == site.FailRobots }

// setTrouble notes what made an answer useless, if anything did.
func (a *answer) setTrouble(t trouble) {
	if t != (trouble{}) {
		a.trouble = &t
	}
}

// linkCounts are links with multiplicity.
type linkCounts struct{ internal, external, bad, dropped uint32 }

func newKnown() *known {
	return &known{urls: newURLTable(), frame: newFrame(), spelled: map[urlID]int32{},
		ruled: map[string]site.RobotsSeen{}}
}

// answer returns the answer of a key, nil if there is none.
func (n *known) answer(key urlID) *answer {
	place := n.of.get(key)
	if place == 0 {
		return nil
	}
	if a := &n.answers[place-1]; n.horizon == 0 || int(a.record) < n.horizon {
		return a
	}
	return nil
}

// place returns the place+1 of the newest answer of a key, also of one that waits for its decision; 0 if there is none.
func (n *known) place(key urlID) int32 { return cmp.Or(n.of.get(key), n.held.get(key)) }

// newest returns that answer, nil if there is none.
func (n *known) newest(key urlID) *answer {
	if place := n.place(key); place > 0 {
		return &n.answers[place-1]
	}
	return nil
}

// keep adds an answer. A key is answered once, or once in an iteration; another
// answer is ignored.
func (n *known) keep(a answer) {
	key := n.urls.key(a.url)
	known := n.place(key)
	if known != 0 && n.watching != nil {
		n.visited(int(known)-1, a)
		return
	}
	if known != 0 && !n.isOther(a, known) {
		return
	}
	places := &n.of
	if n.site.Ordered {
		places = &n.held
	}
	if other := n.spelled[a.url]; known == 0 && other != 0 { // asked for by one more URL
		places.set(key, other, n.urls.Len())
		return
	}
	if a.why().failure.Failed() {
		n.failed++
	}
	switch {
	case a.barred():
		n.barred++
	case a.outcome != outForbidden:
		n.fetched++
	}
	if !a.free() {
		n.spent++
	}
	n.refusing = n.refusing || a.outcome == outRefused
	n.bytes += a.bytes
	a.mediaType = unique.Make(a.mediaType).Value() // pages share a few
	n.answers = append(n.answers, a)
	if n.watching != nil {
		n.watching.add(&n.answers[len(n.answers)-1])
	}
	if known != 0 {
		n.spelled[a.url] = int32(len(n.answers))
		return
	}
	places.set(key, int32(len(n.answers)), n.urls.Len())
}

// forgetFailures voids the answers that another time may be others.
func (n *known) forgetFailures() {
	maps.DeleteFunc(n.ruled, func(_ string, seen site.RobotsSeen) bool { return seen.Access == site.RobotsForbid })
	for _, places := range []column{n.of, n.held} {
		n.eachRetriable(places, func(key urlID) {
			if !n.answers[places[key]-1].barred() {
				n.fetched, n.spent = n.fetched-1, n.spent-1
			}
			places[key] = 0
		})
	}
	for url, place := range n.spelled {
		if n.answers[place-1].retriable() {
			delete(n.spelled, url)
		}
	}
	n.failed, n.barred = 0, 0
}

// eachRetriable calls f for every key whose answer may be another one some
// other time.
func (n *known) eachRetriable(places column, f func(key urlID)) {
	for key, place := range places {
		if place > 0 && n.answers[place-1].retriable() {
			f(urlID(key))
		}
	}
}

// retriable counts the answers that forgetFailures would void.
func (n *known) retriable() (count int) {
	for _, places := range []column{n.of, n.held} {
		n.eachRetriable(places, func(urlID) { count++ })
	}
	return count
}

// retriable reports whether the answer may be another one some other time: no
// usable one, a refusal, an error of the server's own, or too many requests.
func (a *answer) retriable() bool {
	return a.outcome == outFailed || a.outcome == outRefused ||
		a.outcome == outStatus && site.IsServerError(int(a.status))
}

// appendLink packs a link: its URL and count as varints.
func appendLink(packed []byte, url urlID, count uint32) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(packed, uint64(url)), uint64(count))
}

// each calls f for every packed link.
func each(b []byte, f func(url urlID, count uint32)) {
	for len(b) > 0 {
		u, n := binary.Uvarint(b)
		c, m := binary.Uvarint(b[n:])
		b = b[n+m:]
		f(urlID(u), uint32(c))
	}
}
