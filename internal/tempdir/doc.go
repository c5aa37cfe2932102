// Package tempdir puts the temporary folders of tests in memory, which makes tests of many small files two to three
// times as fast.
package tempdir
