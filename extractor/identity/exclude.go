package identity

import (
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A suggested rule must be short, because people read it.
const (
	excludeForms = 4
	ExcludeBytes = 500
)

// ExcludeRule returns a regular expression for the setting exclude that matches these URLs and none of the others, or
// "" if it finds none.
func ExcludeRule(urls, others iter.Seq[[]byte]) string {
	for _, query := range []func([]string) string{inOrder, inAnyOrder} {
		if rule := joinForms(urls, query); rule != "" && leavesOut(rule, urls, others) {
			return rule
		}
	}
	return ""
}

func joinForms(urls iter.Seq[[]byte], query func([]string) string) string {
	var forms []string
	for u := range urls {
		path, _, _ := strings.Cut(kindOf(string(u)), "?")
		form := fileForm(string(u), path) + queryForm(string(u), query)
		if at, known := slices.BinarySearch(forms, form); !known {
			if len(forms) == excludeForms {
				return ""
			}
			forms = slices.Insert(forms, at, form)
		}
	}
	rule := "^" + strings.Join(forms, "$|^") + "$"
	if len(rule) > ExcludeBytes {
		return ""
	}
	return rule
}

func leavesOut(rule string, urls, others iter.Seq[[]byte]) bool {
	r, err := regexp.Compile(rule)
	if err != nil {
		return false
	}
	for u := range urls {
		if !r.Match(u) {
			return false
		}
	}
	for u := range others {
		if r.Match(u) {
			return false
		}
	}
	return true
}

// excludeBranch returns a rule for a directory with everything below it, or for the URLs with parameters of a directory
// or program. example is one of these URLs.
func excludeBranch(branch, example string, urls, others iter.Seq[[]byte]) string {
	path, withQuery := strings.CutSuffix(branch, "?")
	rule := "^" + fileForm(example, path)
	if withQuery {
		rule += `\?`
	} else {
		rule = strings.TrimSuffix(rule, anyFile)
	}
	if len(rule) > ExcludeBytes || !leavesOut(rule, urls, others) {
		return ""
	}
	return rule
}

// anyFile matches the last segment of a path.
const anyFile = "[^/?]*"

// fileForm returns an expression for the paths of a kind, given one of its URLs.
func fileForm(url, path string) string {
	slash := strings.LastIndexByte(path, '/')
	file := anyFile
	if name := path[slash+1:]; name != "" {
		file = regexp.QuoteMeta(name)
	}
	return directoryForm(url, path[:slash+1]) + "/" + file
}

// directoryForm returns an expression for the site of a URL and a directory of a shape, without the last slash.
func directoryForm(url, shape string) string {
	var b strings.Builder
	scheme, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	host, _, _ = strings.Cut(host, "?")
	b.WriteString(regexp.QuoteMeta(scheme + "://" + host))
	for segment := range strings.SplitSeq(strings.Trim(shape, "/"), "/") {
		switch segment {
		case "":
			continue
		case "#":
			segment = "[0-9]+"
		case "@":
			segment = "[0-9A-Fa-f]{7,}"
		default:
			segment = regexp.QuoteMeta(segment)
		}
		b.WriteString("/" + segment)
	}
	return b.String()
}

func queryForm(url string, form func(params []string) string) string {
	_, query, has := strings.Cut(url, "?")
	if !has {
		return ""
	}
	return `\?` + form(strings.Split(query, "&"))
}

// inOrder returns an expression for parameters with these names in this order. A repeated one may be repeated more
// often.
func inOrder(params []string) string {
	var b strings.Builder
	last := ""
	for i, param := range params {
		name, _, hasValue := strings.Cut(param, "=")
		text := regexp.QuoteMeta(name)
		if hasValue {
			text += "=[^&]*"
		}
		switch {
		case i == 0:
			b.WriteString(text)
		case text != last:
			b.WriteString("&" + text)
		case !strings.HasSuffix(b.String(), ")*"):
			b.WriteString("(&" + text + ")*")
		}
		last = text
	}
	return b.String()
}

// inAnyOrder returns an expression for the same number of parameters with these names.
func inAnyOrder(params []string) string {
	var names []string
	for _, param := range params {
		name, _, _ := strings.Cut(param, "=")
		names = append(names, regexp.QuoteMeta(name))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return "((" + strings.Join(names, "|") + ")(=[^&]*)?(&|$)){" + strconv.Itoa(len(params)) + "}"
}
