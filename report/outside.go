package report

import (
	"fmt"

	"sitegraph/wording"
)

// inHosts says where the hosts are that a table leaves out.
const inHosts = "All are in hosts.csv."

func (rep *siteReport) outside() {
	hosts, links := rep.in.Analysis.Outside.Hosts, rep.ExternalLinks
	if len(hosts) == 0 {
		if links.Total > 0 {
			rep.add("outside", "Other hosts", paragraphs("Which hosts the site links to is unknown: of "+
				wording.Count(links.Total, "link", "links")+" to other sites only the number was kept. "+
				"Crawl with the exporter external to keep them."))
		}
		return
	}
	text := fmt.Sprintf("%s to %s on %s. %s has the most: %s, on %s.",
		wording.Count(links.Total, "link leads", "links lead"), urls(links.URLs),
		wording.Count(links.Hosts, "other host", "other hosts"), clean(hosts[0].Host),
		wording.Count(hosts[0].Links, "link", "links"), pages(hosts[0].Pages))
	rows := newTable("Hosts that the site links to", "host", "#links", "#pages", "#URLs", "first page that links there")
	for _, h := range first(&rows, hosts, rowsShown, inHosts) {
		rows.add(clean(h.Host), h.Links, h.Pages, h.URLs, rep.page(h.FirstPage))
	}
	rep.add("outside", "Other hosts", paragraphs(text), rep.table(rows))
}
