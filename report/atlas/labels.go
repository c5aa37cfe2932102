package atlas

import (
	"cmp"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// label is a text at a place. Its size on the screen is constant, so zooming in makes room for more.
type label struct {
	text  string
	width float64 // of the text, in its size
	at    point
	side  side  // the side of at where the text is
	off   point // from the middle of the named disc to at
	of    int   // the number of the named disc, from 1; 0 for none
	tier  int   // the first tier whose text is small enough to show the label
	led   bool  // a line leads to the label
	from  point // where the line begins
}

func newLabel(text string, of, tier int) label {
	return label{text: text, width: textWidth(text), of: of, tier: tier}
}

// tiers are the sizes of text, in units of the picture: a phone, a screen, and three steps of zooming in.
var tiers = [...]float64{30, 15, 7.5, 3.75, 1.9}

const maxLed = 12 // the most important pages, which always have a name

const plainTier = 1 // the last tier that is visible without zooming

// maxLabels is the maximum number of labels up to each tier, because a picture is not a list.
var maxLabels = [...]int{7, 26, 90, 300, maxDrawn}

type side int

const (
	right side = iota
	left
	above
	below
	centred
)

// textWidth estimates the width of a text, in its size. It rather overestimates.
func textWidth(text string) (width float64) {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Mn):
		case r >= 0x1100: // East Asian and rare characters
			width += 1
		case unicode.IsUpper(r) || r == 'm' || r == 'w' || r == '…':
			width += 0.74
		default:
			width += 0.54
		}
	}
	return width + 0.2
}

// fitting cuts a text to a width, in its size, "" if little would be left.
func fitting(text string, width float64) string {
	for most := utf8.RuneCountInString(text); most > 2; most-- {
		if short := clean(text, most); textWidth(short) <= width {
			return short
		}
	}
	return ""
}

// box returns a label's space at a text size, with a gap. Labels that do not overlap do not at smaller sizes either.
func (l label) box(size float64) box {
	width, at := float64(l.width*size), l.at
	gap, half, height := float64(0.3*size), float64(0.55*size), float64(1.2*size)
	switch l.side {
	case right:
		return box{at.x, at.y - half, at.x + gap + width, at.y + half}
	case left:
		return box{at.x - gap - width, at.y - half, at.x, at.y + half}
	case above:
		return box{at.x - width/2, at.y - height, at.x + width/2, at.y}
	case below:
		return box{at.x - width/2, at.y, at.x + width/2, at.y + height}
	default:
		return box{at.x - width/2, at.y - half, at.x + width/2, at.y + half}
	}
}

func (d disc) beside(l label, s side) label {
	towards := [...]point{right: {1, 0}, left: {-1, 0}, above: {0, -1}, below: {0, 1}, centred: {}}[s]
	l.at, l.side = d.at.plus(towards, d.radius), s
	l.off = point{l.at.x - d.at.x, l.at.y - d.at.y}
	return l
}

// placer chooses labels that overlap no other label of their tier or an earlier one.
type placer struct {
	discs   []disc
	sides   []side                    // the sides to try, the best one first
	fits    func(l label, b box) bool // reports whether a box has room for a label
	mayHide int                       // number of smaller discs that a label may cover
	labels  []label
	led     int   // number of most important discs that may have a label at the end of a line
	boxes   []box // the boxes of the labels at the present tier
}

// name labels a disc at every size, if necessary where the label hides the fewest discs.
func (p *placer) name(i int, text string) {
	l := newLabel(text, i+1, 0)
	named, ok := p.best(l, p.mayHide, p.discs[i].radius)
	if !ok {
		named, ok = p.best(l, len(p.discs), math.Inf(1))
	}
	if ok {
		p.labels = append(p.labels, named)
	}
}

// place labels the other discs in order of importance, tier by tier, with the first text that fits.
func (p *placer) place(order []int, texts func(i, tier int) []string) {
	done := make([]bool, len(p.discs))
	for _, l := range p.labels {
		done[l.of-1] = true
	}
	for tier, size := range tiers {
		p.boxes = p.boxes[:0]
		for _, l := range p.labels {
			p.boxes = append(p.boxes, l.box(size))
		}
		for _, i := range order {
			if len(p.labels) >= maxLabels[tier] {
				break
			}
			if done[i] {
				continue
			}
			l, ok := p.first(texts(i, tier), i, tier)
			if !ok && tier == plainTier && slices.Contains(order[:min(p.led, len(order))], i) {
				l, ok = p.lead(newLabel(texts(i, tier)[0], i+1, tier))
			}
			if ok {
				p.labels, p.boxes = append(p.labels, l), append(p.boxes, l.box(size))
				done[i] = true
			}
		}
	}
}

// first takes the first text that fits. Below the screen's tier it must be whole, as zooming does not restore it.
func (p *placer) first(texts []string, i, tier int) (l label, ok bool) {
	if tier < plainTier {
		texts = texts[:1]
	}
	for _, text := range texts {
		if l, ok = p.best(newLabel(text, i+1, tier), p.mayHide, p.discs[i].radius); ok {
			break
		}
	}
	return l, ok
}

// best puts a label where it hides the fewest other discs, up to most of them, and none of at least the radius.
func (p *placer) best(l label, most int, radius float64) (best label, ok bool) {
	for _, s := range p.sides {
		l := p.discs[l.of-1].beside(l, s)
		b := l.box(tiers[l.tier])
		if !p.fits(l, b) || slices.ContainsFunc(p.boxes, b.overlaps) {
			continue
		}
		if hidden := p.hidden(b, l.of-1, radius); hidden <= most {
			best, most, ok = l, hidden-1, true
		}
	}
	return best, ok
}

// Lines to labels have these angles, from the direction outwards, and lengths.
var (
	leaderTurns   = [...]float64{0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2.2, -2.2}
	leaderLengths = [...]float64{36, 54, 76, 102, 132}
)

// lead puts a label where there is room, at the end of a line that crosses no other label.
func (p *placer) lead(l label) (led label, ok bool) {
	disc := p.discs[l.of-1]
	l.from, l.led = disc.at, true
	for _, length := range leaderLengths {
		for _, turn := range leaderTurns {
			angle := disc.at.angle() + turn
			l.at, l.side = disc.at.plus(polar(1, angle), disc.radius+length), right
			if math.Sin(angle) < 0 {
				l.side = left
			}
			b := l.box(tiers[l.tier])
			if p.fits(l, b) && !slices.ContainsFunc(p.boxes, b.overlaps) && !p.crossed(disc.at, l.at) &&
				p.hidden(b, l.of-1, disc.radius) <= p.mayHide {
				return l, true
			}
		}
	}
	return l, false
}

func (p *placer) crossed(from, to point) bool {
	const steps = 16
	for step := range steps {
		share := float64(step) / steps
		at := point{from.x + float64(share*(to.x-from.x)), from.y + float64(share*(to.y-from.y))}
		if slices.ContainsFunc(p.boxes, func(b box) bool { return b.holds(at) }) {
			return true
		}
	}
	return false
}

// hidden counts the other discs whose middle lies in a box. A disc of at least the given radius is too many.
func (p *placer) hidden(b box, i int, radius float64) (count int) {
	for k, d := range p.discs {
		if k == i || !b.holds(d.at) {
			continue
		}
		if d.radius >= radius {
			return math.MaxInt
		}
		count++
	}
	return count
}

func byRank(rank []float64) []int {
	order := site.UpTo[int](len(rank))
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(rank[b], rank[a]), a-b) })
	return order
}
