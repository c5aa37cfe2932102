package evidence

import (
	"maps"
	"unique"

	"sitegraph/site"
)

// Known is the journal in memory: every answer, except the parts for tables, and the facts about the site. The owner of
// the walk fills it. Fields for single features are declared with these features.
type Known struct {
	View
	Records int  // number of records in the journal
	loading bool // the journal is being read, so the frame must learn
	eras         // for a site that began more than once

	siteFacts // from the rare records of the journal
	decisions
	lessons // for key stable
	visits  // for a watched site
	linked  // for URLs that pages use, and checks of links
	totals
}

type totals struct {
	Fetched  int // answers to requests sent
	Barred   int // requests not sent because a member's robots.txt was not available
	Spent    int // budget spent on second requests and on answers other than redirects
	Failed   int
	Bytes    int64
	Refusing bool // whether any URL was refused
}

// Answer is an answer in memory.
type Answer struct {
	URL       URLID  // the fetched URL
	Location  URLID  // the target of a redirect, or NoURL
	Record    uint32 // its place in the journal
	Outcome   Outcome
	Inside    bool // whether Location is in the scope of the site
	Status    uint16
	Digest    site.Digest
	Bytes     int64
	MediaType string
	trouble   *trouble // nil without trouble
	Version   *Version // nil unless the site is watched
	Pieced    *pieced  // without the pieces; nil unless the key is stable
	Links     []byte   // packed
	Open      *Open    // the unfinished digest, for keys that compare links
	Counts    LinkCounts
}

type trouble struct {
	Failure  site.Failure
	Refusal  site.Refusal   // who refused the page
	Location site.LinkFault // why a redirect cannot be followed
	Cookie   bool           // a redirect sets a cookie
	long     URLID          // 1 + the number of a redirect's target that is too long for a URL of the site
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

// Barred reports whether no request was sent because the rules of robots.txt are unknown.
func (a *Answer) Barred() bool { return a.Why().Failure.Class == site.FailRobots }

// setTrouble records why an answer is useless, if it is.
func (a *Answer) setTrouble(t trouble) {
	if t != (trouble{}) {
		a.trouble = &t
	}
}

// LinkCounts counts links with multiplicity.
type LinkCounts struct {
	Internal, External uint32 // to the site and to others, by its scope
	Bad, Dropped       uint32 // to nowhere, and beyond the limit of links per page
	Long               uint32 // to URLs that would belong to the site but are too long
}

// Nowhere returns the number of links that lead nowhere.
func (c LinkCounts) Nowhere() uint32 { return c.Bad + c.Long }

// NewKnown returns an empty Known.
func NewKnown() *Known {
	return &Known{View: View{URLs: NewURLTable(), spelled: map[URLID]int32{}}, lessons: lessons{Frame: new(Frame)},
		siteFacts: siteFacts{Ruled: map[string]site.RobotsSeen{}}}
}

// Keep adds an answer. A key has one answer, or one per iteration; further ones are ignored.
func (n *Known) Keep(a Answer) {
	key := n.URLs.Key(a.URL)
	known, other := n.Place(key), n.spelled[a.URL]
	switch differs := known != 0 && n.isOther(a.URL, known); {
	case other != 0 && (known == 0 || differs): // another spelling of the key
		if known == 0 {
			n.wait(key, other)
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
	a.MediaType = unique.Make(a.MediaType).Value() // pages share a few types
	kept := a
	n.Answers = append(n.Answers, &kept)
	n.Watching.add(&kept)
	if known != 0 {
		n.spelled[a.URL] = int32(len(n.Answers))
		return
	}
	n.wait(key, int32(len(n.Answers)))
}

// forgetFailures voids the answers that may differ next time.
func (n *Known) forgetFailures() {
	maps.DeleteFunc(n.Ruled, func(_ string, seen site.RobotsSeen) bool { return seen.Access == site.RobotsForbid })
	for _, places := range []Column{n.Of, n.Held} {
		for _, key := range n.retriable(places) {
			if !n.at(places[key]).Barred() {
				n.Fetched, n.Spent = n.Fetched-1, n.Spent-1
			}
			places[key] = 0
		}
	}
	maps.DeleteFunc(n.spelled, func(_ URLID, place int32) bool { return n.at(place).retriable() })
	n.Failed, n.Barred = 0, 0
}

// retriable reports whether the answer may differ next time: no usable answer, a refusal, a server error, or too many
// requests.
func (a *Answer) retriable() bool {
	return a.Outcome == OutFailed || a.Outcome == OutRefused ||
		a.Outcome == OutStatus && site.IsServerError(int(a.Status))
}
