package graph

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
	"sitegraph/wording"
)

// Refusals counts the URLs that a site answered, and those that it refused.
type Refusals struct {
	Answers, Refused int  // by now
	Paused           bool // the site refuses too many

	known  *evidence.Known
	limits *scope.Limits
}

// look counts an answer, and pauses the crawl if the site refuses too much. The targets of redirects count separately;
// repeated says that a page is a refusal, since unrelated URLs gave it.
func (r *Refusals) look(a *evidence.Answer, repeated bool) {
	if a == nil || a.Redirects() || a.Outcome == evidence.OutForbidden || a.Outcome == evidence.OutFailed {
		return
	}
	r.Answers++
	if a.Outcome == evidence.OutRefused || repeated {
		r.Refused++
	}
	if scope.PausesAfter(r.Answers) {
		r.judge()
	}
}

// judge pauses the crawl if the site refuses more than the limit. In a search that is up to its order.
func (r *Refusals) judge() {
	r.Paused = r.Paused || !r.known.Site.Search && scope.TooManyRefused(r.limits.Refused, r.Refused, r.Answers)
}

// Forgive forgets the refusals so far, since the refused URLs are requested again.
func (r *Refusals) Forgive() {
	r.Answers, r.Refused, r.Paused = r.Answers-r.Refused, 0, false
}

func homeRefused(b *Builder) bool {
	if len(b.Starts) > 1 {
		return false
	}
	a := b.Known.Answer(b.Follow(b.Scope.Start).Key)
	return a != nil && a.Outcome == evidence.OutRefused
}

// refusedNote says how many URLs were refused, and by whom; "" if none was.
func (l *Ledger) refusedNote(by map[site.Refusal]int) string {
	if len(by) == 0 {
		return ""
	}
	count, names := 0, make([]string, 0, len(by))
	for _, who := range slices.Sorted(maps.Keys(by)) {
		count += by[who]
		names = append(names, string(who))
	}
	note := fmt.Sprintf("%s refused (%s), so the graph is incomplete",
		wording.Count(count, "URL was", "URLs were"), wording.List(names))
	if l.ended == site.EndedRefused && len(l.Pages) > 0 {
		note = fmt.Sprintf("the site refuses too many pages (%d of %d answers; %s), so the crawl was paused: "+
			"the graph is not the whole site", l.Refusals.Refused, l.Refusals.Answers, wording.List(names))
	}
	return note
}

// A wall is one page that a site shows in place of many. It is recognized by the title, the headings and the number of
// words, which stay the same when a request number or a return address varies. That works with every key, changes no
// graph and ends no crawl: a login form is a page, and so may be a notice.
const (
	wallWords  = 200 // the maximum number of words of a wall
	wallPaths  = 5   // the minimum number of paths that show it
	wallShare  = 0.3 // a notice that the home page does not show must be so great a share of all pages shown
	wallShared = 20  // and under so many paths
)

// wall is a kind of page that may be shown in place of others.
type wall struct {
	logsIn bool
	home   bool                // the home page shows it
	paths  map[string]struct{} // under which it came
}

type wallKey struct {
	title, h1, lang string
	h1s, words      int
	logsIn          bool
}

// FindWalls finds the pages of a graph that unrelated URLs show.
func (l *Ledger) FindWalls(g *site.Graph) {
	of, walls := l.wallsOf(g)
	if len(of) == 0 {
		return
	}
	shown := 0
	for _, key := range l.internal {
		page := l.shows(key)
		if page < 0 {
			continue
		}
		shown++
		if k, ok := of[page]; ok {
			path, _, _ := strings.Cut(l.Known.URLs.String(key), "?")
			walls[k].paths[path] = struct{}{}
			walls[k].home = walls[k].home || key == l.Scope.Start
		}
	}
	l.walls = map[int]*wall{}
	for page, k := range of {
		if w := walls[k]; w.stands(shown) {
			l.walls[page] = w
		}
	}
}

func (l *Ledger) wallsOf(g *site.Graph) (of map[int]wallKey, walls map[wallKey]*wall) {
	of, walls = map[int]wallKey{}, map[wallKey]*wall{}
	for i := range g.Pages {
		p := &g.Pages[i]
		f := p.Facts
		if f == nil || f.Words == 0 || f.Words > wallWords || !f.Password && l.Pages[i].Answer.Counts.Internal > 0 {
			continue
		}
		k := wallKey{p.Title, f.H1, p.Lang, f.H1s, f.Words, f.Password}
		if of[i] = k; walls[k] == nil {
			walls[k] = &wall{logsIn: f.Password, paths: map[string]struct{}{}}
		}
	}
	return of, walls
}

// shows returns the page that a URL shows, perhaps after redirects; -1 if none.
func (l *Ledger) shows(key evidence.URLID) int {
	if l.Known.Answer(key) == nil {
		return -1
	}
	e := l.Follow(key)
	if e.Missing || e.state != "" {
		return -1
	}
	return l.pageOf(e.Key)
}

// stands reports whether enough paths show it, of all that were shown.
func (w *wall) stands(shown int) bool {
	n := len(w.paths)
	return n >= wallPaths && (w.logsIn || w.home || n >= wallShared && float64(n) > wallShare*float64(shown))
}

// mark says what is odd about a page.
func (l *Ledger) mark(e *site.Entry, key evidence.URLID) {
	w, found := l.walls[l.pageOf(key)]
	e.Reason.LogIn, e.Reason.Walled = found && w.logsIn, found && !w.logsIn
	told, _ := l.Told.of(key)
	e.Reason.SoftMissing = !found && (told.Soft || l.Builder.Same.IsSoft(key))
}

// wallNotes says how many paths show walls.
func (l *Ledger) wallNotes() (notes []string) {
	paths, noted := map[bool]map[string]struct{}{false: {}, true: {}}, map[*wall]bool{}
	for _, w := range l.walls {
		if !noted[w] {
			noted[w] = true
			maps.Copy(paths[w.logsIn], w.paths)
		}
	}
	if n := len(paths[true]); n > 0 {
		notes = append(notes, fmt.Sprintf("%s the form for logging in instead of content; put your login "+
			"into a file ([download] credentials)", wording.Count(n, "path shows", "paths show")))
	}
	if n := len(paths[false]); n > 0 {
		notes = append(notes, fmt.Sprintf("%s the same page, without a link into the site: it may refuse visitors, "+
			"or be out of order", wording.Count(n, "path shows", "paths show")))
	}
	return notes
}
