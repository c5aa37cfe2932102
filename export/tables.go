package export

import (
	"errors"
	"iter"

	"sitegraph/site"
)

// writeNodes writes nodes.csv for Gephi's import of nodes.
func writeNodes(o *out, c *site.Crawl, _ Options) error {
	names := []string{"Id", "Label"}
	for _, col := range nodeColumns {
		names = append(names, col.name)
	}
	if err := o.header(names...); err != nil {
		return err
	}
	for n := range nodes(c.Graph) {
		o.number(int64(n.id))
		o.cell(label(n.page))
		for _, col := range nodeColumns {
			if col.number != nil {
				o.number(col.number(n))
			} else {
				o.cell(col.text(n))
			}
		}
		if err := o.endRow(); err != nil {
			return err
		}
	}
	return nil
}

// writeArcs writes arcs.csv for Gephi's import of edges. It has no Id: Gephi
// numbers edges itself and drops those whose Id it knows already.
func writeArcs(o *out, c *site.Crawl, options Options) error {
	if err := o.header("Source", "Target", "Type", "Weight"); err != nil {
		return err
	}
	for a := range arcs(c.Graph, options.SelfLoops) {
		o.number(a.source)
		o.number(a.target)
		o.raw("Directed,")
		o.number(a.weight)
		if err := o.endRow(); err != nil {
			return err
		}
	}
	return nil
}

func writeLinks(o *out, c *site.Crawl, _ Options) error {
	if c.Links == nil {
		return errors.New("the crawl kept no single links; choose the exporter links before the crawl and crawl anew")
	}
	if err := o.header("source", "ordinal", "element", "href", "url", "kind", "target", "anchor", "rel"); err != nil {
		return err
	}
	return each(c.Links, func(l site.Occurrence) error {
		o.number(int64(l.Source))
		o.number(int64(l.Ordinal))
		o.cell(l.Element)
		o.cell(l.Href)
		o.cell(l.URL)
		o.cell(l.Kind)
		o.known(l.Target, l.Target != 0)
		o.cell(l.Text)
		o.cell(l.Rel)
		return o.endRow()
	})
}

func writeAliases(o *out, c *site.Crawl, _ Options) error {
	if err := o.header("normalized_url", "page", "kind"); err != nil {
		return err
	}
	for _, a := range c.Aliases {
		o.cell(a.Key)
		o.cell(a.Page)
		o.cell(a.Kind)
		if err := o.endRow(); err != nil {
			return err
		}
	}
	return nil
}

func writeExternal(o *out, c *site.Crawl, _ Options) error {
	if err := o.header("page_id", "url", "normalized_url", "anchor", "rel", "count"); err != nil {
		return err
	}
	return each(c.External, func(l site.ExternalLink) error {
		o.number(int64(l.Source))
		o.cell(l.URL)
		o.cell(l.Key)
		o.cell(l.Text)
		o.cell(l.Rel)
		o.number(int64(l.Count))
		return o.endRow()
	})
}

func writeBad(o *out, c *site.Crawl, _ Options) error {
	if err := o.header("page_id", "href", "reason", "anchor", "count"); err != nil {
		return err
	}
	return each(c.Bad, func(l site.BadLink) error {
		o.number(int64(l.Source))
		o.cell(l.Href)
		o.cell(l.Reason)
		o.cell(l.Text)
		o.number(int64(l.Count))
		return o.endRow()
	})
}

func writeLedger(o *out, c *site.Crawl, _ Options) error {
	if err := o.header("normalized_url", "url", "state", "level", "status", "reason", "page", "from"); err != nil {
		return err
	}
	if c.Ledger == nil {
		return nil
	}
	for e := range c.Ledger {
		o.cell(e.Key)
		o.cell(e.URL)
		o.cell(string(e.State))
		o.known(e.Level, e.Level >= 0)
		o.known(e.Status, e.Status != 0)
		o.cell(e.Reason)
		o.cell(e.Page)
		o.cell(e.From)
		if err := o.endRow(); err != nil {
			return err
		}
	}
	return nil
}

// each calls row for every value of the sequence up to the first error; a nil
// sequence is empty.
func each[T any](values iter.Seq2[T, error], row func(T) error) error {
	if values == nil {
		return nil
	}
	for v, err := range values {
		if err != nil {
			return err
		}
		if err := row(v); err != nil {
			return err
		}
	}
	return nil
}
