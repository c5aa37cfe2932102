package extractor

import (
	"encoding/binary"
	"errors"
	"fmt"
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
	// rescoped says that other URLs are left out than at first; spelled has then,
	// by the URL that was asked for, the places of answers whose keys have several.
	rescoped bool
	spelled  map[urlID]int32
	number   int // the greatest of a commit

	// What the rare records of the journal hold.
	site    siteRecord
	starts  []urlID // the URLs of the start pages, the home page first
	listed  listed  // what sitemaps list
	robots  site.RobotsSeen
	members *site.Members              // nil for a site that is no entity
	ruledBy map[string]site.RobotsSeen // robots.txt of the other origins of an entity
	end     endRecord
	records int // length of the journal
	void    int // so many of the records came before the site began: their URLs are others
	// importance is that of URLs, as an order of decisions estimated it last,
	// after so many commits of all sites; it is empty if none did.
	importance   map[urlID]float64
	importanceOf int

	// Of key stable: the texts that records share, the second requests, and the
	// number of records up to the end of the last portion.
	frame    *frame
	twins    []twin
	closed   int
	closings []int // those numbers, of all portions
	late     bool  // the last portion was the late one
	loading  bool  // the journal is being read: the frame has to learn from it
	// horizon hides the answers of later records; 0 hides none.
	horizon int

	watching  *watching        // nil for a site that is not watched
	refusing  bool             // a URL was refused
	keepWords bool             // the words of pages are needed
	titles    map[urlID]string // of pages, by key; nil where they are not needed
	timing    timing

	uses    map[urlID]uint32          // by page, the record of what it uses; nil if none is kept
	checked map[string]site.LinkCheck // by normalized URL; nil if nothing was checked

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

func newKnown() *known { return &known{urls: newURLTable(), frame: newFrame()} }

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

// load replays a journal, as long as more wants it.
func (n *known) load(j Journal, more func() bool) error {
	n.loading = true
	defer func() { n.loading = false }()
	for record, err := range j.Replay() {
		place := n.records
		if err == nil {
			err = n.take(record)
		}
		if err != nil {
			return fmt.Errorf("record %d of the state: %w", place, err)
		}
		if !more() {
			break
		}
	}
	return nil
}

// take adds one record of the journal.
func (n *known) take(record []byte) error {
	if len(record) == 0 {
		return fmt.Errorf("%w: empty", errRecord)
	}
	place := uint32(n.records)
	n.records++
	switch record[0] {
	case kindSite:
		return n.begin(record)
	case kindStarts:
		return n.takeStarts(record)
	case kindSitemaps, kindListed:
		return n.takeSitemaps(record)
	case kindRobots:
		return n.takeRobots(record)
	case kindEnd:
		return n.takeEnd(record)
	case kindAgain:
		var r againRecord
		err := readEvent(record, &r)
		if r.Void {
			n.forgetAfter(r.After)
			return err
		}
		n.forgetFailures()
		if n.site.Ordered {
			n.commits = append(n.commits, commit{number: r.After, key: noURL})
		}
		return err
	case kindCommit:
		return n.takeCommit(record)
	case kindImportance:
		return n.takeImportance(record)
	case kindScope:
		return n.takeScope(record)
	case kindAsked:
		return n.takeAsked(record)
	case kindAnswer, kindVersion, kindPieced, kindTwin:
		return n.takeAnswer(record, place)
	case kindUses:
		return n.takeUses(record, place)
	case kindChecked:
		return n.takeChecked(record)
	case kindPortion:
		var r portionRecord
		n.closed = n.records
		n.closings = append(n.closings, n.closed)
		err := readEvent(record, &r)
		n.late = r.Late
		return err
	case kindUnchanged, kindIteration, kindJudged:
		return n.takeWatched(record)
	}
	return fmt.Errorf("%w: kind %q", errRecord, record[0])
}

// takeAnswer takes the record of an answer, or of a second one.
func (n *known) takeAnswer(record []byte, place uint32) error {
	a, cold, err := decodeAnswer(record, n.urls)
	if err != nil {
		return err
	}
	a.record = place
	if p := a.pieced; p != nil {
		if n.loading {
			if err := n.frame.relearn(p.packed); err != nil {
				return err
			}
		}
		p.packed = nil
	}
	if record[0] == kindTwin {
		n.twins = append(n.twins, twin{key: n.urls.key(a.url), answer: a})
		if !a.free() {
			n.spent++
		}
		return nil
	}
	if err := errors.Join(n.resolve(&a), n.entitle(&a, cold)); err != nil {
		return err
	}
	n.keep(a)
	return nil
}

// begin takes a site record: what came before it is void, but for the places
// of the records.
func (n *known) begin(record []byte) error {
	fresh := newKnown()
	fresh.records, fresh.void, fresh.keepWords, fresh.titles = n.records, n.records-1, n.keepWords, n.titles
	fresh.loading = n.loading
	clear(fresh.titles)
	*n = *fresh
	if err := readEvent(record, &n.site); err != nil {
		return err
	}
	members, err := site.ReadMembers(n.site.Members)
	if err != nil {
		return fmt.Errorf("%w: %w", errRecord, err)
	}
	n.members = members
	n.starts = append(n.starts, n.urls.add(n.site.Start, n.site.Key))
	if n.site.Watched {
		n.watch()
	}
	return nil
}

// takeRobots takes a robots.txt.
func (n *known) takeRobots(record []byte) error {
	var r robotsRecord
	err := readEvent(record, &r)
	r.Seen.Text = string(r.Text)
	switch {
	case r.Origin == "":
		n.robots = r.Seen
	case n.ruledBy == nil:
		n.ruledBy = map[string]site.RobotsSeen{r.Origin: r.Seen}
	default:
		n.ruledBy[r.Origin] = r.Seen
	}
	return err
}

// takeEnd takes the end of a run.
func (n *known) takeEnd(record []byte) error {
	n.end = endRecord{}
	err := readEvent(record, &n.end)
	n.timing.add(n.end.Timing)
	if w := n.watching; w != nil {
		w.last().complete = w.last().complete || n.end.done()
		w.clock = later(w.clock, n.end.At)
	}
	return err
}

// keep adds an answer. A key is answered once, or once in an iteration; another
// answer is ignored.
func (n *known) keep(a answer) {
	key := n.urls.key(a.url)
	if place := n.of.get(key); place != 0 && n.watching != nil {
		n.visited(int(place)-1, a)
		return
	}
	if known := n.of.get(key); n.held.get(key) != 0 || known != 0 && !n.isOther(a, known) {
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
	places := &n.of
	if n.site.Ordered {
		places = &n.held
	} else if n.of.get(key) != 0 {
		n.spelled[a.url] = int32(len(n.answers))
		return
	}
	places.set(key, int32(len(n.answers)), n.urls.Len())
}

// forgetFailures voids the answers that another time may be others.
func (n *known) forgetFailures() {
	maps.DeleteFunc(n.ruledBy, func(_ string, seen site.RobotsSeen) bool { return seen.Access == site.RobotsForbid })
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
