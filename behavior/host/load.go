package host

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"gonao/hfsm"
)

// source is where the machine that runs is from.
type source struct {
	name      string   // as for [behavior.Loader.Load]; "" if it cannot be read again
	text      string   // as written; "" when unknown
	file      string   // for a text, its name in findings
	files     []string // files on disk that it was read from
	generated string   // why nothing can be loaded here; "" when it can
}

// Text is a machine to be loaded: a text, or a file or the name of a machine that comes with gonao.
type Text struct {
	File string // for a text, its name in findings; the ending is the format
	Text string // "": File is read
}

// Loaded is the result of loading or checking a machine.
type Loaded struct {
	Findings hfsm.Findings // all, by their places; also when there is an error
	Machine  string        // name of the machine that was read, and its hash; "" when it is wrong
	Hash     string
	Changed  hfsm.Reloaded
	Said     string // the changes, for people
}

// ErrFindings is the error of a machine whose findings contain errors.
var ErrFindings = errors.New("the machine has errors")

// Loading loads machines while the program runs. Its methods may be called from any goroutine.
type Loading struct{ m *Machine }

// Loading returns the operations that load other machines here.
func (m *Machine) Loading() Loading { return Loading{m} }

// currentSource returns where the machine that runs is from.
func (x Loading) currentSource() source {
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	return x.m.source
}

// Check reads a machine and returns its findings, without loading it. The error wraps [ErrFindings], or says why it could
// not be read.
func (x Loading) Check(t Text) (Loaded, error) {
	x.m.loading.Lock()
	defer x.m.loading.Unlock()
	_, _, l, err := x.compile(t)
	return l, err
}

// compile reads a machine; loading is held.
func (x Loading) compile(t Text) (model *hfsm.Model, from source, l Loaded, err error) {
	if generated := x.currentSource().generated; generated != "" {
		return nil, from, l, errors.New(generated)
	}
	cfg, loader := x.m.config(), x.m.opts.Loader
	loader.Config = &cfg
	if t.Text == "" {
		if t.File == "" {
			return nil, from, l, errors.New("no text and no file; expected one of them")
		}
		from.name = t.File
		model, l.Findings, err = loader.Check(t.File)
	} else {
		from.file = t.File
		if from.file == "" {
			from.file = unnamed
		}
		model, l.Findings, err = loader.CheckText(from.file, []byte(t.Text))
	}
	from.text, from.files = loader.Source(), slices.Clone(loader.Files())
	if err != nil {
		return nil, from, l, err
	}
	if errs := l.Findings.Errors(); len(errs) > 0 {
		return nil, from, l, fmt.Errorf("%w: %w", ErrFindings, errs)
	}
	l.Machine, l.Hash = model.Name(), model.Hash()
	return model, from, l, nil
}

// Load continues with another version of the machine, as [Machine.Reload] does with its file. A text
// stands until the file changes. replaces, when not "", is the hash that the machine must have.
func (x Loading) Load(t Text, replaces string) (Loaded, error) {
	x.m.loading.Lock()
	defer x.m.loading.Unlock()
	if t.File == "" {
		t.File = filepath.Base(x.file())
	}
	model, from, l, err := x.compile(t)
	if err != nil {
		x.refuse(err)
		return l, err
	}
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	if !x.m.running() {
		return l, ErrIdle
	}
	hash := x.m.brain.Machine().Model().Hash()
	if replaces != "" && replaces != hash {
		return l, fmt.Errorf("another machine runs by now: hash %s; expected %s", hash, replaces)
	}
	x.m.source.text, x.m.disk = from.text, sumOf(x.m.files)
	if model.Hash() == hash {
		l.Said = x.m.unchanged()
		return l, nil
	}
	if l.Changed, err = x.m.swap(model); err != nil {
		return l, err
	}
	l.Said = l.Changed.String()
	return l, nil
}

// file returns the file of the machine that runs, or a name for one.
func (x Loading) file() string {
	if model := x.m.Model(); model != nil && model.File() != "" {
		return model.File()
	}
	return unnamed
}

// unnamed is the file of a text without one.
const unnamed = "machine.yaml"

// refuse keeps why a machine was not taken, for viewers.
func (x Loading) refuse(err error) {
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	x.m.refused = err
	x.m.changed()
}

// ErrRuns is returned where a machine runs already.
var ErrRuns = errors.New("a machine runs here; stop it first, or swap it")

// Start starts a machine at the next Tick, if none runs. Without a file and a text it is the last machine that ran here.
func (x Loading) Start(t Text, now time.Duration) (Loaded, error) { return x.start(t, now, false, "") }

// Swap stops the machine that runs, if one does, and begins another one. replaces, when not "", is
// the hash that the machine must have that runs.
func (x Loading) Swap(t Text, replaces string, now time.Duration) (Loaded, error) {
	return x.start(t, now, true, replaces)
}

// start starts a machine; a running one is stopped, or the call refused.
func (x Loading) start(t Text, now time.Duration, replace bool, replaces string) (Loaded, error) {
	x.m.loading.Lock()
	defer x.m.loading.Unlock()
	_, hash, _ := x.Identity()
	switch {
	case !replace && x.m.Model() != nil:
		return Loaded{}, ErrRuns
	case replaces != "" && replaces != hash:
		return Loaded{}, fmt.Errorf("another machine runs by now: hash %q; expected %s", hash, replaces)
	}
	last := x.currentSource()
	if t == (Text{}) {
		if last.generated != "" {
			return x.startAgain(now)
		}
		t = last.again()
	}
	model, from, l, err := x.compile(t)
	if err != nil {
		return l, err
	}
	if err := x.m.run(model, now); err != nil {
		return l, err
	}
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	x.m.source, x.m.files, x.m.disk = from, from.files, sumOf(from.files)
	return l, nil
}

// again returns the text or file for loading a machine again.
func (s *source) again() Text {
	if s.name != "" {
		return Text{File: s.name}
	}
	return Text{File: s.file, Text: s.text}
}

// startAgain restarts a machine that cannot be loaded, such as a generated one.
func (x Loading) startAgain(now time.Duration) (Loaded, error) {
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	defer x.m.hold()()
	x.m.brain.Reset(now)
	x.m.ended = nil
	x.m.runs++
	x.m.changed()
	return Loaded{Machine: x.m.brain.Machine().Model().Name()}, nil
}

// Identity returns the name, the hash and the revision of the machine that runs, see [View].
func (x Loading) Identity() (name, hash string, revision uint32) {
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	if x.m.running() {
		model := x.m.brain.Machine().Model()
		name, hash = model.Name(), model.Hash()
	}
	return name, hash, x.m.revision
}
