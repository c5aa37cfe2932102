package config

import (
	"math"
	"regexp"
	"strings"
	"time"
)

// Settings has all settings, checked. defaults.ini describes them; comments here add units and the value for "none".
type Settings struct {
	// Each section has a struct.
	Sites      Sites
	Walk       Walk
	Order      Order
	Revisit    Revisit
	Limits     Limits
	Download   Download
	Robots     Robots
	Linked     Linked
	Parse      Parse
	Duplicates Duplicates
	Store      Store
	Finish     Finish
	Export     Export
	Report     Report
	Logs       Logs
	Sample     Sample
	Notes      []string // remarks for the user

	origins map[string]origin // how the user wrote settings, by name
}

// Sites is the section [sites]: the sites, and defaults for their lines in hosts.txt.
type Sites struct {
	Hosts              string        // path of hosts.txt, "-" for standard input
	AtOnce             int           // sites crawled at the same time
	Scope              string        // "host", "section" or "entity"; what belongs to a site
	Sitemaps           string        // "off", "check" or "start"; what to do with sitemaps
	ConnectionsPerHost int           // simultaneous connections to one host
	MaxDepth           int           // greatest depth; -1 means no limit
	CrawlDelay         time.Duration // minimum time between two requests to one host
}

// Walk is the section [walk], which says which links of a site are followed.
type Walk struct {
	MaxPages     int            // pages per site; 0 means no limit
	Elements     []string       // names of the elements whose links count
	URLProfile   string         // "default", "paper" or a list of rules of package site
	Extensions   []string       // file extensions never fetched, in lower case, without the dot
	Include      *regexp.Regexp // matches what is fetched; nil means everything
	Exclude      *regexp.Regexp // matches what is not fetched; nil means nothing
	MaxRedirects int            // redirects in one chain
	MaxURLLength int            // bytes of a URL of the site
}

// Order is the section [order], which says what is fetched next. The names are those of package schedule/order.
type Order struct {
	Sites     string // name of a site rule
	Pages     string // name of an order of pages
	Budget    int    // pages processed on all sites; 0 means no limit
	Theme     string // kind of the sites, which implies a site rule; "" means none
	Lookahead int    // decisions that may wait for their answers
	Seed      int    // seed of random numbers
	Quantum   int    // pages of a turn, for the rule quantum
	Block     int    // pages between two comparisons, for the rule r2
	Start     int    // pages before the first comparison; 0 means the rule's default
}

// Rule returns the name of the site rule: the theme's, if there is one.
func (o Order) Rule() string {
	if rule, ok := themes()[o.Theme]; ok {
		return rule
	}
	return o.Sites
}

// themes returns the site rules for the themes of BeeBot (Pechnikov and Chernobrovkin).
func themes() map[string]string {
	return map[string]string{"universities": "r3", "institutes": "r2", "none": "quantum"}
}

// ByDepth reports whether every site is crawled by depth, without a budget.
func (o Order) ByDepth() bool { return o.Pages == "levels" && !o.Shared() }

// Shared reports whether the sites of a run share one sequence of decisions.
func (o Order) Shared() bool {
	return o.Budget > 0 || o.Rule() != "all" || strings.HasPrefix(o.Pages, "links-")
}

// Revisit is the section [revisit], about checking pages again. The names are those of package schedule/revisit.
type Revisit struct {
	Policy  string  // name of a policy
	Checks  Amount  // pages checked in an iteration
	Seconds int     // time for the checks of an iteration; 0 means that Checks counts
	DeltaS  float64 // what every page's scent gains per iteration, for the policy scent
	Form    string  // form of formula (1), for the policy learned
}

// Amount is a number or a share of all. The other field is 0.
type Amount struct {
	Number  int     // 0 if it is a share
	Percent float64 // 0 if it is a number
}

// Of returns the amount in a total, at least 1.
func (a Amount) Of(all int) int {
	if a.Number > 0 {
		return a.Number
	}
	return max(1, int(math.Round(a.Percent*float64(all)/100)))
}

