package config

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sitegraph/site"
)

// topicsINI has the keys, defaults and descriptions of a file of topics. Its section [topics] is for all agents, and
// [agent] is for one. The rows below have the rest.
//
//go:embed topics_defaults.ini
var topicsINI string

const (
	maxAmount = 1e9     // of times and energies
	maxSpace  = 1 << 40 // bytes
)

// topicsRows returns the settings of the search, those that agents may share, and those of a section alone.
func topicsRows(t *Topics, a *Agent) (all, shared, own []Setting) {
	all = []Setting{
		text(&t.Scheme, "topics.scheme").of("market", "random", "separate", "shared", "pool"),
		text(&t.Matching, "topics.matching").of("exact", "auction", "literal"),
		text(&t.Clock, "topics.clock").of(ClockSeconds, ClockPages),
		decimal(&t.Run, "topics.run", 0, maxAmount),
		decimal(&t.Interval, "topics.interval", 0.001, maxAmount),
		decimal(&t.Lifetime, "topics.lifetime", 0, maxAmount),
		decimal(&t.Understanding, "topics.understanding", 0, 1),
		boolean(&t.Strict, "topics.strict"),
		decimal(&t.PageEnergy, "topics.page_energy", 0, maxAmount),
		decimal(&t.Step, "topics.step", 0.001, 1),
		decimal(&t.WonTime, "topics.won_time", 0, maxAmount),
		size(&t.Space, "topics.space", 0, maxSpace),
		size(&t.WonSpace, "topics.won_space", 0, maxSpace),
		number(&t.Lots, "topics.lots", 1, 1e6),
		boolean(&t.Whole, "topics.whole"),
		boolean(&t.Foreign, "topics.foreign"),
	}
	shared = []Setting{
		language(&a.Language, "agent.language").orEmpty(),
		hosts(&a.Hosts, "agent.hosts").orEmpty(),
		decimal(&a.Energy, "agent.energy", 0, maxAmount),
		number(&a.Target, "agent.target", 0, 1e9),
	}
	own = []Setting{
		text(&a.Keywords, "agent.keywords").allow("words of any language").asWritten(),
		seeds(&a.Seeds, "agent.seeds"),
		pattern(&a.Label, "agent.label"),
	}
	_, keys := readDefaults(topicsINI)
	for _, rows := range [][]Setting{all, shared, own} {
		for i := range rows {
			at := slices.IndexFunc(keys, func(k Setting) bool { return k.Name() == rows[i].Name() })
			rows[i].Default, rows[i].Doc = keys[at].Default, keys[at].Doc
		}
	}
	return all, shared, own
}

// languageTag matches a value of HTML's lang, loosely.
var languageTag = regexp.MustCompile(`^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$`)

func language(field *string, name string) Setting {
	return value(field, name, "tag", "the tag of a language, such as en or pt-BR",
		func(_ Setting, text string) (string, error) {
			if text != "" && !languageTag.MatchString(text) {
				return "", errValue
			}
			return text, nil
		}, strings.Clone)
}

// seeds makes the row of a list of URLs separated by white space or commas.
func seeds(field *[]site.URL, name string) Setting {
	commas := strings.NewReplacer(",http://", " http://", ",https://", " https://")
	parse := func(_ Setting, text string) ([]site.URL, error) {
		return eachOnce(strings.Fields(commas.Replace(text)), func(word string) (site.URL, error) {
			return ParseSeed(strings.TrimSuffix(word, ","))
		})
	}
	return value(field, name, "list", "a list of URLs", parse, func(list []site.URL) string {
		return strings.Join(site.Each(list, site.URL.String), " ")
	}).orEmpty()
}

// eachOnce reads words and drops repeated values.
func eachOnce[T comparable](words []string, read func(string) (T, error)) (all []T, err error) {
	for _, word := range words {
		value, err := read(word)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(all, value) {
			all = append(all, value)
		}
	}
	return all, nil
}

