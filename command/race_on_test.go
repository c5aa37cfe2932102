//go:build race

package command

// slowness is by how much the race detector may slow the program down while
// other tests run: limits of time are that much longer.
const slowness = 6
