package chart

import "strings"

// MatchesEvent reports whether an event matches one of the awaited names: "a" matches the event "a" and every "a.b", and
// "*" matches any.
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
