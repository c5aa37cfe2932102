package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// errValue stands for "not one of the allowed values"; the caller knows them.
var errValue = errors.New("not allowed")

// set reads text and stores it in s. The error says what the value must be.
func (r Setting) set(s *Settings, text string) error {
	text = strings.TrimSpace(text)
	if err := plainText(text); err != nil {
		return err
	}
	if text == "" && !r.Empty {
		return errors.New("must not be empty: must be " + r.allowed())
	}
	err := r.store(r.field(s), text)
	if errors.Is(err, errValue) {
		return errors.New("must be " + r.allowed())
	}
	return err
}

// store parses text by the type of the field.
func (r Setting) store(field any, text string) (err error) {
	switch f := field.(type) {
	case *int:
		*f, err = r.number(text)
	case *int64:
		*f, err = parseSize(text)
		err = r.inRange(*f, err)
	case *time.Duration:
		*f, err = parseDuration(text)
		err = r.inRange(int64(*f), err)
	case *bool:
		*f, err = parseBool(text)
	case *string:
		*f, err = r.word(text)
	case *[]string:
		*f, err = r.words(text)
	case **regexp.Regexp:
		*f, err = pattern(text)
	default:
		err = fmt.Errorf("no rule for a value of type %T", field)
	}
	return err
}

// plainText refuses what could not be written into settings.ini and read
// back, and what has no place in a header or a file name.
func plainText(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("is not UTF-8 text")
	}
	for _, c := range text {
		if unicode.IsControl(c) && c != '\t' {
			return fmt.Errorf("holds the control character %U", c)
		}
	}
	if text != "" && strings.ContainsRune("\"'`", rune(text[0])) {
		return errors.New("must not begin with a quotation mark that is not closed at its end (in a regular expression write \\x22, \\x27 or \\x60)")
	}
	return nil
}

// number reads a whole number within the row's range. Anything below -1 is
// -1, "no limit", where the range goes that far.
func (r Setting) number(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err := r.inRange(n, err); err != nil {
		return 0, err
	}
	return int(max(n, -1)), nil
}

// inRange judges a number that was parsed with the given error.
func (r Setting) inRange(n int64, err error) error {
	if err != nil || n < r.Min || n > r.Max {
		return errValue
	}
	return nil
}

// parseBool reads true and false in the spellings that ini files use.
func parseBool(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "yes", "on", "1":
		return true, nil
	case "false", "no", "off", "0":
		return false, nil
	}
	return false, errValue
}

// word checks a text that is a name against the names known.
func (r Setting) word(text string) (string, error) {
	if r.check != nil {
		return text, r.check(r, text)
	}
	if r.Names == nil || text == "" || slices.Contains(r.Names, text) {
		return text, nil
	}
	return "", unknownName(text, r)
}

// words splits a list at commas and white space, drops repetitions, and
// checks each word.
func (r Setting) words(text string) ([]string, error) {
	var list []string
	for _, word := range strings.FieldsFunc(text, isSeparator) {
		if r.Names == nil {
			word = strings.ToLower(strings.TrimPrefix(word, "."))
			if word == "" || strings.ContainsAny(word, "./?#") {
				return nil, fmt.Errorf("%s is no file ending (write it without dots, for instance pdf)", quote(word))
			}
		} else if !slices.Contains(r.Names, word) {
			return nil, unknownName(word, r)
		}
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	if list == nil && !r.Empty {
		return nil, errValue
	}
	return list, nil
}

// unknownName tells the names known and the one that may have been meant.
func unknownName(name string, r Setting) error {
	return fmt.Errorf("%s is not known: must be %s%s", quote(name), r.allowed(), didYouMean(name, r.Names))
}

// isSeparator tells what stands between the words of a list.
func isSeparator(c rune) bool { return c == ',' || unicode.IsSpace(c) }

// pattern compiles a regular expression; none gives nil.
func pattern(text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, fmt.Errorf("must be a regular expression in Go's syntax (RE2): %w", err)
	}
	return re, nil
}

// Text writes the value that s holds so that set reads it back.
func (r Setting) Text(s *Settings) string {
	switch f := r.field(s).(type) {
	case *int:
		return strconv.Itoa(*f)
	case *int64:
		return sizeText(*f)
	case *time.Duration:
		return durationText(*f)
	case *bool:
		return strconv.FormatBool(*f)
	case *string:
		return *f
	case *[]string:
		if r.Names == nil {
			return strings.Join(*f, " ")
		}
		return strings.Join(*f, ",")
	case **regexp.Regexp:
		if *f != nil {
			return (*f).String()
		}
	}
	return ""
}

// quote shows a value in a message, cut when it is very long.
func quote(text string) string {
	const most = 100
	if len(text) > most {
		return strconv.Quote(strings.ToValidUTF8(text[:most], "")) + "..."
	}
	return strconv.Quote(text)
}
