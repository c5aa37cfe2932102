package site

// Hue is a colour that represents one group among several in pictures and in
// files with colours: a topic, a community, a folder.
type Hue struct {
	Light, Dark uint32 // on a light and on a dark ground, 0xRRGGBB
}

// hues have a contrast of 3:1 against their ground (WCAG 2.2, 1.4.11).
var hues = [...]Hue{
	{0x2f6fb5, 0x6fa8e8}, // blue
	{0xc9620c, 0xf0984a}, // orange
	{0x2c8a57, 0x5fc08b}, // green
	{0xc2385d, 0xf0809c}, // crimson
	{0x7a53b3, 0xb79ae6}, // violet
	{0x14878f, 0x4fc0c9}, // teal
	{0x94770a, 0xd2b548}, // ochre
	{0xb3489f, 0xe08fd0}, // pink
	{0x7d5a45, 0xc9a088}, // brown
	{0x52687d, 0x9db2c6}, // slate
}

// Hues is how many different hues there are.
const Hues = len(hues)

// HueOf returns the hue of a group by its index, which may be that of a topic
// among the agents; of [Nobody] it is a grey. Beyond Hues they repeat.
func HueOf(i int) Hue {
	if i < 0 {
		return Hue{0x868c94, 0x868d96}
	}
	return hues[i%Hues]
}
