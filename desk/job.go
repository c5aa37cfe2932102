package desk

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/run"
)

// Job is how far a crawl by workers is.
type Job struct {
	Name    string         `json:"name"`              // its name at the workers
	Groups  int            `json:"groups"`            // groups of sites, each crawled by one worker
	Done    int            `json:"done"`              // groups with a result
	Failed  int            `json:"failed"`            // groups that were given up
	Workers map[string]int `json:"workers,omitempty"` // number of groups that each worker has now
	Trouble string         `json:"trouble,omitempty"` // why there is no news, "" if all is well
}

// Names returns the names of the workers, sorted.
func (j Job) Names() []string { return slices.Sorted(maps.Keys(j.Workers)) }

// givenJob is the record of a job in its project, until the results arrive.
type givenJob struct {
	Name  string    `json:"name"`
	Begun time.Time `json:"begun"`
	Crawl run.Spec  `json:"crawl"`
}

const jobFolder = "job" // has job.json and the results while workers crawl the project

type jobDir string

func (d jobDir) path(name string) string { return filepath.Join(string(d), name) }

func (d jobDir) file() string { return d.path("job.json") }

func (d jobDir) hasJob() bool {
	_, err := os.Stat(d.file())
	return err == nil
}

func (d jobDir) read() (*givenJob, error) {
	text, err := config.ReadRegular(d.file())
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	j := &givenJob{}
	if err == nil {
		err = json.Unmarshal(text, j)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.file(), err)
	}
	return j, nil
}

// submit gives the sites of the project to workers, from scratch, or follows the job that they already have.
func (p *Project) submit(s *setup, hosts []config.Host) error {
	j, err := p.job.read()
	if err == nil && j == nil {
		j, err = p.job.begin(p.Name, s, hosts)
	}
	if err != nil {
		return err
	}
	return p.follow(*j)
}

func (d jobDir) begin(project string, s *setup, hosts []config.Host) (*givenJob, error) {
	if err := (pairs.Use{Settings: s.config.Settings, Hosts: hosts, Workers: true, Desk: true}).Check(); err != nil {
		return nil, &InputError{err}
	}
	spec, err := run.SpecOf(s.config, hosts)
	if err != nil {
		return nil, err
	}
	j := &givenJob{Name: jobName(project), Begun: time.Now().UTC(), Crawl: spec}
	text, err := json.Marshal(j)
	if err == nil {
		err = os.MkdirAll(string(d), 0o755)
	}
	if err == nil {
		err = config.ReplaceFile(d.file(), string(text))
	}
	return j, err
}

// jobName returns a unique name that begins like the project's.
func jobName(project string) string {
	plain := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return '-'
	}, project)
	plain = strings.Trim(plain[:min(len(plain), 40)], "-")
	return cmp.Or(plain, "project") + "-" + strings.ToLower(rand.Text()[:10])
}
