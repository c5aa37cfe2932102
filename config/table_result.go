package config

func duplicatesRows() []Setting {
	return []Setting{
		{Section: "duplicates", Key: "key", Default: "exact", Doc: "What two duplicates share: nothing makes one, equal bytes, or equal visible text and links.",
			Names: []string{"none", "exact", "text"},
			field: func(s *Settings) any { return &s.Duplicates.Key }},
		{Section: "duplicates", Key: "save", Default: "true", Doc: "Whether the list of duplicates and redirects, aliases.csv, is written (RCCrawler's SaveDuplicates).",
			field: func(s *Settings) any { return &s.Duplicates.Save }},
	}
}

func storeRows() []Setting {
	return []Setting{
		{Section: "store", Key: "store", Default: "badger", Doc: "badger keeps the state on disk, so that a stopped crawl goes on; memory keeps none.",
			Names: []string{"badger", "memory"},
			field: func(s *Settings) any { return &s.Store.Store }},
		{Section: "store", Key: "sync", Default: "false", Doc: "Whether every write waits for the disk: safe against power cuts, slower.",
			field: func(s *Settings) any { return &s.Store.Sync }},
	}
}

func finishRows() []Setting {
	return []Setting{
		{Section: "finish", Key: "finishers", Default: "work-done,timeout,stop-file,max-pages", Doc: "What can end a crawl; any one of them suffices.",
			Names: []string{"work-done", "timeout", "stop-file", "max-pages"},
			field: func(s *Settings) any { return &s.Finish.Finishers }},
		{Section: "finish", Key: "timeout", Default: "0", Doc: "Time after which the crawl ends; 0 means none. A plain number behind the flag --max-time is seconds.",
			Max: 10 * 365 * 24 * hour, Flag: "max-time",
			field: func(s *Settings) any { return &s.Finish.Timeout }},
		{Section: "finish", Key: "stop_file", Default: "stop.txt", Doc: "File whose appearance ends the crawl.",
			Allowed: "the name of a file",
			field:   func(s *Settings) any { return &s.Finish.StopFile }},
	}
}

func exportRows() []Setting {
	return []Setting{
		{Section: "export", Key: "exporters", Default: "csv,gexf,graphml,pajek,aliases,external,bad,ledger,stats,report,charts", Doc: "Files written for every site.",
			Names: []string{"csv", "gexf", "graphml", "pajek", "aliases", "external", "bad", "ledger", "stats", "report", "charts", "links"},
			Empty: true, Flag: "export",
			field: func(s *Settings) any { return &s.Export.Exporters }},
		{Section: "export", Key: "gexf_version", Default: "1.3", Doc: "Version of GEXF; networkx before 3.6 reads only 1.2draft.",
			Names: []string{"1.3", "1.2draft"},
			field: func(s *Settings) any { return &s.Export.GEXFVersion }},
		{Section: "export", Key: "self_loops", Default: "true", Doc: "Whether links of a page to itself are written as arcs.",
			field: func(s *Settings) any { return &s.Export.SelfLoops }},
		{Section: "export", Key: "result_folder", Default: "result", Doc: "Folder that gets one folder per site.",
			Allowed: "the name of a folder",
			field:   func(s *Settings) any { return &s.Export.ResultFolder }},
	}
}

func logsRows() []Setting {
	return []Setting{
		{Section: "logs", Key: "common_log", Default: "logs/common_log.csv", Doc: "Log of all fetches; empty means none.",
			Empty: true, Allowed: "the name of a file, or empty",
			field: func(s *Settings) any { return &s.Logs.CommonLog }},
		{Section: "logs", Key: "error_log", Default: "logs/error_log.csv", Doc: "Log of all failures; empty means none.",
			Empty: true, Allowed: "the name of a file, or empty",
			field: func(s *Settings) any { return &s.Logs.ErrorLog }},
		{Section: "logs", Key: "display_common", Default: "false", Doc: "Whether the log of fetches also goes to the screen.",
			field: func(s *Settings) any { return &s.Logs.DisplayCommon }},
		{Section: "logs", Key: "display_errors", Default: "false", Doc: "Whether the log of failures also goes to the screen.",
			field: func(s *Settings) any { return &s.Logs.DisplayErrors }},
	}
}
