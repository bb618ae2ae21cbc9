package lolaserver

import (
	"context"
	"fmt"
	"time"

	"gonao/internal/pace"
	"gonao/nao"
)

// late is from when on a cycle counts as late, and catchUp how many cycles the
// group makes up for in a row after it was held up; it drops the rest.
const (
	late    = 2 * time.Millisecond
	catchUp = 5
)

// GroupConfig describes how the robots of one world are stepped together.
type GroupConfig struct {
	Lockstep bool          // wait for the clients' commands instead of the clock
	Deadline time.Duration // in lockstep, for each command after the first one of the cycle; 0: none
	// FirstWithin is how long, with a deadline, the world waits for the first clients of all once one is there; 0: for ever.
	// A robot without a client is not waited for afterwards.
	FirstWithin time.Duration
	Clock       Clock // nil: Monotonic
	Pace        *Pace // nil: real time, and in lockstep as fast as the commands come
}

// Group steps one world for the robots of several servers: each cycle it sends every
// client its frame, waits for the commands or for the clock, and steps the world once.
//
// On the clock, the next cycle is the deadline of a command. In lockstep the deadline is
// that of the configuration; it counts from the first command of the cycle on, and for a
// robot that has had a client: the world waits for the first clients of all, or for FirstWithin,
// and stands still when no robot has a command. A robot that lets a deadline pass keeps its last
// command; it is not waited for again until a command of it comes.
type Group struct {
	cfg     GroupConfig
	servers []*Server
	wake    chan struct{}
	waited  time.Duration // for missing commands
	world   World         // of Run
	after   func(Cycle)   // of Run

	// limit returns a context that ends with ctx or at the deadline.
	limit func(ctx context.Context) (context.Context, context.CancelFunc)
}

// GroupStats counts events of all robots of a group.
type GroupStats struct {
	Late         uint64 // cycles that began more than 2 ms late
	Missed       uint64 // commands that did not come before the world continued
	Reproducible bool   // in lockstep, and no command was missed
}

// NewGroup makes a group of servers, one for each body of a world. The servers must not be
// used by another group or by Server.Run.
func NewGroup(cfg GroupConfig, servers ...*Server) *Group {
	if cfg.Clock == nil {
		cfg.Clock = Monotonic{}
	}
	if cfg.Pace == nil {
		cfg.Pace = cfg.pace()
	}
	g := &Group{cfg: cfg, servers: servers, wake: make(chan struct{}, 1)}
	g.limit = func(ctx context.Context) (context.Context, context.CancelFunc) {
		if cfg.Deadline <= 0 {
			return ctx, func() {}
		}
		return context.WithTimeout(ctx, cfg.Deadline)
	}
	for _, s := range servers {
		s.wake = g.wake
	}
	return g
}

// pace returns the default pace of a group.
func (c GroupConfig) pace() *Pace {
	if c.Lockstep {
		return pace.New(0)
	}
	return pace.New(1)
}

// Cycle is the argument of the function called after each cycle.
type Cycle struct {
	State *nao.State    // of the first robot, as its sensors report it; valid until the function returns
	Late  time.Duration // delay of the cycle's start; 0 in lockstep
}

// Run serves the bodies of a world, one for each server and in their order, until ctx ends or the world fails. It runs on
// the calling goroutine, which should be on the real-time thread. After each cycle, and first for the state that the
// world begins with, it calls after, which must not wait for anything. While the world stands it calls after once at the
// beginning, and whenever the world's [idler] has changed something. At the end the sockets are removed.
func (g *Group) Run(ctx context.Context, world World, bodies []Body, after func(Cycle)) error {
	if len(bodies) != len(g.servers) {
		return fmt.Errorf("LoLA server: %d bodies: expected %d, one for each socket", len(bodies), len(g.servers))
	}
	g.world, g.after = world, after
	for _, s := range g.servers {
		defer s.open()()
	}
	next, behind := g.cfg.Clock.Now(), time.Duration(0)
	for {
		for i, s := range g.servers {
			s.begin(bodies[i])
		}
		g.pass(behind)
		next, behind = g.await(ctx, next)
		if ctx.Err() != nil {
			return nil
		}
		g.countMissed()
		for i, s := range g.servers {
			s.command(bodies[i])
		}
		if err := world.Step(); err != nil {
			return fmt.Errorf("LoLA server: %w", err)
		}
		g.cfg.Pace.Count()
	}
}

// await blocks until the next cycle may be made, or ctx ends. last is when the one before was due.
func (g *Group) await(ctx context.Context, last time.Duration) (next, behind time.Duration) {
	stood := g.cfg.Pace.Stood()
	g.hold(ctx)
	if g.cfg.Pace.Stood() != stood {
		last = g.cfg.Clock.Now()
	}
	if g.cfg.Lockstep {
		g.awaitCommands(ctx)
		next, _ = g.awaitTime(last) // the commands decide, the speed only limits
	} else if next, behind = g.awaitTime(last); behind > late {
		for _, s := range g.servers {
			s.late.Add(1)
		}
	}
	for !g.cfg.Pace.Admit() && ctx.Err() == nil { // it was paused again
		g.hold(ctx)
		next, behind = g.cfg.Clock.Now(), 0
	}
	return next, behind
}

