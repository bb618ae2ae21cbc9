package studio

// change is one command that was done.
type change struct {
	author string
	words  string // what it did
	patch  patch  // of the text before it
}

// mostChanges bounds how many commands can be undone.
const mostChanges = 20_000

// history holds what was done and is not undone: the text is the first text with the patches one after another.
// Each author undoes and redoes the own commands only.
type history struct {
	done   []change
	undone map[string][]change // by author, the last undone at the end; each fits the text as it is now
}

// add notes a change. What its author had undone can no longer be redone, and what others have undone is moved to
// the new text, or lost.
func (h *history) add(c change) {
	h.done = append(h.done, c)
	if len(h.done) > mostChanges {
		h.done = append([]change(nil), h.done[len(h.done)-mostChanges:]...)
	}
	delete(h.undone, c.author)
	h.rebase(c.patch)
}

// rebase moves what can be redone to the text after a patch.
func (h *history) rebase(p patch) {
	for author, all := range h.undone {
		text := p
		kept := all[:0]
		// The last undone is redone first: each earlier one comes after it, on the text that it leaves.
		for i := len(all) - 1; i >= 0; i-- {
			moved, ok := all[i].patch.over(text)
			next, ok2 := text.beside(all[i].patch)
			if !ok || !ok2 {
				kept = append([]change(nil), all[i+1:]...)
				break
			}
			all[i].patch, text = moved, next
			kept = all[i:]
		}
		if len(kept) == 0 {
			delete(h.undone, author)
		} else {
			h.undone[author] = kept
		}
	}
}

// recoverer is the author of the text that was recovered after the studio had ended.
const recoverer = "recovered"

// lastOf returns the index of the last change of an author, or -1.
func (h *history) lastOf(author string) int {
	last := len(h.done) - 1
	for last >= 0 && h.done[last].author != author {
		last--
	}
	return last
}

// undo returns the patch that undoes the last change of an author, on the text as it is now, and what is left
// done without it.
func (h *history) undo(author string) (p patch, rest []change, undone change, err error) {
	last := h.lastOf(author)
	if last < 0 {
		last = h.lastOf(recoverer) // what was recovered is everybody's
	}
	if last < 0 {
		return nil, nil, change{}, refuse(Invalid, "nothing to undo")
	}
	undone = h.done[last]
	undone.author = author
	p = undone.patch.inverse()
	rest = append([]change(nil), h.done[:last]...)
	for _, later := range h.done[last+1:] {
		moved, ok := p.over(later.patch)
		without, ok2 := later.patch.beside(p)
		if !ok || !ok2 {
			return nil, nil, change{}, refuse(Conflict, "cannot undo %q: %s has changed the same place since (%s)", undone.words, later.author, later.words)
		}
		p = moved
		later.patch = without
		rest = append(rest, later)
	}
	return p, rest, undone, nil
}

// undid notes that a change is undone.
func (h *history) undid(p patch, rest []change, undone change) {
	h.done = rest
	if h.undone == nil {
		h.undone = map[string][]change{}
	}
	author := undone.author
	mine := h.undone[author]
	delete(h.undone, author)
	h.rebase(p)
	undone.patch = p.inverse()
	h.undone[author] = append(mine, undone)
}

// redo returns the last undone change of an author, for the text as it is now.
func (h *history) redo(author string) (change, error) {
	all := h.undone[author]
	if len(all) == 0 {
		return change{}, refuse(Invalid, "nothing to redo")
	}
	return all[len(all)-1], nil
}

// redid notes that it is done again.
func (h *history) redid(c change) {
	mine := h.undone[c.author]
	delete(h.undone, c.author)
	h.rebase(c.patch)
	h.done = append(h.done, c)
	if len(mine) > 1 {
		h.undone[c.author] = mine[:len(mine)-1]
	}
}

// canUndo returns, by author, the words of what undo would undo.
func (h *history) canUndo() map[string]string {
	words := map[string]string{}
	for _, c := range h.done {
		words[c.author] = c.words
	}
	return words
}

// canRedo returns, by author, the words of what redo would do again.
func (h *history) canRedo() map[string]string {
	words := map[string]string{}
	for author, all := range h.undone {
		words[author] = all[len(all)-1].words
	}
	return words
}
