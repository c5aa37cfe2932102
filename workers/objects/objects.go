// Package objects stores workers' objects in a shared folder or an S3 bucket, each object once.
//
//	objects.go  Store and its address
//	folder.go   folders
//	bucket.go   buckets
//	probe.go    checks that a store lets only one writer win
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

// ErrExists says that the object exists already.
var ErrExists = errors.New("it is there already")

// Store keeps objects under names with slashes. Many goroutines and programs may use it at once.
type Store interface {
	// Create writes an object of size bytes, whole or not at all. The error is [ErrExists] if there is one already.
	Create(ctx context.Context, name string, content io.Reader, size int64) error
	// Open opens an object for reading. The error is fs.ErrNotExist if there is none.
	Open(ctx context.Context, name string) (io.ReadCloser, error)
	// Remove removes an object, if it exists.
	Remove(ctx context.Context, name string) error
	// List yields the names of all objects below a folder. They begin with its name and a slash.
	List(ctx context.Context, folder string) iter.Seq2[string, error]
	// RemoveAll removes all objects below a folder.
	RemoveAll(ctx context.Context, folder string) error
}

// Open returns the store at an address, which is s3://BUCKET, s3://BUCKET/PREFIX or a folder. Buckets use the
// environment variables AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN,
// which variable looks up.
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
