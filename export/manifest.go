package export

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

const (
	manifestName = "manifest.json" // file name without prefix
	program      = "sitegraph"     // required value of Manifest.Program
	// longestManifest is the maximum size that we read. The longest part is robots.txt, 500 KiB before JSON escapes.
	longestManifest = 16 << 20
)

// Manifest is manifest.json, which says how the other files were made. Times are RFC 3339, UTC, whole seconds.
type Manifest struct {
	Program string `json:"program"` // "sitegraph"
	Version string `json:"version"` // the version that wrote the files
	// Site is the origin, or the name of a search by agents or of a topic. Settings has all settings by section.key.
	Site     string            `json:"site"`
	Settings map[string]string `json:"settings"`
	// The fields from Started to Counts match site.Crawl.
	Started  time.Time `json:"started,omitzero"`
	Finished time.Time `json:"finished,omitzero"`
	// Waited is the time, in seconds, that answers of the last run waited for their turn; see Crawl.Waited.
	Waited   float64         `json:"waited_seconds,omitempty"`
	Ended    site.Ending     `json:"ended"`
	Complete bool            `json:"complete"`
	Notes    []string        `json:"notes"`
	Robots   site.RobotsSeen `json:"robots"`
	// Members are the hosts of an entity. MemberRobots has their robots.txt except that of Site.
	Members      []string          `json:"members,omitempty"`
	MemberRobots []site.HostRobots `json:"member_robots,omitempty"`
	Counts       site.Counts       `json:"counts"`
	Struck       map[string]int    `json:"struck,omitempty"`     // number of rows struck out, by table
	Iterations   int               `json:"iterations,omitempty"` // number of iterations of a watched crawl
	// Sameness is nil unless the crawl looked for URLs that show the same page.
	Sameness *Sameness      `json:"sameness,omitempty"`
	Sitemaps *site.Sitemaps `json:"sitemaps,omitempty"` // nil unless the crawl read sitemaps
	Hits     *site.Hits     `json:"hits,omitempty"`     // nil unless the crawl read access logs
	Search   *Search        `json:"search,omitempty"`   // nil unless agents made the crawl
	Files    []File         `json:"files"`              // the other files of the folder; WriteManifest fills it
}

// Search is the part of the manifest that only crawls by agents have.
type Search struct {
	Topics []string               `json:"topics"`          // the names of the agents
	Ended  map[string]site.Ending `json:"ended,omitempty"` // why each agent stopped, by topic
	File   string                 `json:"file,omitempty"`  // text of the file of topics
	// Robots has the robots.txt of all hosts. It is only in the manifest of the whole search, not in a topic's.
	Robots []site.HostRobots `json:"robots,omitempty"`
}

// maxRobots is the maximum total size of robots.txt in a manifest, so that it fits even with all JSON escapes.
const maxRobots = 1 << 20

// NewSearch returns the manifest's part about a search by agents. file is the text of the file of topics.
func NewSearch(s *site.Search, file string) *Search {
	n := &Search{File: file, Ended: map[string]site.Ending{}}
	for _, a := range s.Agents {
		n.Topics = append(n.Topics, a.Name)
		n.Ended[a.Name] = a.Ended
	}
	n.Robots = newHostRobots(s.Robots)
	return n
}

func newHostRobots(hosts []site.HostRobots) (all []site.HostRobots) {
	size := 0
	for _, h := range hosts {
		h.Words, h.Fetched = h.Verdict(), wholeUTC(h.Fetched)
		if size += len(h.Text); size > maxRobots {
			h.Text = ""
		}
		all = append(all, h)
	}
	return all
}

// NewManifest returns the manifest of a crawl; WriteManifest adds the files.
func NewManifest(version string, settings map[string]string, c *site.Crawl) Manifest {
	robots := c.Robots
	robots.Words = robots.Verdict()
	m := Manifest{Program: program, Version: version, Site: c.Site, Settings: settings,
		Started: c.Started, Finished: c.Finished, Ended: c.Ended, Complete: c.Complete,
		Waited: math.Round(c.Waited.Seconds()*10) / 10,
		Notes:  c.Notes, Robots: robots, Counts: c.Counts, Sameness: newSameness(c.Sameness), Sitemaps: c.Sitemaps,
		Hits: c.Hits}
	m.Members, m.MemberRobots = c.Members.Names(), newHostRobots(c.MemberRobots)
	if c.Watched != nil {
		m.Iterations = len(c.Watched.Iterations)
	}
	if c.Searched != nil {
		m.Search = &Search{Topics: c.Searched.Topics}
	}
	return m
}

