package web

import (
	"fmt"
	"io"
	"net/http"
	"strconv"

	"sitegraph/desk"
)

// project returns the project of a request. It answers itself if there is none.
func (s *Server) project(w http.ResponseWriter, r *http.Request) *desk.Project {
	p, err := s.desk.Project(r.PathValue("p"))
	if err != nil {
		fail(w, err)
		return nil
	}
	return p
}

// overview returns a project at a glance, with a list of actions even if there is none.
func overview(p *desk.Project) desk.Overview {
	o := p.Overview()
	if o.Actions == nil {
		o.Actions = []desk.Action{}
	}
	if o.Search != nil && o.Search.Actions == nil {
		o.Search.Actions = []desk.Action{}
	}
	return o
}

// overviews returns all projects at a glance.
func (s *Server) overviews() ([]desk.Overview, error) {
	names, err := s.desk.Projects()
	all := []desk.Overview{}
	for _, name := range names {
		if p, err := s.desk.Project(name); err == nil {
			all = append(all, overview(p))
		}
	}
	return all, err
}

func (s *Server) listProjects(w http.ResponseWriter, _ *http.Request) {
	all, err := s.overviews()
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusOK, map[string]any{"projects": all})
}

func (s *Server) createProject(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name, Settings string }
	if !read(w, r, &in) {
		return
	}
	p, err := s.desk.Create(in.Name, in.Settings)
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusCreated, overview(p))
}

func (s *Server) getProject(w http.ResponseWriter, r *http.Request) {
	if p := s.project(w, r); p != nil {
		answer(w, http.StatusOK, overview(p))
	}
}

// mostSites is the greatest number of sites of a part.
const mostSites = 1000

// part reads which sites are wanted.
func part(r *http.Request, sites int) (desk.Part, error) {
	q := r.URL.Query()
	from, err := number(q.Get("from"), 0)
	if err != nil {
		return desk.Part{}, fmt.Errorf("from: %w", err)
	}
	sites, err = number(q.Get("sites"), sites)
	if err != nil || sites > mostSites {
		return desk.Part{}, fmt.Errorf("sites: a whole number, at most %d", mostSites)
	}
	return desk.Part{Text: q.Get("text"), State: desk.State(q.Get("state")), From: from, Sites: sites}, nil
}

// number reads a whole number from 0.
func number(text string, missing int) (int, error) {
	if text == "" {
		return missing, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%.40q is no whole number from 0", text)
	}
	return n, nil
}

func (s *Server) listSites(w http.ResponseWriter, r *http.Request) {
	p := s.project(w, r)
	if p == nil {
		return
	}
	part, err := part(r, 100)
	if err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	sites, err := p.Sites(part)
	if err != nil {
		fail(w, err)
		return
	}
	for i := range sites.Sites {
		if s := &sites.Sites[i]; s.Actions == nil {
			s.Actions = []desk.Action{}
		}
	}
	answer(w, http.StatusOK, sites)
}

// importSites adds the sites of a list, which is the body.
func (s *Server) importSites(w http.ResponseWriter, r *http.Request) {
	p := s.project(w, r)
	if p == nil {
		return
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		fail(w, err)
		return
	}
	done, err := p.Import(string(text))
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusOK, done)
}

// act does an action with the sites of a request, or with the whole project.
func (s *Server) act(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Action desk.Action
		Sites  []string
	}
	p := s.project(w, r)
	if p == nil || !read(w, r, &in) {
		return
	}
	if err := p.Do(in.Action, in.Sites...); err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusAccepted, overview(p))
}

func (s *Server) getSettings(w http.ResponseWriter, r *http.Request) {
	s.getText(w, r, (*desk.Project).Settings)
}

func (s *Server) putSettings(w http.ResponseWriter, r *http.Request) {
	s.putText(w, r, (*desk.Project).SetSettings)
}

func (s *Server) getTopics(w http.ResponseWriter, r *http.Request) {
	s.getText(w, r, (*desk.Project).Topics)
}

func (s *Server) putTopics(w http.ResponseWriter, r *http.Request) {
	s.putText(w, r, (*desk.Project).SetTopics)
}

// getText answers with a file that people edit.
func (s *Server) getText(w http.ResponseWriter, r *http.Request, of func(*desk.Project) (string, error)) {
	p := s.project(w, r)
	if p == nil {
		return
	}
	text, err := of(p)
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, text)
}

// longestText bounds a file that people edit, in bytes.
const longestText = 1 << 20

// putText replaces such a file by the body.
func (s *Server) putText(w http.ResponseWriter, r *http.Request, set func(*desk.Project, string) error) {
	p := s.project(w, r)
	if p == nil {
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestText))
	if err == nil {
		err = set(p, string(text))
	}
	if err != nil {
		fail(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