// ParseSeed reads a URL where agents begin.
func ParseSeed(text string) (site.URL, error) {
	u, err := site.Parse(text)
	if err == nil && u.Host != "" && u.Port != "0" {
		return u, nil
	}
	if isPortless(u, err) {
		return site.URL{}, fmt.Errorf("%s: %w", quote(text), errPort)
	}
	hint := ""
	if host, _, _ := strings.Cut(text, "/"); hostLike(host) && strings.Contains(host, ".") {
		hint = "; did you mean " + quote("https://"+text) + "?"
	}
	return site.URL{}, fmt.Errorf("%s is not a complete URL: it must begin with http:// or https://%s",
		quote(text), hint)
}

func hosts(field *[]string, name string) Setting {
	parse := func(_ Setting, text string) ([]string, error) {
		return eachOnce(strings.FieldsFunc(text, isSeparator), hostPattern)
	}
	return value(field, name, "list", "a list of hosts", parse, withSpaces)
}

// HostPatterns returns all patterns that match the host of a URL, as hostPattern writes them.
func HostPatterns(u site.URL) []string {
	port := ":" + cmp.Or(u.Port, map[string]string{"http": "80", "https": "443"}[u.Scheme])
	all := []string{"*", u.Host, u.Host + port}
	for domain := range above(u.Host) {
		all = append(all, "*."+domain, "*."+domain+port)
	}
	return all
}

// hostPattern reads a pattern of hosts and writes it as URLs do, in lower case and punycode, with any port.
func hostPattern(text string) (string, error) {
	below, host := "", text
	if rest, ok := strings.CutPrefix(text, "*."); ok {
		below, host = "*.", rest
	}
	http, noHTTP := site.Parse("http://" + host + "/")
	https, noHTTPS := site.Parse("https://" + host + "/")
	port := cmp.Or(http.Port, https.Port)
	switch {
	case text == "*":
		return text, nil
	case !hostLike(host) || noHTTP != nil || noHTTPS != nil || !hostLike(http.Host) || port == "0":
		return "", fmt.Errorf("%s is not a pattern of hosts: write example.org, example.org:8080, "+
			"*.example.org for all hosts below it, or * for all", quote(text))
	case port != "":
		port = ":" + port
	}
	return below + http.Host + port, nil
}

// Topics has the settings of agents, with times in the unit of Clock and defaults by Liu Jia and Du Yajun (2016).
type Topics struct {
	Scheme   string  // how agents share URLs; see agents/market
	Matching string  // how a market is cleared; see agents/market
	Clock    string  // ClockSeconds or ClockPages
	Lifetime float64 // of an agent, at first
	Run      float64 // how long all agents work; 0 means no limit
	Interval float64 // between markets
	WonTime  float64 // what a bought URL adds to a life

	Understanding float64 // the relevance, 0 to 1, from which pages and links are relevant
	// Strict agents ignore links below Understanding, as in the paper. Others follow them when nothing better is left.
	Strict     bool
	PageEnergy float64 // the cost of a page
	Step       float64 // of prices, for the matching auction
	Space      int64   // bytes that an agent can store at first; 0 means no limit
	WonSpace   int64   // what a bought URL adds to the space
	Lots       int     // markets held in a row each time
	Whole      bool    // lets all buyers and URLs into a market
	Foreign    bool    // agents also sell URLs that are relevant only to others
	Agents     []Agent
}

// Clocks count seconds of declared delays, or pages processed by all agents together.
const (
	ClockSeconds = "seconds"
	ClockPages   = "pages"
)

// Agent is a section of a file of topics.
type Agent struct {
	Name     string // the name of the section
	Line     int    // the line of the section, from 1
	Keywords string // in any language
	Language string // of the keywords, as in HTML's lang; "" for any
	Seeds    []site.URL
	// Hosts are patterns of hosts that the agent may visit: a host, a host with a port, "*.example.org" for all hosts
	// below it, or "*" for all. If there are none, the agent may visit the hosts of its seeds.
	Hosts  []string
	Energy float64        // at first
	Target int            // number of relevant pages that the agent must store before it may buy
	Label  *regexp.Regexp // matches the URLs of pages on the topic, for the score-card only; may be nil
}
