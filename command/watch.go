package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"sitegraph/config/pairs"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

type watched struct {
	every      time.Duration
	acceptGone bool
	topics     string // the file of topics of a search; "" for sites
}

// news is the JSON that --notify sends about an iteration of a site or search.
type news struct {
	Text      string    `json:"text"` // all of it as a sentence, which chat programs show
	Site      string    `json:"site"`
	Iteration int       `json:"iteration"`
	At        time.Time `json:"at"` // its beginning
	Checked   int       `json:"checked"`
	Changed   int       `json:"changed"`
	Gone      int       `json:"gone"`
	Failed    int       `json:"failed"`
	Added     int       `json:"added"`   // pages that joined the graph
	Removed   int       `json:"removed"` // pages that left it
	Pages     []string  `json:"pages"`   // the first changed pages
}

const notifyWithin = 10 * time.Second // time that the receiver of news has

func newWatch(a *app) *cobra.Command {
	var w watched
	cmd := a.command(func(ctx context.Context, args []string) error { return runWatch(ctx, a, args, w) },
		texts("watch"))
	cmd.Args = noMistypedCommand
	cmd.Flags().DurationVar(&w.every, "every", 0,
		"time from one iteration to the next, such as 6h; 0 means one iteration")
	cmd.Flags().BoolVar(&w.acceptGone, "accept-gone", false,
		"remove missing pages after their first check, even if they are most of the site")
	cmd.Flags().StringVar(&a.notify, "notify", "", "send what changed as JSON to a `URL` after each iteration")
	cmd.Flags().StringVar(&w.topics, "topics", "", "watch the search by the topics in a `file`, instead of sites")
	return cmd
}

// runWatch watches sites or a search, for one iteration or repeatedly until it is stopped.
func runWatch(ctx context.Context, a *app, args []string, w watched) error {
	if w.every < 0 {
		return run.Usage("--every %s: must be 0 or more, such as 6h", w.every)
	}
	if _, err := site.Parse(a.notify); a.notify != "" && err != nil {
		return run.Usage("--notify: %w: must be a URL such as https://example.org/hook", err)
	}
	_, seconds := a.overrides["revisit.seconds"]
	if _, checks := a.overrides["revisit.checks"]; checks && seconds {
		return run.Usage("--checks and --seconds are two ways to bound an iteration: give one of them")
	}
	begin := watchSites
	if w.topics != "" {
		begin = watchSearch
	}
	ctx, iterate, release, err := begin(ctx, a, args, w)
	if err != nil {
		return err
	}
	defer release()
	a.watching = true
	for {
		begun := time.Now()
		more, err := iterate()
		if w.every == 0 || !more || !worked(err) {
			return err
		}
		next := begun.Add(w.every)
		a.progress.Noticef("next iteration at %s (Ctrl-C ends the watch)", next.Format(time.DateTime))
		if !waitUntil(ctx, a.config.Path(a.config.Finish.StopFile), next) {
			return nil
		}
	}
}

// iterations makes the next iteration at each call, and reports whether another may follow.
type iterations func() (more bool, err error)

func watchSites(ctx context.Context, a *app, args []string, w watched) (context.Context, iterations, func(), error) {
	ctx, job, release, err := a.begin(ctx, args, pairs.OfWatch)
	job.Watch, job.AcceptGone = true, w.acceptGone
	return ctx, func() (bool, error) {
		out, err := a.crawl(ctx, job)
		job.FromScratch = false
		return !out.Over && !slices.ContainsFunc(out.Results, func(res run.Result) bool {
			return res.Crawl == nil || wasStopped(res.Crawl.Ended)
		}), err
	}, release, err
}

func watchSearch(ctx context.Context, a *app, args []string, w watched) (context.Context, iterations, func(), error) {
	ctx, job, release, err := a.beginSearch(ctx, w.topics, args, pairs.OfWatchedAgents)
	job.Watch, job.AcceptGone = true, w.acceptGone
	return ctx, func() (bool, error) {
		out, err := a.search(ctx, job)
		job.FromScratch = false
		return !out.Over && out.Search != nil && !wasStopped(out.Search.Ended), err
	}, release, err
}

// worked reports whether a watch can continue. Unreachable sites may answer next time. Cut iterations are resumed.
func worked(err error) bool {
	code := exitCode(exitDone)
	return (err == nil || errors.As(err, &code)) && code != exitFailure
}

// wasStopped reports whether somebody stopped a crawl and so wants no further iteration.
func wasStopped(ended site.Ending) bool {
	return ended == site.EndedSignal || ended == site.EndedStopFile
}

// waitUntil waits for the next iteration. It returns false if a signal or the stop file ends the watch first.
func waitUntil(ctx context.Context, stopFile string, until time.Time) bool {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		_, err := os.Stat(stopFile)
		if err == nil || ctx.Err() != nil {
			return false
		}
		if !time.Now().Before(until) {
			return true
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

const maxChanged = 10 // changed pages to name

// showIteration summarizes the last iteration of a site or search, and sends it where the user wants it if there was a
// change.
func (a *app) showIteration(of string, all []site.Iteration, changed []string) {
	name, it := site.Show(of), all[len(all)-1]
	if it.Number == 1 {
		a.progress.Notice(name + ": crawled; the next watch checks its pages again")
		return
	}
	text := fmt.Sprintf("%s: iteration %d: %s checked, %d changed, %d gone, %d without an answer", name, it.Number,
		wording.Count(it.Checked, "page", "pages"), it.Changed, it.Gone, it.Failed)
	text += fmt.Sprintf("; %s joined the graph, %d left it", wording.Count(it.Added, "page", "pages"), it.Removed)
	if len(changed) > 0 {
		text += "; changed: " + wording.ListFirst(changed, maxChanged)
	}
	a.progress.Notice(text)
	if a.notify == "" || it.Changed+it.Added+it.Removed+it.Gone == 0 {
		return
	}
	err := send(a.notify, news{Text: text, Site: of, Iteration: it.Number, At: it.At, Checked: it.Checked,
		Changed: it.Changed, Gone: it.Gone, Failed: it.Failed, Added: it.Added, Removed: it.Removed,
		Pages: append([]string{}, changed[:min(len(changed), maxChanged)]...)})
	if err != nil {
		a.progress.Error("--notify: " + err.Error())
	}
}

// send posts JSON. Errors do not show the URL, which may be a secret.
func send(to string, what any) error {
	body, err := json.Marshal(what)
	if err != nil {
		return err
	}
	client := http.Client{Timeout: notifyWithin}
	answer, err := client.Post(to, "application/json", bytes.NewReader(body))
	if fault, is := errors.AsType[*url.Error](err); is {
		return fault.Err
	}
	if err != nil {
		return err
	}
	answer.Body.Close()
	if answer.StatusCode >= 300 {
		return fmt.Errorf("the receiver answered %s", answer.Status)
	}
	return nil
}

// changedPages returns the pages that the last iteration found changed.
func changedPages(c *site.Crawl) (urls []string) {
	for i, s := range c.Watched.Pages {
		if int(s.Changed) == len(c.Watched.Iterations) && s.First < s.Changed {
			urls = append(urls, site.Show(c.Graph.Pages[i].URL))
		}
	}
	return urls
}