// WriteManifest writes manifest.json. It lists the files written through d, and files of the same crawl that the old
// manifest lists and that still exist. Call it last, because it syncs the files of d. Non-UTF-8 becomes U+FFFD.
func WriteManifest(d *Dir, m Manifest) error {
	m.Started, m.Finished, m.Robots.Fetched = wholeUTC(m.Started), wholeUTC(m.Finished), wholeUTC(m.Robots.Fetched)
	if m.Notes == nil {
		m.Notes = []string{}
	}
	own := func(f File) bool { return f.Name == d.prefix+"."+manifestName }
	m.Files = append([]File{}, slices.DeleteFunc(d.Files(), own)...)
	m.Files = append(m.Files, d.keptFiles(m)...)
	site.Sort(m.Files, byName)
	if err := d.sync(d.Files()...); err != nil {
		return err
	}
	if err := d.WriteJSON(manifestName, m); err != nil {
		return err
	}
	return d.sync(File{Name: d.prefix + "." + manifestName})
}

func wholeUTC(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }

// keptFiles returns files of the same crawl that the old manifest lists and that this run did not write again.
func (d *Dir) keptFiles(m Manifest) []File {
	before, err := ReadManifest(filepath.Join(d.path, d.prefix+"."+manifestName))
	if err != nil || !sameCrawl(before, m) {
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

// sameCrawl reports whether two manifests describe the same crawl. It ignores which files were chosen, and settings
// about how politely and from where to fetch, because commands that only write files do not get these again.
func sameCrawl(a, b Manifest) bool {
	settings := func(m Manifest) map[string]string {
		all := maps.Clone(m.Settings)
		maps.DeleteFunc(all, func(key, _ string) bool {
			section, _, _ := strings.Cut(key, ".")
			return slices.Contains([]string{"download", "linked", "revisit", "store"}, section) ||
				slices.Contains(notOfCrawl, key)
		})
		return all
	}
	return a.Version == b.Version && a.Site == b.Site && a.Ended == b.Ended && a.Counts.Fetched == b.Counts.Fetched &&
		a.Iterations == b.Iterations && a.Started.Equal(b.Started) && a.Finished.Equal(b.Finished) &&
		maps.Equal(settings(a), settings(b))
}

// notOfCrawl lists settings that do not affect a crawl, besides the sections that sameCrawl ignores.
var notOfCrawl = []string{"export.exporters", "export.gexf_version", "export.measures", "export.node_color",
	"export.hits", "export.result_folder", "sites.connections_per_host", "sites.crawl_delay", "sites.downloads_at_once",
	"sites.hosts", "sites.sites_at_once"}

// ReadManifest reads a manifest. It rejects one that sitegraph cannot have written. Errors name the path.
func ReadManifest(path string) (m Manifest, err error) {
	defer func() {
		if err != nil {
			m, err = Manifest{}, fmt.Errorf("read %s: %w", path, err)
		}
	}()
	f, _, err := openRegular(path)
	if err != nil {
		return m, err
	}
	text, err := io.ReadAll(io.LimitReader(f, longestManifest+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return m, err
	}
	if len(text) > longestManifest {
		return m, fmt.Errorf("longer than %d bytes: it is not a manifest", longestManifest)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("%w: it is damaged: %s", plainError(err), remedy)
	}
	return m, m.check()
}

// plainError rewrites an error of encoding/json without the names of Go types.
func plainError(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	return fmt.Errorf("byte %d: %s cannot be %s", wrong.Offset, cmp.Or(wrong.Field, "the whole"), wrong.Value)
}

func (m *Manifest) check() error {
	if m.Program != program || m.Version == "" {
		return fmt.Errorf("program %q, version %q: it is not from sitegraph; name a result folder of sitegraph",
			m.Program, m.Version)
	}
	if m.Search != nil {
		if len(m.Search.Topics) == 0 {
			return errors.New("search: no topics")
		}
	} else if _, err := site.Parse(m.Site); err != nil {
		return fmt.Errorf("site %q: %w", m.Site, err)
	}
	if _, err := site.ReadMembers(m.Members); err != nil {
		return err
	}
	c := m.Counts
	least := min(c.Pages, c.Arcs, c.Links, c.InternalLinks, c.ExternalLinks, c.BadLinks, c.TruncatedArcs, c.Fetched)
	if least < 0 {
		return fmt.Errorf("counts: %d is negative", least)
	}
	return nil
}

func (m *Manifest) selfLoops() bool { return m.Settings["export.self_loops"] != "false" }
