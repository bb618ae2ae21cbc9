package lolaserver

import (
	"context"
	"time"

	"gonao/internal/pace"
)

// Pace holds how fast a group steps its world, and whether the world stands. While it stands, no frame is
// sent: the robots' clients wait.
type Pace = pace.Pace

// idler is a World with work that can be done between two cycles while the world stands, such as to
// put a thing elsewhere.
type idler interface {
	// Idle does the work that waits and reports whether it changed anything that is passed on
	// after a cycle.
	Idle() bool
}

// hold blocks while the world is paused. New clients receive the frame of this cycle.
func (g *Group) hold(ctx context.Context) {
	if !g.cfg.Pace.Stand() {
		return
	}
	begin := g.cfg.Clock.Now()
	for first := true; g.cfg.Pace.Stand() && ctx.Err() == nil; first = false {
		if first {
			g.pass(0) // reports that it is paused
		}
		g.awaitNews(ctx)
		g.greet()
	}
	g.cfg.Pace.AddStood(g.cfg.Clock.Now() - begin)
}

// idle does the world's work that needs no cycle.
func (g *Group) idle() {
	if w, ok := g.world.(idler); ok && w.Idle() {
		g.pass(0)
	}
}

// pass passes on how the world stands.
func (g *Group) pass(behind time.Duration) {
	g.after(Cycle{State: &g.servers[0].state, Late: behind})
}
