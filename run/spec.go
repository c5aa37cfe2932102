package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/export/struck"
	"sitegraph/extractor/store"
)

// Spec is a crawl that is divided among workers: each takes some of its groups, which are the sites that are asked at
// one pace. A group is crawled as a shard, see [Shard], so that [Merge] joins what the workers wrote.
type Spec struct {
	// Settings are those in effect that are not the defaults, by name.
	Settings map[string]string `json:"settings"`
	// Hosts are the sites.
	Hosts []config.Host `json:"hosts"`
	// Struck is the text of the file of rows that were struck out, which stay out of the files; "" if there is none.
	Struck string `json:"struck,omitempty"`
}

// SpecOf returns the crawl of some sites.
func SpecOf(c Config, hosts []config.Host) (Spec, error) {
	plain, err := config.Load(config.Sources{})
	if err != nil {
		return Spec{}, err
	}
	if err := confined(c, hosts, c.Sample.Folder); err != nil {
		return Spec{}, err
	}
	s, known := Spec{Settings: settingsOf(c.Settings), Hosts: hosts}, settingsOf(NewConfig(*plain, "").Settings)
	// What is given counts as asked for.
	maps.DeleteFunc(s.Settings, func(name, text string) bool { return known[name] == text })
	text, err := config.ReadRegular(c.Path(struck.Name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Spec{}, fmt.Errorf("rows struck out: %w", err)
	}
	s.Struck = string(text)
	return s, nil
}

// confined reports settings by which a job would write, remove or publish files outside the folder of a group: others
// may reach the queue. A saved site is served if it is the sample of the worker itself.
func confined(c Config, hosts []config.Host, sample string) error {
	var errs []error
	for _, out := range append(outputsOf(c)[1:], output{key: "[export] result_folder", value: c.Export.ResultFolder}) {
		if out.value != "" && out.value != os.DevNull && !filepath.IsLocal(filepath.FromSlash(out.value)) {
			const text = "%s = %s: workers take paths below the output folder alone"
			errs = append(errs, fmt.Errorf(text, out.key, out.value))
		}
	}
	if slices.ContainsFunc(hosts, c.IsSample) && c.Sample.Folder != sample {
		const text = "[sample] folder = %s: the settings of the worker must have it"
		errs = append(errs, fmt.Errorf(text, c.Sample.Folder))
	}
	if err := errors.Join(errs...); err != nil {
		return &UsageError{err}
	}
	return pairs.Use{Settings: c.Settings, Hosts: hosts, Workers: true}.CheckOf(pairs.Workers)
}

// RunGroup crawls a group in an output folder, and goes on with what is there. The job has all that a worker decides;
// its settings and sites are set here. It returns the files that make the result, by their names in the
// folder; none if the crawl was stopped.
func (s Spec) RunGroup(ctx context.Context, g Shard, folder string, job Job) (files []string, err error) {
	settings, err := config.Load(config.Sources{Overrides: s.Settings})
	if err != nil {
		return nil, fmt.Errorf("the settings of a job: %w", err)
	}
	given := job.Config
	job.Config = NewConfig(*settings, folder)
	if err := confined(job.Config, g.Hosts, given.Sample.Folder); err != nil {
		return nil, fmt.Errorf("the settings of a job: %w", err)
	}
	if s.Struck != "" {
		if err := config.ReplaceFile(job.Path(struck.Name), s.Struck); err != nil {
			return nil, err
		}
	}
	job.Lookup, job.TwinPause = given.Lookup, given.TwinPause
	job.Hosts, job.Shard = g.Hosts, g
	out, err := Run(ctx, job)
	for _, res := range out.Results {
		if ctx.Err() == nil {
			err = errors.Join(err, res.Err)
		}
	}
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(job.Path(shardName + ".json")); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	err = eachResult(job.Config, func(name string) { files = append(files, name) })
	return append(files, shardName+".json"), err
}

// eachResult names the files of the result folders by their places in the output folder.
func eachResult(c Config, found func(name string)) error {
	root := filepath.ToSlash(filepath.Clean(c.Export.ResultFolder))
	if !fs.ValidPath(root) || root == "." {
		return Usage("[export] result_folder = %s: workers need one below the output folder", c.Export.ResultFolder)
	}
	err := fs.WalkDir(os.DirFS(c.OutputDir), root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			found(name)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil // no site has pages
	}
	return err
}

// TakeStates puts the states of other output folders, those that have one, into that of this one, in place of what it
// has of the same sites. Nothing may crawl in any of them.
func (c Config) TakeStates(folders []string) (err error) {
	own, err := store.Open(store.Options{Dir: c.StateDir(), Sync: c.Store.Sync})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, own.Close()) }()
	for _, folder := range folders {
		dir := Config{OutputDir: folder}.StateDir()
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		from, err := store.Open(store.Options{Dir: dir})
		if err != nil {
			return err
		}
		if err := errors.Join(own.Take(from), from.Close()); err != nil {
			return err
		}
	}
	return nil
}
