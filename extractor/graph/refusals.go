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

// Refusals counts the URLs that a site answered and the ones that it refused.
type Refusals struct {
	Answers, Refused int  // counts so far
	Paused           bool // the site refused too many

	known  *evidence.Known
	limits *scope.Limits
}

// look counts an answer and pauses the crawl if the site refuses too much. Targets of redirects count separately.
// repeated is set if a page is a refusal, since unrelated URLs gave it.
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

// judge pauses the crawl if the site refuses more than the limit. In a search, the order decides this.
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

// refusedNote says how many URLs were refused and by whom. It returns "" if there were none.
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

// A wall is one page that a site shows in place of many. We recognize it by the title, the headings and the number of
// words, which stay the same if a request number or return address varies. This works with every key. It changes no
// graph and ends no crawl, since a login form is a page and a notice may be one.
const (
	wallWords  = 200 // maximum number of words on a wall
	wallPaths  = 5   // minimum number of paths that show it
	wallShare  = 0.3 // minimum share of all shown pages, for a notice that the home page does not show
	wallShared = 20  // minimum number of paths for such a notice
)

// wall is a kind of page that a site may show in place of others.
type wall struct {
	logsIn bool
	home   bool                // the home page shows it
	paths  map[string]struct{} // paths that show it
}

type wallKey struct {
	title, h1, lang string
	h1s, words      int
	logsIn          bool
}

// FindWalls finds pages of a graph that unrelated URLs show.
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

// shows returns the page that a URL shows, possibly after redirects, or -1.
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

// stands reports whether enough paths show the wall, given the number of all shown pages.
func (w *wall) stands(shown int) bool {
	n := len(w.paths)
	return n >= wallPaths && (w.logsIn || w.home || n >= wallShared && float64(n) > wallShare*float64(shown))
}

// mark records whether a page is a wall or says "not found" with status 200.
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
