package config

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"
)

// ReadSecret reads a text file with secrets. It must be a regular file, which others can neither read nor write.
func ReadSecret(path string) (string, error) {
	data, err := readSecret(path)
	if err != nil {
		return "", err
	}
	return cleanText(path, data)
}

// readSecret does what ReadSecret does, without the check for text.
func readSecret(path string) ([]byte, error) {
	f, info, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" { // Windows has other permissions
		return nil, fmt.Errorf("%s: others can read or write it (mode %04o), and it holds secrets: chmod 600 %s",
			path, info.Mode().Perm(), ShellWord(path))
	}
	return readText(f, path, settingsLimit)
}

// ReadRegular reads a regular file, of any size.
func ReadRegular(path string) ([]byte, error) {
	f, _, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// openRegular opens a regular file and refuses others at once, because opening a named pipe waits for a writer.
func openRegular(path string) (*os.File, os.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a regular file: only those are read here", path)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ShellWord quotes a text so that a shell reads it as one argument.
func ShellWord(text string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./"
	if strings.Trim(text, plain) == "" && !strings.HasPrefix(text, "-") {
		return text
	}
	return "-- '" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
