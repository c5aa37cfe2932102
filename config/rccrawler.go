package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

// oldKey maps a flat key of RCCrawler's settings.ini to a setting.
type oldKey struct {
	key string
	to  string // our "section.key"; "" means that the key is checked but has no effect
	// values maps allowed class names to our names; nil takes any value, a whole number if it has a unit or no effect.
	values []oldValue
	unit   string // appended to the number
}

type oldValue struct{ old, now string }

// oldKeys lists RCCrawler's keys in its paper's order. BMICDM becomes badger, as its paper wants a saved state (B6).
var oldKeys = []oldKey{
	{key: "ApplicationManager", values: []oldValue{{"TextFileAM", ""}}},
	{key: "ApplicationFinishers", to: "finish.finishers",
		values: []oldValue{{"WorkIsDoneAF", "work-done"}, {"TimeoutAF", "timeout"}, {"StopFileAF", "stop-file"}}},
	{key: "DataManager", to: "store.store", values: []oldValue{{"BMICDM", "badger"}}},
	{key: "DownloadingThread", to: "download.downloader", values: []oldValue{{"DT0", "http"}}},
	{key: "ParsingThread", to: "parse.parser", values: []oldValue{{"PT0", "tokenizer"}}},
	{key: "ParsingThreadsCount", to: "parse.parsers"},
	{key: "RoutineThread", values: []oldValue{{"RT0", ""}}},
	{key: "UrlAnalyzingThread", values: []oldValue{{"EmptyUAT", ""}}},
	{key: "ResultUnloaders", to: "export.exporters",
		values: []oldValue{{"GephiSiteGraphRU", "csv,gexf"}, {"TestRU", "aliases,external,bad,ledger,stats"}}},
	{key: "DownloadingThreadPDChunkSizeMultiplier"}, {key: "ParsingThreadPDChunkSize"},
	{key: "DownloadingThreadSleepTime"}, {key: "ParsingThreadSleepTime"}, {key: "RoutineThreadSleepTime"},
	{key: "CommonLogFile", to: "logs.common_log"}, {key: "ErrorLogFile", to: "logs.error_log"},
	{key: "DisplayCommonLog", to: "logs.display_common"}, {key: "DisplayErrorLog", to: "logs.display_errors"},
	{key: "RobotsTxtClass", to: "robots.robots", values: []oldValue{{"OnlyDisallowRobotsTxt", "disallow-only"}}},
	{key: "TimeoutSeconds", to: "finish.timeout", unit: "s"},
	{key: "ResultFolder", to: "export.result_folder"},
	{key: "SaveDuplicates", to: "duplicates.save"},
	{key: "StopFile", to: "finish.stop_file"},
}

func findOld(key string) (oldKey, bool) {
	for _, k := range oldKeys {
		if k.key == key {
			return k, true
		}
	}
	return oldKey{}, false
}

// flat takes entries before any section. They set URL profile paper and key exact, and yield to entries in sections.
func (l *loader) flat(entries []entry) {
	var idle []string
	for _, e := range entries {
		old, ok := findOld(e.key)
		if !ok {
			l.fail("%s: unknown key before the first section%s", l.place(e), l.flatHint(e.key))
			continue
		}
		value, err := old.translate(e.value)
		switch {
		case err != nil:
			l.fail("%s = %s: %w", l.place(e), quote(e.value), err)
			continue
		case old.to != "":
			l.set(old.to, value, l.place(e), e.value)
		case old.values == nil:
			idle = append(idle, e.key)
		}
		if old.to == "store.store" {
			l.note("%s = %s: the state is kept on disk (badger), so that a stopped crawl can be resumed",
				l.place(e), e.value)
		}
	}
	if len(entries) > 0 {
		where := l.src.File + ": RCCrawler's keys: " + label("walk", "url_profile")
		l.set("walk.url_profile", site.ProfilePaper, where, site.ProfilePaper)
		l.set("duplicates.key", "exact", l.src.File+": RCCrawler's keys: "+label("duplicates", "key"), "exact")
		l.note("%s: has keys of RCCrawler: URLs are normalized and pages compared as in its paper ([walk] url_profile "+
			"= paper, [duplicates] key = exact) unless these keys are set", l.src.File)
	}
	if len(idle) > 0 {
		l.note("%s: no effect here: %s", l.src.File, strings.Join(idle, ", "))
	}
}

// flatHint says where an unknown key before the first section may belong.
func (l *loader) flatHint(key string) string {
	if home := l.home(key); home != "" {
		return home
	}
	known := site.Each(oldKeys, func(k oldKey) string { return k.key })
	return didYouMean(key, known) + " (known there, from RCCrawler: " + strings.Join(known, ", ") + ")"
}

func (k oldKey) translate(value string) (string, error) {
	if k.values != nil {
		return k.classes(value)
	}
	if k.to != "" && k.unit == "" {
		return value, nil
	}
	if n, err := strconv.ParseInt(value, 10, 32); err != nil || n < 0 {
		return "", fmt.Errorf("must be a whole number, 0 or more")
	}
	return value + k.unit, nil
}

// classes turns class names, separated by commas, into our names.
func (k oldKey) classes(value string) (string, error) {
	known, now := site.Each(k.values, func(v oldValue) string { return v.old }), []string(nil)
	for _, name := range strings.FieldsFunc(value, isSeparator) {
		i := slices.Index(known, name)
		if i < 0 {
			return "", fmt.Errorf("%s is not known: must be %s%s",
				quote(name), strings.Join(known, ", "), didYouMean(name, known))
		}
		now = append(now, k.values[i].now)
	}
	if now == nil {
		return "", fmt.Errorf("must not be empty: must be %s", strings.Join(known, ", "))
	}
	return strings.Join(now, ","), nil
}
