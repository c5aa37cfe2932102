package objects

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// bucket is a store in an S3 bucket, below a prefix. It creates an object only if there is none (If-None-Match: *).
type bucket struct {
	client       *minio.Client
	name, prefix string
}

func newBucket(rest string, variable func(string) string) (Store, error) {
	b := &bucket{}
	b.name, b.prefix, _ = strings.Cut(strings.TrimSuffix(rest, "/"), "/")
	host, secure := "s3.amazonaws.com", true
	if endpoint := variable("AWS_ENDPOINT_URL"); endpoint != "" {
		u, err := url.Parse(endpoint)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("AWS_ENDPOINT_URL=%s: must be a URL, such as https://storage.example:9000", endpoint)
		}
		host, secure = u.Host, u.Scheme == "https"
	}
	key, secret := variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY")
	if key == "" || secret == "" {
		return nil, fmt.Errorf("store s3://%s: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY", rest)
	}
	var err error
	b.client, err = minio.New(host, &minio.Options{Secure: secure, Region: variable("AWS_REGION"),
		Creds: credentials.NewStaticV4(key, secret, variable("AWS_SESSION_TOKEN"))})
	if err != nil {
		return nil, fmt.Errorf("store s3://%s: %w", rest, err)
	}
	return b, nil
}

func (b *bucket) key(name string) string { return path.Join(b.prefix, name) }

// conflicts is how often to repeat a write that collides with another one.
const conflicts = 5

// writer is the metadata key that identifies the call that wrote an object.
const writer = "Writer"

// wrote reports whether this very call wrote the object. If an answer is lost, the client repeats the request and finds
// its own object.
func (b *bucket) wrote(ctx context.Context, name, call string) bool {
	found, err := b.client.StatObject(ctx, b.name, b.key(name), minio.StatObjectOptions{})
	return err == nil && found.UserMetadata[writer] == call
}

func (b *bucket) Create(ctx context.Context, name string, content io.Reader, size int64) error {
	if err := check(name); err != nil {
		return err
	}
	o := minio.PutObjectOptions{ContentType: "application/octet-stream", DisableMultipart: true,
		UserMetadata: map[string]string{writer: rand.Text()}}
	o.SetMatchETagExcept("*")
	for try := 0; ; try++ {
		_, err := b.client.PutObject(ctx, b.name, b.key(name), content, size, o)
		switch status := minio.ToErrorResponse(err).StatusCode; {
		case err == nil || status == http.StatusPreconditionFailed && b.wrote(ctx, name, o.UserMetadata[writer]):
			return nil
		case status == http.StatusPreconditionFailed:
			return b.fault(name, ErrExists)
		case status != http.StatusConflict || try == conflicts:
			return b.fault(name, err)
		}
		again, ok := content.(io.Seeker)
		if !ok {
			return b.fault(name, ErrExists)
		}
		if _, err := again.Seek(0, io.SeekStart); err != nil {
			return b.fault(name, err)
		}
		select {
		case <-ctx.Done():
			return b.fault(name, ctx.Err())
		case <-time.After(time.Second << try / 4):
		}
	}
}

func (b *bucket) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	o, err := b.client.GetObject(ctx, b.name, b.key(name), minio.GetObjectOptions{})
	if err == nil {
		_, err = o.Stat() // GetObject does not send a request
	}
	if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, b.fault(name, err)
	}
	return o, nil
}

func (b *bucket) Remove(ctx context.Context, name string) error {
	if err := check(name); err != nil {
		return err
	}
	if err := b.client.RemoveObject(ctx, b.name, b.key(name), minio.RemoveObjectOptions{}); err != nil {
		return b.fault(name, err)
	}
	return nil
}

func (b *bucket) List(ctx context.Context, folder string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if err := check(folder); err != nil {
			yield("", err)
			return
		}
		o := minio.ListObjectsOptions{Prefix: b.key(folder) + "/", Recursive: true}
		for found := range b.client.ListObjectsIter(ctx, b.name, o) {
			if found.Err != nil {
				yield("", b.fault(folder, found.Err))
				return
			}
			if !yield(strings.TrimPrefix(strings.TrimPrefix(found.Key, b.prefix), "/"), nil) {
				return
			}
		}
	}
}

func (b *bucket) RemoveAll(ctx context.Context, folder string) error {
	for name, err := range b.List(ctx, folder) {
		if err == nil {
			err = b.client.RemoveObject(ctx, b.name, b.key(name), minio.RemoveObjectOptions{})
		}
		if err != nil {
			return b.fault(folder, err)
		}
	}
	return nil
}

func (b *bucket) fault(name string, err error) error {
	return fmt.Errorf("store: s3://%s/%s: %w", b.name, b.key(name), err)
}
