package objects

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// Probe checks that a store lets exactly one of several writers create an object. Some stores ignore the condition.
func Probe(ctx context.Context, s Store) error {
	const writers = 4
	name := "probe/" + rand.Text()
	var all sync.WaitGroup
	errs := make([]error, writers)
	for i := range errs {
		all.Go(func() {
			text := fmt.Sprint(i)
			errs[i] = s.Create(ctx, name, strings.NewReader(text), int64(len(text)))
		})
	}
	all.Wait()
	winner, winners := 0, 0
	for i, err := range errs {
		switch {
		case err == nil:
			winner = i
			winners++
		case !errors.Is(err, ErrExists):
			return err
		}
	}
	kept, err := read(ctx, s, name)
	if err := errors.Join(err, s.Remove(ctx, name)); err != nil {
		return err
	}
	if winners != 1 || kept != fmt.Sprint(winner) {
		return fmt.Errorf("the store let %d of %d programs create one object: it does not support If-None-Match, "+
			"so results could be written twice; use another store", winners, writers)
	}
	return nil
}

func read(ctx context.Context, s Store, name string) (string, error) {
	r, err := s.Open(ctx, name)
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	return string(text), err
}
