//go:build !linux

package tempdir

// InMemory does nothing on systems other than Linux.
func InMemory() {}
