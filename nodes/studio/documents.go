package studio

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/internal/convert/definitions"
	"gonao/motion"
	"gonao/ros"
	"gonao/studio"
	"gonao/studio/foxglove"
)

// documents offers the machines of a directory: one latched topic for each open document, and services for editors.
type documents struct {
	workspace *studio.Workspace
	server    *foxglove.Server
	clock     *ros.Clock
	points    *breakpoints

	vocabulary studio.VocabularyResponse

	config func() behavior.Config // of machines that are checked or run here

	changed func()                  // called after a document was opened or closed
	edited  func(s studio.Snapshot) // called with each revision of a document
	closed  func(id string)         // called after a document was closed

	mu       sync.Mutex
	channels map[string]*foxglove.Channel // by document
}

// machinesDir returns the directory of the machines, made when missing.
func machinesDir(dir string) (string, error) {
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("directory: no home directory for the machines, name one: %w", err)
		}
		dir = filepath.Join(home, "gonao", "machines")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("directory: %w", err)
	}
	return dir, nil
}

// openDocuments opens the directory of the machines, which is made when missing.
func openDocuments(dir, module string, server *foxglove.Server, clock *ros.Clock, points *breakpoints) (*documents, error) {
	dir, err := machinesDir(dir)
	if err != nil {
		return nil, err
	}
	cfg := behavior.DefaultConfig()
	cfg.Types = definitions.Compiled()
	table := cfg.Table()
	words, err := table.JSON(behavior.Machines(), behavior.Skills())
	if err != nil {
		return nil, fmt.Errorf("documents: %w", err)
	}
	schema, err := table.Schema()
	if err != nil {
		return nil, fmt.Errorf("documents: %w", err)
	}
	d := &documents{changed: func() {}, edited: func(studio.Snapshot) {}, closed: func(string) {}, server: server, clock: clock, points: points, channels: map[string]*foxglove.Channel{}}
	d.vocabulary = studio.VocabularyResponse{Vocabulary: words, Schema: json.RawMessage(schema)}
	d.config = func() behavior.Config {
		own := cfg
		names, err := motion.Names(filepath.Join(dir, "motions"))
		if err != nil { // such as: there is no such directory
			names, _ = motion.Names("")
		}
		own.Motions = names
		return own
	}
	d.workspace, err = studio.OpenWorkspace(dir, studio.Options{
		Words:      func(path string) *hfsm.Vocabulary { return wordsBeside(d.config(), filepath.Join(dir, path)) },
		Vocabulary: words, Changed: d.show, Module: moduleDir(module),
	})
	if err != nil {
		return nil, fmt.Errorf("documents: %w", err)
	}
	return d, nil
}

