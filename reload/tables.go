package reload

import (
	"errors"
	"io"
	"iter"

	"sitegraph/site"
)

// rows yields what read makes of the rows of a table. A table that the folder
// does not have is empty. An error is yielded once, at the end.
func rows[T any](f *Folder, name string, columns []string, read func(*table) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if _, ok := f.files[name]; !ok {
			return
		}
		t, err := f.openTable(name, columns...)
		if err == nil {
			defer t.close()
		}
		var value T
		for err == nil {
			if err = t.next(); err != nil {
				break
			}
			if value, err = read(t); err == nil && !yield(value, nil) {
				return
			}
		}
		if !errors.Is(err, io.EOF) {
			var none T
			yield(none, err)
		}
	}
}

func (f *Folder) readAliases(keys *keyIndex) (all []site.Alias, err error) {
	last := ""
	read := func(t *table) (a site.Alias, err error) {
		t.texts(0, &a.Key, &a.Page, &a.Kind)
		if a.Key <= last {
			return a, t.damage("normalized_url %s behind %s: the rows are sorted by it", shown(a.Key), shown(last))
		}
		last = a.Key
		if _, ok := keys.find(a.Page); !ok {
			return a, t.damage("page %s is no normalized_url of %s", shown(a.Page), nodesName)
		}
		if a.Kind != site.AliasRedirect && a.Kind != site.AliasDuplicate && a.Kind != site.AliasBoth {
			return a, t.damage("kind %s is unknown", shown(a.Kind))
		}
		return a, nil
	}
	for a, err := range rows(f, aliasesName, []string{"normalized_url", "page", "kind"}, read) {
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// sources is what the rows of a table that belong to pages have in common:
// ids from 1 to pages, ascending.
type sources struct{ pages, last int }

// source reads the id of the page a row belongs to.
func (s *sources) source(t *table, i int) (int, error) {
	id, err := t.number(i, 1, int64(s.pages))
	if err == nil && int(id) < s.last {
		err = t.damage("page %d behind page %d: the rows are sorted by it", id, s.last)
	}
	s.last = int(id)
	return s.last, err
}

// external reads external.csv.
func (f *Folder) external(pages int) iter.Seq2[site.ExternalLink, error] {
	columns := []string{"page_id", "count", "url", "normalized_url", "anchor", "rel"}
	return anew(func() iter.Seq2[site.ExternalLink, error] {
		s := sources{pages: pages}
		return rows(f, externalName, columns, func(t *table) (l site.ExternalLink, err error) {
			if l.Source, err = s.source(t, 0); err != nil {
				return l, err
			}
			if l.Count, err = t.count(1); err != nil {
				return l, err
			}
			t.texts(2, &l.URL, &l.Key, &l.Text, &l.Rel)
			return l, nil
		})
	})
}

// bad reads bad.csv.
func (f *Folder) bad(pages int) iter.Seq2[site.BadLink, error] {
	columns := []string{"page_id", "count", "href", "reason", "anchor"}
	return anew(func() iter.Seq2[site.BadLink, error] {
		s := sources{pages: pages}
		return rows(f, badName, columns, func(t *table) (l site.BadLink, err error) {
			if l.Source, err = s.source(t, 0); err != nil {
				return l, err
			}
			if l.Count, err = t.count(1); err != nil {
				return l, err
			}
			t.texts(2, &l.Href, &l.Reason, &l.Text)
			return l, nil
		})
	})
}

// links reads links.csv.
func (f *Folder) links(pages int) iter.Seq2[site.Occurrence, error] {
	columns := []string{"source", "ordinal", "target", "element", "href", "url", "kind", "anchor", "rel"}
	return anew(func() iter.Seq2[site.Occurrence, error] {
		s := sources{pages: pages}
		return rows(f, linksName, columns, func(t *table) (l site.Occurrence, err error) {
			if l.Source, err = s.source(t, 0); err != nil {
				return l, err
			}
			if l.Ordinal, err = t.count(1); err != nil {
				return l, err
			}
			target, err := t.known(2, 0, 1, int64(pages))
			l.Target = int(target)
			t.texts(3, &l.Element, &l.Href, &l.URL, &l.Kind, &l.Text, &l.Rel)
			return l, err
		})
	})
}

// anew starts a sequence that remembers its last row from the beginning each
// time it is ranged over.
func anew[T any](start func() iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) { start()(yield) }
}
