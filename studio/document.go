package studio

import (
	"fmt"
	"strings"

	"gonao/hfsm"
	"gonao/studio/yamltext"
)

// document is an open document. It is not safe for concurrent use; its [Workspace] is.
type document struct {
	id       string
	path     string // path of the file
	format   Format
	imported string
	words    func(path string) *hfsm.Vocabulary

	text     string
	revision int
	saved    int    // revision that was written last
	savedAs  string // text that was last written or read
	base     string // fingerprint of the file on disk when it was read or written; "" for none
	disk     Disk
	fresh    bool // the document belongs to a machine that runs on a robot; it has no file until it is saved

	history   history
	author    string
	checked   checked
	losses    []Finding
	recovered bool
	draft     kept // the unsaved text beside the file
	answered  map[string]answer
}

// answer is the result of the last numbered command of an author. If its answer was lost with the connection, the
// command is sent again with the same number and gets the same answer.
type answer struct {
	number   int
	selected []string
	said     string
}

// newDocument returns a document at revision 1.
func newDocument(path string, format Format, text string, words func(path string) *hfsm.Vocabulary) *document {
	d := &document{id: path, path: path, format: format, words: words, revision: 1, text: text, savedAs: text, disk: DiskSame, losses: []Finding{}}
	d.recheck()
	return d
}

// recheck checks the text again.
func (d *document) recheck() {
	d.checked = check(d.path, d.format, d.text, d.words(d.path))
}

// unsaved reports whether the text differs from the file.
func (d *document) unsaved() bool { return d.text != d.savedAs }

// snapshot returns the document as it is now.
func (d *document) snapshot() *Snapshot {
	return &Snapshot{
		ID: d.id, Path: d.path, Format: d.format, Imported: d.imported, Revision: d.revision, SavedRevision: d.saved, Unsaved: d.unsaved(),
		Text: d.text, Machine: d.checked.view, Findings: d.checked.findings, Losses: d.losses, CanUndo: d.history.canUndo(),
		CanRedo: d.history.canRedo(), Disk: d.disk, Recovered: d.recovered, Author: d.author, Hash: d.checked.hash,
	}
}

// edited is the result of trying a command: the new text, and what the command changed.
type edited struct {
	text     string
	said     string
	selected []string
}

// try executes a command on the text without changing the document.
func (d *document) try(c Command) (edited, error) {
	if c.Op == ReplaceText {
		return d.replaced(c.Text)
	}
	switch {
	case d.format != YAML:
		return edited{}, refuse(Invalid, "%s is edited as text", d.path)
	case d.checked.view.Extends != "":
		return edited{}, d.checked.broken
	case d.checked.yaml == nil:
		return edited{}, refuse(Invalid, "the text is not valid YAML, so the canvas cannot change it: %v. Correct the text first", d.checked.broken)
	}
	e, err := apply(d.checked.yaml, c)
	if err != nil {
		return edited{}, err
	}
	return edited{e.doc.Text, e.said, e.selected}, nil
}

// replaced replaces the whole text. A browser's editor knows only one kind of line end: if all lines of the old
// text end with another kind, so will those of the new text.
func (d *document) replaced(text string) (edited, error) {
	if len(text) > MachineLimit {
		return edited{}, refuse(TooLarge, "the text has %s; expected at most %s", megabytes(int64(len(text))), megabytes(MachineLimit))
	}
	if n := strings.Count(d.text, "\n"); n > 0 && strings.Count(d.text, "\r\n") == n && !strings.Contains(text, "\r") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return edited{text: text, said: "edited the text"}, nil
}

// once executes a command that an author has numbered, unless it was executed already; then it returns the same
// answer. 0 is not a number.
func (d *document) once(author string, number int, do func() (Outcome, error)) (Outcome, error) {
	if a, ok := d.answered[author]; ok && number != 0 && a.number == number {
		return Outcome{Select: a.selected, Said: a.said}, nil
	}
	out, err := do()
	if err == nil && number != 0 {
		if d.answered == nil {
			d.answered = map[string]answer{}
		}
		d.answered[author] = answer{number, out.Select, out.Said}
	}
	return out, err
}

// apply executes a command for an author.
func (d *document) apply(author string, revision int, c Command) (Outcome, error) {
	if revision != d.revision {
		return Outcome{}, refuse(Stale, "the document is at revision %d, the command was made for %d", d.revision, revision)
	}
	e, err := d.try(c)
	if err != nil {
		return Outcome{}, err
	}
	if len(e.text) > MachineLimit {
		return Outcome{}, refuse(TooLarge, "the text would have %s; expected at most %s", megabytes(int64(len(e.text))), megabytes(MachineLimit))
	}
	if e.text == d.text {
		return Outcome{Select: e.selected, Said: "nothing changed"}, nil
	}
	d.change(author, e.said, e.text)
	return Outcome{Select: e.selected, Said: e.said}, nil
}

// change makes a new revision with a text, which can be undone.
func (d *document) change(author, words, text string) {
	d.history.add(change{author, words, diff(d.text, text)})
	d.take(author, text)
}

// take makes a new revision that cannot be undone.
func (d *document) take(author, text string) {
	d.text, d.author = text, author
	d.revision++
	d.recheck()
}

// undo undoes the last command of an author.
func (d *document) undo(author string) (Outcome, error) {
	p, rest, undone, err := d.history.undo(author)
	if err != nil {
		return Outcome{}, err
	}
	if !p.fits(d.text) {
		return Outcome{}, refuse(Conflict, "cannot undo %q: the text there has changed", undone.words)
	}
	text := p.apply(d.text)
	if len(rest) > 0 && !lastIs(d.history.done, author) {
		if err := d.sound(text); err != nil {
			return Outcome{}, refuse(Conflict, "cannot undo %q: later changes of others depend on it: %v", undone.words, err)
		}
	}
	d.history.undid(p, rest, undone)
	d.take(author, text)
	return Outcome{Said: fmt.Sprintf("undone: %s", undone.words)}, nil
}

// lastIs reports whether the last change is an author's.
func lastIs(done []change, author string) bool { return done[len(done)-1].author == author }

// sound refuses a text that has errors which the document does not have.
func (d *document) sound(text string) error {
	next := check(d.path, d.format, text, d.words(d.path))
	if e := newErrors(d.checked.findings, next.findings); e != "" {
		return fmt.Errorf("%s", e)
	}
	return nil
}

// redo executes the last undone command of an author again.
func (d *document) redo(author string) (Outcome, error) {
	c, err := d.history.redo(author)
	if err != nil {
		return Outcome{}, err
	}
	if !c.patch.fits(d.text) {
		return Outcome{}, refuse(Conflict, "cannot redo %q: the text there has changed", c.words)
	}
	text := c.patch.apply(d.text)
	if d.author != author { // another author has changed something since the undo
		if err := d.sound(text); err != nil {
			return Outcome{}, refuse(Conflict, "cannot redo %q: %v", c.words, err)
		}
	}
	d.history.redid(c)
	d.take(author, text)
	return Outcome{Said: fmt.Sprintf("done again: %s", c.words)}, nil
}

// starter returns the text of a new machine.
func starter(name string) string {
	return "machine: " + yamltext.Scalar(name, false) + "\ninitial: start\nstates:\n  start: {}\n"
}
