package site

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Sameness holds what the crawl learnt about URLs that show the same page; see [duplicates] key = stable.
type Sameness struct {
	// Masks describe what varies between requests for one URL, Rules the URLs that the site writes in several ways, and
	// Shapes the kinds of URLs that gave too little. Each list has the strongest first.
	Masks  []Mask
	Rules  []URLRule
	Shapes []Shape
	Twins  Twins
}

// Twins counts the pages that were fetched twice. The manifest has it too.
type Twins struct {
	Asked   int `json:"asked"`   // second requests
	Pages   int `json:"pages"`   // of these, pages both times
	Differ  int `json:"differ"`  // of these, pages whose bytes differed
	Settled int `json:"settled"` // of these, pages that are equal once masked
	// Links counts the distinct links of both versions, Volatile those in only one version.
	Links    int `json:"links"`
	Volatile int `json:"volatile"`
	// Unstable means that masks cannot hide everything that varies, so only equal bytes make duplicates.
	Unstable bool `json:"unstable"`
}

// Note returns a warning if most links differed on the second request in spite of masks, otherwise "".
func (t Twins) Note() string {
	if t.Pages < 2 || 2*t.Volatile <= t.Links {
		return ""
	}
	return fmt.Sprintf("%d of %d pages fetched twice led to other URLs the second time, and what varies in those was "+
		"not found: the graph may have one page many times, and another crawl would find other URLs", t.Differ, t.Pages)
}

// MaskKind is the part of a page that a mask hides.
type MaskKind string

const (
	MaskDigits MaskKind = "digits"         // words with a digit in a text
	MaskText   MaskKind = "text"           // a whole text, by its place
	MaskRegion MaskKind = "region"         // everything between two texts
	MaskParam  MaskKind = "link-parameter" // the value of a parameter in links
	MaskMarkup MaskKind = "markup"         // markup between texts and links
	MaskOrder  MaskKind = "order"          // the order of texts and links
)

// Mask hides a part that differs between two requests for one URL.
type Mask struct {
	Kind MaskKind // what it hides
	// For MaskParam, Name is the parameter and Shape the path of its links ("*/" is any). Then ";name" is a parameter
	// in the path and "/x*" a segment.
	Shape, Name string
	// First and Second were seen on the page URL. They are cut at 80 bytes.
	First, Second, URL string
	// Differed counts the pages fetched twice on which this part differed, and Seen the pages that have it.
	Differed, Seen int
}

// URLRuleKind is the way in which a URL rule changes a URL.
type URLRuleKind string

const (
	RuleDeclared URLRuleKind = "clean-param"  // robots.txt says that the parameter is insignificant
	RuleParam    URLRuleKind = "parameter"    // the parameter is insignificant
	RuleDefault  URLRuleKind = "default"      // the parameter may be omitted with this value
	RuleSegment  URLRuleKind = "path-session" // a segment of the path is insignificant
	RuleSession  URLRuleKind = "session"      // the value changes with every request
)

// URLRule says that URLs of a shape lead to the same page as simpler URLs.
type URLRule struct {
	Kind URLRuleKind // the kind of rule
	// Shape is the kind of URL that the rule applies to (see ShapeOf; "*/" is any directory). With Only it is a single
	// normalized URL without the parameter. For RuleDeclared it is the path in robots.txt.
	Shape string
	Only  bool
	// Name is the parameter or the file. Value is the parameter's value for RuleDefault, or the number of the segment.
	Name, Value string
	// Trials counts the compared pairs of pages, Agreed the pairs that were the same page, and HeldOut the URLs fetched
	// to test the rule after accepting it.
	Trials, Agreed, HeldOut int
	URLs                    int    // number of URLs not fetched because of the rule
	Retracted               bool   // two pages contradict it
	First, Second           string // two URLs that agree or contradict it
}

// Shape sums up the requests for one kind of URL.
type Shape struct {
	// Shape is as in ShapeOf, with the program that takes the parameters. "/a/*" is everything below a directory,
	// "/a/?*" its URLs with parameters, and "/a/list?*" the URLs of a program, if all were put off together.
	Shape    string
	Requests int  // requests in closed portions
	Of       int  // requests for all shapes; 0 if unknown
	New      int  // number of answers that were pages with new content
	Waiting  int  // number of URLs not fetched
	Deferred bool // put off until after all others
	// Exclude is a value for the setting exclude that leaves the shape out. Example is one of its URLs.
	Exclude, Example string
}

// Share returns the shape's share of all requests, 0 to 1; 0 if unknown.
func (s *Shape) Share() float64 {
	if s.Of == 0 {
		return 0
	}
	return float64(s.Requests) / float64(s.Of)
}

