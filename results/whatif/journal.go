package whatif

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

type memory struct{ records [][]byte }

func (m *memory) Append(records [][]byte) error {
	m.records = append(m.records, records...)
	return nil
}

func (m *memory) Replay() iter.Seq2[[]byte, error] { return site.WithoutErrors(m.records) }

func (m *memory) Read(n int) ([]byte, error) {
	if n < 0 || n >= len(m.records) {
		return nil, fmt.Errorf("no record %d", n)
	}
	return slices.Clone(m.records[n]), nil
}

type writing struct {
	*Plan
	memory
	known *evidence.Known // numbers the URLs of the new journal; it has no answers
	equal map[site.Digest][]int
	told  evidence.Told
}

// Write returns the journal after the changes, to be decided by depth, and which URLs are one page, if Site knows.
func (p *Plan) Write() (evidence.Journal, evidence.Told, error) {
	w := &writing{Plan: p, known: evidence.NewKnown()}
	if p.faults = nil; p.Told != nil {
		w.told = evidence.Told{}
	}
	steps := []func() error{w.begin, w.lists, w.anew, w.answers, w.gone, w.forbidden, w.asked, w.checked, w.end}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	w.tellRuled()
	return &w.memory, w.told, p.failure()
}

// note writes a record that affects the numbering of URLs.
func (w *writing) note(kind byte, v any) error {
	record, err := evidence.Event(kind, v)
	if err != nil {
		return err
	}
	w.records = append(w.records, record)
	return w.known.Take(record)
}

func (w *writing) begin() error {
	s := w.siteRecord()
	if err := w.note(evidence.KindSite, s); err != nil {
		return err
	}
	if starts := w.Known.Starts[1:]; len(starts) > 0 {
		var r evidence.StartsRecord
		for _, id := range starts {
			a := w.nowAt(id)
			r.URLs, r.Keys = append(r.URLs, a.url), append(r.Keys, a.key)
		}
		if err := w.note(evidence.KindStarts, r); err != nil {
			return err
		}
	}
	for _, origin := range slices.Sorted(maps.Keys(w.Known.Ruled)) {
		seen := w.Known.Ruled[origin]
		if origin == w.Known.Site.Origin {
			seen = w.robots
		}
		r := evidence.RobotsRecord{Seen: seen, Text: []byte(seen.Text)}
		if r.Seen.Text = ""; w.originNow(origin) != s.Origin {
			r.Origin = origin
		}
		if err := w.note(evidence.KindRobots, r); err != nil {
			return err
		}
	}
	return nil
}

const listedAtOnce = 1000 // entries of sitemaps per record

func (w *writing) lists() error {
	return evidence.EachList(w.Known, func(r evidence.SitemapsRecord, entries []evidence.ListedURL) error {
		r.Origin = w.originNow(r.Origin)
		if err := w.note(evidence.KindSitemaps, r); err != nil {
			return err
		}
		for some := range slices.Chunk(entries, listedAtOnce) {
			var l evidence.ListedRecord
			for _, e := range some {
				a := w.nowAt(e.URL)
				l.URLs, l.Keys = append(l.URLs, a.url), append(l.Keys, a.key)
				l.Files = append(l.Files, e.File)
			}
			if err := w.note(evidence.KindListed, l); err != nil {
				return err
			}
		}
		return nil
	})
}

// anew writes a record so that all answers are recalled and not requested.
func (w *writing) anew() error {
	settings := w.settings()
	maps.DeleteFunc(settings, func(key, _ string) bool { return !evidence.Decides(key) })
	return w.note(evidence.KindAnew, evidence.AnewRecord{Settings: settings})
}

// settings returns the crawl's settings without its order, because the forecast crawls by depth.
func (w *writing) settings() map[string]string {
	settings := maps.Clone(w.Known.Site.Settings)
	maps.DeleteFunc(settings, func(key, _ string) bool { return strings.HasPrefix(key, "[order] ") })
	return settings
}

func (w *writing) answers() error {
	for a, err := range evidence.Restored(w.Known, w.Journal) {
		if err != nil {
			return err
		}
		if err := w.answer(a); err != nil {
			return err
		}
		if len(w.faults) >= maxErrors || !w.Effort.spend(1) {
			return w.failure()
		}
	}
	return nil
}

