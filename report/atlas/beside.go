package atlas

import (
	"fmt"
	"html"
)

// head is the height of the names above pictures that are side by side.
const head = 40

// Beside returns the first pictures of two maps side by side, below their names, as a file of its own like [Map.SVG].
// Groups with fixed colours have the same in both.
func Beside(left, right *Map, names [2]string) []byte {
	const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
	a, b := left.views[0], right.views[0]
	width, height := a.Width()+b.Width(), max(a.Height, b.Height)+head
	out := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d"`+
		` role="img" font-family="%[3]s"><title>%[4]s, %[5]s and %[6]s</title><desc>%[5]s: %[7]s %[6]s: %[8]s</desc>`+
		`<path d="M0 0H%[1]dV%[2]dH0Z" fill="#fff"/>`, width, height, fonts, html.EscapeString(a.Title()),
		html.EscapeString(names[0]), html.EscapeString(names[1]), html.EscapeString(a.Description()),
		html.EscapeString(b.Description()))
	x := 0
	for i, v := range []view{a, b} {
		out = fmt.Appendf(out, `<text x="%d" y="26" font-size="20" text-anchor="middle">%s</text>`+
			`<svg x="%d" y="%d" width="%d" height="%d">%s</svg>`, x+v.Width()/2, html.EscapeString(names[i]), x, head,
			v.Width(), v.Height, v.draw(&drawing{id: fmt.Sprint("sm-map-", i)}))
		x += v.Width()
	}
	return append(out, "</svg>\n"...)
}
