package report

import (
	"embed"
	"strings"
	"sync"
	"text/template"

	"sitegraph/wording"
)

//go:embed sentences
var sentencesFiles embed.FS

// about holds the values for sentences, by the names in their templates.
type about map[string]any

// say fills in a sentence from the folder sentences by name. A mismatch is a bug in this package.
func say(name string, of any) string {
	var b strings.Builder
	if err := sentences().ExecuteTemplate(&b, name, of); err != nil {
		panic("report: " + err.Error())
	}
	blank := func(r rune) bool { return r == ' ' || r == '\n' }
	return strings.Join(strings.FieldsFunc(b.String(), blank), " ")
}

// meaning explains a value to readers. of is the kind of value. An unknown value gives "".
func meaning[T ~string](of string, value T) string {
	if name := of + " " + string(value); sentences().Lookup(name) != nil {
		return say(name, nil)
	}
	return ""
}

var sentences = sync.OnceValue(func() *template.Template {
	all := template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"count": count, "form": wording.Form, "list": wording.List, "grouped": wording.Grouped,
		"percent": wording.Percent, "number": wording.Number, "cap": wording.Capital, "pages": pages,
		"clicks": clicks, "urls": urls, "none": none, "no": noOr, "clean": clean, "of": of,
		"minus": func(a, b int) int { return a - b },
		"part":  func(a, b float64) float64 { return a / b },
		"rest":  func(share float64) float64 { return 1 - share },
		"was":   func(n int) string { return urls(n) + wording.Form(n, " was", " were") },
		"two":   func(x float64) float64 { return wording.Significant(x, 2) },
		"p":     func(p float64) string { return pValue(wording.Number(p)) },
	})
	return template.Must(all.ParseFS(sentencesFiles, "sentences/*.tmpl"))
})

func count(n any, one, many string) string {
	if mean, ok := n.(float64); ok {
		return wording.Count(mean, one, many)
	}
	return wording.Count(n.(int), one, many)
}
