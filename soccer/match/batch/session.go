package batch

import (
	"context"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// session is a run in progress: workers find it in the queue, and those of this process take part.
type session struct {
	run     string
	watcher jetstream.KeyWatcher // of the records of the run
	ctx     context.Context      //nolint:containedctx // of the goroutines, ended by close
	end     context.CancelCauseFunc
	wait    sync.WaitGroup
}

// begin drops queued jobs that an earlier process left of a run, announces the run and starts the workers of this
// process, as many as w has slots. here, if not nil, is called with the name of each worker that reports itself. Close
// the session.
func (c *Coordinator) begin(ctx context.Context, spec Spec, w Worker, here func(worker string), watch ...jetstream.WatchOpt) (*session, error) {
	s := &session{run: spec.run()}
	s.ctx, s.end = context.WithCancelCause(ctx)
	if err := s.start(c, &spec, w, here, watch); err != nil {
		s.close(err)
		return nil, err
	}
	return s, nil
}

func (s *session) start(c *Coordinator, spec *Spec, w Worker, here func(worker string), watch []jetstream.WatchOpt) (err error) {
	if s.watcher, err = c.q.results.Watch(s.ctx, s.run+".>", watch...); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	if err := c.dropJobs(s.ctx, spec, s.run); err != nil {
		return err
	}
	if err := c.q.createConsumer(s.ctx, w.Identity); err != nil {
		return err
	}
	if err := c.q.setCurrent(s.ctx, current{Run: s.run, Spec: *spec}); err != nil {
		return err
	}
	if c.server != nil {
		s.wait.Go(func() { c.server.guard(s.ctx, c.q, s.end) })
	}
	if here != nil {
		sub, err := c.conn.Subscribe(hereSubject, func(m *nats.Msg) { here(string(m.Data)) })
		if err != nil {
			return fmt.Errorf("queue: %w", err)
		}
		context.AfterFunc(s.ctx, func() { _ = sub.Unsubscribe() })
	}
	if w.Slots > 0 {
		w.complete()
		s.wait.Go(func() {
			if err := w.run(s.ctx, c.conn); err != nil && s.ctx.Err() == nil {
				s.end(err)
			}
		})
	}
	return nil
}

// close ends the goroutines of the session.
func (s *session) close(cause error) {
	s.end(cause)
	s.wait.Wait()
	if s.watcher != nil {
		_ = s.watcher.Stop()
	}
}

// dropJobs removes the jobs of a run from the queue.
func (c *Coordinator) dropJobs(ctx context.Context, s *Spec, run string) error {
	if err := c.q.jobs.Purge(ctx, jetstream.WithPurgeSubject(s.subject(run))); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	return nil
}
