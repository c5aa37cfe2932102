package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"sitegraph/desk"
)

func overviews(d *desk.Desk) ([]desk.Overview, error) {
	names, err := d.Projects()
	all := []desk.Overview{}
	for _, name := range names {
		if p, err := d.Project(name); err == nil {
			all = append(all, p.Overview())
		}
	}
	return all, err
}

func (s *Server) listProjects(w http.ResponseWriter, _ *http.Request) error {
	all, err := overviews(s.desk)
	if err == nil {
		answer(w, http.StatusOK, map[string]any{"projects": all})
	}
	return err
}

func (s *Server) createProject(w http.ResponseWriter, r *http.Request) error {
	var in struct{ Name, Settings, Purpose, Address string }
	err := read(r, &in)
	switch {
	case err != nil:
		return err
	case in.Purpose == "":
	case strings.TrimSpace(in.Settings) != "":
		return &refusal{http.StatusBadRequest, "Choose a purpose, or write settings: not both."}
	default:
		if in.Settings, err = desk.PurposeSettings(in.Purpose); err != nil {
			return err
		}
	}
	var p *desk.Project
	if in.Address != "" {
		p, err = s.desk.Begin(in.Address)
	} else {
		p, err = s.desk.Create(in.Name, in.Settings)
	}
	if err == nil {
		answer(w, http.StatusCreated, p.Overview())
	}
	return err
}

func getProject(c call) (any, error) { return c.Overview(), nil }

const maxSites = 1000

func part(r *http.Request, sites int) (desk.Part, error) {
	q := r.URL.Query()
	from, err := number(q.Get("from"), 0)
	if err != nil {
		return desk.Part{}, &refusal{http.StatusBadRequest, "from: " + err.Error()}
	}
	sites, err = number(q.Get("sites"), sites)
	if err != nil || sites > maxSites {
		text := fmt.Sprintf("sites: a whole number, at most %d", maxSites)
		return desk.Part{}, &refusal{http.StatusBadRequest, text}
	}
	return desk.Part{Text: q.Get("text"), State: desk.State(q.Get("state")), From: from, Sites: sites}, nil
}

func number(text string, missing int) (int, error) {
	if text == "" {
		return missing, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%.40q is not a whole number from 0", text)
	}
	return n, nil
}

func listSites(c call) (any, error) {
	part, err := part(c.r, 100)
	if err != nil {
		return nil, err
	}
	return c.Sites(part)
}

func importSites(c call) (any, error) {
	text, err := io.ReadAll(c.r.Body)
	if err != nil {
		return nil, err
	}
	return c.Import(string(text))
}

func act(c call, in struct {
	Action desk.Action
	Sites  []string
}) (any, error) {
	err := c.Do(in.Action, in.Sites...)
	return c.Overview(), err
}

func (s *Server) getText(of func(*desk.Project) (string, error)) http.HandlerFunc {
	return s.withProject(func(c call) error {
		text, err := of(c.Project)
		if err == nil {
			c.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			io.WriteString(c.w, text)
		}
		return err
	})
}

const longestText = 1 << 20 // bytes of a file to edit

func (s *Server) putText(set func(*desk.Project, string) error) http.HandlerFunc {
	return s.withProject(func(c call) error {
		text, err := io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, longestText))
		if err == nil {
			err = set(c.Project, string(text))
		}
		if err == nil {
			c.w.WriteHeader(http.StatusNoContent)
		}
		return err
	})
}

// settingsBody is the page of a project's settings: a form and the text of the file.
type settingsBody struct {
	Project  string
	Sections []desk.Section
	Text     string
}

// settingsPage shows settings.ini as a form and as text. A text with errors has no form.
func settingsPage(c call) (p page, err error) {
	b, trouble := settingsBody{Project: c.Name}, ""
	if b.Text, err = c.Settings(); err != nil {
		return p, err
	}
	if b.Sections, err = desk.Form(b.Text); err != nil {
		trouble = err.Error()
	}
	return page{Title: "Settings of " + c.Name, Trouble: trouble, Body: b}, nil
}

func editSettings(c call, in struct {
	Text   *string
	Values map[string]string
}) (_ any, err error) {
	text := ""
	if in.Text != nil {
		text = *in.Text
	} else if text, err = c.Settings(); err != nil {
		return nil, err
	}
	if text, err = desk.Edited(text, in.Values); err == nil {
		err = c.SetSettings(text)
	}
	return map[string]string{"text": text}, err
}

func values(settings map[string]string) (string, error) {
	if settings == nil {
		settings = map[string]string{}
	}
	text, err := json.Marshal(settings)
	return string(text), err
}

type option struct {
	Value, Label string
	Chosen       bool
}

// options returns the values of a setting with few values. The first one is the default.
func options(f desk.Field) []option {
	all := []option{{"", "default: " + f.Default, f.Value == ""}}
	values := f.Choices
	if f.Value != "" && !slices.Contains(values, f.Value) { // another spelling, such as yes for true
		values = append(slices.Clone(values), f.Value)
	}
	for _, v := range values {
		if v != "" {
			all = append(all, option{v, v, v == f.Value})
		}
	}
	return all
}
