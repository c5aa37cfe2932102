package pairs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sitegraph/config"
	"sitegraph/wording"
)

// Refusal is a pair of features that a run asks for and that do not go together.
type Refusal struct {
	Pair
	// WroteA and WroteB are what asked for the two features.
	WroteA, WroteB string
}

// Error names what was written, why it is refused and what to do.
func (r *Refusal) Error() string {
	return fmt.Sprintf("%s and %s do not go together: %s: %s", r.WroteA, r.WroteB, r.Why, r.Out)
}

// Check returns the refusals of a run, joined, nil if all that it asks for goes together and has a use.
func (u Use) Check() error {
	return errors.Join(u.check(func(Pair) bool { return true }), u.unused(), u.unshared(), PagesOf(u.Settings))
}

// CheckOf returns the refusals that have to do with one feature.
func (u Use) CheckOf(f Feature) error {
	return u.check(func(p Pair) bool { return p.A == f || p.B == f })
}

func (u Use) check(concerns func(Pair) bool) error {
	wrote := u.wrote()
	var errs []error
	for _, p := range Pairs() {
		both := wrote[p.A] != "" && wrote[p.B] != ""
		if both && p.Fate == Refused && concerns(p) {
			errs = append(errs, &Refusal{Pair: p, WroteA: wrote[p.A], WroteB: wrote[p.B]})
		}
	}
	return errors.Join(errs...)
}

// unshared reports that sites which share one sequence of decisions cannot be divided, where no pair says it.
func (u Use) unshared() error {
	o := u.Settings.Order
	if (u.Shard || u.Workers) && o.Shared() && o.Budget == 0 && siteRule(u) == "" {
		return fmt.Errorf("%s and --order-pages %s do not go together: what is fetched next depends on links "+
			"between all sites: crawl all sites in one run", cmp.Or(workers(u), "--shard"), o.Pages)
	}
	return nil
}

// PagesOf reports that the graph of all pages is wanted without tables that it is made of.
func PagesOf(s config.Settings) error {
	if !slices.Contains(s.Export.Exporters, "pages") {
		return nil
	}
	var missing []string
	for _, name := range []string{"csv", "aliases", "external"} {
		if !slices.Contains(s.Export.Exporters, name) || name == "aliases" && !s.Duplicates.Save {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	way := "add +" + strings.Join(missing, ",+")
	if slices.Contains(missing, "aliases") && !s.Duplicates.Save {
		way += ", and set [duplicates] save = true"
	}
	names := wording.List(missing)
	return fmt.Errorf("%s: pages is made from the files of csv, aliases and external, but %s not written: %s",
		s.Written("export.exporters"), wording.Form(len(missing), names+" is", names+" are"), way)
}

// unused names a flag that a command has no use for; nil if there is none.
func (u Use) unused() error {
	for _, name := range []string{"revisit.checks", "revisit.seconds", "revisit.policy"} {
		if u.Command == OfAgents && u.Settings.Flagged(name) {
			return fmt.Errorf("%s: sitegraph agents goes on with a search, and checks no page again: "+
				"use sitegraph watch --topics FILE", u.Settings.Written(name))
		}
	}
	return nil
}

// OfSearch reports whether the folders of a search by agents have files of an exporter. The report is about all topics,
// and the others are about single sites.
func OfSearch(exporter string) bool {
	return slices.Contains([]string{"csv", "gexf", "graphml", "pajek", "parquet", "webgraph", "stats"}, exporter)
}

// LeftOut says which of the exporters that a run names have no files of a search by agents; "" if none is named. Those
// of the defaults count only if a flag names them.
func (u Use) LeftOut() string {
	const name = "export.exporters"
	written, usual := u.Settings.Written(name), strings.Split(u.Settings.Setting(name).Default, ",")
	named := strings.FieldsFunc(written, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	var names []string
	for _, exporter := range u.Settings.Export.Exporters {
		flagged := u.Settings.Flagged(name) && slices.Contains(named, exporter)
		if !OfSearch(exporter) && exporter != "report" && (flagged || !slices.Contains(usual, exporter)) {
			names = append(names, exporter)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: a search by agents has no files of %s, which describe single sites", written,
		wording.List(names))
}