// Sentence describes the rule and gives the number of pages that agreed.
func (r *URLRule) Sentence() string {
	text := r.says()
	if r.Only {
		text += " at " + r.Shape
	} else {
		text += " under " + r.Shape
	}
	if r.Trials > 0 {
		text += fmt.Sprintf(" (%d of %d pages agreed)", r.Agreed, r.Trials)
	}
	return text
}

func (r *URLRule) says() string {
	switch r.Kind {
	case RuleDeclared:
		return "robots.txt (Clean-param) says that parameter " + r.Name + " means nothing"
	case RuleParam:
		return "parameter " + r.Name + " means nothing"
	case RuleDefault:
		return r.Name + "=" + r.Value + " is the same as without it"
	case RuleSegment:
		return "segment " + r.Value + " of the path means nothing"
	case RuleSession:
		return r.Name + " is another one at every request"
	}
	return string(r.Kind)
}

// State returns retracted, declared (by robots.txt) or accepted.
func (r *URLRule) State() string {
	switch {
	case r.Retracted:
		return "retracted"
	case r.Kind == RuleDeclared:
		return "declared"
	}
	return "accepted"
}

// Sentence describes the part that the mask hides.
func (m *Mask) Sentence() string {
	if m.Kind == MaskParam {
		return "the value of parameter " + m.Name + " in links to " + m.Shape
	}
	return cmp.Or(map[MaskKind]string{
		MaskDigits: "words with a digit in a text",
		MaskText:   "a text",
		MaskRegion: "all between two texts",
		MaskMarkup: "the markup between texts and links",
		MaskOrder:  "the order of texts and links",
	}[m.Kind], string(m.Kind))
}

// Sentence says how the alias differs and why it is still the page's alias; "" if the bytes are equal.
func (a *Alias) Sentence() string {
	why := map[string]string{
		HeldForSpelling:  "comments, how its links are written, or its own URL",
		HeldForNoise:     "only what the site was seen to vary on one and the same URL",
		HeldForOwnURL:    "only what repeats the URL by which it was found",
		HeldForCanonical: "only notes of its own URL, and it names that page as canonical",
	}[a.HeldFor]
	if why == "" || a.DiffersIn == "" {
		return why
	}
	return "in " + strings.ReplaceAll(a.DiffersIn, " ", " and ") + ": " + why
}

// MaxShapeParams is the maximum number of parameter names in a shape.
const MaxShapeParams = 16

// ShapeOf returns the kind of a normalized URL: its directory and the sorted names of its parameters. It writes numeric
// segments as #, and segments that look like hashes or contain an address in Base64 as @.
//
//	http://h/wiki/Cat?b=1&a=2   →  /wiki/?a&b
//	http://h/2024/05/12/post    →  /#/#/#/
func ShapeOf(key string) string {
	path, query, _ := strings.Cut(TargetIn(key), "?")
	var b strings.Builder
	path = path[:strings.LastIndexByte(path, '/')+1]
	for segment := range strings.SplitSeq(path, "/") {
		if segment != "" {
			b.WriteByte('/')
			b.WriteString(shapeOfSegment(segment))
		}
	}
	b.WriteByte('/')
	if query != "" {
		b.WriteByte('?')
		b.WriteString(strings.Join(paramNames(query), "&"))
	}
	return b.String()
}

// TargetIn returns the path and query of an absolute URL, or "/".
func TargetIn(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		return rest[i:]
	}
	return "/"
}

func shapeOfSegment(s string) string {
	if strings.HasPrefix(s, "aHR0c") { // Base64 of http
		return "@"
	}
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c|0x20 < 'a' || c|0x20 > 'f':
			return s
		}
	}
	switch {
	case digits == len(s):
		return "#"
	case digits > 0 && len(s) >= 7:
		return "@"
	}
	return s
}

// QuerySeparator returns "&", or ";" if that alone separates the parameters, as in "p=a.git;a=tree".
func QuerySeparator(query string) string {
	if !strings.Contains(query, ";") || strings.Contains(query, "&") {
		return "&"
	}
	for pair := range strings.SplitSeq(query, ";") {
		if !strings.Contains(pair, "=") {
			return "&"
		}
	}
	return ";"
}

func paramNames(query string) []string {
	var names []string
	for pair := range strings.SplitSeq(query, QuerySeparator(query)) {
		name, _, _ := strings.Cut(pair, "=")
		if names = append(names, name); len(names) == MaxShapeParams {
			break
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
