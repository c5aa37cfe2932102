package config

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"sitegraph/site"
)

// value makes the row of a field. placeholder stands for the value in help, and allowed describes accepted values.
func value[T any](field *T, name, placeholder, allowed string,
	parse func(r Setting, text string) (T, error), format func(T) string) Setting {
	section, key, _ := strings.Cut(name, ".")
	return Setting{Section: section, Key: key, Placeholder: placeholder, allowed: allowed,
		Text: func() string { return format(*field) },
		parse: func(r Setting, text string) error {
			v, err := parse(r, text)
			if err == nil {
				*field = v
			}
			return err
		}}
}

func bounded[T int | int64 | time.Duration](field *T, name, placeholder, allowed string, low, high T,
	parse func(text string) (T, error), format func(T) string) Setting {
	return value(field, name, placeholder, fmt.Sprintf(allowed, format(low), format(high)),
		func(_ Setting, text string) (T, error) {
			v, err := parse(text)
			if err != nil || v < low || v > high {
				return 0, errValue
			}
			return v, nil
		}, format)
}

// number makes the row of a whole number. If the range goes below zero, negative numbers mean "no limit" and become -1.
func number(field *int, name string, low, high int) Setting {
	parse := func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		return max(n, -1), err
	}
	return bounded(field, name, "number", "a whole number from %s to %s", low, high, parse, strconv.Itoa)
}

func decimal(field *float64, name string, low, high float64) Setting {
	write := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	return value(field, name, "number", fmt.Sprintf("a number from %s to %s", write(low), write(high)),
		func(_ Setting, text string) (float64, error) {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil || !(x >= low && x <= high) {
				return 0, errValue
			}
			return x, nil
		}, write)
}

// amount makes the row of a whole number from 1, or a percentage.
func amount(field *Amount, name string) Setting {
	return value(field, name, "number", "a whole number from 1 to 1000000000, or a share such as 10%",
		func(_ Setting, text string) (a Amount, err error) {
			if share, ok := strings.CutSuffix(text, "%"); ok {
				a.Percent, err = strconv.ParseFloat(strings.TrimSpace(share), 64)
			} else {
				a.Number, err = strconv.Atoi(text)
			}
			if err != nil || !(a.Percent > 0 && a.Percent <= 100) && (a.Number < 1 || a.Number > 1e9) {
				return Amount{}, errValue
			}
			return a, nil
		}, func(a Amount) string {
			if a.Number > 0 {
				return strconv.Itoa(a.Number)
			}
			return strconv.FormatFloat(a.Percent, 'f', -1, 64) + "%"
		})
}

func duration(field *time.Duration, name string, low, high time.Duration) Setting {
	return bounded(field, name, "duration",
		"a duration from %s to %s (such as 500ms, 10s or 5m; a plain number is milliseconds)",
		low, high, parseDuration, durationText)
}

func size(field *int64, name string, low, high int64) Setting {
	return bounded(field, name, "size",
		"a size from %s to %s (such as 256KiB or 32MiB; a plain number is bytes)", low, high, parseSize, sizeText)
}

func boolean(field *bool, name string) Setting {
	return value(field, name, "bool", "true or false (also yes, no, on, off, 1, 0)", parseBool, strconv.FormatBool)
}

// parseBool reads the spellings of true and false in ini files.
func parseBool(_ Setting, text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "yes", "on", "1":
		return true, nil
	case "false", "no", "off", "0":
		return false, nil
	}
	return false, errValue
}

// anyText describes a text that need not be one of some names.
const anyText = "text"

func text(field *string, name string) Setting {
	return value(field, name, "text", anyText, func(r Setting, text string) (string, error) {
		if r.Names != nil && text != "" && !slices.Contains(r.Names, text) {
			return "", r.unknownName(text)
		}
		return text, nil
	}, strings.Clone)
}

func profile(field *string, name string) Setting {
	return value(field, name, "text", anyText, func(r Setting, text string) (string, error) {
		if text == site.ProfileDefault || text == site.ProfilePaper {
			return text, nil
		}
		_, err := words(r, text)
		return text, err
	}, strings.Clone)
}

func list(field *[]string, name string) Setting {
	return value(field, name, "list", "a list of ", words, withCommas)
}

func withCommas(list []string) string { return strings.Join(list, ",") }

// tokens makes the row of a list of robots' names, as in User-agent lines of robots.txt (RFC 9309 section 2.2.1).
func tokens(field *[]string, name string) Setting {
	const allowed = "a list of names as in robots.txt, such as Googlebot (letters, - and _), or *"
	return value(field, name, "list", allowed, func(_ Setting, text string) (list []string, err error) {
		for word := range strings.FieldsFuncSeq(text, isSeparator) {
			if word != "*" && strings.ContainsFunc(word, notInToken) {
				return nil, fmt.Errorf("%s is not the name of a robot: must be %s", quote(word), allowed)
			}
			if !slices.ContainsFunc(list, func(known string) bool { return strings.EqualFold(known, word) }) {
				list = append(list, word)
			}
		}
		return list, nil
	}, withCommas)
}

