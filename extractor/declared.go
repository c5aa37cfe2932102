package extractor

import (
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// declare adds the links that a page declares to programs. It omits links in its data that lead to other sites or that
// the page also has as links.
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
		if t.Fault.Failed() || linked[t.Key] || len(t.URL) > l.maxLength || len(f.Payload) == site.MaxPayload {
			continue
		}
		if u, err := site.Parse(t.URL); err == nil && site.SameSite(u, l.origin) {
			linked[t.Key] = true
			f.Payload = append(f.Payload, t.Key)
		}
	}
}

// crumb returns the normalized URL of a breadcrumb. It returns an invalid URL as written.
func (l *linker) crumb(href string) string {
	if href == "" {
		return ""
	}
	if t := l.resolve(l.base, href, l.encode); !t.Fault.Failed() {
		href = t.Key
	}
	return evidence.Clip(href, l.maxLength)
}

// KeepCheck adds the result of checking a URL to a journal whose walk is over.
func KeepCheck(j evidence.Journal, key string, c site.LinkCheck) error {
	record, err := evidence.Event(evidence.KindChecked, evidence.CheckedRecord{Key: key, Check: c})
	if err != nil {
		return err
	}
	return j.Append([][]byte{record})
}

func (v *visitor) uses(base site.URL, encode func(string) []byte, r site.Response) (found []evidence.UsedURL) {
	seen := map[evidence.UsedURL]bool{}
	for _, u := range v.parts.Uses(r) {
		href, _, _ := strings.Cut(u.Href, "#")
		t := v.resolve(base, href, encode)
		if t.Fault.Failed() || href == "" {
			continue
		}
		one := evidence.UsedURL{Kind: u.Kind, URL: t.URL}
		if t.Key != t.URL {
			one.Key = t.Key
		}
		if !seen[one] {
			seen[one] = true
			found = append(found, one)
		}
	}
	return found
}

// usesOf returns the record of the URLs that a page uses, or no record if there are none or they are not needed.
func usesOf(a *evidence.Fetched) ([][]byte, error) {
	if len(a.Uses) == 0 || a.Twin || a.Outcome != evidence.OutPage {
		return nil, nil
	}
	uses, err := evidence.Event(evidence.KindUses, evidence.UsesRecord{Of: a.Key, Uses: a.Uses})
	return [][]byte{uses}, err
}
