package chart

import "strings"

// MatchesEvent reports whether an event is one of those that names await: "a" awaits
// the event "a" and every "a.b", and "*" awaits any.
func MatchesEvent(names []string, event string) bool {
	for _, name := range names {
		if name == "*" || name == event {
			return true
		}
		if len(event) > len(name) && event[len(name)] == '.' && strings.HasPrefix(event, name) {
			return true
		}
	}
	return false
}
