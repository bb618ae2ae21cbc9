package game

import "errors"

// A History holds the matches before each action of a referee, so that actions can be undone. The zero value is empty.
type History struct{ before []Match }

// Add adds the match as it was before an action.
func (h *History) Add(m Match) { h.before = append(h.before, m) }

// Undo returns the match before the last n actions with the clock of that moment; those actions are forgotten.
func (h *History) Undo(n int) (Match, error) {
	if n < 1 || n > len(h.before) {
		return Match{}, errors.New("undo: no such action to undo")
	}
	m := h.before[len(h.before)-n]
	h.before = h.before[:len(h.before)-n]
	return m, nil
}
