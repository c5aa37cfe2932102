package command

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"sitegraph/config"
	"sitegraph/dedup"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/finish"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/robots"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// agent is the token by which robots.txt names this program.
const agent = "sitegraph"

// source is where pages come from; release gives back what it holds.
type source struct {
	extractor.Downloader
	release func()
}

// downloaders are chosen by [download] downloader.
var downloaders = map[string]func(config.Host, *setup) (source, error){
	"http": func(h config.Host, s *setup) (source, error) {
		d := s.newHTTP(h)
		return source{Downloader: d, release: d.Close}, nil
	},
	"folder": func(_ config.Host, s *setup) (source, error) {
		f, err := download.NewFolder(download.FolderOptions{Root: s.Download.Folder, MaxBody: s.Download.MaxBody})
		if err != nil {
			return source{}, usage(fmt.Errorf("[download] folder: %w", err))
		}
		return source{Downloader: f, release: func() { f.Close() }}, nil
	},
}

// stores are chosen by [store] store.
var stores = map[string]func(dir string, sync bool) (*store.Store, error){
	"badger": func(dir string, sync bool) (*store.Store, error) {
		return store.Open(store.Options{Dir: dir, Sync: sync})
	},
	"memory": func(string, bool) (*store.Store, error) { return store.Open(store.Options{Memory: true}) },
}

// parsers are the names of [parse] parser.
var parsers = []string{"tokenizer", "goquery"}

// exporters are the names of [export] exporters.
func exporters() []string { return append(export.Known(), slices.Sorted(maps.Keys(reports))...) }

// known lists the names of all parts for config.
func known() config.Known {
	return config.Known{
		"download.downloader": slices.Sorted(maps.Keys(downloaders)),
		"parse.parser":        parsers,
		"robots.robots":       robots.Classes(),
		"duplicates.key":      dedup.Known(),
		"store.store":         slices.Sorted(maps.Keys(stores)),
		"finish.finishers":    finish.Known(),
		"export.exporters":    exporters(),
		"export.gexf_version": {export.GEXF13, export.GEXF12Draft},
	}
}

// newHTTP returns the network as one site sees it.
func (s *setup) newHTTP(h config.Host) *download.HTTP {
	d := s.Download
	return download.NewHTTP(download.HTTPOptions{
		UserAgent: s.userAgent(), ConnectTimeout: d.ConnectTimeout, HeaderTimeout: d.HeaderTimeout, Timeout: d.Timeout,
		MaxBody: d.MaxBody, MaxHeader: d.MaxHeader, MaxConnsPerHost: h.Downloads,
		Hosts: []string{h.URL.Host}, Dial: s.dial,
	})
}

// userAgent names the program and whom to write to.
func (s *setup) userAgent() string {
	if s.Download.UserAgent != "" {
		return s.Download.UserAgent
	}
	if s.Download.Contact == "" {
		return agent + "/" + version
	}
	return fmt.Sprintf("%s/%s (+%s)", agent, version, s.Download.Contact)
}

// newParser returns the parser with what is needed of it.
func (s *setup) newParser(texts bool) (extractor.Parser, error) {
	return parse.New(s.Parse.Parser, parse.Options{
		Elements: s.Walk.Elements, Text: dedup.NeedsText(s.Duplicates.Key), AnchorText: texts,
	})
}

// newFinishers returns the finishers; path makes names of files absolute.
func (s *setup) newFinishers() ([]extractor.Finisher, error) {
	var all []extractor.Finisher
	for _, name := range s.Finish.Finishers {
		f, err := finish.New(name, finish.Options{Timeout: s.Finish.Timeout, StopFile: s.path(s.Finish.StopFile), MaxPages: s.maxPages()})
		if err != nil {
			return nil, usage(err)
		}
		all = append(all, f)
	}
	return all, nil
}

// robotsReader reads robots.txt by the class of the settings.
type robotsReader struct {
	class    string
	maxDelay time.Duration
}

// Fetch asks the site; class none asks nothing.
func (r robotsReader) Fetch(ctx context.Context, d extractor.Downloader, origin site.URL) extractor.RobotsAnswer {
	if r.class == robots.ClassNone {
		return r.Judge(site.RobotsSeen{Access: site.RobotsAllow, Why: site.RobotsNotAsked, Fetched: time.Now()})
	}
	get := func(ctx context.Context, u site.URL) site.Response {
		return d.Download(ctx, site.Request{URL: u, Robots: true})
	}
	return r.Judge(robots.Fetch(ctx, get, origin).RobotsSeen)
}

// Judge reads again what was seen.
func (r robotsReader) Judge(seen site.RobotsSeen) extractor.RobotsAnswer {
	recalled := robots.Recall(seen)
	ruling, err := robots.Rule(r.class, recalled, agent, r.maxDelay)
	if err != nil {
		recalled.Retry = true // an unknown class, which the settings do not let through
	}
	return extractor.RobotsAnswer{Seen: seen, Rules: ruling.Rules, Delay: ruling.CrawlDelay, Retry: recalled.Retry}
}
