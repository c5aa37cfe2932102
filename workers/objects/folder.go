package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// folder is a store in a folder, which may be on a network file system. It writes an object under a temporary name and
// then links it to its own, which fails if that exists. A check before a rename would let two writers win.
type folder string

// temporary is the prefix of files that are still being written.
const temporary = ".tmp-"

func (f folder) path(name string) string { return filepath.Join(string(f), filepath.FromSlash(name)) }

func (f folder) Create(ctx context.Context, name string, content io.Reader, _ int64) (err error) {
	if err := check(name); err != nil {
		return err
	}
	to := f.path(name)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	temp, err := os.CreateTemp(filepath.Dir(to), temporary+"*")
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(temp.Name())) }()
	_, err = io.Copy(temp, content)
	if err == nil {
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close(), ctx.Err()); err != nil {
		return fmt.Errorf("store: %s: %w", name, err)
	}
	if err := os.Link(temp.Name(), to); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("store: %s: %w", name, ErrExists)
	} else if err != nil {
		return fmt.Errorf("store: %w: the file system must support hard links", err)
	}
	return nil
}

func (f folder) Open(_ context.Context, name string) (io.ReadCloser, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	file, err := os.Open(f.path(name))
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return file, nil
}

func (f folder) Remove(_ context.Context, name string) error {
	if err := check(name); err != nil {
		return err
	}
	if err := os.Remove(f.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

func (f folder) List(_ context.Context, name string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		err := check(name)
		if err == nil {
			err = fs.WalkDir(os.DirFS(string(f)), name, func(at string, d fs.DirEntry, err error) error {
				switch {
				case errors.Is(err, fs.ErrNotExist):
					return nil
				case err != nil || d.IsDir() || strings.HasPrefix(d.Name(), temporary) || yield(at, nil):
					return err
				}
				return fs.SkipAll
			})
		}
		if err != nil {
			yield("", fmt.Errorf("store: %w", err))
		}
	}
}

func (f folder) RemoveAll(_ context.Context, name string) error {
	if err := check(name); err != nil {
		return err
	}
	if err := os.RemoveAll(f.path(name)); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}
