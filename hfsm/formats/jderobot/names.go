package jderobot

import (
	"unicode"
	"unicode/utf8"

	"gonao/hfsm/formats/foreign"
)

// isStateName reports whether a text can stay a state's name as it is.
func isStateName(text string) bool {
	for i, r := range text {
		if !unicode.IsLetter(r) && r != '_' && (i == 0 || !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '-') {
			return false
		}
	}
	return text != "" && utf8.RuneCountInString(text) <= foreign.Longest && text != "FINAL" && text != "FAILED" && text != "itself"
}
