package extractor

import (
	"encoding/json"
	"fmt"
	"time"

	"sitegraph/site"
)

// siteRecord begins a site, or begins it again when the home page led to
// another origin: all answers before it are void.
type siteRecord struct {
	Origin  string    `json:"origin"`
	Start   string    `json:"start"`
	Key     string    `json:"key"`               // the start page's key
	Rewrite string    `json:"rewrite,omitempty"` // origin whose links are taken for ours
	Passed  []string  `json:"passed,omitempty"`  // start pages that led here
	Notes   []string  `json:"notes,omitempty"`
	Started time.Time `json:"started"`
	// Settings are those that change the graph; a run with others refuses the
	// state.
	Settings map[string]string `json:"settings,omitempty"`
}

// robotsRecord keeps robots.txt; Text may be any bytes.
type robotsRecord struct {
	Seen site.RobotsSeen `json:"seen"`
	Text []byte          `json:"text"`
}

// endRecord ends a run. Robots is the robots.txt that could not be read, if
// that ended it; the next run asks again.
type endRecord struct {
	Reason   site.Ending     `json:"reason"`
	Complete bool            `json:"complete"`
	At       time.Time       `json:"at"`
	Robots   site.RobotsSeen `json:"robots,omitzero"`
}

// againRecord voids the answers before it that were failures, so that their
// URLs are requested again.
type againRecord struct {
	At time.Time `json:"at"`
}

// event returns the record of one of the structs above.
func event(kind byte, v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("record %q: %w", kind, err)
	}
	return append([]byte{kind}, b...), nil
}

func readEvent(record []byte, v any) error {
	if err := json.Unmarshal(record[1:], v); err != nil {
		return fmt.Errorf("%w: %w", errRecord, err)
	}
	return nil
}
