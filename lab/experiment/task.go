package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/internal/journal"
)

// Task is a run that another process makes. It holds everything that the run needs, also the content of the files that its settings name.
type Task struct {
	Run      string
	Seed     uint64
	Settings Settings
	Files    map[string][]byte `json:",omitempty"` // by the name of the setting
}

// mostFiles is the largest size of the files of a task, bytes: a message of the queue holds 1 MB, and JSON a third more.
const mostFiles = 700_000

// task returns the run of a cell with a seed.
func (e *Experiment) task(cell int, seed uint64) *Task {
	return &Task{Run: e.Run, Seed: seed, Settings: e.Cells[cell].Settings, Files: e.files(cell)}
}

// files returns the files that the settings of a cell name. A file that cannot be read is left out: the trial was created with it before.
func (e *Experiment) files(cell int) map[string][]byte {
	files := map[string][]byte{}
	for _, s := range e.Cells[cell].Settings {
		path := resolve(s.Value, e.dir())
		if !isFile(path) {
			continue
		}
		if text, err := os.ReadFile(path); err == nil {
			files[s.Name] = text
		}
	}
	return files
}

// CheckElsewhere returns an error if a run of the experiment cannot be made by another computer.
func (e *Experiment) CheckElsewhere() error {
	if e.Run == commandKind.Name {
		return errors.New("runs of kind command are made on this computer alone: a program of one's own is not sent to others")
	}
	for cell := range e.Cells {
		for _, one := range e.Cells[cell].Settings {
			if err := e.Kind.mayTravel(one); err != nil && !isFile(resolve(one.Value, e.dir())) {
				return err
			}
		}
		size := 0
		for _, text := range e.files(cell) {
			size += len(text)
		}
		if size > mostFiles {
			return fmt.Errorf("%s: files of %d bytes: expected at most %d for runs on other computers", e.Label(&e.Cells[cell], -1), size, mostFiles)
		}
	}
	return nil
}

// mayTravel returns an error for a setting that only one computer can use: one in Here, or one that may name a file.
func (k *Kind) mayTravel(s Setting) error {
	if slices.Contains(k.Here, s.Name) || strings.ContainsAny(s.Value, `/\`) || isFile(s.Value) {
		return fmt.Errorf("setting %s: %q: expected, for runs on other computers, a file of the experiment or the name of something built in", s.Name, s.Value)
	}
	return nil
}

// errSecret is the error that the sender of a task gets when its run failed with files.
var errSecret = errors.New("the run failed; the output of the computer that made it says why")

// Do makes the run of a task. Its files are in a temporary directory during the run. No other file of this computer is read for the
// sender: settings that may name files are refused. Since a file may name another one, the error of a run with files is passed to
// notice, and the sender learns only that the run failed.
func (t *Task) Do(ctx context.Context, notice func(string)) (map[string]journal.Number, error) {
	m, err := t.do(ctx)
	if err != nil && len(t.Files) > 0 {
		notice(fmt.Sprintf("run %s with seed %d: %v", t.Run, t.Seed, err))
		return nil, errSecret
	}
	return m, err
}

func (t *Task) do(ctx context.Context) (map[string]journal.Number, error) {
	kind, err := FindKind(t.Run)
	if err != nil {
		return nil, err
	}
	if kind.Name == commandKind.Name {
		return nil, errors.New("command: a program of one's own is not run for others")
	}
	settings := append(Settings{}, t.Settings...)
	for _, s := range settings {
		if _, ok := t.Files[s.Name]; !ok {
			if err := kind.mayTravel(s); err != nil {
				return nil, err
			}
		}
	}
	dir := ""
	if len(t.Files) > 0 {
		if dir, err = os.MkdirTemp("", "gonao_experiment"); err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(dir) }()
		for i := range settings {
			text, ok := t.Files[settings[i].Name]
			if !ok {
				continue
			}
			path := filepath.Join(dir, fmt.Sprint(i)+"_"+filepath.Base(settings[i].Value))
			if err := os.WriteFile(path, text, 0o600); err != nil {
				return nil, err
			}
			settings[i].Value = path
		}
	}
	trial, wrong := newTrial(kind, settings, dir)
	if len(wrong) > 0 {
		return nil, wrong[0]
	}
	return runTrial(ctx, trial, t.Seed)
}
