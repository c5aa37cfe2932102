package extractor

import (
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// KeepCheck writes what came of checking a URL to a journal whose walk is over.
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

// usesOf returns the record of what a page uses, none if it uses nothing or that is not wanted.
func usesOf(a *evidence.Fetched) ([][]byte, error) {
	if len(a.Uses) == 0 || a.Twin || a.Outcome != evidence.OutPage {
		return nil, nil
	}
	uses, err := evidence.Event(evidence.KindUses, evidence.UsesRecord{Of: a.Key, Uses: a.Uses})
	return [][]byte{uses}, err
}
