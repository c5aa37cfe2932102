package reload

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"sitegraph/site"
)

// program is what the manifest must name.
const program = "sitegraph"

// longestManifest is the size above which no manifest is read. The longest
// part is robots.txt, 500 KiB before JSON's escapes.
const longestManifest = 16 << 20

// Manifest is manifest.json as docs/files.md describes it.
type Manifest struct {
	// Program is "sitegraph"; Version is the one that wrote the files.
	Program string `json:"program"`
	Version string `json:"version"`
	// Site is the origin; Settings are all that were in effect, by
	// section.key.
	Site     string            `json:"site"`
	Settings map[string]string `json:"settings"`
	// Started, Finished, Ended, Complete and Notes are those of the crawl.
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished"`
	Ended    string    `json:"ended"`
	Complete bool      `json:"complete"`
	Notes    []string  `json:"notes"`
	Robots   Robots    `json:"robots"`
	Counts   Counts    `json:"counts"`
	// Files are the other files of the folder.
	Files []File `json:"files"`
}

// Robots is robots.txt as seen: site.RobotsSeen in the manifest.
type Robots struct {
	URL     string    `json:"url"`
	Status  int       `json:"status"`
	Verdict string    `json:"verdict"`
	Text    string    `json:"text"`
	Fetched time.Time `json:"fetched"`
}

// Counts are the crawl's sums: site.Counts in the manifest.
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

// File is a file of the folder as the manifest lists it.
type File struct {
	// Name is the name in the folder, prefix included.
	Name string `json:"name"`
	// Bytes is its size, SHA256 its digest in lower-case hexadecimal.
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// readManifest reads and judges a manifest.
func readManifest(path string) (Manifest, error) {
	text, err := readShort(path)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return Manifest{}, fmt.Errorf("%w: it is damaged: %s", inPlainWords(err), remedy)
	}
	return m, m.judge()
}

// inPlainWords tells what cannot be in a place without naming types of Go.
func inPlainWords(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	return fmt.Errorf("byte %d: %s cannot be %s", wrong.Offset, cmp.Or(wrong.Field, "the whole"), wrong.Value)
}

// readShort reads a regular file that is not longer than a manifest can be.
func readShort(path string) ([]byte, error) {
	f, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, longestManifest+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if len(text) > longestManifest {
		return nil, fmt.Errorf("longer than %d bytes: it is no manifest", longestManifest)
	}
	return text, nil
}

// openRegular opens a file; a pipe or a device could keep us for ever.
func openRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("no regular file")
	}
	return os.Open(path)
}

// judge tells whether it is a manifest that this program can follow.
func (m *Manifest) judge() error {
	if m.Program != program || m.Version == "" {
		return fmt.Errorf("program %q, version %q: it is not from sitegraph; name a result folder of sitegraph", m.Program, m.Version)
	}
	if _, err := site.Parse(m.Site); err != nil {
		return fmt.Errorf("site %q: %w", m.Site, err)
	}
	c := m.Counts
	for _, n := range []int{c.Pages, c.Arcs, c.Links, c.InternalLinks, c.ExternalLinks, c.BadLinks, c.TruncatedArcs, c.Fetched} {
		if n < 0 {
			return fmt.Errorf("counts: %d is less than nothing", n)
		}
	}
	return nil
}

// selfLoops tells whether the tables of arcs have those from a page to itself.
func (m *Manifest) selfLoops() bool { return m.Settings["export.self_loops"] != "false" }
