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
	WroteA, WroteB string // how the user asked for the two features
}

// Error quotes what the user wrote, and says why it is refused and what to do.
func (r *Refusal) Error() string {
	return fmt.Sprintf("%s and %s do not go together: %s: %s", r.WroteA, r.WroteB, r.Why, r.Out)
}

// Check returns the refusals of a run, joined. nil means that everything goes together and has an effect.
func (u Use) Check() error {
	return errors.Join(u.check(func(Pair) bool { return true }), u.unused(), u.unshared(), PagesOf(u.Settings))
}

// CheckOf returns the refusals that involve a feature.
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

// unshared refuses to divide sites that share one sequence of decisions where no pair does.
func (u Use) unshared() error {
	o := u.Settings.Order
	if (u.Shard || u.Workers) && o.Shared() && o.Budget == 0 && siteRule(u) == "" {
		return fmt.Errorf("%s and --order-pages %s do not go together: what is fetched next depends on links "+
			"between all sites: crawl all sites in one run", cmp.Or(workers(u), "--shard"), o.Pages)
	}
	return nil
}

// PagesOf refuses the graph of all pages without the tables that it is made from.
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
	advice := "add +" + strings.Join(missing, ",+")
	if slices.Contains(missing, "aliases") && !s.Duplicates.Save {
		advice += ", and set [duplicates] save = true"
	}
	names := wording.List(missing)
	return fmt.Errorf("%s: pages is made from the files of csv, aliases and external, but %s not written: %s",
		s.Written("export.exporters"), wording.Form(len(missing), names+" is", names+" are"), advice)
}

// unused refuses a flag that has no effect on a command.
func (u Use) unused() error {
	for _, name := range []string{"revisit.checks", "revisit.seconds", "revisit.policy"} {
		if u.Command == OfAgents && u.Settings.Flagged(name) {
			return fmt.Errorf("%s: sitegraph agents continues a search and checks no page again: "+
				"use sitegraph watch --topics FILE", u.Settings.Written(name))
		}
	}
	return nil
}

// OfSearch reports whether an exporter writes files for a search. The report covers topics, others single sites.
func OfSearch(exporter string) bool {
	return slices.Contains([]string{"csv", "gexf", "graphml", "pajek", "parquet", "webgraph", "stats"}, exporter)
}

// LeftOut names exporters that write nothing for a search, "" if none. Default ones count only if a flag names them.
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
