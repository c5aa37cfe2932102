// Command container writes a container image with a static program and nothing else, as a tar that docker, podman and
// containerd load. The same program gives the same image.
//
//	container PROGRAM ARCHITECTURE NAME:TAG CERTIFICATES OUTPUT.tar
package main

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

func main() {
	if err := write(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "container:", err)
		os.Exit(1)
	}
}

// nobody is the user that the program runs as; it owns /data, /store and /tmp alone. A new volume that is mounted at
// one of them is its own, too.
const nobody = 65532

func write(args []string) error {
	if len(args) != 5 {
		return fmt.Errorf("want PROGRAM ARCHITECTURE NAME:TAG CERTIFICATES OUTPUT.tar, got %q", args)
	}
	program, architecture, tag, certificates, output := args[0], args[1], args[2], args[3], args[4]
	files, err := layer(program, certificates)
	if err != nil {
		return err
	}
	image, err := mutate.AppendLayers(empty.Image, files)
	if err != nil {
		return err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return err
	}
	config.OS, config.Architecture = "linux", architecture
	config.Config = v1.Config{User: fmt.Sprint(nobody, ":", nobody), WorkingDir: "/data",
		Entrypoint: []string{"/sitegraph"}, Volumes: map[string]struct{}{"/data": {}}}
	if image, err = mutate.ConfigFile(image, config); err != nil {
		return err
	}
	ref, err := name.NewTag(tag)
	if err != nil {
		return err
	}
	return tarball.WriteToFile(output, ref, image)
}

// layer has the program, the certificates of authorities, and the folder that the program may write to.
func layer(program, certificates string) (v1.Layer, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	folder := func(name string, mode int64, owner int) error {
		return w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name, Mode: mode, Uid: owner, Gid: owner})
	}
	for _, name := range []string{"etc/", "etc/ssl/", "etc/ssl/certs/"} {
		if err := folder(name, 0o755, 0); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"data/", "store/", "tmp/"} {
		if err := folder(name, 0o755, nobody); err != nil {
			return nil, err
		}
	}
	for _, f := range []struct {
		name, from string
		mode       int64
	}{{"sitegraph", program, 0o755}, {"etc/ssl/certs/ca-certificates.crt", certificates, 0o644}} {
		text, err := os.ReadFile(f.from)
		if err == nil {
			err = w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode, Size: int64(len(text))})
		}
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(b.Bytes())), nil
	})
}
