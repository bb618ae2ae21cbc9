package bag

import (
	"regexp"
	"slices"
	"strings"
)

// Selection selects the topics that are recorded.
type Selection struct {
	Topics  []string       // full names
	All     bool           // every topic that is not hidden
	Regex   *regexp.Regexp // matches a part of the name; may be nil
	Exclude *regexp.Regexp // excludes topics found by the other fields, except Topics
	Hidden  bool           // include hidden topics (a part of the name begins with _)
}

// matches reports whether a topic is selected.
func (s Selection) matches(name string) bool {
	switch {
	case slices.Contains(s.Topics, name):
		return true
	case strings.Contains(name, "/_") && !s.Hidden:
		return false
	case s.Exclude != nil && s.Exclude.MatchString(name):
		return false
	}
	return s.All || s.Regex != nil && s.Regex.MatchString(name)
}
