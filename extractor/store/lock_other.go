//go:build !unix

package store

import "os"

// lockFile opens a file; badger's own lock keeps a second process out.
func lockFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
}
