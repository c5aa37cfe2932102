package config

import (
	"regexp"
	"time"
)

// Settings are all settings, checked. The table holds the meaning, default
// and range of each; the comments here tell only what the type does not.
type Settings struct {
	Sites      Sites
	Walk       Walk
	Limits     Limits
	Download   Download
	Robots     Robots
	Parse      Parse
	Duplicates Duplicates
	Store      Store
	Finish     Finish
	Export     Export
	Logs       Logs
	Sample     Sample
	// Notes are remarks a user should read, in the order they came up.
	Notes []string
}

// Sites is the section [sites]: which sites, and what a line of hosts.txt
// leaves open.
type Sites struct {
	Hosts           string // path of hosts.txt
	AtOnce          int    // sites crawled at the same time
	DownloadsAtOnce int    // per site
	MaxLevel        int    // -1 means no limit
	CrawlDelay      time.Duration
}

// Walk is the section [walk]: which links of a site are followed.
type Walk struct {
	MaxPages   int      // per site, 0 means no limit
	Elements   []string // names of elements
	URLProfile string
	Extensions []string // lower case, without the dot; empty means ask the server
	// Include and Exclude are nil when not set. They are to be matched
	// anywhere in the address.
	Include, Exclude *regexp.Regexp
	MaxRedirects     int
	MaxURLLength     int // bytes
}

// Limits is the section [limits]; 0 means no limit.
type Limits struct {
	PathDepth    int // segments
	PathRepeats  int // occurrences of one segment
	LinksPerPage int
	PerDirectory int // addresses
}

// Download is the section [download].
type Download struct {
	Downloader     string
	Folder         string // root of a saved site, for the downloader "folder"
	UserAgent      string // "" means sitegraph/VERSION (+CONTACT)
	Contact        string
	ConnectTimeout time.Duration
	HeaderTimeout  time.Duration
	Timeout        time.Duration // the whole request
	MaxBody        int64         // bytes, decoded
	MaxHeader      int64         // bytes
	Tries          int
	RetryWait      time.Duration
	MaxRetryAfter  time.Duration
}

// Robots is the section [robots].
type Robots struct {
	Rules         string
	MaxCrawlDelay time.Duration
}

// Parse is the section [parse].
type Parse struct {
	Parser  string
	Parsers int // 0 means the number of CPUs
}

// Duplicates is the section [duplicates].
type Duplicates struct {
	Key  string
	Save bool
}

// Store is the section [store].
type Store struct {
	Store string
	Sync  bool
}

// Finish is the section [finish].
type Finish struct {
	Finishers []string
	Timeout   time.Duration // 0 means none
	StopFile  string
}

// Export is the section [export].
type Export struct {
	Exporters    []string
	GEXFVersion  string
	SelfLoops    bool
	ResultFolder string
}

// Logs is the section [logs].
type Logs struct {
	CommonLog, ErrorLog          string // paths, "" means not written
	DisplayCommon, DisplayErrors bool
}

// Sample is the section [sample]: a saved site served on loopback. Host is
// empty when there is none.
type Sample struct {
	Host   string
	Folder string
}
