package config

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"
)

// settingsLimit is far above any settings file; it keeps a wrong file name
// from filling the memory.
const settingsLimit = 1 << 20

// readSettings reads a settings file as text with "\n" line ends and no BOM.
func readSettings(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, settingsLimit+1))
	if err != nil {
		return "", err
	}
	if len(data) > settingsLimit {
		return "", fmt.Errorf("%s: over %s, this is no settings file", file, sizeText(settingsLimit))
	}
	return cleanText(file, data)
}

// cleanText drops a BOM, makes all line ends "\n", and refuses what is not
// UTF-8 text, naming the line.
func cleanText(file string, data []byte) (string, error) {
	if err := noUTF16(file, data); err != nil {
		return "", err
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	line := 1
	for i, c := range text {
		switch {
		case c == '\n':
			line++
		case c == '\t':
		case c == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			return "", fmt.Errorf("%s:%d: not UTF-8; save the file as UTF-8 text", file, line)
		case unicode.IsControl(c):
			return "", fmt.Errorf("%s:%d: holds the control character %U; this is no text file", file, line, c)
		}
	}
	return text, nil
}

// noUTF16 refuses a file that begins with a UTF-16 byte order mark.
func noUTF16(file string, data []byte) error {
	if bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}) {
		return fmt.Errorf("%s:1: written in UTF-16; save the file as UTF-8 text", file)
	}
	return nil
}
