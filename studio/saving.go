package studio

import (
	"encoding/json"
	"errors"
	"path"

	"gonao/hfsm"
)

// The studio keeps unsaved texts and breakpoints beside the files, under these names.
const (
	ownDirectory  = ".studio"
	draftEnding   = ".unsaved"
	sessionEnding = ".json"
)

// beside returns the name of a file that is kept beside another file.
func beside(name, ending string) string {
	return path.Join(path.Dir(name), ownDirectory, path.Base(name)+ending)
}

// brokenImport returns a document for a file of another format that cannot be read: its own text, with the
// findings.
func brokenImport(name, text string, words func(string) *hfsm.Vocabulary) *document {
	d := &document{
		id: name, path: name, format: Format(formatOf(name)), words: words, revision: 1, text: text, savedAs: text, disk: DiskSame, losses: []Finding{},
	}
	d.recheck()
	return d
}

// session holds what is kept for a document besides its text.
type session struct {
	Breakpoints []Breakpoint `json:"breakpoints,omitempty"`
}

func (w *Workspace) session(name string) session {
	var s session
	text, err := w.Files.read(beside(name, sessionEnding), MachineLimit)
	if err != nil || json.Unmarshal([]byte(text), &s) != nil {
		return session{}
	}
	return s
}

// setSession writes what is kept for a document, or removes the file if that is empty.
func (w *Workspace) setSession(name string, s session) error {
	if len(s.Breakpoints) == 0 {
		_ = w.Files.root.Remove(beside(name, sessionEnding)) // it may not exist
		return nil
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return w.Files.write(beside(name, sessionEnding), string(text)+"\n", true)
}

// look compares the file of a document with its known state.
func (w *Workspace) look(d *document) {
	if d.fresh {
		return
	}
	text, err := w.Files.Read(d.path)
	var r *Refusal
	switch {
	case errors.As(err, &r) && r.Code == Missing:
		d.disk = DiskGone
		if d.base == "" {
			d.disk = DiskSame
		}
	case err != nil:
	case fingerprint(text) == d.base:
		d.disk = DiskSame
	default:
		d.disk = DiskChanged
	}
}

// Save writes a document to its file. If the file has changed on disk, Save refuses until that is resolved.
func (w *Workspace) Save(_ string, r SaveRequest) Outcome {
	return w.with(r.ID, func(d *document) (Outcome, error) {
		if r.Path != "" && r.Path != d.path {
			return w.saveAs(d, r.Path)
		}
		w.look(d)
		if d.fresh {
			if _, err := w.Files.Read(d.path); err == nil {
				return Outcome{}, refuse(Conflict, "the file %s exists now; save under another name", d.path)
			}
		}
		switch d.disk {
		case DiskChanged:
			return Outcome{}, refuse(Conflict, "%s has changed on disk since it was read; keep this text, use the file's text, or compare both", d.path)
		case DiskGone:
			return Outcome{}, refuse(Conflict, "%s was deleted or moved on disk; keep this text to write it again", d.path)
		case DiskSame, DiskNew:
		}
		return Outcome{Said: "saved " + d.path}, w.store(d)
	})
}

// store writes a document's text to its file, in the file's format.
func (w *Workspace) store(d *document) error {
	text, err := d.fileText()
	if err != nil {
		return err
	}
	if err := w.Files.Write(d.path, text); err != nil {
		return err
	}
	w.dropDraft(d)
	d.saved, d.savedAs, d.base, d.fresh, d.recovered, d.disk = d.revision, d.text, fingerprint(text), false, false, DiskSame
	return nil
}

// fileText returns the content to write to a document's file.
func (d *document) fileText() (string, error) {
	format := formatOf(d.path)
	if format == fileYAML || format == fileLua || string(d.format) == format {
		return d.text, nil
	}
	m, findings := wholeMachine(d.path, d.text, d.words(d.path))
	if errs := findings.Errors(); m == nil || len(errs) > 0 {
		return "", refuse(Invalid, "the machine has errors, and %s can contain only a machine without errors: %v. Save it as YAML", d.path, errs)
	}
	text, losses, err := exportText(format, m)
	d.losses = placed(losses, d.checked.yaml)
	return text, err
}

// saveAs writes a document to another file, which then becomes the document's file.
func (w *Workspace) saveAs(d *document, name string) (Outcome, error) {
	if err := w.Files.Check(name); err != nil {
		return Outcome{}, err
	}
	if _, err := w.Files.Read(name); err == nil {
		return Outcome{}, refuse(Invalid, "the file %s exists already; expected another name", name)
	}
	for _, other := range w.open {
		if other != d && other.path == name {
			return Outcome{}, refuse(Invalid, "%s is open already", name)
		}
	}
	if (formatOf(name) == fileLua) != (d.format == Lua) {
		return Outcome{}, refuse(Invalid, "a machine in %s cannot be saved as %s", d.format, name)
	}
	old := *d
	w.dropDraft(d)
	d.path = name
	if err := w.store(d); err != nil {
		losses := d.losses
		*d = old
		d.losses, d.draft = losses, kept{}
		return Outcome{}, err
	}
	d.imported = ""
	d.recheck()
	return Outcome{Said: "saved as " + name}, nil
}

// Resolve handles the person's decision about a file that changed on disk.
func (w *Workspace) Resolve(author string, r ResolveRequest) Outcome {
	author = window(author, r.Window)
	return w.with(r.ID, func(d *document) (Outcome, error) {
		theirs, err := w.Files.Read(d.path)
		var missing *Refusal
		there := true
		if errors.As(err, &missing) && missing.Code == Missing {
			there, err = false, nil
		}
		if err != nil {
			return Outcome{}, err
		}
		switch r.Choice {
		case ShowBoth:
			return Outcome{Theirs: theirs}, nil
		case KeepMine:
			d.disk, d.base, d.savedAs = DiskSame, fingerprint(theirs), ""
			if !there {
				d.base, d.fresh, d.disk = "", true, DiskNew
			}
			return Outcome{Said: "the next save overwrites the file"}, nil
		case TakeTheirs:
			if !there {
				return Outcome{}, refuse(Missing, "%s no longer exists, so its text cannot be used", d.path)
			}
			return w.takeTheirs(d, author, theirs)
		}
		return Outcome{}, refuse(Invalid, "choice %q: expected mine, theirs or both", r.Choice)
	})
}

// takeTheirs replaces the document's text by the file's text, as one command that can be undone.
func (w *Workspace) takeTheirs(d *document, author, theirs string) (Outcome, error) {
	text := theirs
	if d.format == YAML && formatOf(d.path) != fileYAML {
		yaml, losses, err := importText(d.path, theirs)
		if err != nil {
			return Outcome{}, err
		}
		text, d.losses = yaml, placed(losses, nil)
	}
	if text != d.text {
		d.change(author, "used the text of the file", text)
	}
	w.dropDraft(d)
	d.base, d.savedAs, d.saved, d.disk, d.recovered = fingerprint(theirs), d.text, d.revision, DiskSame, false
	return Outcome{Said: "used the text of the file"}, nil
}

// Breakpoints returns the breakpoints of a document, or replaces them. They are kept beside the file.
func (w *Workspace) Breakpoints(r BreakpointsRequest) BreakpointsResponse {
	out := BreakpointsResponse{Breakpoints: []Breakpoint{}}
	answer := w.with(r.ID, func(d *document) (Outcome, error) {
		if r.Set {
			if len(r.Breakpoints) > 1000 {
				return Outcome{}, refuse(Invalid, "%d breakpoints; expected at most 1000", len(r.Breakpoints))
			}
			if err := w.setSession(d.path, session{r.Breakpoints}); err != nil {
				return Outcome{}, err
			}
		}
		out.Breakpoints = append(out.Breakpoints, w.session(d.path).Breakpoints...)
		return Outcome{}, nil
	})
	out.Refused = answer.Refused
	return out
}

// Import makes a YAML file from a file of another format, and opens it. Existing files are not changed.
func (w *Workspace) Import(author string, r ImportRequest) Outcome {
	text := r.Text
	if text == "" {
		var err error
		if text, err = w.Files.Read(r.Path); err != nil {
			return Outcome{Refused: refusal(err)}
		}
	}
	if len(text) > MachineLimit {
		return Outcome{Refused: refusal(refuse(TooLarge, "%s has %s", r.Path, megabytes(int64(len(text)))))}
	}
	yaml, losses, err := importText(r.Path, text)
	if err != nil {
		return Outcome{Refused: refusal(err)}
	}
	name := r.Path[:len(r.Path)-len(path.Ext(r.Path))] + ".yaml"
	if out := w.Open(author, OpenRequest{Path: name}); out.Refused == nil {
		out.Said = "opened " + name + ", which exists already"
		return out
	}
	out := w.Open(author, OpenRequest{Path: name, New: true, Text: yaml})
	if out.Refused != nil {
		return out
	}
	return w.with(out.Snapshot.ID, func(d *document) (Outcome, error) {
		d.imported, d.losses = r.Path, placed(losses, d.checked.yaml)
		return Outcome{Said: "imported " + r.Path}, nil
	})
}

// Export writes a document in another format, to a file or as a text.
func (w *Workspace) Export(r ExportRequest) ExportResponse {
	out := ExportResponse{Losses: []Finding{}}
	answer := w.with(r.ID, func(d *document) (Outcome, error) {
		m := d.checked.machine
		if m == nil || d.format != YAML {
			return Outcome{}, refuse(Invalid, "%s cannot be exported: it is not a machine in YAML that can be read", d.path)
		}
		m, findings := wholeMachine(d.path, d.text, w.options.Words(d.path))
		if errs := findings.Errors(); len(errs) > 0 {
			return Outcome{}, refuse(Invalid, "the machine has errors: %v", errs)
		}
		text, losses, err := exportText(string(r.Format), m)
		if r.Format == ExportYAML {
			text = d.text
		}
		out.Losses = placed(losses, d.checked.yaml)
		if err != nil {
			return Outcome{}, err
		}
		out.Text = text
		if r.Path == "" {
			return Outcome{}, nil
		}
		if _, err := w.Files.Read(r.Path); err == nil {
			return Outcome{}, refuse(Invalid, "the file %s exists already; expected another name", r.Path)
		}
		out.Path = r.Path
		return Outcome{}, w.Files.Write(r.Path, text)
	})
	out.Refused = answer.Refused
	return out
}
