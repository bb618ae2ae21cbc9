package jderobot

import "gonao/hfsm/formats/foreign"

// isStateName reports whether a text can stay a state's name as it is.
func isStateName(text string) bool {
	for i, r := range text {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !letter && (i == 0 || (r < '0' || r > '9') && r != '-') {
			return false
		}
	}
	return text != "" && len(text) <= foreign.Longest && text != "FINAL" && text != "FAILED" && text != "itself"
}
