package studio

import (
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"
	"sync"

	"gonao/hfsm"
)

// Options are what a workspace needs besides its directory.
type Options struct {
	// Words returns what machines are checked against, for a machine at a path in the directory, so that it may
	// call those beside it; nil checks against nothing.
	Words func(path string) *hfsm.Vocabulary
	// Vocabulary is the table of actions and inputs as JSON, as gonao hfsm vocabulary prints it, for completion.
	Vocabulary json.RawMessage
	// Changed is called with each new revision of a document, in order and without a lock held by the caller's
	// goroutine. It must not call the workspace.
	Changed func(Snapshot)
	// Module is the directory of gonao's sources, in which generated code is compiled; "" compiles nothing.
	Module string
}

// Workspace holds the open documents of one directory. It is safe for concurrent use.
type Workspace struct {
	Files   *Files
	options Options
	words   *wordList

	mu     sync.Mutex
	open   map[string]*document
	closed map[string]int // by path: revision of a document when it was closed, from which it goes on
}

// OpenWorkspace opens a directory of machines.
func OpenWorkspace(dir string, o Options) (*Workspace, error) {
	files, err := OpenFiles(dir, MachineEndings, MachineLimit)
	if err != nil {
		return nil, err
	}
	words, err := newWordList(o.Vocabulary)
	if err != nil {
		return nil, err
	}
	if o.Words == nil {
		o.Words = func(string) *hfsm.Vocabulary { return nil }
	}
	if o.Changed == nil {
		o.Changed = func(Snapshot) {}
	}
	return &Workspace{Files: files, options: o, words: words, open: map[string]*document{}, closed: map[string]int{}}, nil
}

// Close keeps the unsaved texts and closes the directory.
func (w *Workspace) Close() error {
	w.Tick()
	return w.Files.Close()
}

