package web

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/site"
	"sitegraph/wording"
)

type page struct {
	Title, Trouble string
	Live           string // the address of updated parts, "" for a page that does not change
	Running        []desk.Overview
	Anonymous      bool // the reader has not logged in
	Status         int  // of the answer; 0 is OK
	Body           any
}

func functions() template.FuncMap {
	meanings := maps.Collect(wording.Lines(embedded("states.txt")))
	meaning := func(s desk.State) string { return meanings[string(s)] }
	return template.FuncMap{"path": url.PathEscape, "count": wording.Grouped, "progress": progressText,
		"moment": moment, "label": label, "column": columnLabel, "known": knownBy, "found": foundChart,
		"budget": budgetText, "linkable": linkable, "actions": offer, "searched": searchText, "meaning": meaning,
		"purposes": desk.Purposes, "options": options, "values": values, "job": jobText, "cell": cell,
		"capital": wording.Capital, "text": text, "ending": ending, "about": about, "number": wording.Number,
		"counted": wording.Count[int], "bytes": func(n int64) string { return wording.Grouped(int(n)) }}
}

func (s *Server) show(w http.ResponseWriter, name string, p page) {
	if p.Anonymous = name == "login"; !p.Anonymous {
		for _, running := range s.desk.Crawling() {
			if of, err := s.desk.Project(running); err == nil {
				p.Running = append(p.Running, of.Overview())
			}
		}
	}
	var b bytes.Buffer
	if err := s.templates.ExecuteTemplate(&b, name, p); err != nil {
		http.Error(w, "The page could not be made: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(cmp.Or(p.Status, http.StatusOK))
	w.Write(b.Bytes())
}

func (s *Server) showError(w http.ResponseWriter, err error) {
	status, p := explain(err)
	title := wording.Capital(strings.ToLower(http.StatusText(status)))
	s.show(w, "trouble", page{Title: title, Status: status, Body: p.Error})
}

// pageOf shows the page that give makes for the project of a request. name is its template.
func (s *Server) pageOf(name string, give func(call) (page, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var p page
		of, err := s.desk.Project(r.PathValue("p"))
		if err == nil {
			p, err = give(call{of, w, r})
		}
		if err != nil {
			s.showError(w, err)
			return
		}
		s.show(w, name, p)
	}
}

func (s *Server) projectsPage(w http.ResponseWriter, _ *http.Request) {
	all, err := overviews(s.desk)
	if err != nil {
		s.showError(w, err)
		return
	}
	s.show(w, "projects", page{Title: "Projects", Live: "/", Body: all})
}

type projectBody struct {
	Overview       desk.Overview
	Part           desk.Part
	List           desk.SitePage
	Settings       string
	Previous, Next string       // addresses, "" for none
	States         []desk.State // by which sites can be filtered
	Files          []file       // about all sites
	Map            mapBody
	Maps           []string // sites with a map
}

func projectPage(c call) (p page, err error) {
	b := projectBody{Overview: c.Overview()}
	for state := range wording.Lines(embedded("states.txt")) {
		b.States = append(b.States, desk.State(state))
	}
	if b.Part, err = part(c.r, 100); err != nil {
		return p, err
	}
	trouble := ""
	if b.List, err = c.Sites(b.Part); err != nil {
		trouble = err.Error()
	}
	if err := b.chooseMap(c.Project, c.r.URL.Query().Get("map")); err != nil {
		trouble = err.Error()
	}
	if b.Settings, err = c.Settings(); err != nil {
		trouble = err.Error()
	}
	if across, err := c.Across(); err == nil {
		at := "/api" + ofProject(c.Name, "/folder/"+across.Name+"/", "")
		for _, f := range across.Manifest.Files {
			b.Files = append(b.Files, file{File: f, URL: at + url.PathEscape(f.Name), Report: isReport(f.Name)})
		}
	}
	b.Previous, b.Next = around(c.r.URL, b.Part.From, b.Part.Sites, b.List.Matching)
	return page{Title: c.Name, Trouble: trouble, Live: c.r.URL.RequestURI(), Body: b}, nil
}

func around(u *url.URL, from, size, all int) (previous, next string) {
	if from > 0 {
		previous = with(u, "from", strconv.Itoa(max(0, from-size)))
	}
	if from+size < all {
		next = with(u, "from", strconv.Itoa(from+size))
	}
	return previous, next
}

func with(u *url.URL, name, value string) string {
	q := u.Query()
	if q.Set(name, value); value == "" {
		q.Del(name)
	}
	return u.EscapedPath() + "?" + q.Encode()
}

func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

func label(name string) string {
	if name == "url" || name == "urls" {
		return "URL"
	}
	return wording.Capital(text(name))
}

// columnLabel returns the title of a column, which may have the name of a table.
func columnLabel(name string) string {
	return cmp.Or(map[string]string{"links": "Links", "urls": "URLs"}[name], label(name))
}

// text returns the name of a table or column within a sentence.
func text(name string) string {
	labels := map[string]string{tables.Links: "internal links", tables.External: "external links",
		tables.Bad: "bad links", "level": "depth", "pagerank": "PageRank"}
	if l := labels[name]; l != "" {
		return l
	}
	return strings.ReplaceAll(name, "_", " ")
}

// ending returns how the last run of a site ended, "" if its state says so.
func ending(s desk.Site) string {
	if s.Ended == site.EndedWorkDone || string(s.Ended) == string(s.State) {
		return ""
	}
	return string(s.Ended)
}

func about(a site.About) string { return strings.ReplaceAll(a.Text(), "\n", " · ") }

// linkable reports whether a text from the web may be the address of a link.
func linkable(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

func progressText(p *site.Progress) string {
	if p == nil {
		return ""
	}
	const now = "Depth %d under way: %s waiting, %s being fetched, %s known for the next depth. %s fetched"
	if p.Again > 0 {
		return fmt.Sprintf("%s to be checked again", wording.Count(p.Again, "URL is", "URLs are"))
	}
	text := fmt.Sprintf(now, p.Level, wording.Grouped(p.Waiting), wording.Grouped(p.InFlight),
		wording.Grouped(p.Next), wording.Count(p.Fetched, "URL", "URLs"))
	if p.Failed > 0 {
		text += fmt.Sprintf(", %s of them without a usable answer", wording.Grouped(p.Failed))
	}
	if seconds := p.Elapsed.Seconds(); seconds >= 1 && p.Asked > 0 {
		text += fmt.Sprintf(", %.1f a second", float64(p.Asked)/seconds)
	}
	if p.Level > 0 {
		depths := "Depth 0 is"
		if p.Level > 1 {
			depths = fmt.Sprintf("Depths 0 to %d are", p.Level-1)
		}
		text += fmt.Sprintf(". %s complete: %s, %s", depths, wording.Count(p.Pages, "page", "pages"),
			wording.Count(p.Arcs, "arc", "arcs"))
	}
	return text + "."
}

type buttons struct {
	Project, Site string
	Search        bool // of the search
	Actions       []button
}

type button struct {
	Do    desk.Action
	Label string
	Main  bool // the usual next step, which forgets nothing
}

// offer returns the buttons of actions. The first is the usual next step. Start on a finished site runs it again: it
// goes on if the settings now allow more, and writes the files.
func offer(project, site string, search bool, actions []desk.Action) buttons {
	b := buttons{Project: project, Site: site, Search: search}
	said := map[desk.Action]string{desk.Fresh: "start anew", desk.Watch: "check again",
		desk.Retry: "try failed URLs again", desk.Submit: "give to workers"}
	for i, a := range actions {
		verb := cmp.Or(said[a], string(a))
		if a == desk.Start && i > 0 {
			verb = "run again"
		}
		if search {
			first, rest, _ := strings.Cut(verb, " ")
			verb = strings.TrimSpace(first + " search " + rest)
		}
		main := i == 0 && slices.Contains([]desk.Action{desk.Start, desk.Continue, desk.Watch}, a)
		b.Actions = append(b.Actions, button{a, wording.Capital(verb), main})
	}
	return b
}

func cell(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case int:
		return wording.Grouped(v)
	}
	return fmt.Sprint(value)
}
