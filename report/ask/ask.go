// Package ask is a field for questions about a site, in reports and at the desk: what leads from one page to another,
// what hangs on a page, who links to it. It answers in the browser from the data of the page, without a network or a
// model, and shows how a command, DuckDB and Python answer the same.
//
//	ask.js   siteAsk, which understands questions, answers them and shows the dialog
//	ask.css  its style, which uses the colours of the page
package ask

import _ "embed" // script and style

var (
	//go:embed ask.js
	script string
	//go:embed ask.css
	style string
)

// Script returns the script. It defines siteAsk, which a page calls with its data.
func Script() string { return script }

// Style returns the style sheet.
func Style() string { return style }