// awaitTime sleeps until the next cycle is due and returns how late it is.
func (g *Group) awaitTime(last time.Duration) (next, behind time.Duration) {
	period := g.cfg.Pace.Period(nao.CyclePeriod)
	if period == 0 {
		return g.cfg.Clock.Now(), 0
	}
	next = last + period
	g.cfg.Clock.SleepUntil(next)
	now := g.cfg.Clock.Now()
	behind = now - next
	if behind > catchUp*period {
		next = now
	}
	return next, behind
}

// awaitCommands blocks until every robot that is waited for has its command, or ctx ends.
// The deadline runs from the first command on: without any the world stands still.
func (g *Group) awaitCommands(ctx context.Context) {
	for some, all := g.answers(); !all && ctx.Err() == nil; some, all = g.answers() {
		if !some {
			g.awaitNews(ctx)
			g.hold(ctx)
			continue
		}
		limited, cancel := g.limit(ctx)
		expired := g.awaitAll(limited)
		cancel()
		if expired && ctx.Err() == nil {
			g.giveUp() // and continue to wait for robots without a client so far
		}
	}
}

// awaitAll blocks until every robot that is waited for has its command, until a client has
// come, which has the whole time from now on, or until ctx ends, which it reports.
func (g *Group) awaitAll(ctx context.Context) (expired bool) {
	for g.awaitNews(ctx) {
		if g.greet() {
			return false
		}
		if _, all := g.answers(); all {
			return false
		}
	}
	return true
}

// awaitNews blocks until a client or a command has come, or the pace has changed, or until ctx
// ends; then it returns false. It does the work of an [idler].
func (g *Group) awaitNews(ctx context.Context) bool {
	select {
	case <-g.wake:
		return true
	case <-g.cfg.Pace.Changed():
		g.idle()
		return true
	case <-ctx.Done():
		return false
	}
}

// greet sends their frame to clients that have just come, and reports whether there are
// any.
func (g *Group) greet() bool {
	some := false
	for _, s := range g.servers {
		some = s.greet() || some
	}
	return some
}

// answers reports whether some robot has its command, and whether besides all have that
// are waited for. Clients that have just come get their frame.
func (g *Group) answers() (some, all bool) {
	g.greet()
	all = true
	for _, s := range g.servers {
		answered := s.answered()
		some = some || answered
		all = all && (answered || s.silent)
	}
	return some, some && all
}

// giveUp stops waiting for the robots whose command is missing: their client has received the frame, or has gone, or
// never connected in time.
func (g *Group) giveUp() {
	g.waited += g.cfg.Deadline
	never := g.cfg.FirstWithin > 0 && g.waited >= g.cfg.FirstWithin
	for _, s := range g.servers {
		tooLate := never && s.clients.Load() == 0 || s.offered() || s.client.Load() == nil && s.clients.Load() > 0
		if tooLate && !s.answered() && !s.silent {
			s.silent = true
			s.cfg.Logf("LoLA socket %s: no command within %v: its last one is kept", s.cfg.Path, g.cfg.Deadline)
		}
	}
}

// countMissed counts the frames without an answer; without lockstep only those that a client has received.
func (g *Group) countMissed() {
	for _, s := range g.servers {
		if !s.answered() && (g.cfg.Lockstep || s.offered()) {
			s.missed.Add(1)
		}
	}
}

// Stats returns the counts so far; it is safe for concurrent use.
func (g *Group) Stats() GroupStats {
	stats := GroupStats{Late: g.servers[0].late.Load(), Reproducible: g.cfg.Lockstep}
	for _, s := range g.servers {
		stats.Missed += s.missed.Load()
	}
	stats.Reproducible = stats.Reproducible && stats.Missed == 0
	return stats
}

// AwaitNoClient blocks until no client is connected with any robot, or ctx ends. One caller at a time.
func (g *Group) AwaitNoClient(ctx context.Context) {
	for _, s := range g.servers {
		s.AwaitNoClient(ctx)
	}
}

// Single is a body that moves by itself: the only one of its world.
type Single interface {
	// Step advances the body by one cycle under a command.
	Step(command *nao.Command) error
	// State reads the measurements of the body's sensors in the last cycle.
	State(state *nao.State)
}

// single makes a world and a body from one that moves by itself.
type single struct {
	Single
	command *nao.Command
}

func (s *single) Command(c *nao.Command) { s.command = c }

func (s *single) Step() error { return s.Single.Step(s.command) }

func (s *single) SetLights(l *nao.Lights) {
	if shown, ok := s.Single.(lightable); ok {
		shown.SetLights(l)
	}
}

// Run serves a body that moves by itself until ctx ends, as Group.Run does.
func (s *Server) Run(ctx context.Context, body Single, after func(Cycle)) error {
	g := NewGroup(GroupConfig{Lockstep: s.cfg.Lockstep, Clock: s.cfg.Clock}, s)
	alone := &single{Single: body}
	return g.Run(ctx, alone, []Body{alone}, after)
}
