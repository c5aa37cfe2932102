package refusal

import (
	"html"
	"strings"

	"sitegraph/extractor/parse"
)

// tag is a start tag with those attributes that marks use.
type tag struct {
	element    string
	attributes []attribute
}

// attribute has its name and its decoded value in lower case.
type attribute struct{ name, value string }

// asked lists the attributes that marks use.
var asked = []string{"id", "class", "src", "href", "content", "action", "http-equiv", "name", "type", "data-pageid"}

func readTag(part parse.Part) tag {
	t := tag{element: part.Element}
	for name, value := range part.Attributes {
		for _, a := range asked {
			if len(value) > 0 && len(value) <= maxValue && strings.EqualFold(a, string(name)) {
				t.attributes = append(t.attributes, attribute{a, strings.ToLower(html.UnescapeString(string(value)))})
			}
		}
		if len(t.attributes) == maxAttributes {
			break
		}
	}
	return t
}

// No known page has longer tags or values.
const (
	maxAttributes = 16
	maxValue      = 4096
)
