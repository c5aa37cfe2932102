package extractor

import (
	"context"
	"iter"
	"regexp"
	"time"

	"sitegraph/site"
)

// Downloader gets one address. It never follows a redirect and never returns
// an error: a failure is part of the response.
type Downloader interface {
	Download(ctx context.Context, r site.Request) site.Response
}

// Parser reads the links and the head of a page. An error means that the page
// cannot be read at all.
type Parser interface {
	Parse(site.Response) (site.Document, error)
}

// Digester says what "the same content" means.
type Digester interface {
	Digest(site.Content) site.Digest
}

// Rules are a site's robots.txt.
type Rules interface {
	// Allowed judges path[?query].
	Allowed(target string) bool
}

// Normaliser turns an address into its key, and into what is sent to the
// server.
type Normaliser interface {
	Address(site.URL) string
	// KeyOf returns the key of a URL whose Address is at hand.
	KeyOf(u site.URL, address string) string
}

// Finisher ends a walk. It is asked now and then by the walk's own goroutine.
type Finisher interface {
	Finished(site.Progress) (ending site.Ending, done bool)
}

// Journal keeps a site's records, in order, for good. An error of a journal
// stops the run.
type Journal interface {
	// Append adds records, all or none.
	Append(records [][]byte) error
	// Replay yields all records in order. The bytes are valid until the next
	// one.
	Replay() iter.Seq2[[]byte, error]
	// Read returns a copy of record n, counted from 0.
	Read(n int) ([]byte, error)
}

// Observer is told what happens; its methods are called by the goroutines of
// several sites at once.
type Observer interface {
	Fetched(site.Fetch)
	Progress(site.Progress)
}

// RobotsAnswer is robots.txt as fetched and what follows from it.
type RobotsAnswer struct {
	Seen  site.RobotsSeen
	Rules Rules
	// Delay is the Crawl-delay, 0 if none.
	Delay time.Duration
	// Retry says that there was no usable answer (5xx, 429, no connection):
	// nothing may be fetched for now, and the file is to be asked for again.
	Retry bool
}

// Robots reads a site's robots.txt. Fetch asks the site, Judge reads again
// what an earlier run saw.
type Robots interface {
	Fetch(ctx context.Context, d Downloader, origin site.URL) RobotsAnswer
	Judge(site.RobotsSeen) RobotsAnswer
}

// Parts are what a walk is made of.
type Parts struct {
	Downloader Downloader
	Parser     Parser
	Digester   Digester
	Robots     Robots
	Normaliser Normaliser
	Encoder    func(charset string) func(string) []byte // query encoding of a page's charset; nil result: UTF-8
	Finishers  []Finisher
	Journal    Journal
	Observer   Observer
	SetDelay   func(time.Duration) // told the site's Crawl-delay
	Claim      func(origin string) bool
	Now        func() time.Time
	// RetryFailed asks again for what failed in earlier runs.
	RetryFailed bool
	// Settings are those that change the graph, for the journal.
	Settings map[string]string
}

// Limits bound a walk and decide which links it looks at.
type Limits struct {
	// Downloads and Parsers are the numbers of workers.
	Downloads, Parsers int
	// MaxLevel is the last level fetched; negative: no limit.
	MaxLevel int
	// MaxPages bounds the pages of a site; 0: no limit.
	MaxPages int
	// MaxRedirects bounds the hops of a chain.
	MaxRedirects int
	// MaxURLLength bounds the URLs of the site, in bytes; longer ones are bad
	// links.
	MaxURLLength int
	// Extensions are file endings that are never fetched (spec A1).
	Extensions map[string]bool
	// Include and Exclude are matched against the address; nil: not used.
	Include, Exclude *regexp.Regexp
	// PathDepth and PathRepeats bound the segments of a path and the
	// occurrences of one, LinksPerPage the links of a page that are looked at,
	// PerDirectory the addresses of one directory; 0: no limit.
	PathDepth, PathRepeats, LinksPerPage, PerDirectory int
	// RewriteScheme lets a site whose home page changed from http to https
	// own the links that still say http (spec A6).
	RewriteScheme bool
	// NoXHTML lets text/html alone be a page (spec A7, profile paper).
	NoXHTML bool
	// KeepLinks keeps every link occurrence, KeepTexts the anchor texts of
	// external and bad links.
	KeepLinks, KeepTexts bool
}
