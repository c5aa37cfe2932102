package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
)

// shortList is a list of a few numbers, [degree, pages] for instance, as
// encoding/json indents it. No string can match: JSON strings hold no line
// break.
var shortList = regexp.MustCompile(`\[\n\s+[-+.\de]+(?:,\n\s+[-+.\de]+){0,3}\n\s+\]`)

// between is the space between such numbers.
var between = regexp.MustCompile(`\n\s+`)

// WriteJSON writes the summary as indented JSON (RFC 8259) with a line break
// at the end: the same bytes for the same summary. Text that is not UTF-8 gets
// replacement characters. The error is w's.
func WriteJSON(w io.Writer, s Summary) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // the & of URLs stays readable
	e.SetIndent("", "  ")
	if err := e.Encode(s); err != nil {
		return fmt.Errorf("stats of %s as JSON: %w", s.Site, err)
	}
	compact := shortList.ReplaceAllFunc(b.Bytes(), func(list []byte) []byte {
		list = between.ReplaceAll(list, []byte(" "))
		return append(append([]byte("["), bytes.TrimSpace(list[1:len(list)-1])...), ']')
	})
	if _, err := w.Write(compact); err != nil {
		return fmt.Errorf("write stats of %s as JSON: %w", s.Site, err)
	}
	return nil
}
