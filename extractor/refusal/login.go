package refusal

import "slices"

// LogsIn reports whether a page of little text asks for a password. One such page is a
// page; it is for others to tell whether it is in the place of many.
func LogsIn(body []byte) bool {
	p, ok := read(body)
	return ok && slices.ContainsFunc(p.tags, func(t tag) bool {
		return t.element == "input" && t.has(mark{attribute: "type", is: "password"})
	})
}
