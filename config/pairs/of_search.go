package pairs

import (
	"fmt"
	"slices"
	"strings"

	"sitegraph/config"
	"sitegraph/wording"
)

// OfSearch reports whether the folders of a search by agents have files of an exporter. The report is about all topics,
// and the others are about single sites.
func OfSearch(exporter string) bool {
	return slices.Contains([]string{"csv", "gexf", "graphml", "pajek", "parquet", "webgraph", "stats"}, exporter)
}

// LeftOut says which of the exporters that a run names have no files of a search by agents; "" if none is named. Those
// of the defaults count only if a flag names them.
func (u Use) LeftOut() string {
	const name = "export.exporters"
	rows := config.Table(&u.Settings)
	row := rows[slices.IndexFunc(rows, func(r config.Setting) bool { return r.Name() == name })]
	written, usual := u.Settings.Written(name), strings.Split(row.Default, ",")
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
