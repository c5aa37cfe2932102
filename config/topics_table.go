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
		texts := site.Each(list, site.URL.String)
		return strings.Join(texts, " ")
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
