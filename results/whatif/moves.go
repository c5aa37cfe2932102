package whatif

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sitegraph/site"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// area is a folder that moves, or only the URLs in it with an ending. pages is the number of pages that follow it.
type area struct {
	from, ending, to, then string
	pages                  int
}

// of returns where the area moves a URL; ok is false if the URL is not in the area.
func (a area) of(url string) (to string, ok bool) {
	middle, ok := strings.CutPrefix(url, a.from)
	rest, ends := strings.CutSuffix(middle, a.ending)
	return a.to + rest + a.then, ok && ends
}

func (a area) rank() int { return len(a.from) + len(a.ending) }

func (a area) String() string {
	if a.ending == "" {
		return fmt.Sprintf("%s %s %s", Move, a.from, a.to)
	}
	return fmt.Sprintf("%s %s**%s$ %s**%s$", Move, a.from, a.ending, a.to, a.then)
}

// around returns the same area one folder up, if both folders have the same name.
func (a area) around() (up area, ok bool) {
	from, name, _ := compare.CutPath(a.from)
	to, now, _ := compare.CutPath(a.to)
	return area{from, a.ending, to, a.then, 0}, name == now && from != "" && to != ""
}

type areas []area

// of returns where a URL goes. The longest pattern decides.
func (all areas) of(url string) (to string) {
	longest := -1
	to = url
	for _, a := range all {
		if there, ok := a.of(url); ok && a.rank() > longest {
			longest, to = a.rank(), there
		}
	}
	return to
}

// areasOf finds areas whose pages moved alike, starting with the most common moves.
func areasOf(pages []compare.Likeness) (all areas) {
	count := map[area]int{}
	for _, l := range pages {
		a, name := area{}, [2]string{}
		a.from, name[0], a.ending = compare.CutPath(l.From)
		a.to, name[1], a.then = compare.CutPath(l.To)
		if a.ending == a.then {
			a.ending, a.then = "", ""
		}
		ok := l.Certain() && l.From != l.To && name[0] == name[1] && !strings.ContainsAny(l.From+l.To, "?*$") &&
			(a.ending != "" || a.then == "") // else files with other endings would move too
		for ; ok; a, ok = a.around() {
			count[a]++
		}
	}
	for _, a := range slices.SortedFunc(maps.Keys(count), func(a, b area) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(len(a.from), len(b.from)),
			cmp.Compare(a.String(), b.String()))
	}) {
		if a.pages = all.gain(a, pages); a.pages > 1 {
			all = append(all, a)
		}
	}
	return all
}

// gain counts the pages that only area a moves right. It is 0 if a misleads many, or overlaps an area of equal rank.
func (all areas) gain(a area, pages []compare.Likeness) (right int) {
	for _, other := range all {
		inside := strings.HasPrefix(a.from, other.from) || strings.HasPrefix(other.from, a.from)
		if inside && a.rank() == other.rank() {
			return 0
		}
	}
	wrong := 0
	for _, l := range pages {
		to, in := a.of(l.From)
		if !in || !l.Certain() {
			continue
		}
		switch now := all.of(l.From); {
		case to == l.To && now != to:
			right++
		case to != l.To && (now == l.From || now == l.To) && append(slices.Clip(all), a).of(l.From) != l.To:
			wrong++ // ignores pages that another area already misleads
		}
	}
	if right < 2*wrong {
		return 0
	}
	return right
}

// WriteMoves writes a file of changes that says where the pages of a site are in a later crawl. It has a line for each
// folder that moved and for each other page that moved or is gone. Unsure moves are comments at the end.
func WriteMoves(w io.Writer, pages []compare.Likeness) error {
	all, taken, count := areasOf(pages), map[string]bool{}, map[string]int{}
	for _, l := range pages {
		taken[l.To] = taken[l.To] || l.Certain()
	}
	var sure, unsure strings.Builder
	for _, a := range all {
		fmt.Fprintf(&sure, "%s  # %s\n", a, wording.Count(a.pages, "page", "pages"))
	}
	for _, l := range pages {
		from, named := site.Exactly(l.From, "")
		to, _ := site.Exactly(l.To, "")
		line, became := fmt.Sprintf("%s %s %s  # %.2f: %s", Move, from, to, l.Certainty, l.Evidence), "unsure"
		switch {
		case l.Certain() && l.From == l.To:
			became = "stay"
		case l.Certain():
			became = "moved"
		case l.Certainty == 0:
			line, became = fmt.Sprintf("%s %s", Delete, from), "gone"
		}
		count[became]++
		switch goes := all.of(l.From); {
		case goes == l.To:
		case !named || strings.Contains(to, "*"):
			unsure.WriteString("# in words, for it has a *: " + line + "\n")
		case l.Certain() || became == "gone" && (goes != l.From || taken[l.From]):
			sure.WriteString(line + "\n")
		case goes != l.From || taken[l.From]: // it would move with others, or block a move
			fmt.Fprintf(&sure, "%s %s  # or: %s\n", Delete, from, line)
		default:
			unsure.WriteString("# " + line + "\n")
		}
	}
	if unsure.Len() > 0 {
		sure.WriteString("\n# Unsure: take away the # of what is right.\n")
	}
	_, err := fmt.Fprintf(w, "# %d pages moved, %d stay, %d are unsure, %d are gone.\n%s%s", count["moved"],
		count["stay"], count["unsure"], count["gone"], &sure, &unsure)
	return err
}
