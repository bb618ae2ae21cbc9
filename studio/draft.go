package studio

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
)

// kept is the unsaved text of a document, stored beside its file. It survives when the studio is killed.
type kept struct {
	there   bool
	text    string
	lasting bool // it also survives a power failure
}

// draftHead is the first line of an unsaved text, after draftMark: data that the next studio needs to open it.
type draftHead struct {
	Base     string         `json:"base,omitempty"` // fingerprint of the file that the text was made from, "" for none
	Revision int            `json:"revision"`
	Done     map[string]int `json:"done,omitempty"` // number of the last command of each author
}

const draftMark = "#studio "

// mostDraft is the largest size of an unsaved text with its head, in bytes.
const mostDraft = MachineLimit + 1<<16

// keepDraft writes the unsaved text of a document beside its file. If the text equals the file, keepDraft removes
// it. It is called after each change, so that a killed studio loses nothing.
func (w *Workspace) keepDraft(d *document) error {
	if !d.unsaved() {
		w.dropDraft(d)
		return nil
	}
	if d.draft.there && d.draft.text == d.text {
		return nil
	}
	head := draftHead{Base: d.base, Revision: d.revision, Done: map[string]int{}}
	for author, a := range d.answered {
		head.Done[author] = a.number
	}
	line, err := json.Marshal(head)
	if err != nil {
		return err
	}
	if err := w.Files.write(beside(d.path, draftEnding), draftMark+string(line)+"\n"+d.text, false); err != nil {
		return err
	}
	d.draft = kept{there: true, text: d.text}
	return nil
}

// dropDraft removes the kept unsaved text.
func (w *Workspace) dropDraft(d *document) {
	if d.draft.there {
		_ = w.Files.root.Remove(beside(d.path, draftEnding)) // it may not exist
	}
	d.draft = kept{}
}

// readDraft returns the kept unsaved text of a file. A text without a head was written by hand.
func (w *Workspace) readDraft(name string) (head draftHead, text string, ok bool) {
	text, err := w.Files.read(beside(name, draftEnding), mostDraft)
	if err != nil || text == "" { // a power failure may leave an empty file
		return head, "", false
	}
	if line, rest, found := strings.Cut(text, "\n"); found && strings.HasPrefix(line, draftMark) && json.Unmarshal([]byte(line[len(draftMark):]), &head) == nil {
		text = rest
	}
	return head, text, len(text) <= MachineLimit
}

// recover restores the unsaved text that was kept when the studio ended, as one command that can be undone.
func (w *Workspace) recover(d *document) {
	head, text, ok := w.readDraft(d.path)
	if !ok || text == d.text {
		return
	}
	if head.Base != "" && head.Base != d.base {
		d.disk = DiskChanged
	}
	d.revision = max(d.revision, head.Revision-1)
	d.change(recoverer, "unsaved changes of the last session", text)
	d.recovered, d.draft = true, kept{there: true, text: text}
	d.answered = map[string]answer{}
	for author, number := range head.Done {
		d.answered[author] = answer{number: number, said: "done before the studio ended"}
	}
}

// fromDraft makes a document from the unsaved text of a file that does not exist.
func (w *Workspace) fromDraft(name string) *document {
	head, _, ok := w.readDraft(name)
	if !ok {
		return nil
	}
	d := newDocument(name, documentFormat(name), "", w.options.Words)
	d.base, d.disk = head.Base, DiskGone
	if head.Base == "" {
		d.disk, d.fresh = DiskNew, true
	}
	w.recover(d)
	return d
}

// drafts returns the files with an unsaved text, including files that do not exist.
func (w *Workspace) drafts() map[string]File {
	found := map[string]File{}
	_ = fs.WalkDir(w.Files.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // the directory cannot be read
		case entry.IsDir():
			if name != "." && entry.Name() != ownDirectory && strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" || strings.Count(name, "/") > 9 {
				return fs.SkipDir
			}
			return nil
		}
		dir, base := path.Split(name)
		file, ok := strings.CutSuffix(base, draftEnding)
		if path.Base(dir) != ownDirectory || !ok {
			return nil
		}
		file = path.Join(path.Dir(path.Clean(dir)), file)
		info, err := entry.Info()
		if err == nil && w.Files.Check(file) == nil && len(found) < mostFiles {
			found[file] = File{file, info.Size(), info.ModTime().UnixMilli()}
		}
		return nil
	})
	return found
}

// Tick makes the unsaved texts durable, and checks whether files have changed on disk. Call it about every 2 s.
func (w *Workspace) Tick() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, d := range w.open {
		before := *d.snapshot()
		_ = w.keepDraft(d) // if the disk is full, the text is still in memory, and the next save reports it
		if d.draft.there && !d.draft.lasting {
			d.draft.lasting = w.Files.sync(beside(d.path, draftEnding)) == nil
		}
		w.look(d)
		w.changed(d, before)
	}
}
