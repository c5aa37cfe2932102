package site

import "testing"

// The first rows are examples of the Fetch standard, section "extract a MIME type".
func TestMediaType(t *testing.T) {
	for contentType, want := range map[string][2]string{
		"text/plain;charset=gbk, text/html":         {"text/html", ""},
		"text/html;charset=gbk;a=b, text/html;x=y":  {"text/html", ";x=y;;charset=gbk;a=b"},
		"text/html;charset=gbk, x/x, text/html;x=y": {"text/html", ";x=y"},
		"text/html, cannot-parse":                   {"text/html", ",cannot-parse"},
		"text/html, */*":                            {"text/html", ",*/*"},
		"text/html, ":                               {"text/html", ","},
		"":                                          {},
		"Text/HTML ; Charset=x":                     {"text/html", " ; Charset=x"},
		"text/html charset=utf-8":                   {"text/html", " charset=utf-8"},
		"text/html,charset=utf-8":                   {"text/html", ",charset=utf-8"},
		"html, text/css":                            {"text/css", ""},
		"html":                                      {"html", ""},
		"; charset=x":                               {"", "; charset=x"},
		"application/octet-stream; name=\"text/html\"": {"application/octet-stream", "; name=\"text/html\""},
	} {
		if mediaType, parameters := MediaType(contentType); mediaType != want[0] || parameters != want[1] {
			t.Errorf("%q: %q, %q", contentType, mediaType, parameters)
		}
	}
}
