package extractor

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"sitegraph/site"
)

// memberRules are the robots.txt of the members of an entity, by origin, but for that of its start page. The owner
// of the walk asks for them before anything else of an origin.
type memberRules map[string]RobotsAnswer

// robotsAtOnce is the number of hosts that are asked for robots.txt at the same time.
const robotsAtOnce = 64

// aged reports whether a robots.txt is to be asked for again.
func aged(seen site.RobotsSeen, now time.Time) bool {
	validity := RobotsValidity
	if seen.Access == site.RobotsForbid {
		validity = robotsRetry
	}
	return now.Sub(seen.Fetched) >= validity
}

// ruleMembers asks for the robots.txt of the origins of some keys, as far as they are not known.
func (w *walk) ruleMembers(ctx context.Context, keys []urlID) error {
	if w.known.members == nil {
		return nil
	}
	missing := map[string]bool{}
	for _, key := range keys {
		if origin := site.OriginIn(w.task(key).url); origin != w.known.site.Origin && !w.ruled(origin) {
			missing[origin] = true
		}
	}
	return w.askMembers(ctx, site.Names(missing))
}

// ruled reports whether the robots.txt of a member is known, and goes by one of an earlier run.
func (w *walk) ruled(origin string) bool {
	seen, known := w.known.ruledBy[origin]
	if !known || aged(seen, w.parts.Now()) {
		return false
	}
	if _, applied := w.members[origin]; !applied {
		w.applyMember(origin, seen)
	}
	return true
}

// applyMember goes by the robots.txt of a member.
func (w *walk) applyMember(origin string, seen site.RobotsSeen) {
	if w.members == nil {
		w.members = memberRules{}
	}
	r := w.parts.Robots.Judge(seen)
	w.members[origin] = r
	if u, err := site.Parse(origin); err == nil && w.parts.SetDelay != nil {
		w.parts.SetDelay(u, r.Delay)
	}
}

// askMembers asks several origins at once, and notes what came.
func (w *walk) askMembers(ctx context.Context, origins []string) error {
	for some := range slices.Chunk(origins, robotsAtOnce) {
		answers := whileAsking(ctx, w, func(ctx context.Context) []RobotsAnswer { return w.fetchAll(ctx, some) })
		for i, origin := range some {
			if answers[i].Retry && (ctx.Err() != nil || w.stop != "") {
				continue // cut off: nothing is known
			}
			if err := w.keepMember(origin, answers[i]); err != nil {
				return err
			}
		}
		if ctx.Err() != nil && w.stop == "" {
			w.stop = site.EndingOf(context.Cause(ctx))
		}
		if w.stop != "" {
			return nil
		}
	}
	return nil
}

// keepMember notes what came of the robots.txt of a member and goes by it. An old one stays valid for a while where
// nothing came.
func (w *walk) keepMember(origin string, r RobotsAnswer) error {
	if old, known := w.known.ruledBy[origin]; r.Retry && known && old.Access != site.RobotsForbid {
		old.Fetched = KeptRobots(w.parts.Now())
		w.known.ruledBy[origin] = old
		return nil
	}
	r.Seen.Fetched = w.parts.Now().UTC()
	if err := w.note(kindRobots, robotsRecord{Seen: r.Seen, Text: []byte(r.Seen.Text), Origin: origin}); err != nil {
		return err
	}
	w.applyMember(origin, r.Seen)
	return nil
}

// memberRobots are the robots.txt of members, by origin.
func (n *known) memberRobots() (all []site.HostRobots) {
	for _, origin := range site.Names(n.ruledBy) {
		all = append(all, site.HostRobots{Origin: origin, Robots: n.ruledBy[origin]})
	}
	return all
}

// whyBarred is the state of a URL of a member that gave no usable robots.txt.
func (n *known) whyBarred(url string) (site.State, site.Reason) {
	seen := n.ruledBy[site.OriginIn(url)]
	if seen.Why == site.RobotsNoAnswer {
		return site.StateUnreachable, site.Reason{Failure: seen.Failure}
	}
	return site.StateRobotsUnavailable, seen.Unavailable()
}

