package queue

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// saveEvery saves the state of a group at intervals, which grow if saving takes long.
func (o *work) saveEvery(ctx context.Context) error {
	wait := o.SaveEvery
	for pause(ctx, wait); ctx.Err() == nil; pause(ctx, wait) {
		begun := o.Queue.now()
		if err := o.save(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		wait = max(o.SaveEvery, 10*o.Queue.now().Sub(begun))
	}
	return nil
}

// save writes the state to the store, records it in the entry, and removes the previous one.
func (o *work) save(ctx context.Context) (err error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.withState(func(packed *os.File) error { return o.saveState(ctx, packed) })
}

// saveState saves a packed state.
func (o *work) saveState(ctx context.Context, packed *os.File) error {
	info, err := packed.Stat()
	if err != nil {
		return err
	}
	e, old := o.entry.entry, o.entry.Checkpoint
	e.Deaths, e.Why, e.Figures = 0, "", o.newest()
	o.saves++ // a failed save may have left its object
	e.Checkpoint = fmt.Sprintf("%s/%d/%d-%d.state.tar.gz", o.Job.Name, o.Number, e.Epoch, o.saves)
	if err := o.Store.Create(ctx, e.Checkpoint, packed, info.Size()); err != nil {
		return err
	}
	if err := o.entry.write(ctx, e); err != nil {
		return err
	}
	o.count(func(c *Counts) { c.Saved, c.SavedBytes = c.Saved+1, c.SavedBytes+info.Size() })
	if old != "" {
		return o.Store.Remove(ctx, old)
	}
	return nil
}

// withState packs the crawl's newest saved state, if any, and passes it to use.
func (o *work) withState(use func(packed *os.File) error) (err error) {
	dir, err := os.MkdirTemp(o.Folder, ".save-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	state := filepath.Join(dir, "state")
	if err := os.Mkdir(state, 0o755); err != nil {
		return err
	}
	saved, err := o.Crawler.Save(o.folder, state)
	if err != nil || !saved {
		return err
	}
	if !o.Held() { // requests may have failed because the worker was frozen
		return errLost
	}
	packed, err := pack(state, filepath.Join(dir, "packed"))
	if err != nil {
		return err
	}
	return errors.Join(use(packed), packed.Close())
}

// restore unpacks the saved state of a group into its folder.
func (o *work) restore(ctx context.Context) error {
	r, err := o.Store.Open(ctx, o.entry.Checkpoint)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := unpack(r, o.folder); err != nil {
		return fmt.Errorf("%s: %w", o.entry.Checkpoint, err)
	}
	return nil
}

// pack writes a folder into a file and returns it, open for reading.
func pack(folder, to string) (packed *os.File, err error) {
	f, err := os.Create(to)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewWriterLevel(f, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	err = errors.Join(w.AddFS(os.DirFS(folder)), w.Close(), z.Close())
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// unpack reverses pack.
func unpack(r io.Reader, folder string) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	z, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = unpackOne(root, h, t)
		}
		if err != nil {
			return err
		}
	}
}

func unpackOne(root *os.Root, h *tar.Header, from io.Reader) error {
	switch h.Typeflag {
	case tar.TypeDir:
		return root.MkdirAll(filepath.Clean(h.Name), 0o755)
	case tar.TypeReg:
	default:
		return fmt.Errorf("%s: neither a file nor a folder", h.Name)
	}
	name := filepath.Clean(h.Name)
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	f, err := root.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}
