package studio

// change is one executed command.
type change struct {
	author string
	words  string // description of the command
	patch  patch  // patch relative to the text before it
}

// mostChanges bounds the number of commands that can be undone.
const mostChanges = 20_000

// history holds the executed commands that are not undone: the first text with all patches applied in order is the
// present text. Each author undoes and redoes only its own commands.
type history struct {
	done   []change
	undone map[string][]change // by author, the last undone change at the end; each fits the present text
}

// add records a change. The undone changes of its author can no longer be redone. Those of other authors are
// rebased onto the new text, or lost.
func (h *history) add(c change) {
	h.done = append(h.done, c)
	if len(h.done) > mostChanges {
		h.done = append([]change(nil), h.done[len(h.done)-mostChanges:]...)
	}
	delete(h.undone, c.author)
	h.rebase(c.patch)
}

// rebase moves the undone changes to the text after a patch.
func (h *history) rebase(p patch) {
	for author, all := range h.undone {
		text := p
		kept := all[:0]
		// The change that was undone last is redone first. Each earlier one follows on the text that results from
		// it.
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

// recoverer is the author of a text that was recovered after the studio had ended.
const recoverer = "recovered"

// lastOf returns the index of the last change of an author, or -1.
func (h *history) lastOf(author string) int {
	last := len(h.done) - 1
	for last >= 0 && h.done[last].author != author {
		last--
	}
	return last
}

// undo returns the patch that undoes the last change of an author on the present text, and the changes that remain.
func (h *history) undo(author string) (p patch, rest []change, undone change, err error) {
	last := h.lastOf(author)
	if last < 0 {
		last = h.lastOf(recoverer) // anybody may undo the recovered text
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

// undid records that a change was undone.
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

// redo returns the last undone change of an author, for the present text.
func (h *history) redo(author string) (change, error) {
	all := h.undone[author]
	if len(all) == 0 {
		return change{}, refuse(Invalid, "nothing to redo")
	}
	return all[len(all)-1], nil
}

// redid records that a change was redone.
func (h *history) redid(c change) {
	mine := h.undone[c.author]
	delete(h.undone, c.author)
	h.rebase(c.patch)
	h.done = append(h.done, c)
	if len(mine) > 1 {
		h.undone[c.author] = mine[:len(mine)-1]
	}
}

// canUndo returns, by author, the description of the command that undo would undo.
func (h *history) canUndo() map[string]string {
	words := map[string]string{}
	for _, c := range h.done {
		words[c.author] = c.words
	}
	return words
}

// canRedo returns, by author, the description of the command that redo would redo.
func (h *history) canRedo() map[string]string {
	words := map[string]string{}
	for author, all := range h.undone {
		words[author] = all[len(all)-1].words
	}
	return words
}
