package mcp

import (
	"encoding/json"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/results/inspect"
)

// A long answer loses items and ends of texts, and says so, unless the caller asked for a number of items.
func TestBrief(t *testing.T) {
	type answer struct {
		Columns []string            `json:"columns"`
		Lines   []string            `json:"lines"`
		In      inspect.List[[]any] `json:"in_links"`
		Cut     []cutList           `json:"cut"`
	}
	long := answer{Columns: strings.Split("abcdefghijkl", ""), Lines: make([]string, 300),
		In: inspect.List[[]any]{Total: 90, Cut: 70, Items: make([][]any, 20)}}
	for i := range long.In.Items {
		long.In.Items[i] = []any{strings.Repeat("x", 1500), 7}
	}
	for _, limited := range []bool{false, true} {
		text, err := brief(long, limited)
		var got answer
		if err == nil {
			err = json.Unmarshal(text, &got)
		}
		console.Must(t, err)
		items, lines := 10, 10 // by hand: 20 items of 1,500 bytes are too long, 10 are not
		if limited {
			items, lines = 20, 300
		} else {
			console.Equal(t, got.Cut, []cutList{{"lines", 300, 290}})
		}
		console.Equal(t, [4]int{len(got.In.Items), got.In.Cut, len(got.Lines), len(got.Columns)},
			[4]int{items, 90 - items, lines, 12}, "limited", limited)
	}
	text, err := brief(map[string]string{"title": strings.Repeat("ж", 40_000)}, false)
	if err != nil || len(text) > longestAnswer || !strings.HasSuffix(string(text), `ж ..."}`) {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}
