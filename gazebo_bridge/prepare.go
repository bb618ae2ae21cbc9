package gazebobridge

import (
	"context"
	"fmt"

	"gonao/nao"
)

// prepare prepares the world for the first cycle. In lockstep the world is paused and has no pending step. A robot
// in the posture of its file is made to stand.
func (r *robot) prepare(ctx context.Context, lockstep bool) error {
	ctx, cancel := context.WithTimeout(ctx, meetWithin)
	defer cancel()
	if lockstep {
		if err := r.control(ctx, true, 0, nil); err != nil {
			return err
		}
	}
	if err := r.awaitModel(ctx, meetWithin); err != nil {
		return err
	}
	if lockstep {
		if err := r.measureStep(ctx); err != nil {
			return err
		}
		if err := r.quickenServer(ctx); err != nil {
			return err
		}
	}
	var first nao.Joints
	r.inbox.mu.Lock()
	message := r.inbox.joints
	r.inbox.mu.Unlock()
	if err := r.joints.read(message, r.names, &first); err != nil {
		return err
	}
	r.targets.held = first
	r.sonars = offers(r.node.Topics(), r.names.Sonar(nao.LeftSonar))
	if !asFiled(&first) || !r.arrangeable() {
		return nil
	}
	stand, c := nao.StandPosture(), r.newChanges()
	if err := r.arrange(c, Arrangement{Posture: &stand}); err != nil {
		return err
	}
	return r.control(ctx, lockstep, 0, c)
}

// measureStep waits until the world is paused, and steps it twice. A step that is still pending when the cycles
// begin would be one too many in one of them. Two joint states with the same time come only from a paused world.
func (r *robot) measureStep(ctx context.Context) error {
	if err := r.await(ctx, func(b *inbox) bool { return b.still }); err != nil {
		return fmt.Errorf("world %s: it does not pause on request: does another program control it? (%w)", r.names.World, err)
	}
	for i := range 2 {
		before, _ := r.inbox.newest()
		if err := r.control(ctx, true, 1, nil); err != nil {
			return err
		}
		if err := r.await(ctx, func(b *inbox) bool { return b.stamp != before }); err != nil {
			return fmt.Errorf("world %s: it does not make a requested step: %w", r.names.World, err)
		}
		after, _ := r.inbox.newest()
		step := after - before
		switch {
		case i > 0 && step != r.step:
			return fmt.Errorf("world %s: for one requested step it made %v, then %v: does another program control it?", r.names.World, r.step, step)
		case step <= 0 || nao.CyclePeriod%step != 0:
			return fmt.Errorf("world %s: its physics steps by %v: expected an integer fraction of %v (max_step_size in its SDF)", r.names.World, step, nao.CyclePeriod)
		}
		r.step = step
	}
	return nil
}
