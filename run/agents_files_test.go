package run

import (
	"iter"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/agents"
	"sitegraph/export"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// twoTopics is a search for art and music. The seed links to an art page, and to a redirect to music that art sold.
func twoTopics() *site.Search {
	page := func(number, agent, link, depth int, path string, relevance ...float64) site.Visit {
		url := "http://m.example" + path
		return site.Visit{Number: number, Agent: agent, FoundBy: agent, Link: link, Depth: depth, URL: url, Key: url,
			State: site.StatePage, Status: 200, Page: number, Time: float64(number) / 10, Relevance: relevance,
			Content: &site.Page{Status: 200, ContentType: "text/html", Bytes: 10, Hash: path, Title: "=" + path}}
	}
	seed, art, song := page(1, site.Nobody, 0, 0, "/", 0, 0), page(2, 0, 1, 1, "/art", 0.9, 0),
		page(4, 1, 1, 1, "/song", 0.25, 0.5)
	art.Anchor, art.Estimate, art.Stored, art.OnTopic = "all of art", 0.75, true, true
	song.FoundBy, song.Estimate, song.Stored, song.Anchor = 0, 1.0/3, true, "-"
	return &site.Search{
		Name: "topics", Scheme: "market", Matching: "exact", Understanding: 0.2,
		Agents: []site.Agent{{Name: "art", Labelled: true}, {Name: "My music, and so on"}},
		Visits: []site.Visit{seed, art,
			{Number: 3, Agent: 1, FoundBy: 0, Link: 1, Anchor: "-", Depth: 1, Estimate: 1.0 / 3,
				URL: "http://m.example/a?", Key: "http://m.example/a", State: site.StateRedirect, Status: 301,
				Reason: site.Reason{Target: "http://m.example/song"}, Page: 4, Free: true, Time: 0.3},
			song,
			{Number: 5, Agent: 0, FoundBy: 0, Link: 2, Depth: 2, URL: "http://m.example/none",
				Key: "http://m.example/none", State: site.StateStatus, Status: 404, Time: 0.1 + 0.2},
		},
		Markets: []site.Market{
			{Time: 0.1, After: 1, Offered: 1, Buyers: 1},
			{Time: 0.2, After: 2, Offered: 1, Buyers: 1, Value: 1.0 / 3, Optimum: 1.0 / 3, Sales: []site.Sale{
				{URL: "http://m.example/a", From: 0, To: 1, SellerValue: 0.125, Value: 1.0 / 3}}},
		},
		Waiting: []site.Waiting{{Agent: 1, URL: "http://m.example/w?", Key: "http://m.example/w", Estimate: 0.5,
			Link: 4, Anchor: "w"}},
		Robots: []site.HostRobots{{Origin: "http://m.example", RobotsSeen: site.RobotsSeen{
			URL: "http://m.example/robots.txt", Status: 404, Access: site.RobotsAllow, Why: site.RobotsStatus}}},
		Now: 0.5, Ended: site.EndedWorkDone, Complete: true,
	}
}

const (
	visitsTable = `number,agent,found_by,url,normalized_url,state,reason,status,page,level,estimate,relevance,` +
		`stored,again,found_on,anchor,time,on_topic
1,,,http://m.example/,http://m.example/,page,,200,1,0,0,,false,false,,,0.1,
2,art,art,http://m.example/art,http://m.example/art,page,,200,2,1,0.75,0.9,true,false,1,all of art,0.2,true
3,"My music, and so on",art,http://m.example/a?,http://m.example/a,alias-redirect,to http://m.example/song,` +
		`301,4,1,0.333333333,,false,false,1,'-,0.3,
4,"My music, and so on",art,http://m.example/song,http://m.example/song,page,,200,4,1,0.333333333,0.5,true,` +
		`false,1,'-,0.4,
5,art,art,http://m.example/none,http://m.example/none,status,status 404,404,,2,0,,false,false,2,,0.3,
`
	marketTable = `market,time,normalized_url,seller,buyer,seller_value,value,price
2,0.2,http://m.example/a,art,"My music, and so on",0.125,0.333333333,0
`
	waitingTable = `agent,url,normalized_url,estimate,found_on,anchor
"My music, and so on",http://m.example/w?,http://m.example/w,0.5,4,w
`
)

// filesOf returns the files of a search whose pages have a few fixed links.
func filesOf(s *site.Search) SearchFiles {
	links := func(visit int) iter.Seq2[string, int] {
		return maps.All(map[int]map[string]int{
			1: {"http://m.example/art": 2, "http://m.example/a": 1}, 2: {"http://m.example/none": 1},
			4: {"http://m.example/": 1, "http://m.example/w": 1},
		}[visit])
	}
	in := SearchFiles{Search: s, All: agents.Graph(s, site.Nobody, links), TopicsText: "[art]\n"}
	for i := range s.Agents {
		in.Topics = append(in.Topics, agents.Graph(s, i, links))
	}
	return in
}

func TestWriteSearch(t *testing.T) {
	c := newConfig(t)
	all, topics, err := c.WriteSearch(filesOf(twoTopics()))
	must(t, err)
	graph := []string{"arcs.csv", "graph.gexf", "graph.graphml", "graph.net", "manifest.json", "measures.csv",
		"nodes.csv", "stats.json"}
	both := slices.Sorted(slices.Values(append([]string{"visits.csv", "market.csv", "waiting.csv", "scorecard.json",
		"report.html"},
		graph...)))
	checkFolder(t, all, filepath.Join(c.OutputDir, "topics"), "topics", both...)
	checkFolder(t, topics[0], filepath.Join(c.OutputDir, "topics", "art"), "art", graph...)
	music := "My_music__and_so_on"
	checkFolder(t, topics[1], filepath.Join(c.OutputDir, "topics", music), music, graph...)
	for name, want := range map[string]string{"visits.csv": visitsTable, "market.csv": marketTable,
		"waiting.csv": waitingTable} {
		text, err := os.ReadFile(filepath.Join(all.Path(), "topics."+name))
		must(t, err)
		console.Equal(t, string(text), want, name, text)
	}
	m := readManifest(t, all)
	if m.Site != "topics" || !slices.Equal(m.Search.Topics, []string{"art", "My music, and so on"}) ||
		m.Search.File != "[art]\n" || m.Search.Robots[0].Words != "allow all: status 404" || m.Counts.Pages != 3 {
		t.Errorf("manifest %+v", m)
	}
	m = readManifest(t, topics[1])
	if m.Site != "My music, and so on" || m.Search.Robots != nil || m.Counts.Pages != 1 {
		t.Errorf("manifest %+v", m)
	}
}

// TestReadSearch checks that the folders of a search are read back like those of sites.
func TestReadSearch(t *testing.T) {
	c := newConfig(t)
	c.Export.Exporters = []string{"csv"}
	in := filesOf(twoTopics())
	all, topics, err := c.WriteSearch(in)
	must(t, err)
	for i, d := range append(topics, all) {
		folder, err := export.Open(d.Path())
		must(t, err)
		got, err := folder.Crawl()
		must(t, err)
		want := append(in.Topics, in.All)[i]
		if got.Site != want.Site || !reflect.DeepEqual(got.Searched, want.Searched) || len(folder.Missing()) > 0 {
			t.Errorf("%s: got %+v, want %+v, missing %q", got.Site, got.Searched, want.Searched, folder.Missing())
		}
	}
}

// TestWriteSearchAgain checks that only files and topics that an earlier run wrote, and this one does not, are removed.
func TestWriteSearchAgain(t *testing.T) {
	c := newConfig(t)
	if _, _, err := c.WriteSearch(filesOf(twoTopics())); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(c.OutputDir, "topics")
	own := []string{filepath.Join("art", "notes.txt"), filepath.Join("state", "MANIFEST"), "notes.txt"}
	for _, name := range own {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o777))
		must(t, os.WriteFile(filepath.Join(root, name), []byte("mine"), 0o666))
	}
	s := twoTopics()
	s.Agents[0].Name, s.Agents[1].Name = "State", "state"
	c.Export.Exporters = []string{"csv", "links"}
	all, topics, err := c.WriteSearch(filesOf(s))
	must(t, err)
	checkFolder(t, all, root, "topics", "arcs.csv", "manifest.json", "market.csv", "nodes.csv", "scorecard.json",
		"visits.csv", "waiting.csv")
	checkFolder(t, topics[1], filepath.Join(root, "state_3"), "state_3", "arcs.csv", "manifest.json", "nodes.csv")
	var folders []string
	entries, err := os.ReadDir(root)
	must(t, err)
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, e.Name())
		}
	}
	console.Equal(t, folders, []string{"State_2", "art", "state", "state_3"}, "folders")
	for _, name := range own {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestTopicFolders checks that names of any kind become legal and distinct folders.
func TestTopicFolders(t *testing.T) {
	var topics []site.Agent
	for _, name := range []string{"art", "Art", "μουσική", "CON", "a/b", "..", "agents", "a_b", "charts", "topic_3",
		strings.Repeat("x", 300)} {
		topics = append(topics, site.Agent{Name: name})
	}
	names := topicFolders(topics)
	want := []string{"art", "Art_2", "μουσική", "_CON", "a_b", "topic_6", "agents", "a_b_2", "charts_2", "topic_3"}
	console.Equal(t, names[:10], want, names)
	console.Equal(t, len(names[10]), 200, names)
}

// checkFolder compares the folder's files with this name prefix, and the manifest's list, with the expected names.
func checkFolder(t *testing.T, d *export.Dir, path, prefix string, want ...string) {
	t.Helper()
	console.Equal(t, d.Path(), path, "folder")
	entries, err := os.ReadDir(path)
	must(t, err)
	var names, listed []string
	for _, e := range entries {
		if name, ok := strings.CutPrefix(e.Name(), prefix+"."); ok && e.Type().IsRegular() {
			names = append(names, name)
		}
	}
	for _, f := range readManifest(t, d).Files {
		listed = append(listed, strings.TrimPrefix(f.Name, prefix+"."))
	}
	listed = append(listed, "manifest.json")
	slices.Sort(listed)
	console.Equal(t, names, want, path)
	console.Equal(t, listed, want, "the manifest in", path)
}

func readManifest(t *testing.T, d *export.Dir) export.Manifest {
	t.Helper()
	m, err := export.ReadManifest(filepath.Join(d.Path(), filepath.Base(d.Path())+".manifest.json"))
	must(t, err)
	return m
}
