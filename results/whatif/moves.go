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

// area is a folder that moves, or the URLs in it that have an ending.
type area struct{ from, ending, to, then string }

// of is where the area takes a URL; ok is false if that is not in it.
func (a area) of(url string) (to string, ok bool) {
	middle, ok := strings.CutPrefix(url, a.from)
	rest, ends := strings.CutSuffix(middle, a.ending)
	return a.to + rest + a.then, ok && ends
}

func (a area) rank() int { return len(a.from) + len(a.ending) }

func (a area) String() string { return folder(a.from, a.ending) + " " + folder(a.to, a.then) }

func folder(name, ending string) string {
	if ending == "" {
		return name
	}
	return name + "**" + ending + strings.Repeat("$", len(ending)-len(strings.TrimSuffix(ending, "/")))
}

// areas are those that most pages in them follow, by their own lines or by those of folders around them.
type areas []area

// of is where a URL goes: as the longest pattern says.
func (all areas) of(url string) string {
	best, to := -1, url
	for _, a := range all {
		if there, ok := a.of(url); ok && a.rank() > best {
			best, to = a.rank(), there
		}
	}
	return to
}

// areasOf finds the areas of pages that moved alike: of those most pages follow first.
func areasOf(pages []compare.Likeness) (all areas) {
	count := map[area]int{}
	for _, l := range pages {
		a, name := area{}, [2]string{}
		a.from, name[0], a.ending = compare.CutPath(l.From)
		a.to, name[1], a.then = compare.CutPath(l.To)
		if !l.Certain() || l.From == l.To || name[0] != name[1] || strings.ContainsAny(l.From+l.To, "?*$") {
			continue
		}
		if a.ending == a.then {
			a.ending, a.then = "", ""
		} else if a.ending == "" { // files have other endings
			continue
		}
		for shorter := true; shorter; a, shorter = a.around() {
			count[a]++
		}
	}
	found := slices.SortedFunc(maps.Keys(count), func(a, b area) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(len(a.from), len(b.from)),
			cmp.Compare(a.String(), b.String()))
	})
	for _, a := range found {
		if count[a] > 1 && all.gain(a, pages) {
			all = append(all, a)
		}
	}
	return all
}

// around is the same one folder up, if both folders have one name.
func (a area) around() (up area, ok bool) {
	from, name, _ := compare.CutPath(a.from)
	to, now, _ := compare.CutPath(a.to)
	return area{from, a.ending, to, a.then}, name == now && from != "" && to != ""
}

// gain reports whether several pages follow an area that no other tells where they go, and few in it do otherwise.
func (all areas) gain(a area, pages []compare.Likeness) bool {
	for _, other := range all {
		inside := strings.HasPrefix(a.from, other.from) || strings.HasPrefix(other.from, a.from)
		if inside && a.rank() == other.rank() { // neither would be the longer one
			return false
		}
	}
	right, wrong := 0, 0
	for _, l := range pages {
		to, in := a.of(l.From)
		if !in || !l.Certain() {
			continue
		}
		switch now := all.of(l.From); {
		case to == l.To && now != to:
			right++
		case to != l.To && (now == l.From || now == l.To) && append(slices.Clip(all), a).of(l.From) != l.To:
			wrong++ // where another area misleads it is no matter
		}
	}
	return right > 1 && right >= 2*wrong
}

// WriteMoves writes as a file of changes where the pages of a site are in a later crawl: a line for each folder that
// moved, and for each other page. What is unsure is at the end, as comments.
func WriteMoves(w io.Writer, pages []compare.Likeness) error {
	all, taken := areasOf(pages), map[string]bool{}
	follow := map[area]int{}
	for _, l := range pages {
		taken[l.To] = taken[l.To] || l.Certain()
		for _, a := range all {
			if to, in := a.of(l.From); in && to == l.To && l.Certain() {
				follow[a]++
			}
		}
	}
	var sure, unsure strings.Builder
	for _, a := range all {
		fmt.Fprintf(&sure, "%s %s  # %s\n", Move, a, wording.Count(follow[a], "page", "pages"))
	}
	moved, stay, doubtful, gone := 0, 0, 0, 0
	for _, l := range pages {
		from, named := site.Exactly(l.From, "")
		to, _ := site.Exactly(l.To, "")
		line, because := fmt.Sprintf("%s %s %s", Move, from, to), fmt.Sprintf("  # %.2f: %s\n", l.Certainty, l.Evidence)
		switch {
		case l.Certain() && l.From == l.To:
			stay++
		case l.Certain():
			moved++
		case l.Certainty > 0:
			doubtful++
		default:
			line, because = string(Delete)+" "+from, "\n"
			gone++
		}
		switch goes := all.of(l.From); {
		case goes == l.To:
		case !named || strings.Contains(to, "*"):
			unsure.WriteString("# in words, for it has a *: " + line + because)
		case l.Certain():
			sure.WriteString(line + because)
		case goes != l.From || taken[l.From]: // it would move with others, or be in the way of one
			if l.Certainty > 0 {
				line = fmt.Sprintf("%s %s  # or: %s", Delete, from, line)
			}
			sure.WriteString(line + because)
		default:
			unsure.WriteString("# " + line + because)
		}
	}
	if unsure.Len() > 0 {
		sure.WriteString("\n# Unsure: take away the # of what is right.\n")
	}
	_, err := fmt.Fprintf(w, "# %d pages moved, %d stay, %d are unsure, %d are gone.\n%s%s", moved, stay, doubtful,
		gone, &sure, &unsure)
	return err
}
