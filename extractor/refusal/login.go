package refusal

import (
	"bytes"
	"slices"
)

// LogsIn reports whether a page of little text asks for a password. One such page is a
// page; it is for others to tell whether it stands in the place of many.
func LogsIn(body []byte) bool {
	if !bytes.Contains(body, []byte("assword")) && !bytes.Contains(body, []byte("ASSWORD")) {
		return false
	}
	p, ok := read(body)
	return ok && slices.ContainsFunc(p.tags, func(t tag) bool {
		return t.element == "input" && t.has(mark{attribute: "type", is: "password"})
	})
}
