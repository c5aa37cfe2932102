package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/run"
	"sitegraph/site"
)

func newAgents(a *app) *cobra.Command {
	var file string
	cmd := a.command(func(ctx context.Context, args []string) error {
		ctx, job, release, err := a.beginSearch(ctx, file, args, pairs.OfAgents)
		if err != nil {
			return err
		}
		defer release()
		_, err = a.search(ctx, job)
		return err
	}, texts("agents"))
	cmd.Flags().StringVar(&file, "topics", "topics.ini", "`file` of topics, a section for each agent")
	return cmd
}

// beginSearch greets the user. It returns the job of a search and a context that ends at the first signal.
func (a *app) beginSearch(ctx context.Context, file string, args []string, of pairs.Command) (context.Context,
	run.AgentsJob, func(), error) {
	job, err := searchJob(a, file, args, of)
	if err != nil {
		return nil, job, nil, err
	}
	a.greet(a.config.SeedHosts(job.Topics, job.Seeds), func(config.Host) bool {
		return hasBegun(a.config.SearchStateDir(), run.SearchName)
	})
	ctx, release := stoppable(ctx, a.progress)
	return ctx, job, release, nil
}

// searchJob makes the job of a search from the flags, the settings and a file of topics.
func searchJob(a *app, file string, args []string, of pairs.Command) (job run.AgentsJob, err error) {
	if err := a.fits(of); err != nil {
		return job, err
	}
	if err := a.config.CheckFiles(run.Input{What: "--topics", Path: file}); err != nil {
		return job, err
	}
	topics, text, err := readTopics(file)
	if err != nil {
		return job, usage(err)
	}
	seeds, err := a.seeds(args)
	if err != nil {
		return job, usage(err)
	}
	if err := run.CheckTopics(topics, seeds, file); err != nil {
		return job, usage(err)
	}
	if text := (pairs.Use{Settings: a.config.Settings}).LeftOut(); text != "" {
		a.progress.Notice(text)
	}
	return run.AgentsJob{Job: a.job(nil), Topics: topics, TopicsFile: file, TopicsText: text, Seeds: seeds,
		List: a.flags.list != ""}, nil
}

func (a *app) search(ctx context.Context, job run.AgentsJob) (run.AgentsOutcome, error) {
	out, err := run.Agents(ctx, job)
	a.progress.clear()
	if out.Search == nil {
		return out, err
	}
	code := a.summariseSearch(out)
	if err == nil && code != exitDone {
		err = exitCode(code)
	}
	return out, err
}

func readTopics(file string) (t config.Topics, text string, err error) {
	read, err := os.ReadFile(file)
	if err != nil {
		return t, "", fmt.Errorf("file of topics: %w: write one, with a section for each topic, or name another with "+
			"--topics (docs/agents.md)", err)
	}
	t, err = config.ReadTopics(bytes.NewReader(read), file)
	return t, string(read), err
}

// seeds returns the URLs of the command line or of --list.
func (a *app) seeds(args []string) (seeds []site.URL, err error) {
	if a.flags.list == "" {
		return readSeeds(args)
	}
	hosts, err := a.listed(args)
	for _, h := range hosts {
		seeds = append(append(seeds, h.URL), h.Further...)
	}
	return seeds, err
}

// readSeeds reads the seeds of the command line and drops repetitions.
func readSeeds(args []string) (seeds []site.URL, err error) {
	for _, text := range args {
		u, err := config.ParseSeed(text)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(seeds, u) {
			seeds = append(seeds, u)
		}
	}
	return seeds, nil
}
