package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
)

// Shard is a part of the sites. A site's part depends only on its group, so no two shards request from one host.
type Shard struct {
	Number, Of int           // Number is from 1 to Of, the number of parts; both are 0 for all sites
	Hosts      []config.Host // its sites
	places     []int         // the hosts' places among all sites
	lines      int           // number of all sites
	list       string        // digest of all sites
}

// String returns the shard as users write it.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Number, s.Of) }

const maxShards = 1_000_000

// ParseShard reads a shard such as "3/16", or "2+1/16" for a scheduler that counts from 0.
func ParseShard(text string) (s Shard, err error) {
	number, of, _ := strings.Cut(text, "/")
	number, fromZero := strings.CutSuffix(number, "+1")
	s.Number, err = strconv.Atoi(number)
	if err == nil {
		s.Of, err = strconv.Atoi(of)
	}
	if fromZero {
		s.Number++
	}
	if err != nil || s.Number < 1 || s.Number > s.Of || s.Of > maxShards {
		return Shard{}, Usage("--shard %q: must be a part and the number of parts, such as 3/16", text)
	}
	return s, nil
}

// Take returns the shard with its sites from all.
func (s Shard) Take(all []config.Host) Shard {
	s.lines, s.list = len(all), listOf(all)
	for i, group := range config.Groups(all) {
		h := fnv.New64a()
		h.Write([]byte(group))
		if int(h.Sum64()%uint64(s.Of)) == s.Number-1 {
			s.Hosts, s.places = append(s.Hosts, all[i]), append(s.places, i)
		}
	}
	return s
}

// Groups divides the sites into shards of one group each. A group is never divided, since its sites share one pace.
func (s Spec) Groups() (all []Shard) {
	number, list := map[string]int{}, listOf(s.Hosts)
	for i, group := range config.Groups(s.Hosts) {
		n, known := number[group]
		if !known {
			n = len(all)
			number[group], all = n, append(all, Shard{Number: n + 1, lines: len(s.Hosts), list: list})
		}
		one := &all[n]
		one.Hosts, one.places = append(one.Hosts, s.Hosts[i]), append(one.places, i)
	}
	for i := range all {
		all[i].Of = len(all)
	}
	return all
}

const shardName = "shard" // shard.json describes a shard's results

// shardFile is shard.json, which tells merge more than the result folders do. It is written last, once all is done.
type shardFile struct {
	Program string `json:"program"`
	Version string `json:"version"`
	Shard   int    `json:"shard,omitempty"`
	Of      int    `json:"of,omitempty"`
	Lines   int    `json:"lines"` // number of sites in all shards
	List    string `json:"list"`  // digest of these sites

	Settings map[string]string `json:"settings,omitempty"` // all settings, by name
	Sites    []shardSite       `json:"sites,omitempty"`    // the sites of the shard
	LeftOut  []string          `json:"left_out,omitempty"` // sites or shards that a partial merge lacks

	folder string // folder that it was read from
}

type shardSite struct {
	Place   int            `json:"place"` // place among all shards' sites, from 0
	Line    string         `json:"line"`  // origin in the line of hosts.txt
	About   site.About     `json:"about,omitzero"`
	Site    string         `json:"site"`           // the origin of the site
	Name    string         `json:"name,omitempty"` // the result folder, "" if there is none
	Members []string       `json:"members,omitempty"`
	LeftOut string         `json:"left_out,omitempty"` // reason why the site is missing from comparisons, or ""
	Stats   *stats.Summary `json:"stats,omitempty"`
	Outside *stats.Outside `json:"outside,omitempty"` // hosts that it links to, which Stats leaves out of JSON
}

// removeFile removes an earlier run's file, if it exists.
func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove what an earlier run wrote: %w", err)
	}
	return nil
}

