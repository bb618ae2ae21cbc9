package body

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"gonao/nao"
	"gonao/nao/body/safety"
)

// Loop drives one robot over a protocol. Run belongs to one goroutine; the other methods may
// be called from any.
type Loop struct {
	protocol Protocol
	clock    Clock
	log      *slog.Logger
	cfg      Config
	guard    *safety.Guard
	health   HealthMonitor
	sonars   Sonars

	state  nao.State
	answer nao.Command // the commander's answer
	lights nao.Lights
	reply  Reply

	commanded bool      // a command has come
	attempted time.Time // end of the last attempt to connect
	waiting   time.Time // since when the loop waits for the robot
	met       bool      // a state has come from it
	reason    string    // why it is waited for, as logged
	warned    bool      // a long wait was logged
	ending    bool      // the robot is let down and commands are refused
	endBy     time.Time // bound of that

	tuned atomic.Pointer[Config] // set by Tune, until the next cycle

	mu       sync.Mutex
	stats    Stats
	snapshot nao.State
}

// New returns a loop that is ready to run. The clock is wall time.
func New(cfg Config, p Protocol, clock Clock, log *slog.Logger) *Loop {
	return &Loop{protocol: p, clock: clock, log: log, cfg: cfg, guard: safety.New(cfg.Safety)}
}

// Tune sets other figures, which hold from the next cycle on.
func (l *Loop) Tune(cfg Config) { l.tuned.Store(&cfg) }

// applyTuned applies what Tune has set.
func (l *Loop) applyTuned() {
	if l.tuned.Load() == nil {
		return
	}
	l.cfg = *l.tuned.Swap(nil)
	l.guard.Tune(l.cfg.Safety)
}

// Transmit switches the sonars' transmitters, which are on at first. The distance of a sonar
// whose transmitter is off is old, and is reported as not measured (NaN).
func (l *Loop) Transmit(left, right bool) { l.sonars.Transmit(left, right) }

var (
	errLetDown = errors.New("the robot has been let down")
	errTooLong = errors.New("letting it down took too long")
)

// Run drives the robot until ctx ends and the robot has been let down, which takes at most Config.EndWithin of wall time.
// If the robot is absent, disconnects or falls silent, Run waits for it; this is not an error, and Run then returns nil.
// A [FinalError] is returned.
func (l *Loop) Run(ctx context.Context, commander Commander) error {
	for {
		c, err := l.open(ctx)
		if c == nil {
			return err
		}
		err = l.serve(ctx, c, commander)
		c.Close()
		l.countConnection(false)
		switch {
		case errors.Is(err, errLetDown):
			return nil
		case isFinal(err):
			return err
		case l.ending && !l.protocol.LeftStiff(&l.reply.Command):
			if !l.guard.Ended() {
				l.log.Warn("the robot was not let down completely", "reason", err)
			}
			return nil
		}
		if l.met = l.Stats().Connections > 0; l.met {
			l.log.Warn("lost the robot, connecting again", "reason", err)
		} else {
			l.noteWaiting(err) // a simulator that still loads accepts connections, and sends nothing
		}
	}
}

// startTime is how long a robot or a simulator may take to start. Its absence is not logged as a warning before that.
const startTime = 30 * time.Second

// noteWaiting logs why the loop waits for the robot: once for each reason, and again when it takes long.
func (l *Loop) noteWaiting(err error) {
	late := l.clock.Now().Sub(l.waiting) >= startTime
	if err.Error() == l.reason && (!late || l.warned) {
		return
	}
	l.reason, l.warned = err.Error(), l.warned || late
	l.logWaiting(err)
}

// logWaiting logs why the robot is waited for.
func (l *Loop) logWaiting(reason error) {
	level := slog.LevelWarn
	if !l.met && l.clock.Now().Sub(l.waiting) < startTime {
		level = slog.LevelInfo
	}
	l.log.Log(context.Background(), level, "waiting for the robot", "reason", reason)
}

// open blocks until the robot is connected. It returns nil without an error when the robot is
// not waited for any more.
func (l *Loop) open(ctx context.Context) (Connection, error) {
	if l.met || l.waiting.IsZero() {
		l.waiting, l.reason, l.warned = l.clock.Now(), "", l.met
	}
	for l.worthOpening(ctx) {
		attempt, cancel := l.attemptContext(ctx)
		c, err := l.attempt(attempt)
		cancel()
		switch {
		case err == nil && c != nil:
			return c, nil
		case isFinal(err):
			return nil, err
		case err == nil || ctx.Err() != nil && !l.ending:
			continue // Run ends
		}
		l.noteWaiting(err)
		l.applyTuned()
	}
	return nil, nil
}

// worthOpening reports whether to connect to the robot: until ctx ends, and after that while a robot that was left stiff
// may still be let down.
func (l *Loop) worthOpening(ctx context.Context) bool {
	if ctx.Err() == nil {
		return true
	}
	if !l.protocol.LeftStiff(&l.reply.Command) {
		return false
	}
	if !l.ending {
		l.beginEnd()
	}
	if l.clock.Now().Before(l.endBy) {
		return true
	}
	l.log.Warn("the robot was not let down completely: it cannot be reached, and may stay stiff")
	return false
}

// attemptContext returns the context of an attempt to connect: ctx, or the time of the safe
// ending.
func (l *Loop) attemptContext(ctx context.Context) (context.Context, context.CancelFunc) {
	if !l.ending {
		return ctx, func() {}
	}
	return context.WithTimeout(context.WithoutCancel(ctx), l.endBy.Sub(l.clock.Now()))
}

// attempt tries once to connect, at least Config.RetryEvery after the attempt before. It returns
// nil without an error when ctx ends in between.
func (l *Loop) attempt(ctx context.Context) (Connection, error) {
	wait := l.attempted.Add(l.cfg.RetryEvery).Sub(l.clock.Now())
	if wait = min(wait, l.cfg.RetryEvery); wait > 0 && l.clock.Sleep(ctx, wait) != nil {
		return nil, nil
	}
	c, err := l.protocol.Open(ctx)
	l.attempted = l.clock.Now()
	return c, err
}

// beginEnd begins to let the robot down; commands are refused from then on.
func (l *Loop) beginEnd() {
	l.ending, l.endBy = true, l.clock.Now().Add(l.cfg.EndWithin)
	l.guard.End()
	l.log.Info("letting the robot down", "mode", l.guard.Mode().String())
}
