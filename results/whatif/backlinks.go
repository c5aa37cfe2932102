package whatif

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"sitegraph/site"
	"sitegraph/stats/compare"
)

// ReadBacklinks reads a list of links from other sites: a URL of the site a line, or the page that links, a comma, a
// tab or a space, and the URL. Empty lines, those that begin with #, and a first line without a URL are left out.
func ReadBacklinks(name string, r io.Reader) (all []compare.Backlink, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	n := 0
	for n = 1; lines.Scan(); n++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if text == "" || text[0] == '#' {
			continue
		}
		b, err := backlinkOf(text)
		if err != nil && n > 1 {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if err == nil {
			all = append(all, b)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, n, err)
	}
	return all, nil
}

func backlinkOf(text string) (b compare.Backlink, err error) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' })
	if len(fields) == 1 {
		if fields, err = csv.NewReader(strings.NewReader(text)).Read(); err != nil {
			return b, fmt.Errorf("the line is no CSV: %w", err)
		}
	}
	switch b.Target = strings.TrimSpace(fields[0]); len(fields) {
	case 1:
	case 2:
		b.Source, b.Target = strings.TrimSuffix(b.Target, ","), strings.TrimSpace(fields[1])
	default:
		return b, errors.New("write a URL, or the page that links and the URL")
	}
	if strings.HasPrefix(b.Target, "/") {
		return b, nil
	}
	_, err = site.Parse(b.Target)
	return b, err
}

type seen struct{ now, then *site.Entry }

// JudgeBacklinks judges links from other sites by the crawl as it is and will be. Errors are the ledgers'.
func (p *Plan) JudgeBacklinks(all []compare.Backlink, now, then *site.Crawl) error {
	keys := make([]string, len(all))
	wanted := map[string]*seen{}
	for i, b := range all {
		if strings.HasPrefix(b.Target, "/") {
			all[i].Target = p.Known.Site.Origin + b.Target
		}
		a, err := parse(all[i].Target, p.Normaliser)
		if err != nil {
			continue
		}
		keys[i], wanted[a.key] = a.key, &seen{}
		if f, ok := p.fateOf(a.key); ok && f.to.key != "" && wanted[f.to.key] == nil {
			wanted[f.to.key] = &seen{}
		}
	}
	if err := look(wanted, now, func(s *seen, e *site.Entry) { s.now = e }); err != nil {
		return err
	}
	if err := look(wanted, then, func(s *seen, e *site.Entry) { s.then = e }); err != nil {
		return err
	}
	for i := range all {
		p.judge(&all[i], keys[i], wanted)
	}
	return nil
}

func look(wanted map[string]*seen, c *site.Crawl, found func(*seen, *site.Entry)) error {
	for e, err := range c.Ledger {
		if err != nil {
			return err
		}
		if s := wanted[e.Key]; s != nil {
			found(s, &e)
		}
	}
	return nil
}

func (p *Plan) judge(b *compare.Backlink, key string, wanted map[string]*seen) {
	s := wanted[key]
	if b.Fate = compare.Unknown; s == nil {
		return
	}
	e := s.then
	f, ends := p.fateOf(key)
	if ends {
		b.Change = p.Changes[f.change].Line
	}
	switch {
	case e == nil && ends && !f.taken: // no link leads there, but the servers are told
		b.Status, b.To = f.status, f.to.url
		b.Fate = compare.Breaks
		if f.redirects() {
			b.Fate = p.behind(f, s, wanted)
		}
	case e == nil: // no link leads there any more, but it is what it was
		if e = s.now; e == nil {
			return
		}
		fallthrough
	default:
		b.Fate, b.Status, b.To = leading(e), e.Status, e.Location
	}
	if b.Fate == compare.Breaks && leading(s.now) == compare.Breaks {
		b.Fate = compare.Broken
	}
}

// behind is the fate of a URL that redirects, by where it leads; own is what the ledgers have of it.
func (p *Plan) behind(f fate, own *seen, wanted map[string]*seen) compare.Fate {
	to := wanted[f.to.key]
	if f.moved { // what was there is there
		to = &seen{now: own.now, then: to.then}
	} else if next, ends := p.fateOf(f.to.key); ends && !next.taken && !next.redirects() {
		return compare.Breaks
	}
	if fate := leading(cmp.Or(to.then, to.now)); fate != compare.Survives {
		return fate
	}
	return compare.Redirects
}

// leading is the fate of a link to a URL by what a ledger has of it; nil is nothing.
func leading(e *site.Entry) compare.Fate {
	if e == nil {
		return compare.Unknown
	}
	switch e.State {
	case site.StatePage, site.StateDuplicate, site.StateRule, site.StateCanonical, site.StateNotHTML:
		return compare.Survives
	case site.StateRedirect, site.StateBoth, site.StateRedirectOut:
		return compare.Redirects
	case site.StateHop:
		if site.IsRedirect(e.Status) {
			return compare.Redirects
		}
	case site.StateStatus, site.StateFailed, site.StateRedirectBad, site.StateRedirectLost, site.StateRefused,
		site.StateUnreachable:
		return compare.Breaks
	}
	return compare.Unknown
}