// Limits is the section [limits]; 0 means no limit.
type Limits struct {
	PathDepth    int // segments of a path
	PathRepeats  int // occurrences of one segment in a path
	PathTandems  int // times that a sequence of segments may follow itself
	LinksPerPage int // links read from a page
	PerDirectory int // URLs fetched per directory

	Refused        float64 // the share of refused pages beyond which a site is paused
	SkipMiswritten bool    // skips links that were written wrongly
}

// Download is the section [download].
type Download struct {
	Downloader     string        // "http", "folder" or "warc"
	Folder         string        // root of a saved site, for the downloader "folder"
	Archive        string        // file or folder of web archives, for the downloader "warc"
	WARC           bool          // writes exchanges to web archives
	Credentials    string        // file of passwords, tokens and cookies; "" means none
	UserAgent      string        // "" means sitegraph/VERSION (+CONTACT)
	Contact        string        // URL or e-mail address, part of the default user agent
	ConnectTimeout time.Duration // name lookup and TLS included
	HeaderTimeout  time.Duration // from the request to the header of the response
	Timeout        time.Duration // the whole request
	MaxBody        int64         // bytes of a decoded body
	MaxHeader      int64         // bytes of a header
	Tries          int           // attempts per URL
	RetryWait      time.Duration // before the second attempt
	MaxRetryAfter  time.Duration // the longest Retry-After that is obeyed
}

// Robots is the section [robots].
type Robots struct {
	Rules         string        // "rfc9309", "disallow-only", "temoto" or "none"; how to read robots.txt
	MaxCrawlDelay time.Duration // the longest Crawl-delay that is honored
}

// Linked is the section [linked], about checks of URLs that pages link to or use.
type Linked struct {
	Check   []string      // kinds of URLs, see site.LinkedKind; none checks nothing
	Delay   time.Duration // minimum time between two requests to a host
	Hosts   int           // hosts that are asked at the same time
	MaxURLs int           // URLs checked of a site; 0 means no limit
	MaxTime time.Duration // of the checks of a site in one run; 0 means no limit
}

// Parse is the section [parse].
type Parse struct {
	Parser  string // "tokenizer" or "goquery"
	Parsers int    // pages parsed at the same time; 0 means the number of CPUs
}

// Duplicates is the section [duplicates].
type Duplicates struct {
	Key  string // "none", "exact", "text" or "stable"; what duplicates have in common
	Save bool   // writes aliases.csv
}

// Store is the section [store].
type Store struct {
	Store string // "badger" or "memory"
	Sync  bool   // every write waits for the disk
}

// Finish is the section [finish].
type Finish struct {
	Finishers []string      // names of stop conditions
	Timeout   time.Duration // of a crawl; 0 means none
	StopFile  string        // path of the file that stops a crawl
}

// Export is the section [export].
type Export struct {
	Exporters   []string // names of the files to write
	GEXFVersion string   // "1.3" or "1.2draft"
	Facts       []string // columns of nodes.csv with facts of pages
	Measures    bool     // nodes of GEXF and GraphML have PageRank and other measures
	NodeColor   string   // "level" or "community"

	DirectoryDepth int  // the most path segments of a node in the graph of directories
	SelfLoops      bool // links of a page to itself are arcs
	Hits           []AccessLog
	LinkedHosts    bool   // the graph of the sites includes hosts that they link to
	ResultFolder   string // path of the folder with one folder per site
}

// Report is the section [report].
type Report struct {
	Times  bool     // keeps response times for measures.csv and the report
	Robots []string // robots whose reach is computed; "*" means those that robots.txt does not name
}

// AccessLog is an access log of a web server.
type AccessLog struct {
	Host string // the host of its lines; "" if they name it or there is only one site
	Path string // of the file, or a pattern
}

// Logs is the section [logs].
type Logs struct {
	CommonLog     string // path of the log of fetches; "" means none
	ErrorLog      string // path of the log of failures; "" means none
	DisplayCommon bool   // shows the log of fetches on the screen
	DisplayErrors bool   // shows the log of failures on the screen
}

// Sample is the section [sample], about a saved site served on loopback.
type Sample struct {
	Host   string // its URL, http://host; "" when there is none
	Folder string // its root folder
}
