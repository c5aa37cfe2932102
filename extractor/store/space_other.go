//go:build !linux && !darwin

package store

import "math"

// freeBytes knows nothing here: a full disk shows when it is written to.
func freeBytes(string) (uint64, error) { return math.MaxUint64, nil }
