package queue

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"sitegraph/workers/objects"
)

// manifest completes a result. It is created last, and only once.
type manifest struct {
	Epoch  int    `json:"epoch"` // epoch of the claim that wrote the files
	Worker string `json:"worker"`
	Files  []file `json:"files"`
	State  *file  `json:"state,omitempty"` // packed, to resume the crawl; nil if there is none
}

// file is a file of a result. The store has it in the epoch's folder.
type file struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// stateFile is the stored name of the packed state. No other file of a result begins with it.
const stateFile = ".state.tar.gz"

// resultFolder is the prefix of the folder with the files of an epoch.
const resultFolder = "result-"

func manifestObject(job string, number int) string {
	return fmt.Sprintf("%s/%d/result.json", job, number)
}

func fileObject(job string, number, epoch int, name string) string {
	return path.Join(job, strconv.Itoa(number), resultFolder+strconv.Itoa(epoch), name)
}

// writeResult writes the files of a group, then the manifest. If another worker was first, its equal result counts.
func (o *work) writeResult(ctx context.Context, files []string) error {
	m := manifest{Epoch: o.entry.Epoch, Worker: o.Name}
	for _, name := range files {
		one, err := o.writeFile(ctx, name)
		if err != nil {
			return err
		}
		m.Files = append(m.Files, one)
	}
	err := o.withState(func(packed *os.File) error {
		one, err := o.writeOpen(ctx, packed, stateFile)
		m.State = &one
		return err
	})
	if err != nil {
		return err
	}
	if err := o.entry.check(ctx); err != nil { // the job may have been removed
		return err
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	err = o.Store.Create(ctx, manifestObject(o.Job.Name, o.Number), bytes.NewReader(text), int64(len(text)))
	if errors.Is(err, objects.ErrExists) {
		return nil
	}
	return err
}

func (o *work) writeFile(ctx context.Context, name string) (one file, err error) {
	f, err := os.Open(filepath.Join(o.folder, filepath.FromSlash(name)))
	if err != nil {
		return one, err
	}
	defer f.Close()
	return o.writeOpen(ctx, f, name)
}

// writeOpen writes an open file under a name of the result.
func (o *work) writeOpen(ctx context.Context, f *os.File, name string) (one file, err error) {
	digest := sha256.New()
	size, err := io.Copy(digest, f)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err == nil {
		err = o.Store.Create(ctx, fileObject(o.Job.Name, o.Number, o.entry.Epoch, name), f, size)
	}
	return file{Name: name, SHA256: hex.EncodeToString(digest.Sum(nil))}, err
}

// Collect copies the results of a job from a store into a new folder for each group. The error is a [*Missing] if some
// groups have no result.
func Collect(ctx context.Context, store objects.Store, job, to string) (folders []string, err error) {
	if err := CheckName(job); err != nil {
		return nil, err
	}
	j, err := readJob(ctx, store, job, "")
	if err != nil {
		return nil, err
	}
	var missing []int
	for n := 1; n <= j.Groups; n++ {
		folder := filepath.Join(to, strconv.Itoa(n))
		err := CollectGroup(ctx, store, job, n, folder)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, n)
		case err != nil:
			return nil, err
		default:
			folders = append(folders, folder)
		}
	}
	if len(missing) > 0 {
		return folders, &Missing{Job: j, Groups: missing}
	}
	return folders, nil
}

// Missing is the error for a job that has groups without results.
type Missing struct {
	Job    Job   // the incomplete job
	Groups []int // groups without a result
}

// Error counts the groups.
func (m *Missing) Error() string {
	return fmt.Sprintf("job %s: %d of %d groups have no result yet", m.Job.Name, len(m.Groups), m.Job.Groups)
}

// CollectGroup copies the result of a group into a folder, with the final state of its crawl. The error is
// fs.ErrNotExist if there is no result.
func CollectGroup(ctx context.Context, store objects.Store, job string, number int, to string) error {
	text, err := readObject(ctx, store, manifestObject(job, number))
	if err != nil {
		return err
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return fmt.Errorf("%s: %w", manifestObject(job, number), err)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer root.Close()
	files := m.Files
	if m.State != nil {
		files = append(files, *m.State)
	}
	for _, f := range files {
		if err := copyOut(ctx, store, fileObject(job, number, m.Epoch, f.Name), root, f); err != nil {
			return err
		}
	}
	if m.State == nil {
		return nil
	}
	packed, err := root.Open(stateFile)
	if err != nil {
		return err
	}
	return errors.Join(unpack(packed, to), packed.Close(), root.Remove(stateFile))
}

// copyOut copies a file and checks it.
func copyOut(ctx context.Context, store objects.Store, object string, to *os.Root, f file) error {
	r, err := store.Open(ctx, object)
	if err != nil {
		return fmt.Errorf("%w (the result names it)", withoutNotExist(err))
	}
	defer r.Close()
	name := filepath.FromSlash(f.Name)
	if err := to.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	w, err := to.Create(name)
	if err != nil {
		return err
	}
	digest := sha256.New()
	_, err = io.Copy(io.MultiWriter(w, digest), r)
	if err = errors.Join(err, w.Close()); err != nil {
		return err
	}
	if hex.EncodeToString(digest.Sum(nil)) != f.SHA256 {
		return fmt.Errorf("%s: the store has damaged it: its digest differs from the result's", object)
	}
	return nil
}

// withoutNotExist keeps a missing file from looking like a group without a result.
func withoutNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New(err.Error())
	}
	return err
}
