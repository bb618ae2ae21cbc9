package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Tasks hands out work that is not a match through the queue: texts in JSON, which workers answer with texts in JSON. Its methods
// may be called concurrently.
type Tasks struct {
	*session
	c     *Coordinator
	spec  Spec
	mu    sync.Mutex              // waits
	waits map[string]chan *Record // by the key of the job
}

// TaskOptions are those of [Coordinator.Share].
type TaskOptions struct {
	Name     string // of the work
	Identity Identity
	Workers  int // tasks at a time in this process
	Task     func(ctx context.Context, task json.RawMessage) (json.RawMessage, error)
	Notice   func(text string) // receives notices of the workers of this process; may be nil
}

// Share begins to hand out tasks. Close it.
func (c *Coordinator) Share(ctx context.Context, o TaskOptions) (*Tasks, error) {
	t := &Tasks{c: c, spec: Spec{NameA: o.Name, Kind: "tasks", Build: o.Identity.Build, Class: o.Identity.Class}, waits: map[string]chan *Record{}}
	var err error
	if t.session, err = c.begin(ctx, t.spec, Worker{Identity: o.Identity, Slots: o.Workers, Notice: o.Notice, Task: o.Task}, nil, jetstream.UpdatesOnly()); err != nil {
		return nil, err
	}
	t.wait.Go(func() {
		for {
			select {
			case entry, ok := <-t.watcher.Updates():
				if !ok {
					t.end(errors.New("the queue has ended"))
					return
				}
				r := &Record{}
				if entry != nil && json.Unmarshal(entry.Value(), r) == nil {
					t.answer(r)
				}
			case <-t.ctx.Done():
				return
			}
		}
	})
	return t, nil
}

// answer passes a record to the caller that waits for it.
func (t *Tasks) answer(r *Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if wait := t.waits[r.Job.key()]; wait != nil {
		wait <- r
		delete(t.waits, r.Job.key())
	}
}

// Do queues a task and returns its answer. key is a word that names the task: an answer that is stored under it is returned at once.
func (t *Tasks) Do(ctx context.Context, key string, task json.RawMessage) (json.RawMessage, error) {
	j := Job{Run: t.run, Spec: t.spec, TaskKey: key, Task: task}
	wait := make(chan *Record, 1)
	t.mu.Lock()
	t.waits[j.key()] = wait
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		delete(t.waits, j.key())
		t.mu.Unlock()
	}()
	if r, ok, err := t.c.q.record(ctx, j.key()); err != nil {
		return nil, err
	} else if ok && r.Error == "" {
		return r.Answer, nil
	} else if ok { // the cause may have been repaired
		if err := t.c.q.results.Delete(ctx, j.key()); err != nil {
			return nil, fmt.Errorf("queue: %w", err)
		}
	}
	if err := t.c.queueJob(ctx, j); err != nil {
		return nil, err
	}
	select {
	case r := <-wait:
		if r.Error != "" {
			return nil, errors.New(r.Error)
		}
		return r.Answer, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-t.ctx.Done():
		return nil, context.Cause(t.ctx)
	}
}

// Close ends the work: workers on other computers end too.
func (t *Tasks) Close() error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), 10*time.Second)
	defer cancel()
	err := t.c.end(ctx, &t.spec, t.run)
	t.close(context.Canceled)
	return err
}
