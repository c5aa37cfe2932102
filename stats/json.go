package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
)

// pair is a [degree, pages] as encoding/json indents it. No string can match:
// JSON strings hold no line break.
var pair = regexp.MustCompile(`\[\n\s+(\d+),\n\s+(\d+)\n\s+\]`)

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
	if _, err := w.Write(pair.ReplaceAll(b.Bytes(), []byte("[$1, $2]"))); err != nil {
		return fmt.Errorf("write stats of %s as JSON: %w", s.Site, err)
	}
	return nil
}
