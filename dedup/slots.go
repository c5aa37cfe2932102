package dedup

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

// slot is a part of a shape's URLs that a rule can be about.
type slot struct {
	kind        site.URLRuleKind
	shape, name string // as in URLRule; for a segment its number
}

// member is a URL with a slot. Members of one group are equal without it.
type member struct {
	slot     int32
	sample   int32
	group    uint64
	value    uint64 // a hash of the value in the slot
	token    bool   // isToken of the value
	ordinal  bool   // isOrdinal of the value
	repeated bool   // the URL has the parameter more than once
}

type ruleLearner struct {
	samples  []Sample
	sessions []string
	byHash   map[uint64]int32 // samples by hash of the URL
	slots    map[slot]int32
	names    []slot
	members  []member
}

// learn returns the rules that sorted samples suggest.
func learn(samples []Sample, sessions []string) []site.URLRule {
	l := &ruleLearner{samples: samples, sessions: sessions, byHash: make(map[uint64]int32, len(samples)),
		slots: map[slot]int32{}}
	parts, room := make([]urlParts, len(samples)), 0
	for i, s := range samples {
		parts[i] = partsOf(s.URL)
		l.byHash[parts[i].hash()] = int32(i)
		room += min(parts[i].params, maxRuleParams)
	}
	l.members = make([]member, 0, room)
	for i := range samples {
		l.collect(int32(i), parts[i])
	}
	slices.SortFunc(l.members, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.slot, b.slot), cmp.Compare(a.group, b.group), cmp.Compare(a.sample, b.sample))
	})
	return l.judge()
}

// urlParts has the hashes of a URL's parts. Their sum identifies the URL.
type urlParts struct {
	base   uint64
	query  uint64 // sum of the parameters' hashes
	params int
}

func (p urlParts) hash() uint64 { return p.base + p.query }

func partsOf(url string) urlParts {
	base, query := cutQuery(url)
	p := urlParts{base: mixedHash(base)}
	if query == "" {
		return p
	}
	separator := site.QuerySeparator(query)
	for param, more := "", true; more; p.params++ {
		param, query, more = strings.Cut(query, separator)
		p.query += mixedHash(param)
	}
	return p
}

func (l *ruleLearner) collect(i int32, parts urlParts) {
	url := l.samples[i].URL
	base, query := cutQuery(url)
	shape := ""
	if query != "" {
		shape = site.ShapeOf(url)
	}
	if parts.params <= maxRuleParams {
		l.collectParams(i, parts, shape, query)
	}
	for part := range pathParams(url) {
		rest := strings.Replace(base, part, "", 1)
		l.enter(slot{site.RuleSegment, anyDirectory, paramName(part)}, member{sample: i,
			group: mixedHash(rest) + parts.query, value: mixedHash(part), token: true})
	}
	for _, s := range tokens(url) {
		rest := base[:s.from] + "*" + base[s.to:]
		l.enter(slot{site.RuleSegment, site.ShapeOf(rest + url[len(base):]), strconv.Itoa(s.number)}, member{sample: i,
			group: mixedHash(rest) + parts.query, value: mixedHash(base[s.from:s.to]), token: true})
	}
	l.collectSessions(i)
}

func (l *ruleLearner) collectParams(i int32, parts urlParts, shape, query string) {
	if query == "" {
		return
	}
	params := queryParams(query)
	for at, param := range params {
		name := paramName(param)
		named := func(other string) bool { return paramName(other) == name }
		if slices.ContainsFunc(params[:at], named) {
			continue
		}
		value := paramValue(param)
		m := member{sample: i, group: parts.hash(), token: isToken(value), ordinal: isOrdinal(value)}
		for n, other := range params[at:] {
			if named(other) {
				m.value += mixedHash(other)
				m.repeated = n > 0
			}
		}
		m.group -= m.value
		l.enter(slot{site.RuleParam, shape, name}, m)
	}
}

func (l *ruleLearner) enter(s slot, m member) {
	n, known := l.slots[s]
	if !known {
		n = int32(len(l.names))
		l.slots[s] = n
		l.names = append(l.names, s)
	}
	m.slot = n
	l.members = append(l.members, m)
}

type verdict struct {
	rule    site.URLRule
	classes []int // classes of trials that agreed
	hasBase bool  // for a rule about one URL, whether the URL without the parameter is known
}

func (v *verdict) add(first, second Sample) {
	agreed := v.rule.Agreed
	if count(&v.rule, first, second); v.rule.Agreed > agreed {
		v.classes = append(v.classes, first.Class)
	}
}

func (v *verdict) meets(n need) bool {
	slices.Sort(v.classes)
	v.classes = slices.Compact(v.classes)
	return v.rule.Trials >= n.trials && len(v.classes) >= n.classes &&
		Wilson(v.rule.Agreed, v.rule.Trials) > minAgreement
}
