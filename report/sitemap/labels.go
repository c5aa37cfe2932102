package sitemap

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"
)

// label is a text at a place. It keeps its size on the screen while the
// picture is zoomed, so there is room for more of them the closer one looks.
type label struct {
	text string
	// width is that of the text, in its size.
	width float64
	// at is the place that the text hangs on, side where it lies from there.
	at   point
	side side
	// off is the way from the middle of what it names to at.
	off point
	// of is the number of what it names, from 1; 0 if that has none.
	of int
	// tier is the first one whose text is small enough to show the label.
	tier int
}

// tiers are the sizes of text, in units of the picture, for which labels are
// chosen: a phone, a screen, and three steps of zooming in.
var tiers = [...]float64{30, 15, 7.5, 3.75, 1.9}

// plainTier is the last tier whose labels are seen without zooming.
const plainTier = 1

// mostLabels bounds the labels up to a tier: a picture is no list.
var mostLabels = [...]int{7, 26, 90, 300, mostDrawn}

// side says where a label lies from its place.
type side int

const (
	right side = iota
	left
	above
	below
	centred
)

// textWidth estimates the width of a text, in its size; it is rather too great than too small.
func textWidth(text string) (width float64) {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Mn):
		case r >= 0x1100: // East Asian, and what is rare
			width += 1
		case unicode.IsUpper(r) || r == 'm' || r == 'w' || r == '…':
			width += 0.74
		default:
			width += 0.54
		}
	}
	return width + 0.2
}

// fitting cuts a text until it fits into a width, in its size; "" if little would be left.
func fitting(text string, width float64) string {
	for most := utf8.RuneCountInString(text); most > 2; most-- {
		if short := clean(text, most); textWidth(short) <= width {
			return short
		}
	}
	return ""
}

// box returns the room that a label takes with text of a size, the gap to its place included: so the room at a size
// holds that at any smaller one, and labels that are apart stay so.
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

// disc is what a label may belong to or hide.
type disc struct {
	at     point
	radius float64
}

// beside returns a label on a side of the disc.
func (d disc) beside(l label, s side) label {
	at := d.at
	switch s {
	case right:
		at.x += d.radius
	case left:
		at.x -= d.radius
	case above:
		at.y -= d.radius
	case below:
		at.y += d.radius
	}
	l.at, l.side, l.off = at, s, point{at.x - d.at.x, at.y - d.at.y}
	return l
}

// placer chooses labels such that none overlaps another one of its tier or an earlier one.
type placer struct {
	// fits reports whether a label may lie in a box.
	fits  func(l label, b box) bool
	discs []disc
	// mayHide is the number of smaller discs whose middle a label may cover.
	mayHide int
	labels  []label
	// boxes are the rooms of the labels at the present tier.
	boxes []box
}

// name gives a label to a disc that must have one at every size: by the rules of all labels if they allow it, else on
// the side where it hides the fewest discs, however great they are.
func (p *placer) name(i int, text string, sides []side) {
	l := label{text: text, width: textWidth(text), of: i + 1}
	named, ok := p.best(i, l, sides)
	least := len(p.discs)
	for _, s := range sides {
		if ok {
			break
		}
		beside := p.discs[i].beside(l, s)
		b := beside.box(tiers[l.tier])
		if hidden := p.covered(b, i); p.fits(beside, b) && hidden < least {
			named, least = beside, hidden
		}
	}
	if ok || least < len(p.discs) {
		p.labels = append(p.labels, named)
	}
}

// covered counts the other discs whose middle lies in a box.
func (p *placer) covered(b box, i int) (count int) {
	for k, d := range p.discs {
		if k != i && b.holds(d.at) {
			count++
		}
	}
	return count
}

// tryAll gives labels to the discs that have none, in order of importance, tier by tier.
func (p *placer) tryAll(order []int, text func(i, tier int) string, sides []side) {
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
			if len(p.labels) >= mostLabels[tier] {
				break
			}
			if done[i] {
				continue
			}
			l := label{text: text(i, tier), of: i + 1, tier: tier}
			l.width = textWidth(l.text)
			if best, ok := p.best(i, l, sides); ok {
				p.labels = append(p.labels, best)
				p.boxes = append(p.boxes, best.box(size))
				done[i] = true
			}
		}
	}
}

// best returns the label of a disc on the side where it hides the fewest others. It may hide no greater disc.
func (p *placer) best(i int, l label, sides []side) (best label, ok bool) {
	least := p.mayHide + 1
	for _, s := range sides {
		l := p.discs[i].beside(l, s)
		b := l.box(tiers[l.tier])
		if !p.fits(l, b) || slices.ContainsFunc(p.boxes, b.overlaps) {
			continue
		}
		if hidden, ok := p.hidden(b, i); ok && hidden < least {
			best, least = l, hidden
		}
	}
	return best, least <= p.mayHide
}

// hidden counts the discs whose middle lies in a box; it is not ok if one is as great as disc i.
func (p *placer) hidden(b box, i int) (count int, ok bool) {
	for k, d := range p.discs {
		if k == i || !b.holds(d.at) {
			continue
		}
		if d.radius >= p.discs[i].radius {
			return 0, false
		}
		count++
	}
	return count, true
}

// numbers returns the numbers from 0 to n-1.
func numbers[T int | int32](n int) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = T(i)
	}
	return all
}

// byRank returns the numbers from 0 in falling order of their values.
func byRank(rank []float64) []int32 {
	order := numbers[int32](len(rank))
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(rank[b], rank[a]), cmp.Compare(a, b))
	})
	return order
}
