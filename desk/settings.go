package desk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/run"
	"sitegraph/site"
)

// These files of a project are edited by people.
const (
	settingsName = "settings.ini"
	hostsName    = "hosts.txt"
)

// load reads settings and refuses those that a desk must not use. The error is an *InputError.
func (d *Desk) load(text string) (*config.Settings, error) {
	src := config.Sources{Env: d.Env}
	if text != "" {
		src.File, src.Text = settingsName, text
	}
	s, err := config.Load(src)
	if err != nil {
		return nil, &InputError{err}
	}
	return s, confine(s)
}

// confine refuses settings that reach out of the project's folder, because users may have fewer rights than the desk.
func confine(s *config.Settings) error {
	var errs []error
	type setting struct{ of, is string }
	paths := []setting{{"[sites] hosts", s.Sites.Hosts}, {"[download] credentials", s.Download.Credentials},
		{"[finish] stop_file", s.Finish.StopFile}, {"[export] result_folder", s.Export.ResultFolder},
		{"[logs] common_log", s.Logs.CommonLog}, {"[logs] error_log", s.Logs.ErrorLog}}
	for _, log := range s.Export.Hits {
		paths = append(paths, setting{"[export] hits", log.Path})
	}
	for _, path := range paths {
		if path.is != "" && !filepath.IsLocal(path.is) || path.is == "-" {
			const rule = "%s = %q: at the desk it must be a path within the project"
			errs = append(errs, fmt.Errorf(rule, path.of, path.is))
		}
	}
	if err := (pairs.Use{Settings: *s, Desk: true}).Check(); err != nil {
		errs = append(errs, err)
	}
	if s.Sample.Host != "" {
		errs = append(errs, errors.New("[sample] host: the sample site is for the command line: remove it"))
	}
	if len(errs) == 0 {
		return nil
	}
	return &InputError{errors.Join(errs...)}
}

// configure reads the settings of a project in a folder. The error is an *InputError or the system's.
func (d *Desk) configure(text, dir string) (c run.Config, err error) {
	settings, err := d.load(text)
	if err != nil {
		return run.Config{OutputDir: dir}, err
	}
	c = run.NewConfig(*settings, dir)
	c.InputDir, c.TwinPause = dir, d.TwinPause
	if err := c.CheckFiles(run.Input{What: settingsName, Path: filepath.Join(dir, settingsName)},
		run.Input{What: topicsName, Path: filepath.Join(dir, topicsName)}); err != nil {
		return c, &InputError{err}
	}
	return c, nil
}

// Settings returns the text of settings.ini, "" if there is none.
func (p *Project) Settings() (string, error) { return readText(p.dir, settingsName) }

func readText(dir, name string) (string, error) {
	text, err := config.ReadRegular(filepath.Join(dir, name))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}

// SetSettings replaces settings.ini for the next crawl. The error is an *InputError or the system's.
func (p *Project) SetSettings(text string) error {
	if _, err := p.desk.configure(text, p.dir); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.desk.change()
	return config.ReplaceFile(filepath.Join(p.dir, settingsName), text)
}

type setup struct {
	config run.Config
	hosts  []config.Host
	topics *topics        // nil if there are no agents
	places map[string]int // from origin to index of hosts

	remarks []string // about skipped lines
	trouble error    // why nothing could be read
}

func (d *Desk) readSetup(dir string) *setup {
	s := &setup{config: run.Config{OutputDir: dir}, topics: readTopics(dir), places: map[string]int{}}
	text, err := readText(dir, settingsName)
	if err == nil {
		s.config, err = d.configure(text, dir)
	}
	if err != nil {
		s.config, s.trouble = run.Config{OutputDir: dir}, err
		return s
	}
	s.readHosts()
	for i, h := range s.hosts {
		s.places[h.URL.Origin()] = i
	}
	return s
}

func (s *setup) hostsPath() string { return s.config.Path(s.config.Sites.Hosts) }

// readHosts reads the hosts file, which may have no site.
func (s *setup) readHosts() {
	text, err := config.ReadRegular(s.hostsPath())
	if err != nil {
		if !errors.Is(err, os.ErrNotExist) {
			s.trouble = err
		}
		return
	}
	if lines := strings.Split(string(text), "\n"); !slices.ContainsFunc(lines, func(line string) bool {
		return config.Uncomment(line) != ""
	}) {
		return
	}
	s.hosts, s.remarks, err = config.ReadHosts(strings.NewReader(string(text)), s.config.Sites.Hosts, s.config.Settings)
	s.hosts = s.config.Settled(s.hosts)
	if err != nil {
		s.trouble = &InputError{err}
	}
}

func (s *setup) lines() map[string]config.Host {
	lines := map[string]config.Host{}
	for _, h := range s.hosts {
		lines[h.URL.Origin()] = h
	}
	return lines
}

// Section is a section of settings.ini in a form.
type Section struct {
	config.Section
	Fields []Field // its settings
	Set    int     // number of them that the file sets
}

// Field is a setting in a form.
type Field struct {
	config.Setting
	Value     string           // in the file, "" for the default
	Choices   []string         // the possible values; nil for a free text
	Conflicts []pairs.Conflict // features that exclude it
}

// Form returns a settings.ini as a form. The error says what is wrong with the text.
func Form(text string) ([]Section, error) {
	written, err := config.WrittenIn(text)
	if err != nil {
		return nil, &InputError{err}
	}
	all := site.Each(config.Sections(), func(s config.Section) Section { return Section{Section: s} })
	for _, row := range config.Table(new(config.Settings)) {
		f := Field{Setting: row, Value: written[row.Name()], Conflicts: pairs.Conflicts(row)}
		if row.Placeholder == "bool" {
			f.Choices = []string{"true", "false"}
		} else if row.OneOf() {
			f.Choices = row.Names
		}
		at := slices.IndexFunc(all, func(s Section) bool { return s.Name == row.Section })
		all[at].Fields = append(all[at].Fields, f)
		if f.Value != "" {
			all[at].Set++
		}
	}
	return all, nil
}

// Edited changes settings in a settings.ini by name. "" means the default. The error is an *InputError.
func Edited(text string, values map[string]string) (string, error) {
	edited, err := config.EditINI(text, values)
	if err != nil {
		return "", &InputError{err}
	}
	return edited, nil
}

// Purposes returns the reasons why users come.
func Purposes() []config.Purpose { return config.Purposes() }

// PurposeSettings returns a settings.ini for a purpose, by its name. The error is an *InputError.
func PurposeSettings(name string) (string, error) {
	var names []string
	for _, p := range config.Purposes() {
		if p.Name == name {
			return config.EditINI("# To "+p.Doc+".\n", p.Settings)
		}
		names = append(names, p.Name)
	}
	return "", input("purpose %q: must be one of %s", name, strings.Join(names, ", "))
}
