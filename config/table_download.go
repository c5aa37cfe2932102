package config

// downloadRows has the rows of [download]: where pages come from, who asks.
func downloadRows() []Setting {
	return append([]Setting{
		{Section: "download", Key: "downloader", Default: "http", Doc: "Where pages come from: the web, or a folder with a saved site.",
			Names: []string{"http", "folder"},
			field: func(s *Settings) any { return &s.Download.Downloader }},
		{Section: "download", Key: "folder", Doc: "Root of the saved site for the downloader folder.",
			Empty: true, Allowed: "the name of a folder, or empty",
			field: func(s *Settings) any { return &s.Download.Folder }},
		{Section: "download", Key: "user_agent", Doc: "User-Agent header; empty means sitegraph/VERSION (+CONTACT).",
			Empty: true, Flag: "user-agent",
			field: func(s *Settings) any { return &s.Download.UserAgent }},
		{Section: "download", Key: "contact", Doc: "Address of a page or mailbox where site owners reach you; part of the User-Agent header.",
			Empty: true, Flag: "contact",
			field: func(s *Settings) any { return &s.Download.Contact }},
	}, downloadLimits()...)
}

// downloadLimits has the rows of [download] that bound a request.
func downloadLimits() []Setting {
	return []Setting{
		{Section: "download", Key: "connect_timeout", Default: "10s", Doc: "Time to connect, name lookup and TLS included.",
			Min: millisecond, Max: hour,
			field: func(s *Settings) any { return &s.Download.ConnectTimeout }},
		{Section: "download", Key: "header_timeout", Default: "30s", Doc: "Time from the request to the answer's header.",
			Min: millisecond, Max: hour,
			field: func(s *Settings) any { return &s.Download.HeaderTimeout }},
		{Section: "download", Key: "timeout", Default: "30s", Doc: "Time for the whole request, the body included.",
			Min: millisecond, Max: hour,
			field: func(s *Settings) any { return &s.Download.Timeout }},
		{Section: "download", Key: "max_body", Default: "32MiB", Doc: "Largest body, after decoding; a larger one is no page.",
			Min: 1 << 10, Max: 4 << 30,
			field: func(s *Settings) any { return &s.Download.MaxBody }},
		{Section: "download", Key: "max_header", Default: "256KiB", Doc: "Largest header of an answer.",
			Min: 1 << 10, Max: 64 << 20,
			field: func(s *Settings) any { return &s.Download.MaxHeader }},
		{Section: "download", Key: "tries", Default: "3", Doc: "How often an address is asked for before a passing failure counts.",
			Min: 1, Max: 10,
			field: func(s *Settings) any { return &s.Download.Tries }},
		{Section: "download", Key: "retry_wait", Default: "1s", Doc: "Wait before the second try; it doubles with every further one.",
			Max:   hour,
			field: func(s *Settings) any { return &s.Download.RetryWait }},
		{Section: "download", Key: "max_retry_after", Default: "60s", Doc: "Longest wait that a server's Retry-After header can ask for.",
			Max:   24 * hour,
			field: func(s *Settings) any { return &s.Download.MaxRetryAfter }},
	}
}

func robotsRows() []Setting {
	return []Setting{
		{Section: "robots", Key: "robots", Default: "rfc9309", Doc: "Reading of robots.txt: RFC 9309, Disallow lines only as RCCrawler, the library temoto/robotstxt, or none at all.",
			Names: []string{"rfc9309", "disallow-only", "temoto", "none"},
			field: func(s *Settings) any { return &s.Robots.Rules }},
		{Section: "robots", Key: "max_crawl_delay", Default: "60s", Doc: "Longest Crawl-delay of a robots.txt that is honoured; a longer one counts as this.",
			Max:   hour,
			field: func(s *Settings) any { return &s.Robots.MaxCrawlDelay }},
	}
}

func parseRows() []Setting {
	return []Setting{
		{Section: "parse", Key: "parser", Default: "tokenizer", Doc: "What reads HTML: tokenizer counts links as they are written, goquery as a browser's tree has them (docs/hostile-web.md).",
			Names: []string{"tokenizer", "goquery"},
			field: func(s *Settings) any { return &s.Parse.Parser }},
		{Section: "parse", Key: "parsers", Default: "0", Doc: "Pages parsed at the same time; 0 means the number of CPUs.",
			Max:   1024,
			field: func(s *Settings) any { return &s.Parse.Parsers }},
	}
}

func sampleRows() []Setting {
	return []Setting{
		{Section: "sample", Key: "host", Doc: "Name under which the saved site answers; empty switches it off.",
			Empty: true, Allowed: "http://host, or empty",
			field: func(s *Settings) any { return &s.Sample.Host }},
		{Section: "sample", Key: "folder", Doc: "Root of the saved site.",
			Empty: true, Allowed: "the name of a folder, or empty",
			field: func(s *Settings) any { return &s.Sample.Folder }},
	}
}
