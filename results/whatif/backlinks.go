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

// ReadBacklinks reads a list of links from other sites. Each line has a URL of the site, or the linking page, a comma,
// tab or space, and the URL. It skips empty lines, lines that begin with #, and a first line without a URL.
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

type entries map[string]*site.Entry

// JudgeBacklinks sets the fate of links from other sites, given the crawl now and then. Errors come from the ledgers.
func (p *Plan) JudgeBacklinks(all []compare.Backlink, now, then *site.Crawl) error {
	keys := make([]string, len(all))
	wanted := map[string]bool{}
	for i, b := range all {
		if strings.HasPrefix(b.Target, "/") {
			all[i].Target = p.Known.Site.Origin + b.Target
		}
		a, err := parse(all[i].Target, p.Normaliser)
		if err != nil {
			continue
		}
		keys[i], wanted[a.key] = a.key, true
		if f, ok := p.fateOf(a.key); ok {
			wanted[f.to.key] = true
		}
	}
	before, err := entriesOf(now, wanted)
	if err != nil {
		return err
	}
	after, err := entriesOf(then, wanted)
	if err != nil {
		return err
	}
	for i := range all {
		p.judge(&all[i], keys[i], before, after)
	}
	return nil
}

func entriesOf(c *site.Crawl, wanted map[string]bool) (entries, error) {
	found := entries{}
	for e, err := range c.Ledger {
		if err != nil {
			return nil, err
		}
		if wanted[e.Key] {
			found[e.Key] = &e
		}
	}
	return found, nil
}

func (p *Plan) judge(b *compare.Backlink, key string, before, after entries) {
	if b.Fate = compare.Unknown; key == "" {
		return
	}
	e := after[key]
	f, ends := p.fateOf(key)
	if ends {
		b.Change = p.Changes[f.change].Line
	}
	switch {
	case e == nil && ends && !f.taken: // no link leads there, but servers will answer so
		b.Status, b.To = f.status, f.to.url
		b.Fate = compare.Breaks
		if f.redirects() {
			b.Fate = p.behind(f, before[key], before, after)
		}
	case e == nil: // no link leads there any more, but the URL answers as before
		if e = before[key]; e == nil {
			return
		}
		fallthrough
	default:
		b.Fate, b.Status, b.To = compare.FateOf(e), e.Status, e.Location
	}
	if b.Fate == compare.Breaks && compare.FateOf(before[key]) == compare.Breaks {
		b.Fate = compare.Broken
	}
}

// behind returns the fate of a URL that will redirect to f.to. own is its entry before the changes.
func (p *Plan) behind(f fate, own *site.Entry, before, after entries) compare.Fate {
	to := before[f.to.key]
	if f.moved { // the page moved to f.to
		to = own
	} else if next, ends := p.fateOf(f.to.key); ends && !next.taken && !next.redirects() {
		return compare.Breaks
	}
	if fate := compare.FateOf(cmp.Or(after[f.to.key], to)); fate != compare.Survives {
		return fate
	}
	return compare.Redirects
}
