package body

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"gonao/nao"
	"gonao/nao/body/safety"
)

// serve runs the cycle on one connection until that is lost or the robot has been let down.
func (l *Loop) serve(ctx context.Context, c Connection, commander Commander) error {
	l.guard.Restart()
	l.sonars.Restart()
	unmonitored, _ := c.(Unmonitored)
	letDowner, _ := c.(LetDowner)
	sensing := ctx
	for counted := false; ; {
		l.applyTuned()
		if ctx.Err() != nil && !l.ending {
			l.beginEnd()
		}
		now := l.clock.Now()
		by := now.Add(l.cfg.SilentFor)
		if l.ending {
			if now.After(l.endBy) {
				return l.release(c)
			}
			if by = l.endBy; sensing == ctx {
				sensing = context.WithoutCancel(ctx) // the cycle continues while the robot is let down
			}
		}
		sensed, err := c.Sense(sensing, by, &l.state)
		if sensed != NoState && !counted { // a connection over which nothing comes is not a robot
			counted = true
			l.countConnection(true)
		}
		if err != nil {
			return err
		}
		switch sensed {
		case NoState, UnusableState:
		case PassedState:
			l.countPassed()
		case NewState, MovedState:
			if sensed == MovedState {
				l.guard.Restart()
			}
			l.cycle(commander, unmonitored == nil || !unmonitored.Unmonitored())
			if err := c.Send(ctx, &l.reply); err != nil {
				return err
			}
		}
		if l.ending && isLetDown(letDowner, sensed, l.guard.Ended()) {
			return errLetDown
		}
	}
}

// isLetDown reports whether the robot has been let down.
func isLetDown(letDowner LetDowner, sensed Sensed, guardEnded bool) bool {
	if letDowner != nil {
		return letDowner.LetDown(guardEnded)
	}
	return guardEnded && (sensed == NewState || sensed == MovedState)
}

// release makes the robot limp where it can: the time of the safe ending is over.
func (l *Loop) release(c Connection) error {
	r, ok := c.(releaser)
	if !ok {
		return errTooLong
	}
	if err := r.Release(); err != nil {
		return fmt.Errorf("%w: %w", errTooLong, err)
	}
	l.log.Warn("the robot is limp before it has crouched: its time was over")
	return errLetDown
}

// cycle hands out the state and makes the reply to it.
func (l *Loop) cycle(commander Commander, monitored bool) {
	arrived := l.clock.Now()
	l.sonars.Hide(&l.state)
	l.state.Guard = l.guard.Doing()
	commander.Observe(&l.state)

	within := time.Duration(0) // without a commander there is no answer to wait for
	if l.guard.Mode() == safety.Following && !l.ending {
		within = l.cfg.AnswerWithin
	}
	var cmd *nao.Command
	answered, expected := false, l.commanded
	if commander.Command(l.state.Cycle, within, &l.answer) {
		cmd, l.commanded = &l.answer, true
		answered = cmd.Cycle == l.state.Cycle || cmd.Cycle == 0
	}
	r := &l.reply
	if r.Lights = nil; commander.Lights(&l.lights) {
		l.lights.Limit()
		r.Lights = &l.lights
	}
	took := l.clock.Now().Sub(arrived)

	if monitored {
		l.health.Step(&l.state, &r.Command) // the body has had that since the last cycle
	}
	mode, refusal := l.guard.Mode(), l.guard.Refusal()
	l.guard.Step(l.state.Time, &l.state, cmd, &r.Command)
	r.State, r.Sonars, r.Mode, r.Ending = &l.state, l.sonars.Wanted(), l.guard.Mode(), l.ending
	l.countCycle(arrived, took, answered, expected)
	logGuard(l.log, l.guard, mode, refusal)
}

// logGuard logs how the guard's state differs from an earlier mode and refusal.
func logGuard(log *slog.Logger, g *safety.Guard, was safety.Mode, refused safety.Refusal) {
	if mode := g.Mode(); mode != was {
		log.Info("guard", "mode", mode.String(), "was", was.String())
	}
	refusal := g.Refusal()
	if refusal == refused {
		return
	}
	switch refusal {
	case safety.NoRefusal:
		log.Info("the robot obeys again", "was", refused.String())
	case safety.TooHot:
		log.Warn("letting the robot down; commands are refused", "reason", refusal.String(), "joint", g.HottestLeg().String())
	case safety.BatteryEmpty, safety.PutToRest:
		log.Warn("letting the robot down; commands are refused", "reason", refusal.String())
	}
}
