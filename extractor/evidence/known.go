package evidence

import (
	"cmp"
	"maps"
	"unique"

	"sitegraph/site"
)

// Known is the journal in memory: every answer, small, and the site's facts. The owner of the walk fills it, from the
// journal at start and beside the journal afterwards. What single features need of it stands with them.
type Known struct {
	URLs    *URLTable // all URLs of the site
	Answers []*Answer // in the order of the journal
	Of      Column    // the place of a key's answer + 1
	Records int       // length of the journal
	loading bool      // the journal is being read: the frame has to learn from it
	eras              // of a site that was begun more than once

	siteFacts // what the rare records of the journal hold
	decisions // of a crawl in the order of decisions
	redecided // of a crawl that was decided again
	lessons   // of key stable
	visits    // of a site that is watched
	linked    // of what pages link to or use
	totals
}

type totals struct {
	Fetched  int // for which something was sent
	Barred   int // for which nothing was, since the robots.txt of a member cannot be had
	Spent    int // of a budget: those that were no redirects, and second requests
	Failed   int
	Bytes    int64
	Refusing bool // a URL was refused
}

// Answer is one answer in memory.
type Answer struct {
	URL       URLID  // that was fetched
	Location  URLID  // where a redirect leads, NoURL if nowhere
	Record    uint32 // its place in the journal
	Outcome   Outcome
	Inside    bool // location is on the site, by its scope
	Status    uint16
	Digest    site.Digest
	Bytes     int64
	MediaType string
	trouble   *trouble // nil if there was none
	Version   *Version // nil if the site was not watched
	Pieced    *pieced  // nil unless key is stable; without the pieces
	Links     []byte   // packed
	Open      *Open    // what makes the digest of a key that compares links
	Counts    LinkCounts
}

// clone returns a copy; nil has none.
func (a *Answer) clone() *Answer {
	if a == nil {
		return nil
	}
	b := *a
	return &b
}

type trouble struct {
	Failure  site.Failure
	Refusal  site.Refusal   // who refused the page
	Location site.LinkFault // why a redirect cannot be followed
	Cookie   bool           // a redirect sets a cookie
	long     URLID          // the number+1 of where a redirect leads, if that is too long for a URL of the site
}

// Why returns the trouble of an answer, if any.
func (a *Answer) Why() trouble {
	if a.trouble == nil {
		return trouble{}
	}
	return *a.trouble
}

// Redirects reports whether an answer leads to another URL of the site.
func (a *Answer) Redirects() bool {
	return a != nil && a.Outcome == OutRedirect && a.Location != NoURL && a.Inside
}

func (a *Answer) free() bool {
	return a.Outcome == OutRedirect || a.Outcome == OutForbidden || a.Barred()
}

// Barred reports whether nothing was sent, since it is unknown what robots.txt allows.
func (a *Answer) Barred() bool { return a.Why().Failure.Class == site.FailRobots }

// setTrouble notes what made an answer useless, if anything did.
func (a *Answer) setTrouble(t trouble) {
	if t != (trouble{}) {
		a.trouble = &t
	}
}

// LinkCounts are links with multiplicity.
type LinkCounts struct {
	Internal, External uint32 // to the site, and to others, by its scope
	Bad, Dropped       uint32 // to nowhere, and beyond the limit of links per page
	Long               uint32 // to nowhere, by the scope of the site, since its URLs are not as long
}

// Nowhere counts all links that lead nowhere.
func (c LinkCounts) Nowhere() uint32 { return c.Bad + c.Long }

// NewKnown returns what is known of a site before its first record.
func NewKnown() *Known {
	return &Known{URLs: NewURLTable(), lessons: lessons{Frame: new(Frame)},
		redecided: redecided{spelled: map[URLID]int32{}}, siteFacts: siteFacts{Ruled: map[string]site.RobotsSeen{}}}
}

// Answer returns the answer of a key, nil if there is none.
func (n *Known) Answer(key URLID) *Answer {
	place := n.Of.Get(key)
	if place == 0 {
		return nil
	}
	return n.Answers[place-1]
}

// Place returns the place+1 of the newest answer of a key, also of one that waits for its decision; 0 if there is none.
func (n *Known) Place(key URLID) int32 { return cmp.Or(n.Of.Get(key), n.Held.Get(key)) }

// Newest returns that answer, nil if there is none.
func (n *Known) Newest(key URLID) *Answer {
	if place := n.Place(key); place > 0 {
		return n.Answers[place-1]
	}
	return nil
}

// Keep adds an answer. A key is answered once, or once in an iteration; another answer is ignored.
func (n *Known) Keep(a Answer) {
	key := n.URLs.Key(a.URL)
	known, other := n.Place(key), n.spelled[a.URL]
	switch differs := known != 0 && n.isOther(a.URL, known); {
	case other != 0 && (known == 0 || differs): // asked for by one more URL
		if known == 0 {
			n.Held.Set(key, other, n.URLs.Len())
		}
		replay{n}.visited(int(other)-1, a)
		return
	case known != 0 && !differs:
		replay{n}.visited(int(known)-1, a)
		return
	}
	if a.Why().Failure.Failed() {
		n.Failed++
	}
	switch {
	case a.Barred():
		n.Barred++
	case a.Outcome != OutForbidden:
		n.Fetched++
	}
	if !a.free() {
		n.Spent++
	}
	n.Refusing = n.Refusing || a.Outcome == OutRefused
	n.Bytes += a.Bytes
	a.MediaType = unique.Make(a.MediaType).Value() // pages share a few
	kept := a
	n.Answers = append(n.Answers, &kept)
	n.Watching.add(&kept)
	if known != 0 {
		n.spelled[a.URL] = int32(len(n.Answers))
		return
	}
	n.Held.Set(key, int32(len(n.Answers)), n.URLs.Len())
}

// forgetFailures voids the answers that another time may be others.
func (n *Known) forgetFailures() {
	maps.DeleteFunc(n.Ruled, func(_ string, seen site.RobotsSeen) bool { return seen.Access == site.RobotsForbid })
	for _, places := range []Column{n.Of, n.Held} {
		n.eachRetriable(places, func(key URLID) {
			if !n.Answers[places[key]-1].Barred() {
				n.Fetched, n.Spent = n.Fetched-1, n.Spent-1
			}
			places[key] = 0
		})
	}
	maps.DeleteFunc(n.spelled, func(_ URLID, place int32) bool { return n.Answers[place-1].retriable() })
	n.Failed, n.Barred = 0, 0
}

// eachRetriable calls f for every key whose answer may be another one some other time.
func (n *Known) eachRetriable(places Column, f func(key URLID)) {
	for key, place := range places {
		if place > 0 && n.Answers[place-1].retriable() {
			f(URLID(key))
		}
	}
}

// Retriable counts the answers that forgetFailures would void.
func (n *Known) Retriable() (count int) {
	for _, places := range []Column{n.Of, n.Held} {
		n.eachRetriable(places, func(URLID) { count++ })
	}
	return count
}

// retriable reports whether the answer may be another one some other time: no
// usable one, a refusal, an error of the server's own, or too many requests.
func (a *Answer) retriable() bool {
	return a.Outcome == OutFailed || a.Outcome == OutRefused ||
		a.Outcome == OutStatus && site.IsServerError(int(a.Status))
}
