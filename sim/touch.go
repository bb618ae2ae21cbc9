package sim

import (
	"fmt"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// Touch is a robot's link that touched a free ball in the last cycle.
type Touch struct {
	Robot int // in World.Bodies
	Link  nao.Link
	Ball  int // in BallNames
}

// mostTouches is how many touches of a cycle are kept.
const mostTouches = 64

// touches collects which robots touch the free balls. A kick may last only a few physics steps, so each of them is
// checked.
type touches struct {
	geoms  []int // of the free balls
	first  int   // index of the first free ball in BallNames
	buffer [32]int32
	found  []Touch
}

func newTouches(m *mujoco.Model, names []string, free int) (touches, error) {
	t := touches{first: len(names) - free, found: make([]Touch, 0, mostTouches)}
	for _, name := range names[t.first:] {
		geom, err := m.ID(mujoco.Geom, name)
		if err != nil {
			return touches{}, fmt.Errorf("ball: %w", err)
		}
		t.geoms = append(t.geoms, geom)
	}
	return t, nil
}

// collect adds the touches of a physics step.
func (t *touches) collect(d *mujoco.Data, parts []part) {
	for ball, geom := range t.geoms {
		for _, other := range t.buffer[:d.Touching(geom, t.buffer[:])] {
			if p := &parts[other]; p.robot >= 0 {
				t.add(Touch{p.robot, p.link, t.first + ball})
			}
		}
	}
}

// add adds a touch once.
func (t *touches) add(touch Touch) {
	for _, known := range t.found {
		if known == touch {
			return
		}
	}
	if len(t.found) < mostTouches {
		t.found = append(t.found, touch)
	}
}

// Touches appends to out which links of robots touched a free ball during the last cycle.
func (w *World) Touches(out []Touch) []Touch { return append(out, w.touches.found...) }

// TouchesGoal reports whether a robot touches a post or a bar of a goal, as of the end of the last cycle.
func (w *World) TouchesGoal(robot int) bool {
	c := &w.contacts
	for i := range c.buffer[:c.count] {
		a, b := &c.parts[c.buffer[i].Geom[0]], &c.parts[c.buffer[i].Geom[1]]
		if a.goal && b.robot == robot || b.goal && a.robot == robot {
			return true
		}
	}
	return false
}
