package site

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// LinkedKind is the way in which pages use a URL that is not a page of the site.
type LinkedKind string

const (
	LinkedDocument LinkedKind = "document" // a file of the site with an extension that is not fetched
	LinkedExternal LinkedKind = "external" // a link to another site
	LinkedFont     LinkedKind = "font"     // @font-face
	LinkedImage    LinkedKind = "image"    // <img src>
	LinkedScript   LinkedKind = "script"   // <script src>
	LinkedStyle    LinkedKind = "style"    // <link rel=stylesheet>
)

// Use is a URL that a page uses, as written.
type Use struct {
	Kind LinkedKind // one of the kinds that a page uses
	Href string     // the attribute, not trimmed
}

// Linked is a URL, not a page of the site, that pages link to or use, with the result of checking it.
type Linked struct {
	Key, URL string       // URL is the requested one
	Kinds    []LinkedKind // sorted
	Pages    []int32      // ids, ascending
	// Count is the number of pages if only the first is known, for instance after reading files; otherwise 0.
	Count    int
	Check    LinkCheck
	Outdated bool // not checked in the last iteration of a watched site
}

// LinkedSet collects URLs of some kinds that pages link to or use.
type LinkedSet struct {
	kinds []LinkedKind
	byKey map[string]*Linked
}

// NewLinkedSet returns an empty set for URLs of some kinds.
func NewLinkedSet(kinds []LinkedKind) *LinkedSet {
	return &LinkedSet{kinds: kinds, byKey: map[string]*Linked{}}
}

// Add adds a URL that pages link to or use, if its kind is wanted.
func (s *LinkedSet) Add(kind LinkedKind, key, url string, pages ...int) {
	if !slices.Contains(s.kinds, kind) {
		return
	}
	u := s.byKey[key]
	if u == nil {
		u = &Linked{Key: key, URL: url}
		s.byKey[key] = u
	}
	if !slices.Contains(u.Kinds, kind) {
		u.Kinds = append(u.Kinds, kind)
	}
	for _, p := range pages {
		u.Pages = append(u.Pages, int32(p))
	}
}

// All returns the URLs sorted by key, or nil if no kind is wanted.
func (s *LinkedSet) All() []*Linked {
	if len(s.kinds) == 0 {
		return nil
	}
	all := []*Linked{}
	for _, key := range Names(s.byKey) {
		u := s.byKey[key]
		slices.Sort(u.Kinds)
		slices.Sort(u.Pages)
		u.Pages = slices.Compact(u.Pages)
		all = append(all, u)
	}
	return all
}

// PageCount counts the pages that link to the URL or use it.
func (l *Linked) PageCount() int { return max(l.Count, len(l.Pages)) }

// Used reports whether a page uses the URL rather than only linking to it.
func (l *Linked) Used() bool {
	return slices.ContainsFunc(l.Kinds, func(k LinkedKind) bool { return k != LinkedExternal && k != LinkedDocument })
}

// KindNames joins the kinds with spaces.
func (l *Linked) KindNames() string {
	names := make([]string, len(l.Kinds))
	for i, k := range l.Kinds {
		names[i] = string(k)
	}
	return strings.Join(names, " ")
}

// LinkState is the result of checking a URL.
type LinkState string

// NotChecked is the name of LinkUnchecked.
const NotChecked = "not-checked"

// Name returns the name of the state in tables.
func (s LinkState) Name() string { return cmp.Or(string(s), NotChecked) }

// LinkStates returns the states of a check, except LinkUnchecked.
func LinkStates() []LinkState {
	return []LinkState{LinkOK, LinkBroken, LinkFailed, LinkDenied, LinkRobots, LinkPrivate, LinkOdd, LinkUnknown}
}

// LinkedKinds returns the kinds of linked URLs.
func LinkedKinds() []LinkedKind {
	return []LinkedKind{LinkedDocument, LinkedExternal, LinkedFont, LinkedImage, LinkedScript, LinkedStyle}
}

const (
	LinkUnchecked LinkState = ""        // not checked yet
	LinkOK        LinkState = "ok"      // a status from 200 to 299
	LinkBroken    LinkState = "broken"  // an error, or redirects that lead nowhere
	LinkFailed    LinkState = "failed"  // no answer
	LinkDenied    LinkState = "denied"  // 401, 403, 429 or a service's refusal; others may get it
	LinkRobots    LinkState = "robots"  // the host's robots.txt forbids it, or could not be read
	LinkPrivate   LinkState = "private" // a private address, where no public site should lead
	LinkOdd       LinkState = "odd"     // another status
	LinkUnknown   LinkState = "unknown" // the crawled archive or folder has no answer
)

