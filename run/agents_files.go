package run

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sitegraph/config/pairs"
	"sitegraph/export"
	"sitegraph/report"
	"sitegraph/report/atlas"
	"sitegraph/site"
	"sitegraph/stats"
)

// topicsFolder has the files of a search by agents, whose names begin with it, and a folder for each topic.
const topicsFolder = "topics"

// SearchFiles has the data for the files of a search by agents.
type SearchFiles struct {
	Search     *site.Search      // the search
	All        *site.Crawl       // graph of all visited pages
	Topics     []*site.Crawl     // graph of each agent's stored pages
	TopicsText string            // text of the file of topics
	Settings   map[string]string // for the report
	Folder     string            // parent of the search's folder; "" means the output folder
	Computing  Computing         // follows the computation of measures; may be nil
}

// WriteSearch writes the files of a search into topics/ and the files of each topic into a folder below, the manifests
// last. It names the crawls after their folders and removes an earlier run's files there.
func (c Config) WriteSearch(in SearchFiles) (all *export.Dir, topics []*export.Dir, err error) {
	if in.Computing == nil {
		in.Computing = func(string, string, float64) {}
	}
	root := c.Path(filepath.Join(in.Folder, topicsFolder))
	names := topicFolders(in.Search.Agents)
	for i, crawl := range in.Topics {
		crawl.Name = names[i]
		d, err := writeSearched(c, filepath.Join(root, names[i]), crawl, in)
		if err != nil {
			return nil, nil, withAdvice(err)
		}
		topics = append(topics, d)
	}
	in.All.Name = topicsFolder
	if all, err = writeSearched(c, root, in.All, in); err != nil {
		return nil, nil, withAdvice(err)
	}
	return all, topics, withAdvice(removeOtherTopics(root, topics))
}

func writeSearched(c Config, path string, crawl *site.Crawl, in SearchFiles) (*export.Dir, error) {
	all := crawl == in.All
	crawl, _, counts, err := c.withoutStruck(crawl)
	if err != nil {
		return nil, err
	}
	d, err := export.NewDir(path, crawl.Name)
	if err != nil {
		return nil, err
	}
	settings := c.SettingsOf(c.HostOf(site.URL{}))
	a := newArtefacts(c, crawl, d, settings, in.Computing)
	err = a.write(slices.DeleteFunc(slices.Clone(c.Export.Exporters), func(name string) bool {
		return !pairs.OfSearch(name)
	}))
	m := export.NewManifest(Version, settings, crawl)
	m.Search, m.Struck = export.NewSearch(in.Search, in.TopicsText), counts
	if !all {
		m.Search.Robots, m.Search.Ended = nil, nil
	} else if err == nil {
		err = errors.Join(export.WriteSearch(context.Background(), d, in.Search),
			d.WriteJSON("scorecard.json", stats.CountSearch(in.Search)))
		if err == nil && slices.Contains(c.Export.Exporters, "report") {
			err = a.writeSearchReport(in.Search, in.Settings)
		}
	}
	if err == nil {
		err = d.Prune()
	}
	if err != nil {
		return nil, err
	}
	return d, export.WriteManifest(d, m)
}

// topicFolders names the folders of the topics. A topic without a legal name gets a number. The names differ from each
// other, and from other folders there, in more than upper and lower case.
func topicFolders(agents []site.Agent) []string {
	taken := map[string]bool{"state": true, "charts": true}
	var names []string
	for i, a := range agents {
		base := export.LegalName(a.Name)
		if strings.Trim(base, "_") == "" {
			base = "topic_" + strconv.Itoa(i+1)
		}
		name := base
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = base + "_" + strconv.Itoa(n)
		}
		taken[strings.ToLower(name)] = true
		names = append(names, name)
	}
	return names
}

func removeOtherTopics(root string, topics []*export.Dir) error {
	entries, err := os.ReadDir(root)
	if err != nil {
		return fmt.Errorf("read the folder of the search: %w", err)
	}
	for _, e := range entries {
		path := filepath.Join(root, e.Name())
		own := func(d *export.Dir) bool { return sameFile(d.Path(), path) }
		if e.IsDir() && !slices.ContainsFunc(topics, own) {
			err = errors.Join(err, export.RemoveFolder(path))
		}
	}
	return err
}

// sameFile reports whether two paths lead to one file. Their case may differ if the file system ignores it.
func sameFile(a, b string) bool {
	one, errOne := os.Stat(a)
	other, errOther := os.Stat(b)
	return errOne == nil && errOther == nil && os.SameFile(one, other)
}

// writeSearchReport writes a search's report. All files that it lists must already exist.
func (a *artefacts) writeSearchReport(s *site.Search, settings map[string]string) error {
	n, err := a.numbers()
	if err != nil {
		return err
	}
	m := atlas.New(atlas.Input{Graph: a.crawl.Graph, Rank: n.Values.PageRank, Name: "the search " + s.Name,
		Groups: atlas.Topics(a.crawl.Graph, a.crawl.Searched)})
	html, style, script := m.Fragment()
	in := report.Search{Search: s, Card: stats.CountSearch(s), Files: a.files(), Version: Version,
		All:      report.Site{Crawl: a.crawl, Analysis: *n},
		Settings: shownSettings(settings),
		Map:      &report.Picture{HTML: template.HTML(html), Style: style, Script: script}}
	return a.dir.Write("report.html", func(w io.Writer) error { return report.WriteSearch(w, in) })
}
