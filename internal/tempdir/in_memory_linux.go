package tempdir

import (
	"os"
	"syscall"
)

// sharedMemory is where Linux has a file system in memory, and enough is what must be free there: containers often
// have 64 MB.
const (
	sharedMemory = "/dev/shm"
	enough       = 2 << 30
)

// InMemory has the temporary folders of the tests of a package be in memory, unless TMPDIR says where they are or
// memory has too little room. TestMain calls it.
func InMemory() {
	var fs syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(sharedMemory, &fs) != nil || fs.Bavail*uint64(fs.Bsize) < enough {
		return
	}
	probe, err := os.MkdirTemp(sharedMemory, "sitegraph-")
	if err != nil {
		return
	}
	if os.Remove(probe) == nil {
		os.Setenv("TMPDIR", sharedMemory) // nothing can be wrong with its name
	}
}
