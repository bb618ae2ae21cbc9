package motionlab

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/lab/experiment"
	"gonao/soccer/match/batch"
)

// shared is an experiment whose runs other computers make too.
type shared struct {
	queue *batch.Coordinator
	tasks *batch.Tasks
}

// share opens the queue and prints the line that workers are started with.
func (p program) share(ctx context.Context, e *experiment.Experiment, o *lab.Experiment, dir string) (*shared, error) {
	if err := e.CheckElsewhere(); err != nil {
		return nil, err
	}
	identity, err := batch.Identify()
	if err != nil {
		return nil, err
	}
	queue, err := batch.Open(ctx, filepath.Join(dir, "queue"), o.Serve, o.Queue, o.Fingerprint)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(p.Errs, "on other computers, with the same program:\n")
	fmt.Fprintf(p.Out, "gonao experiment work %s\n", queue.Line)
	tasks, err := queue.Share(ctx, batch.TaskOptions{Name: e.Title, Identity: identity, Workers: o.Slots(), Task: p.doTask, Notice: p.notice})
	if err != nil {
		queue.Close()
		return nil, err
	}
	return &shared{queue, tasks}, nil
}

// Close ends the workers and the queue.
func (s *shared) Close() {
	_ = s.tasks.Close() // all results have arrived, so the rest of the queue does not matter
	s.queue.Close()
}

// run has a task made by a free worker.
func (s *shared) run(ctx context.Context, task *experiment.Task) (m map[string]journal.Number, err error) {
	text, err := json.Marshal(task)
	if err != nil {
		return nil, err
	}
	answer, err := s.tasks.Do(ctx, fmt.Sprintf("%x", sha256.Sum256(text)), text)
	if err != nil {
		return nil, err
	}
	return m, json.Unmarshal(answer, &m)
}

// doTask makes a run for an experiment of another process.
func (p program) doTask(ctx context.Context, text json.RawMessage) (json.RawMessage, error) {
	var task experiment.Task
	if err := json.Unmarshal(text, &task); err != nil {
		return nil, err
	}
	m, err := task.Do(ctx, p.notice)
	if err != nil {
		return nil, err
	}
	return json.Marshal(m)
}

// notice prints a message of a worker.
func (p program) notice(text string) { fmt.Fprintln(p.Errs, text) }

// experimentWork makes runs for a process on another computer.
func (p program) experimentWork(ctx context.Context, o *lab.Work) error {
	identity, err := batch.Identify()
	if err != nil {
		return err
	}
	w := batch.Worker{Identity: identity, Slots: o.Slots(), Notice: p.notice, Task: p.doTask}
	err = w.Work(ctx, o.URL, o.Fingerprint)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
