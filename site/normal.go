package site

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// The first four rules always apply, because reading a URL includes them. They have names so that the settings can list
// all rules.
const (
	RuleSchemeHostCase  = "scheme-host-case" // lower case
	RuleDefaultPort     = "default-port"     // no :80 for http, :443 for https
	RuleDotSegments     = "dot-segments"     // /f1/./f2/../f3 is /f1/f3
	RuleFragment        = "fragment"         // dropped
	RuleTripletCase     = "triplet-case"     // %3a is %3A
	RuleDoubleSlash     = "double-slash"     // runs of slashes in the path are one slash
	RuleIPToHost        = "ip-to-host"       // a known address of the site is its domain
	RuleSortQuery       = "sort-query"       // by name, bytewise; parameters with equal names keep their order
	RuleEmptyQuery      = "empty-query"      // no ? without parameters
	RuleEmptyParams     = "empty-params"     // no empty text between two &
	RuleValuelessParams = "valueless-params" // also no "a" and "a="
	RuleTrailingSlash   = "trailing-slash"   // /folder is /folder/ if its name has no dot
)

// RuleNames returns the names of all rules (Pechnikov and Lankin 2016).
func RuleNames() []string {
	return []string{
		RuleSchemeHostCase, RuleDefaultPort, RuleTripletCase, RuleTrailingSlash,
		RuleDotSegments, RuleFragment, RuleDoubleSlash, RuleIPToHost,
		RuleSortQuery, RuleEmptyQuery, RuleEmptyParams, RuleValuelessParams,
	}
}

// These are the names of two sets of rules.
const (
	// ProfileDefault omits the rules that guess: trailing-slash, ip-to-host and valueless-params.
	ProfileDefault = "default"
	// ProfilePaper follows the paper: it applies all rules but ip-to-host, and the normal form is also fetched.
	ProfilePaper = "paper"
)

func profileRules(profile string) ([]string, error) {
	switch profile {
	case ProfileDefault:
		return []string{RuleTripletCase, RuleDoubleSlash, RuleSortQuery, RuleEmptyQuery, RuleEmptyParams}, nil
	case ProfilePaper:
		return slices.DeleteFunc(RuleNames(), func(rule string) bool { return rule == RuleIPToHost }), nil
	}
	want := fmt.Sprintf("want %s, %s, or a list of %s", ProfileDefault, ProfilePaper, strings.Join(RuleNames(), ", "))
	list := strings.FieldsFunc(profile, func(c rune) bool { return c == ',' || unicode.IsSpace(c) })
	for _, rule := range list {
		if !slices.Contains(RuleNames(), rule) {
			return nil, fmt.Errorf("unknown rule %q: %s", rule, want)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no rule: %s", want)
	}
	return list, nil
}

// Normaliser turns a URL into its key, the normal form that identifies it. Goroutines may share it. With any rules, it
// percent-encodes characters that RFC 3986 does not allow in a path or query, writes a % outside a triplet as %25, and
// decodes nothing. It applies ip-to-host, triplet-case, double-slash, the query rules and trailing-slash, in this
// order.
type Normaliser struct {
	paper         bool
	tripletCase   bool
	doubleSlash   bool
	trailingSlash bool
	sortQuery     bool
	emptyQuery    bool
	params        paramRule
	domains       map[string]string // nil, or serialised address → domain
}

// NewNormaliser takes a profile or a list of rules separated by commas or white space. hostIPs maps IP addresses, with
// or without brackets, to domains for ip-to-host.
func NewNormaliser(profile string, hostIPs map[string]string) (*Normaliser, error) {
	rules, err := profileRules(profile)
	if err != nil {
		return nil, fmt.Errorf("normalisation: %w", err)
	}
	has := func(rule string) bool { return slices.Contains(rules, rule) }
	n := &Normaliser{
		paper:         profile == ProfilePaper,
		tripletCase:   has(RuleTripletCase),
		doubleSlash:   has(RuleDoubleSlash),
		trailingSlash: has(RuleTrailingSlash),
		sortQuery:     has(RuleSortQuery),
		emptyQuery:    has(RuleEmptyQuery),
	}
	switch {
	case has(RuleValuelessParams):
		n.params = dropValueless
	case has(RuleEmptyParams):
		n.params = dropEmpty
	}
	if has(RuleIPToHost) {
		if n.domains, err = serialisedHosts(hostIPs); err != nil {
			return nil, fmt.Errorf("normalisation: %w", err)
		}
	}
	return n, nil
}

// serialisedHosts converts addresses and domains to the format of URL.Host.
func serialisedHosts(hostIPs map[string]string) (map[string]string, error) {
	domains := make(map[string]string, len(hostIPs))
	for ip, domain := range hostIPs {
		bracketed := ip
		if strings.Contains(ip, ":") && ip[0] != '[' {
			bracketed = "[" + ip + "]"
		}
		address, err := Parse("http://" + bracketed)
		if err != nil {
			return nil, fmt.Errorf("address %q of %s: %w", ip, domain, err)
		}
		host, err := Parse("http://" + domain)
		if err != nil {
			return nil, fmt.Errorf("domain %q of %s: %w", domain, ip, err)
		}
		domains[address.Host] = host.Host
	}
	return domains, nil
}

// Key returns the normal form of u.
func (n *Normaliser) Key(u URL) string { return n.KeyOf(u, u.String()) }

// KeyOf does what Key does, for callers that have u.String() as address, which usually is the key.
func (n *Normaliser) KeyOf(u URL, address string) string {
	// This spares most URLs the cost of build.
	if n.domains[u.Host] == "" && n.isNormalPath(u.Path) && (!u.HasQuery || n.isNormalQuery(u.Query)) {
		return address
	}
	return n.build(u)
}

// Address returns the URL to request. This is u itself, because the server may not honour a rule. Only the profile
// paper requests the key.
func (n *Normaliser) Address(u URL) string {
	if n.paper {
		return n.Key(u)
	}
	return u.String()
}

func (n *Normaliser) build(u URL) string {
	if domain, ok := n.domains[u.Host]; ok {
		u.Host = domain
	}
	var room [256]byte
	out := append(room[:0], u.Scheme...)
	out = append(append(out, "://"...), u.Host...)
	if u.Port != "" {
		out = append(append(out, ':'), u.Port...)
	}
	return string(n.appendQuery(n.appendPath(out, u.Path), u))
}

// isNormalPath reports whether appendPath would leave the path unchanged.
func (n *Normaliser) isNormalPath(path string) bool {
	last := byte(0)
	for i := range len(path) {
		c := path[i]
		if classes[c]&keyPath == 0 && !n.isNormalTriplet(path, i) {
			return false
		}
		if c == '/' && last == '/' && n.doubleSlash {
			return false
		}
		last = c
	}
	return !n.trailingSlash || !isFolder(path)
}

// isNormalTriplet reports whether a triplet in normal form begins at i.
func (n *Normaliser) isNormalTriplet(s string, i int) bool {
	return isTriplet(s, i) && !(n.tripletCase && (s[i+1] >= 'a' || s[i+2] >= 'a'))
}

// isFolder reports whether the paper's rule considers the path a folder: its last segment is not empty and has no dot.
func isFolder(path string) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return name != "" && strings.IndexByte(name, '.') < 0
}

