package config

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// parseDuration reads a Go duration, or a whole number of milliseconds as in RCCrawler's files.
func parseDuration(text string) (time.Duration, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.ParseDuration(text)
	}
	const most = math.MaxInt64 / int64(time.Millisecond)
	if n > most || n < -most {
		return 0, errors.New("too large")
	}
	return time.Duration(n) * time.Millisecond, nil
}

// durationText writes a duration without zero units ("1m", not "1m0s"), so that parseDuration can read it.
func durationText(d time.Duration) string {
	if d == 0 {
		return "0"
	}
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

type unit struct {
	name  string
	bytes int64
}

// sizeUnits returns the units of sizes, longer names before their endings. The first three are used for writing.
func sizeUnits() []unit {
	return []unit{
		{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
		{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1},
	}
}

// parseSize reads a whole number of bytes, with or without a unit in any case.
func parseSize(text string) (int64, error) {
	number, scale := text, int64(1)
	for _, u := range sizeUnits() {
		at := len(text) - len(u.name)
		if at > 0 && strings.EqualFold(text[at:], u.name) {
			number, scale = strings.TrimSpace(text[:at]), u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return 0, err
	}
	if n < 0 || n > math.MaxInt64/scale {
		return 0, errors.New("out of range")
	}
	return n * scale, nil
}

// sizeText writes a size in the largest binary unit that divides it.
func sizeText(n int64) string {
	for _, u := range sizeUnits()[:3] {
		if n >= u.bytes && n%u.bytes == 0 {
			return strconv.FormatInt(n/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(n, 10)
}
