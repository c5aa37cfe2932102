package export

import (
	"encoding/xml"
	"testing"
	"time"

	"sitegraph/internal/console"
)

// The feed has an entry for each iteration that found a change, the newest first, and names the pages.
func TestFeed(t *testing.T) {
	c := watched()
	c.Name, c.Graph.Pages[0].Title = "example com", `A <b> & "C"`
	type entry struct {
		ID      string    `xml:"id"`
		Title   string    `xml:"title"`
		Updated time.Time `xml:"updated"`
		Content string    `xml:"content"`
	}
	var feed struct {
		entry
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		Author  string   `xml:"author>name"`
		Entries []entry  `xml:"entry"`
	}
	must(t, xml.Unmarshal(render(t, "changes.atom", c, Options{}), &feed))
	at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, time.UTC) }
	const id = "http://example.com/#sitegraph-example%20com"
	console.Equal(t, feed.entry, entry{id, "Changes of http://example.com", at(8, 6), ""})
	console.Equal(t, feed.Author, "sitegraph")
	console.Equal(t, feed.Entries, []entry{
		{id + "-3", "0 pages changed, 4 new, 6 gone", at(8, 6), ""},
		{id + "-2", "1 page changed, 0 new, 0 gone", at(1, 18), `<h3>Changed</h3><ul><li>` +
			`<a href="http://example.com/">A &lt;b&gt; &amp; &#34;C&#34;</a></li></ul>`},
	})
}
