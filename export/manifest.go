package export

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

// manifestName is the manifest's file name without prefix.
const manifestName = "manifest.json"

// Manifest is manifest.json: how, when and by what the other files came to
// be. Times are UTC, written as RFC 3339 with whole seconds.
type Manifest struct {
	// Program is "sitegraph", Version its version.
	Program string `json:"program"`
	Version string `json:"version"`
	// Site is the origin, Settings what the settings were in effect.
	Site     string            `json:"site"`
	Settings map[string]string `json:"settings"`
	// Started and Finished frame the walk, over all its runs.
	Started  time.Time `json:"started,omitzero"`
	Finished time.Time `json:"finished,omitzero"`
	// Ended says how the walk ended; Complete tells whether nothing is left
	// to fetch; Notes are remarks a user should read.
	Ended    string   `json:"ended"`
	Complete bool     `json:"complete"`
	Notes    []string `json:"notes"`
	Robots   Robots   `json:"robots"`
	Counts   Counts   `json:"counts"`
	// Files are the other files of the folder; WriteManifest fills it.
	Files []File `json:"files"`
}

// Robots is site.RobotsSeen as the manifest shows it.
type Robots struct {
	URL     string    `json:"url"`
	Status  int       `json:"status"`
	Verdict string    `json:"verdict"`
	Text    string    `json:"text"`
	Fetched time.Time `json:"fetched,omitzero"`
}

// Counts is site.Counts as the manifest shows it.
type Counts struct {
	Pages         int                `json:"pages"`
	Arcs          int                `json:"arcs"`
	Links         int                `json:"links"`
	InternalLinks int                `json:"internal_links"`
	ExternalLinks int                `json:"external_links"`
	BadLinks      int                `json:"bad_links"`
	TruncatedArcs int                `json:"truncated_arcs"`
	Fetched       int                `json:"fetched"`
	States        map[site.State]int `json:"states"`
	Limits        map[string]int     `json:"limits"`
}

// NewManifest returns the manifest of a crawl made by the given version of
// the program under the given settings, still without files.
func NewManifest(version string, settings map[string]string, c *site.Crawl) Manifest {
	return Manifest{
		Program: "sitegraph", Version: version,
		Site: c.Site, Settings: settings,
		Started: c.Started, Finished: c.Finished,
		Ended: c.Ended, Complete: c.Complete, Notes: c.Notes,
		Robots: Robots(c.Robots), Counts: Counts(c.Counts),
	}
}

// WriteManifest writes manifest.json with the files written through d so far,
// and those of the manifest it replaces that are of the same crawl and still
// there; call it last. Bytes of robots.txt that are not UTF-8 become U+FFFD.
func WriteManifest(d *Dir, m Manifest) error {
	m.Started, m.Finished, m.Robots.Fetched = wholeUTC(m.Started), wholeUTC(m.Finished), wholeUTC(m.Robots.Fetched)
	if m.Notes == nil {
		m.Notes = []string{}
	}
	m.Files = []File{}
	for _, f := range d.Files() {
		if f.Name != d.prefix+"."+manifestName {
			m.Files = append(m.Files, f)
		}
	}
	m.Files = append(m.Files, d.others(m)...)
	slices.SortFunc(m.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return d.Write(manifestName, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(m)
	})
}

// others returns the files of the manifest in the folder that were not written
// again, if that is a manifest of the same crawl, at the same point, with the
// same settings but for which files there are.
func (d *Dir) others(m Manifest) []File {
	text, err := os.ReadFile(filepath.Join(d.path, d.prefix+"."+manifestName))
	var before Manifest
	if err != nil || json.Unmarshal(text, &before) != nil || !sameCrawl(before, m) {
		return nil
	}
	return slices.DeleteFunc(before.Files, func(f File) bool {
		if slices.ContainsFunc(m.Files, func(written File) bool { return written.Name == f.Name }) {
			return true
		}
		info, err := os.Stat(filepath.Join(d.path, filepath.FromSlash(f.Name)))
		return !filepath.IsLocal(filepath.FromSlash(f.Name)) || err != nil || info.Size() != f.Bytes
	})
}

func sameCrawl(a, b Manifest) bool {
	settings := func(m Manifest) map[string]string {
		all := maps.Clone(m.Settings)
		maps.DeleteFunc(all, func(name, _ string) bool { return name == "export.exporters" || name == "export.gexf_version" })
		return all
	}
	return a.Version == b.Version && a.Site == b.Site && a.Ended == b.Ended && a.Finished.Equal(b.Finished) && a.Started.Equal(b.Started) &&
		a.Counts.Fetched == b.Counts.Fetched && maps.Equal(settings(a), settings(b))
}

func wholeUTC(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }
