package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// declare adds what a page declares to programs. Of the links in its data those are left out that the page has as
// links too, and that lead to other sites.
func (l *linker) declare(f *site.Facts, doc *site.Document) {
	f.EmptyRoot = doc.EmptyRoot
	for _, href := range doc.Breadcrumbs {
		f.Breadcrumbs = append(f.Breadcrumbs, l.crumb(href))
	}
	linked := map[string]bool{l.answer.Key: true}
	for i := range doc.Payload {
		if i == 0 {
			for _, to := range l.answer.Links {
				linked[to.Key] = true
			}
		}
		t := l.resolve(l.base, doc.Payload[i], l.encode)
		if t.Fault.Failed() || linked[t.Key] || len(t.URL) > l.maxLength || !l.inSite(t.URL) ||
			len(f.Payload) == site.MostPayload {
			continue
		}
		linked[t.Key] = true
		f.Payload = append(f.Payload, t.Key)
	}
}

// crumb is the normalized URL of a breadcrumb; as written if that is impossible.
func (l *linker) crumb(href string) string {
	if href == "" {
		return ""
	}
	if t := l.resolve(l.base, href, l.encode); !t.Fault.Failed() {
		href = t.Key
	}
	return evidence.Clip(href, l.maxLength)
}

func (l *linker) inSite(url string) bool {
	u, err := site.Parse(url)
	return err == nil && site.SameSite(u, l.origin)
}
