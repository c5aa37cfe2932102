// Package objects keeps what workers write, each object once: in a folder that they share, or in an S3 bucket.
//
//	objects.go  Store, and how its address is written
//	folder.go   a folder
//	bucket.go   a bucket
//	probe.go    whether a store keeps its promise
package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"sitegraph/site"
)

// ErrExists says that a name has an object already.
var ErrExists = errors.New("it is there already")

// Store keeps objects under names with slashes. It is safe for many goroutines, and for many programs.
type Store interface {
	// Create writes an object of a size in bytes, whole or not at all. If the name has one already, whoever wrote it,
	// the error is [ErrExists].
	Create(ctx context.Context, name string, content io.Reader, size int64) error
	// Open reads an object; the error is fs.ErrNotExist if there is none.
	Open(ctx context.Context, name string) (io.ReadCloser, error)
	// Remove removes an object, if it is there.
	Remove(ctx context.Context, name string) error
	// List yields the names of all objects below a folder: those that begin with its name and a slash.
	List(ctx context.Context, folder string) iter.Seq2[string, error]
	// RemoveAll removes all objects below a folder.
	RemoveAll(ctx context.Context, folder string) error
}

// Open returns the store at an address: s3://BUCKET or s3://BUCKET/PREFIX, or a folder. Where a bucket is, and who may
// use it, say the environment variables that other programs for S3 know: AWS_ENDPOINT_URL, AWS_REGION,
// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN. variable returns one of them.
func Open(address string, variable func(name string) string) (Store, error) {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		scheme, rest = "folder", address
	}
	open, err := site.Lookup("kind of store", scheme, kinds)
	if err != nil {
		return nil, fmt.Errorf("store %q: %w", address, err)
	}
	if rest == "" {
		return nil, fmt.Errorf("store %q: name a folder, or a bucket as in s3://BUCKET/PREFIX", address)
	}
	return open(rest, variable)
}

var kinds = map[string]func(rest string, variable func(string) string) (Store, error){
	"folder": func(rest string, _ func(string) string) (Store, error) { return folder(rest), nil },
	"s3":     newBucket,
}

// check refuses names that would leave the store.
func check(name string) error {
	if name == "" || path.Clean("/"+name) != "/"+name || strings.ContainsAny(name, "\\\x00") {
		return fmt.Errorf("%q cannot be the name of an object", name)
	}
	return nil
}
