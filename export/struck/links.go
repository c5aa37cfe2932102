package struck

import (
	"slices"

	"sitegraph/site"
)

func (w *without) findLinks() error {
	w.links, w.whole = map[string]map[int]bool{}, map[[2]int]bool{}
	targets := map[string][]string{} // URL of a struck link to the URLs of its pages
	for identity := range w.all {
		if table, cells, err := Parse(identity); err == nil && table == "links" {
			targets[cells[1]] = append(targets[cells[1]], cells[0])
		}
	}
	if len(targets) == 0 {
		return nil
	}
	ids, keys := map[string]int{}, map[string]int{}
	for i, p := range w.Graph.Pages {
		ids[p.URL], keys[p.Key] = i+1, i+1
	}
	standing := map[string][]string{} // the keys that a page represents
	for e, err := range w.Ledger {
		if err != nil {
			return err
		}
		standing[e.Page] = append(standing[e.Page], e.Key)
		for _, source := range targets[e.URL] {
			w.strikeLink(e.Key, ids[source])
		}
	}
	for page, of := range standing {
		if to := keys[page]; to > 0 {
			w.emptyArcs(to, of)
		}
	}
	return nil
}

func (w *without) strikeLink(key string, source int) {
	if !slices.Contains(w.Mentions(key), source) {
		return
	}
	if w.links[key] == nil {
		w.links[key] = map[int]bool{}
	}
	w.links[key][source] = true
	w.counts["links"]++
}

// emptyArcs finds the arcs to page to whose links were all struck out. keys are the keys that the page represents.
func (w *without) emptyArcs(to int, keys []string) {
	for _, k := range keys {
		for source := range w.links[k] {
			stays := func(key string) bool {
				return !w.links[key][source] && slices.Contains(w.Mentions(key), source)
			}
			if !slices.ContainsFunc(keys, stays) {
				w.whole[[2]int{source, to}] = true
			}
		}
	}
}

// linkers returns the old ids of the remaining pages that link to a key.
func (w *without) linkers(key string) []int {
	return slices.DeleteFunc(slices.Clone(w.Mentions(key)), func(id int) bool {
		return w.ids[id] == 0 || w.links[key][id]
	})
}

func (w *without) mentions(key string) []int {
	ids := w.linkers(key)
	for i, id := range ids {
		ids[i] = w.ids[id]
	}
	return ids
}

// linksOf wraps a function that returns a page's links, so that it returns only the remaining ones, by new id.
func (w *without) linksOf(whole func(int) ([]site.Occurrence, error)) func(int) ([]site.Occurrence, error) {
	if whole == nil {
		return nil
	}
	former := []int{0} // old ids by new id
	for id, now := range w.ids {
		if now > 0 {
			former = append(former, id)
		}
	}
	return func(id int) ([]site.Occurrence, error) {
		all, err := whole(former[id])
		var links []site.Occurrence
		for _, o := range all {
			if w.keepLink(&o) {
				links = append(links, o)
			}
		}
		return links, err
	}
}

// keepLink gives a link its new ids, and reports whether it remains.
func (w *without) keepLink(o *site.Occurrence) bool {
	source := o.Source
	if o.Source = w.ids[source]; o.Source == 0 {
		return false
	}
	switch o.Kind {
	case "external":
		return !w.struck("external", w.url(source), o.URL, o.Text, o.Rel)
	case "bad":
		return !w.struck("bad", w.url(source), o.Href, o.Text)
	}
	if o.Target > 0 {
		if w.whole[[2]int{source, o.Target}] {
			return false
		}
		o.Target = w.ids[o.Target]
	}
	return true
}
