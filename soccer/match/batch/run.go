package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gonao/soccer/match"
	"gonao/soccer/match/bundle"
	"gonao/soccer/match/rating"
)

// A Run describes what to play: two teams on paired seeds.
type Run struct {
	A, B, World bundle.Bundle
	Kind        string // of the world; "": kinematic
	Body        string // profile of the bodies in physics; "": real
	Players     int
	Half        time.Duration
	Knockout    bool // a draw is followed by a penalty shoot-out
	Loss        float64
	Seeds       []uint64
	Identity    Identity
	Until       rating.Sequential // ends the run once it decides; Sigmas 0: all seeds are played
	Workers     int               // matches at a time in this process; 0: others play
	// Each is called after each result that is new, in one goroutine; nil: not.
	Each   func(p *Progress)
	Notice func(text string) // receives notices of the workers of this process; may be nil
}

// spec stores the bundles of a run and returns the common part of its matches.
func (c *Coordinator) spec(ctx context.Context, r *Run) (Spec, error) {
	s := Spec{Kind: r.Kind, Body: r.Body, Players: r.Players, Half: r.Half, Knockout: r.Knockout, Loss: r.Loss, Build: r.Identity.Build, Class: r.Identity.Class}
	s.NameA, _ = r.A.TeamName()
	s.NameB, _ = r.B.TeamName()
	if s.NameA == s.NameB && r.A.Hash() != r.B.Hash() {
		s.NameA, s.NameB = version(s.NameA, r.A.Hash()), version(s.NameB, r.B.Hash())
	}
	var err error
	for _, b := range []struct {
		bundle bundle.Bundle
		hash   *string
	}{{r.A, &s.A}, {r.B, &s.B}, {r.World, &s.World}} {
		if *b.hash, err = c.q.putBundle(ctx, b.bundle); err != nil {
			return Spec{}, err
		}
	}
	return s, nil
}

// Play plays a run and returns its result. Stored matches of the same run count, and are not played again.
func (c *Coordinator) Play(ctx context.Context, r *Run) (*Progress, error) {
	spec, err := c.spec(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := c.try(r, spec); err != nil {
		return nil, err
	}
	p := newProgress(spec, r)
	s, err := c.begin(ctx, spec, Worker{Identity: r.Identity, Slots: r.Workers, Notice: r.Notice}, p.here)
	if err != nil {
		return nil, err
	}
	defer s.close(nil)
	for entry := range s.watcher.Updates() {
		if entry == nil {
			break // all that was stored
		}
		if err := p.add(entry.Value()); err != nil {
			// A match that could not be played is played again, because its cause may have been repaired.
			if err := c.q.results.Delete(s.ctx, entry.Key()); err != nil {
				return nil, fmt.Errorf("queue: %w", err)
			}
		}
	}
	p.Stored = p.Done()
	for _, j := range p.missing() {
		if err := c.queueJob(s.ctx, j); err != nil {
			return p, c.explain(s.ctx, p, err)
		}
	}
	if err := c.collect(s.ctx, p, r, s.watcher); err != nil {
		return p, c.explain(s.ctx, p, err)
	}
	return p, c.end(s.ctx, &p.spec, p.run)
}

// try creates the first match, so that its errors are reported here and not by a worker.
func (c *Coordinator) try(r *Run, spec Spec) error {
	j := Job{Spec: spec, Seed: r.Seeds[0]}
	cfg, err := j.config(r.A, r.B, r.World)
	if err != nil {
		return err
	}
	m, err := match.New(cfg)
	if err != nil {
		return err
	}
	m.Close()
	return nil
}

func (c *Coordinator) queueJob(ctx context.Context, j Job) error {
	text, err := json.Marshal(j)
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	if _, err := c.q.js.Publish(ctx, j.Spec.subject(j.Run), text); err != nil {
		return fmt.Errorf("queue %s: %w", j.key(), err)
	}
	return nil
}

// collect receives records until the run is complete or decided.
func (c *Coordinator) collect(ctx context.Context, p *Progress, r *Run, watcher jetstream.KeyWatcher) error {
	for !p.complete() {
		select {
		case entry, ok := <-watcher.Updates():
			if !ok {
				return errors.New("the queue has ended")
			}
			if entry == nil {
				continue
			}
			if err := p.add(entry.Value()); err != nil {
				return err
			}
			if r.Each != nil {
				r.Each(p)
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		for _, j := range p.again() {
			if err := c.queueJob(ctx, j); err != nil {
				return err
			}
		}
	}
	return nil
}

// explain adds the number of stored matches to the error that ends a run early.
func (c *Coordinator) explain(ctx context.Context, p *Progress, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	where := ""
	if c.server != nil && c.temp == "" {
		where = fmt.Sprintf("; %d of %d results are stored in %s, the same line goes on from there", p.Done(), p.Jobs(), c.server.dir)
	}
	return fmt.Errorf("%w%s", err, where)
}

// end drops the remaining jobs of a run, such as one that is decided, and reports its end to the workers.
func (c *Coordinator) end(ctx context.Context, s *Spec, run string) error {
	if err := c.dropJobs(ctx, s, run); err != nil {
		return err
	}
	if err := c.q.setCurrent(ctx, current{Run: run, Spec: *s, Done: true}); err != nil {
		return err
	}
	if c.server == nil {
		return nil // the workers of a cluster wait for the next run
	}
	if err := c.conn.Publish(stopSubject, []byte(run)); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	if err := c.conn.FlushTimeout(10 * time.Second); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	c.letGo(ctx)
	return nil
}

// letGo waits until the workers on other computers have left, for a second at most.
func (c *Coordinator) letGo(ctx context.Context) {
	for i := 0; i < 20 && c.server.server.NumClients() > 1; i++ {
		pause(ctx, 50*time.Millisecond)
	}
}