// write writes the shard's file if all of its sites are done.
func (s Shard) write(c Config, results []Result) error {
	f := shardFile{Program: "sitegraph", Version: Version, Shard: s.Number, Of: s.Of, Lines: s.lines,
		List: s.list, Settings: settingsOf(c.Settings)}
	for i, res := range results {
		one, done := shardSiteOf(res)
		if !done {
			return nil
		}
		one.Place = s.places[i]
		f.Sites = append(f.Sites, one)
	}
	return f.write(c, shardName)
}

func (f shardFile) write(c Config, name string) error {
	d, err := export.NewDir(c.OutputDir+"/.", name) // the output folder may be a link
	if err == nil {
		err = d.WriteJSON("json", f)
	}
	return withAdvice(err)
}

// shardSiteOf summarizes a result, without its place. done is false if the site is not done.
func shardSiteOf(res Result) (one shardSite, done bool) {
	c := res.Crawl
	if c == nil || c.Ended == site.EndedSignal || c.Ended == site.EndedError {
		return one, false
	}
	one = shardSite{Line: res.line(), About: res.Host.About, Site: res.Site(), LeftOut: res.LeftOut(),
		Members: c.Members.Names()}
	if res.Dir != nil {
		one.Name = c.Name
	}
	if res.Stats != nil {
		one.Stats, one.Outside = res.Stats, &res.Stats.Outside
	}
	return one, true
}

// listOf returns a digest of the sites in their order.
func listOf(hosts []config.Host) string {
	h := sha256.New()
	for _, one := range hosts {
		fmt.Fprintf(h, "%+v\n", one)
	}
	return hex.EncodeToString(h.Sum(nil))
}

var errNotDone = errors.New("this shard is not done, or this is not its output folder: run the same command with " +
	"--shard again to continue")

func readShard(folder string) (f shardFile, err error) {
	path := filepath.Join(folder, shardName+".json")
	text, err := config.ReadRegular(path)
	if _, gone := os.Stat(folder); gone == nil && errors.Is(err, fs.ErrNotExist) {
		return f, Usage("%s: no %s.json: %w", folder, shardName, errNotDone)
	}
	if err != nil {
		return f, &UsageError{err}
	}
	f.folder = folder
	if err := json.Unmarshal(text, &f); err != nil {
		return f, Usage("%s: damaged: %v: run the shard again", path, err)
	}
	return f, f.check(path)
}

func (f shardFile) check(path string) error {
	switch {
	case f.Program != "sitegraph" || f.Of < 1 || f.Of > maxShards:
		return Usage("%s: not written by sitegraph", path)
	case f.Version != Version:
		return Usage("%s: written by sitegraph %s, and this is %s: run the shard again with this one", path, f.Version,
			Version)
	}
	for _, s := range f.Sites {
		legal := s.Name == "" || s.Name == export.LegalName(s.Name)
		if s.Place < 0 || s.Place >= f.Lines || !legal || strings.ContainsAny(s.Name, `/\`) || s.Name == ".." {
			return Usage("%s: damaged: site %q: run the shard again", path, s.Line)
		}
	}
	return nil
}

func (f shardFile) shard() Shard { return Shard{Number: f.Shard, Of: f.Of} }

const partialName = "partial" // partial.json names what a partial merge left out

func (m *merger) writePartial() error {
	if len(m.absent) == 0 {
		return nil
	}
	return shardFile{Program: "sitegraph", Version: Version, Lines: m.lines, List: m.list, LeftOut: m.absent}.
		write(m.Config, partialName)
}

// checkEmpty refuses to overwrite results, unless they are a partial merge of the same sites.
func (m *merger) checkEmpty() error {
	var before shardFile
	text, err := config.ReadRegular(m.Path(partialName + ".json"))
	if err == nil && json.Unmarshal(text, &before) == nil && before.List == m.list {
		return nil
	}
	for _, dir := range []string{m.resultDir(""), m.Path(acrossFolder)} {
		entries, err := os.ReadDir(dir)
		if len(entries) > 0 {
			return Usage("%s has results already: choose another output folder with -O", dir)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("output folder: %w", err)
		}
	}
	return nil
}