// LinkHop is a redirect along the way.
type LinkHop struct {
	URL    string `json:"url"`    // the URL that redirects
	Status int    `json:"status"` // the status of the redirect
}

// LinkCheck is the result of a check.
type LinkCheck struct {
	State  LinkState `json:"state"`            // the result
	Status int       `json:"status,omitempty"` // status of the last answer, 0 without one
	Get    bool      `json:"get,omitempty"`    // GET was sent, because answers to HEAD are not trusted
	// Hops are the redirects, if any. URL is the last one requested.
	Hops     []LinkHop `json:"hops,omitempty"`
	URL      string    `json:"url,omitempty"`
	Failure  Failure   `json:"failure,omitzero"`  // for the states failed, robots, private and unknown
	Location LinkFault `json:"location,omitzero"` // the fault of a redirect
	Refusal  Refusal   `json:"refusal,omitempty"` // who denied access
	text     string    // the reason in words, for a check read back from a file
}

// ReadBack returns a check with the given sentence as its reason.
func ReadBack(c LinkCheck, reason string) LinkCheck {
	c.text = reason
	return c
}

// Bad reports whether following the link leads nowhere.
func (c LinkCheck) Bad() bool { return c.State == LinkBroken || c.State == LinkFailed }

// Retriable reports whether a later check may give another result.
func (c LinkCheck) Retriable() bool {
	return c.State == LinkFailed || c.State == LinkDenied || c.State == LinkUnknown || IsServerError(c.Status) ||
		c.State == LinkRobots && (c.Failure.Failed() || c.Status != 0)
}

// Why explains the state in words, or returns "" if the state says it all.
func (c LinkCheck) Why() string {
	switch {
	case c.text != "":
		return c.text
	case c.Location.Failed():
		return "redirect: " + c.Location.Error()
	case c.Failure.Failed() && c.State == LinkRobots:
		return "robots.txt: " + c.Failure.String()
	case c.Failure.Failed():
		return c.Failure.String()
	case c.State == LinkRobots && c.Status != 0:
		return fmt.Sprintf("robots.txt: status %d", c.Status)
	case c.State == LinkRobots:
		return "forbidden by robots.txt of the host"
	case c.Refusal != "":
		return c.Refusal.String()
	case c.Status != 0 && c.State != LinkOK:
		return fmt.Sprintf("status %d", c.Status)
	}
	return ""
}

// noPages is the ledger's text for a page if no page links to its own URL.
const noPages = "0"

// LinkedFrom returns a function that lists the pages that link to a URL of the ledger, in the format of [IDs]. For a
// page it returns "" if these are the sources of its arcs.
func (c *Crawl) LinkedFrom() func(Entry) string {
	if c.Mentions == nil {
		return func(e Entry) string { return e.LinkedFrom }
	}
	byAliases := map[string]bool{} // pages that links to other URLs lead to
	for _, a := range c.Aliases {
		if !byAliases[a.Page] && len(c.Mentions(a.Key)) > 0 {
			byAliases[a.Page] = true
		}
	}
	return func(e Entry) string {
		page := e.State == StatePage
		if e.LinkedFrom != "" || e.State == StateExternal || page && !byAliases[e.Key] || !page && !e.Requested() {
			return e.LinkedFrom
		}
		text := writeIDs(c.Mentions(e.Key))
		if page && text == "" {
			return noPages
		}
		return text
	}
}

// Requested reports whether the URL was requested, or would have been if robots.txt had not forbidden it.
func (e Entry) Requested() bool {
	return e.Status != 0 || e.State == StateFailed || e.State == StateRobots
}

// writeIDs formats ascending ids, for instance as "1-12 15".
func writeIDs(ids []int) string {
	var b []byte
	for i := 0; i < len(ids); i++ {
		first := ids[i]
		for i+1 < len(ids) && ids[i+1] == ids[i]+1 {
			i++
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(first), 10)
		if ids[i] > first {
			b = strconv.AppendInt(append(b, '-'), int64(ids[i]), 10)
		}
	}
	return string(b)
}

// IDs yields the page ids in a text from the ledger. It stops at anything else.
func IDs(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for run := range strings.FieldsSeq(text) {
			first, last, ranged := strings.Cut(run, "-")
			from, err := strconv.Atoi(first)
			to := from
			if ranged && err == nil {
				to, err = strconv.Atoi(last)
			}
			if err != nil || from < 1 {
				return
			}
			for id := from; id <= to; id++ {
				if !yield(id) {
					return
				}
			}
		}
	}
}
