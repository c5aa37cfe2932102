//go:build !race

package command

// slowness is 1 without the race detector.
const slowness = 1
