package evidence

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"sitegraph/site"
)

// Restored yields the answers that count or may count, in journal order and in the form that workers returned. For a
// watched site these are the newest answers, without their versions.
func Restored(n *Known, j Journal) iter.Seq2[*Fetched, error] {
	r := &restoring{Known: n, journal: j}
	return func(yield func(*Fetched, error) bool) {
		wanted, place := recordsInUse(n), 0
		for record, err := range j.Replay() {
			var a *Fetched
			if err == nil && hasLinks(record) && n.Has(place) {
				a, err = r.fetched(record)
			}
			if err != nil {
				yield(nil, fmt.Errorf("record %d of the state: %w", place, err))
				return
			}
			if a != nil && wanted[place] && !yield(a, nil) {
				return
			}
			place++
		}
	}
}

// recordsInUse returns the places of the records whose answers are not void.
func recordsInUse(n *Known) map[int]bool {
	wanted := make(map[int]bool, len(n.Answers))
	for _, places := range []iter.Seq[int32]{slices.Values(n.Of), slices.Values(n.Held), maps.Values(n.spelled)} {
		for place := range places {
			if a := n.at(place); a != nil {
				wanted[int(a.Record)] = true
			}
		}
	}
	return wanted
}

type restoring struct {
	*Known
	journal Journal
}

func (r *restoring) fetched(record []byte) (*Fetched, error) {
	known, cold, err := DecodeAnswer(record, r.URLs)
	if err != nil {
		return nil, err
	}
	why := known.Why()
	a := &Fetched{URL: r.URLs.String(known.URL), Key: r.keyText(known.URL), Outcome: known.Outcome,
		Status: int(known.Status), Type: known.MediaType, Failure: why.Failure, Refusal: why.Refusal,
		Location: Target{Fault: why.Location}, Cookie: why.Cookie, Digest: known.Digest, Bytes: known.Bytes,
		Dropped: int(known.Counts.Dropped), Open: known.Open}
	if known.Location != NoURL {
		a.Location = Target{URL: r.URLs.String(known.Location), Key: r.keyText(known.Location)}
	}
	Each(known.Links, func(url URLID, count uint32) {
		a.Links = append(a.Links, Link{URL: r.URLs.String(url), Key: r.keyText(url), Count: count})
	})
	if a.Details, err = DecodeCold(cold); err != nil {
		return nil, err
	}
	if !a.Details.fit(len(a.Links)) {
		return nil, fmt.Errorf("%w: a link that its page does not have", ErrRecord)
	}
	a.Uses, err = r.usesOf(known.URL)
	return a, err
}

func (r *restoring) keyText(url URLID) string { return r.URLs.String(r.URLs.Key(url)) }

func (r *restoring) usesOf(url URLID) ([]UsedURL, error) {
	place, ok := r.Uses[r.URLs.Key(url)]
	if !ok {
		return nil, nil
	}
	record, err := r.journal.Read(int(place))
	if err != nil {
		return nil, err
	}
	return UsesIn(record)
}

// Equal returns the records of pages with equal bytes, by digest.
func Equal(n *Known) map[site.Digest][]int {
	all, used := map[site.Digest][]int{}, recordsInUse(n)
	for i := range n.Answers {
		if a := n.Answers[i]; a.Outcome == OutPage && used[int(a.Record)] {
			all[a.Digest] = append(all[a.Digest], int(a.Record))
		}
	}
	maps.DeleteFunc(all, func(_ site.Digest, records []int) bool { return len(records) < 2 })
	return all
}

// LinksIn returns the URL of a page and of its links in source order, from its record. A link that leads nowhere gives
// "". Without a known order it returns no links.
func LinksIn(n *Known, record []byte) (page string, links []string, err error) {
	known, cold, err := DecodeAnswer(record, n.URLs)
	if err != nil {
		return "", nil, err
	}
	page = n.URLs.String(known.URL)
	a := &Fetched{}
	if a.Details, err = DecodeCold(cold); err != nil || a.Facts == nil {
		return page, nil, err
	}
	urls := Unpack(nil, known.Links)
	a.Links = make([]Link, len(urls))
	all, err := a.Placed()
	for _, p := range all {
		to := ""
		if !p.Bad() {
			to = n.URLs.String(urls[p.URL])
		}
		links = append(links, to)
	}
	return page, links, err
}

// AskedRecords returns the URLs that redirected to other spellings of themselves, sorted.
func AskedRecords(n *Known) (all []AskedRecord) {
	requested := slices.Collect(maps.Keys(n.spelled))
	n.URLs.Sort(requested)
	for _, asked := range requested {
		if url := n.at(n.spelled[asked]).URL; url != asked {
			all = append(all, AskedRecord{Asked: n.URLs.String(asked), URL: n.URLs.String(url)})
		}
	}
	return all
}

// EachList calls f for each origin whose sitemaps were read completely, with their URLs.
func EachList(n *Known, f func(SitemapsRecord, []ListedURL) error) error {
	for _, origin := range site.Names(n.lists) {
		if l := n.lists[origin]; l.known() {
			if err := f(l.SitemapsRecord, l.entries); err != nil {
				return err
			}
		}
	}
	return nil
}
