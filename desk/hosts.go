package desk

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"sitegraph/config"
	"sitegraph/site"
)

const (
	// longestImport bounds a list of sites, in bytes: some hundred thousand lines.
	longestImport = 16 << 20
	// mostBad bounds the lines that are reported.
	mostBad = 100
)

// Imported is what became of a list of sites.
type Imported struct {
	// Added and Known count the sites that were new, and that the project had.
	Added int `json:"added"`
	Known int `json:"known"`
	// Bad are the lines that cannot be used, and why, at most 100; Skipped counts all of them.
	Bad     []string `json:"bad,omitempty"`
	Skipped int      `json:"skipped"`
}

// Import adds the sites of a list, written as in hosts.txt, to the project. Lines that cannot be used are
// reported, the others are added. A crawl under way keeps the sites that it began with.
func (p *Project) Import(list string) (done Imported, err error) {
	if len(list) > longestImport {
		return done, input("the list has %d bytes, more than %d", len(list), longestImport)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.now()
	if s.trouble != nil {
		return done, s.trouble
	}
	var added []string
	var places []int // of the lines that are added
	all := slices.Clone(s.hosts)
	seen, n := map[string]bool{}, 0 // the start pages
	bad := func(line int, err error) {
		if done.Skipped++; len(done.Bad) < mostBad {
			done.Bad = append(done.Bad, fmt.Sprintf("line %d: %v", line, err))
		}
	}
	for _, h := range s.hosts {
		for _, u := range append([]site.URL{h.URL}, h.Further...) {
			seen[u.String()] = true
		}
	}
	for line := range strings.Lines(strings.TrimPrefix(list, "\ufeff")) {
		n++
		line = strings.TrimSpace(line)
		text := config.Uncomment(line)
		if text == "" {
			continue
		}
		var h config.Host
		err := config.CheckLine(text)
		if err == nil {
			h, _, err = config.ParseHost(text, s.config.Settings)
		}
		if err != nil {
			bad(n, err)
			continue
		}
		if seen[h.URL.String()] {
			done.Known++
			continue
		}
		seen[h.URL.String()] = true
		if strings.ContainsFunc(line, unicode.IsControl) {
			line = text // no comment that would spoil the file
		}
		added, places, all = append(added, line), append(places, n), append(all, h)
	}
	shared, lines := config.Overlaps(all), added
	added = nil
	for i, line := range lines {
		h := all[len(all)-len(lines)+i]
		if s, found := shared[len(all)-len(lines)+i]; found && !h.IsPage() {
			bad(places[i], fmt.Errorf("%s belongs to %s, too", s.Member, all[s.Of].URL.Origin()))
			continue
		}
		added = append(added, line)
	}
	if done.Added = len(added); done.Added == 0 {
		return done, nil
	}
	defer p.desk.change()
	err = config.EditHosts(s.hostsPath(), func(string) bool { return true }, added)
	p.now() // so that the next page need not read a hundred thousand lines
	return done, err
}
