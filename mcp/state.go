package mcp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sitegraph/results"
)

// The tools of this file read the saved state: a result folder has one moment, and not what answers were.

type ofSite struct {
	Site string `json:"site,omitempty" jsonschema:"host or origin of a saved site; needed if there are several"`
}

type ofMoments struct {
	ofSite
	From   string `json:"from" jsonschema:"the earlier moment: 2026-03-01, a time, or an iteration"`
	To     string `json:"to,omitempty" jsonschema:"the later moment; without it, now"`
	Change string `json:"change,omitempty" jsonschema:"only this change, such as removed, added or fixed"`
	part
}

// since answers what changed of a watched site between two moments.
func (s *Server) since(_ context.Context, in ofMoments) (any, error) {
	before, err := results.ParseMoment(in.From, time.Now())
	if err != nil {
		return nil, fmt.Errorf("from: %w", err)
	}
	later := s.options.State
	if in.To != "" {
		if later.Moment, err = results.ParseMoment(in.To, time.Now()); err != nil {
			return nil, fmt.Errorf("to: %w", err)
		}
	}
	var answer any
	for pair, err := range later.Between(before, in.names()) {
		if err == nil && answer != nil {
			err = errors.New("site: name one, there are several")
		}
		if err == nil {
			answer, err = compared(pair, in.Change, in.part)
		}
		if err != nil {
			return nil, err
		}
	}
	return answer, nil
}

func (o ofSite) names() []string {
	if o.Site == "" {
		return nil
	}
	return []string{o.Site}
}

type ofChanges struct {
	ofSite
	Changes string   `json:"changes" jsonschema:"one a line, such as move /old/ /new/ 301"`
	Robots  []string `json:"robots,omitempty" jsonschema:"names of robots whose reach is wanted, such as GPTBot"`
	amount
}

// longestForesight bounds the work of a forecast.
const longestForesight = 2 * time.Minute

// whatIf answers what changes of a site would do, without a request.
func (s *Server) whatIf(ctx context.Context, in ofChanges) (any, error) {
	limits, err := part{amount: in.amount}.limits()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, longestForesight, errors.New("the changes name too many patterns"))
	defer cancel()
	return s.options.State.Foresee(ctx, in.Site, in.Changes, in.Robots, limits.Items)
}
