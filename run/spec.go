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

// Spec is a crawl that is divided among workers. Each worker takes some of its groups, whose sites share one pace, and
// crawls a group as a [Shard], so that [Merge] joins the results.
type Spec struct {
	Settings map[string]string `json:"settings"`         // settings that differ from the defaults, by name
	Hosts    []config.Host     `json:"hosts"`            // the sites
	Struck   string            `json:"struck,omitempty"` // text of the file of rows struck out
}

// SpecOf describes the crawl of some sites.
func SpecOf(c Config, hosts []config.Host) (Spec, error) {
	plain, err := config.Load(config.Sources{})
	if err != nil {
		return Spec{}, err
	}
	if err := confined(c, hosts, c.Sample.Folder); err != nil {
		return Spec{}, err
	}
	s, known := Spec{Settings: settingsOf(c.Settings), Hosts: hosts}, settingsOf(NewConfig(*plain, "").Settings)
	maps.DeleteFunc(s.Settings, func(name, text string) bool { return known[name] == text })
	text, err := config.ReadRegular(c.Path(struck.Name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Spec{}, fmt.Errorf("rows struck out: %w", err)
	}
	s.Struck = string(text)
	return s, nil
}

// confined refuses settings by which a job would write, remove or publish files outside the folder of a group, because
// others may reach the queue. It allows only the worker's own sample site.
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

// RunGroup crawls a group in an output folder or continues there. The job has the worker's choices. RunGroup sets its
// settings and sites. It returns the names of the result's files in the folder, or none if the crawl was stopped.
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
	files, err = resultFiles(job.Config)
	return append(files, shardName+".json"), err
}

// resultFiles returns the files in the result folders, as paths in the output folder.
func resultFiles(c Config) (files []string, err error) {
	root := filepath.ToSlash(filepath.Clean(c.Export.ResultFolder))
	if !fs.ValidPath(root) || root == "." {
		const text = "[export] result_folder = %s: workers need one below the output folder"
		return nil, Usage(text, c.Export.ResultFolder)
	}
	err = fs.WalkDir(os.DirFS(c.OutputDir), root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, name)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // no site has pages
	}
	return files, err
}

// TakeStates moves other output folders' states into this one's and replaces sites. No crawl may be running.
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
