package executor

import (
	"fmt"
	"sync"
	"time"

	"gonao/ros"
)

// trouble logs what goes wrong in a loop, once a second.
type trouble struct {
	n     *ros.Node
	mu    sync.Mutex
	last  time.Time
	times int // since then
}

// say tells of an error.
func (t *trouble) say(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.times++
	now := t.n.Clock.Now()
	if now.Sub(t.last) < time.Second {
		return
	}
	t.n.Log.Error("machine", "error", err, "times", t.times)
	t.last, t.times = now, 0
}

// headTaken tells that a machine may not move the head.
func (t *trouble) headTaken(machine, holder string) {
	t.say(fmt.Errorf("machine %q wants to move the head, which machine %q has; its commands are dropped", machine, holder))
}

// forget begins anew: the clock went back.
func (t *trouble) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last, t.times = time.Time{}, 0
}