func (w *writing) answer(a *evidence.Fetched) error {
	f, ends := w.fates[a.Key]
	switch {
	case ends && (!f.moved || !w.counts(a) || a.Outcome == evidence.OutForbidden):
		return nil
	case !ends && w.comes[a.Key]: // another page replaces it
		return nil
	case a.Outcome == evidence.OutForbidden && w.ruled && !w.forbids(address{a.URL, a.Key}):
		return nil // nobody has fetched it
	}
	if a.Outcome == evidence.OutPage {
		if err := w.edit(a); err != nil {
			return err
		}
	}
	if ends {
		w.relocate(a, f)
	}
	return w.write(a, ends || w.ruled)
}

// linksOfEqual returns the targets of the links on another page with the same bytes, or nil if no other page has them.
func (w *writing) linksOfEqual(a *evidence.Fetched) []string {
	if w.equal == nil {
		w.equal = evidence.Equal(w.Known)
	}
	for _, record := range w.equal[a.Digest] {
		b, err := w.Journal.Read(record)
		if err != nil {
			return nil // answers reads the record again and reports the error
		}
		if page, links, err := evidence.LinksIn(w.Known, b); err == nil && page != a.URL {
			return links
		}
	}
	return nil
}

// counts reports whether this answer counts, if several spellings of a URL were answered.
func (w *writing) counts(a *evidence.Fetched) bool {
	urls := w.Known.URLs
	newest := w.Known.Newest(urls.Find(a.Key))
	return newest != nil && urls.String(newest.URL) == a.URL
}

// relocate moves an answer to another URL. A redirect follows its target if the target moves.
func (w *writing) relocate(a *evidence.Fetched, f fate) {
	a.URL, a.Key = f.to.url, f.to.key
	if to, ok := w.fates[a.Location.Key]; ok && to.moved && a.Location.URL != "" {
		a.Location = evidence.Target{URL: to.to.url, Key: to.to.key}
	}
}

// write writes an answer. If it is new and robots.txt forbids its URL, it writes a forbidden one instead.
func (w *writing) write(a *evidence.Fetched, isNew bool) error {
	if isNew && a.Outcome != evidence.OutForbidden && w.forbids(address{a.URL, a.Key}) {
		*a = evidence.Fetched{URL: a.URL, Key: a.Key, Outcome: evidence.OutForbidden}
	}
	w.records = append(w.records, w.known.URLs.Encode(a))
	if len(a.Uses) == 0 {
		return nil
	}
	return w.note(evidence.KindUses, evidence.UsesRecord{Of: a.Key, Uses: a.Uses})
}

// gone writes the new answers of URLs with a fate, in all spellings.
func (w *writing) gone() error {
	urls := w.Known.URLs
	for id := range evidence.URLID(urls.Len()) {
		f, ok := w.fates[urls.String(urls.Key(id))]
		if ok && f.moved && urls.Key(id) == id && w.forbids(f.to) { // even without an answer to move
			if err := w.write(&evidence.Fetched{URL: f.to.url, Key: f.to.key}, true); err != nil {
				return err
			}
		}
		if !ok || f.taken || urls.Outside(id) || w.away.url != "" && w.Changes[f.change].Verb == Host {
			continue // the crawl asks the old host for its home page only
		}
		a := &evidence.Fetched{URL: urls.String(id), Key: urls.String(urls.Key(id)), Outcome: evidence.OutStatus,
			Status: f.status}
		if f.redirects() {
			a.Outcome, a.Location = evidence.OutRedirect, evidence.Target{URL: f.to.url, Key: f.to.key}
		}
		if err := w.write(a, true); err != nil {
			return err
		}
	}
	return nil
}

func (w *writing) asked() error {
	for _, r := range evidence.AskedRecords(w.Known) {
		key := w.Known.URLs.String(w.Known.URLs.Key(w.Known.URLs.Find(r.URL)))
		if w.ruled && w.forbids(address{r.Asked, key}) {
			a := &evidence.Fetched{URL: r.Asked, Key: key, Outcome: evidence.OutForbidden}
			if err := w.write(a, false); err != nil {
				return err
			}
			continue
		}
		asked, url := w.known.URLs.Find(r.Asked), w.known.URLs.Find(r.URL)
		if _, ends := w.fates[key]; ends || asked == evidence.NoURL || url == evidence.NoURL {
			continue
		}
		record, err := evidence.Event(evidence.KindAsked, r)
		if err != nil {
			return err
		}
		w.records = append(w.records, record)
	}
	return nil
}

func (w *writing) checked() error {
	for _, key := range slices.Sorted(maps.Keys(w.Known.Checked)) {
		r := evidence.CheckedRecord{Key: key, Check: w.Known.Checked[key]}
		if err := w.note(evidence.KindChecked, r); err != nil {
			return err
		}
	}
	return nil
}

func (w *writing) end() error { return w.note(evidence.KindEnd, w.Known.End) }