// moduleDir returns the directory of gonao's sources, in which generated code can be compiled: the one given, or one
// above the working directory or the program; "" where they are not on this machine.
func moduleDir(given string) string {
	from := []string{given}
	if given == "" {
		from = from[:0]
		if dir, err := os.Getwd(); err == nil {
			from = append(from, dir)
		}
		if program, err := os.Executable(); err == nil {
			from = append(from, filepath.Dir(program))
		}
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

// wordsBeside returns the vocabulary of the machine in a file: the robot's, and the machines beside it or gonao's own.
func wordsBeside(cfg behavior.Config, file string) *hfsm.Vocabulary {
	return (&behavior.Loader{Config: &cfg}).WordsBeside(filepath.Dir(file))
}

// tickPeriod is how often unsaved texts are kept and files are compared with the disk.
const tickPeriod = 2 * time.Second

// run keeps unsaved texts until ctx ends.
func (d *documents) run(ctx context.Context) {
	for range d.clock.Tick(ctx, tickPeriod) {
		d.workspace.Tick()
	}
	d.workspace.Close() //nolint:errcheck // the unsaved texts are kept first
}

// show publishes a revision of a document.
func (d *documents) show(s studio.Snapshot) {
	d.mu.Lock()
	c := d.channels[s.ID]
	if c == nil {
		c = foxglove.AddJSONTopic[studio.Snapshot](d.server, "studio/document/"+s.ID, nil)
		d.channels[s.ID] = c
	}
	d.mu.Unlock()
	c.Publish(d.clock.Now(), foxglove.EncodeJSON(s))
	d.edited(s)
}

// hide withdraws the topic of a document that was closed.
func (d *documents) hide(id string) {
	d.mu.Lock()
	c := d.channels[id]
	delete(d.channels, id)
	d.mu.Unlock()
	if c != nil {
		c.Remove()
		d.changed()
		d.closed(id)
	}
}

// opened reports whether a document of a machine is open.
func (d *documents) opened(machine string) bool {
	return slices.ContainsFunc(d.workspace.Snapshots(), func(s studio.Snapshot) bool { return s.Machine.Name == machine })
}

// shown shows an opened document to all sessions.
func (d *documents) shown(o studio.Outcome) studio.Outcome {
	if o.Snapshot != nil {
		d.show(*o.Snapshot)
	}
	return o
}

// readBreakpoints passes the breakpoints of a document to the machines that run it.
func (d *documents) readBreakpoints(s studio.Snapshot) {
	if r := d.workspace.Breakpoints(studio.BreakpointsRequest{ID: s.ID}); r.Refused == nil {
		d.points.setDocument(s.ID, s.Machine.Name, r.Breakpoints)
	}
}

// addServices offers the documents to editors.
func (d *documents) addServices() {
	w := d.workspace
	plain(d.server, "studio/list", w.List)
	plain(d.server, "studio/check", w.Check)
	plain(d.server, "studio/copy", w.Copy)
	plain(d.server, "studio/export", w.Export)
	plain(d.server, "studio/complete", w.Complete)
	foxglove.AddJSONService(d.server, "studio/generate", foxglove.Editor, func(ctx context.Context, _ *foxglove.Session, q studio.GenerateRequest) (studio.GenerateResponse, error) {
		return w.Generate(ctx, q), nil
	})
	foxglove.AddJSONService(d.server, "studio/vocabulary", foxglove.Viewer, func(context.Context, *foxglove.Session, struct{}) (studio.VocabularyResponse, error) {
		return d.vocabulary, nil
	})
	authored(d, "studio/open", func(author string, q studio.OpenRequest) studio.Outcome { return d.shown(w.Open(author, q)) })
	authored(d, "studio/apply", w.Apply)
	authored(d, "studio/undo", w.Undo)
	authored(d, "studio/redo", w.Redo)
	authored(d, "studio/save", w.Save)
	authored(d, "studio/resolve", w.Resolve)
	authored(d, "studio/import", func(author string, q studio.ImportRequest) studio.Outcome { return d.shown(w.Import(author, q)) })
	plain(d.server, "studio/close", func(q studio.CloseRequest) studio.Outcome {
		o := w.CloseDocument(q)
		if _, open := w.Snapshot(q.ID); !open {
			d.hide(q.ID)
		}
		return o
	})
	plain(d.server, "studio/breakpoints", func(q studio.BreakpointsRequest) studio.BreakpointsResponse {
		r := w.Breakpoints(q)
		if s, ok := w.Snapshot(q.ID); ok && r.Refused == nil {
			d.points.setDocument(s.ID, s.Machine.Name, r.Breakpoints)
		}
		return r
	})
}

// plain adds a service for editors that is independent of the caller.
func plain[Q, A any](server *foxglove.Server, name string, call func(q Q) A) {
	foxglove.AddJSONService(server, name, foxglove.Editor, func(_ context.Context, _ *foxglove.Session, q Q) (A, error) { return call(q), nil })
}

// authored adds a service for editors that changes or opens a document.
func authored[Q any](d *documents, name string, call func(author string, q Q) studio.Outcome) {
	foxglove.AddJSONService(d.server, name, foxglove.Editor, func(_ context.Context, s *foxglove.Session, q Q) (studio.Outcome, error) {
		o := call(author(s), q)
		if o.Snapshot != nil {
			d.readBreakpoints(*o.Snapshot)
		}
		return o, nil
	})
}
