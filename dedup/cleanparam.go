package dedup

import (
	"slices"
	"strings"

	"sitegraph/site"
)

// maxCleanParam is the longest Clean-param rule, in bytes.
const maxCleanParam = 500

// CleanParams reads the Clean-param lines of a robots.txt, wherever in the file they are: "Clean-param:
// p0[&p1&..] [path]". The path is a prefix in which * matches anything. Lines of another form are left
// out. See https://yandex.com/support/webmaster/en/robot-workings/clean-param
func CleanParams(robots string) (rules []site.URLRule) {
	seen := map[[2]string]bool{}
	for line := range strings.Lines(robots) {
		line, _, _ = strings.Cut(line, "#")
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if !strings.EqualFold(strings.TrimSpace(strings.TrimPrefix(key, "\ufeff")), "clean-param") ||
			len(value) > maxCleanParam {
			continue
		}
		fields := strings.Fields(value)
		if len(fields) == 1 {
			fields = append(fields, "/")
		}
		if len(fields) != 2 || !isPattern(fields[1]) {
			continue
		}
		for name := range strings.SplitSeq(fields[0], "&") {
			rule := site.URLRule{Kind: site.RuleDeclared, Shape: fields[1], Name: name}
			if id := [2]string{rule.Shape, name}; name != "" && !seen[id] {
				seen[id] = true
				rules = append(rules, rule)
			}
		}
	}
	return rules
}

// isPattern reports whether a path of a Clean-param line has the characters that it may have.
func isPattern(path string) bool {
	odd := func(c rune) bool { return c >= 0x80 || !isAlphanumeric(byte(c)) && !strings.ContainsRune(".-/*_", c) }
	return (path[0] == '/' || path[0] == '*') && !strings.ContainsFunc(path, odd)
}

func pathOf(url string) string {
	base, _ := cutQuery(url)
	if start := pathStart(url); start < len(base) {
		return base[start:]
	}
	return "/"
}

func testDeclared(samples []Sample, declared []site.URLRule) []site.URLRule {
	list := make([]site.URLRule, len(declared))
	for i, rule := range declared {
		list[i] = site.URLRule{Kind: site.RuleDeclared, Shape: rule.Shape, Name: rule.Name}
	}
	if len(list) == 0 {
		return nil
	}
	newRules(list).eachJoined(samples, func(first, second Sample, usedA, usedB []int) {
		for _, number := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(usedA, usedB)))) {
			count(&list[number], first, second)
		}
	})
	return list
}
