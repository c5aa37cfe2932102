package sitemap

import (
	_ "embed" // the style and the script
	"strconv"
	"strings"
)

// colour is a colour on white and on dark paper.
type colour struct{ name, light, dark string }

// palette has the colours of the parts, from 0, and the others. The parts'
// are at least 3:1 against their paper (WCAG 2.2, 1.4.11), and no part is told
// by its colour alone: it has a place and a label.
var palette = [...]colour{
	{"0", "#2f6fb5", "#6fa8e8"}, {"1", "#c9620c", "#f0984a"}, {"2", "#2c8a57", "#5fc08b"},
	{"3", "#c2385d", "#f0809c"}, {"4", "#7a53b3", "#b79ae6"}, {"5", "#14878f", "#4fc0c9"},
	{"6", "#94770a", "#d2b548"}, {"7", "#b3489f", "#e08fd0"}, {"8", "#7d5a45", "#c9a088"},
	{"9", "#52687d", "#9db2c6"}, {"10", "#868c94", "#868d96"},
	{"paper", "#ffffff", "#15191e"}, {"ink", "#1d2329", "#e6e9ec"}, {"soft", "#59626c", "#a3acb5"},
	{"line", "#d5dae0", "#39424c"}, {"band", "#f4f6f9", "#1b2026"}, {"focus", "#1a5fb4", "#8ab8f5"},
	{"out", "#1a5fb4", "#7db4f5"}, {"in", "#b3560a", "#f2a65a"},
}

// pictureStyle is for the pictures, mapStyle for what is around them, and
// mapScript makes them live.
var (
	//go:embed picture.css
	pictureStyle string
	//go:embed map.css
	mapStyle string
	//go:embed map.js
	mapScript string
)

// ownStyle is the style of a picture that stands by itself: programs that
// draw SVG seldom know variables.
func ownStyle() string {
	var pairs []string
	for _, c := range palette {
		pairs = append(pairs, "var(--sm-"+c.name+")", c.light)
	}
	return strings.NewReplacer(pairs...).Replace(pictureStyle + hueRules())
}

// embeddedStyle is the style of the whole fragment, light and dark.
func embeddedStyle() string {
	var light, dark strings.Builder
	for _, c := range palette {
		light.WriteString("--sm-" + c.name + ":" + c.light + ";")
		dark.WriteString("--sm-" + c.name + ":" + c.dark + ";")
	}
	return ".sm{" + light.String() + "}\n" +
		"@media screen and (prefers-color-scheme:dark){.sm{" + dark.String() + "}}\n" +
		pictureStyle + hueRules() + mapStyle
}

// hueRules are the classes of the parts: fN to fill, sN to stroke, hN for a
// background.
func hueRules() string {
	var b strings.Builder
	for i := range hues + 1 {
		n := strconv.Itoa(i)
		b.WriteString(".sm-pic .f" + n + "{fill:var(--sm-" + n + ")}.sm-pic .s" + n + "{stroke:var(--sm-" + n + ")}.sm .h" + n + "{background:var(--sm-" + n + ")}\n")
	}
	return b.String()
}
