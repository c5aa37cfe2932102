package config

import (
	"strings"
	"testing"
	"time"
)

// The settings of RCCrawler's experiments can be loaded as its paper prints them.
func TestRCCrawler(t *testing.T) {
	s, err := Load(Sources{File: "testdata/rccrawler.ini"})
	must(t, err)
	want := Defaults()
	want.Walk.URLProfile = "paper"
	want.Finish = Finish{Finishers: []string{"work-done", "timeout", "stop-file"}, Timeout: 240000 * time.Second,
		StopFile: "stop.txt"}
	want.Export.Exporters = []string{"csv", "gexf", "aliases", "external", "bad", "ledger", "stats"}
	want.Duplicates.Key = "exact"
	want.Parse.Parsers = 2
	want.Robots.Rules = "disallow-only"
	want.Logs.DisplayCommon, want.Logs.DisplayErrors = true, true
	same(t, s, &want)
	notes := strings.Join(s.Notes, "\n")
	wantNotes := "testdata/rccrawler.ini:4: DataManager = BMICDM: the state is kept on disk (badger), " +
		"so that a stopped crawl can be resumed\n" +
		"testdata/rccrawler.ini: has keys of RCCrawler: URLs are normalized and pages compared as in its paper " +
		"([walk] url_profile = paper, [duplicates] key = exact) unless these keys are set\n" +
		"testdata/rccrawler.ini: no effect here: DownloadingThreadPDChunkSizeMultiplier, " +
		"ParsingThreadPDChunkSize, DownloadingThreadSleepTime, ParsingThreadSleepTime, RoutineThreadSleepTime"
	if notes != wantNotes {
		t.Errorf("\ngot  %s\nwant %s", notes, wantNotes)
	}
}

// Sections win over flat keys in any order.
func TestMixed(t *testing.T) {
	s, msg := load(t,
		"StopFile = \"a\"\nTimeoutSeconds = 5\n[finish]\nstop_file = b\n[walk]\nurl_profile = default\n", Sources{})
	if msg != "" {
		t.Fatal(msg)
	}
	if s.Finish.StopFile != "b" || s.Finish.Timeout != 5*time.Second || s.Walk.URLProfile != "default" {
		t.Errorf("got %+v", s)
	}
}

func TestRCCrawlerErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`ParsingThread = "PT1"`,
			`s.ini:1: ParsingThread = "PT1": "PT1" is not known: must be PT0; did you mean "PT0"?`},
		{`RoutineThread = ""`, `s.ini:1: RoutineThread = "": must not be empty: must be RT0`},
		{`ResultUnloaders = "TestRU,X"`,
			`s.ini:1: ResultUnloaders = "TestRU,X": "X" is not known: must be GephiSiteGraphRU, TestRU`},
		{"TimeoutSeconds = 5m", `s.ini:1: TimeoutSeconds = "5m": must be a whole number, 0 or more`},
		{"TimeoutSeconds = 2000000000",
			`s.ini:1: TimeoutSeconds = "2000000000": must be a duration from 0 to 87600h (such as 90s or 2h; a ` +
				`plain number is milliseconds, behind --max-time seconds)`},
		{"RoutineThreadSleepTime = x", `s.ini:1: RoutineThreadSleepTime = "x": must be a whole number, 0 or more`},
		{"ParsingThreadsCount = x", `s.ini:1: ParsingThreadsCount = "x": must be a whole number from 0 to 1024`},
		{"DisplayErrorLog = 2", `s.ini:1: DisplayErrorLog = "2": must be true or false (also yes, no, on, off, 1, 0)`},
		{"StopFiles = a",
			`s.ini:1: StopFiles: unknown key before the first section; did you mean "StopFile"? ` +
				"(known there, from RCCrawler: " +
				"ApplicationManager, ApplicationFinishers, DataManager, " +
				"DownloadingThread, ParsingThread, ParsingThreadsCount, RoutineThread, UrlAnalyzingThread, " +
				"ResultUnloaders, DownloadingThreadPDChunkSizeMultiplier, " +
				"ParsingThreadPDChunkSize, DownloadingThreadSleepTime, ParsingThreadSleepTime, " +
				"RoutineThreadSleepTime, CommonLogFile, ErrorLogFile, DisplayCommonLog, " +
				"DisplayErrorLog, RobotsTxtClass, TimeoutSeconds, ResultFolder, SaveDuplicates, StopFile)"},
		{"StopFile = a\nStopFile = b", "s.ini:2: StopFile: already given in line 1"},
	} {
		if _, got := load(t, c.text, Sources{}); got != c.want {
			t.Errorf("\ngot  %s\nwant %s", got, c.want)
		}
	}
}