func (n *Normaliser) appendPath(out []byte, path string) []byte {
	for n.doubleSlash && strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	out = n.appendKey(out, path, keyPath)
	if n.trailingSlash && isFolder(path) {
		out = append(out, '/')
	}
	return out
}

// appendKey appends s and percent-encodes everything except the allowed class and existing triplets.
func (n *Normaliser) appendKey(out []byte, s string, allowed class) []byte {
	for i := 0; i < len(s); i++ {
		switch {
		case classes[s[i]]&allowed != 0:
			out = append(out, s[i])
		case !isTriplet(s, i):
			out = appendEscape(out, s[i])
		case n.tripletCase:
			out = appendEscape(out, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		default:
			out = append(out, s[i:i+3]...)
			i += 2
		}
	}
	return out
}

type paramRule int

const (
	keepAll       paramRule = iota
	dropEmpty               // drop empty text between two &
	dropValueless           // also drop "a" and "a="
)

func (r paramRule) keeps(param string) bool {
	switch r {
	case dropEmpty:
		return param != ""
	case dropValueless:
		_, value, _ := strings.Cut(param, "=")
		return value != ""
	}
	return true
}

func paramName(param string) string {
	name, _, _ := strings.Cut(param, "=")
	return name
}

// isNormalQuery reports whether appendQuery and String would leave the query unchanged.
func (n *Normaliser) isNormalQuery(query string) bool {
	if query == "" {
		return !n.emptyQuery
	}
	for i := range len(query) {
		c := query[i]
		if c == '\'' || classes[c]&keyQuery == 0 && !n.isNormalTriplet(query, i) {
			return false
		}
	}
	last := ""
	for first := true; ; first = false {
		param, rest, more := strings.Cut(query, "&")
		name := paramName(param)
		if !n.params.keeps(param) || n.sortQuery && !first && name < last {
			return false
		}
		if !more {
			return true
		}
		last, query = name, rest
	}
}

func (n *Normaliser) appendQuery(out []byte, u URL) []byte {
	if !u.HasQuery {
		return out
	}
	var room [256]byte
	query := string(n.appendKey(room[:0], u.Query, keyQuery))
	params := strings.Split(query, "&")
	params = slices.DeleteFunc(params, func(p string) bool { return !n.params.keeps(p) })
	if n.sortQuery {
		slices.SortStableFunc(params, func(a, b string) int {
			return strings.Compare(paramName(a), paramName(b))
		})
	}
	if n.emptyQuery && (len(params) == 0 || len(params) == 1 && params[0] == "") {
		return out
	}
	out = append(out, '?')
	for i, param := range params {
		if i > 0 {
			out = append(out, '&')
		}
		out = append(out, param...)
	}
	return out
}