// List returns the files of the directory.
func (w *Workspace) List(r ListRequest) ListResponse {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := ListResponse{Files: []FileEntry{}, Directory: w.Files.Directory()}
	files, err := w.Files.List(r.Pattern)
	if err != nil {
		out.Refused = refusal(err)
		return out
	}
	drafts := w.drafts()
	for name, f := range drafts { // some have no file
		matched, _ := path.Match(r.Pattern, name)
		if (r.Pattern == "" || matched) && !slices.ContainsFunc(files, func(o File) bool { return o.Path == name }) {
			files = append(files, f)
		}
	}
	for _, f := range files {
		_, unsaved := drafts[f.Path]
		entry := FileEntry{Path: f.Path, Format: formatOf(f.Path), Size: f.Size, Modified: f.Modified, Unsaved: unsaved}
		if f.Size > MachineLimit && !unsaved {
			entry.Refused = "larger than " + megabytes(MachineLimit)
		}
		if d := w.open[f.Path]; d != nil {
			entry.Open, entry.Name, entry.Unsaved = d.id, d.checked.view.Name, d.unsaved()
		}
		out.Files = append(out.Files, entry)
	}
	slices.SortFunc(out.Files, func(a, b FileEntry) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// Snapshot returns an open document.
func (w *Workspace) Snapshot(id string) (Snapshot, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.open[id]
	if d == nil {
		return Snapshot{}, false
	}
	return *d.snapshot(), true
}

// Glance returns a text as a document that nobody edits and that is not open: what runs on a robot. Its path is the last
// element of the file's name.
func (w *Workspace) Glance(id, file, text string) Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.loaded(path.Base(file), text)
	d.id = id
	return *d.snapshot()
}

// Snapshots returns the open documents.
func (w *Workspace) Snapshots() []Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := []Snapshot{}
	for _, d := range w.open {
		all = append(all, *d.snapshot())
	}
	slices.SortFunc(all, func(a, b Snapshot) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// with does something with a document and answers with it. A refused request answers with the reason. A document that is
// not open is opened: the browser that names it had it open in a studio that has ended.
func (w *Workspace) with(id string, do func(d *document) (Outcome, error)) Outcome {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.open[id]
	if d == nil {
		var err error
		if d, err = w.read(id, OpenRequest{Path: id}); err != nil {
			return Outcome{Refused: refusal(refuse(Missing, "no document %q is open: %v", shortened(id, 80), err))}
		}
		w.add(d)
	}
	before := *d.snapshot()
	out, err := do(d)
	if err != nil {
		out.Refused = refusal(err)
	}
	if w.open[id] == d {
		_ = w.keepDraft(d) // a full disk: the text is still here, and Tick tries again
		out.Snapshot = d.snapshot()
		w.changed(d, before)
	}
	return out
}

// changed reports a document that is not as it was.
func (w *Workspace) changed(d *document, before Snapshot) {
	now := d.snapshot()
	if now.Revision != before.Revision || now.SavedRevision != before.SavedRevision || now.Disk != before.Disk ||
		now.Unsaved != before.Unsaved || now.Path != before.Path || len(now.Losses) != len(before.Losses) || now.Recovered != before.Recovered {
		w.options.Changed(*now)
	}
}

// Open opens a file, or answers with the document where it is open. A file with faults is opened with its
// findings.
func (w *Workspace) Open(author string, r OpenRequest) Outcome {
	w.mu.Lock()
	defer w.mu.Unlock()
	name := strings.TrimPrefix(path.Clean(r.Path), "/")
	for _, d := range w.open {
		if d.path == name || d.imported == name && name != "" {
			if r.New {
				return Outcome{Refused: refusal(refuse(Invalid, "%s is open already", name)), Snapshot: d.snapshot()}
			}
			if r.Running && d.fresh && !d.unsaved() && d.text != r.Text { // the robot has another one now
				d.savedAs = r.Text
				d.take(author, r.Text)
				w.options.Changed(*d.snapshot())
			}
			return Outcome{Snapshot: d.snapshot()}
		}
	}
	d, err := w.read(name, r)
	if err != nil {
		return Outcome{Refused: refusal(err)}
	}
	d.author = author
	w.add(d)
	return Outcome{Snapshot: d.snapshot(), Said: "opened " + name}
}

// add makes a document one of those that are open. Its revisions go on from those it had before it was closed.
func (w *Workspace) add(d *document) {
	if was := w.closed[d.path]; was >= d.revision {
		d.saved += was + 1 - d.revision
		d.revision = was + 1
	}
	w.open[d.id] = d
	w.options.Changed(*d.snapshot())
}

// read makes a document of a file, and makes the file where it is to be a new one.
func (w *Workspace) read(name string, r OpenRequest) (*document, error) {
	if err := w.Files.Check(name); err != nil {
		return nil, err
	}
	text, err := w.Files.Read(name)
	var missing *Refusal
	if err != nil && (!errors.As(err, &missing) || missing.Code != Missing) {
		return nil, err
	}
	there := err == nil
	switch {
	case r.New && there:
		return nil, refuse(Invalid, "there is a file %s already", name)
	case there:
	default:
		if d := w.fromDraft(name); d != nil {
			if r.New {
				return nil, refuse(Invalid, "there is a file %s already, which is not saved", name)
			}
			return d, nil
		}
		if text = r.Text; text == "" {
			text = starter(strings.TrimSuffix(path.Base(name), path.Ext(name)))
		}
		switch {
		case r.Running:
			d := newDocument(name, documentFormat(name), text, w.options.Words)
			d.fresh, d.disk = true, DiskNew
			return d, nil
		case !r.New:
			return nil, err
		}
		if err := w.Files.Write(name, text); err != nil {
			return nil, err
		}
	}
	d := w.loaded(name, text)
	w.recover(d)
	return d, nil
}

func documentFormat(name string) Format {
	if formatOf(name) == fileLua {
		return Lua
	}
	return YAML
}

// loaded makes a document of a file's text. One of another format is imported; where that fails, its text is shown
// with what is wrong.
func (w *Workspace) loaded(name, text string) *document {
	var d *document
	switch formatOf(name) {
	case fileYAML, fileLua:
		d = newDocument(name, documentFormat(name), text, w.options.Words)
	default:
		yaml, losses, err := importText(name, text)
		if err != nil {
			d = brokenImport(name, text, w.options.Words)
			break
		}
		d = newDocument(name, YAML, yaml, w.options.Words)
		d.imported, d.losses = name, placed(losses, d.checked.yaml)
	}
	d.saved, d.base = d.revision, fingerprint(text)
	return d
}

// window returns the name under which the commands of one window of an author are undone.
func window(author, name string) string {
	if name == "" {
		return author
	}
	return author + "." + shortened(name, 20)
}

// Apply applies a command of an author.
func (w *Workspace) Apply(author string, r ApplyRequest) Outcome {
	author = window(author, r.Window)
	return w.with(r.ID, func(d *document) (Outcome, error) {
		return d.once(author, r.Number, func() (Outcome, error) { return d.apply(author, r.Revision, r.Command) })
	})
}

// Undo undoes the last command of an author.
func (w *Workspace) Undo(author string, r HistoryRequest) Outcome {
	author = window(author, r.Window)
	return w.with(r.ID, func(d *document) (Outcome, error) {
		return d.once(author, r.Number, func() (Outcome, error) { return d.undo(author) })
	})
}

// Redo does the last undone command of an author again.
func (w *Workspace) Redo(author string, r HistoryRequest) Outcome {
	author = window(author, r.Window)
	return w.with(r.ID, func(d *document) (Outcome, error) {
		return d.once(author, r.Number, func() (Outcome, error) { return d.redo(author) })
	})
}

// Copy copies states or a transition.
func (w *Workspace) Copy(r CopyRequest) CopyResponse {
	var out CopyResponse
	answer := w.with(r.ID, func(d *document) (Outcome, error) {
		if d.checked.yaml == nil {
			return Outcome{}, refuse(Invalid, "the text is not YAML at present: %v", d.checked.broken)
		}
		var err error
		out.Clip, err = clipOf(d.checked.yaml, r)
		return Outcome{}, err
	})
	out.Refused = answer.Refused
	return out
}

// Check checks a text that is not a document.
func (w *Workspace) Check(r CheckRequest) CheckResponse {
	if len(r.Text) > MachineLimit {
		return CheckResponse{Machine: emptyView(), Findings: []Finding{{Severity: SeverityError, Message: "the text has " + megabytes(int64(len(r.Text)))}}}
	}
	c := check(r.Path, documentFormat(r.Path), r.Text, w.options.Words(r.Path))
	return CheckResponse{Machine: c.view, Findings: c.findings}
}

// CloseDocument closes a document. Its unsaved text is kept beside the file unless it is to be dropped.
func (w *Workspace) CloseDocument(r CloseRequest) Outcome {
	return w.with(r.ID, func(d *document) (Outcome, error) {
		if r.Discard {
			w.dropDraft(d)
		} else if err := w.keepDraft(d); err != nil {
			return Outcome{}, err
		}
		delete(w.open, r.ID)
		w.closed[d.path] = d.revision
		return Outcome{Said: "closed " + d.path}, nil
	})
}
