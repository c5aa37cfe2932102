package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sitegraph/config"
	"sitegraph/extractor/store"
)

// within crawls with all open that the sites share.
func (r *runner) within(ctx context.Context, crawl func(ctx context.Context) error) (err error) {
	if r.job.Now == nil {
		r.job.Now = time.Now
	}
	if err := r.readCredentials(); err != nil {
		return err
	}
	stopSample, err := r.serveSample()
	if err != nil {
		return err
	}
	defer stopSample()
	if err := checkSavedSite(r.Download, r.job.Observer.Notice); err != nil {
		return err
	}
	if ctx, err = r.readArchive(ctx); err != nil {
		return err
	}
	if err := r.open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	return crawl(ctx)
}

func (r *runner) open() error {
	if err := os.MkdirAll(filepath.Dir(r.stateDir), 0o755); err != nil {
		return fmt.Errorf("output folder: %w: choose another one with -O", err)
	}
	st, err := r.openOrReplace()
	if err != nil {
		return err
	}
	r.store, r.records = st, records{st}
	if r.logs, err = openLogs(r.Config, r.job.Screen); err != nil {
		return errors.Join(err, st.Close())
	}
	return nil
}

func (r *runner) close() error {
	err := errors.Join(r.logs.Close(), r.store.Close())
	if r.archive != nil {
		err = errors.Join(err, withAdvice(r.archive.Close()))
	}
	if r.captures != nil {
		err = errors.Join(err, r.captures.Close())
	}
	if damage := r.damage.Load(); damage != nil {
		err = errors.Join(err, *damage)
	}
	return err
}

// openOrReplace opens the state folder. Only from scratch, and only if the files
// in it are damaged, they are removed: all sites then begin from scratch.
func (r *runner) openOrReplace() (*store.Store, error) {
	st, err := openState(r.Store, r.stateDir)
	if !errors.Is(err, store.ErrDamaged) || !r.job.FromScratch {
		return st, err
	}
	r.job.Observer.Notice(err.Error() + ": the state of all sites in it is removed")
	if err := store.Remove(r.stateDir); err != nil {
		return nil, err
	}
	return openState(r.Store, r.stateDir)
}

func openState(s config.Store, dir string) (*store.Store, error) {
	if s.Store == "memory" {
		return store.Open(store.Options{Memory: true})
	}
	return store.Open(store.Options{Dir: dir, Sync: s.Sync})
}
