package mcp

import (
	"fmt"

	"sitegraph/results/inspect"
)

// The number of items of a list: without a limit, and the greatest limit.
const (
	usualItems = 20
	mostItems  = 500
)

type ofCrawl struct {
	Crawl string `json:"crawl,omitempty" jsonschema:"name or host of a crawl; needed if there are several"`
}

type part struct {
	From int `json:"from,omitempty" jsonschema:"place of the first item, from 0"`
	amount
}

// amount is how many items of each list are wanted.
type amount struct {
	Limit  int `json:"limit,omitempty" jsonschema:"how many items of each list; 20 without it, 500 at most"`
	halved int
}

// longestAnswer bounds an answer, in bytes, unless a number of items was asked for: it is about 4,000 tokens. The lists
// of a longer one have fewer items.
const longestAnswer = 16_000

// halve has a question be about half as many items, and reports whether that can be.
func (a *amount) halve() bool {
	a.halved++
	return a.Limit == 0 && usualItems>>a.halved > 0
}

func (p part) limits() (inspect.Limits, error) {
	if p.Limit < 0 || p.Limit > mostItems {
		return inspect.Limits{}, fmt.Errorf("limit %d: must be from 1 to %d; ask for further items with from",
			p.Limit, mostItems)
	}
	if p.From < 0 {
		return inspect.Limits{}, fmt.Errorf("from %d: must be 0 or more", p.From)
	}
	if p.Limit == 0 {
		p.Limit = usualItems >> p.halved
	}
	return inspect.Limits{From: p.From, Items: p.Limit}, nil
}

type about struct {
	Crawl string `json:"crawl"`
	Site  string `json:"site"`
	// Incomplete says what is missing of a crawl that did not fetch all, Missing the tables that its folder lacks.
	Incomplete string   `json:"incomplete,omitempty"`
	Missing    []string `json:"missing,omitempty"`
}