func notInToken(c rune) bool { return (c|0x20 < 'a' || c|0x20 > 'z') && c != '-' && c != '_' }

// words splits a list at commas and spaces, without repetitions. Words must be names or, if there are none, extensions.
func words(r Setting, text string) (list []string, err error) {
	for _, word := range strings.FieldsFunc(text, isSeparator) {
		if r.Names == nil {
			word = strings.ToLower(strings.TrimPrefix(word, "."))
			if word == "" || strings.ContainsFunc(word, notInExtension) {
				return nil, fmt.Errorf("%s is not a file extension (write it without dots, such as pdf)", quote(word))
			}
		} else if !slices.Contains(r.Names, word) {
			return nil, r.unknownName(word)
		}
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	if list == nil && !r.empty {
		return nil, errValue
	}
	return list, nil
}

// accessLogs makes the row of a list of files separated by commas, each optionally with the host of its lines.
func accessLogs(field *[]AccessLog, name string) Setting {
	parse := func(_ Setting, text string) (all []AccessLog, err error) {
		for name := range strings.SplitSeq(text, ",") {
			var log AccessLog
			host, path, given := strings.Cut(strings.TrimSpace(name), "=")
			if log.Path = host; given && !strings.ContainsAny(host, `/\`) {
				log.Host, log.Path = strings.TrimSpace(host), strings.TrimSpace(path)
			} else if given {
				log.Path += "=" + path
			}
			if log.Path == "" && text != "" || given && host == "" {
				return nil, errValue
			}
			if log.Path != "" {
				all = append(all, log)
			}
		}
		return all, nil
	}
	return value(field, name, "files", "names of files, or HOST=FILE, separated by commas", parse,
		func(all []AccessLog) string {
			var names []string
			for _, log := range all {
				if log.Host != "" {
					log.Path = log.Host + "=" + log.Path
				}
				names = append(names, log.Path)
			}
			return strings.Join(names, ",")
		})
}

func isSeparator(c rune) bool { return c == ',' || unicode.IsSpace(c) }

// notInExtension refuses characters of a file extension, and quotes, since settings.ini could not begin with one.
func notInExtension(c rune) bool {
	return !unicode.In(c, unicode.Letter, unicode.Mark, unicode.Digit) && !strings.ContainsRune("_-+~!$%@", c)
}

func extensions(field *[]string, name string) Setting {
	return value(field, name, "list", "a list of file extensions without dots", words, withSpaces)
}

func withSpaces(list []string) string { return strings.Join(list, " ") }

// pattern makes the row of a regular expression, nil if empty.
func pattern(field **regexp.Regexp, name string) Setting {
	const kind = "a regular expression in Go's syntax (RE2)"
	parse := func(_ Setting, text string) (*regexp.Regexp, error) {
		if text == "" {
			return nil, nil
		}
		re, err := regexp.Compile(text)
		if err != nil {
			return nil, fmt.Errorf("must be %s: %w", kind, err)
		}
		return re, nil
	}
	format := func(re *regexp.Regexp) string {
		if re == nil {
			return ""
		}
		return re.String()
	}
	return value(field, name, "regexp", kind, parse, format).orEmpty()
}

// quote quotes a value for a message, shortened if it is long.
func quote(text string) string {
	const most = 100
	if len(text) > most {
		return strconv.Quote(strings.ToValidUTF8(text[:most], "")) + "..."
	}
	return strconv.Quote(text)
}

const everyName = "all" // means all names of a choice

// choice makes the row of a list of names, all names, or a change to a weaker source's value: "+links,-charts".
func choice(field *[]string, name string) Setting {
	parse := func(r Setting, text string) ([]string, error) { return r.chosen(*field, text) }
	return value(field, name, "list", "all, changes of the setting or default (+links,-charts), or a list of ",
		parse, withCommas)
}

// chosen applies a text to the names chosen before. A name without a sign begins a new list.
func (r Setting) chosen(before []string, text string) ([]string, error) {
	fields := strings.FieldsFunc(text, isSeparator)
	list := []string(nil)
	unsigned := func(word string) bool { return word[0] != '+' && word[0] != '-' }
	if len(fields) > 0 && !slices.ContainsFunc(fields, unsigned) {
		list = slices.Clone(before)
	}
	for _, word := range fields {
		name := strings.TrimLeft(word, "+-")
		switch {
		case word == everyName:
			list = slices.Clone(r.Names)
		case !slices.Contains(r.Names, name) || len(word) > len(name)+1:
			return nil, r.unknownName(word)
		case word[0] == '-':
			list = slices.DeleteFunc(list, func(other string) bool { return other == name })
		case !slices.Contains(list, name):
			list = append(list, name)
		}
	}
	return list, nil
}
