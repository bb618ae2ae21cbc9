package jderobot

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"gonao/hfsm/chart"
)

// reserved are the words that no value may be named by: those of the expression language
// and its functions.
var reserved = func() map[string]bool {
	words := map[string]bool{}
	for _, word := range slices.Concat(chart.ReservedWords, strings.Fields(
		"active age stale abs min max sqrt floor ceil round sin cos tan atan2 hypot clamp itself event_data",
	)) {
		words[word] = true
	}
	return words
}()

// longest is the longest name of a state.
const longest = 100

// identifier returns a name of letters, digits and _ for any text: accents are removed,
// and every other character becomes _. It returns instead for a text without any letter or
// digit.
func identifier(text, instead string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFD.String(text) {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_'):
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r):
		default:
			gap = true
		}
		if b.Len() > longest-10 { // room for a number
			break
		}
	}
	name := b.String()
	if name == "" {
		return instead
	}
	if name[0] >= '0' && name[0] <= '9' {
		name = instead + "_" + name
	}
	return name
}

// unique returns a name that is not taken yet, and adds it to those that are.
func unique(name string, taken map[string]int) string {
	free := name
	for n := max(2, taken[name]); taken[free] > 0; n++ {
		free = fmt.Sprintf("%s_%d", name, n)
		taken[name] = n + 1 // where to go on, for a file in which all have one name
	}
	taken[free] = max(1, taken[free])
	return free
}

// isStateName reports whether a text can stay a state's name as it is.
func isStateName(text string) bool {
	for i, r := range text {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !letter && (i == 0 || (r < '0' || r > '9') && r != '-') {
			return false
		}
	}
	return text != "" && len(text) <= longest && text != "FINAL" && text != "FAILED" && text != "itself"
}
