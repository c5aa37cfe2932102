package sitemap

// sheet is what a picture is drawn on: an SVG as it is written, or a [Canvas].
// The origin is the middle of the picture.
type sheet interface {
	// begin opens a layer, whose class says how it looks; end closes it.
	begin(layer string)
	end()
	circle(at point, radius float64, class string)
	// trail draws a path; the width is that of the layer if it is 0.
	trail(t *trail, class string, width float64)
	// arc draws an arc around the origin.
	arc(radius, from, to float64, class string)
	// around writes along an arc around the origin that has no other text; its
	// id is unique in the document.
	around(l label, radius, from, to float64, id string)
	text(l label)
}

// trail is a path.
type trail struct {
	steps []step
	// coarse drops the digits after the point, where there are many steps.
	coarse bool
}

// step is a part of a path, by the letter that it has in an SVG; the last of
// its points is where it ends. An h is a dot where the path is.
type step struct {
	letter byte
	points [3]point
}

// count is the number of points of a step.
func (s step) count() int {
	switch s.letter {
	case 'M', 'L':
		return 1
	case 'Q':
		return 2
	case 'C':
		return 3
	}
	return 0
}

func (t *trail) move(to point)        { t.add('M', to) }
func (t *trail) line(to point)        { t.add('L', to) }
func (t *trail) dot(at point)         { t.add('M', at); t.add('h') }
func (t *trail) bend(by, to point)    { t.add('Q', by, to) }
func (t *trail) curve(a, b, to point) { t.add('C', a, b, to) }

func (t *trail) add(letter byte, points ...point) {
	s := step{letter: letter}
	copy(s.points[:], points)
	t.steps = append(t.steps, s)
}

// writeLabels writes labels; what they belong to, and those to be seen when the
// picture is zoomed, only if it is live.
func writeLabels(s sheet, all []label, live bool) {
	for _, l := range all {
		if !live {
			l.of, l.off = 0, point{}
		}
		if live || l.tier <= plainTier {
			s.text(l)
		}
	}
}
