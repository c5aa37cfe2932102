package sitemap

import (
	_ "embed" // the style and the script
	"strings"
)

// colour is a colour on white and on dark paper.
type colour struct{ name, light, dark string }

// palette has the colours of the parts, from 0, and the others. The parts' are at least 3:1 against their paper (WCAG
// 2.2, 1.4.11), and no part is told by its colour alone: it has a place and a label.
var palette = [...]colour{
	{"0", "#2f6fb5", "#6fa8e8"}, {"1", "#c9620c", "#f0984a"}, {"2", "#2c8a57", "#5fc08b"},
	{"3", "#c2385d", "#f0809c"}, {"4", "#7a53b3", "#b79ae6"}, {"5", "#14878f", "#4fc0c9"},
	{"6", "#94770a", "#d2b548"}, {"7", "#b3489f", "#e08fd0"}, {"8", "#7d5a45", "#c9a088"},
	{"9", "#52687d", "#9db2c6"}, {"10", "#868c94", "#868d96"},
	{"paper", "#ffffff", "#15191e"}, {"ink", "#1d2329", "#e6e9ec"}, {"soft", "#59626c", "#a3acb5"},
	{"line", "#d5dae0", "#39424c"}, {"band", "#f4f6f9", "#1b2026"}, {"focus", "#1a5fb4", "#8ab8f5"},
	{"out", "#1a5fb4", "#7db4f5"}, {"in", "#b3560a", "#f2a65a"},
}

// onPaper and variable return a colour of the palette: on white paper, and where [embeddedStyle] sets it.
func onPaper(name string) string {
	for _, c := range palette {
		if c.name == name {
			return c.light
		}
	}
	return "#000"
}

func variable(name string) string { return "var(--sm-" + name + ")" }

// mapStyle is for the pictures in a page and what is around them; mapScript makes them live.
var (
	//go:embed map.css
	mapStyle string
	//go:embed map.js
	mapScript string
)

// embeddedStyle is the style of the whole fragment, light and dark, with a
// class hN for the background of what has the colour of a part.
func embeddedStyle() string {
	var light, dark, hues strings.Builder
	for _, c := range palette {
		light.WriteString("--sm-" + c.name + ":" + c.light + ";")
		dark.WriteString("--sm-" + c.name + ":" + c.dark + ";")
		hues.WriteString(".sm .h" + c.name + "{background:" + variable(c.name) + "}\n")
	}
	return ".sm{" + light.String() + "}\n" +
		"@media screen and (prefers-color-scheme:dark){.sm{" + dark.String() + "}}\n" + hues.String() + mapStyle
}
