package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"sitegraph/config"
)

const partialName = "partial" // partial.json names what a partial merge left out

func absentOf(of int, folder map[int]string) (names []string) {
	for n := range of {
		if folder[n+1] == "" {
			names = append(names, fmt.Sprint("shard ", Shard{Number: n + 1, Of: of}))
		}
	}
	return names
}

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
