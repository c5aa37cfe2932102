//go:build !unix

package tables

import "os"

// mapBytes reads a file, where it cannot be mapped.
func mapBytes(path string) ([]byte, error) { return os.ReadFile(path) }

func unmapBytes([]byte) {}