// memberNotes say which members could not be crawled for want of a robots.txt.
func (n *known) memberNotes() (notes []string) {
	for _, r := range n.memberRobots() {
		if r.Robots.Access == site.RobotsForbid {
			notes = append(notes, fmt.Sprintf("nothing of %s was requested: its robots.txt could not be had (%s); "+
				"--retry-failed asks again", r.Origin, r.Robots.Explanation()))
		}
	}
	if more := len(notes) - 10; more > 0 {
		notes = append(notes[:10], fmt.Sprintf("so it is with %d more hosts of the site", more))
	}
	return notes
}

// fetchAll asks some origins for their robots.txt.
func (w *walk) fetchAll(ctx context.Context, origins []string) []RobotsAnswer {
	answers := make([]RobotsAnswer, len(origins))
	var all site.Group
	for i, origin := range origins {
		all.Go(func() {
			if u, err := site.Parse(origin); err == nil {
				answers[i] = w.parts.Robots.Fetch(ctx, w.parts.Downloader, u)
			}
		})
	}
	all.Wait()
	return answers
}

// rules sets what a task may do by the robots.txt of its origin.
func (w *walk) rules(ctx context.Context, t *task) error {
	if w.known.members == nil || site.OriginIn(t.url) == w.known.site.Origin {
		err := w.refreshRobots(ctx)
		t.rules = w.robots.Rules
		return err
	}
	origin := site.OriginIn(t.url)
	if !w.ruled(origin) {
		if err := w.askMembers(ctx, []string{origin}); err != nil {
			return err
		}
	}
	r := w.members[origin]
	if t.rules = r.Rules; r.Retry {
		t.barred = true
	}
	return nil
}

// turns hands out the keys of a round: in their order, or, of an entity, host by host in turn, each with no more
// under way than its connections. A slow host then keeps nobody waiting.
type turns struct {
	hosts  []*hostTurns // those with keys left
	byName map[string]*hostTurns
	at     int // whose turn it is
	left   int
}

type hostTurns struct {
	keys           []urlID
	underWay, most int
}

func (w *walk) newTurns(todo []urlID) *turns {
	t := &turns{left: len(todo), byName: map[string]*hostTurns{}}
	if (w.known.members == nil || w.limits.Share > 0) && len(todo) > 0 { // a budget is spent in order
		t.hosts = []*hostTurns{{keys: todo, most: math.MaxInt}}
		return t
	}
	for _, key := range todo {
		name := site.HostIn(w.known.urls.String(key))
		h := t.byName[name]
		if h == nil {
			h = &hostTurns{most: max(w.limits.PerHost, 1)}
			t.byName[name] = h
			t.hosts = append(t.hosts, h)
		}
		h.keys = append(h.keys, key)
	}
	return t
}

// next returns the key whose turn it is; ok is false while every host has enough under way.
func (t *turns) next() (key urlID, ok bool) {
	for range t.hosts {
		t.at %= len(t.hosts)
		if h := t.hosts[t.at]; h.underWay < h.most {
			return h.keys[0], true
		}
		t.at++
	}
	return noURL, false
}

// take notes that the key of next is under way.
func (t *turns) take() {
	h := t.hosts[t.at]
	h.underWay++
	t.left--
	if h.keys = h.keys[1:]; len(h.keys) == 0 {
		t.hosts = slices.Delete(t.hosts, t.at, t.at+1)
		return
	}
	t.at++
}

// done notes that answers have come; nil is one that was cut off.
func (t *turns) done(answers []*Answer) {
	for _, a := range answers {
		if a == nil {
			continue
		}
		if h := t.byName[site.HostIn(a.Key)]; h != nil {
			h.underWay--
		}
	}
}
