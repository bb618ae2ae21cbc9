package studio

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/foxglove"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/convert/definitions"
	"gonao/ros"
	doc "gonao/studio"
)

// documents offers the documents of a directory to browsers: each open one is a latched topic, and what changes it is a
// service for editors.
type documents struct {
	server    *foxglove.Server
	clock     *ros.Clock
	workspace *doc.Workspace
	words     json.RawMessage

	mu   sync.Mutex
	open map[string]*foxglove.Channel // by the id of the document
}

// machinesDir returns the directory of the documents, made when missing.
func machinesDir(dir string) (string, error) {
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("directory: no home directory for the machines, name one: %w", err)
		}
		dir = filepath.Join(home, "gonao")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("directory: %w", err)
	}
	return dir, nil
}

// newDocuments opens the directory and adds the services.
func newDocuments(server *foxglove.Server, clock *ros.Clock, dir string) (*documents, error) {
	dir, err := machinesDir(dir)
	if err != nil {
		return nil, err
	}
	robot := behavior.DefaultConfig()
	robot.Types = definitions.Compiled()
	text, err := robot.Table().JSON(behavior.Machines(), behavior.Skills())
	if err != nil {
		return nil, err
	}
	d := &documents{server: server, clock: clock, words: text, open: map[string]*foxglove.Channel{}}
	d.workspace, err = doc.OpenWorkspace(dir, doc.Options{
		Words:      func(path string) *hfsm.Vocabulary { return wordsBeside(robot, filepath.Join(dir, filepath.Dir(path))) },
		Vocabulary: text, Changed: d.changed, Module: moduleDir(),
	})
	if err != nil {
		return nil, err
	}
	d.serve()
	return d, nil
}

// moduleDir returns the directory of gonao's sources, in which generated code can be compiled: above the working
// directory or above the program; "" where they are not on this machine.
func moduleDir() string {
	from := []string{}
	if dir, err := os.Getwd(); err == nil {
		from = append(from, dir)
	}
	if program, err := os.Executable(); err == nil {
		from = append(from, filepath.Dir(program))
	}
	for _, dir := range from {
		for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
			if err == nil && strings.HasPrefix(string(text), "module gonao\n") {
				return dir
			}
		}
	}
	return ""
}

// wordsBeside returns what a machine in a directory may use: what the robot offers, and the machines beside it.
func wordsBeside(robot behavior.Config, dir string) *hfsm.Vocabulary {
	words := robot.Vocabulary()
	words.Machines = func(name string) (*chart.Machine, error) {
		if filepath.Base(name) != name {
			return nil, fmt.Errorf("%q is a path; expected the name of a machine", name)
		}
		for _, ending := range []string{".yaml", ".lua"} {
			file := filepath.Join(dir, name+ending)
			src, err := os.ReadFile(file)
			if err != nil {
				continue
			}
			c, findings := behavior.Read(file, src, words)
			if errs := findings.Errors(); len(errs) > 0 {
				return nil, errs
			}
			return c, nil
		}
		return nil, fmt.Errorf("no machine %q beside this one", name)
	}
	return words
}

// changed publishes a document.
func (d *documents) changed(s doc.Snapshot) {
	d.mu.Lock()
	c := d.open[s.ID]
	if c == nil {
		c = addTopic[doc.Snapshot](d.server, "studio/document/"+s.ID, nil)
		d.open[s.ID] = c
	}
	d.mu.Unlock()
	c.Publish(d.clock.Now(), encode(s))
}

// shown publishes a document that was opened.
func (d *documents) shown(o doc.Outcome) doc.Outcome {
	if o.Snapshot != nil {
		d.changed(*o.Snapshot)
	}
	return o
}

// closed withdraws the topics of documents that are not open any more.
func (d *documents) closed() {
	open := map[string]bool{}
	for _, s := range d.workspace.Snapshots() {
		open[s.ID] = true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, c := range d.open {
		if !open[id] {
			c.Remove()
			delete(d.open, id)
		}
	}
}

// keepPeriod is how often unsaved texts are kept and the files looked at.
const keepPeriod = 2 * time.Second

// run keeps unsaved texts until ctx ends.
func (d *documents) run(ctx context.Context) {
	for range d.clock.Tick(ctx, keepPeriod) {
		d.workspace.Tick()
	}
}

// edits adds a service that changes documents, for editors.
func edits[Q, A any](d *documents, name string, do func(author string, q Q) A) {
	addJSON(d.server, "studio/"+name, foxglove.Editor, func(_ context.Context, s *foxglove.Session, q Q) (A, error) {
		return do(author(s), q), nil
	})
}

// reads adds a service that changes nothing, for everybody.
func reads[Q, A any](d *documents, name string, do func(q Q) A) {
	addJSON(d.server, "studio/"+name, foxglove.Viewer, func(_ context.Context, _ *foxglove.Session, q Q) (A, error) {
		return do(q), nil
	})
}

// nothing is an empty request.
type nothing struct{}

func (d *documents) serve() {
	w := d.workspace
	edits(d, "list", func(_ string, q doc.ListRequest) doc.ListResponse { return w.List(q) })
	edits(d, "open", func(author string, q doc.OpenRequest) doc.Outcome { return d.shown(w.Open(author, q)) })
	edits(d, "close", func(_ string, q doc.CloseRequest) doc.Outcome {
		defer d.closed()
		return w.CloseDocument(q)
	})
	edits(d, "apply", w.Apply)
	edits(d, "undo", w.Undo)
	edits(d, "redo", w.Redo)
	edits(d, "save", w.Save)
	edits(d, "resolve", w.Resolve)
	edits(d, "copy", func(_ string, q doc.CopyRequest) doc.CopyResponse { return w.Copy(q) })
	edits(d, "check", func(_ string, q doc.CheckRequest) doc.CheckResponse { return w.Check(q) })
	edits(d, "complete", func(_ string, q doc.CompleteRequest) doc.CompleteResponse { return w.Complete(q) })
	addJSON(d.server, "studio/generate", foxglove.Editor, func(ctx context.Context, _ *foxglove.Session, q doc.GenerateRequest) (doc.GenerateResponse, error) {
		return w.Generate(ctx, q), nil
	})
	edits(d, "import", func(author string, q doc.ImportRequest) doc.Outcome { return d.shown(w.Import(author, q)) })
	edits(d, "export", func(_ string, q doc.ExportRequest) doc.ExportResponse { return w.Export(q) })
	edits(d, "breakpoints", func(_ string, q doc.BreakpointsRequest) doc.BreakpointsResponse { return w.Breakpoints(q) })
	reads(d, "vocabulary", func(nothing) doc.VocabularyResponse { return doc.VocabularyResponse{Vocabulary: d.words} })
}
