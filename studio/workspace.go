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

// Options configures a workspace besides its directory.
type Options struct {
	// Words returns the vocabulary for the machine at a path in the directory, so that the machine may call those
	// beside it. If Words is nil, machines are not checked.
	Words func(path string) *hfsm.Vocabulary
	// Vocabulary is the table of actions and inputs as JSON, as gonao hfsm vocabulary prints it. It is used for
	// completion.
	Vocabulary json.RawMessage
	// Changed is called with each new revision of a document, in order. It must not call the workspace.
	Changed func(Snapshot)
	// Module is the directory of gonao's sources, in which generated code is compiled; with "", it is not compiled.
	Module string
}

// Workspace holds the open documents of one directory. It is safe for concurrent use.
type Workspace struct {
	Files   *Files
	options Options
	words   *wordList

	mu     sync.Mutex
	open   map[string]*document
	closed map[string]int // by path: the revision of a closed document, from which it continues
}

// OpenWorkspace opens a directory of machines.
func OpenWorkspace(dir string, o Options) (*Workspace, error) {
	files, err := OpenFiles(dir, machineEndings, MachineLimit)
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
	for name, f := range drafts { // some drafts have no file
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

// Glance returns a text as a document that is not open and that nobody edits, such as a machine that runs on a
// robot. Its path is the last element of the file's name.
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

// with executes a function on a document and returns the outcome. A refused request returns the reason. If the
// document is not open, with opens it, because a browser may have had it open in a studio that has ended.
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
		_ = w.keepDraft(d) // if the disk is full, the text is still in memory, and Tick tries again
		out.Snapshot = d.snapshot()
		w.changed(d, before)
	}
	return out
}

// changed reports a document that differs from the snapshot before.
func (w *Workspace) changed(d *document, before Snapshot) {
	now := d.snapshot()
	if now.Revision != before.Revision || now.SavedRevision != before.SavedRevision || now.Disk != before.Disk ||
		now.Unsaved != before.Unsaved || now.Path != before.Path || len(now.Losses) != len(before.Losses) || now.Recovered != before.Recovered {
		w.options.Changed(*now)
	}
}

// Open opens a file, or returns the document if it is open already. A file with errors is opened with its findings.
func (w *Workspace) Open(author string, r OpenRequest) Outcome {
	w.mu.Lock()
	defer w.mu.Unlock()
	name := strings.TrimPrefix(path.Clean(r.Path), "/")
	for _, d := range w.open {
		if d.path == name || d.imported == name && name != "" {
			if r.New {
				return Outcome{Refused: refusal(refuse(Invalid, "%s is open already", name)), Snapshot: d.snapshot()}
			}
			if r.Running && d.fresh && !d.unsaved() && d.text != r.Text { // the robot has another text now
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

// add adds a document to the open ones. Its revisions continue from those before it was closed.
func (w *Workspace) add(d *document) {
	if was := w.closed[d.path]; was >= d.revision {
		d.saved += was + 1 - d.revision
		d.revision = was + 1
	}
	w.open[d.id] = d
	w.options.Changed(*d.snapshot())
}

// read makes a document from a file, and creates the file if the request asks for that.
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
		return nil, refuse(Invalid, "the file %s exists already", name)
	case there:
	default:
		if d := w.fromDraft(name); d != nil {
			if r.New {
				return nil, refuse(Invalid, "an unsaved file %s exists already", name)
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

// loaded makes a document from a file's text. A file of another format is imported. If that fails, its text is
// shown with the findings.
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

// window returns the name under which the commands of one window of an author can be undone.
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

// Redo executes the last undone command of an author again.
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
			return Outcome{}, refuse(Invalid, "the text is not valid YAML: %v", d.checked.broken)
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

// CloseDocument closes a document. Unless the request discards it, the unsaved text is kept beside the file.
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
