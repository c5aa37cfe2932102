package extractor_test

import (
	"cmp"
	"fmt"
	"strings"

	"sitegraph/site"
)

func (m *model) ledger() (out []string) {
	all := map[string]bool{}
	for _, seen := range []map[string]int{m.linked, m.hop, m.barred} {
		for key := range seen {
			all[key] = true
		}
	}
	for key := range m.left {
		all[key] = true
	}
	for _, key := range keys(all) {
		e := m.entry(m.byKey[key])
		out = append(out, dumpEntry(e))
		kind := map[site.State]string{site.StateRedirect: "redirect", site.StateDuplicate: "duplicate",
			site.StateBoth: "redirect+duplicate"}[e.State]
		if kind != "" {
			out = append(out, fmt.Sprintf("alias %s %s %s", e.Key, e.Page, kind))
		}
	}
	for _, key := range keys(m.from) {
		if strings.Contains(key, "://") {
			out = append(out, dumpEntry(site.Entry{Key: key, URL: key, State: site.StateExternal, Level: -1,
				From: m.first(key)}))
		}
	}
	return out
}

func (m *model) first(key string) string {
	if i, known := m.from[key]; known {
		return origin + m.pages[i].key
	}
	return ""
}

func (m *model) entry(r *resource) site.Entry {
	level, inScope := m.linked[r.key]
	if !inScope {
		level = -1
		if at, hop := m.hop[r.key]; hop {
			level = at
		} else if at, hop := m.barred[r.key]; hop {
			level = at
		}
	}
	e := site.Entry{Key: origin + r.key, Level: level, From: m.first(r.key), URL: origin + cmp.Or(m.form[r.key], r.key)}
	form, asked := m.asked[r.key]
	if asked { // even in a chain that is too long
		e.URL = origin + m.sent[r.key]
	}
	if !asked || inScope && !m.settled(r) {
		e.State = site.StateBeyondLevel
		if r.ending && m.left[r.key] { // file endings do not matter for redirects
			e.State = site.StateExtension
		} else if !inScope {
			e.State = site.StateExcluded
		}
		return e
	}
	e.URL = origin + form
	e.State, e.Status = m.state(r, inScope)
	if p, known := m.pageOf[r.key]; known {
		e.Page = origin + m.pages[p].key
		if m.pages[p] == r {
			e.State, e.Level = site.StatePage, m.levels[p]
		}
	} else if p := m.stands(r.key); p >= 0 {
		e.Page = origin + m.pages[p].key
	}
	return e
}

func (m *model) state(r *resource, inScope bool) (site.State, int) {
	switch r.kind {
	case isForbidden:
		return site.StateRobots, 0
	case isStatus:
		return site.StateStatus, r.status
	case isNotHTML:
		return site.StateNotHTML, 200
	case isPage:
		return site.StateDuplicate, 200
	}
	if !inScope {
		return site.StateHop, r.status
	}
	path, _, state := m.chain(r)
	last := path[len(path)-1]
	p, known := m.pageOf[last.key]
	switch {
	case state != "":
		return state, r.status
	case !known:
		return site.StateRedirectLost, r.status
	case m.pages[p] == last:
		return site.StateRedirect, r.status
	}
	return site.StateBoth, r.status
}

func dumpEntry(e site.Entry) string {
	return fmt.Sprintf("ledger %s %s %s level=%d status=%d page=%s from=%s", e.Key, e.URL, e.State, e.Level, e.Status,
		e.Page, e.From)
}
