package evidence

import (
	"cmp"
	"maps"
	"unique"

	"sitegraph/site"
)

// Known is the journal in memory: every answer, without what only tables need, and the facts of the site. The owner of
// the walk fills it. The fields of single features are declared with them.
type Known struct {
	URLs    *URLTable // all URLs of the site
	Answers []*Answer // in the order of the journal
	Of      Column    // the place of a key's answer + 1
	Records int       // length of the journal
	loading bool      // the journal is being read, so the frame has to learn
	eras              // for a site that began more than once

	siteFacts // from the rare records of the journal
	decisions
	redecided // for a crawl that is decided again
	lessons   // for key stable
	visits    // for a watched site
	linked    // for URLs that pages use, and checks of links
	totals
}

type totals struct {
	Fetched  int // answers to requests that were sent
	Barred   int // those not sent, since the robots.txt of a member was not available
	Spent    int // of the budget: answers other than redirects, and second requests
	Failed   int
	Bytes    int64
	Refusing bool // a URL was refused
}

// Answer is one answer in memory.
type Answer struct {
	URL       URLID  // the URL fetched
	Location  URLID  // the target of a redirect, NoURL if it has none
	Record    uint32 // its place in the journal
	Outcome   Outcome
	Inside    bool // the scope of the site has Location
	Status    uint16
	Digest    site.Digest
	Bytes     int64
	MediaType string
	trouble   *trouble // nil if there was none
	Version   *Version // nil if the site was not watched
	Pieced    *pieced  // nil unless key is stable; without the pieces
	Links     []byte   // packed
	Open      *Open    // for keys that compare links: the unfinished digest
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
	long     URLID          // the number+1 of a redirect's target that is too long for a URL of the site
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

// Barred reports whether no request was sent, since it is unknown what robots.txt allows.
func (a *Answer) Barred() bool { return a.Why().Failure.Class == site.FailRobots }

// setTrouble notes why an answer is useless, if it is.
func (a *Answer) setTrouble(t trouble) {
	if t != (trouble{}) {
		a.trouble = &t
	}
}

// LinkCounts are links with multiplicity.
type LinkCounts struct {
	Internal, External uint32 // to the site and to others, by its scope
	Bad, Dropped       uint32 // to nowhere, and beyond the limit of links per page
	Long               uint32 // to URLs that would belong to the site but are too long
}

// Nowhere counts all links that lead nowhere.
func (c LinkCounts) Nowhere() uint32 { return c.Bad + c.Long }

// NewKnown returns an empty Known.
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

// Keep adds an answer. A key has one answer, or one in each iteration; others are ignored.
func (n *Known) Keep(a Answer) {
	key := n.URLs.Key(a.URL)
	known, other := n.Place(key), n.spelled[a.URL]
	switch differs := known != 0 && n.isOther(a.URL, known); {
	case other != 0 && (known == 0 || differs): // another spelling of the key
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

// forgetFailures voids the answers that may differ another time.
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

// eachRetriable calls f for every key whose answer may differ another time.
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

// retriable reports whether the answer may differ another time: no usable answer, a refusal, a server error, or too
// many requests.
func (a *Answer) retriable() bool {
	return a.Outcome == OutFailed || a.Outcome == OutRefused ||
		a.Outcome == OutStatus && site.IsServerError(int(a.Status))
}
