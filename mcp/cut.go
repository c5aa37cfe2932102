package mcp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

type cutList struct {
	List  string `json:"list"`
	Total int    `json:"total"`
	Cut   int    `json:"cut"`
}

// cutLists returns a value as JSON has it, with the first items of each list, and which lists were cut, by name.
func cutLists(value any, most int) (any, []cutList, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, nil, fmt.Errorf("the numbers: %w", err)
	}
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, nil, fmt.Errorf("the numbers: %w", err)
	}
	c := cutter{most: most, cut: []cutList{}}
	all = c.shorten("", all)
	return all, c.cut, nil
}

type cutter struct {
	most int
	cut  []cutList
}

func (c *cutter) shorten(name string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			value[key] = c.shorten(inside(name, key), value[key])
		}
	case []any:
		if len(value) > c.most {
			c.cut = append(c.cut, cutList{name, len(value), len(value) - c.most})
			value = value[:c.most]
		}
		for i := range value {
			value[i] = c.shorten(fmt.Sprintf("%s[%d]", name, i), value[i])
		}
		return value
	}
	return value
}

func inside(name, key string) string {
	if name == "" {
		return key
	}
	return name + "." + key
}
