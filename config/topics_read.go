package config

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
)

const (
	topicsLimit  = 1 << 20 // bytes of a file of topics
	maxAgents    = 200
	longestTopic = 50 // characters of an agent's name, which is in tables and file names
)

type topicsReader struct {
	file   string
	topics Topics
	shared Agent           // the values for all agents
	first  []Setting       // the rows before the first section
	own    []Setting       // the rows that only a section can have
	errs   map[int][]error // by line
}

// topicSection is a section of the file. The first one has no heading.
type topicSection struct {
	line    int
	name    string
	entries []entry
	skip    bool // the heading is wrong, so its keys would only repeat the error
}

// ReadTopics reads a file of topics. Keys before the first section apply to all agents, and each section is an agent.
// Indented lines continue a value. The error joins all errors, one per line, "file:line: text". Messages show name.
func ReadTopics(r io.Reader, name string) (Topics, error) {
	text, err := readClean(r, name, topicsLimit)
	if err != nil {
		return Topics{}, err
	}
	t := topicsReader{file: name, errs: map[int][]error{}}
	t.read(text)
	if len(t.errs) == 0 {
		return t.topics, nil
	}
	var errs []error
	for _, line := range slices.Sorted(maps.Keys(t.errs)) {
		errs = append(errs, t.errs[line]...)
	}
	return Topics{}, joined(errs)
}

func (t *topicsReader) fail(line int, format string, args ...any) {
	t.errs[line] = append(t.errs[line], fmt.Errorf("%s:%d: %w", t.file, line, fmt.Errorf(format, args...)))
}

func (t *topicsReader) read(text string) {
	sections := t.sections(text)
	all, shared, own := topicsRows(&t.topics, &t.shared)
	t.first, t.own = append(all, shared...), own
	for _, r := range t.first {
		if err := r.Set(r.Default); err != nil {
			t.fail(0, "default of %s: %w", r.Key, err)
		}
	}
	t.set(sections[0], t.first)
	for _, s := range sections[1:] {
		switch {
		case s.skip:
		case len(t.topics.Agents) == maxAgents:
			t.fail(s.line, "[%s]: more than %d agents; split the topics into several files", s.name, maxAgents)
			return
		default:
			t.agent(s)
		}
	}
	if len(sections) == 1 {
		t.fail(1, "no agent; write a section for each topic, such as [coins], and below it keywords = coin "+
			"penny thaler")
	}
}

func (t *topicsReader) agent(s topicSection) {
	a := t.shared
	a.Name, a.Line = s.name, s.line
	for _, other := range t.topics.Agents {
		if strings.EqualFold(a.Name, other.Name) {
			t.fail(s.line, "[%s]: line %d names an agent [%s] already; names must differ in more than upper and "+
				"lower case", s.name, other.Line, other.Name)
			return
		}
	}
	_, shared, own := topicsRows(&t.topics, &a)
	t.set(s, append(own, shared...))
	if !slices.ContainsFunc(s.entries, func(e entry) bool { return e.key == "keywords" }) {
		t.fail(s.line, "[%s]: no keywords; add a line such as keywords = coin penny thaler", s.name)
	}
	for _, u := range a.Seeds {
		on := func(pattern string) bool { return slices.Contains(HostPatterns(u), pattern) }
		if len(a.Hosts) > 0 && !slices.ContainsFunc(a.Hosts, on) {
			t.fail(s.line, "[%s]: its seed %s is on none of its hosts, %s; add %s to them", s.name, u,
				strings.Join(a.Hosts, " "), u.Host)
		}
	}
	t.topics.Agents = append(t.topics.Agents, a)
}

func (t *topicsReader) set(s topicSection, rows []Setting) {
	lines := map[string]int{}
	for _, e := range s.entries {
		i := slices.IndexFunc(rows, func(r Setting) bool { return r.Key == e.key })
		first, twice := lines[e.key]
		where := label(s.name, e.key)
		switch {
		case i < 0:
			t.fail(e.line, "%s: unknown key%s", where, t.hint(e.key, rows))
		case twice:
			t.fail(e.line, "%s: already given in line %d", where, first)
		default:
			lines[e.key] = e.line
			if !rows[i].quoted {
				e.value = unquote(e.value)
			}
			if err := rows[i].Set(e.value); err != nil {
				t.fail(e.line, "%s = %s: %w", where, quote(e.value), err)
			}
		}
	}
}

// hint helps with an unknown key: where it belongs, a similar key, or all known keys.
func (t *topicsReader) hint(key string, rows []Setting) string {
	is := func(r Setting) bool { return r.Key == key }
	switch {
	case slices.ContainsFunc(t.first, is):
		return "; it holds for all agents and belongs before the first section"
	case slices.ContainsFunc(t.own, is):
		return "; it belongs to one agent, below the heading of a section, such as [coins]"
	}
	keys := site.Each(rows, func(r Setting) string { return r.Key })
	return didYouMean(key, keys) + " (known: " + strings.Join(keys, ", ") + ")"
}

// sections cuts a text into sections. The first one is the text before all headings.
func (t *topicsReader) sections(text string) []topicSection {
	all, number := []topicSection{{}}, 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		indented := strings.TrimLeft(line, " \t") != line
		line = strings.TrimSpace(line)
		s := &all[len(all)-1]
		key, value, assigns := strings.Cut(line, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch {
		case strings.HasPrefix(line, "["):
			all = append(all, t.heading(line, number))
		case endsEntry(line):
		case assigns && isName(key):
			s.entries = append(s.entries, entry{number, s.name, key, value})
		case indented && len(s.entries) > 0:
			last := &s.entries[len(s.entries)-1]
			last.value = strings.TrimSpace(last.value + " " + line)
		default:
			t.fail(number, `%s: expected "key = value", "[topic]", a comment that begins with # or ;, or, indented, `+
				"more of the value above", quote(line))
		}
	}
	return all
}

func (t *topicsReader) heading(line string, number int) topicSection {
	name, ok := strings.CutSuffix(line[1:], "]")
	name = strings.Join(strings.Fields(name), " ")
	s := topicSection{line: number, name: name}
	switch {
	case !ok || name == "" || strings.ContainsAny(name, "[]"):
		t.fail(number, "%s: a section is written [name], on a line of its own", quote(line))
		s.skip = true
	case utf8.RuneCountInString(name) > longestTopic:
		t.fail(number, "[%s]: the name of an agent has at most %d characters; describe its topic by keywords",
			name, longestTopic)
		s.skip = true
	}
	return s
}
